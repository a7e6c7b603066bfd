//! The journal of a run: each call of its script with its answer. A run always starts its script from the beginning and
//! is answered from here, so that no finished call is made twice.

use super::functions::{Bound, HostFunction, Repeats, Touches};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;

/// One call of a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct JournalEntry {
    /// Its place among the calls of the run, from 0.
    pub index: u32,
    /// What was called.
    pub call: CallMade,
    /// What came of it.
    pub state: EntryState,
    /// When the call began.
    pub at: DateTime<Utc>,
}

/// A call of a host function.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CallMade {
    /// The name of the function. Stored under a key that no name of a person has.
    #[serde(rename = "tool")]
    pub name: String,
    /// Its arguments by place.
    pub args: Vec<Value>,
    /// Its arguments by name.
    pub kwargs: BTreeMap<String, Value>,
}

/// What came of a call.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum EntryState {
    /// It was begun.
    Begun,
    /// Its answer.
    Answered(Value),
    /// It failed, for this reason, which the script may catch.
    Failed(String),
}

impl JournalEntry {
    /// A call that begins.
    pub fn begun(index: u32, call: CallMade, now: DateTime<Utc>) -> Self {
        Self { index, call, state: EntryState::Begun, at: now }
    }

    /// Whether its outcome stands.
    pub fn answered(&self) -> bool {
        self.state.answered()
    }

    /// Takes the outcome of the call. False if it had one: the first one stands.
    pub fn answer(&mut self, state: EntryState) -> bool {
        if self.answered() || !state.answered() {
            return false;
        }
        self.state = state;
        true
    }

    /// The function that was called; none for one that this version does not have.
    pub fn function(&self) -> Option<HostFunction> {
        HostFunction::of_name(&self.call.name)
    }

    /// What was called, with its arguments by name; none for what cannot be called like that.
    pub fn made(&self) -> Option<(HostFunction, Bound)> {
        let function = self.function()?;
        function.meant(function.bind(&self.call.args, &self.call.kwargs).ok()?).ok()
    }

    /// Whether the call may be made again after a crash that hides its outcome.
    pub fn may_repeat(&self) -> bool {
        let repeats = self.function().map(|function| function.terms().repeats);
        !self.answered() && matches!(repeats, Some(Repeats::Pure | Repeats::Idempotent | Repeats::Keyed))
    }
}

impl EntryState {
    /// Whether this is an outcome.
    pub fn answered(&self) -> bool {
        match self {
            Self::Begun => false,
            Self::Answered(_) | Self::Failed(_) => true,
        }
    }
}

/// How many calls of a journal, from its beginning, have an outcome one after the other.
pub fn answered(entries: &[JournalEntry]) -> usize {
    let in_place =
        |(place, entry): &(usize, &JournalEntry)| entry.answered() && usize::try_from(entry.index) == Ok(*place);
    entries.iter().enumerate().take_while(in_place).count()
}

/// Whether the value at the end of a script is what its last call gave back, which changed something: the key of a new row is
/// for the script, and nothing that it tells people.
pub fn only_given_back(value: &Value, entries: &[JournalEntry]) -> bool {
    let changes =
        |entry: &&JournalEntry| entry.function().is_some_and(|function| function.terms().touches == Touches::Changes);
    let last = entries.last().filter(changes);
    last.is_some_and(|entry| matches!(&entry.state, EntryState::Answered(answer) if answer == value))
}

#[cfg(test)]
mod tests {
    use crate::secretary::flow::journal::*;
    use serde_json::json;

    fn entry(index: u32, name: &str) -> JournalEntry {
        let call = CallMade { name: name.to_owned(), args: vec![json!("x")], kwargs: BTreeMap::new() };
        JournalEntry::begun(index, call, DateTime::UNIX_EPOCH)
    }

    #[test]
    fn the_first_outcome_stands() {
        let mut entry = entry(0, "fetch");
        assert!(!entry.answer(EntryState::Begun) && entry.may_repeat());
        assert!(entry.answer(EntryState::Failed("down".to_owned())));
        assert!(!entry.answer(EntryState::Answered(json!("page"))));
        assert_eq!(entry.state, EntryState::Failed("down".to_owned()));
        assert!(!entry.may_repeat());
    }

    #[test]
    fn the_key_of_a_new_row_is_no_result() {
        let given = |name: &str| [JournalEntry { state: EntryState::Answered(json!("k1")), ..entry(0, name) }];
        assert!(only_given_back(&json!("k1"), &given("table_insert")));
        assert!(!only_given_back(&json!("kept"), &given("table_insert")));
        assert!(!only_given_back(&json!("k1"), &given("fetch")) && !only_given_back(&json!("k1"), &[]));
    }

    #[test]
    fn what_this_version_does_not_know_is_not_repeated() {
        assert!(entry(0, "notify").may_repeat() && !entry(0, "send_letter").may_repeat());
    }

    #[test]
    fn answers_count_up_to_the_first_gap() {
        let answered_at = |index: u32| JournalEntry { state: EntryState::Answered(json!(1)), ..entry(index, "now") };
        assert_eq!(answered(&[answered_at(0), answered_at(1), entry(2, "now"), answered_at(3)]), 2);
        assert_eq!(answered(&[answered_at(0), answered_at(2)]), 1);
        assert_eq!(answered(&[]), 0);
    }
}
