//! What an answer says and what it calls: calls as the server lists them, and calls a model wrote into its text, in any of
//! the known forms. It never makes a call out of something that fits no offered tool.

mod coerce;
pub(super) mod loose;
mod markup;
mod react;
pub(super) mod spoken;
#[cfg(test)]
mod tests;

use super::thoughts::without_thoughts;
use super::{code, harmony};
use crate::adapters::openai::dialects::marks::{ARGUMENT_KEYS, BESIDE_CALLS, CALL_BLOCKS, NAME_KEYS};
use crate::ports::model::{ToolCall, ToolSpec};
use markup::Found;
use react::Line;
use serde_json::{Map, Value};
use spoken::{cleaned, enveloped, unfenced};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// Calls taken from one answer; nobody needs more at a time.
const MAX_CALLS: usize = 32;
/// How often arguments may be a text in a text.
const WRAPPED: usize = 3;
/// The longest line before calls without marks, in characters.
const LEAD: usize = 120;

/// What an answer says and what it calls.
#[derive(Debug, Default)]
pub(super) struct Heard {
    /// What was written, without thoughts.
    pub whole: String,
    /// The text for people: also without calls and marks.
    pub text: String,
    /// The calls.
    pub calls: Vec<ToolCall>,
    /// Fields the server put beside each call, by its id.
    pub beside: BTreeMap<String, Map<String, Value>>,
    /// It has the marks or the form of a call that fits no offered tool.
    pub unfit: bool,
    /// It makes more calls than are taken from one answer.
    pub too_many: bool,
}

/// Reads a message whose content is this text. `used` are the ids that the conversation has already.
pub(super) fn hear(message: &Value, written: &str, tools: &[ToolSpec], used: &BTreeSet<&str>) -> Heard {
    let taken = used.iter().map(|id| (*id).to_owned()).collect();
    let mut hearing = Hearing { tools, taken, heard: Heard::default() };
    hearing.listed(message);
    let listed = !hearing.heard.calls.is_empty();
    hearing.written(written, listed);
    if hearing.heard.calls.is_empty() && hearing.heard.text.is_empty() && !tools.is_empty() {
        // Some models call while they think, and some servers take the call for a part of the thought.
        hearing.thought(written);
        for text in thoughts_of(message) {
            hearing.thought(text);
        }
    }
    hearing.heard.unfit &= !listed;
    hearing.heard
}

/// The thoughts a server put beside the text of an answer.
pub(super) fn thoughts_of(message: &Value) -> impl Iterator<Item = &str> {
    ["reasoning_content", "reasoning"].into_iter().filter_map(move |name| message.get(name).and_then(Value::as_str))
}

/// The bytes of arguments in an answer, as it came.
pub(super) fn arguments_length(message: &Value) -> usize {
    let arguments = listed(message).into_iter().filter_map(|call| function_of(call).get("arguments"));
    arguments.map(|arguments| arguments.as_str().map_or_else(|| arguments.to_string().len(), str::len)).sum()
}

struct Hearing<'a> {
    tools: &'a [ToolSpec],
    taken: BTreeSet<String>,
    heard: Heard,
}

