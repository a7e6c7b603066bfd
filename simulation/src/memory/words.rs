//! Somebody's words in values that hold them: looked for, and taken out.

use crate::people::canary;
use secretary::secretary::ids::TicketId;
use secretary::secretary::message::{Block, Message, Span};
use secretary::secretary::wording::settings::privacy::ERASED;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

fn texts(value: &Value, key: &str, keys: &[&str], found: &mut BTreeSet<String>) {
    match value {
        Value::String(text) if keys.is_empty() || keys.contains(&key) => {
            found.insert(text.trim().to_owned());
            found.extend(text.lines().map(|line| line.trim().to_owned()));
        }
        Value::Array(list) => list.iter().for_each(|value| texts(value, key, keys, found)),
        Value::Object(map) => map.iter().for_each(|(key, value)| texts(value, key, keys, found)),
        Value::String(_) | Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// Texts that nobody else says, of a value: those under one of these keys, or all if there are none.
pub(super) fn texts_of(value: &Value, keys: &[&str]) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    texts(value, "", keys, &mut found);
    found.retain(|text| canary::within(text).next().is_some());
    found
}

/// Anything that can be written as a value, without these words, if any of them stand in it.
macro_rules! scrubbed {
    ($thing:expr, $words:expr) => {
        serde_json::to_value($thing)
            .ok()
            .and_then(|value| $crate::memory::words::without(value, $words))
            .and_then(|value| serde_json::from_value(value).ok())
    };
}
pub(super) use scrubbed;

/// A value without these words, if any of them stand in it.
pub(super) fn without(mut value: Value, words: &BTreeSet<String>) -> Option<Value> {
    fn replace(value: &mut Value, words: &BTreeSet<String>) -> bool {
        match value {
            Value::String(text) => {
                let found: Vec<_> = words.iter().filter(|word| text.contains(word.as_str())).collect();
                for word in &found {
                    *text = text.replace(word.as_str(), ERASED);
                }
                !found.is_empty()
            }
            Value::Array(list) => list.iter_mut().map(|value| replace(value, words)).filter(|done| *done).count() > 0,
            Value::Object(map) => map.values_mut().map(|value| replace(value, words)).filter(|done| *done).count() > 0,
            Value::Null | Value::Bool(_) | Value::Number(_) => false,
        }
    }
    replace(&mut value, words).then_some(value)
}

/// Whether a text names one of these tickets by its number.
fn numbered(text: &str, tickets: &BTreeMap<TicketId, i64>) -> bool {
    let ends = |at: usize| !text[at..].starts_with(|c: char| c.is_ascii_digit());
    let stands = |number: &str| text.match_indices(number).any(|(at, found)| ends(at + found.len()));
    tickets.values().any(|number| stands(&format!("#{number}")))
}

/// Takes the lines about these tickets out of a message.
pub(super) fn take_lines(message: &mut Message, tickets: &BTreeMap<TicketId, i64>) {
    let about = |text: &str| numbered(text, tickets);
    for block in &mut message.blocks {
        let text = match block {
            Block::Code { text, .. } | Block::Markdown(text) => text.clone(),
            Block::Table(rows) => rows.iter().flatten().fold(String::new(), |all, cell| all + cell + " "),
            Block::Line(_) | Block::Heading(_) | Block::Item { .. } | Block::Quote(_) | Block::Gap => {
                block.spans().iter().map(Span::plain).collect()
            }
        };
        if about(&text) {
            *block = Block::Line(vec![Span::text(ERASED)]);
        }
    }
    message.buttons.iter_mut().for_each(|row| row.retain(|button| !about(&button.label)));
    message.buttons.retain(|row| !row.is_empty());
}
