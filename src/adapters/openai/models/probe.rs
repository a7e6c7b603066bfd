//! The probe: a few small calls that find out what the server can do (platform-facts L10 to L13). It runs in the
//! background; requests do not wait for it.

use crate::adapters::openai::asking::Said;
use crate::adapters::openai::dialects::finish::{End, end_of};
use crate::adapters::openai::dialects::{Dialect, SchemaWay, ToolWay, Used};
use crate::adapters::openai::fault::Refusal;
use crate::adapters::openai::usage_meter::UsageMeter;
use crate::adapters::openai::wire::request::{Body, format_of, raw};
use crate::adapters::openai::wire::stream;
use crate::adapters::openai::{Key, OpenAi, fault};
use crate::ports::model::{ModelError, Schema};
use crate::secretary::settings::model_capabilities::{Abilities, Found};
use serde_json::{Value, json};
use std::time::Duration;
use tokio::time::Instant;

/// How long one call may take; a local server may have to load the model first.
const DEADLINE: Duration = Duration::from_secs(120);
/// The limit of each answer in tokens: room for models that think before they answer.
const LIMIT: u32 = 1_000;
/// The same for a model that fills the usual one with thoughts.
const LIMIT_TO_THINK: u32 = 4 * LIMIT;
/// Whoever used up its limit within this time is asked again with more.
const QUICK: Duration = Duration::from_secs(20);
/// How long reading the instructions for the first time may take.
const WARMING: Duration = Duration::from_secs(300);
/// The tool of the probe.
const TOOL: &str = "say_word";

/// The answer to one call of the probe.
struct Tried {
    value: Value,
    dialect: Dialect,
    /// It came in pieces.
    in_pieces: bool,
}

impl OpenAi {
    /// Tries what the first choice of every purpose can do and keeps the result for
    /// [`capabilities`](crate::ports::model::Model::capabilities) and for later requests. A server that does not answer leaves
    /// the rest unknown. The others of a chain are tried when they are needed.
    pub async fn probe(&self) -> Vec<(String, Abilities)> {
        let mut tried: Vec<(String, Abilities)> = Vec::new();
        for chain in self.chains() {
            let first = match chain.first() {
                Some(first) => first.clone(),
                None => match within(self.listed_model()).await {
                    Ok(name) => name,
                    Err(error) => {
                        let trouble = Some(self.trouble(&error));
                        tried.push((String::new(), Abilities { trouble, ..Abilities::default() }));
                        return tried;
                    }
                },
            };
            if !tried.iter().any(|(name, _)| *name == first) {
                // Nobody waits for it, so that it is nobody's budget.
                let able = self.probe_model(&first, &mut UsageMeter::new(&self.config.prices, 1)).await;
                tried.push((first, able));
            }
        }
        tried
    }

    /// Waits until the server has answered a request since the last time this was asked: what could not be tried out
    /// while it was away can be then.
    pub async fn served(&self) {
        self.served.notified().await;
    }

    /// Lets a server nearby read the fixed part of its instructions, so that the first person need not wait for that: it
    /// keeps what many requests begin with. Others are not asked.
    pub async fn warm(&self, system: &str) {
        if !(self.wire.near || self.family().small()) {
            return;
        }
        let Some(model) = self.chains().into_iter().next().and_then(|chain| chain.into_iter().next()) else { return };
        let dialect = self.dialect(&model);
        let messages = if dialect.system {
            vec![json!({"role": "system", "content": system}), json!({"role": "user", "content": "Hello."})]
        } else {
            vec![json!({"role": "user", "content": format!("{system}\n\nHello.")})]
        };
        let body = Body { messages, ..Body::new(&model, dialect, 1) };
        let read = tokio::time::timeout(WARMING, self.post(&body, WARMING)).await;
        tracing::debug!(model, read = read.is_ok_and(|answer| answer.is_ok()), "let the server read the instructions");
    }

    /// Tries out a model that stands in for another, the first time it does; within `most`, since somebody waits. Their
    /// request pays for it.
    pub(in crate::adapters::openai) async fn probe_once(
        &self,
        model: &str,
        most: Duration,
        meter: &mut UsageMeter<'_>,
    ) {
        if self.able(model).is_none() {
            self.keep(model, Abilities::default());
            let _ = tokio::time::timeout(most, self.probe_model(model, meter.beside())).await;
        }
    }