impl Hearing<'_> {
    /// Takes the calls the server lists. A name that no tool has stays: whoever makes calls tells the model.
    fn listed(&mut self, message: &Value) {
        let calls = listed(message);
        self.heard.too_many = calls.len() > MAX_CALLS;
        for call in calls.into_iter().take(MAX_CALLS) {
            let function = function_of(call);
            let given = match call.get("id") {
                Some(Value::String(id)) => id.clone(),
                Some(Value::Number(id)) => id.to_string(),
                _ => String::new(),
            };
            let name = function.get("name").and_then(Value::as_str).unwrap_or_default();
            let arguments = function.get("arguments").or_else(|| function.get("parameters"));
            let (name, arguments) = named(name, arguments.unwrap_or(&Value::Null), self.tools);
            let id = self.add(given, &name, arguments);
            let beside = beside(call);
            if !beside.is_empty() {
                self.heard.beside.insert(id, beside);
            }
        }
    }

    /// Takes the calls in a text, unless the server listed them, and keeps what is text for people.
    fn written(&mut self, written: &str, listed: bool) {
        let text = match (harmony::channels(written), harmony::bare_call(written)) {
            (Some(channels), _) => {
                for (name, arguments) in channels.calls {
                    self.headed(&name, Value::String(arguments), listed);
                }
                Cow::Owned(channels.text)
            }
            (None, Some((name, rest))) => {
                let arguments = loose::value(rest).map_or(Value::Null, |(arguments, _)| arguments);
                self.headed(name, arguments, listed);
                Cow::Borrowed("")
            }
            (None, None) => Cow::Borrowed(written),
        };
        self.heard.whole = without_thoughts(&text);
        // A mark in the text of an object is none of the answer's.
        let opened = enveloped(&text).or_else(|| enveloped(&self.heard.whole));
        let said = opened.map_or_else(|| self.heard.whole.clone(), |text| without_thoughts(&text));
        let said = self.lines(said, listed);
        let (left, marked) = markup::marked(spoken::until_turn_end(&said));
        for body in marked.into_iter().filter(|_| !listed) {
            self.heard.unfit |= !self.take_all(&markup::calls_in(body));
        }
        let (mut left, ends) = markup::without_ends(&left);
        if !self.tools.is_empty() && self.heard.calls.is_empty() {
            self.unmarked(&mut left);
        }
        self.heard.unfit |= ends && self.heard.calls.is_empty();
        if self.heard.calls.is_empty() && is_bare_call(&left) {
            self.heard.unfit = true;
            left.clear();
        }
        self.heard.text = spoken::words(unfenced(&spoken::without_tokens(&left)).trim().to_owned());
    }

    /// Takes a call from the head of a message.
    fn headed(&mut self, name: &str, arguments: Value, listed: bool) {
        let call = Found { name: name.to_owned(), arguments, sure: true };
        self.heard.unfit |= !listed && !self.take(&call);
    }

    /// Takes the call of an answer that thinks aloud in lines, and leaves its text.
    fn lines(&mut self, said: String, listed: bool) -> String {
        match react::line(&said) {
            Some(Line::Call(call)) => {
                self.heard.unfit |= !listed && !self.take(&call);
                String::new()
            }
            Some(Line::Final(text)) => text,
            None => said,
        }
    }

    /// Takes calls without marks, if they are all there is: what stands in a text is quoted, perhaps from a page that wants
    /// to be obeyed.
    fn unmarked(&mut self, text: &mut String) {
        let blocks = self.blocks(text);
        let other = blocks.or_else(|| self.python(text)).or_else(|| self.element(text));
        if let Some(begin) = other.or_else(|| self.values(text)) {
            text.truncate(begin);
        }
    }

    /// Takes blocks of code. Returns where they begin, if they are calls.
    fn blocks(&mut self, text: &str) -> Option<usize> {
        let blocks = code::blocks(text);
        let ranges: Vec<Range<usize>> = blocks.iter().map(|block| block.range.clone()).collect();
        let begin = alone(text, &ranges)?;
        let each: Vec<Vec<Found>> = blocks.iter().map(|block| markup::calls_in(block.inside)).collect();
        let fits = each.iter().all(|found| !found.is_empty()) && self.take_fitting(&each.concat());
        let called = blocks.iter().all(|block| CALL_BLOCKS.contains(&block.info));
        self.heard.unfit |= called && !fits;
        (called || fits).then_some(begin)
    }

    /// Takes a text in the manner of Python.
    fn python(&mut self, text: &str) -> Option<usize> {
        let calls = loose::calls(text)?.into_iter();
        let found: Vec<Found> = calls.map(|(name, arguments)| Found { name, arguments, sure: false }).collect();
        self.take_fitting(&found).then_some(0)
    }

    /// Takes an element of a tool's name. Returns where it begins.
    fn element(&mut self, text: &str) -> Option<usize> {
        let tools = self.tools;
        tools.iter().find_map(|tool| {
            let (range, inside) = markup::element(text, &tool.name)?;
            let begin = alone(text, std::slice::from_ref(&range))?;
            let arguments = Value::Object(markup::elements(inside));
            let found = Found { name: tool.name.clone(), arguments, sure: false };
            self.take_fitting(&[found]).then_some(begin)
        })
    }

    /// Takes objects, and lists of them. Returns where they begin.
    fn values(&mut self, text: &str) -> Option<usize> {
        let quoted = code::ranges(text);
        let mut values = markup::values(text);
        values.retain(|(range, value)| !code::within(&quoted, range.start) && !markup::objects(value).is_empty());
        let ranges: Vec<Range<usize>> = values.iter().map(|(range, _)| range.clone()).collect();
        let begin = alone(text, &ranges)?;
        let found: Vec<Found> = values.iter().flat_map(|(_, value)| markup::objects(value)).collect();
        self.take_fitting(&found).then_some(begin)
    }

    /// Takes the marked calls within a thought, if they fit.
    fn thought(&mut self, text: &str) {
        if self.heard.calls.is_empty() {
            for body in markup::marked(text).1 {
                self.take_fitting(&markup::calls_in(body));
            }
        }
    }

    /// Takes what fits an offered tool by its name. Returns whether all of it did.
    fn take_all(&mut self, found: &[Found]) -> bool {
        let taken = found.iter().filter(|call| self.take(call)).count();
        taken > 0 && taken == found.len()
    }

    /// Takes these calls if they are some and each fits an offered tool by its name and, where it may be something else, by
    /// its arguments. Returns whether they were taken.
    fn take_fitting(&mut self, found: &[Found]) -> bool {
        let fits = |call: &Found| {
            offered(&call.name, self.tools).is_some_and(|tool| {
                let arguments = call.arguments.as_object();
                call.sure || arguments.is_some_and(|arguments| coerce::fits(arguments, &tool.parameters))
            })
        };
        !found.is_empty() && found.iter().all(fits) && self.take_all(found)
    }

    fn take(&mut self, call: &Found) -> bool {
        let Some(tool) = offered(&call.name, self.tools) else { return false };
        if self.heard.calls.len() < MAX_CALLS {
            let arguments = arguments_of(&call.arguments, Some(tool));
            self.add(String::new(), &tool.name, arguments);
        } else {
            self.heard.too_many = true;
        }
        true
    }

    /// Adds a call with its id if that is there, not too long and not used before; else with an id of our own.
    fn add(&mut self, given: String, name: &str, arguments: String) -> String {
        let fits = !given.is_empty() && given.len() <= 256 && !self.taken.contains(&given);
        let id = if fits { given } else { own_id(&self.taken) };
        self.taken.insert(id.clone());
        self.heard.calls.push(ToolCall { id: id.clone(), name: name.to_owned(), arguments });
        id
    }
}

