//! Errors of the server and what they mean: try again, quota, or an owner must act. The sentences name the setting to
//! look at and never carry the key or secrets of the address (platform-facts L2, L13).

use super::chain::{Failed, Next};
use super::wire::Answer;
use crate::ports::model::ModelError;
use serde_json::{Value, json};
use std::time::Duration;

/// After how long to try again when the server is down or broken.
pub(super) const DOWN: Duration = Duration::from_secs(10);
/// After how long to try again when the server says "too many" without saying for how long.
const BUSY: Duration = Duration::from_secs(20);
/// Whoever is to wait for this many seconds waits for a quota.
const HOUR: u64 = 3_600;
/// The longest wait taken over from a server.
const LONGEST: Duration = Duration::from_secs(600);

/// An error answer, whatever its form.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Refusal {
    /// The status, or the code in the body of a 200.
    pub status: u16,
    /// Message, type, parameter and code in one lower-case text, for recognising.
    pub words: String,
    /// The message, for people.
    pub message: String,
    /// How long to wait, from the header or the body; uncapped.
    pub retry_after: Option<Duration>,
    /// The room of the model and the length of the prompt in tokens, where they stand beside the message (llama.cpp).
    pub room: (Option<u64>, Option<u64>),
    /// The body is a web page: something else answers at this address.
    pub web_page: bool,
}

/// Whether the value of a field `error` is one: some servers put nothing into it.
pub(super) fn is_error(value: &Value) -> bool {
    match value {
        Value::Null | Value::Bool(false) => false,
        Value::String(text) => !text.trim().is_empty(),
        Value::Array(list) => !list.is_empty(),
        Value::Object(fields) => !fields.is_empty(),
        Value::Number(number) => number.as_u64() != Some(0),
        Value::Bool(true) => true,
    }
}

/// Whether the body of an answer with a good status is an error without its usual name: words, and nothing that was asked for.
pub(super) fn is_bare_error(body: &Value) -> bool {
    let says = |name: &&str| body.get(*name).is_some_and(|said| is_error(said) && reason(said, 0).is_some());
    let asked_for = ["choices", "usage", "data"].iter().any(|name| body.get(*name).is_some());
    body.as_str().is_some_and(|text| !text.trim().is_empty()) || !asked_for && BARE.iter().any(says)
}

/// The error in an answer to a request for words, as of [`refusal`]; also where the error has no name of its own.
pub(super) fn refusal_of_words(answer: &Answer, body: Option<&Value>) -> Option<Refusal> {
    refusal(answer, body).or_else(|| {
        let bare = body.filter(|body| is_bare_error(body))?;
        refusal(answer, Some(&json!({"error": bare})))
    })
}

/// The error in an answer, if it is one: any status but 2xx, or a 200 whose body is an error (OpenRouter).
pub(super) fn refusal(answer: &Answer, body: Option<&Value>) -> Option<Refusal> {
    let good = (200..300).contains(&answer.status);
    // Gemini puts its errors into a list.
    let body = body.map(|body| body.as_array().and_then(|list| list.first()).unwrap_or(body));
    let within = |path: &str| body.and_then(|body| body.pointer(path)).filter(|error| is_error(error));
    let whole = body.filter(|body| body.get("object").is_some_and(|object| object == "error"));
    let error = within("/error").or_else(|| within("/choices/0/error")).or(whole);
    if good && error.is_none() {
        return None;
    }
    let error = error.or(body);
    let text = |name: &str| match error.and_then(|error| error.get(name)) {
        Some(Value::String(text)) => text.clone(),
        Some(Value::Number(number)) => number.to_string(),
        _ => String::new(),
    };
    let number = |name: &str| error.and_then(|error| error.get(name)).and_then(Value::as_u64);
    let web_page = body.is_none() && answer.body.trim_ascii_start().starts_with(b"<");
    let message = match error {
        Some(error) => reason(error, 0).or_else(|| reason(body?, 0)).unwrap_or_default(),
        None if web_page => "it answers with a web page".to_owned(),
        None => String::from_utf8_lossy(&answer.body).chars().take(1_000).collect(),
    };
    let code = text("code");
    let words = format!("{message} {} {} {} {code}", text("type"), text("param"), text("status")).to_lowercase();
    let retry_after = answer.retry_after.or_else(|| error.and_then(delay));
    let room = (number("n_ctx"), number("n_prompt_tokens"));
    let refusal = Refusal { status: answer.status, words, message, retry_after, room, web_page };
    Some(if good { refusal.behind_a_good_status(&code) } else { refusal })
}

