//! Finds calls in what a model wrote: in its marks, in code blocks, as bare objects, in the manner of Python. What it finds
//! has a name and arguments as they were written; it does not judge whether such a tool is offered.

use super::loose;
use crate::adapters::openai::dialects::marks::{
    ARGUMENT_KEYS, ARGUMENT_TAGS, CALL_ENDS, CALL_TAGS, CALLS, INSIDE_CALLS, NAME_KEYS, NAMING_TAGS,
};
use crate::adapters::openai::wire::code;
use crate::adapters::openai::wire::tag::{Tag, find, tag, until_end, without_control};
use serde_json::{Map, Value};
use std::ops::Range;

/// Marked calls in one answer, and arguments in a call; what follows is dropped.
const MOST: usize = 64;
/// How many brackets are tried as the beginning of a value.
const TRIES: usize = 64;
/// Words between marks that are no names.
const NO_NAMES: [&str; 5] = ["json", "function", "call", "arguments", "python"];

/// A call as it was found.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Found {
    /// The name.
    pub name: String,
    /// The arguments: an object, or a text that may be one.
    pub arguments: Value,
    /// It names a function and its arguments; else it may be an object of another kind.
    pub sure: bool,
}

impl Found {
    fn sure(name: &str, arguments: Value) -> Self {
        Self { name: name.to_owned(), arguments, sure: true }
    }
}

/// A text without its marked calls, and what stands in each of them.
pub(super) fn marked(text: &str) -> (String, Vec<&str>) {
    let (mut left, mut bodies, mut rest) = (String::new(), Vec::new(), text);
    for _ in 0..MOST {
        let code = code::ranges(rest);
        let mut signs = rest.match_indices(['<', '[']).map(|(at, _)| at).filter(|at| !code::within(&code, *at));
        let Some((at, body, behind)) = signs.find_map(|at| body(rest, at)) else {
            left.push_str(rest);
            return (left, bodies);
        };
        left.push_str(rest.get(..at).unwrap_or_default());
        bodies.push(body);
        rest = behind;
    }
    (left, bodies)
}

/// The marked call at a place: what stands in it, and what behind.
fn body(text: &str, at: usize) -> Option<(usize, &str, &str)> {
    let from = text.get(at..)?;
    for (begin, end) in CALLS {
        if let Some(inside) = from.strip_prefix(begin) {
            let parts = Some(end).filter(|end| !end.is_empty()).and_then(|end| inside.split_once(end));
            let (inside, behind) = parts.unwrap_or((inside, ""));
            return Some((at, inside, behind));
        }
    }
    let tag = tag(from).filter(|tag| !tag.closing && (is_one_of(&CALL_TAGS, tag) || names(tag)))?;
    let inside = from.get(tag.length..)?;
    let (inside, behind) = if tag.empty {
        ("", inside)
    } else if find(inside, |other| other.closing && other.name.eq_ignore_ascii_case(tag.name)).is_some() {
        until_end(inside, tag.name)
    } else {
        (inside, "")
    };
    // The tag may name the function itself.
    let body = if names(&tag) { from.get(..tag.length + inside.len())? } else { inside };
    Some((at, body, behind))
}

fn is_one_of(names: &[&str], tag: &Tag<'_>) -> bool {
    names.iter().any(|name| name.eq_ignore_ascii_case(tag.name))
}

/// Whether a tag is the beginning of a call that it names.
fn names(tag: &Tag<'_>) -> bool {
    !tag.closing && !tag.value.is_empty() && (is_one_of(&NAMING_TAGS, tag) || is_one_of(&CALL_TAGS, tag))
}

/// A text without the ends of calls that have no beginning, and whether there were some.
pub(super) fn without_ends(text: &str) -> (String, bool) {
    let code = code::ranges(text);
    let (mut left, mut from) = (String::new(), 0);
    for (at, _) in text.match_indices(['<', '[']).filter(|(at, _)| !code::within(&code, *at)) {
        if let Some(length) = text.get(at..).and_then(end_of_call) {
            left.push_str(text.get(from..at).unwrap_or_default());
            from = at + length;
        }
    }
    left.push_str(text.get(from..).unwrap_or_default());
    (left, from > 0)
}

