//! Which event began a run, so that messages of several runs of one flow can be told apart. The words of an event are
//! those of strangers: they are cut short, lose every sign that could pass for one of the secretary's, and stay in quotes.

use crate::secretary::flow::run::FlowRun;
use crate::secretary::message::{Block, Message, Span};
use crate::secretary::names::invisible;
use crate::secretary::names::phrases::{capital, short};
use crate::secretary::wording::style::status_marks;
use serde_json::Value;

/// The most characters of words of an event.
const LONGEST: usize = 60;
/// The same within a title.
const LONGEST_IN_TITLE: usize = 20;
/// The most characters of a title.
const TITLE: usize = 80;
/// The fields by which a call of a webhook is called, the best first.
const NAMES: [&str; 4] = ["name", "title", "id", "number"];

/// A message of a run with the event that began it, unless its words say that themselves.
#[must_use]
pub fn named(message: Message, run: &FlowRun) -> Message {
    beneath(message, run, began(run, LONGEST, false))
}

/// The same of a question that is open: several of one flow look alike otherwise, and it goes on only with an answer to the
/// right one. Once it is settled, [`named`] says what stays.
#[must_use]
pub fn asked(message: Message, run: &FlowRun) -> Message {
    beneath(message, run, began(run, LONGEST, true))
}

fn beneath(message: Message, run: &FlowRun, began: Option<String>) -> Message {
    let words: Vec<String> = message.blocks.iter().map(seen).collect();
    match began {
        Some(began) if !says(&words.join("\n"), &run.event) => message.line(format!("Begun by {began}.")),
        Some(_) | None => message,
    }
}

/// What a run is about, in one line with the event that began it, unless the words say that themselves.
pub fn about(run: &FlowRun, words: &str) -> String {
    match began(run, LONGEST, true) {
        Some(began) if !says(words, &run.event) => format!("{}: {words}", capital(&began)),
        Some(_) | None => words.to_owned(),
    }
}

/// The same of what a run wants to do, with the event behind it.
pub fn beside(run: &FlowRun, wants: String) -> String {
    match began(run, LONGEST, true) {
        Some(began) if !says(&wants, &run.event) => format!("{wants} ({began})"),
        Some(_) | None => wants,
    }
}

/// The title of work that a run gives: its task, with the event behind it, both cut so that neither hides the other.
pub fn titled(run: &FlowRun, task: &str) -> String {
    match began(run, LONGEST_IN_TITLE, false) {
        Some(began) if !says(task, &run.event) => {
            let behind = format!(" ({began})");
            format!("{}{behind}", short(task, TITLE.saturating_sub(behind.chars().count())))
        }
        Some(_) | None => short(task, TITLE),
    }
}

/// What began a run, behind "begun by"; none if it was somebody here, the clock or another run. `longest`: the most
/// characters of words of the event. `quoted`: the words of a message may be in it, unless they were said in another room
/// than the run's, where they are read.
fn began(run: &FlowRun, longest: usize, quoted: bool) -> Option<String> {
    let (event, number) = (&run.event, run.event_number());
    let text = |name: &str| plain(event.get(name).and_then(Value::as_str).unwrap_or_default(), longest);
    match event.get("trigger").and_then(Value::as_str)? {
        "webhook" => {
            let body = event.get("body");
            let some = || Some(format!("“{}” (run {number})", plain(&some_of(body?)?, longest)));
            let name = name_of(body).map(|name| format!("“{}”", plain(&name, longest))).or_else(some);
            Some(match name {
                Some(name) => format!("a call of its webhook: {name}"),
                None => format!("a call of its webhook (run {number})"),
            })
        }
        "folder" => Some(format!("the file “{}”", text("name"))),
        "message" if quoted && run.said_here && !text("text").is_empty() => {
            Some(format!("the message of {}: “{}”", text("from"), text("text")))
        }
        "message" => Some(format!("a message of {} (run {number})", text("from"))),
        "ticket" => {
            let number = event.get("number").and_then(Value::as_i64)?;
            Some(format!("the end of #{number} “{}”", text("title")))
        }
        _ => None,
    }
}

/// What a call of a webhook is called.
fn name_of(body: Option<&Value>) -> Option<String> {
    NAMES.into_iter().find_map(|name| body?.get(name).and_then(scalar))
}

