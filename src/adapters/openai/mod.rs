//! A language model on an OpenAI-compatible server: Chat Completions, the common denominator of all of them
//! (platform-facts L1). One request is one answer: no retries here but other ways after a 400 and one repair of a bad
//! answer. It must not log or show what was said, or the key.

mod fault;
mod json;
mod probe;
mod reply;
mod request;
mod ways;
mod wire;

pub use probe::{Found, Probed};

use crate::ports::model::{Model, ModelError, ModelReply, ModelRequest, Purpose, Usage};
use async_trait::async_trait;
use fault::Refusal;
use reply::Bad;
use request::{Body, Repair};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Mutex, PoisonError};
use tokio::sync::OnceCell;
use ways::Ways;
use wire::{Answer, Wire};

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

/// Which server and which models.
#[derive(Clone, Debug)]
pub struct OpenAiConfig {
    /// The root of the API, normally ending in `/v1`.
    pub base_url: String,
    /// The key; a local server may need none.
    pub key: Option<Key>,
    /// The model for everything; found out when absent.
    pub model: Option<String>,
    /// The model of triages, if another.
    pub model_triage: Option<String>,
    /// The model of agents, if another.
    pub model_work: Option<String>,
    /// The model of reports, if another.
    pub model_report: Option<String>,
    /// The words for a model whose answer cannot be used, given what is wrong (`prompts::repair`).
    pub repair: fn(&str) -> String,
}

/// A language model behind HTTP.
pub struct OpenAi {
    config: OpenAiConfig,
    wire: Wire,
    listed: OnceCell<String>,
    ways: Mutex<BTreeMap<String, Ways>>,
    probed: Mutex<Option<Probed>>,
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
    pub fn new(config: OpenAiConfig) -> Result<Self, ModelError> {
        let wire = Wire::new(&config.base_url, config.key.as_ref())?;
        let (ways, probed) = (Mutex::default(), Mutex::default());
        Ok(Self { config, wire, listed: OnceCell::new(), ways, probed })
    }

    /// One request and, if its answer cannot be used, one repair.
    async fn answer(&self, request: &ModelRequest) -> Result<ModelReply, ModelError> {
        let model = self.model_of(request).await?;
        let mut usage = Usage::default();
        let mut bad = match self.send(&model, request, None, &mut usage).await? {
            Ok(reply) => return Ok(ModelReply { usage, ..reply }),
            Err(bad) => bad,
        };
        if bad.repairable {
            tracing::debug!(model, reason = bad.reason, "asking for a repair");
            bad = match self.send(&model, request, Some(&bad), &mut usage).await? {
                Ok(reply) => return Ok(ModelReply { usage, ..reply }),
                Err(bad) => bad,
            };
        }
        Err(ModelError::Unusable(bad.reason))
    }

