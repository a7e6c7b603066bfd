//! Writes a request for the server. Constant parts come first, so that the bytes before the person's words are a
//! stable prefix (performance.md P6).

use super::turns::Messages;
use crate::adapters::openai::dialects::{Dialect, LimitName, SchemaWay};
use crate::ports::model::{ModelRequest, Schema, Turn};
use serde::Serialize;
use serde_json::value::RawValue;
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// The body of a completion; the order of the fields is the order on the wire.
#[derive(Debug, Default, Serialize)]
pub(crate) struct Body {
    /// Server and model, for what is returned to these alone; it is not sent.
    #[serde(skip)]
    pub origin: String,
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
    pub(crate) fn new(model: &str, dialect: Dialect, limit: u32) -> Self {
        let (max_tokens, max_completion_tokens) = match dialect.limit {
            LimitName::MaxTokens => (Some(limit), None),
            LimitName::MaxCompletionTokens => (None, Some(limit)),
        };
        Self {
            model: model.to_owned(),
            max_tokens,
            max_completion_tokens,
            provider: dialect.require_parameters.then(|| json!({"require_parameters": true})),
            ..Self::default()
        }
    }

    /// Another limit, under the same name.
    pub(crate) fn limit(&mut self, limit: u32) {
        for set in [&mut self.max_tokens, &mut self.max_completion_tokens].into_iter().flatten() {
            *set = limit;
        }
    }

    /// The body of a request in a dialect, with the bad answer and what is said to it in a repair.
    pub(crate) fn of(request: &ModelRequest, mut body: Self, dialect: Dialect, repair: Option<Repair<'_>>) -> Self {
        let returned = Some(body.origin.as_str()).filter(|origin| dialect.kept_fields && !origin.is_empty());
        let mut messages = Messages::of(&request.turns, returned);
        body.tools = request
            .tools
            .iter()
            .filter_map(|tool| {
                let function =
                    json!({"name": tool.name, "description": tool.description, "parameters": tool.parameters});
                raw(json!({"type": "function", "function": function}).to_string())
            })
            .collect();
        let mut asked = repair.map(|repair| repair.text.to_owned());
        if let Some((name, schema)) = &request.schema {
            body.response_format = match dialect.schema {
                SchemaWay::Schema => format_of(name, schema, dialect.strict),
                SchemaWay::Object => raw(r#"{"type":"json_object"}"#.to_owned()),
                SchemaWay::Tool | SchemaWay::Plain => None,
            };
            if dialect.schema == SchemaWay::Tool {
                let (name, schema) = (json!(name), schema.text());
                let function = format!(r#"{{"name":{name},"description":"Gives the answer.","parameters":{schema}}}"#);
                body.tools = raw(format!(r#"{{"type":"function","function":{function}}}"#)).into_iter().collect();
                body.tool_choice = Some(json!({"type": "function", "function": {"name": name}}));
            }
            // A server that was not given the schema needs it in words where the fixed part ends; one that did not keep to
            // it needs them at the end, so that the beginning stays the same.
            let shown = matches!(dialect.schema, SchemaWay::Schema | SchemaWay::Tool);
            if !shown {
                messages.instruct(&in_words(schema));
            } else if let Some(text) = &mut asked {
                text.push_str(&format!("\n\n{}", in_words(schema)));
            }
        }
        if dialect.streams && (body.tools.is_empty() || dialect.streams_calls) {
            body.stream = Some(true);
            body.stream_options = dialect.stream_options.then(|| json!({"include_usage": true}));
        }
        if let (Some(repair), Some(asked)) = (repair, asked) {
            messages.assistant(repair.said);
            messages.user(json!(asked));
        }
        body.messages = messages.written(dialect);
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

/// The response format of a schema, its properties in the order of the schema.
pub(crate) fn format_of(name: &str, schema: &Schema, strict: bool) -> Option<Box<RawValue>> {
    let (name, schema, strict) = (json!(name), schema.text(), if strict { r#""strict":true,"# } else { "" });
    raw(format!(r#"{{"type":"json_schema","json_schema":{{"name":{name},{strict}"schema":{schema}}}}}"#))
}

/// JSON as it is to stand on the wire; none if it is no JSON, which a schema of ours never is.
pub(crate) fn raw(text: String) -> Option<Box<RawValue>> {
    RawValue::from_string(text).ok()
}

fn in_words(schema: &Schema) -> String {
    format!("Answer with exactly one JSON object of this JSON schema, and nothing else:\n{}", schema.text())
}

/// The ids of calls the conversation has already.
pub(crate) fn ids(turns: &[Turn]) -> BTreeSet<&str> {
    let calls = turns.iter().filter_map(|turn| match turn {
        Turn::Assistant { calls, .. } => Some(calls),
        Turn::System { .. } | Turn::User { .. } | Turn::Pictures { .. } | Turn::Tool { .. } => None,
    });
    calls.flatten().map(|call| call.id.as_str()).collect()
}

#[cfg(test)]
mod tests {
    use crate::adapters::openai::dialects::Family;
    use crate::adapters::openai::wire::request::*;

    #[test]
    fn the_limit_and_the_provider_depend_on_the_server() {
        let written = |family: Family| serde_json::to_value(Body::new("m", family.dialect(), 9)).unwrap();
        assert_eq!(written(Family::OpenAi), json!({"model": "m", "max_completion_tokens": 9, "messages": []}));
        let router = written(Family::OpenRouter);
        assert_eq!((&router["max_tokens"], &router["provider"]), (&json!(9), &json!({"require_parameters": true})));
    }
}
