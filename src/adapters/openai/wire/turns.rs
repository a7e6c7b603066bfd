//! The turns of a conversation as messages that every server takes: one system message at the beginning, never two
//! messages of a person in a row, none of a person right after a result, nothing empty, a person's words at the end, and
//! a result for every call (platform-facts L6). What the server itself put beside an answer goes back to it.

use crate::adapters::openai::dialects::{Dialect, EmptyContent};
use crate::adapters::openai::pictures;
use crate::ports::model::{Kept, ToolCall, Turn};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// Between a result and a person's words: Mistral and many chat templates refuse the one right after the other.
const BETWEEN: &str = "Noted.";
/// Where a conversation ends with the model's own words, which some servers would have it continue and others refuse.
const ON: &str = "Go on.";
/// The result of a call that was never made, and one without words.
const NOT_DONE: &str = "(not done)";
const NOTHING: &str = "(nothing)";
/// The content of an answer that only calls, where it may not be empty.
const CALLING: &str = "I use a tool.";
/// The length of ids where it is prescribed.
const SHORT: usize = 9;
/// The field of thoughts that some servers want in every answer of a conversation once it is in one.
const THOUGHTS: &str = "reasoning_content";

/// Messages in the making.
#[derive(Debug, Default)]
pub(super) struct Messages {
    list: Vec<Value>,
    /// Calls without a result.
    open: Vec<String>,
}

impl Messages {
    /// The messages of turns. What was kept of answers is returned only to the server and model it came from.
    pub(super) fn of(turns: &[Turn], returned: Option<&str>) -> Self {
        let mut messages = Self { list: Vec::with_capacity(turns.len()), open: Vec::new() };
        for turn in turns {
            match turn {
                Turn::System { content } if messages.list.iter().all(|one| role(one) == "system") => {
                    messages.instruct(content);
                }
                Turn::System { content } | Turn::User { content } => messages.user(json!(content)),
                Turn::Pictures { pictures } => messages.user(Value::Array(pictures::parts(pictures))),
                Turn::Assistant { content, calls, kept } => {
                    let kept = kept.as_ref().filter(|kept| Some(kept.model.as_str()) == returned);
                    messages.answer(content, calls, kept);
                }
                Turn::Tool { id, content } => messages.result(id, content),
            }
        }
        messages.close();
        messages
    }

    /// Adds to the one system message.
    pub(super) fn instruct(&mut self, words: &str) {
        match self.list.first_mut().filter(|first| role(first) == "system") {
            Some(system) => join(system, json!(words)),
            None => self.list.insert(0, json!({"role": "system", "content": words})),
        }
    }

    /// Adds words or parts of a person.
    pub(super) fn user(&mut self, content: Value) {
        if is_empty(&content) {
            return;
        }
        self.close();
        if self.list.last().is_some_and(|last| role(last) == "tool") {
            self.list.push(json!({"role": "assistant", "content": BETWEEN}));
        }
        match self.list.last_mut().filter(|last| role(last) == "user") {
            Some(last) => join(last, content),
            None => self.list.push(json!({"role": "user", "content": content})),
        }
    }

    /// Adds words of the model.
    pub(super) fn assistant(&mut self, text: &str) {
        self.answer(text, &[], None);
    }

    fn answer(&mut self, text: &str, calls: &[ToolCall], kept: Option<&Kept>) {
        if calls.is_empty() && text.trim().is_empty() {
            return;
        }
        self.close();
        let mut message = Map::new();
        message.insert("role".to_owned(), json!("assistant"));
        message.insert("content".to_owned(), if text.is_empty() { Value::Null } else { json!(text) });
        if !calls.is_empty() {
            let list: Vec<Value> = calls.iter().map(|one| call(one, kept)).collect();
            message.insert("tool_calls".to_owned(), Value::Array(list));
        }
        for (name, value) in kept.into_iter().flat_map(|kept| &kept.message) {
            message.entry(name.clone()).or_insert_with(|| value.clone());
        }
        self.open = calls.iter().map(|call| call.id.clone()).collect();
        match self.list.last_mut().filter(|last| role(last) == "assistant" && calls.is_empty()) {
            Some(last) => join(last, json!(text)),
            None => self.list.push(Value::Object(message)),
        }
    }

