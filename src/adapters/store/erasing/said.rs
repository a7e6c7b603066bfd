//! What a person said, as texts to search for: whole, and in the pieces into which it is cut before storing.

use crate::secretary::flow::Flow;
use crate::secretary::names::phrases::line;
use crate::secretary::received::ReceivedFile;
use crate::secretary::schedule::{Duty, Schedule};
use crate::secretary::ticket::plan_edit;
use crate::secretary::ticket::round::answers;
use serde_json::Value;
use std::collections::BTreeSet;

/// Fields of events that hold what was typed.
const TYPED: [&str; 2] = ["text", "reason"];
/// Fields of tickets and their events that hold words, of whomever they are: in somebody's own ticket all are theirs.
const OWN: [&str; 28] = [
    "idea",
    "title",
    "text",
    "reason",
    "summary",
    "instruction",
    "result",
    "question",
    "questions",
    "options",
    "answers",
    "edits",
    "additions",
    "done_when",
    "due",
    "effort",
    "resources",
    "assumptions",
    "replanned",
    "doing",
    "why",
    "label",
    "impact",
    "pros",
    "cons",
    "failure",
    "line",
    "so_far",
];
/// Letters of a part that may stand anywhere. Words of fewer letters are replaced only where they are all that is said.
pub(super) const LONG: usize = 8;
/// Letters of a line of a file that may stand anywhere: shorter ones are in the files of others as well.
const SENTENCE: usize = 24;

/// Texts to be looked for.
#[derive(Clone, Debug, Default)]
pub(super) struct Said {
    /// These, wherever they stand.
    pub(super) words: Vec<String>,
    /// These, where answers to questions stand.
    pub(super) answers: Vec<String>,
    /// The homes of files, which go wherever they stand.
    pub(super) homes: BTreeSet<String>,
    /// The files whose words are among these.
    pub(super) files: Vec<ReceivedFile>,
}

impl Said {
    /// Adds what somebody typed with an event.
    pub(super) fn typed(&mut self, event: &str) {
        for text in typed_texts(event) {
            self.spoken(&text);
        }
    }

    /// Adds a message of somebody.
    pub(super) fn spoken(&mut self, text: &str) {
        self.add(text);
        self.parts(text);
    }

    /// Adds the words of a file that somebody sent.
    pub(super) fn sent(&mut self, file: ReceivedFile) {
        self.add(&file.name);
        self.add(&file.beginning);
        file.beginning.lines().filter(|line| line.trim().chars().count() >= SENTENCE).for_each(|line| self.add(line));
        self.files.push(file);
    }

    /// Adds the words in a ticket of somebody's own, or in an event of it.
    pub(super) fn own(&mut self, body: &str) {
        for text in under(body, &OWN) {
            self.add(&text);
            text.lines().for_each(|line| self.add_long(line));
        }
    }

    /// Adds what somebody ordered to be said.
    pub(super) fn ordered(&mut self, order: &Schedule) {
        match &order.duty {
            Duty::Remind(text) => {
                self.add(text);
                text.lines().for_each(|line| self.add_long(line));
            }
            Duty::Work(work) => self.add(&work.template.idea),
            Duty::Flow { name, .. } => self.add_long(name),
            Duty::Digest | Duty::Brief => {}
        }
    }

    /// Adds what somebody called a flow of theirs, and said that it does.
    pub(super) fn planned(&mut self, flow: &Flow) {
        self.add_long(&flow.name);
        flow.steps.iter().for_each(|step| self.add_long(step));
    }

    fn add(&mut self, text: &str) {
        self.words.extend([text.trim().to_owned(), line(text)]);
    }

    fn add_long(&mut self, text: &str) {
        if text.trim().chars().count() >= LONG {
            self.add(text);
        }
    }

    /// Plans are edited line by line, and one message may answer several questions.
    fn parts(&mut self, text: &str) {
        for edit in plan_edit::read(text).into_iter().flatten() {
            match edit {
                plan_edit::Edit::Title(words) | plan_edit::Edit::Step(_, words) => self.add(&words),
                plan_edit::Edit::Minutes(_) | plan_edit::Edit::Drop(_) => {}
            }
        }
        for line in text.lines() {
            self.add_long(line);
            if let Some((_, value)) = line.split_once(':') {
                self.add_long(value);
            }
        }
        for part in answers::parts(text) {
            self.add_long(&part);
            self.answers.push(part);
        }
    }
}

/// What was typed with an event.
pub(super) fn typed_texts(event: &str) -> Vec<String> {
    under(event, &TYPED)
}

/// Every text in a value.
pub(super) fn texts(body: &str) -> Vec<String> {
    fn look(value: Value, found: &mut Vec<String>) {
        match value {
            Value::String(text) => found.push(text),
            Value::Array(list) => list.into_iter().for_each(|value| look(value, found)),
            Value::Object(map) => map.into_iter().for_each(|(_, value)| look(value, found)),
            Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
    }
    let mut found = Vec::new();
    if let Ok(value) = serde_json::from_str(body) {
        look(value, &mut found);
    }
    found
}

/// The texts under these keys, wherever they stand in a value.
fn under(body: &str, keys: &[&str]) -> Vec<String> {
    fn look(value: &Value, key: &str, keys: &[&str], found: &mut Vec<String>) {
        match value {
            Value::String(text) if keys.contains(&key) => found.push(text.clone()),
            Value::Array(list) => list.iter().for_each(|value| look(value, key, keys, found)),
            Value::Object(map) => map.iter().for_each(|(key, value)| look(value, key, keys, found)),
            Value::String(_) | Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
    }
    let mut found = Vec::new();
    if let Ok(value) = serde_json::from_str::<Value>(body) {
        look(&value, "", keys, &mut found);
    }
    found
}

#[cfg(test)]
mod tests {
    use crate::adapters::store::erasing::said::*;

    fn typed(body: &str) -> Vec<String> {
        let mut said = Said::default();
        said.typed(body);
        said.words.dedup();
        said.words
    }

    #[test]
    fn what_was_typed_is_found_in_every_event() {
        for (body, wanted) in [
            (r#"{"Corrected":{"text":"blue"}}"#, "blue"),
            (r#"{"DecisionMade":{"decision":"d1","option":null,"text":"my way"}}"#, "my way"),
            (r#"{"CancelRequested":{"reason":"too late","with_all":false}}"#, "too late"),
        ] {
            assert!(typed(body).contains(&wanted.to_owned()), "{body}");
        }
        assert!(typed(r#""Confirmed""#).is_empty() && typed("").is_empty());
    }

    #[test]
    fn so_are_lines_of_plans() {
        let words = typed(r#"{"Corrected":{"text":"title: Ask\n2: call the old plumber\n1: x"}}"#);
        for wanted in ["Ask", "call the old plumber", "2: call the old plumber"] {
            assert!(words.contains(&wanted.to_owned()), "{wanted}: {words:?}");
        }
    }

    #[test]
    fn words_of_a_ticket_are_no_states_of_it() {
        let mut said = Said::default();
        said.own(r#"{"stage":"Working","title":"Roof","rounds":[{"answers":["slate\nor a thatched one",null]}]}"#);
        assert!(said.words.contains(&"or a thatched one".to_owned()) && said.words.contains(&"Roof".to_owned()));
        assert!(!said.words.iter().any(|word| word == "Working"), "{said:?}");
    }
}