/// The calls the server lists: many, one, or one under the older name.
fn listed(message: &Value) -> Vec<&Value> {
    match message.get("tool_calls") {
        Some(Value::Array(calls)) if !calls.is_empty() => calls.iter().collect(),
        Some(call @ Value::Object(_)) => vec![call],
        _ => message.get("function_call").filter(|call| call.is_object()).into_iter().collect(),
    }
}

fn function_of(call: &Value) -> &Value {
    call.get("function").filter(|function| function.is_object()).unwrap_or(call)
}

/// What a server put beside a call, and into its function.
fn beside(call: &Value) -> Map<String, Value> {
    const OWN: [&str; 7] = ["id", "type", "function", "index", "name", "arguments", "parameters"];
    let others = |of: &Value| -> Map<String, Value> {
        let fields = of.as_object().into_iter().flatten();
        let others = fields.filter(|(name, value)| !OWN.contains(&name.as_str()) && !value.is_null());
        others.map(|(name, value)| (name.clone(), value.clone())).collect()
    };
    let mut beside = others(call);
    let inside = call.get("function").map(others).unwrap_or_default();
    if !inside.is_empty() {
        beside.insert("function".to_owned(), Value::Object(inside));
    }
    beside
}

/// The name and the arguments of a call as the tool it means has them. A name that no tool has stays.
pub(in crate::adapters::openai) fn named(name: &str, arguments: &Value, tools: &[ToolSpec]) -> (String, String) {
    let tool = offered(name, tools);
    (tool.map_or(name, |tool| tool.name.as_str()).to_owned(), arguments_of(arguments, tool))
}

/// The one offered tool that is meant by a name, perhaps with a prefix or a number (`functions.read_url:0`).
fn offered<'t>(name: &str, tools: &'t [ToolSpec]) -> Option<&'t ToolSpec> {
    if let Some(tool) = tools.iter().find(|tool| tool.name == name) {
        return Some(tool);
    }
    let plain = |name: &str| name.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_ascii_lowercase();
    // A token of the model's that got into the name.
    let name = name.split("<|").next().unwrap_or_default();
    let whole = name.trim_end_matches(|c: char| c.is_ascii_digit()).strip_suffix(':').unwrap_or(name);
    [whole, whole.rsplit(['.', ':', '/']).next().unwrap_or_default()].into_iter().find_map(|form| {
        let mut meant = tools.iter().filter(|tool| !form.is_empty() && plain(&tool.name) == plain(form));
        meant.next().filter(|_| meant.next().is_none())
    })
}

