//! The readers of this adapter for arbitrary answers (`crate::fuzzing`), with their promises. It sends nothing.

pub use super::voice::fuzzing::recordings;
pub use super::wire::fuzzing::{calls, pieces};

use super::dialects::Family;
use super::fault;
use super::wire::reply::Bad;
use super::wire::{Answer, json, reply, request, stream};
use crate::ports::model::{
    ANSWERS, ModelError, ModelReply, ModelRequest, Purpose, ReportInput, Schema, ToolCall, ToolSpec, TriageInput, Turn,
    understanding_of,
};
use crate::secretary::intent::UnderstandInput;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::time::Duration;

/// The longest wait a server may ask for.
const LONGEST: Duration = Duration::from_secs(600);
/// The statuses an answer is read with.
const STATUSES: [u16; 7] = [200, 302, 400, 401, 404, 429, 503];

/// Reads a body as the answer to each kind of request; what was understood.
pub fn answers(body: &[u8]) -> Vec<ModelReply> {
    let value = if stream::is_stream(body) { stream::whole(body) } else { json::lenient(body) };
    // A stream that is stopped is read as well.
    if let Some(stopped) = stream::stopped(body) {
        reply::tokens(&stopped, 40);
    }
    let mut good = true;
    for status in STATUSES {
        let retry_after = Some(Duration::from_secs(90_000));
        let answer = Answer { status, retry_after, body: body.to_vec(), ..Answer::default() };
        let Some(refusal) = fault::refusal(&answer, value.as_ref()) else {
            assert_eq!(status, 200, "a refusal went for an answer");
            continue;
        };
        good = good && status != 200;
        match refusal.failed("host", "model", Some("sk-secret")).error {
            ModelError::Retry { after } => assert!(after <= LONGEST && !after.is_zero()),
            ModelError::Refused(why) | ModelError::Quota(why) => is_said(&why),
            error @ (ModelError::Unusable(_)
            | ModelError::Impossible(_)
            | ModelError::TooSlow(_)
            | ModelError::Barred(_)
            | ModelError::Queued { .. }) => {
                panic!("not a refusal: {error}")
            }
        }
    }
    let Some(value) = value.filter(|value| good && value.is_object()) else { return Vec::new() };
    let (tokens_in, _) = reply::tokens(&value, 40);
    let reported = value.pointer("/usage/prompt_tokens").and_then(Value::as_u64).filter(|n| *n > 0);
    // At least a tenth of what was sent.
    assert_eq!(tokens_in, reported.map_or(40, |n| n.max(4)));
    let mut asked_by_tool = value.clone();
    request::tool_as_words(&mut asked_by_tool);
    let read = |value: &Value, request: &ModelRequest| match reply::read(value, request, "host/model") {
        Ok(reply) => {
            usable(&reply, request);
            Some(reply)
        }
        Err(Bad { reason, .. }) => {
            is_said(&reason);
            None
        }
    };
    let asked = [
        (&value, understand()),
        (&asked_by_tool, understand()),
        (&value, triage()),
        (&value, report(true)),
        (&value, report(false)),
        (&value, offering()),
    ];
    asked.iter().filter_map(|(value, request)| read(value, request)).collect()
}

/// A reason for people: something, short, on one line, and without the key.
pub(super) fn is_said(why: &str) {
    assert!(!why.trim().is_empty() && why.chars().count() < 800, "{why:?}");
    assert!(!why.contains("sk-secret") && !why.chars().any(|c| c == '\n' || c == '\r'), "{why:?}");
}

/// What a reply must be before anybody else reads it.
fn usable(reply: &ModelReply, asked: &ModelRequest) {
    assert!(!reply.text.is_empty() || !reply.calls.is_empty(), "nothing was said");
    assert!(reply.calls.len() <= 32);
    assert!(reply.kept.as_ref().is_none_or(|kept| kept.model == "host/model" && kept.length() <= 256 * 1024));
    let ids: BTreeSet<&str> = reply.calls.iter().map(|call| call.id.as_str()).collect();
    assert_eq!(ids.len(), reply.calls.len(), "two calls have one id");
    assert!(ids.iter().all(|id| !id.is_empty() && id.len() <= 256) && !ids.contains("used"));
    if asked.schema.is_some() && reply.calls.is_empty() {
        let object: Option<Value> = serde_json::from_str(&reply.text).ok();
        assert!(object.is_some_and(|value| value.is_object()), "no object: {}", reply.text);
        if matches!(asked.purpose, Purpose::Understand(_) | Purpose::Triage(_)) {
            assert!(understanding_of(reply).is_ok(), "an understanding of another shape: {}", reply.text);
        }
    }
    // What the model said goes back to it with its next turn.
    let turn = Turn::Assistant { content: reply.text.clone(), calls: reply.calls.clone(), kept: reply.kept.clone() };
    let next = ModelRequest { turns: vec![turn], ..report(false) };
    let dialect = Family::OpenAi.dialect();
    let empty = request::Body { origin: "host/model".to_owned(), ..request::Body::new("model", dialect, 100) };
    let body = request::Body::of(&next, empty, dialect, None);
    let results = body.messages.iter().filter(|message| message["role"] == "tool").count();
    assert_eq!(results, reply.calls.len(), "every call is answered");
    assert_eq!(body.messages.last().map(|message| message["role"] == "assistant"), Some(false));
    let said = body.messages.iter().filter_map(|message| message["tool_calls"].as_array());
    for call in said.flatten() {
        let name = call["function"]["name"].as_str().unwrap_or_default();
        let arguments = call["function"]["arguments"].as_str().unwrap_or_default();
        assert!((1..=64).contains(&name.len()) && name.is_ascii());
        assert!(serde_json::from_str::<Value>(arguments).is_ok_and(|value| value.is_object()));
    }
}

fn request(purpose: Purpose, schema: bool) -> ModelRequest {
    let schema =
        schema.then(|| ("answer".to_owned(), Schema::new(r#"{"type": "object", "required": ["summary"]}"#.to_owned())));
    let used = ToolCall { id: "used".to_owned(), name: "read_url".to_owned(), arguments: "{}".to_owned() };
    let turns = vec![Turn::Assistant { content: String::new(), calls: vec![used], kept: None }];
    let (tools, model, deadline) = (Vec::new(), None, Duration::from_secs(1));
    ModelRequest { purpose, turns, tools, schema, model, max_output_tokens: 100, deadline, answers: ANSWERS }
}

fn understand() -> ModelRequest {
    let input = UnderstandInput { may_look_up: true, ..UnderstandInput::default() };
    request(Purpose::Understand(Box::new(input)), true)
}

fn triage() -> ModelRequest {
    request(Purpose::Triage(TriageInput::default()), true)
}

fn report(schema: bool) -> ModelRequest {
    request(Purpose::Report(ReportInput::default()), schema)
}

/// With a tool whose arguments have every kind.
fn offering() -> ModelRequest {
    let parameters = json!({"type": "object", "properties": {
        "title": {"type": "string"}, "lines": {"type": ["integer", "null"]}, "tags": {"type": "array", "items": {"type": "string"}},
        "kind": {"enum": ["one", "two"]}, "sure": {"type": "boolean"},
        "inner": {"anyOf": [{"type": "object", "properties": {"size": {"type": "number"}}}, {"type": "null"}]}
    }, "required": ["title"], "additionalProperties": false});
    let (name, description) = ("read_note".to_owned(), "Reads a note.".to_owned());
    let tool = ToolSpec { name, description, parameters, verbatim: vec!["title".to_owned()] };
    ModelRequest { tools: vec![tool], ..report(false) }
}
