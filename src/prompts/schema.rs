//! The JSON schemas of an understanding and of a script, valid in the strict mode of structured outputs: every property required,
//! optional ones nullable, nothing additional (platform-facts L4: at most 60 properties and 4 levels). It is written
//! as text, so that a model writes the properties in this order: the reason before the choice, a refusal last. Every list
//! has the bound that code keeps to, so that a weak model ends it. Intents of the same form share one variant, which keeps
//! the request small.

use crate::secretary::agent::Agent;
use crate::secretary::intent::MAX_INTENTS;
use crate::secretary::intent::check::{MOST_ANSWERS, MOST_DAYS, MOST_THINGS};
use crate::secretary::intent::thinking::Schema;
use crate::secretary::ticket::plan::{MAX_CHECKS, MAX_NEEDS, MAX_SKILLS, MAX_TASKS};
use crate::secretary::ticket::round::question::{MAX_OPTIONS, MAX_QUESTIONS, Subject};

/// Text.
const TEXT: &str = r#"{"type":"string"}"#;
/// Text that may be missing.
const TEXT_OR_NULL: &str = r#"{"type":["string","null"]}"#;
/// A number that may be missing.
const NUMBER_OR_NULL: &str = r#"{"type":["integer","null"]}"#;
/// Yes or no.
const FLAG: &str = r#"{"type":"boolean"}"#;

/// The schema; the agents' names are the only ones a task may carry. With nothing open it has no kind that needs an item:
/// a weak model takes one where it can.
pub(super) fn understanding(roster: &[Agent], open: bool) -> Schema {
    let answered = object(&[("question", r#"{"type":"integer"}"#), ("option", NUMBER_OR_NULL), ("text", TEXT)]);
    let when = object(&[
        ("date", TEXT),
        ("time", TEXT),
        ("weekdays", &list(TEXT, MOST_DAYS)),
        ("every", TEXT),
        ("in_minutes", NUMBER_OR_NULL),
        ("zone", TEXT),
    ]);
    let act = one_of(&["set", "delete", "done"]);
    let notes = one_of(&["keep", "change", "find", "delete", "show", "add", "remove", "clear"]);
    let about = ["decide", "correct_plan", "add_to", "revise", "start", "cancel", "pause", "resume", "undo"];
    let times = ["remind", "change_reminder", "snooze", "widen"];
    let (about, times) = if open { (&about[..], &times[..]) } else { (&about[5..], &times[..1]) };
    let mut kinds = vec![idea(roster), reply()];
    kinds.extend(open.then(|| intent(&["answer"], &[("item", TEXT), ("answers", &list(&answered, MOST_ANSWERS))])));
    kinds.extend([
        intent(about, &[("item", TEXT_OR_NULL), ("option", NUMBER_OR_NULL), ("text", TEXT), ("sure", FLAG)]),
        intent(times, &[("item", TEXT_OR_NULL), ("act", &act), ("text", TEXT), ("when", &when)]),
        intent(
            &["note", "list"],
            &[("act", &notes), ("title", TEXT), ("text", TEXT), ("things", &list(TEXT, MOST_THINGS))],
        ),
        intent(&["command", "look_up"], &[("act", TEXT), ("text", TEXT)]),
    ]);
    answer(&kinds, MAX_INTENTS)
}

/// The schema where it is agreed that the words are work.
pub(super) fn work(roster: &[Agent]) -> Schema {
    answer(&[idea(roster), reply()], 1)
}

/// The schema of a script for a flow.
pub(super) fn flow_script() -> Schema {
    Schema::new(object(&[("name", TEXT), ("script", TEXT), ("when", TEXT)]))
}

fn answer(kinds: &[String], most: usize) -> Schema {
    let intent = format!(r#"{{"anyOf":[{}]}}"#, kinds.join(","));
    let intents = format!(r#"{{"type":"array","minItems":1,"maxItems":{most},"items":{intent}}}"#);
    Schema::new(object(&[("why", TEXT), ("intents", &intents)]))
}

fn reply() -> String {
    intent(&["reply", "unclear"], &[("text", TEXT)])
}

/// Intents of one form, by their kinds.
fn intent(names: &[&str], rest: &[(&str, &str)]) -> String {
    let kind = one_of(names);
    object(&[&[("kind", kind.as_str())], rest].concat())
}

/// An idea with its questions and its plan.
fn idea(roster: &[Agent]) -> String {
    let subjects: Vec<&str> = Subject::ALLOWED.iter().map(|subject| subject.name()).collect();
    let question = object(&[
        ("text", TEXT),
        ("subject", &one_of(&subjects)),
        ("options", &list(TEXT, MAX_OPTIONS)),
        ("multiple", FLAG),
        ("yes_no", FLAG),
        ("range", r#"{"type":["array","null"],"minItems":2,"maxItems":2,"items":{"type":"number"}}"#),
        ("default", TEXT),
    ]);
    let names: Vec<&str> = roster.iter().map(|agent| agent.name.as_str()).collect();
    let agent = match quoted(&names) {
        none if none.is_empty() => r#"{"type":"null"}"#.to_owned(),
        names => format!(r#"{{"type":["string","null"],"enum":[{names},null]}}"#),
    };
    let task = object(&[
        ("key", TEXT),
        ("title", TEXT),
        ("instruction", TEXT),
        ("agent", &agent),
        ("capabilities", &list(TEXT, MAX_SKILLS)),
        ("needs", &list(TEXT, MAX_NEEDS)),
    ]);
    object(&[
        ("kind", &one_of(&["idea"])),
        ("title", TEXT),
        ("summary", TEXT),
        ("done_when", &list(TEXT, MAX_CHECKS)),
        ("due", TEXT),
        ("when", TEXT),
        ("only_if", TEXT),
        ("assumptions", &list(TEXT, MAX_CHECKS)),
        ("questions", &list(&question, MAX_QUESTIONS)),
        ("tasks", &list(&task, MAX_TASKS)),
        ("risk", r#"{"type":"number"}"#),
        ("beyond", TEXT),
    ])
}

/// An object with these properties in this order.
fn object(properties: &[(&str, &str)]) -> String {
    let named: Vec<String> = properties.iter().map(|(name, schema)| format!(r#""{name}":{schema}"#)).collect();
    let names: Vec<&str> = properties.iter().map(|(name, _)| *name).collect();
    format!(
        r#"{{"type":"object","properties":{{{}}},"required":[{}],"additionalProperties":false}}"#,
        named.join(","),
        quoted(&names),
    )
}

/// A list of at most so many.
fn list(items: &str, most: usize) -> String {
    format!(r#"{{"type":"array","maxItems":{most},"items":{items}}}"#)
}

/// One of these names.
fn one_of(names: &[&str]) -> String {
    format!(r#"{{"type":"string","enum":[{}]}}"#, quoted(names))
}

/// Names as JSON texts in a row.
fn quoted(names: &[&str]) -> String {
    let texts: Vec<String> =
        names.iter().map(|name| serde_json::Value::String((*name).to_owned()).to_string()).collect();
    texts.join(",")
}