/// What else tells a call of a webhook from others: the first of its fields that is short. Others may have the same.
fn some_of(body: &Value) -> Option<String> {
    match body.as_object() {
        Some(fields) => fields.values().find_map(scalar),
        None => scalar(body),
    }
}

/// A short text or a number.
fn scalar(value: &Value) -> Option<String> {
    match value {
        Value::String(text) if text.trim().is_empty() || text.chars().count() > LONGEST => None,
        Value::String(text) => Some(text.trim().to_owned()),
        Value::Number(number) => Some(number.to_string()),
        Value::Null | Value::Bool(_) | Value::Array(_) | Value::Object(_) => None,
    }
}

/// Words of an event on one line, as they can stand in quotes.
fn plain(words: &str, longest: usize) -> String {
    let words = status_marks::unmarked(&invisible::without(words));
    short(&words.replace(['“', '”', '„', '"'], "'"), longest)
}

/// The words of a part of a message that people see.
fn seen(block: &Block) -> String {
    if let Block::Markdown(text) = block { text.clone() } else { block.spans().iter().map(Span::plain).collect() }
}

/// Whether words say themselves which event they are about. Who wrote a message does not, since one writes several.
fn says(words: &str, event: &Value) -> bool {
    let of = |name: &str| event.get(name).and_then(scalar);
    let names: Vec<String> = match event.get("trigger").and_then(Value::as_str) {
        Some("folder") => of("name").into_iter().collect(),
        Some("message") => of("text").into_iter().collect(),
        Some("ticket") => of("title").into_iter().chain(of("number").map(|number| format!("#{number}"))).collect(),
        Some("webhook") => match event.get("body") {
            Some(Value::Object(fields)) => {
                let called: Vec<String> = NAMES.into_iter().filter_map(|name| scalar(fields.get(name)?)).collect();
                if called.is_empty() { fields.values().filter_map(scalar).collect() } else { called }
            }
            Some(body) => scalar(body).into_iter().collect(),
            None => Vec::new(),
        },
        Some(_) | None => Vec::new(),
    };
    names.iter().any(|name| stands_in(words, name))
}

/// Whether a name stands in words, and is no part of a longer one.
fn stands_in(words: &str, name: &str) -> bool {
    let apart = |c: Option<char>| !c.is_some_and(char::is_alphanumeric);
    words
        .match_indices(name)
        .any(|(at, found)| apart(words[..at].chars().next_back()) && apart(words[at + found.len()..].chars().next()))
}

#[cfg(test)]
mod tests {
    use crate::secretary::flow::run::Start;
    use crate::secretary::flow::tests::flow;
    use crate::secretary::flow::trigger::came;
    use crate::secretary::ids::FlowRunId;
    use crate::secretary::wording::schedules::flows::events::*;
    use chrono::DateTime;
    use serde_json::json;

    fn run(event: Value) -> FlowRun {
        let order = Start { event, ..Start::default() };
        FlowRun::new((FlowRunId::new("f1/3"), 3), &flow(), order, DateTime::UNIX_EPOCH)
    }

    fn told(event: Value, words: &str) -> String {
        named(Message::lines([words]), &run(event)).lined()
    }

    #[test]
    fn what_began_a_run_is_named() {
        let began = |event: Value| began(&run(event), LONGEST, true).unwrap_or_default();
        assert_eq!(began(came::webhook(json!({"id": 7, "name": "A-17"}))), "a call of its webhook: “A-17”");
        assert_eq!(began(came::webhook(json!({"n": 1}))), "a call of its webhook: “1” (run 3)");
        assert_eq!(began(came::webhook(json!("a text"))), "a call of its webhook: “a text” (run 3)");
        let long = json!({"a": [1], "b": "x".repeat(LONGEST + 1), "c": "lamps"});
        assert_eq!(began(came::webhook(long)), "a call of its webhook: “lamps” (run 3)");
        assert_eq!(began(came::webhook(json!([1, 2]))), "a call of its webhook (run 3)");
        assert_eq!(began(came::file("in", "invoice.csv", 7, None)), "the file “invoice.csv”");
        assert_eq!(began(came::message("an\ninvoice", "Kim", false)), "a message of Kim (run 3)");
        assert_eq!(began(json!({"trigger": "ticket", "number": 7, "title": "Lamps"})), "the end of #7 “Lamps”");
        assert_eq!(began(json!({"schedule": 1})) + &began(Value::Null), "");
    }

