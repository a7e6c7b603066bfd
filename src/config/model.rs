//! The language model: an OpenAI-compatible server and the models used on it.

use super::Lookup;
use super::fault::{ConfigError, Faults, has_odd, value};
use super::secret::Secret;

/// The server used when only a key is given.
pub const OPENAI: &str = "https://api.openai.com/v1";

/// Models one setting may name.
const MOST: usize = 8;

/// OPENAI_API_KEY, OPENAI_BASE_URL, OPENAI_MODEL and OPENAI_MODEL_TRIAGE, _WORK, _REPORT, _VISION, OPENAI_CALLS_AT_ONCE and
/// PRICES_FILE. Each list of models is a chain: the first is used, the next ones when it does not work; an empty list is not
/// set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModelServer {
    /// The root of the API, normally ending in `/v1`, without a slash at the end.
    pub base_url: String,
    /// The key; a local server may need none.
    pub key: Option<Secret>,
    /// The models for everything; the server's choice when empty.
    pub model: Vec<String>,
    /// The models of triages.
    pub model_triage: Vec<String>,
    /// The models agents use.
    pub model_work: Vec<String>,
    /// The models of reports.
    pub model_report: Vec<String>,
    /// The models of requests with pictures.
    pub model_vision: Vec<String>,
    /// Who writes down recordings.
    pub voice: Voice,
    /// Requests of this process under way at the same time; the usual number when not set.
    pub calls: Option<u16>,
    /// The file with the prices of models.
    pub prices: Option<String>,
}

/// OPENAI_MODEL_VOICE, OPENAI_VOICE_BASE_URL and OPENAI_VOICE_API_KEY.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Voice {
    /// The root of the API of another server, normally ending in `/v1`, without a slash at the end.
    pub base_url: Option<String>,
    /// The key, if another than that of the language model.
    pub key: Option<Secret>,
    /// The model.
    pub model: Option<String>,
}

impl Voice {
    fn from_env(lookup: Lookup<'_>, faults: &mut Faults) -> Self {
        let (variable, example) = ("OPENAI_VOICE_BASE_URL", "http://127.0.0.1:8000/v1");
        let base_url = faults.url(lookup, variable, example);
        if base_url.as_ref().is_some_and(|url| url.ends_with("/audio/transcriptions")) {
            faults.note::<()>(variable, "must end in /v1, without /audio/transcriptions", example);
        }
        let key = faults.secret(lookup, "OPENAI_VOICE_API_KEY", "sk-your-key");
        let mut models = chain(lookup, "OPENAI_MODEL_VOICE", faults);
        if models.len() > 1 {
            faults.note::<()>("OPENAI_MODEL_VOICE", "must be the name of one model", "whisper-1");
        }
        Self { base_url, key, model: models.pop() }
    }
}

impl ModelServer {
    /// Reads the section; nothing when there is neither a key nor an address.
    ///
    /// # Errors
    /// A value no server could accept.
    pub fn from_env(lookup: Lookup<'_>) -> Result<Option<Self>, ConfigError> {
        let mut faults = Faults::default();
        let key = faults.secret(lookup, "OPENAI_API_KEY", "sk-your-key");
        let base_url = faults.url(lookup, "OPENAI_BASE_URL", "http://127.0.0.1:11434/v1");
        if base_url.as_ref().is_some_and(|url| url.ends_with("/chat/completions")) {
            let wrong = "must end in /v1, without /chat/completions";
            faults.note::<()>("OPENAI_BASE_URL", wrong, "http://127.0.0.1:11434/v1");
        }
        let mut names = |variable: &'static str| chain(lookup, variable, &mut faults);
        let model = names("OPENAI_MODEL");
        let model_triage = names("OPENAI_MODEL_TRIAGE");
        let model_work = names("OPENAI_MODEL_WORK");
        let model_report = names("OPENAI_MODEL_REPORT");
        let model_vision = names("OPENAI_MODEL_VISION");
        let voice = Voice::from_env(lookup, &mut faults);
        let calls = at_once(lookup, &mut faults);
        let prices = value(lookup, "PRICES_FILE");
        let on = key.is_some() || base_url.is_some();
        let base_url = base_url.unwrap_or_else(|| OPENAI.to_owned());
        let server =
            Self { base_url, key, model, model_triage, model_work, model_report, model_vision, voice, calls, prices };
        faults.or(on.then_some(server))
    }

    /// What looks wrong but may be meant.
    pub(super) fn warnings(&self) -> Vec<String> {
        let mut lines = Vec::new();
        if !self.base_url.ends_with("/v1") {
            lines.push(
                "OPENAI_BASE_URL does not end in /v1, as most servers want it; if the model does not answer, try it with /v1."
                    .to_owned(),
            );
        }
        if self.base_url == OPENAI && self.key.is_none() {
            lines.push("OPENAI_BASE_URL is OpenAI's own server, which needs OPENAI_API_KEY.".to_owned());
        }
        let elsewhere = self.voice.base_url.as_ref().filter(|url| *url != OPENAI);
        if self.voice.model.is_none() && elsewhere.is_some() {
            lines.push(
                "OPENAI_VOICE_BASE_URL has no effect without OPENAI_MODEL_VOICE, the name of the model that writes down recordings there."
                    .to_owned(),
            );
        }
        lines
    }
}

/// How many requests may be under way at the same time.
fn at_once(lookup: Lookup<'_>, faults: &mut Faults) -> Option<u16> {
    let variable = "OPENAI_CALLS_AT_ONCE";
    let text = value(lookup, variable)?;
    let number = text.parse().ok().filter(|number| (1..=1_000).contains(number));
    number.or_else(|| faults.note(variable, "must be a number from 1 to 1000", "4"))
}

/// The names in a setting, each once. A comma too many is no fault, as long as a name is there.
fn chain(lookup: Lookup<'_>, variable: &'static str, faults: &mut Faults) -> Vec<String> {
    let Some(text) = value(lookup, variable) else { return Vec::new() };
    let mut names: Vec<String> = Vec::new();
    for name in text.split(',').map(str::trim).filter(|name| !name.is_empty()) {
        if !names.iter().any(|known| known == name) {
            names.push(name.to_owned());
        }
    }
    let fits = |name: &String| name.len() <= 200 && !has_odd(name);
    if names.is_empty() || !names.iter().all(fits) {
        let wrong = "must be names of models, separated by commas";
        faults.note::<()>(variable, wrong, "llama3.1:8b, qwen3:4b");
        names.clear();
    } else if names.len() > MOST {
        faults.note::<()>(variable, "names more than eight models", "llama3.1:8b, qwen3:4b");
    }
    names
}
