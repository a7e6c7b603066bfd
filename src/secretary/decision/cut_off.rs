//! A tool call that was interrupted and may not be repeated automatically: what people are told about it, and their
//! answers. It knows no tool.

use super::approval::Permission;
use crate::secretary::names::invisible;
use crate::secretary::names::phrases::short;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The answer with which a waiting run continues.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// The answer to its question.
    Answer(String),
    /// What people say about its call that was cut off.
    Ruling(Ruling),
    /// Whether it may make the call it asked about.
    Permission(Permission),
}

/// What people say about a call of which nobody knows whether it happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Ruling {
    /// It may be done once more.
    Again,
    /// It was done.
    Done,
    /// The work continues without it.
    LeftOut,
}

impl Ruling {
    /// In the order people choose from.
    pub const ALL: [Self; 3] = [Self::Again, Self::Done, Self::LeftOut];
}

/// Such a call, in words for people.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CutOff {
    /// What was being done: "send letter".
    pub what: String,
    /// The recipient or target, if the call names one.
    #[serde(default)]
    pub to: Option<String>,
    /// The other main arguments, by name.
    #[serde(default)]
    pub with: Vec<(String, String)>,
}

/// Names of arguments that say where something goes, the most telling first.
const WHERE: [&str; 14] = [
    "to",
    "recipient",
    "recipients",
    "address",
    "email",
    "url",
    "uri",
    "host",
    "server",
    "channel",
    "chat",
    "account",
    "path",
    "title",
];
/// Parts of names of arguments nobody should read in a chat.
const SECRET: [&str; 6] = ["password", "secret", "token", "api_key", "apikey", "authorization"];
/// Arguments told, and characters of each.
const ARGUMENTS: usize = 5;
const CHARS: usize = 100;

impl CutOff {
    /// A call of the tool of this name.
    pub fn of(tool: &str, arguments: &Value) -> Self {
        let Value::Object(all) = arguments else { return Self::bare(tool) };
        let told = |name: &str, value: &Value| {
            if secret(name) { Some("(hidden)".to_owned()) } else { words(value) }
        };
        let place = WHERE.iter().find(|name| all.get(**name).and_then(words).is_some());
        let others = all.iter().filter(|(name, _)| Some(&name.as_str()) != place);
        Self {
            to: place.and_then(|name| words(all.get(*name)?)),
            with: others.filter_map(|(name, value)| Some((plain(name), told(name, value)?))).take(ARGUMENTS).collect(),
            ..Self::bare(tool)
        }
    }

    fn bare(tool: &str) -> Self {
        Self { what: plain(tool), to: None, with: Vec::new() }
    }
}

/// Whether what an argument of this name says is for nobody's eyes.
pub fn secret(name: &str) -> bool {
    SECRET.iter().any(|s| name.to_lowercase().contains(s))
}

/// A name made for programs as people read it.
pub fn plain(name: &str) -> String {
    short(&invisible::marked(name).replace("__", ": ").replace(['_', '-'], " "), 60)
}

/// A value as people read it; none if there is nothing to read.
fn words(value: &Value) -> Option<String> {
    let text = match value {
        Value::Null => return None,
        Value::String(text) => invisible::marked(text),
        Value::Array(items) => items.iter().filter_map(words).collect::<Vec<_>>().join(", "),
        Value::Bool(_) | Value::Number(_) | Value::Object(_) => invisible::marked(&value.to_string()),
    };
    let text = short(&text, CHARS);
    (!text.is_empty()).then_some(text)
}

#[cfg(test)]
mod tests {
    use crate::secretary::decision::cut_off::*;
    use serde_json::json;

    #[test]
    fn what_was_attempted_is_told_in_plain_words() {
        let call = CutOff::of(
            "post__send_letter",
            &json!({"text": "Dear Kim,\n\nwe take it.", "copies": 2, "to": ["Kim", "Jo"], "url": null, "api_token": "x"}),
        );
        assert_eq!((call.what.as_str(), call.to.as_deref()), ("post: send letter", Some("Kim, Jo")));
        let with: Vec<String> = call.with.iter().map(|(name, value)| format!("{name}={value}")).collect();
        assert_eq!(with, ["api token=(hidden)", "copies=2", "text=Dear Kim, we take it."]);
        let long = CutOff::of("pay", &json!({"note": "x".repeat(500), "a": 1, "b": 2, "c": 3, "d": 4, "e": 5}));
        assert_eq!((long.to, long.with.len()), (None, ARGUMENTS));
        assert_eq!(CutOff::of("pay", &json!("?")), CutOff { what: "pay".into(), to: None, with: vec![] });
    }
}