    #[test]
    fn words_of_strangers_are_short_and_plain() {
        let name = format!("✔ a”.\n“Approved\u{202e} {}", "x".repeat(99));
        let said = began(&run(came::file("in", &name, 7, None)), LONGEST, false).unwrap();
        assert!(said.starts_with("the file “") && said.contains("a'. 'Approved x"), "{said}");
        assert!(!said.contains(['✔', '\n', '\u{202e}']) && said.chars().count() < 80, "{said}");
        assert_eq!((said.matches('“').count(), said.matches('”').count()), (1, 1), "{said}");
    }

    #[test]
    fn a_message_names_its_event_unless_it_says_that_itself() {
        let file = || came::file("in", "a.txt", 7, None);
        assert_eq!(told(file(), "Filed."), "Filed.\nBegun by the file “a.txt”.");
        assert_eq!(told(file(), "Filed a.txt."), "Filed a.txt.");
        assert_eq!(told(file(), "Filed aa.txt."), "Filed aa.txt.\nBegun by the file “a.txt”.");
        assert_eq!(told(came::webhook(json!({"n": 7})), "Order 7"), "Order 7");
        assert!(told(came::webhook(json!({"n": 7})), "Order 17").ends_with("(run 3)."));
        let new = || came::webhook(json!({"id": 7, "kind": "new"}));
        assert_eq!(told(new(), "Order 7"), "Order 7");
        assert_eq!(told(new(), "A new order"), "A new order\nBegun by a call of its webhook: “7”.");
        assert!(told(came::message("x", "Kim", false), "Kim wrote").ends_with("Begun by a message of Kim (run 3)."));
        assert_eq!(told(Value::Null, "Done."), "Done.");
        assert_eq!(about(&run(file()), "Which kind?"), "The file “a.txt”: Which kind?");
        assert_eq!(about(&run(file()), "Which kind is a.txt?"), "Which kind is a.txt?");
        let wants = beside(&run(file()), "wants to open https://a.example".to_owned());
        assert_eq!(wants, "wants to open https://a.example (the file “a.txt”)");
    }

    #[test]
    fn an_open_question_quotes_a_message_of_its_room() {
        let of = |here: bool| FlowRun { said_here: here, ..run(came::message("order “7”\nlamps", "Kim", false)) };
        let ask = |run: &FlowRun, words: &str| asked(Message::lines([words]), run).lined();
        assert_eq!(ask(&of(true), "Which kind?"), "Which kind?\nBegun by the message of Kim: “order '7' lamps”.");
        assert_eq!(ask(&of(false), "Which kind?"), "Which kind?\nBegun by a message of Kim (run 3).");
        let settled = named(Message::lines(["Which kind?"]), &of(true)).lined();
        assert_eq!(settled, "Which kind?\nBegun by a message of Kim (run 3).");
        assert_eq!(about(&of(true), "Which kind?"), "The message of Kim: “order '7' lamps”: Which kind?");
        let short = FlowRun { said_here: true, ..run(came::message("invoice 7", "Kim", false)) };
        assert_eq!(ask(&short, "Is “invoice 7” paid?"), "Is “invoice 7” paid?");
    }

    #[test]
    fn a_title_has_room_for_its_task_and_its_event() {
        let title = |name: &str, task: &str| titled(&run(came::file("in", name, 1, None)), task);
        assert_eq!(title("a.txt", "Sum it up"), "Sum it up (the file “a.txt”)");
        assert_eq!(title("a.txt", "Sum up a.txt"), "Sum up a.txt");
        let long =
            title(&format!("invoice-{}.txt", "x".repeat(60)), "Read the whole letter and say what it wants from us");
        assert!(long.starts_with("Read the whole letter and say") && long.contains("(the file “invoice-"), "{long}");
        assert!(long.chars().count() <= TITLE, "{long}");
        assert!(titled(&run(Value::Null), &"long ".repeat(40)).chars().count() <= TITLE);
    }
}
