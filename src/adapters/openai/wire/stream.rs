//! Joins an answer that came in pieces (server-sent events) to the whole answer. Servers put comments between the
//! events, omit the end, or send an error as an event (platform-facts L8, L13). What they put beside the words is joined,
//! too, since some want it back.

use super::halves;
use super::reply::text_in;
use crate::adapters::openai::fault::{is_bare_error, is_error};
use serde_json::{Map, Value, json};

/// The most lines of one event: each is read anew with those before it.
const LINES: usize = 200;

/// Whether a body is a stream of events; a server that knows no streams answers with JSON.
pub(crate) fn is_stream(body: &[u8]) -> bool {
    let text = without_mark(body.trim_ascii_start());
    [&b"data:"[..], b"event:", b"id:", b"retry:", b":"].iter().any(|begin| text.starts_with(begin))
}

/// A body without the mark of UTF-8.
pub(super) fn without_mark(body: &[u8]) -> &[u8] {
    body.strip_prefix(b"\xef\xbb\xbf").unwrap_or(body)
}

/// Whether a byte ends a line: one of the two is enough.
pub(super) fn is_end(byte: u8) -> bool {
    matches!(byte, b'\n' | b'\r')
}

/// An event as JSON.
pub(super) fn event_of(data: &[u8]) -> Option<Value> {
    halves::read(data)
}

/// What a piece says; some servers put it where a whole answer has it.
pub(super) fn delta_of(choice: &Value) -> Option<&Value> {
    ["delta", "message"].into_iter().filter_map(|name| choice.get(name)).find(|said| !said.is_null())
}

/// What a line of a stream carries, if it is one of an event's data.
pub(super) fn data_of(line: &[u8]) -> Option<&[u8]> {
    line.strip_prefix(b"data:").map(<[u8]>::trim_ascii)
}

/// The whole answer; an error among the events is the answer. None for a stream that broke off or cannot be read. A
/// stream that ended properly without a reason has the reason null.
pub(crate) fn whole(body: &[u8]) -> Option<Value> {
    match joined(body)? {
        Joined::Error(error) => Some(error),
        Joined::Pieces(pieces, done) => pieces.whole(done),
    }
}

/// What came of a stream that was stopped, as an answer that reached its limit.
pub(crate) fn stopped(body: &[u8]) -> Option<Value> {
    // The last line may be half of one.
    let end = body.iter().rposition(|byte| is_end(*byte))?;
    match joined(body.get(..end)?)? {
        Joined::Error(error) => Some(error),
        Joined::Pieces(pieces, _) => Pieces { finish: Some(json!("length")), ..pieces }.whole(true),
    }
}

enum Joined {
    Error(Value),
    /// And whether the stream said that it was over.
    Pieces(Pieces, bool),
}

fn joined(body: &[u8]) -> Option<Joined> {
    let mut pieces = Pieces::default();
    // An event whose data goes on in the next line.
    let mut begun: Vec<u8> = Vec::new();
    let mut lines = 0;
    let mut fails = false;
    for line in without_mark(body.trim_ascii_start()).split(|byte| is_end(*byte)) {
        if let Some(kind) = line.strip_prefix(b"event:") {
            fails = kind.trim_ascii() == b"error";
        }
        let Some(data) = data_of(line) else { continue };
        if data == b"[DONE]" {
            return begun.is_empty().then_some(Joined::Pieces(pieces, true));
        }
        begun.extend_from_slice(data);
        let Some(event) = event_of(&begun) else {
            begun.push(b'\n');
            lines += 1;
            if lines > LINES {
                return None;
            }
            continue;
        };
        begun.clear();
        lines = 0;
        if event.get("error").is_some_and(is_error) {
            return Some(Joined::Error(event));
        }
        // An error without its usual name.
        if fails || !pieces.choices && event.is_object() && is_bare_error(&event) {
            return Some(Joined::Error(json!({"error": event})));
        }
        pieces.take(&event);
    }
    begun.is_empty().then_some(Joined::Pieces(pieces, false))
}

#[derive(Default)]
struct Pieces {
    text: String,
    /// Parts of a content that are no text (Mistral's thoughts).
    parts: Vec<Value>,
    calls: Vec<Call>,
    /// All else that stands in a message.
    beside: Map<String, Value>,
    finish: Option<Value>,
    /// The last piece had an empty reason.
    unsaid: bool,
    usage: Option<Value>,
    choices: bool,
}