/// The arguments of a call as text, fitted to the schema of its tool; as they were written if they are no object.
fn arguments_of(given: &Value, tool: Option<&ToolSpec>) -> String {
    let mut read = given.clone();
    for _ in 0..WRAPPED {
        let Value::String(text) = &read else { break };
        let value = serde_json::from_str(text).ok().or_else(|| loose::whole(text));
        read = match value {
            Some(value) => value,
            None if text.trim().is_empty() => Value::Null,
            None => break,
        };
    }
    let object = match (read, given) {
        (Value::Object(fields), _) => fields,
        (Value::Array(mut values), _) if values.len() == 1 => match values.pop() {
            Some(Value::Object(fields)) => fields,
            Some(_) | None => Map::new(),
        },
        (Value::String(_), Value::String(written)) => return written.clone(),
        (_, _) => Map::new(),
    };
    let object = match tool {
        Some(tool) => coerce::fitted(unwrapped(object, &tool.parameters), &tool.parameters),
        None => object,
    };
    let verbatim = |name: &String| tool.is_some_and(|tool| tool.verbatim.contains(name));
    let fields = object.into_iter().map(|(name, value)| {
        let value = if verbatim(&name) { value } else { cleaned(value) };
        (name, value)
    });
    let object = Value::Object(fields.collect());
    match given {
        // What was right already stays as it was written.
        Value::String(text) if serde_json::from_str::<Value>(text).is_ok_and(|written| written == object) => {
            text.clone()
        }
        _ => object.to_string(),
    }
}

/// The arguments inside an object that has nothing else, unless the tool has an argument of that name.
fn unwrapped(object: Map<String, Value>, schema: &Value) -> Map<String, Value> {
    let wraps = |name: &str| {
        ["arguments", "parameters"].contains(&name) && schema.pointer(&format!("/properties/{name}")).is_none()
    };
    let first = object.iter().next().filter(|(name, _)| object.len() == 1 && wraps(name));
    let inside = first.and_then(|(_, inside)| inside.as_object()).cloned();
    inside.unwrap_or(object)
}

/// Where these parts of a text begin, if they are all of it but a short line before them. They stand in order.
fn alone(text: &str, parts: &[Range<usize>]) -> Option<usize> {
    let begin = parts.first()?.start;
    let lead = text.get(..begin)?.trim();
    let between = |c: char| c.is_whitespace() || matches!(c, ',' | ';');
    let next = parts.iter().skip(1).map(|part| part.start).chain([text.len()]);
    let apart = |(end, next): (usize, usize)| text.get(end..next).is_some_and(|rest| rest.chars().all(between));
    let alone = parts.iter().map(|part| part.end).zip(next).all(apart);
    (alone && !lead.contains('\n') && lead.chars().count() <= LEAD).then_some(begin)
}

/// Whether a text is nothing but calls: objects with a name, arguments, and nothing that would make them something else.
fn is_bare_call(text: &str) -> bool {
    let bare = spoken::block(text).map_or(text, |block| block.inside);
    let Some(value) = loose::whole(bare.trim()) else { return false };
    let calls = markup::objects(&value);
    let part =
        |name: &str| [NAME_KEYS.as_slice(), &ARGUMENT_KEYS, &BESIDE_CALLS].iter().any(|names| names.contains(&name));
    let parts = |value: &Value| value.as_object().is_some_and(|fields| fields.keys().all(|name| part(name)));
    let only = value.as_array().map_or_else(|| parts(&value), |values| values.iter().all(parts));
    only && !calls.is_empty() && calls.iter().all(|call| call.sure)
}

/// The next free id of nine letters and digits: some models demand exactly that (platform-facts L11).
fn own_id(taken: &BTreeSet<String>) -> String {
    let mut number = taken.len();
    loop {
        let id = format!("call{number:05}");
        if !taken.contains(&id) {
            return id;
        }
        number = number.wrapping_add(1);
    }
}