/// How deep an error may stand in others.
const DEPTH: u32 = 6;
/// How many `{` are tried as the beginning of an error within a text.
const TRIES: usize = 16;
/// Where errors have their words, the usual place first.
const PLACES: [&str; 9] =
    ["message", "msg", "error", "detail", "errors", "error_message", "error_msg", "title", "reason"];
/// Those of them that stand in no answer without an error.
const BARE: [&str; 6] = ["message", "msg", "detail", "errors", "error_message", "error_msg"];

/// Where an error that stands within a text has its words.
const WITHIN: [&str; 4] = ["error", "message", "msg", "detail"];

/// The words of an error: a text, the fields of an object, lists of these (FastAPI), or JSON in a text.
fn reason(error: &Value, depth: u32) -> Option<String> {
    if depth > DEPTH {
        return None;
    }
    let inner = |value: &Value| reason(value, depth + 1);
    match error {
        Value::String(text) => {
            let within = json_within(text).as_ref().and_then(inner).or_else(|| of_python(text));
            within.or_else(|| Some(text.clone())).filter(|text| !text.trim().is_empty())
        }
        Value::Array(list) => {
            let all: Vec<String> = list.iter().take(3).filter_map(inner).collect();
            Some(all.join("; ")).filter(|text| !text.is_empty())
        }
        Value::Object(map) => {
            let said = PLACES.iter().find_map(|name| map.get(*name).and_then(inner))?;
            // Where the fault is (FastAPI), and what the provider behind it said (OpenRouter).
            let place = map.get("loc").and_then(Value::as_array).map(|parts| {
                let parts = parts.iter().map(|part| part.as_str().map_or_else(|| part.to_string(), str::to_owned));
                format!("{}: ", parts.collect::<Vec<_>>().join("."))
            });
            let behind = error.pointer("/metadata/raw").and_then(inner).map(|raw| format!(": {raw}"));
            Some(format!("{}{said}{}", place.unwrap_or_default(), behind.unwrap_or_default()))
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => None,
    }
}

/// The error as JSON within a text: of a proxy that tells what the server behind it said.
fn json_within(text: &str) -> Option<Value> {
    if let Ok(whole @ (Value::Object(_) | Value::Array(_))) = serde_json::from_str(text) {
        return Some(whole);
    }
    text.match_indices('{').take(TRIES).find_map(|(at, _)| {
        let value = serde_json::Deserializer::from_str(text.get(at..)?).into_iter::<Value>().next()?.ok()?;
        WITHIN.iter().any(|name| value.get(*name).is_some_and(|said| !said.is_null())).then_some(value)
    })
}

/// The words of an error that is written as Python writes its objects, with the place of the fault.
fn of_python(text: &str) -> Option<String> {
    let behind = |name: &str| text.split_once(&format!("'{name}': ")).map(|(_, rest)| rest);
    let rest = WITHIN.iter().filter(|name| **name != "error").find_map(|name| {
        let rest = behind(name)?;
        rest.starts_with(['\'', '"']).then_some(rest)
    })?;
    let quote = rest.chars().next()?;
    let said = rest.get(1..)?.split_once(quote)?.0;
    let place = behind("loc").and_then(|rest| rest.strip_prefix(['(', '['])?.split_once([')', ']']));
    let parts = place.map(|(parts, _)| {
        let parts: Vec<&str> = parts.split(',').map(|part| part.trim_matches([' ', '\'', '"'])).collect();
        format!("{}: ", parts.join("."))
    });
    Some(format!("{}{said}", parts.unwrap_or_default()))
}

/// The wait that stands among the details of an error (Gemini): seconds with an "s".
fn delay(error: &Value) -> Option<Duration> {
    let details = error.get("details")?.as_array()?;
    let text = details.iter().find_map(|detail| detail.get("retryDelay").and_then(Value::as_str))?;
    let seconds = text.trim_end_matches('s').parse::<f64>().ok().filter(|seconds| (0.0..1e9).contains(seconds))?;
    Some(Duration::from_secs_f64(seconds))
}

/// Words of a refusal that is about the length of the conversation.
const TOO_LONG: [&str; 16] = [
    "context length",
    "context_length",
    "maximum context",
    "context size",
    "context limit",
    "context_size",
    "context window",
    "too long",
    "too many tokens",
    "token limit",
    "max_new_tokens",
    "maximum number of tokens",
    "input length",
    "input is too large",
    "prompt is too large",
    "reduce the length",
];

impl Refusal {
    /// The same with the status it would have had: by its code, else by its words. All else may pass by itself.
    fn behind_a_good_status(self, code: &str) -> Self {
        if let Some(status) = code.parse::<u16>().ok().filter(|code| (400..600).contains(code)) {
            return Self { status, ..self };
        }
        let refused = Self { status: 400, ..self };
        let known = refused.about_key() || refused.about_model() || refused.about_rules() || refused.too_long();
        if known { refused } else { Self { status: 502, ..refused } }
    }

    fn says(&self, words: &[&str]) -> bool {
        words.iter().any(|word| self.words.contains(word))
    }

    /// It is about the length of the conversation. Asking in another way makes none shorter.
    pub(super) fn too_long(&self) -> bool {
        self.says(&TOO_LONG)
    }

    /// The model or the server cannot call tools: vLLM started without its parser; llama.cpp without its templates, which it
    /// calls a server error; OpenRouter without a provider for them.
    pub(super) fn tools_missing(&self) -> bool {
        let may_be = matches!(self.status, 400 | 422 | 500 | 501)
            || self.status == 404 && self.words.contains("no endpoints found");
        may_be && self.words.contains("tool") && self.says(&["support", "--jinja", "tool-call-parser", "not enabled"])
    }

    /// The rules of the server do not allow what was written (OpenRouter's and others' moderation).
    fn about_rules(&self) -> bool {
        let words =
            ["moderation", "flagged", "content_policy", "content policy", "content_filter", "content management"];
        matches!(self.status, 400 | 403) && self.says(&words)
    }

    fn about_key(&self) -> bool {
        let named = ["api key not valid", "api_key_invalid", "invalid_api_key", "invalid api key", "incorrect api key"];
        self.status == 401 || matches!(self.status, 400 | 403) && self.says(&named)
    }

    fn about_model(&self) -> bool {
        let unknown =
            ["not found", "not exist", "not a valid model", "invalid model", "unknown model", "model_not_found"];
        self.status == 400 && self.words.contains("model") && self.says(&unknown)
    }

    /// What to do about it, and whether another model may do better. `host` and `model` are named in the sentence.
    pub(super) fn failed(&self, host: &str, model: &str, key: Option<&str>) -> Failed {
        let error = self.error(host, model, key);
        let next = match (&error, self.status) {
            (ModelError::Retry { .. }, _) => Next::Strike,
            (ModelError::Quota(_), _) => Next::Rest,
            // The key and the address are the same for all.
            (_, 300..=399) => Next::Stop,
            _ if self.about_key() || self.web_page && self.status != 413 => Next::Stop,
            _ if self.about_rules() => Next::Pass,
            (_, 403 | 404) => Next::Rest,
            _ if self.about_model() => Next::Rest,
            (_, _) => Next::Pass,
        };
        Failed { next, ..error.into() }
    }

    fn error(&self, host: &str, model: &str, key: Option<&str>) -> ModelError {
        let said = self.said(key);
        let broke = [
            "insufficient_quota",
            "billing_hard_limit_reached",
            "exceeded your current quota",
            "insufficient balance",
            "credit balance is too low",
        ];
        // Gemini calls a limit per minute a quota, too, and says when it is over.
        if self.status == 402 || self.retry_after.is_none() && self.says(&broke) {
            return ModelError::Quota(format!("{host} says the account of OPENAI_API_KEY has no credit left{said}"));
        }
        if let Some(hours) = self.retry_after.map(|after| after.as_secs() / HOUR).filter(|hours| *hours > 0)
            && self.status == 429
        {
            return ModelError::Quota(format!(
                "{host} takes no more requests with OPENAI_API_KEY for about {hours} h{said}"
            ));
        }
        match self.status {
            status if self.tools_missing() => ModelError::Refused(format!(
                "{model} on {host} cannot call tools (HTTP {status}{said}); choose a model that can with OPENAI_MODEL, or \
                 start the server with tools turned on"
            )),
            429 => ModelError::Retry { after: self.retry_after.unwrap_or(BUSY).min(LONGEST) },
            408 | 409 | 425 | 500..=599 => ModelError::Retry { after: self.retry_after.unwrap_or(DOWN).min(LONGEST) },
            // The text is left out: servers repeat a part of the key in it.
            _ if self.about_key() => {
                ModelError::Refused(format!("{host} does not accept the key; check OPENAI_API_KEY"))
            }
            300..=399 => ModelError::Refused(format!(
                "{host} sends us elsewhere; put the address it really has into OPENAI_BASE_URL"
            )),
            413 => ModelError::Refused(format!(
                "{host} takes no request of this size; send less, raise the limit of the server, or choose a model on \
                 another server with OPENAI_MODEL and OPENAI_BASE_URL"
            )),
            _ if self.web_page => ModelError::Refused(web_page(host)),
            _ if self.about_rules() => ModelError::Refused(format!(
                "the rules of {host} do not allow this message{said}; put it in other words"
            )),
            _ if self.too_long() => ModelError::Refused(no_room(host, model, &said)),
            403 => ModelError::Refused(format!(
                "{host} does not allow this{said}; check what OPENAI_API_KEY may do and whether it may use {model} (OPENAI_MODEL)"
            )),
            404 => ModelError::Refused(format!(
                "{host} does not know the model {model} or the address{said}; check OPENAI_MODEL and OPENAI_BASE_URL"
            )),
            _ if self.about_model() => {
                ModelError::Refused(format!("{host} does not know the model {model}{said}; check OPENAI_MODEL"))
            }
            status => ModelError::Refused(format!(
                "{host} refuses the request (HTTP {status}{said}); check OPENAI_MODEL (now {model}) and OPENAI_BASE_URL"
            )),
        }
    }

    /// The server's words for a sentence: one line, at most 200 characters, without the key.
    pub(super) fn said(&self, key: Option<&str>) -> String {
        let mut text = self.message.clone();
        if let Some(key) = key.filter(|key| !key.is_empty()) {
            text = text.replace(key, "(key)");
        }
        let line: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).take(200).collect();
        let line = line.trim().trim_end_matches('.');
        if line.is_empty() { String::new() } else { format!(": {line}") }
    }
}

