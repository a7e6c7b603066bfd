//! One request to one model: other ways while the server refuses these, one repair of a bad answer, and the rest of one
//! that was cut off. It must not decide which model is asked.

use super::chain::{Failed, Next};
use super::cut_off::joined;
use super::dialects::{Dialect, SchemaWay, ToolWay, Used, limits};
use super::fault::{self, Refusal};
use super::usage_meter::{self, UsageMeter};
use super::wire::reply::{self, Bad, Kind};
use super::wire::request::{Body, Repair, tool_as_words};
use super::wire::{Answer, NoAnswer, json, stream};
use super::{Key, OpenAi, object_turns};
use crate::ports::model::{ModelError, ModelReply, ModelRequest};
use serde_json::Value;
use std::time::Duration;
use tokio::time::Instant;

/// How much of a bad answer is shown to the model again, in characters.
const SHOWN: usize = 4_000;
/// What the model is told after an answer that reached its limit.
const GO_ON: &str = "Go on exactly where you stopped, without repeating anything and without a word about it.";
/// A model that fills the limit of an answer with thoughts gets so many times more, up to so many tokens.
const TO_THINK: u32 = 4;
const MOST_TO_THINK: u32 = 16_384;
/// A room of fewer tokens may be too small for what is asked of a model.
const SMALL_ROOM: u64 = 4_096;
/// The shortest answer that makes sense, in tokens.
const LEAST: u64 = 256;
/// What stands at the end of a text whose rest did not come.
const CUT: &str = "\n\n[…]";
/// Why an answer that was stopped cannot be used.
const REPEATS: &str = "it repeats itself";

/// An answer that was read.
struct Answered {
    read: Result<ModelReply, Bad>,
    /// The blanks its words begin and end with: what is cut off goes on behind them.
    blanks: (String, String),
    /// Where an object was asked for that names a tool or a result: the plain words that came instead.
    plain: Option<ModelReply>,
    /// It reached its limit before its first word.
    thought: bool,
    /// The room of the model left less for it than it was to have.
    short: bool,
}

/// What a server said to a request.
pub(super) struct Said {
    pub answer: Answer,
    /// The answer, if it is an object.
    pub value: Option<Value>,
    pub refusal: Option<Refusal>,
    /// About how many tokens the request had.
    pub sent: u64,
}

/// How a request is sent.
#[derive(Clone, Copy)]
struct Way {
    dialect: Dialect,
    limit: u32,
}

impl OpenAi {
    /// One request to one model and, if its answer cannot be used, one repair; if it was cut off, its rest.
    pub(super) async fn one(
        &self,
        model: &str,
        request: &ModelRequest,
        meter: &mut UsageMeter<'_>,
    ) -> Result<ModelReply, Failed> {
        let began = Instant::now();
        let Answered { read, blanks, mut plain, mut short, .. } = self.send(model, request, None, meter).await?;
        let mut bad = match read {
            Ok(reply) => return Ok(reply),
            Err(bad) => bad,
        };
        let again = meter.calls() < request.answers;
        if is_part(&bad, request) {
            // What there is must not be lost because its rest takes too long.
            let left = request.deadline.saturating_sub(began.elapsed()) * 9 / 10;
            let whole = if again {
                let rest = self.rest(model, request, (&bad.said, &blanks.1), meter);
                tokio::time::timeout(left, rest).await.ok().flatten()
            } else {
                None
            };
            return Ok(match whole {
                Some(whole) => whole,
                None => cut(bad.said),
            });
        }
        if bad.kind != Kind::Final && again {
            tracing::debug!(model, reason = bad.reason, "asking for a repair");
            // What was cut off tempts to be cut off there again, and takes the room of the answer.
            let whole = bad.kind != Kind::Cut;
            let said: String = bad.said.chars().take(if whole { SHOWN } else { 0 }).collect();
            let text = (self.config.repair)(&bad.reason);
            let second = self.send(model, request, Some(Repair { said: &said, text: &text }), meter).await?;
            (plain, short) = (second.plain.or(plain), short || second.short);
            bad = match second.read {
                Ok(reply) => return Ok(reply),
                Err(bad) if is_part(&bad, request) => return Ok(cut(bad.said)),
                Err(bad) => bad,
            };
        }
        // Whoever cannot write objects has given its result in words.
        if let (Some(plain), true) = (plain, bad.kind != Kind::Final) {
            return Ok(plain);
        }
        if bad.kind == Kind::Cut && short {
            return Err(self.no_room(model, ""));
        }
        Err(ModelError::Unusable(bad.reason).into())
    }