    async fn probe_model(&self, model: &str, meter: &mut UsageMeter<'_>) -> Abilities {
        let mut able = Abilities::default();
        let result = async {
            within(async {
                self.identify().await;
                Ok(())
            })
            .await?;
            able.schema = within(self.probe_schema(model, meter)).await?;
            (able.streaming, able.usage) = within(self.probe_stream(model, meter)).await?;
            able.forced_tool = within(self.probe_tool(model, able.usage == Found::Works, meter)).await?;
            if able.forced_tool == Found::Missing && able.schema == Found::Works {
                within(self.probe_own_call(model, meter)).await?;
            }
            Ok::<(), ModelError>(())
        }
        .await;
        able.trouble = result.err().map(|error| self.trouble(&error));
        if able.trouble.is_none() {
            able.context = within(async { Ok(self.context_of(model).await) }).await.unwrap_or_default();
        }
        // A refusal has told it before, perhaps.
        let learned = self.able(model).and_then(|before| before.context);
        able.context = able.context.into_iter().chain(learned).min();
        self.keep(model, able.clone());
        able
    }

    /// Why a model could not be tried out, and what to look at.
    fn trouble(&self, error: &ModelError) -> String {
        if matches!(error, ModelError::Retry { .. }) {
            return format!("{} does not answer; check that it runs there, and OPENAI_BASE_URL", self.wire.host);
        }
        if let ModelError::Quota(why) = error {
            return why.clone();
        }
        // All others say what to look at.
        error.to_string()
    }

    fn busy(&self, refusal: &Refusal) -> String {
        let said = refusal.said(self.config.key.as_ref().map(Key::reveal));
        format!("{} asks us to wait, since it has too many requests{said}", self.wire.host)
    }

    async fn probe_schema(&self, model: &str, meter: &mut UsageMeter<'_>) -> Result<Found, ModelError> {
        let schema = Schema::new(
            json!({
                "type": "object", "additionalProperties": false, "required": ["colour", "number"],
                "properties": {"colour": {"type": "string"}, "number": {"type": "integer"}}
            })
            .to_string(),
        );
        let question = |body: &mut Body, dialect: Dialect| {
            if dialect.schema == SchemaWay::Schema {
                body.response_format = format_of("probe", &schema, dialect.strict);
            }
            body.messages =
                vec![json!({"role": "user", "content": "Name a colour of the sky and a number below ten."})];
        };
        let Tried { value: answer, dialect, .. } = self.probe_call(model, true, question, meter).await?;
        let content = answer.pointer("/choices/0/message/content").and_then(Value::as_str).unwrap_or_default();
        let kept = serde_json::from_str::<Value>(content)
            .is_ok_and(|value| value["colour"].is_string() && value["number"].is_i64());
        let works = dialect.schema == SchemaWay::Schema && kept;
        if dialect.schema == SchemaWay::Schema && !works {
            self.remember(model, Dialect { schema: SchemaWay::Object, ..dialect });
        }
        Ok(Found::from(works))
    }

    async fn probe_stream(&self, model: &str, meter: &mut UsageMeter<'_>) -> Result<(Found, Found), ModelError> {
        let question = |body: &mut Body, dialect: Dialect| {
            body.messages = vec![json!({"role": "user", "content": "Say hello in one word."})];
            in_pieces(body, dialect);
        };
        // A server that is away is found out by the next call.
        let tried = self.probe_call(model, false, question, meter).await.ok().filter(|tried| tried.in_pieces);
        let has = |path: &str, fits: fn(&Value) -> bool| {
            tried.as_ref().and_then(|tried| tried.value.pointer(path)).is_some_and(fits)
        };
        let finished = has("/choices/0/finish_reason", Value::is_string);
        let counted = finished && has("/usage/completion_tokens", Value::is_number);
        // Without the tokens a whole answer is better: it counts them.
        self.remember(model, Dialect { streams: counted, ..self.dialect(model) });
        Ok((Found::from(finished), Found::from(counted)))
    }

    /// Whether a tool the request names is called. Where answers come in pieces, it is asked for in pieces first: some
    /// servers leave calls out of a stream.
    async fn probe_tool(&self, model: &str, streams: bool, meter: &mut UsageMeter<'_>) -> Result<Found, ModelError> {
        for pieces in [true, false].into_iter().skip(usize::from(!streams)) {
            let question = |body: &mut Body, dialect: Dialect| {
                offer(body);
                body.tool_choice = Some(json!({"type": "function", "function": {"name": TOOL}}));
                body.messages = vec![json!({"role": "user", "content": "What is two and two?"})];
                if pieces {
                    in_pieces(body, dialect);
                }
            };
            match self.probe_call(model, false, question, meter).await {
                Ok(Tried { value, dialect, in_pieces }) if calls(&value) && (in_pieces || !pieces) => {
                    // A call with a given shape is the next best thing to an answer with one.
                    let schema = if dialect.schema == SchemaWay::Schema { SchemaWay::Schema } else { SchemaWay::Tool };
                    let found = Dialect { forced_tool: true, streams_calls: pieces, schema, ..dialect };
                    self.remember(model, found);
                    return Ok(Found::Works);
                }
                Ok(_) => {}
                Err(ModelError::Refused(_)) => return Ok(Found::Missing),
                Err(other) => return Err(other),
            }
        }
        Ok(Found::Missing)
    }