/// The length of the end of a call that a text begins with.
fn end_of_call(text: &str) -> Option<usize> {
    let own = CALL_ENDS.iter().find(|end| text.starts_with(**end)).map(|end| end.len());
    own.or_else(|| tag(text).filter(|tag| tag.closing && is_one_of(&CALL_TAGS, tag)).map(|tag| tag.length))
}

/// The calls in what stands between marks or in a block.
pub(super) fn calls_in(body: &str) -> Vec<Found> {
    // Tags in the texts of an object are none.
    let tagged = if body.trim_start().starts_with(['{', '[']) { Vec::new() } else { tagged(body) };
    if !tagged.is_empty() {
        return tagged;
    }
    let bare = without_control(body, " ", |_| false);
    if let Some(calls) = loose::calls(&bare) {
        return calls.into_iter().map(|(name, arguments)| Found { name, arguments, sure: false }).collect();
    }
    let mut found = Vec::new();
    let mut last = 0;
    for (range, value) in values(&bare) {
        let name = bare.get(last..range.start).and_then(name_before);
        last = range.end;
        let calls = objects(&value);
        match name {
            Some(name) if value.is_object() && !calls.iter().any(|call| call.sure) => {
                found.push(Found::sure(&name, value));
            }
            Some(_) | None => found.extend(calls),
        }
    }
    if found.is_empty() {
        // A function without arguments.
        let name = name_before(&bare).filter(|name| name == bare.trim());
        found.extend(name.map(|name| Found { name, arguments: Value::Object(Map::new()), sure: false }));
    }
    found
}

/// The objects and lists in a text, in order, and where they stand.
pub(super) fn values(text: &str) -> Vec<(Range<usize>, Value)> {
    let mut found = Vec::new();
    let mut from = 0;
    for (at, _) in text.match_indices(['{', '[']).take(TRIES) {
        let Some(rest) = text.get(at..).filter(|_| at >= from) else { continue };
        let mut json = serde_json::Deserializer::from_str(rest).into_iter::<Value>();
        let strict = json.next().and_then(Result::ok).map(|value| (value, json.byte_offset()));
        if let Some((value, length)) = strict.or_else(|| loose::value(rest)) {
            from = at + length;
            found.push((at..from, value));
        }
    }
    found
}

/// The calls that an object or a list of objects is.
pub(super) fn objects(value: &Value) -> Vec<Found> {
    let each = |values: &[Value]| {
        let calls: Option<Vec<Found>> = values.iter().map(|value| object(value.as_object()?)).collect();
        calls.unwrap_or_default()
    };
    match value {
        Value::Array(values) => each(values),
        Value::Object(fields) => match fields.get("tool_calls").or_else(|| fields.get("calls")) {
            Some(Value::Array(values)) => each(values),
            _ => object(fields).into_iter().collect(),
        },
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => Vec::new(),
    }
}

/// The call that an object is.
fn object(fields: &Map<String, Value>) -> Option<Found> {
    let inner = ["function", "function_call", "tool_call"].iter().find_map(|name| fields.get(*name)?.as_object());
    if let Some(inner) = inner {
        return object(inner);
    }
    let named = NAME_KEYS.iter().find_map(|key| Some((*key, fields.get(*key)?.as_str()?)));
    let given = ARGUMENT_KEYS.iter().find_map(|key| fields.get(*key));
    match (named, given) {
        (Some((_, name)), Some(arguments)) => Some(Found::sure(name, arguments.clone())),
        // The arguments stand beside the name.
        (Some((key, name)), None) => {
            let mut rest = fields.clone();
            rest.remove(key);
            Some(Found { name: name.to_owned(), arguments: Value::Object(rest), sure: false })
        }
        (None, _) => {
            let (name, arguments) = fields.iter().next().filter(|(_, value)| fields.len() == 1 && value.is_object())?;
            Some(Found { name: name.clone(), arguments: arguments.clone(), sure: false })
        }
    }
}