    /// The request is too much for this model, another one may have the room.
    fn no_room(&self, model: &str, said: &str) -> Failed {
        let error = ModelError::Refused(fault::no_room(&self.wire.host, model, said));
        Failed { next: Next::Pass, ..error.into() }
    }

    /// The text with what was missing, as far as it comes; none if nothing more comes.
    async fn rest(
        &self,
        model: &str,
        request: &ModelRequest,
        (said, blanks): (&str, &str),
        meter: &mut UsageMeter<'_>,
    ) -> Option<ModelReply> {
        let more = self.send(model, request, Some(Repair { said, text: GO_ON }), meter).await.ok()?;
        let between = format!("{blanks}{}", more.blanks.0);
        match more.read {
            Ok(reply) => Some(ModelReply { text: joined(said, &between, &reply.text), ..reply }),
            Err(bad) if bad.kind == Kind::Cut => Some(cut(joined(said, &between, &bad.said))),
            Err(_) => None,
        }
    }

    /// Sends a request, in other ways while the server refuses these, and reads the answer.
    async fn send(
        &self,
        model: &str,
        request: &ModelRequest,
        repair: Option<Repair<'_>>,
        meter: &mut UsageMeter<'_>,
    ) -> Result<Answered, Failed> {
        let mut from = Way { dialect: self.dialect(model), limit: request.max_output_tokens };
        let (mut way, mut raised) = (from, false);
        loop {
            let object = way.dialect.tools == ToolWay::Object && object_turns::suits(request);
            let asked = object.then(|| object_turns::asked(request));
            let mut body = self.body(model, asked.as_ref().unwrap_or(request), way, repair);
            let small = self.able(model).and_then(|able| able.context).filter(|room| *room < SMALL_ROOM);
            if let Some(room) = small.filter(|room| usage_meter::tokens(&body) + LEAST > *room) {
                return Err(self.no_room(model, &format!(" ({room} tokens)")));
            }
            if way.dialect.thinks && !raised {
                raised = true;
                from.limit = self.limit_to_think(model, request.max_output_tokens, &body);
                way.limit = from.limit;
                body.limit(way.limit);
            }
            let Said { answer, value, refusal, sent } =
                self.booked(&body, (way.limit, request.deadline), meter).await?;
            if let Some(refusal) = refusal {
                let used = Used::default().by(&body.messages);
                let other = self.other_way(model, request, (&refusal, used), (from, way), sent);
                way = other.ok_or_else(|| self.failed(&refusal, model))?;
                continue;
            }
            let in_pieces = stream::is_stream(&answer.body);
            let tools = !body.tools.is_empty();
            let Some(value) = value else {
                if !in_pieces {
                    return Err(self.no_json(&answer));
                }
                // Something between here and the server breaks streams: from now on without.
                self.remember(model, at_once(way.dialect, tools));
                return Err(Failed::silent());
            };
            self.remember(model, way.dialect);
            let mut answered = self.understood(value, model, request, way.dialect, answer.repeats);
            answered.short = small.is_some() || way.limit < request.max_output_tokens;
            if answered.thought && !way.dialect.thinks {
                way.dialect.thinks = true;
                self.remember(model, way.dialect);
                if meter.calls() < request.answers {
                    continue;
                }
            }
            let empty = matches!(&answered.read, Err(bad) if bad.reason == reply::EMPTY);
            if empty && in_pieces {
                // What it had to say may have been left out of the stream: it is asked for whole, now and from now on.
                way.dialect = at_once(way.dialect, tools);
                self.remember(model, way.dialect);
                if meter.calls() < request.answers {
                    continue;
                }
            }
            return Ok(answered);
        }
    }

