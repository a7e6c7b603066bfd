//! The readers of what models write for arbitrary texts and streams (`crate::fuzzing`), with their promises: what people get
//! has no mark of a thought or a call, a call is one of an offered tool, and a stream is the same however it comes. It sends
//! nothing.

use super::calls::{Heard, hear};
use super::code;
use super::stream::{stopped, whole};
use super::tag::{control, tag};
use super::watch::{Seen, Watch};
use crate::adapters::openai::dialects::marks::{
    CALL_ENDS, CALL_TAGS, CALLS, NAMING_TAGS, THOUGHT_ELEMENT, THOUGHT_TAGS, THOUGHTS, TURN_ENDS,
};
use crate::ports::model::ToolSpec;
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// A word that stands in no input: it is hidden in a thought or a call, and must not be seen again.
const HIDDEN: &str = "Hidden4711";
/// Texts of at most so many bytes are also read many times over, as one: then whatever takes more than its length is slow.
const SHORT: usize = 512;
const TIMES: usize = 100;
/// The most characters that are sent in pieces.
const MOST: usize = 100;
/// How deep the texts of arguments are looked at.
const DEPTH: usize = 8;

/// Reads a text as what a model wrote, with the tools it was offered and without any.
pub fn calls(input: &[u8]) {
    let text = String::from_utf8_lossy(input).into_owned();
    let known = tools(&["read_note", "list_notes", "write_note"]);
    let none: &[ToolSpec] = &[];
    for tools in [known.as_slice(), none] {
        holds(&heard(&text, tools), tools);
    }
    // Two tools whose names differ in signs alone: only an exact name means one of them.
    let twins = tools(&["read_note", "Read-Note"]);
    for call in heard(&text, &twins).calls {
        let exact = text.contains(&call.name);
        assert!(exact || text.contains(['\\', '<', '[', '◁']), "{} is meant by neither", call.name);
    }
    hides(&text, &known);
    // The ordinary tests measure no time.
    if cfg!(not(test)) && text.len() <= SHORT {
        heard(&text.repeat(TIMES), &known);
    }
}

/// Tools of these names, whose arguments have several kinds.
fn tools(names: &[&str]) -> Vec<ToolSpec> {
    let parameters = json!({"type": "object", "properties": {
        "title": {"type": "string"}, "lines": {"type": ["integer", "null"]}, "tags": {"type": "array", "items": {"type": "string"}}
    }, "required": [], "additionalProperties": false});
    let tool = |name: &&str| {
        let (name, description) = ((*name).to_owned(), String::new());
        ToolSpec { name, description, parameters: parameters.clone(), verbatim: Vec::new() }
    };
    names.iter().map(tool).collect()
}

fn heard(text: &str, tools: &[ToolSpec]) -> Heard {
    hear(&json!({"content": text}), text, tools, &BTreeSet::new())
}

/// What was heard has calls of these tools alone, and nothing that is not for people.
fn holds(heard: &Heard, tools: &[ToolSpec]) {
    assert_eq!(heard.text.trim(), heard.text);
    is_for_people(&heard.text);
    assert!(heard.calls.len() <= 32, "{} calls", heard.calls.len());
    let ids: BTreeSet<&str> = heard.calls.iter().map(|call| call.id.as_str()).collect();
    assert_eq!(ids.len(), heard.calls.len(), "two calls have one id");
    for call in &heard.calls {
        assert!(tools.iter().any(|tool| tool.name == call.name), "{} is not offered", call.name);
        if let Ok(arguments @ Value::Object(_)) = serde_json::from_str(&call.arguments) {
            are_for_people(&arguments, 0);
        }
    }
}

