//! A dry run in words: what the script did, and what it would have done.

use super::failure;
use super::steps::page;
use crate::secretary::flow::Flow;
use crate::secretary::flow::functions::{Bound, HostFunction};
use crate::secretary::flow::journal::{EntryState, JournalEntry, only_given_back};
use crate::secretary::flow::run::{FlowRun, MOST_DRY_CALLS, RunState};
use crate::secretary::message::{Block, Message, Span};
use crate::secretary::names::phrases::short;
use serde_json::Value;

/// The most characters of what a call quotes.
const QUOTED: usize = 200;
/// The most characters of what the script printed.
const PRINTED: usize = 1_000;

/// How a dry run went, call by call.
pub fn told(flow: &Flow, run: &FlowRun, journal: &[JournalEntry]) -> Message {
    let mut message = Message::default().spans(vec![
        Span::strong(format!("Dry run of “{}”", short(&flow.name, 60))),
        Span::text(". Nothing was changed."),
    ]);
    if let Some(number) = run.event_of {
        message = message.line(format!("With the event of run {number}."));
    }
    for entry in journal {
        let spans = vec![Span::text(call(entry))];
        message.blocks.push(Block::Item { depth: 0, number: Some(u64::from(entry.index) + 1), spans });
    }
    message = match &run.state {
        RunState::Completed(_) if run.cut => {
            message.line(format!("And so on: a dry run ends after {MOST_DRY_CALLS} steps and opens each page once."))
        }
        RunState::Completed(value) if value.is_null() || only_given_back(value, journal) => {
            message.line("It came to its end.")
        }
        RunState::Completed(value) => message.line(format!("It came to its end with: {}", short(&said(value), QUOTED))),
        RunState::Failed(why) => failure(message, "It did not come to its end", why, QUOTED),
        RunState::Running | RunState::Waiting(_) | RunState::Cancelled => message,
    };
    let printed: String = run.printed.trim_end().chars().take(PRINTED).collect();
    if !printed.is_empty() {
        message = message.line("It printed:");
        message.blocks.push(Block::Code { language: String::new(), text: printed });
    }
    message
}

/// "would tell you: “…”", "read example.org".
fn call(entry: &JournalEntry) -> String {
    let made = &entry.call;
    // What cannot be called like that says nothing that could be quoted.
    let does = match entry.made() {
        Some((function, given)) => does(function, &given),
        None => format!("would call {}", short(&made.name, 40)),
    };
    match &entry.state {
        EntryState::Failed(why) => format!("{does}; that failed: {}", short(why, QUOTED)),
        EntryState::Begun | EntryState::Answered(_) => does,
    }
}

fn does(function: HostFunction, given: &Bound) -> String {
    let text = |name: &str| given.get(name).map(|value| short(&said(value), QUOTED)).unwrap_or_default();
    match function {
        HostFunction::Now => "looked at the clock".to_owned(),
        HostFunction::Sleep if given.contains_key("until") => format!("would wait until {}", text("until")),
        HostFunction::Sleep => format!("would wait {} seconds", text("seconds")),
        HostFunction::Fetch => format!("read {}", page(&text("url"))),
        HostFunction::Search => format!("searched the web for “{}”", text("query")),
        HostFunction::Agent => format!("would give an agent the task “{}”", text("task")),
        HostFunction::Ask => format!("would ask “{}”", text("question")),
        HostFunction::Notify => format!("would tell you “{}”", text("text")),
        HostFunction::Report => format!("would send the report “{}”", text("title")),
        HostFunction::Note => format!("would write the note “{}”", text("title")),
        HostFunction::TableInsert => format!("would add to the table “{}”: {}", text("table"), text("row")),
        HostFunction::TableQuery => format!("read the table “{}”", text("table")),
        HostFunction::TableUpdate => format!("would change row “{}” of the table “{}”", text("key"), text("table")),
        HostFunction::TableDelete if given.contains_key("key") => {
            format!("would delete row “{}” of the table “{}”", text("key"), text("table"))
        }
        HostFunction::TableDelete => format!("would delete rows of the table “{}”: {}", text("table"), text("where")),
        HostFunction::File => format!("would send the file “{}”", text("name")),
        HostFunction::Chart => format!("would send the chart “{}”", text("title")),
        HostFunction::RunFlow => format!("would run the flow “{}”", text("name")),
        HostFunction::Tool => format!("used the tool “{}”", text("name")),
        HostFunction::CheckSchema => "checked that what it has is complete".to_owned(),
        HostFunction::Fail => format!("ended with the error “{}”", text("message")),
    }
}

/// A value as people read it: a text without its quotes.
fn said(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

#[cfg(test)]
mod tests {
    use crate::secretary::flow::journal::CallMade;
    use crate::secretary::flow::run::Start;
    use crate::secretary::flow::tests::flow;
    use crate::secretary::ids::FlowRunId;
    use crate::secretary::wording::schedules::flows::dry::*;
    use chrono::DateTime;
    use serde_json::json;
    use std::collections::BTreeMap;

    fn entry(index: u32, name: &str, args: Vec<Value>, state: EntryState) -> JournalEntry {
        let call = CallMade { name: name.to_owned(), args, kwargs: BTreeMap::new() };
        JournalEntry { state, ..JournalEntry::begun(index, call, DateTime::UNIX_EPOCH) }
    }

    #[test]
    fn a_dry_run_says_what_it_would_do() {
        let start = Start { dry: true, ..Start::default() };
        let now = DateTime::UNIX_EPOCH;
        let mut run = FlowRun::new((FlowRunId::new("f1/1"), 1), &flow(), start, now);
        run.complete(json!(7), "a\nb\n", now);
        let done = || EntryState::Answered(Value::Null);
        let journal = [
            entry(0, "fetch", vec![json!("https://example.org/")], EntryState::Failed("not found".to_owned())),
            entry(1, "notify", vec![json!("all is well")], done()),
            entry(2, "sleep", vec![json!(60)], done()),
            entry(3, "send_letter", Vec::new(), done()),
        ];
        let message = told(&flow(), &run, &journal);
        assert_eq!(
            message.lined(),
            "Dry run of “Price watch”. Nothing was changed.\n\
             read example.org; that failed: not found\n\
             would tell you “all is well”\n\
             would wait 60 seconds\n\
             would call send_letter\n\
             It came to its end with: 7\n\
             It printed:\n"
        );
    }

    #[test]
    fn a_dry_run_that_has_shown_enough_says_so() {
        let start = Start { dry: true, ..Start::default() };
        let now = DateTime::UNIX_EPOCH;
        let mut run = FlowRun::new((FlowRunId::new("f1/1"), 1), &flow(), start, now);
        run.calls = MOST_DRY_CALLS - 1;
        assert!(!run.shows_enough());
        run.calls += 1;
        assert!(run.shows_enough() && run.cut_short(now) && run.ended() && !run.cut_short(now));
        let said = told(&flow(), &run, &[]).lined();
        assert!(said.ends_with("And so on: a dry run ends after 30 steps and opens each page once."), "{said}");
        run.dry = false;
        assert!(!run.shows_enough(), "only a dry run is short");
    }
}