    /// The way left after a refusal of one; `from` is what the call began with, and the request had about `sent` tokens.
    fn other_way(
        &self,
        model: &str,
        request: &ModelRequest,
        (refusal, used): (&Refusal, Used),
        (from, way): (Way, Way),
        sent: u64,
    ) -> Option<Way> {
        // Tokens are estimated on the safe side here.
        let limits = limits::learned(refusal, way.limit, sent.saturating_add(sent / 3));
        if let Some(context) = limits.context {
            self.learn_context(model, context);
        }
        // Once: with a server that refuses its own numbers there is no haggling.
        if let Some(limit) = limits.fits.filter(|_| way.limit == from.limit) {
            return Some(Way { limit, ..way });
        }
        let tools = object_turns::suits(request);
        let schema = request.schema.is_some() || (tools && way.dialect.tools == ToolWay::Object);
        let dialect = way.dialect.after(refusal, from.dialect, Used { schema, tools, ..used })?;
        Some(Way { dialect, ..way })
    }

    /// Reads an answer as what was asked for.
    fn understood(
        &self,
        mut value: Value,
        model: &str,
        request: &ModelRequest,
        dialect: Dialect,
        repeats: bool,
    ) -> Answered {
        let object = dialect.tools == ToolWay::Object && object_turns::suits(request);
        if dialect.schema == SchemaWay::Tool && (object || request.schema.is_some()) {
            tool_as_words(&mut value);
        }
        let blanks = blanks(&value);
        let origin = self.origin(model);
        let read_as = object.then(|| object_turns::read_as(request));
        let mut read = match &read_as {
            Some(read_as) => reply::as_written(&value, read_as, &origin),
            None => reply::read(&value, request, &origin),
        };
        let thought = matches!(&read, Err(bad) if bad.kind == Kind::Cut && bad.said.trim().is_empty());
        let mut plain = None;
        if object {
            read = object_turns::reply(read, request);
            let words = read.is_err().then(|| reply::read(&value, request, &origin).ok()).flatten();
            plain = words.filter(|words| words.calls.is_empty() && !words.text.contains('{'));
        }
        if let (true, Err(bad)) = (repeats, &mut read) {
            // The part that came is of no use, whatever it is taken for.
            *bad = Bad { reason: REPEATS.to_owned(), said: String::new(), kind: Kind::Repair };
            plain = None;
        }
        Answered { read, blanks, plain, thought: thought && !repeats, short: false }
    }

    /// The limit for a model that fills the usual one with thoughts, as far as its room allows.
    fn limit_to_think(&self, model: &str, usual: u32, body: &Body) -> u32 {
        let most = usual.saturating_mul(TO_THINK).min(MOST_TO_THINK);
        // Tokens are estimated on the safe side here.
        let sent = usage_meter::tokens(body) * 4 / 3;
        let room = self.able(model).and_then(|able| able.context).map(|context| context.saturating_sub(sent));
        let room = room.map_or(most, |room| u32::try_from(room).unwrap_or(u32::MAX));
        most.min(room).max(usual)
    }

    fn body(&self, model: &str, request: &ModelRequest, way: Way, repair: Option<Repair<'_>>) -> Body {
        let empty = Body { origin: self.origin(model), ..Body::new(model, way.dialect, way.limit) };
        Body::of(request, empty, way.dialect, repair)
    }

    /// The server and the model, as the name of where an answer came from.
    fn origin(&self, model: &str) -> String {
        format!("{}/{model}", self.wire.host)
    }

