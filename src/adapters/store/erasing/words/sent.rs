//! Takes the files that a person sent, and their words to which others referred, out of a value that belongs to others.

use crate::secretary::people::names::FORMER;
use crate::secretary::received::FOLDER;
use crate::secretary::wording::settings::privacy::ERASED;
use serde_json::{Map, Value};
use std::collections::BTreeSet;

/// What somebody sent.
#[derive(Clone, Debug, Default)]
pub(in crate::adapters::store::erasing) struct Sent {
    /// The homes of their files.
    homes: BTreeSet<String>,
    /// Their name, under which others refer to their words.
    name: String,
}

impl Sent {
    pub(in crate::adapters::store::erasing) fn new(homes: BTreeSet<String>, name: &str) -> Self {
        Self { homes, name: name.to_owned() }
    }

    /// The value without any of it, if there was any; `fits` says whether what came out can still be read.
    pub(in crate::adapters::store::erasing) fn taken_out(
        &self,
        body: &str,
        fits: impl Fn(&str) -> bool,
    ) -> Option<String> {
        let before: Value = serde_json::from_str(body).ok()?;
        let mut value = before.clone();
        self.take_out(&mut value);
        (value != before).then(|| value.to_string()).filter(|text| fits(text))
    }

    pub(super) fn take_out(&self, value: &mut Value) {
        match value {
            Value::Array(list) => {
                list.retain(|value| !self.is_theirs(value));
                for value in list {
                    self.take_out(value);
                }
            }
            Value::Object(map) => {
                self.take_words(map);
                for value in map.values_mut() {
                    if self.is_theirs(value) {
                        *value = Value::Null;
                    }
                    self.take_out(value);
                }
            }
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
        }
    }

    /// Whether it is a file of theirs, a place where one lies, or what is sent from there.
    fn is_theirs(&self, value: &Value) -> bool {
        match value {
            Value::Object(map) => {
                let home = map.get("home").and_then(Value::as_str);
                let lies = |key: &str| map.get(key).is_some_and(|place| self.is_theirs(place));
                home.is_some_and(|home| self.homes.contains(home)) || lies("at") || lies("Received")
            }
            Value::Array(named) => matches!(named.as_slice(), [Value::String(_), place] if self.is_theirs(place)),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => false,
        }
    }

    /// Words of theirs to which somebody referred. Nobody knows more of these than the name.
    fn take_words(&self, map: &mut Map<String, Value>) {
        let theirs = map.contains_key("how") && map.get("who").and_then(Value::as_str) == Some(self.name.as_str());
        if !theirs || self.name.is_empty() {
            return;
        }
        for (key, value) in map.iter_mut() {
            match key.as_str() {
                "who" => *value = FORMER.into(),
                "text" => *value = ERASED.into(),
                "attachments" => *value = Value::Array(Vec::new()),
                _ => {}
            }
        }
    }
}

/// The tool whose scripts read files, nobody knows which.
const SCRIPTS: &str = "run_python";

/// Takes out of a journal what an agent read in files of these names; the records stand in their order. Gives the numbers of
/// the records that have changed.
pub(in crate::adapters::store::erasing) fn unread(records: &mut [Value], names: &BTreeSet<String>) -> Vec<usize> {
    let (mut changed, mut theirs) = (Vec::new(), false);
    for (at, record) in records.iter_mut().enumerate() {
        match record.get("kind").and_then(Value::as_str) {
            Some("call") => theirs = reads(record, names),
            Some("result") if std::mem::take(&mut theirs) => {
                if let Some(text) = record.get_mut("text") {
                    *text = ERASED.into();
                    changed.push(at);
                }
            }
            _ => {}
        }
    }
    changed
}

/// Whether a call reads a file of these names that people sent, or may have read one.
fn reads(record: &Value, names: &BTreeSet<String>) -> bool {
    let call = record.get("call");
    if call.and_then(|call| call.get("name")).and_then(Value::as_str) == Some(SCRIPTS) {
        return !names.is_empty();
    }
    let arguments = call.and_then(|call| call.get("arguments")).and_then(Value::as_str);
    let arguments: Option<Value> = arguments.and_then(|text| serde_json::from_str(text).ok());
    let path = arguments.as_ref().and_then(|arguments| arguments.get("path")).and_then(Value::as_str);
    let steps: Vec<&str> = path.unwrap_or_default().trim().split('/').collect();
    steps.contains(&FOLDER) && steps.last().is_some_and(|name| names.contains(*name))
}