    /// Sends a request, in other ways while the server refuses these, and reads the answer.
    async fn send(
        &self,
        model: &str,
        request: &ModelRequest,
        bad: Option<&Bad>,
        usage: &mut Usage,
    ) -> Result<Result<ModelReply, Bad>, ModelError> {
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
            let (answer, value) = self.post(&body).await?;
            if let Some(refusal) = fault::refusal(&answer, value.as_ref()) {
                let next = ways.after(&refusal, from, request.schema.is_some());
                ways = next.ok_or_else(|| self.error(&refusal, model))?;
                continue;
            }
            let Some(value) = value else { return Err(self.no_json(&answer)) };
            self.remember(model, ways);
            let sent = serde_json::to_string(&body.messages).map_or(0, |text| text.chars().count());
            let (tokens_in, tokens_out) = reply::tokens(&value, sent);
            usage.calls = usage.calls.saturating_add(1);
            usage.tokens_in = usage.tokens_in.saturating_add(tokens_in);
            usage.tokens_out = usage.tokens_out.saturating_add(tokens_out);
            return Ok(reply::read(&value, request));
        }
    }

    /// Posts a completion; the body of the answer as JSON, if it is some.
    async fn post(&self, body: &Body) -> Result<(Answer, Option<Value>), ModelError> {
        let bytes = serde_json::to_vec(body)
            .map_err(|error| ModelError::Refused(format!("the request cannot be written: {error}")))?;
        let answer = self.wire.post("/chat/completions", bytes).await?;
        let value = serde_json::from_slice(&answer.body).ok().filter(Value::is_object);
        Ok((answer, value))
    }

    /// What a success without a JSON object means: begun or empty, it broke off; else it is another kind of server.
    fn no_json(&self, answer: &Answer) -> ModelError {
        match answer.body.iter().find(|byte| !byte.is_ascii_whitespace()) {
            None | Some(b'{') => ModelError::Retry { after: fault::DOWN },
            Some(_) => ModelError::Refused(format!(
                "{} answers with something that is not JSON; check OPENAI_BASE_URL, it mostly ends in /v1",
                self.wire.host
            )),
        }
    }

    fn error(&self, refusal: &Refusal, model: &str) -> ModelError {
        refusal.error(&self.wire.host, model, self.config.key.as_ref().map(Key::reveal))
    }

    /// The model of a request: its own, the purpose's, the one for everything, or what the server has.
    async fn model_of(&self, request: &ModelRequest) -> Result<String, ModelError> {
        let of_purpose = match &request.purpose {
            Purpose::Triage(_) => &self.config.model_triage,
            Purpose::Work(_) => &self.config.model_work,
            Purpose::Report(_) => &self.config.model_report,
        };
        self.model_named(request.model.as_ref().or(of_purpose.as_ref())).await
    }

    async fn model_named(&self, special: Option<&String>) -> Result<String, ModelError> {
        if let Some(name) = special.or(self.config.model.as_ref()) {
            return Ok(name.clone());
        }
        if self.is_openai() {
            return Ok(DEFAULT_MODEL.to_owned());
        }
        self.listed.get_or_try_init(|| self.first_listed()).await.cloned()
    }

    /// The first model of the server's list that can hold a conversation.
    async fn first_listed(&self) -> Result<String, ModelError> {
        let answer = self.wire.get("/models").await?;
        let value: Option<Value> = serde_json::from_slice(&answer.body).ok();
        if let Some(refusal) = fault::refusal(&answer, value.as_ref()) {
            return Err(self.error(&refusal, "(none set)"));
        }
        let list = value.as_ref().and_then(|value| value.get("data")).and_then(Value::as_array);
        let mut names = list.into_iter().flatten().filter_map(|model| model.get("id").and_then(Value::as_str));
        names.find(|name| converses(name)).map(str::to_owned).ok_or_else(|| {
            let host = &self.wire.host;
            ModelError::Refused(format!("{host} lists no model to talk to; load one or name one with OPENAI_MODEL"))
        })
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

    fn keep_probe(&self, found: Probed) {
        *self.probed.lock().unwrap_or_else(PoisonError::into_inner) = Some(found);
    }
}

/// Whether a model of this name is made for conversations, as far as names tell.
fn converses(name: &str) -> bool {
    let name = name.to_lowercase();
    let others = ["embed", "whisper", "tts", "rerank", "moderation", "dall-e", "image", "audio", "clip", "bge-"];
    !others.iter().any(|word| name.contains(word))
}

#[async_trait]
impl Model for OpenAi {
    async fn ask(&self, request: &ModelRequest) -> Result<ModelReply, ModelError> {
        let answered = tokio::time::timeout(request.deadline, self.answer(request)).await;
        answered.unwrap_or(Err(ModelError::Retry { after: fault::DOWN }))
    }

    fn reads(&self) -> bool {
        true
    }

    fn describe(&self) -> String {
        let listed = self.listed.get().map(String::as_str);
        let usual = if self.is_openai() { DEFAULT_MODEL } else { listed.unwrap_or("the first the server lists") };
        let mut line = format!("{} · {}", self.wire.host, self.config.model.as_deref().unwrap_or(usual));
        let special = [
            ("triage", &self.config.model_triage),
            ("work", &self.config.model_work),
            ("report", &self.config.model_report),
        ];
        for (purpose, model) in special.iter().filter_map(|(purpose, model)| Some((purpose, model.as_ref()?))) {
            line.push_str(&format!(", {purpose} {model}"));
        }
        let probed = self.probed.lock().unwrap_or_else(PoisonError::into_inner);
        match probed.as_ref() {
            Some(found) => format!("{line} · {found}"),
            None => format!("{line} · not tried yet"),
        }
    }
}
