//! Taking somebody's name and words out of a value that belongs to others: what was theirs is replaced where it stands,
//! and everything else stays as it is.

use crate::secretary::wording::privacy::{ERASED, FORMER};
use serde_json::Value;

/// Fields that hold the name of a person and nothing else.
const NAMES: [&str; 4] = ["name", "by", "requester_name", "agreed_by"];
/// Fields that hold ids and names of our own making.
const IDS: [&str; 22] = [
    "id",
    "key",
    "task",
    "run",
    "agent",
    "token",
    "room",
    "rooms",
    "slot",
    "ticket",
    "kind",
    "tool",
    "version",
    "decision",
    "requester",
    "workspace",
    "platform",
    "state",
    "owner",
    "person",
    "fitting",
    "needs",
];
/// Words of fewer letters are replaced only where they are all that is said.
const LONG: usize = 8;
/// Shorter ones are no words of anybody.
const SHORT: usize = 3;

/// What is taken out.
#[derive(Debug)]
pub(super) struct Scrub {
    person: String,
    name: String,
    words: Vec<String>,
    rooms: Vec<String>,
}

impl Scrub {
    /// `rooms`: their direct chats, in which nothing of others stands any more.
    pub(super) fn new(person: &str, name: &str, said: impl IntoIterator<Item = String>, rooms: &[String]) -> Self {
        let mut words: Vec<String> = Vec::new();
        for text in said {
            let text = text.trim().to_owned();
            // As it stands in JSON that is part of a text.
            let quoted = Value::from(text.as_str()).to_string();
            let quoted = quoted.trim_matches('"').to_owned();
            for word in [text, quoted] {
                if word.chars().count() >= SHORT && !words.contains(&word) {
                    words.push(word);
                }
            }
        }
        // The longest first: one may be part of another.
        words.sort_by_key(|word| std::cmp::Reverse(word.len()));
        Self { person: person.to_owned(), name: name.to_owned(), words, rooms: rooms.to_vec() }
    }

    /// The value without any of it, if there was any; `fits` says whether what came out can still be read.
    pub(super) fn taken_out(&self, body: &str, fits: impl Fn(&str) -> bool) -> Option<String> {
        let before: Value = serde_json::from_str(body).ok()?;
        let whole = |with_words: bool| {
            let mut value = before.clone();
            self.change(&mut value, "", with_words);
            (value != before).then(|| value.to_string())
        };
        // Somebody's only word may be the name of a state; then the word stays.
        whole(true).filter(|text| fits(text)).or_else(|| whole(false).filter(|text| fits(text)))
    }

    fn change(&self, value: &mut Value, key: &str, with_words: bool) {
        match value {
            Value::String(text) => {
                if NAMES.contains(&key) && *text == self.name {
                    FORMER.clone_into(text);
                } else if with_words && !IDS.contains(&key) {
                    self.replace(text);
                }
            }
            Value::Array(list) => {
                list.retain(|value| value.as_str().is_none_or(|text| !self.rooms.iter().any(|room| room == text)));
                for value in list {
                    self.change(value, key, with_words);
                }
            }
            Value::Object(map) => {
                // Of two people of one name, only one is meant where it is said who.
                let other =
                    map.get("by").and_then(Value::as_str).is_some_and(|by| by != self.person && by != self.name);
                for (key, value) in map.iter_mut() {
                    if !(other && key == "name") {
                        self.change(value, key, with_words);
                    }
                }
            }
            Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
    }

    fn replace(&self, text: &mut String) {
        for word in &self.words {
            if text.trim() == word {
                ERASED.clone_into(text);
            } else if word.chars().count() >= LONG && text.contains(word.as_str()) {
                *text = text.replace(word.as_str(), ERASED);
            }
        }
    }
}

/// What somebody typed with an event: its texts, wherever they stand in it.
pub(super) fn typed(body: &str) -> Vec<String> {
    fn look(value: &Value, key: &str, found: &mut Vec<String>) {
        match value {
            Value::String(text) if ["text", "reason"].contains(&key) => found.push(text.clone()),
            Value::Array(list) => list.iter().for_each(|value| look(value, key, found)),
            Value::Object(map) => map.iter().for_each(|(key, value)| look(value, key, found)),
            Value::String(_) | Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
    }
    let mut found = Vec::new();
    if let Ok(value) = serde_json::from_str::<Value>(body) {
        look(&value, "", &mut found);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn scrub(words: &[&str]) -> Scrub {
        Scrub::new("p1", "Kim", words.iter().map(|word| (*word).to_owned()), &["r-kim".to_owned()])
    }

    #[test]
    fn names_and_words_go_and_nothing_else_does() {
        let words = ["only with a notice of three months", "yes"];
        let before = json!({
            "title": "Ask Kim",
            "decisions": [
                {"key": "d1", "state": {"Made": {"by": "p1", "name": "Kim", "text": words[0]}}},
                {"key": "d2", "state": {"Made": {"by": "p2", "name": "Kim", "text": "yes, do"}}},
            ],
            "comments": [{"name": "Kim", "text": "yes"}],
            "hold": {"cancelled": {"by": "Kim", "reason": ""}},
            "result": format!("The person decided: {}.", words[0]),
            "arguments": format!("{{\"text\":\"{}\"}}", words[0]),
            "rooms": ["r-kim", "r-jo"],
            "n": 3,
        });
        let after = json!({
            "title": "Ask Kim",
            "decisions": [
                {"key": "d1", "state": {"Made": {"by": "p1", "name": FORMER, "text": ERASED}}},
                {"key": "d2", "state": {"Made": {"by": "p2", "name": "Kim", "text": "yes, do"}}},
            ],
            "comments": [{"name": FORMER, "text": ERASED}],
            "hold": {"cancelled": {"by": FORMER, "reason": ""}},
            "result": format!("The person decided: {ERASED}."),
            "arguments": format!("{{\"text\":\"{ERASED}\"}}"),
            "rooms": ["r-jo"],
            "n": 3,
        });
        let out = scrub(&words).taken_out(&before.to_string(), |_| true).unwrap();
        assert_eq!(serde_json::from_str::<Value>(&out).unwrap(), after);
        assert_eq!(scrub(&words).taken_out(&json!({"name": "Jo", "text": "later"}).to_string(), |_| true), None);
    }

    #[test]
    fn a_word_that_is_the_name_of_a_state_stays_and_the_name_goes_all_the_same() {
        let body = json!({"stage": {"Closed": "Cancelled"}, "by": "Kim"}).to_string();
        let fits = |text: &str| text.contains("\"Cancelled\"");
        let out = scrub(&["Cancelled"]).taken_out(&body, fits).unwrap();
        assert!(out.contains(FORMER) && fits(&out), "{out}");
    }

    #[test]
    fn what_was_typed_is_found_in_every_event() {
        assert_eq!(typed(r#"{"Corrected":{"text":"blue"}}"#), ["blue"]);
        assert_eq!(typed(r#"{"DecisionMade":{"decision":"d1","option":null,"text":"my way"}}"#), ["my way"]);
        assert_eq!(typed(r#"{"CancelRequested":{"reason":"too late","with_all":false}}"#), ["too late"]);
        assert!(typed(r#""Confirmed""#).is_empty() && typed("").is_empty());
    }
}