    fn result(&mut self, id: &str, content: &str) {
        self.open.retain(|waiting| waiting != id);
        let content = if content.trim().is_empty() { NOTHING } else { content };
        self.list.push(json!({"role": "tool", "tool_call_id": id, "content": content}));
    }

    /// Answers what is still open.
    fn close(&mut self) {
        for id in std::mem::take(&mut self.open) {
            self.list.push(json!({"role": "tool", "tool_call_id": id, "content": NOT_DONE}));
        }
    }

    /// The messages in a dialect.
    pub(super) fn written(self, dialect: Dialect) -> Vec<Value> {
        let mut list = self.done();
        let content = match dialect.empty {
            EmptyContent::Null => Value::Null,
            EmptyContent::Text => json!(""),
            EmptyContent::Words => json!(CALLING),
        };
        for message in list.iter_mut().filter(|message| message.get("content").is_some_and(Value::is_null)) {
            message["content"] = content.clone();
        }
        if dialect.short_ids {
            shorten_ids(&mut list);
        }
        if !dialect.system {
            fold(&mut list);
        }
        list
    }

    /// The messages as most servers take them.
    fn done(mut self) -> Vec<Value> {
        self.close();
        if self.list.last().is_some_and(|last| role(last) == "assistant") {
            self.user(json!(ON));
        }
        if self.list.iter().any(|message| message.get(THOUGHTS).is_some()) {
            let answers = self.list.iter_mut().filter(|message| role(message) == "assistant");
            for answer in answers.filter_map(Value::as_object_mut) {
                answer.entry(THOUGHTS).or_insert_with(|| json!(""));
            }
        }
        self.list
    }
}

fn role(message: &Value) -> &str {
    message.get("role").and_then(Value::as_str).unwrap_or_default()
}

fn is_empty(content: &Value) -> bool {
    match content {
        Value::String(text) => text.trim().is_empty(),
        Value::Array(parts) => parts.is_empty(),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::Object(_) => true,
    }
}

/// Puts the instructions in front of the first words of a person.
fn fold(list: &mut Vec<Value>) {
    if list.first().is_none_or(|first| role(first) != "system") {
        return;
    }
    let mut first = list.remove(0);
    first["role"] = json!("user");
    if list.first().is_some_and(|next| role(next) == "user") {
        let words = list.remove(0)["content"].take();
        join(&mut first, words);
    }
    list.insert(0, first);
}

/// Gives ids of nine letters and digits to calls that have others, the same to their results.
fn shorten_ids(list: &mut [Value]) {
    let fits = |id: &str| id.len() == SHORT && id.bytes().all(|byte| byte.is_ascii_alphanumeric());
    let calls = list.iter().filter_map(|message| message["tool_calls"].as_array()).flatten();
    let ids: Vec<String> = calls.filter_map(|call| call["id"].as_str().map(str::to_owned)).collect();
    let mut short: BTreeMap<String, String> = BTreeMap::new();
    let mut number = 0_u32;
    for id in ids.iter().filter(|id| !fits(id)) {
        let mut own = format!("call{number:05}");
        while ids.contains(&own) {
            number += 1;
            own = format!("call{number:05}");
        }
        number += 1;
        short.entry(id.clone()).or_insert(own);
    }
    let renamed = |id: &mut Value| {
        if let Some(own) = id.as_str().and_then(|id| short.get(id)) {
            *id = json!(own);
        }
    };
    for message in list {
        message.get_mut("tool_call_id").into_iter().for_each(&renamed);
        let calls = message.get_mut("tool_calls").and_then(Value::as_array_mut).into_iter().flatten();
        calls.filter_map(|call| call.get_mut("id")).for_each(&renamed);
    }
}

