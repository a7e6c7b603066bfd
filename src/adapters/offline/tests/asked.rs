//! What is asked about which idea, as a golden table: only subjects of the list, and nothing that was said already.

use super::{input, triage};
use crate::secretary::question::Subject;
use Subject::{Constraints, Missing, Objective, Scope};

/// An idea and the questions it gets, with their subjects.
type Row = (&'static str, &'static [(Subject, &'static str)]);

const OUTCOME: (Subject, &str) = (Objective, "What should come out of it?");
const BY_WHEN: (Subject, &str) = (Constraints, "By when?");
const MATTERS: (Subject, &str) = (Constraints, "What matters most?");
const WHICH: (Subject, &str) = (Missing, "Which ones shall I put to you? Name them or paste links.");
const SUM: (Subject, &str) = (Missing, "What is the sum? Write it with numbers and signs, like 19% of 240 or 17*23.");
const HOW: (Subject, &str) = (Scope, "How shall I find them?");

const TABLE: &[Row] = &[
    // Only a subject.
    ("hosting", &[OUTCOME, BY_WHEN]),
    ("summer party", &[OUTCOME, BY_WHEN]),
    ("the new website", &[OUTCOME, BY_WHEN]),
    // The deadline was said.
    ("summer party by Friday", &[OUTCOME]),
    ("the new website until tomorrow", &[OUTCOME]),
    // Candidates are missing.
    ("compare three hosting offers", &[MATTERS, WHICH]),
    ("recommend a printer", &[MATTERS, WHICH]),
    ("help me choose a bike", &[MATTERS, WHICH]),
    // What matters was said.
    ("compare the cheapest hosting offers", &[WHICH]),
    ("recommend a fast printer", &[WHICH]),
    ("find a plumber", &[HOW]),
    ("find me a good dentist", &[HOW]),
    ("research electric bikes", &[HOW]),
    // A part is missing.
    ("note", &[(Missing, "What shall I write down?")]),
    ("calculate", &[SUM]),
    // Everything was said: no question at all.
    ("compare Hetzner, Strato and Netcup", &[]),
    ("what is 19% of 240", &[]),
    ("17*23", &[]),
    ("read https://example.org/offer", &[]),
    ("search for second-hand bikes in Berlin", &[]),
    ("note: the rent is 900 euros", &[]),
    ("add milk to the shopping list", &[]),
    ("show my notes", &[]),
    ("should we take tea or coffee?", &[]),
    ("ask Kim whether we meet on Monday or Tuesday", &[]),
    ("hello", &[]),
    // Nothing an answer would change.
    ("write a poem about the sea", &[]),
    ("book a table for four", &[]),
];

#[test]
fn only_listed_subjects_are_asked_and_nothing_that_was_said() {
    let mut wrong = String::new();
    for (idea, wanted) in TABLE {
        let asked = triage(&input(idea)).questions;
        let got: Vec<(Subject, &str)> = asked.iter().map(|q| (q.subject, q.text.as_str())).collect();
        assert!(got.iter().all(|(subject, _)| Subject::ALLOWED.contains(subject)), "{idea}");
        if got != *wanted {
            wrong.push_str(&format!("{idea}: {got:?}\n"));
        }
    }
    assert!(wrong.is_empty(), "asked otherwise:\n{wrong}");
}

#[test]
fn nothing_is_asked_where_nothing_may_be() {
    for (idea, _) in TABLE {
        let mut input = input(idea);
        input.must_assume = true;
        assert!(triage(&input).questions.is_empty(), "{idea}");
    }
}