    /// Whether a tool is called at all by a model that cannot be told to. Where it is not, and a schema is kept to, a turn
    /// is one object.
    async fn probe_own_call(&self, model: &str, meter: &mut UsageMeter<'_>) -> Result<(), ModelError> {
        let question = |body: &mut Body, _: Dialect| {
            offer(body);
            let words = "Call the tool say_word with the word \"four\". Do not answer in words.";
            body.messages = vec![json!({"role": "user", "content": words})];
        };
        let called = match self.probe_call(model, false, question, meter).await {
            Ok(tried) => calls(&tried.value),
            Err(ModelError::Refused(_)) => false,
            Err(other) => return Err(other),
        };
        if !called {
            self.remember(model, Dialect { tools: ToolWay::Object, ..self.dialect(model) });
        }
        Ok(())
    }

    /// One call of the probe; a refused schema or name of the limit is stepped over as in a real request.
    async fn probe_call(
        &self,
        model: &str,
        schema: bool,
        question: impl Fn(&mut Body, Dialect),
        meter: &mut UsageMeter<'_>,
    ) -> Result<Tried, ModelError> {
        let from = self.dialect(model);
        let (mut dialect, began) = (from, Instant::now());
        loop {
            let limit = if dialect.thinks { LIMIT_TO_THINK } else { LIMIT };
            let mut body = Body::new(model, dialect, limit);
            question(&mut body, dialect);
            let Said { answer, value, refusal, .. } = self.booked(&body, (limit, DEADLINE), meter).await?;
            let Some(refusal) = refusal else {
                if !dialect.thinks && value.as_ref().is_some_and(thought_alone) {
                    dialect.thinks = true;
                    // A slow one would take up all the time there is.
                    if began.elapsed() < QUICK {
                        continue;
                    }
                }
                self.remember(model, dialect);
                let (value, in_pieces) = (value.unwrap_or(Value::Null), stream::is_stream(&answer.body));
                tracing::debug!(model, usage = ?meter.so_far(), "probed the model");
                return Ok(Tried { value, dialect, in_pieces });
            };
            let next = dialect.after(&refusal, from, Used { schema, ..Used::default() });
            dialect = next.ok_or_else(|| match self.failed(&refusal, model).error {
                ModelError::Retry { .. } if refusal.status == 429 => ModelError::Quota(self.busy(&refusal)),
                error => error,
            })?;
        }
    }
}

fn in_pieces(body: &mut Body, dialect: Dialect) {
    body.stream = Some(true);
    body.stream_options = dialect.stream_options.then(|| json!({"include_usage": true}));
}

fn offer(body: &mut Body) {
    let parameters = json!({
        "type": "object", "properties": {"word": {"type": "string"}}, "required": ["word"],
        "additionalProperties": false
    });
    let function = json!({"name": TOOL, "description": "Says one word.", "parameters": parameters});
    body.tools = raw(json!({"type": "function", "function": function}).to_string()).into_iter().collect();
}

/// Whether an answer reached its limit before its first word.
fn thought_alone(answer: &Value) -> bool {
    let words = answer.pointer("/choices/0/message/content").and_then(Value::as_str).unwrap_or_default();
    let calls = answer.pointer("/choices/0/message/tool_calls/0").is_some();
    end_of(answer.pointer("/choices/0/finish_reason")) == End::Cut && words.trim().is_empty() && !calls
}

/// Whether an answer is the call, whole.
fn calls(answer: &Value) -> bool {
    let function = answer.pointer("/choices/0/message/tool_calls/0/function");
    let arguments = function.and_then(|function| function.get("arguments"));
    let whole = match arguments {
        Some(Value::String(text)) => serde_json::from_str::<Value>(text).is_ok_and(|value| value.is_object()),
        other => other.is_some_and(Value::is_object),
    };
    whole && function.and_then(|function| function.get("name")) == Some(&json!(TOOL))
}

async fn within<T>(call: impl Future<Output = Result<T, ModelError>>) -> Result<T, ModelError> {
    tokio::time::timeout(DEADLINE, call).await.unwrap_or(Err(ModelError::Retry { after: fault::DOWN }))
}