/// Adds to the content of a message, after a blank line.
fn join(message: &mut Value, more: Value) {
    let Some(content) = message.get_mut("content") else { return };
    let parts = |content: Value| match content {
        Value::Array(parts) => parts,
        Value::String(text) => vec![json!({"type": "text", "text": text})],
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::Object(_) => Vec::new(),
    };
    *content = match (content.take(), more) {
        (Value::String(before), Value::String(more)) => Value::String(format!("{before}\n\n{more}")),
        (before, more) => Value::Array(parts(before).into_iter().chain(parts(more)).collect()),
    };
}

/// A call as the server wants it back. A name no function can have, or arguments that are not JSON, would make it
/// refuse the conversation; the result beside it tells the model what was wrong.
fn call(call: &ToolCall, kept: Option<&Kept>) -> Value {
    let fits = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    let name: String = call.name.chars().map(|c| if fits(c) { c } else { '_' }).take(64).collect();
    let name = if name.is_empty() { "unnamed".to_owned() } else { name };
    let sound = serde_json::from_str::<Value>(&call.arguments).is_ok_and(|value| value.is_object());
    let arguments = if sound { call.arguments.as_str() } else { "{}" };
    let mut message = json!({"id": call.id, "type": "function", "function": {"name": name, "arguments": arguments}});
    let extra = kept.and_then(|kept| kept.calls.get(&call.id));
    let Some(fields) = message.as_object_mut() else { return message };
    for (name, value) in extra.into_iter().flatten() {
        let field = fields.entry(name.clone()).or_insert_with(|| value.clone());
        // What stood inside the function.
        if let (Value::Object(inside), Value::Object(more)) = (field, value) {
            for (name, value) in more {
                inside.entry(name.clone()).or_insert_with(|| value.clone());
            }
        }
    }
    message
}

#[cfg(test)]
mod tests {
    use crate::adapters::openai::dialects::Family;
    use crate::adapters::openai::wire::turns::*;
    use crate::ports::model::Picture;

    fn tool(id: &str, name: &str, arguments: &str) -> ToolCall {
        ToolCall { id: id.into(), name: name.into(), arguments: arguments.into() }
    }

    fn said(content: &str, calls: Vec<ToolCall>) -> Turn {
        Turn::Assistant { content: content.into(), calls, kept: None }
    }

    fn user(content: &str) -> Turn {
        Turn::User { content: content.into() }
    }

    #[test]
    fn every_call_is_answered_and_fit_to_be_sent_back() {
        let calls = vec![tool("a", "read url", "{broken"), tool("b", "", "{\"x\":1}")];
        let turns = [said("", calls), Turn::Tool { id: "b".into(), content: "done".into() }, user("and?")];
        let sent = Messages::of(&turns, None).done();
        assert_eq!(sent[0]["content"], Value::Null);
        assert_eq!(sent[0]["tool_calls"][0]["function"], json!({"name": "read_url", "arguments": "{}"}));
        assert_eq!(sent[0]["tool_calls"][1]["function"], json!({"name": "unnamed", "arguments": "{\"x\":1}"}));
        assert_eq!(sent[1], json!({"role": "tool", "tool_call_id": "b", "content": "done"}));
        assert_eq!(sent[2], json!({"role": "tool", "tool_call_id": "a", "content": "(not done)"}));
        let roles: Vec<&str> = sent.iter().skip(3).map(role).collect();
        assert_eq!(roles, ["assistant", "user"]);
    }

