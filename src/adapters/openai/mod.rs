//! A language model on an OpenAI-compatible server: Chat Completions, which all of them share (platform-facts L1).
//! One request is one answer: there are no retries, except another way after a 400 and one repair of a bad answer. It
//! must not log or show the conversation or the key.

mod chain;
mod fault;
#[cfg(any(test, feature = "fuzzing"))]
#[path = "../../../fuzz/readers/adapters/openai.rs"]
pub mod fuzzing;
mod models;
mod usage_meter;
mod ways;
mod wire;

use crate::ports::clock::Clock;
use crate::ports::model::{Failure, Model, ModelError, ModelReply, ModelRequest};
use crate::secretary::budget::cost::Prices;
use crate::secretary::settings::model_capabilities::{Abilities, ModelCapabilities};
use async_trait::async_trait;
use chain::{Failed, Resting};
use fault::Refusal;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::OnceCell;
use tokio::time::Instant;
use usage_meter::UsageMeter;
use ways::{SchemaWay, Ways};
use wire::reply::Bad;
use wire::request::{Body, Repair};
use wire::{Answer, NoAnswer, Wire};

/// The model asked for on OpenAI's own server when none is set: small, current, and what OpenAI names as the successor
/// of its earlier small ones (developers.openai.com/api/docs/deprecations, November 2026).
pub const DEFAULT_MODEL: &str = "gpt-6-luna";

/// How much of a bad answer is shown to the model again, in characters.
const SHOWN: usize = 4_000;

/// The key of a server; Debug hides it.
#[derive(Clone)]
pub struct Key(String);

impl Key {
    /// Hides a key.
    pub fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Key(hidden)")
    }
}

/// Which server and which models. A list of models is a chain: the first takes the requests, the next ones stand in
/// when it does not work.
#[derive(Clone, Debug)]
pub struct OpenAiConfig {
    /// The root of the API, normally ending in `/v1`.
    pub base_url: String,
    /// The key; a local server may need none.
    pub key: Option<Key>,
    /// The models for everything; found out when there are none.
    pub model: Vec<String>,
    /// The models of triages, if others.
    pub model_triage: Vec<String>,
    /// The models of agents, if others.
    pub model_work: Vec<String>,
    /// The models of reports, if others.
    pub model_report: Vec<String>,
    /// What models cost.
    pub prices: Prices,
    /// The words for a model whose answer cannot be used, given what is wrong (`prompts::repair`).
    pub repair: fn(&str) -> String,
}

/// A language model behind HTTP.
pub struct OpenAi {
    config: OpenAiConfig,
    clock: Arc<dyn Clock>,
    wire: Wire,
    listed: OnceCell<String>,
    ways: Mutex<BTreeMap<String, Ways>>,
    able: Mutex<BTreeMap<String, Abilities>>,
    resting: Resting,
}

impl fmt::Debug for OpenAi {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OpenAi").field("config", &self.config).finish_non_exhaustive()
    }
}

impl OpenAi {
    /// Prepares the model; nothing is sent until the first request or the probe.
    ///
    /// # Errors
    /// [`ModelError::Refused`] for an address or a key that can never work.
    pub fn new(config: OpenAiConfig, clock: Arc<dyn Clock>) -> Result<Self, ModelError> {
        let wire = Wire::new(&config.base_url, config.key.as_ref())?;
        let (ways, able, resting) = (Mutex::default(), Mutex::default(), Resting::default());
        Ok(Self { config, clock, wire, listed: OnceCell::new(), ways, able, resting })
    }

    /// Asks the models of a request's chain in turn until one answers; `meter` gathers what every answer cost, also
    /// of those that could not be used or never came.
    async fn answer(&self, request: &ModelRequest, meter: &mut UsageMeter<'_>) -> Result<ModelReply, ModelError> {
        let began = Instant::now();
        let left = || request.deadline.saturating_sub(began.elapsed());
        let late = ModelError::Retry { after: fault::DOWN };
        let chain = tokio::time::timeout(left(), self.chain_of(request)).await.unwrap_or(Err(late.clone()))?;
        let mut kept: Option<Failed> = None;
        for model in self.resting.order(&chain, self.clock.now()) {
            if chain.first() != Some(&model) {
                self.probe_once(&model, left() / 3).await;
            }
            let (before, since) = (meter.so_far(), Instant::now());
            let asked = tokio::time::timeout(left(), self.one(&model, request, meter)).await;
            meter.lost();
            let asked = asked.unwrap_or_else(|_| Err(Failed::silent()));
            models::measured::asked(
                request.purpose.name(),
                &model,
                asked.as_ref(),
                since.elapsed(),
                (before, meter.so_far()),
            );
            let failed = match asked {
                Ok(reply) => {
                    self.resting.answered(&model);
                    return Ok(reply);
                }
                Err(failed) => failed,
            };
            let pass = self.resting.failed(&model, &failed, self.clock.now());
            kept = Some(failed.or(kept));
            if !pass || left() == Duration::ZERO || meter.calls() >= request.answers {
                break;
            }
        }
        Err(kept.map_or(late, |failed| failed.error))
    }

    /// One request to one model and, if its answer cannot be used, one repair.
    async fn one(&self, model: &str, request: &ModelRequest, meter: &mut UsageMeter<'_>) -> Result<ModelReply, Failed> {
        let mut bad = match self.send(model, request, None, meter).await? {
            Ok(reply) => return Ok(reply),
            Err(bad) => bad,
        };
        if bad.repairable && meter.calls() < request.answers {
            tracing::debug!(model, reason = bad.reason, "asking for a repair");
            bad = match self.send(model, request, Some(&bad), meter).await? {
                Ok(reply) => return Ok(reply),
                Err(bad) => bad,
            };
        }
        Err(ModelError::Unusable(bad.reason).into())
    }