#[derive(Default)]
struct Call {
    index: Option<u64>,
    id: Value,
    name: String,
    arguments: String,
    beside: Map<String, Value>,
}

impl Pieces {
    fn take(&mut self, event: &Value) {
        if let Some(usage) = event.get("usage").filter(|usage| usage.is_object()) {
            self.usage = Some(usage.clone());
        }
        let Some(choice) = event.pointer("/choices/0") else { return };
        self.choices = true;
        // An empty reason is none; at the end it is no proof that the answer is whole, as null is.
        self.unsaid = choice.get("finish_reason").is_some_and(|reason| *reason == "");
        let none = |reason: &Value| reason.is_null() || *reason == "" || *reason == "null";
        if let Some(reason) = choice.get("finish_reason").filter(|reason| !none(reason)) {
            self.finish = Some(reason.clone());
        }
        for (name, value) in delta_of(choice).and_then(Value::as_object).into_iter().flatten() {
            match (name.as_str(), value) {
                ("role", _) | (_, Value::Null) => {}
                ("content", Value::String(text)) => self.text.push_str(text),
                ("content", Value::Array(parts)) => parts.iter().for_each(|part| self.part(part)),
                ("content", part @ Value::Object(_)) => self.part(part),
                ("tool_calls", Value::Array(calls)) => calls.iter().for_each(|piece| self.call(piece)),
                ("tool_calls", call @ Value::Object(_)) => self.call(call),
                // The older form of one call.
                ("function_call", Value::Object(_)) => self.call(&json!({"index": 0, "function": value})),
                _ => merge(self.beside.entry(name.clone()).or_insert(Value::Null), value),
            }
        }
    }

    fn part(&mut self, part: &Value) {
        match text_in(part) {
            Some(text) => self.text.push_str(text),
            None => self.parts.push(part.clone()),
        }
    }

    /// Takes a piece of a call: of the one it names, else of the last one. Some servers give every call the same place, or
    /// none: then a new id or name begins a new call.
    fn call(&mut self, piece: &Value) {
        let index = piece.get("index").and_then(Value::as_u64);
        let id = piece.get("id").filter(|id| !id.is_null() && *id != "");
        let name = piece.pointer("/function/name").or_else(|| piece.get("name"));
        let name = name.and_then(Value::as_str).unwrap_or_default();
        let found = match (index, id) {
            (Some(_), _) => self.calls.iter().rposition(|call| call.index == index),
            (None, Some(id)) => self.calls.iter().rposition(|call| call.id == *id),
            (None, None) => self.calls.len().checked_sub(1),
        };
        let call = found.and_then(|at| self.calls.get_mut(at)).filter(|call| {
            let other = id.is_some_and(|id| call.id != *id) && !call.id.is_null() && !name.is_empty();
            let again = index.is_none()
                && id.is_none()
                && !name.is_empty()
                && !call.name.is_empty()
                && !call.arguments.is_empty();
            !other && !again
        });
        if let Some(call) = call {
            call.take(piece);
        } else {
            let mut call = Call { index, ..Call::default() };
            call.take(piece);
            self.calls.push(call);
        }
    }

    fn whole(self, done: bool) -> Option<Value> {
        let mut answer = Map::new();
        if self.choices {
            let finish = match self.finish {
                Some(reason) => reason,
                None if done && !self.unsaid => Value::Null,
                // It broke off (L8).
                None => return None,
            };
            let mut message = self.beside;
            let mut parts = self.parts;
            let content = if parts.is_empty() {
                Value::String(self.text)
            } else {
                parts.push(json!({"type": "text", "text": self.text}));
                Value::Array(parts)
            };
            message.insert("content".to_owned(), content);
            message.insert("tool_calls".to_owned(), self.calls.into_iter().map(Call::whole).collect());
            answer.insert("choices".to_owned(), json!([{"message": message, "finish_reason": finish}]));
        }
        if let Some(usage) = self.usage {
            answer.insert("usage".to_owned(), usage);
        }
        let mut answer = Value::Object(answer);
        halves::join(&mut answer);
        Some(answer)
    }
}