/// A request and its answer do not fit into the room of a model. `said`: the server's words for it, or the size.
pub(super) fn no_room(host: &str, model: &str, said: &str) -> String {
    format!(
        "the room of {model} on {host} is too small for this{said}; raise the context length of the server (-c of llama.cpp, \
         OLLAMA_CONTEXT_LENGTH of Ollama), or choose a model with more room with OPENAI_MODEL"
    )
}

/// Something else answers at this address.
pub(super) fn web_page(host: &str) -> String {
    format!("{host} answers with a web page; check OPENAI_BASE_URL, it mostly ends in /v1")
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

#[cfg(test)]
mod tests {
    use crate::adapters::openai::fault::*;

    fn refused(status: u16, body: &str) -> ModelError {
        let answer = Answer { status, body: body.as_bytes().to_vec(), ..Answer::default() };
        let value = serde_json::from_str::<Value>(body).ok();
        refusal(&answer, value.as_ref()).unwrap().failed("host", "big", Some("sk-secret")).error
    }

    #[test]
    fn every_form_of_an_error_is_read_and_points_to_its_setting() {
        let list = json!([{"error": {"code": 400, "message": "API key not valid. Please pass one.", "status": "INVALID_ARGUMENT"}}]);
        let fields = json!({"detail": [{"loc": ["body", "messages", 0], "msg": "field required", "type": "missing"}]});
        let behind = json!({"error": {"code": 400, "message": "Provider returned error",
            "metadata": {"raw": "{\"error\":{\"message\":\"no such sampler\"}}"}}});
        for (status, body, words) in [
            (400, list.to_string(), "OPENAI_API_KEY"),
            (422, fields.to_string(), "body.messages.0: field required"),
            (400, behind.to_string(), "Provider returned error: no such sampler"),
            (400, json!("bare words").to_string(), "bare words"),
            (400, json!({"error": "text"}).to_string(), ": text)"),
            (400, json!({"errors": [{"message": "one"}, "two"]}).to_string(), "one; two"),
            (400, json!({"object": "error", "message": "flat"}).to_string(), "flat"),
            (400, json!({"error": {"message": "big is not a valid model ID"}}).to_string(), "check OPENAI_MODEL"),
            (400, "plain words\nof a proxy".to_owned(), "plain words of a proxy"),
            (
                400,
                json!({"error": {"message": "litellm.BadRequestError: OpenAIException - {\"error\":{\"message\":\"bad thing\", \
                    \"type\":\"x\"}}. Received Model Group=big"}})
                .to_string(),
                "(HTTP 400: bad thing)",
            ),
            (
                400,
                json!({"message": "[{'type': 'string_type', 'loc': ('body', 'messages', 1), 'msg': 'Input should be a string', 'input': None}]"})
                    .to_string(),
                "(HTTP 400: body.messages.1: Input should be a string)",
            ),
            (
                400,
                json!({"error": "Error code: 400 - {'error': {'message': \"it's bad\", 'code': None}}"}).to_string(),
                "(HTTP 400: it's bad)",
            ),
            (400, json!({"error": {"message": "no such thing: {x}"}}).to_string(), "no such thing: {x})"),
            (413, "<html>Payload Too Large".to_owned(), "takes no request of this size"),
            (403, json!({"error": "flagged by moderation"}).to_string(), "the rules of host do not allow this message"),
            (400, json!({"error": "Requested tokens (2300) exceed context window of 2048"}).to_string(), "OLLAMA_CONTEXT_LENGTH"),
            (404, "<!DOCTYPE html><html>".to_owned(), "answers with a web page; check OPENAI_BASE_URL"),
        ] {
            let ModelError::Refused(sentence) = refused(status, &body) else { panic!("{body}") };
            assert!(sentence.contains(words) && !sentence.contains('\n'), "{sentence}");
        }
    }

    #[test]
    fn an_error_behind_a_good_status_is_told_from_an_answer() {
        let read = |body: Value| {
            let answer = Answer { status: 200, ..Answer::default() };
            refusal_of_words(&answer, Some(&body)).map(|refusal| refusal.failed("host", "big", None).error)
        };
        let fine = json!([{"message": {"content": "Yes."}}]);
        for nothing in [json!(null), json!(""), json!(false), json!(0), json!({}), json!([])] {
            assert_eq!(read(json!({"error": nothing, "message": "ok", "choices": fine.clone()})), None, "{nothing}");
        }
        assert_eq!(read(json!({})), None);
        for (body, words) in [
            (json!({"code": 1002, "msg": "Incorrect API key provided"}), "OPENAI_API_KEY"),
            (json!({"detail": "The model big does not exist"}), "OPENAI_MODEL"),
            (json!({"error_code": 17, "error_msg": "prompt is too long"}), "too small"),
            (json!("unknown model big"), "OPENAI_MODEL"),
            (json!({"error": true, "message": "flagged by moderation"}), "the rules of host"),
            (json!({"message": "not enough credit: exceeded your current quota"}), "no credit"),
        ] {
            let error = read(body.clone()).unwrap();
            assert!(!matches!(error, ModelError::Retry { .. }) && error.to_string().contains(words), "{body} {error}");
        }
        assert_eq!(read(json!({"message": "no worker is free"})), Some(ModelError::Retry { after: DOWN }));
    }

    #[test]
    fn a_quota_that_comes_back_by_itself_is_waited_for() {
        let quota = "You exceeded your current quota, please check your plan and billing details.";
        let minute = json!([{"error": {"code": 429, "message": quota, "details": [{"retryDelay": "34.5s"}]}}]);
        assert_eq!(refused(429, &minute.to_string()), ModelError::Retry { after: Duration::from_millis(34_500) });
        let hours =
            json!({"error": {"message": quota, "status": "RESOURCE_EXHAUSTED", "details": [{"retryDelay": "8000s"}]}});
        assert!(matches!(refused(429, &hours.to_string()), ModelError::Quota(why) if why.contains("about 2 h")));
        let empty = json!({"error": {"message": quota}});
        assert!(matches!(refused(429, &empty.to_string()), ModelError::Quota(_)));
    }
}