    /// Sends a request, in other ways while the server refuses these, and reads the answer.
    async fn send(
        &self,
        model: &str,
        request: &ModelRequest,
        bad: Option<&Bad>,
        meter: &mut UsageMeter<'_>,
    ) -> Result<Result<ModelReply, Bad>, Failed> {
        let words = bad.map(|bad| {
            let said: String = bad.said.chars().take(SHOWN).collect();
            (said, (self.config.repair)(&bad.reason))
        });
        let repair = words.as_ref().map(|(said, text)| Repair { said, text });
        let from = self.ways(model);
        let mut ways = from;
        loop {
            let empty = Body::new(model, ways, request.max_output_tokens, self.openrouter());
            let body = Body::of(request, empty, ways, repair);
            meter.sending(&body, request.max_output_tokens);
            let (answer, value) = self
                .post(&body, request.deadline)
                .await
                .inspect_err(|none| if none.sent { meter.lost() } else { meter.unsent() })?;
            if let Some(refusal) = fault::refusal(&answer, value.as_ref()) {
                // A server that refuses by its status has thought nothing; an error behind a 200 may come after the prompt was read.
                if answer.status >= 400 {
                    meter.unsent()
                } else {
                    meter.refused()
                }
                let next = ways.after(&refusal, from, request.schema.is_some());
                ways = next.ok_or_else(|| self.failed(&refusal, model))?;
                continue;
            }
            let Some(mut value) = value else {
                meter.lost();
                if ways.streams && wire::stream::is_stream(&answer.body) {
                    // Something between here and the server breaks streams: from now on without.
                    self.remember(model, Ways { streams: false, ..ways });
                    return Err(Failed::silent());
                }
                return Err(self.no_json(&answer));
            };
            self.remember(model, ways);
            let (tokens_in, tokens_out) = wire::reply::tokens(&value, meter.sent());
            meter.answered(tokens_in, tokens_out);
            if ways.schema == SchemaWay::Tool && request.schema.is_some() {
                wire::request::tool_as_words(&mut value);
            }
            let read = wire::reply::read(&value, request);
            let empty = matches!(&read, Err(bad) if bad.reason == wire::reply::EMPTY);
            if empty && ways.streams && wire::stream::is_stream(&answer.body) {
                // What it had to say may have been left out of the stream: it is asked for whole, now and from now on.
                ways = Ways { streams: false, ..ways };
                self.remember(model, ways);
                if meter.calls() < request.answers {
                    continue;
                }
            }
            return Ok(read);
        }
    }

    /// Posts a completion that may take so long; the whole of the answer as JSON, if it is some.
    async fn post(&self, body: &Body, deadline: Duration) -> Result<(Answer, Option<Value>), NoAnswer> {
        let bytes = serde_json::to_vec(body).map_err(|error| {
            NoAnswer::unsent(ModelError::Refused(format!("the request cannot be written: {error}")))
        })?;
        let answer = self.wire.post("/chat/completions", bytes, deadline).await?;
        let value = if wire::stream::is_stream(&answer.body) {
            wire::stream::whole(&answer.body)
        } else {
            serde_json::from_slice(&answer.body).ok().filter(Value::is_object)
        };
        Ok((answer, value))
    }

    /// What a success without a JSON object means: begun or empty, it broke off; else it is another kind of server.
    fn no_json(&self, answer: &Answer) -> Failed {
        match answer.body.iter().find(|byte| !byte.is_ascii_whitespace()) {
            None | Some(b'{') => Failed::silent(),
            Some(_) => ModelError::Refused(format!(
                "{} answers with something that is not JSON; check OPENAI_BASE_URL, it mostly ends in /v1",
                self.wire.host
            ))
            .into(),
        }
    }

    fn failed(&self, refusal: &Refusal, model: &str) -> Failed {
        refusal.failed(&self.wire.host, model, self.config.key.as_ref().map(Key::reveal))
    }

    fn is_openai(&self) -> bool {
        self.wire.domain == "api.openai.com"
    }

    fn openrouter(&self) -> bool {
        self.wire.domain == "openrouter.ai"
    }

    fn ways(&self, model: &str) -> Ways {
        let known = self.ways.lock().unwrap_or_else(PoisonError::into_inner);
        known.get(model).copied().unwrap_or_else(|| Ways::first(self.is_openai()))
    }

    fn remember(&self, model: &str, ways: Ways) {
        self.ways.lock().unwrap_or_else(PoisonError::into_inner).insert(model.to_owned(), ways);
    }

    fn able(&self, model: &str) -> Option<Abilities> {
        self.known().get(model).cloned()
    }

    fn keep(&self, model: &str, able: Abilities) {
        self.known().insert(model.to_owned(), able);
    }

    fn known(&self) -> MutexGuard<'_, BTreeMap<String, Abilities>> {
        self.able.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[async_trait]
impl Model for OpenAi {
    async fn ask(&self, request: &ModelRequest) -> Result<ModelReply, Failure> {
        let mut meter = UsageMeter::new(&self.config.prices, request.answers);
        match self.answer(request, &mut meter).await {
            Ok(reply) => Ok(ModelReply { usage: meter.so_far(), ..reply }),
            Err(error) => Err(Failure { error, usage: meter.so_far() }),
        }
    }

    fn reads(&self) -> bool {
        true
    }

    fn describe(&self) -> String {
        self.line()
    }

    fn capabilities(&self) -> ModelCapabilities {
        self.sit()
    }
}
