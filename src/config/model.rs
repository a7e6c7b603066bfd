//! The language model: an OpenAI-compatible server and the models used on it.

use super::Lookup;
use super::fault::{ConfigError, Faults, has_odd, value};
use super::secret::Secret;

/// The server used when only a key is given.
pub const OPENAI: &str = "https://api.openai.com/v1";

/// OPENAI_API_KEY, OPENAI_BASE_URL, OPENAI_MODEL and OPENAI_MODEL_TRIAGE, _WORK, _REPORT.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModelServer {
    /// The root of the API, normally ending in `/v1`, without a slash at the end.
    pub base_url: String,
    /// The key; a local server may need none.
    pub key: Option<Secret>,
    /// The model for everything; the server's choice when absent.
    pub model: Option<String>,
    /// The model of triages.
    pub model_triage: Option<String>,
    /// The model agents use.
    pub model_work: Option<String>,
    /// The model of reports.
    pub model_report: Option<String>,
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
        let mut name = |variable: &'static str| {
            let text = value(lookup, variable)?;
            if text.len() <= 200 && !has_odd(&text) {
                return Some(text);
            }
            faults.note(variable, "must be the name of one model, without spaces", "llama3.1:8b")
        };
        let model = name("OPENAI_MODEL");
        let model_triage = name("OPENAI_MODEL_TRIAGE");
        let model_work = name("OPENAI_MODEL_WORK");
        let model_report = name("OPENAI_MODEL_REPORT");
        let on = key.is_some() || base_url.is_some();
        let base_url = base_url.unwrap_or_else(|| OPENAI.to_owned());
        let server = Self { base_url, key, model, model_triage, model_work, model_report };
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
        lines
    }
}
