//! Errors of the server and what they mean: try again, quota, or an owner must act. The sentences name the setting to
//! look at and never carry the key or secrets of the address (platform-facts L2, L13).

use super::chain::{Failed, Next};
use super::wire::Answer;
use crate::ports::model::ModelError;
use serde_json::Value;
use std::time::Duration;

/// After how long to try again when the server is down or broken.
pub(super) const DOWN: Duration = Duration::from_secs(10);
/// After how long to try again when the server says "too many" without saying for how long.
const BUSY: Duration = Duration::from_secs(20);
/// The longest wait taken over from a server.
const LONGEST: Duration = Duration::from_secs(600);

/// An error answer, whatever its form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Refusal {
    /// The status, or the code in the body of a 200.
    pub status: u16,
    /// Message, type, parameter and code in one lower-case text, for recognising.
    pub words: String,
    /// The message, for people.
    pub message: String,
    /// Retry-After, uncapped.
    pub retry_after: Option<Duration>,
}

/// The error in an answer, if it is one: any status but 2xx, or a 200 whose body is an error (OpenRouter).
pub(super) fn refusal(answer: &Answer, body: Option<&Value>) -> Option<Refusal> {
    let good = (200..300).contains(&answer.status);
    let choice = body.and_then(|body| body.pointer("/choices/0/error"));
    let error = body.and_then(|body| body.get("error")).or(choice).filter(|error| !error.is_null());
    if good && error.is_none() {
        return None;
    }
    let text = |name: &str| match error.and_then(|error| error.get(name)) {
        Some(Value::String(text)) => text.clone(),
        Some(Value::Number(number)) => number.to_string(),
        _ => String::new(),
    };
    // {"error":{"message":…}}, Ollama's {"error":"text"}, and the forms of gateways.
    let elsewhere = |name: &str| body.and_then(|body| body.get(name)).and_then(Value::as_str);
    let message = match error {
        Some(Value::String(text)) => text.clone(),
        _ => Some(text("message"))
            .filter(|message| !message.is_empty())
            .unwrap_or_else(|| elsewhere("message").or_else(|| elsewhere("detail")).unwrap_or_default().to_owned()),
    };
    let code = text("code");
    let status = if good {
        code.parse::<u16>().ok().filter(|code| (400..600).contains(code)).unwrap_or(502)
    } else {
        answer.status
    };
    let words = format!("{message} {} {} {code}", text("type"), text("param")).to_lowercase();
    Some(Refusal { status, words, message, retry_after: answer.retry_after })
}

impl Refusal {
    /// What to do about it, and whether another model may do better. `host` and `model` are named in the sentence.
    pub(super) fn failed(&self, host: &str, model: &str, key: Option<&str>) -> Failed {
        let error = self.error(host, model, key);
        let next = match (&error, self.status) {
            (ModelError::Retry { .. }, _) => Next::Strike,
            (ModelError::Quota(_), _) => Next::Rest,
            // The key and the address are the same for all.
            (_, 300..=399 | 401) => Next::Stop,
            // OpenRouter's word for a prompt its moderation does not like.
            (_, 403) if self.words.contains("moderation") || self.words.contains("flagged") => Next::Pass,
            (_, 403 | 404) => Next::Rest,
            (_, _) => Next::Pass,
        };
        Failed { error, next }
    }

    fn error(&self, host: &str, model: &str, key: Option<&str>) -> ModelError {
        let said = self.said(key);
        let broke = ["insufficient_quota", "billing_hard_limit_reached", "exceeded your current quota"];
        if self.status == 402 || broke.iter().any(|word| self.words.contains(word)) {
            return ModelError::Quota(format!("{host} says the account of OPENAI_API_KEY has no credit left{said}"));
        }
        // vLLM started without its parser; llama.cpp without its templates, which it calls a server error.
        let no_tools = self.words.contains("tool")
            && ["support", "--jinja", "tool-call-parser"].iter().any(|word| self.words.contains(word));
        match self.status {
            status @ (400 | 422 | 500 | 501) if no_tools => ModelError::Refused(format!(
                "{model} on {host} cannot call tools (HTTP {status}{said}); choose a model that can with OPENAI_MODEL, or \
                 start the server with tools turned on"
            )),
            429 => ModelError::Retry { after: self.retry_after.unwrap_or(BUSY).min(LONGEST) },
            408 | 409 | 425 | 500..=599 => ModelError::Retry { after: self.retry_after.unwrap_or(DOWN).min(LONGEST) },
            // The text of a 401 is left out: servers repeat a part of the key in it.
            401 => ModelError::Refused(format!("{host} does not accept the key; check OPENAI_API_KEY")),
            403 => ModelError::Refused(format!(
                "{host} does not allow this{said}; check what OPENAI_API_KEY may do and whether it may use {model} (OPENAI_MODEL)"
            )),
            404 => ModelError::Refused(format!(
                "{host} does not know the model {model} or the address{said}; check OPENAI_MODEL and OPENAI_BASE_URL"
            )),
            300..=399 => ModelError::Refused(format!(
                "{host} sends us elsewhere; put the address it really has into OPENAI_BASE_URL"
            )),
            status => ModelError::Refused(format!(
                "{host} refuses the request (HTTP {status}{said}); check OPENAI_MODEL (now {model}) and OPENAI_BASE_URL"
            )),
        }
    }

    /// The server's words for a sentence: one line, at most 200 characters, without the key.
    fn said(&self, key: Option<&str>) -> String {
        let mut text = self.message.clone();
        if let Some(key) = key.filter(|key| !key.is_empty()) {
            text = text.replace(key, "(key)");
        }
        let line: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).take(200).collect();
        let line = line.trim().trim_end_matches('.');
        if line.is_empty() { String::new() } else { format!(": {line}") }
    }
}

/// Why no answer came, as an error: all of it may pass but an address that can never work.
pub(super) fn no_answer(error: &reqwest::Error) -> ModelError {
    if error.is_builder() {
        return ModelError::Refused("OPENAI_BASE_URL is not an address that can be called".to_owned());
    }
    ModelError::Retry { after: DOWN }
}

/// A transport error in words, without the address.
pub(super) fn without_address(error: reqwest::Error) -> String {
    format!("the connection to the model cannot be set up ({})", error.without_url())
}