    /// Posts a completion with an answer of so many tokens at the most, which may take so long, and books what it cost.
    pub(super) async fn booked(
        &self,
        body: &Body,
        (most, deadline): (u32, Duration),
        meter: &mut UsageMeter<'_>,
    ) -> Result<Said, NoAnswer> {
        meter.sending(body, most);
        let sent = meter.sent();
        let posted = self.post(body, deadline).await;
        let (answer, value) = posted.inspect_err(|none| if none.sent { meter.lost() } else { meter.unsent() })?;
        let refusal = fault::refusal_of_words(&answer, value.as_ref());
        let value = value.filter(Value::is_object);
        match (&refusal, &value) {
            // A server that refuses by its status has thought nothing; an error behind a 200 may come after the prompt was read.
            (Some(_), _) if answer.status >= 400 => meter.unsent(),
            (Some(_), _) => meter.refused(),
            (None, Some(value)) => {
                let (tokens_in, tokens_out) = reply::tokens(value, sent);
                meter.answered(tokens_in, tokens_out);
            }
            (None, None) => meter.lost(),
        }
        Ok(Said { answer, value, refusal, sent })
    }

    /// Posts a completion that may take so long; the whole of the answer as JSON, if it is some.
    pub(super) async fn post(&self, body: &Body, deadline: Duration) -> Result<(Answer, Option<Value>), NoAnswer> {
        let bytes = serde_json::to_vec(body).map_err(|error| {
            NoAnswer::unsent(ModelError::Refused(format!("the request cannot be written: {error}")))
        })?;
        let path = "/chat/completions";
        let answer = if body.stream == Some(true) {
            self.wire.stream(path, bytes, deadline).await?
        } else {
            self.wire.post(path, bytes, deadline).await?
        };
        let value = match (stream::is_stream(&answer.body), answer.repeats) {
            (true, false) => stream::whole(&answer.body),
            (true, true) => stream::stopped(&answer.body),
            (false, _) => json::lenient(&answer.body),
        };
        Ok((answer, value))
    }

    /// What a success without a JSON object means: begun or empty, it broke off; else it is another kind of server.
    fn no_json(&self, answer: &Answer) -> Failed {
        let host = &self.wire.host;
        match answer.body.iter().find(|byte| !byte.is_ascii_whitespace()) {
            None | Some(b'{') => Failed::silent(),
            Some(b'<') => ModelError::Refused(fault::web_page(host)).into(),
            Some(_) => ModelError::Refused(format!(
                "{host} answers with something that is not JSON; check OPENAI_BASE_URL, it mostly ends in /v1"
            ))
            .into(),
        }
    }

    pub(super) fn failed(&self, refusal: &Refusal, model: &str) -> Failed {
        refusal.failed(&self.wire.host, model, self.config.key.as_ref().map(Key::reveal))
    }
}

/// The dialect without streams: of all, or of requests with tools.
fn at_once(dialect: Dialect, tools: bool) -> Dialect {
    if tools { Dialect { streams_calls: false, ..dialect } } else { Dialect { streams: false, ..dialect } }
}

/// Whether a bad answer is the beginning of a good one.
fn is_part(bad: &Bad, request: &ModelRequest) -> bool {
    bad.kind == Kind::Cut && request.schema.is_none() && !bad.said.trim().is_empty()
}

/// A text that people see is not whole.
fn cut(said: String) -> ModelReply {
    ModelReply { text: format!("{said}{CUT}"), ..ModelReply::default() }
}

/// The blanks an answer's words begin and end with.
fn blanks(answer: &Value) -> (String, String) {
    let words = answer.pointer("/choices/0/message/content").and_then(Value::as_str).unwrap_or_default();
    let begin = words.len() - words.trim_start().len();
    let end = words.trim_end().len();
    (words.get(..begin).unwrap_or_default().to_owned(), words.get(end..).unwrap_or_default().to_owned())
}
