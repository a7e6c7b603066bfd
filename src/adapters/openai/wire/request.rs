//! Writes a request for the server. Constant parts come first, so that the bytes before the person's words are a
//! stable prefix (performance.md P6).

use crate::adapters::openai::ways::{LimitName, SchemaWay, Ways};
use crate::ports::model::{ModelRequest, Schema, ToolCall, Turn};
use serde::Serialize;
use serde_json::value::RawValue;
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// The body of a completion; the order of the fields is the order on the wire.
#[derive(Debug, Default, Serialize)]
pub(crate) struct Body {
    pub model: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_tokens: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_completion_tokens: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub provider: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub response_format: Option<Box<RawValue>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tools: Vec<Box<RawValue>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tool_choice: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stream: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stream_options: Option<Value>,
    pub messages: Vec<Value>,
}

/// What is said after a bad answer.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Repair<'a> {
    /// What the model said, if anything.
    pub said: &'a str,
    /// What it is told.
    pub text: &'a str,
}

impl Body {
    /// An empty body for a model with the limit under the name it is known by there.
    pub(crate) fn new(model: &str, ways: Ways, limit: u32, openrouter: bool) -> Self {
        let (max_tokens, max_completion_tokens) = match ways.limit {
            LimitName::MaxTokens => (Some(limit), None),
            LimitName::MaxCompletionTokens => (None, Some(limit)),
        };
        Self {
            model: model.to_owned(),
            max_tokens,
            max_completion_tokens,
            // Without it OpenRouter drops settings a provider does not know, silently (platform-facts L13).
            provider: openrouter.then(|| json!({"require_parameters": true})),
            ..Self::default()
        }
    }