    #[test]
    fn turns_stand_in_the_order_every_server_takes() {
        let picture = Picture { name: "a.png".into(), bytes: b"\x89PNG".to_vec() };
        let turns = [
            Turn::System { content: "Rules.".into() },
            Turn::System { content: "More.".into() },
            user("Hello"),
            user(""),
            user("again"),
            Turn::Pictures { pictures: vec![picture] },
            said("", vec![]),
            said("Well,", vec![]),
            said("yes.", vec![]),
            Turn::System { content: "Late.".into() },
            said("", vec![tool("a", "read_url", "{}")]),
            Turn::Tool { id: "a".into(), content: " ".into() },
            said("End.", vec![]),
        ];
        let sent = Messages::of(&turns, None).done();
        let roles: Vec<&str> = sent.iter().map(role).collect();
        assert_eq!(roles, ["system", "user", "assistant", "user", "assistant", "tool", "assistant", "user"]);
        assert_eq!(sent[0]["content"], "Rules.\n\nMore.");
        assert_eq!(sent[1]["content"][0]["text"], "Hello\n\nagain");
        assert_eq!(sent[1]["content"].as_array().unwrap().last().unwrap()["type"], "image_url");
        assert_eq!((&sent[2]["content"], &sent[3]["content"]), (&json!("Well,\n\nyes."), &json!("Late.")));
        assert_eq!((&sent[5]["content"], &sent[7]["content"]), (&json!("(nothing)"), &json!("Go on.")));
    }

    #[test]
    fn what_a_server_put_beside_an_answer_goes_back_to_it_alone() {
        let extra =
            json!({"extra_content": {"google": {"thought_signature": "c2ln"}}, "function": {"mark": 1}, "id": "no"});
        let kept = Kept {
            model: "host m".into(),
            message: json!({"reasoning_content": "hm", "content": "no"}).as_object().unwrap().clone(),
            calls: [("a".to_owned(), extra.as_object().unwrap().clone())].into(),
        };
        let turns = [
            user("x"),
            Turn::Assistant { content: "Look.".into(), calls: vec![tool("a", "read_url", "{}")], kept: Some(kept) },
            Turn::Tool { id: "a".into(), content: "page".into() },
            user("and?"),
        ];
        let sent = Messages::of(&turns, Some("host m")).done();
        assert_eq!((&sent[1]["reasoning_content"], &sent[1]["content"]), (&json!("hm"), &json!("Look.")));
        let call = &sent[1]["tool_calls"][0];
        assert_eq!((&call["extra_content"]["google"]["thought_signature"], &call["id"]), (&json!("c2ln"), &json!("a")));
        assert_eq!(call["function"], json!({"name": "read_url", "arguments": "{}", "mark": 1}));
        assert_eq!(sent[3]["reasoning_content"], "", "the server wants the field in every answer");
        for other in [Some("host n"), Some("other m"), None] {
            let sent = Messages::of(&turns, other).done();
            assert_eq!((sent[1].get("reasoning_content"), sent[1]["tool_calls"][0].get("extra_content")), (None, None));
        }
    }

    #[test]
    fn what_a_server_refuses_is_written_in_another_way() {
        let usual = Family::Unknown.dialect();
        let calls = vec![tool("call_abc", "read_url", "{}"), tool("a1B2c3D4e", "read_url", "{}")];
        let result = |id: &str| Turn::Tool { id: id.into(), content: "page".into() };
        let turns = [
            Turn::System { content: "Rules.".into() },
            user("Hello"),
            said("", calls),
            result("call_abc"),
            result("a1B2c3D4e"),
        ];
        let written = |dialect: Dialect| Messages::of(&turns, None).written(dialect);
        for (empty, content) in [
            (EmptyContent::Null, Value::Null),
            (EmptyContent::Text, json!("")),
            (EmptyContent::Words, json!("I use a tool.")),
        ] {
            let sent = written(Dialect { empty, ..usual });
            assert_eq!((&sent[2]["content"], &sent[2]["tool_calls"][0]["id"]), (&content, &json!("call_abc")));
        }
        let sent = written(Dialect { system: false, ..usual });
        assert_eq!(sent[0], json!({"role": "user", "content": "Rules.\n\nHello"}));
        assert_eq!(role(&sent[1]), "assistant");
        let sent = written(Dialect { short_ids: true, ..usual });
        assert_eq!(
            (&sent[2]["tool_calls"][0]["id"], &sent[3]["tool_call_id"]),
            (&json!("call00000"), &json!("call00000"))
        );
        assert_eq!(
            (&sent[2]["tool_calls"][1]["id"], &sent[4]["tool_call_id"]),
            (&json!("a1B2c3D4e"), &json!("a1B2c3D4e"))
        );
    }
}