/// Each text of a value is for people.
fn are_for_people(value: &Value, depth: usize) {
    if depth > DEPTH {
        return;
    }
    match value {
        Value::String(text) => match serde_json::from_str(text) {
            Ok(inner @ (Value::Object(_) | Value::Array(_))) => are_for_people(&inner, depth + 1),
            Ok(_) | Err(_) => is_for_people(text),
        },
        Value::Array(values) => values.iter().for_each(|value| are_for_people(value, depth + 1)),
        Value::Object(fields) => fields.values().for_each(|value| are_for_people(value, depth + 1)),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// A text has no mark of a thought, a call or a turn, but in code.
fn is_for_people(text: &str) {
    let quoted = code::ranges(text);
    for (at, _) in text.match_indices(['<', '[', '◁']).filter(|(at, _)| !code::within(&quoted, *at)) {
        let rest = text.get(at..).unwrap_or_default();
        let thoughts = THOUGHTS.iter().flat_map(|(begin, end)| [*begin, *end]).chain([THOUGHT_ELEMENT.0]);
        let calls = CALLS.iter().map(|(begin, _)| *begin).chain(CALL_ENDS);
        let mark = thoughts.chain(calls).chain(TURN_ENDS).find(|mark| rest.starts_with(mark));
        assert!(mark.is_none(), "{mark:?} is left in {text:?}");
        assert!(control(rest).is_none(), "a control token is left in {text:?}");
        if let Some(tag) = tag(rest) {
            let is_one_of = |names: &[&str]| names.iter().any(|name| name.eq_ignore_ascii_case(tag.name));
            let thought = is_one_of(&THOUGHT_TAGS) && !tag.empty;
            let named = is_one_of(&NAMING_TAGS) && !tag.closing && !tag.value.is_empty();
            assert!(!thought && !named && !is_one_of(&CALL_TAGS), "{tag:?} is left in {text:?}");
        }
    }
}

/// Words right behind the beginning of a thought or a call are not seen, whatever follows.
fn hides(text: &str, tools: &[ToolSpec]) {
    let tags = THOUGHT_TAGS.iter().chain(&CALL_TAGS).map(|name| format!("<{name}>"));
    let element = format!("{} done=\"true\">", THOUGHT_ELEMENT.0);
    let others = THOUGHTS.iter().chain(&CALLS).map(|(begin, _)| (*begin).to_owned());
    let begins: Vec<String> = tags.chain([element]).chain(others).collect();
    let Some(begin) = begins.get(text.len() % begins.len()).filter(|_| !text.contains(HIDDEN)) else { return };
    let heard = heard(&format!("{begin}{HIDDEN}{text}"), tools);
    assert!(!heard.text.contains(HIDDEN), "what stands behind {begin} is seen: {:?}", heard.text);
}

/// Reads a stream that comes in pieces, and one whose words were cut into pieces.
pub fn pieces(input: &[u8]) {
    watched(input);
    let _ = stopped(input);
    joined(input);
    if cfg!(not(test)) && input.len() <= SHORT {
        let _ = whole(&input.repeat(TIMES));
    }
}

/// What a watcher saw of a stream.
#[derive(Debug)]
struct Saw {
    /// It was over when so many bytes had come.
    end: Option<usize>,
    repeats: bool,
}

/// What is seen of a stream of which so many bytes come at a time.
fn saw(body: &[u8], bytes: usize) -> Saw {
    let (mut watch, mut come) = (Watch::default(), 0);
    while come < body.len() {
        come = (come + bytes.max(1)).min(body.len());
        match watch.look(body.get(..come).unwrap_or_default()) {
            Seen::More | Seen::Words => {}
            Seen::End => return Saw { end: Some(come), repeats: false },
            Seen::Repeats => return Saw { end: None, repeats: true },
        }
    }
    Saw { end: None, repeats: false }
}

/// However the bytes of a stream come, it is over at the same place, and what comes behind its end changes nothing.
fn watched(body: &[u8]) {
    let at_once = saw(body, body.len());
    for bytes in [1 + body.len() / 100, 1 + body.len() / 7] {
        let cut = saw(body, bytes);
        if !cut.repeats && !at_once.repeats {
            assert_eq!(cut.end.is_some(), at_once.end.is_some(), "{bytes} bytes at a time");
        }
        if let Some(come) = cut.end.and_then(|end| body.get(..end)) {
            assert_eq!(whole(come), whole(body), "{bytes} bytes at a time");
        }
    }
}

/// Words, thoughts and arguments that come in pieces are what they were, also where half a character ends a piece.
fn joined(input: &[u8]) {
    // The reader keeps halves of characters as these until it joins them.
    let own = '\u{10f000}'..='\u{10f7ff}';
    let text: String = String::from_utf8_lossy(input).chars().filter(|c| !own.contains(c)).take(MOST).collect();
    let units: Vec<u16> = text.encode_utf16().collect();
    if units.is_empty() {
        return;
    }
    let size = 1 + input.len() % 9;
    let mut body = String::new();
    for (number, piece) in units.chunks(size).enumerate() {
        let piece: String = piece.iter().map(|unit| format!("\\u{unit:04x}")).collect();
        let call = if number == 0 { "\"id\":\"a\",\"function\":{\"name\":\"look\"," } else { "\"function\":{" };
        let end = ["\n\n", "\r\n\r\n", "\r", "\n: alive\n\n"][number % 4];
        body.push_str(&format!(
            "data: {{\"choices\":[{{\"delta\":{{\"content\":\"{piece}\",\"reasoning_content\":\"{piece}\",\
             \"tool_calls\":[{{\"index\":0,{call}\"arguments\":\"{piece}\"}}}}]}}}}]}}{end}"
        ));
    }
    body.push_str("data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n");
    let answer = whole(body.as_bytes()).unwrap_or_default();
    for place in ["content", "reasoning_content", "tool_calls/0/function/arguments"] {
        let found = answer.pointer(&format!("/choices/0/message/{place}"));
        assert_eq!(found.and_then(Value::as_str), Some(text.as_str()), "{place} in pieces of {size}");
    }
    let cut = saw(body.as_bytes(), size * 37);
    assert!(cut.end.is_some() || cut.repeats, "{cut:?}");
}