impl Call {
    fn take(&mut self, piece: &Value) {
        for (name, value) in piece.as_object().into_iter().flatten() {
            match (name.as_str(), value) {
                ("index" | "type", _) | (_, Value::Null) => {}
                ("id", id) => {
                    if *id != "" {
                        self.id = id.clone();
                    }
                }
                ("function", function) => self.function(function),
                // What others put into the function.
                ("name" | "arguments", _) => self.function(&json!({ name: value })),
                _ => merge(self.beside.entry(name.clone()).or_insert(Value::Null), value),
            }
        }
    }

    fn function(&mut self, function: &Value) {
        // Some servers repeat the whole name in every piece.
        if let Some(name) = function.get("name").and_then(Value::as_str).filter(|name| *name != self.name) {
            self.name.push_str(name);
        }
        match function.get("arguments") {
            Some(Value::String(text)) => self.arguments.push_str(text),
            Some(whole @ Value::Object(_)) => self.arguments = whole.to_string(),
            _ => {}
        }
    }

    fn whole(self) -> Value {
        let mut call = self.beside;
        call.insert("id".to_owned(), self.id);
        call.insert("type".to_owned(), json!("function"));
        call.insert("function".to_owned(), json!({"name": self.name, "arguments": self.arguments}));
        Value::Object(call)
    }
}

/// Joins a piece of a field to what came of it: texts and lists go on, objects field by field, of all else the last counts.
fn merge(before: &mut Value, piece: &Value) {
    match (before, piece) {
        (Value::String(text), Value::String(more)) => text.push_str(more),
        (Value::Array(list), Value::Array(more)) => list.extend(more.iter().cloned()),
        (Value::Object(map), Value::Object(more)) => {
            for (name, value) in more {
                merge(map.entry(name.clone()).or_insert(Value::Null), value);
            }
        }
        (_, Value::Null) => {}
        (before, piece) => *before = piece.clone(),
    }
}

#[cfg(test)]
mod tests {
    use crate::adapters::openai::wire::stream::*;

    fn of(deltas: &[Value], end: &str) -> Option<Value> {
        let event =
            |delta: &Value| format!("data: {}\n\n", json!({"choices": [{"delta": delta, "finish_reason": null}]}));
        let body: String = deltas.iter().map(event).collect();
        whole(format!("{body}{end}").as_bytes())
    }

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

    #[test]
    fn a_stream_without_a_reason_is_whole_only_if_it_ended() {
        let deltas = [json!({"content": "Hel"}), json!({"content": "lo"})];
        let whole = of(&deltas, "data: [DONE]\n").unwrap();
        assert_eq!(
            (&whole["choices"][0]["finish_reason"], &whole["choices"][0]["message"]["content"]),
            (&Value::Null, &json!("Hello"))
        );
        assert_eq!(of(&deltas, ""), None);
        let last = |reason: &str| {
            format!("data: {{\"choices\":[{{\"delta\":{{}},\"finish_reason\":\"{reason}\"}}]}}\ndata: [DONE]\n")
        };
        assert_eq!(of(&deltas, &last("")), None);
        assert!(of(&deltas, &last("null")).is_some());
        assert_eq!(of(&deltas, &last("null").replace("data: [DONE]\n", "")), None);
        assert!(of(&deltas, &format!("{}{}", last("").replace("data: [DONE]\n", ""), last("stop"))).is_some());
        assert_eq!(of(&deltas, "data: {\"choices\": ["), None);
        let stopped = stopped(b"data: {\"choices\":[{\"delta\":{\"content\":\"a\"}}]}\ndata: {\"cho").unwrap();
        assert_eq!(stopped["choices"][0]["finish_reason"], "length");
        // An error may be named by the event alone, and data may stand on two lines.
        let error = "event: error\ndata: {\"message\":\ndata: \"overloaded\"}\n\n";
        assert_eq!(of(&deltas, error).unwrap()["error"]["message"], "overloaded");
        assert_eq!(of(&[], "data: {\"code\":1,\"msg\":\"overloaded\"}\n").unwrap()["error"]["msg"], "overloaded");
    }