/// The name of a function right before its arguments.
fn name_before(text: &str) -> Option<String> {
    let text = text.split("[CALL_ID]").next().unwrap_or_default();
    let text = INSIDE_CALLS.iter().fold(text.to_owned(), |text, mark| text.replace(mark, " "));
    let words = text.split(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.' | ':' | '/')));
    let named = |word: &&str| word.contains(|c: char| c.is_ascii_alphabetic()) && !NO_NAMES.contains(word);
    words.rev().find(named).map(str::to_owned)
}

/// Calls written in tags.
fn tagged(body: &str) -> Vec<Found> {
    if let Some((name, rest)) = body.split_once("<arg_key>") {
        let pairs = rest.split("<arg_key>").filter_map(|pair| {
            let (key, rest) = pair.split_once("</arg_key>")?;
            let (_, value) = rest.split_once("<arg_value>")?;
            let value = value.split("</arg_value>").next().unwrap_or_default();
            Some((key.trim().to_owned(), text(value)))
        });
        return name_before(name).map(|name| Found::sure(&name, Value::Object(pairs.collect()))).into_iter().collect();
    }
    let (mut found, mut rest) = (Vec::new(), body);
    for _ in 0..MOST {
        let Some((at, tag)) = find(rest, names) else { break };
        let behind = rest.get(at + tag.length..).unwrap_or_default();
        let (inside, after) = if tag.empty { ("", behind) } else { until_end(behind, tag.name) };
        found.push(Found::sure(tag.value, parameters(inside)));
        rest = after;
    }
    if found.is_empty()
        && let Some(name) = NAME_KEYS.iter().find_map(|key| inside_of(body, key))
    {
        let arguments = ARGUMENT_KEYS.iter().find_map(|key| inside_of(body, key)).unwrap_or_default();
        found.push(Found::sure(name.trim(), parameters(arguments)));
    }
    found
}

/// The arguments between the tags of a call: each in its own, or all as one object.
fn parameters(inside: &str) -> Value {
    let (mut fields, mut rest) = (Map::new(), inside);
    let argument = |tag: &Tag<'_>| !tag.closing && !tag.value.is_empty() && is_one_of(&ARGUMENT_TAGS, tag);
    for _ in 0..MOST {
        let Some((at, tag)) = find(rest, argument) else { break };
        let (value, after) = until_end(rest.get(at + tag.length..).unwrap_or_default(), tag.name);
        fields.insert(tag.value.to_owned(), text(value));
        rest = after;
    }
    if !fields.is_empty() {
        return Value::Object(fields);
    }
    let object = values(inside).into_iter().map(|(_, value)| value).find(Value::is_object);
    object.unwrap_or_else(|| Value::Object(elements(inside)))
}

/// Elements with text in them: `<title>a</title>`.
pub(super) fn elements(text_of: &str) -> Map<String, Value> {
    let (mut fields, mut rest) = (Map::new(), text_of);
    for _ in 0..MOST {
        let Some((at, tag)) = find(rest, |tag| !tag.closing && !tag.empty) else { break };
        let (value, after) = until_end(rest.get(at + tag.length..).unwrap_or_default(), tag.name);
        fields.insert(tag.name.to_owned(), text(value));
        rest = after;
    }
    fields
}

/// The first element of a name, if it ends: where it stands, and what stands in it.
pub(super) fn element<'t>(text: &'t str, name: &str) -> Option<(Range<usize>, &'t str)> {
    let (at, tag) = find(text, |tag| !tag.closing && tag.name == name)?;
    let behind = text.get(at + tag.length..)?;
    find(behind, |tag| tag.closing && tag.name == name)?;
    let (inside, rest) = until_end(behind, name);
    Some((at..text.len() - rest.len(), inside))
}

fn inside_of<'t>(text: &'t str, name: &str) -> Option<&'t str> {
    element(text, name).map(|(_, inside)| inside)
}

/// A value in a tag, without the line breaks around it.
fn text(value: &str) -> Value {
    let value = value.strip_prefix('\n').unwrap_or(value);
    Value::String(value.strip_suffix('\n').unwrap_or(value).to_owned())
}
