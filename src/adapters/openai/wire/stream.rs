//! Joins an answer that came in pieces (server-sent events) to the whole answer. Servers put comments between the
//! events, omit the end, or send an error as an event (platform-facts L8, L13).

use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// Whether a body is a stream of events; a server that knows no streams answers with JSON.
pub(crate) fn is_stream(body: &[u8]) -> bool {
    let text = body.trim_ascii_start();
    [&b"data:"[..], b"event:", b"id:", b"retry:", b":"].iter().any(|begin| text.starts_with(begin))
}

/// The whole answer; an error among the events is the answer. None for a stream that broke off or cannot be read.
pub(crate) fn whole(body: &[u8]) -> Option<Value> {
    let text = std::str::from_utf8(body).ok()?;
    let mut pieces = Pieces::default();
    for line in text.lines() {
        let Some(data) = line.strip_prefix("data:").map(str::trim) else { continue };
        if data == "[DONE]" {
            break;
        }
        let event: Value = serde_json::from_str(data).ok()?;
        if event.get("error").is_some_and(|error| !error.is_null()) {
            return Some(event);
        }
        pieces.take(&event);
    }
    pieces.whole()
}

#[derive(Default)]
struct Pieces {
    text: String,
    refusal: String,
    calls: BTreeMap<u64, Call>,
    finish: Option<String>,
    usage: Option<Value>,
    choices: bool,
}

#[derive(Default)]
struct Call {
    id: Value,
    name: String,
    arguments: String,
}

impl Pieces {
    fn take(&mut self, event: &Value) {
        if let Some(usage) = event.get("usage").filter(|usage| usage.is_object()) {
            self.usage = Some(usage.clone());
        }
        let Some(choice) = event.pointer("/choices/0") else { return };
        self.choices = true;
        let words = |name: &str| choice.pointer(&format!("/delta/{name}")).and_then(Value::as_str).unwrap_or_default();
        self.text.push_str(words("content"));
        self.refusal.push_str(words("refusal"));
        let calls = choice.pointer("/delta/tool_calls").and_then(Value::as_array);
        for (at, piece) in calls.into_iter().flatten().enumerate() {
            let index = piece.get("index").and_then(Value::as_u64).unwrap_or(at as u64);
            self.calls.entry(index).or_default().take(piece);
        }
        if let Some(reason) = choice.get("finish_reason").and_then(Value::as_str) {
            self.finish = Some(reason.to_owned());
        }
    }

    fn whole(self) -> Option<Value> {
        let mut answer = Map::new();
        if self.choices {
            // Without it the stream broke off (L8).
            let finish = self.finish?;
            let calls: Vec<Value> = self.calls.into_values().map(Call::whole).collect();
            let message = json!({"content": self.text, "refusal": self.refusal, "tool_calls": calls});
            answer.insert("choices".to_owned(), json!([{"message": message, "finish_reason": finish}]));
        }
        if let Some(usage) = self.usage {
            answer.insert("usage".to_owned(), usage);
        }
        Some(Value::Object(answer))
    }
}

impl Call {
    fn take(&mut self, piece: &Value) {
        if let Some(id) = piece.get("id").filter(|id| !id.is_null()) {
            self.id = id.clone();
        }
        if let Some(name) = piece.pointer("/function/name").and_then(Value::as_str) {
            self.name.push_str(name);
        }
        match piece.pointer("/function/arguments") {
            Some(Value::String(text)) => self.arguments.push_str(text),
            Some(whole @ Value::Object(_)) => self.arguments = whole.to_string(),
            _ => {}
        }
    }

    fn whole(self) -> Value {
        json!({"id": self.id, "type": "function", "function": {"name": self.name, "arguments": self.arguments}})
    }
}

#[cfg(test)]
mod tests {
    use crate::adapters::openai::wire::stream::*;

    #[test]
    fn pieces_make_what_the_server_would_have_sent_whole() {
        let body = ": PROCESSING\n\ndata: {\"choices\":[{\"delta\":{\"content\":\"Hel\"}}]}\r\n\r\n\
                    data: {\"choices\":[{\"delta\":{\"content\":\"lo\",\"tool_calls\":[{\"index\":0,\"id\":\"a\",\
                    \"function\":{\"name\":\"read_url\",\"arguments\":\"{\\\"u\"}}]}}]}\n\
                    data: {\"choices\":[{\"delta\":{\"tool_calls\":[{\"index\":0,\"function\":{\"arguments\":\"\\\":1}\"}}]},\
                    \"finish_reason\":\"tool_calls\"}]}\n\
                    data: {\"choices\":[],\"usage\":{\"prompt_tokens\":7,\"completion_tokens\":3}}\ndata: [DONE]\n";
        assert!(is_stream(body.as_bytes()) && !is_stream(b" {\"choices\":[]}"));
        let whole = whole(body.as_bytes()).unwrap();
        let message = &whole["choices"][0]["message"];
        assert_eq!(message["content"], "Hello");
        assert_eq!(message["tool_calls"][0]["function"], json!({"name": "read_url", "arguments": "{\"u\":1}"}));
        assert_eq!((&message["tool_calls"][0]["id"], &whole["usage"]["prompt_tokens"]), (&json!("a"), &json!(7)));
    }
}