    #[test]
    fn what_stands_beside_the_words_is_joined_too() {
        let google = |sign: &str| json!({"google": {"thought_signature": sign}});
        let call = |id: &str, arguments: &str| json!({"index": 0, "id": id, "function": {"name": "look", "arguments": arguments}});
        let mut first = call("a", "{}");
        first["extra_content"] = google("s1");
        let whole = of(
            &[
                json!({"role": "assistant", "reasoning_content": "I ", "reasoning_details": [{"text": "x"}]}),
                json!({"reasoning_content": "think", "reasoning_details": [{"text": "y"}], "content": null}),
                json!({"tool_calls": [first]}),
                json!({"tool_calls": [call("b", "{\"x\":")]}),
                json!({"tool_calls": [{"index": 0, "function": {"name": "", "arguments": "1}"}}]}),
            ],
            "data: [DONE]\n",
        )
        .unwrap();
        let message = &whole["choices"][0]["message"];
        assert_eq!(
            (&message["reasoning_content"], &message["reasoning_details"][1]["text"]),
            (&json!("I think"), &json!("y"))
        );
        let calls = message["tool_calls"].as_array().unwrap();
        assert_eq!((calls.len(), &calls[0]["extra_content"]), (2, &google("s1")));
        assert_eq!((&calls[1]["id"], &calls[1]["function"]["arguments"]), (&json!("b"), &json!("{\"x\":1}")));
    }

    #[test]
    fn a_thought_among_parts_is_no_text_and_a_flat_call_is_one() {
        let parts = json!([{"type": "reasoning", "text": "SECRET"}, {"type": "text", "text": "Yes."}]);
        let flat = json!({"index": 0, "id": "a", "name": "look", "arguments": "{}"});
        for content in [parts, json!({"type": "text", "text": "Yes."})] {
            let whole = of(&[json!({"content": content, "tool_calls": flat.clone()})], "data: [DONE]\n").unwrap();
            let message = &whole["choices"][0]["message"];
            let text: Vec<&str> = match &message["content"] {
                Value::Array(parts) => parts.iter().filter_map(text_in).collect(),
                text => text_in(text).into_iter().collect(),
            };
            assert_eq!(text, ["Yes."]);
            assert_eq!(message["tool_calls"][0]["function"], json!({"name": "look", "arguments": "{}"}));
        }
    }

    #[test]
    fn calls_are_told_apart_without_places() {
        let named = |id: Value| json!({"tool_calls": [{"id": id, "function": {"name": "look", "arguments": "{}"}}]});
        let older = [
            json!({"function_call": {"name": "look", "arguments": "{"}}),
            json!({"function_call": {"arguments": "}"}}),
        ];
        for (deltas, count) in [
            (vec![named(json!("a")), named(json!("b"))], 2),
            (vec![named(Value::Null), named(Value::Null)], 2),
            (older.to_vec(), 1),
        ] {
            let whole = of(&deltas, "data: [DONE]\n").unwrap();
            let calls = whole["choices"][0]["message"]["tool_calls"].as_array().unwrap().clone();
            assert_eq!(calls.len(), count, "{deltas:?}");
            assert!(
                calls.iter().all(|call| call["function"] == json!({"name": "look", "arguments": "{}"})),
                "{calls:?}"
            );
        }
    }

    #[test]
    fn odd_shapes_of_a_stream_are_read() {
        let delta =
            |name: &str, text: &str| format!("data: {{\"choices\":[{{\"{name}\":{{\"content\":\"{text}\"}}}}]}}");
        for (body, text) in [
            (format!("\u{feff}{}\n\ndata: [DONE]\n", delta("delta", "a")), "a"),
            (format!("{}\r\r{}\r\rdata: [DONE]\r", delta("delta", "a"), delta("delta", "b")), "ab"),
            (format!("{}\n{}\ndata: [DONE]\n", delta("message", "a"), delta("message", "b")), "ab"),
            (format!("{}\n{}\ndata: [DONE]\n", delta("delta", "a\\ud83d"), delta("delta", "\\ude00b")), "a\u{1f600}b"),
            (format!("{}\n{}\ndata: [DONE]\n", delta("delta", "a\\ud83d"), delta("delta", "b")), "a\u{fffd}b"),
            (format!("{},\"error\":{{}}}}\ndata: [DONE]\n", delta("delta", "a").trim_end_matches('}')), "a"),
        ] {
            assert!(is_stream(body.as_bytes()));
            let whole = whole(body.as_bytes()).unwrap();
            assert_eq!(whole["choices"][0]["message"]["content"], text, "{body}");
        }
    }
}