    /// The body of a request in the given ways, with the bad answer and what is said to it in a repair.
    pub(crate) fn of(request: &ModelRequest, mut body: Self, ways: Ways, repair: Option<Repair<'_>>) -> Self {
        body.messages = messages(&request.turns);
        body.tools = request
            .tools
            .iter()
            .filter_map(|tool| {
                let function =
                    json!({"name": tool.name, "description": tool.description, "parameters": tool.parameters});
                raw(json!({"type": "function", "function": function}).to_string())
            })
            .collect();
        if let Some((name, schema)) = &request.schema {
            body.response_format = match ways.schema {
                SchemaWay::Schema => format_of(name, schema),
                SchemaWay::Object => raw(r#"{"type":"json_object"}"#.to_owned()),
                SchemaWay::Tool | SchemaWay::Plain => None,
            };
            if ways.schema == SchemaWay::Tool {
                let (name, schema) = (json!(name), schema.text());
                let function = format!(r#"{{"name":{name},"description":"Gives the answer.","parameters":{schema}}}"#);
                body.tools = raw(format!(r#"{{"type":"function","function":{function}}}"#)).into_iter().collect();
                body.tool_choice = Some(json!({"type": "function", "function": {"name": name}}));
            }
            // A server that was not given the schema, or did not keep to it, needs it in words.
            let shown = matches!(ways.schema, SchemaWay::Schema | SchemaWay::Tool);
            if !shown || repair.is_some() {
                spell_out(&mut body.messages, schema);
            }
        }
        // Not with tools: servers are about that stream words and leave the calls out.
        if ways.streams && body.tools.is_empty() {
            body.stream = Some(true);
            body.stream_options = Some(json!({"include_usage": true}));
        }
        if let Some(repair) = repair {
            if !repair.said.is_empty() {
                body.messages.push(json!({"role": "assistant", "content": repair.said}));
            }
            body.messages.push(json!({"role": "user", "content": repair.text}));
        }
        body
    }
}

/// An answer given as the arguments of the tool that asks for it, as if it had been written. Without the call it stays
/// as it is: the words may hold it.
pub(crate) fn tool_as_words(answer: &mut Value) {
    let Some(message) = answer.pointer_mut("/choices/0/message").and_then(Value::as_object_mut) else { return };
    let arguments = message.get("tool_calls").and_then(|calls| calls.pointer("/0/function/arguments")).cloned();
    message.remove("tool_calls");
    match arguments {
        Some(Value::String(text)) => drop(message.insert("content".to_owned(), Value::String(text))),
        Some(whole @ Value::Object(_)) => drop(message.insert("content".to_owned(), json!(whole.to_string()))),
        _ => {}
    }
}

/// The response format of a strict schema, its properties in the order of the schema.
pub(crate) fn format_of(name: &str, schema: &Schema) -> Option<Box<RawValue>> {
    let (name, schema) = (json!(name), schema.text());
    raw(format!(r#"{{"type":"json_schema","json_schema":{{"name":{name},"strict":true,"schema":{schema}}}}}"#))
}

/// JSON as it is to stand on the wire; none if it is no JSON, which a schema of ours never is.
pub(crate) fn raw(text: String) -> Option<Box<RawValue>> {
    RawValue::from_string(text).ok()
}

/// Appends the schema to the first system message, where the fixed part ends.
fn spell_out(messages: &mut Vec<Value>, schema: &Schema) {
    let schema = schema.text();
    let words = format!("Answer with exactly one JSON object of this JSON schema, and nothing else:\n{schema}");
    let system = messages.iter_mut().find(|message| message["role"] == "system");
    match system.and_then(|message| message.get_mut("content")) {
        Some(Value::String(text)) => {
            text.push_str("\n\n");
            text.push_str(&words);
        }
        _ => messages.insert(0, json!({"role": "system", "content": words})),
    }
}

/// The turns as messages. Every call gets a tool message before the next turn, or the server refuses the whole
/// conversation (platform-facts L6).
fn messages(turns: &[Turn]) -> Vec<Value> {
    let mut messages = Vec::with_capacity(turns.len());
    let mut open: Vec<String> = Vec::new();
    for turn in turns {
        if !matches!(turn, Turn::Tool { .. }) {
            close(&mut open, &mut messages);
        }
        match turn {
            Turn::System { content } => messages.push(json!({"role": "system", "content": content})),
            Turn::User { content } => messages.push(json!({"role": "user", "content": content})),
            Turn::Assistant { content, calls } if calls.is_empty() => {
                messages.push(json!({"role": "assistant", "content": content}));
            }
            Turn::Assistant { content, calls } => {
                let text = if content.is_empty() { Value::Null } else { json!(content) };
                let list: Vec<Value> = calls.iter().map(call).collect();
                open = calls.iter().map(|call| call.id.clone()).collect();
                messages.push(json!({"role": "assistant", "content": text, "tool_calls": list}));
            }
            Turn::Tool { id, content } => {
                open.retain(|waiting| waiting != id);
                messages.push(json!({"role": "tool", "tool_call_id": id, "content": content}));
            }
        }
    }
    close(&mut open, &mut messages);
    messages
}

fn close(open: &mut Vec<String>, messages: &mut Vec<Value>) {
    for id in open.drain(..) {
        messages.push(json!({"role": "tool", "tool_call_id": id, "content": "(not done)"}));
    }
}

/// A call as the server wants it back. A name no function can have, or arguments that are not JSON, would make it
/// refuse the conversation; the result beside it tells the model what was wrong.
fn call(call: &ToolCall) -> Value {
    let fits = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    let name: String = call.name.chars().map(|c| if fits(c) { c } else { '_' }).take(64).collect();
    let name = if name.is_empty() { "unnamed".to_owned() } else { name };
    let sound = serde_json::from_str::<Value>(&call.arguments).is_ok_and(|value| value.is_object());
    let arguments = if sound { call.arguments.as_str() } else { "{}" };
    json!({"id": call.id, "type": "function", "function": {"name": name, "arguments": arguments}})
}

/// The ids of calls the conversation has already.
pub(crate) fn ids(turns: &[Turn]) -> BTreeSet<&str> {
    let calls = turns.iter().filter_map(|turn| match turn {
        Turn::Assistant { calls, .. } => Some(calls),
        Turn::System { .. } | Turn::User { .. } | Turn::Tool { .. } => None,
    });
    calls.flatten().map(|call| call.id.as_str()).collect()
}

#[cfg(test)]
mod tests {
    use crate::adapters::openai::wire::request::*;

    fn tool(id: &str, name: &str, arguments: &str) -> ToolCall {
        ToolCall { id: id.into(), name: name.into(), arguments: arguments.into() }
    }

    #[test]
    fn every_call_is_answered_and_fit_to_be_sent_back() {
        let calls = vec![tool("a", "read url", "{broken"), tool("b", "", "{\"x\":1}")];
        let turns = [
            Turn::Assistant { content: String::new(), calls },
            Turn::Tool { id: "b".into(), content: "done".into() },
            Turn::User { content: "and?".into() },
        ];
        let sent = messages(&turns);
        assert_eq!(sent[0]["content"], Value::Null);
        assert_eq!(sent[0]["tool_calls"][0]["function"], json!({"name": "read_url", "arguments": "{}"}));
        assert_eq!(sent[0]["tool_calls"][1]["function"], json!({"name": "unnamed", "arguments": "{\"x\":1}"}));
        assert_eq!(sent[1], json!({"role": "tool", "tool_call_id": "b", "content": "done"}));
        assert_eq!(sent[2], json!({"role": "tool", "tool_call_id": "a", "content": "(not done)"}));
        assert_eq!(sent[3]["role"], "user");
    }

    #[test]
    fn the_limit_and_the_provider_depend_on_the_server() {
        let openai = serde_json::to_value(Body::new("m", Ways::first(true), 9, false)).unwrap();
        assert_eq!(openai, json!({"model": "m", "max_completion_tokens": 9, "messages": []}));
        let router = serde_json::to_value(Body::new("m", Ways::first(false), 9, true)).unwrap();
        assert_eq!((&router["max_tokens"], &router["provider"]), (&json!(9), &json!({"require_parameters": true})));
    }
}
