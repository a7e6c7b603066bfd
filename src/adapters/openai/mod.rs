//! A language model on an OpenAI-compatible server: Chat Completions, which all of them share (platform-facts L1).
//! One request is one answer: there are no retries, except another way after a 400, one repair of a bad answer and the
//! rest of one that was cut off. It must not log or show the conversation or the key.

mod asking;
mod chain;
mod cut_off;
mod dialects;
mod fault;
#[cfg(any(test, feature = "fuzzing"))]
#[path = "../../../fuzz/readers/adapters/openai.rs"]
pub mod fuzzing;
mod models;
mod object_turns;
mod pictures;
mod usage_meter;
mod voice;
mod wire;

use crate::ports::clock::Clock;
use crate::ports::model::{Failure, Model, ModelError, ModelReply, ModelRequest, Recording, Senses, Usage};
use crate::secretary::budget::cost::Prices;
use crate::secretary::settings::model_capabilities::{Abilities, Found, ModelCapabilities};
use async_trait::async_trait;
use chain::{Failed, Resting};
use dialects::{Dialect, Family};
use models::vision::Sight;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::{Notify, OnceCell};
use tokio::time::Instant;
use usage_meter::UsageMeter;
use voice::Voice;
pub use voice::VoiceConfig;
use wire::Wire;

/// The model asked for on OpenAI's own server when none is set: small, current, and what OpenAI names as the successor
/// of its earlier small ones (developers.openai.com/api/docs/deprecations, November 2026).
pub const DEFAULT_MODEL: &str = "gpt-6-luna";

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
    /// The models of requests with pictures, if others.
    pub model_vision: Vec<String>,
    /// Who writes down recordings.
    pub voice: VoiceConfig,
    /// What models cost.
    pub prices: Prices,
    /// The words for a model whose answer cannot be used, given what is wrong (`prompts::repair`).
    pub repair: fn(&str) -> String,
}

impl OpenAiConfig {
    /// A server with one chain of models for everything, without prices and recordings.
    pub fn new(base_url: &str, key: Option<Key>, model: Vec<String>, repair: fn(&str) -> String) -> Self {
        Self {
            base_url: base_url.to_owned(),
            key,
            model,
            model_triage: Vec::new(),
            model_work: Vec::new(),
            model_report: Vec::new(),
            model_vision: Vec::new(),
            voice: VoiceConfig::default(),
            prices: Prices::default(),
            repair,
        }
    }
}

/// A language model behind HTTP.
pub struct OpenAi {
    config: OpenAiConfig,
    clock: Arc<dyn Clock>,
    wire: Wire,
    listed: OnceCell<String>,
    family: Mutex<Family>,
    dialects: Mutex<BTreeMap<String, Dialect>>,
    able: Mutex<BTreeMap<String, Abilities>>,
    resting: Resting,
    served: Notify,
    sight: Sight,
    voice: Option<Voice>,
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
        let voice = Voice::of(&config)?;
        let family = Mutex::new(Family::of_host(&wire.domain));
        let (dialects, able, resting) = (Mutex::default(), Mutex::default(), Resting::default());
        let (listed, served, sight) = (OnceCell::new(), Notify::new(), Sight::default());
        Ok(Self { config, clock, wire, listed, family, dialects, able, resting, served, sight, voice })
    }

    /// Asks the models of a request's chain in turn until one answers; `meter` gathers what every answer cost, also
    /// of those that could not be used or never came.
    async fn answer(&self, request: &ModelRequest, meter: &mut UsageMeter<'_>) -> Result<ModelReply, ModelError> {
        let began = Instant::now();
        let left = || request.deadline.saturating_sub(began.elapsed());
        let late = ModelError::Retry { after: fault::DOWN };
        let scaled = pictures::scaled(request).await;
        let request = scaled.as_ref().unwrap_or(request);
        let chain = tokio::time::timeout(left(), self.chain_of(request)).await.unwrap_or(Err(late.clone()))?;
        let chain = self.seeing_first(request, chain, (left() / 3, &mut *meter)).await;
        let mut kept: Option<Failed> = None;
        for model in self.resting.order(&chain, self.clock.now()) {
            if chain.first() != Some(&model) {
                self.probe_once(&model, left() / 3, meter).await;
            }
            let (before, since) = (meter.so_far(), Instant::now());
            let asked = tokio::time::timeout(left(), self.shown(&model, request, meter)).await;
            meter.lost();
            let asked = asked.unwrap_or_else(|_| Err(Failed::slow()));
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
                    self.served.notify_one();
                    return Ok(reply);
                }
                Err(failed) => failed,
            };
            let pass = self.resting.failed(&model, &failed, self.clock.now());
            let failed = if failed.slow { self.given_up(failed, &model, &chain) } else { failed };
            kept = Some(failed.or(kept));
            if !pass || left() == Duration::ZERO || meter.calls() >= request.answers {
                break;
            }
        }
        Err(kept.map_or(late, |failed| failed.error))
    }

    /// A model that was too slow is asked again once, unless another one can be asked; then it is said.
    fn given_up(&self, failed: Failed, model: &str, chain: &[String]) -> Failed {
        if !self.resting.too_slow(model, chain, self.clock.now()) {
            return failed;
        }
        let host = &self.wire.host;
        ModelError::TooSlow(format!(
            "twice in a row the answer of {model} on {host} took longer than its time limit; choose a smaller model with \
             OPENAI_MODEL, or a faster server with OPENAI_BASE_URL"
        ))
        .into()
    }

    /// The family of the server, as far as known.
    fn family(&self) -> Family {
        *self.family.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn dialect(&self, model: &str) -> Dialect {
        let known = self.dialects.lock().unwrap_or_else(PoisonError::into_inner).get(model).copied();
        known.unwrap_or_else(|| self.family().dialect())
    }

    fn remember(&self, model: &str, dialect: Dialect) {
        self.dialects.lock().unwrap_or_else(PoisonError::into_inner).insert(model.to_owned(), dialect);
    }

    /// What a refusal said of a model's room counts more than any list.
    fn learn_context(&self, model: &str, tokens: u64) {
        self.known().entry(model.to_owned()).or_default().context = Some(tokens);
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
impl Senses for OpenAi {
    async fn words_of(&self, recording: &Recording) -> Result<ModelReply, Failure> {
        let Some(voice) = &self.voice else {
            let why = "no model writes down recordings; OPENAI_MODEL_VOICE names one";
            return Err(ModelError::Impossible(why.to_owned()).into());
        };
        voice.words_of(recording, &self.config.prices).await
    }

    fn sees(&self) -> bool {
        self.sees_any() != Found::Missing
    }

    async fn try_sight(&self) -> Usage {
        let mut meter = UsageMeter::new(&self.config.prices, 1);
        self.find_sight(&mut meter).await;
        meter.so_far()
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
