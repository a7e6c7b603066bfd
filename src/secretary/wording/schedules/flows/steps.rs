//! The steps of a flow in plain words, made of the calls that stand in its script.

use crate::secretary::flow::calls::{Call, calls};
use crate::secretary::flow::functions::HostFunction;
use crate::secretary::flow::journal::JournalEntry;
use crate::secretary::flow::{Flow, MOST_STEPS};
use crate::secretary::names::phrases::{line, plural, short};
use serde_json::Value;

/// The most characters of what a step quotes.
const QUOTED: usize = 100;

/// What a script does, one step for each call that stands in it; at least one.
pub fn steps(script: &str) -> Vec<String> {
    let mut steps: Vec<String> = Vec::new();
    for step in calls(script).iter().map(step) {
        if !steps.contains(&step) {
            steps.push(step);
        }
    }
    let more = steps.len().saturating_sub(MOST_STEPS);
    if more > 0 {
        steps.truncate(MOST_STEPS - 1);
        steps.push(format!("Goes on with {}", plural(more + 1, "more step", "more steps")));
    }
    if steps.is_empty() {
        steps.push("Calculates something and ends".to_owned());
    }
    steps
}

/// "Reads example.org", "Asks: “Go on?”".
fn step(call: &Call) -> String {
    let about = call.about.as_deref().map(|about| short(about, QUOTED));
    let quoted = |known: &str, unknown: &str| match &about {
        Some(about) => format!("{known} “{about}”"),
        None => unknown.to_owned(),
    };
    match call.function {
        HostFunction::Now => "Looks at the clock".to_owned(),
        HostFunction::Sleep => match &about {
            Some(about) if about.bytes().all(|byte| byte.is_ascii_digit()) => format!("Waits {about} seconds"),
            Some(until) => format!("Waits until {until}"),
            None => "Waits".to_owned(),
        },
        HostFunction::Fetch => match &about {
            Some(url) => format!("Reads {}", page(url)),
            None => "Reads a web page".to_owned(),
        },
        HostFunction::Search => quoted("Searches the web for", "Searches the web"),
        HostFunction::Agent => quoted("Gives an agent the task", "Gives an agent a task"),
        HostFunction::Ask => quoted("Asks", "Asks a question and waits for the answer"),
        HostFunction::Notify => quoted("Tells you", "Tells you something"),
        HostFunction::Report => quoted("Sends the report", "Sends a report"),
        HostFunction::Note => quoted("Writes the note", "Writes a note"),
        HostFunction::TableInsert => quoted("Adds a row to the table", "Adds a row to a table"),
        HostFunction::TableQuery => quoted("Reads the table", "Reads a table"),
        HostFunction::TableUpdate => quoted("Changes a row of the table", "Changes a row of a table"),
        HostFunction::TableDelete => quoted("Deletes rows of the table", "Deletes rows of a table"),
        HostFunction::File => quoted("Sends the file", "Sends a file"),
        HostFunction::Chart => quoted("Sends the chart", "Sends a chart"),
        HostFunction::RunFlow => quoted("Runs the flow", "Runs another flow"),
        HostFunction::Tool => quoted("Uses the tool", "Uses a tool"),
        HostFunction::CheckSchema => "Checks that what it has is complete".to_owned(),
        HostFunction::Fail => quoted("Ends with the error", "Ends with an error"),
    }
}

/// The place of the step that a call of a run belongs to, counted from 0, if its script has just one such step.
pub fn place(flow: &Flow, entry: &JournalEntry) -> Option<usize> {
    let made = made(entry)?;
    let mut best: (u8, Vec<String>) = (0, Vec::new());
    for call in calls(&flow.script).iter().filter(|call| call.function == made.function) {
        let (fits, step) = (fits(call, &made), step(call));
        if fits > best.0 {
            best = (fits, Vec::new());
        }
        if fits == best.0 && !best.1.contains(&step) {
            best.1.push(step);
        }
    }
    let [only] = best.1.as_slice() else { return None };
    flow.steps.iter().position(|step| step == only)
}

/// How well what was called fits a call that stands in the script: it says the same, something only the run knows, or
/// something else.
fn fits(call: &Call, made: &Call) -> u8 {
    match &call.about {
        Some(about) if Some(about) == made.about.as_ref() => 2,
        Some(about) if !about.contains('…') => 0,
        Some(_) | None => 1,
    }
}

/// What was called, as it would stand in a script; none for a function that this version does not have.
fn made(entry: &JournalEntry) -> Option<Call> {
    let function = entry.function()?;
    let by_name = || function.terms().parameters.iter().find_map(|(name, ..)| entry.call.kwargs.get(*name));
    let about = match entry.call.args.first().or_else(by_name) {
        Some(Value::String(text)) => Some(line(text)),
        Some(Value::Number(number)) => Some(number.to_string()),
        Some(Value::Null | Value::Bool(_) | Value::Array(_) | Value::Object(_)) | None => None,
    };
    Some(Call { function, about })
}

/// A call of a run as a step: "Reads example.org".
pub fn of_call(entry: &JournalEntry) -> String {
    made(entry).map_or_else(|| format!("Calls {}", short(&entry.call.name, 40)), |call| step(&call))
}

/// An address without what every address begins with.
pub(super) fn page(url: &str) -> String {
    let bare = ["https://", "http://"].into_iter().find_map(|lead| url.strip_prefix(lead)).unwrap_or(url);
    short(bare.trim_end_matches('/'), QUOTED)
}

#[cfg(test)]
mod tests {
    use crate::secretary::flow::journal::CallMade;
    use crate::secretary::flow::tests::flow;
    use crate::secretary::wording::schedules::flows::steps::*;
    use chrono::DateTime;
    use serde_json::json;
    use std::collections::BTreeMap;

    #[test]
    fn steps_are_the_calls_of_the_script_in_plain_words() {
        let script = "page = fetch('https://example.org/')\n\
                      if ask('Shall I go on?', ['yes', 'no']) == 'yes':\n    sleep(60)\n    notify(page)\n\
                      page = fetch('https://example.org/')";
        assert_eq!(
            steps(script),
            ["Reads example.org", "Asks “Shall I go on?”", "Waits 60 seconds", "Tells you something"]
        );
        assert_eq!(steps("x = 1"), ["Calculates something and ends"]);
    }

    #[test]
    fn more_steps_than_fit_are_counted() {
        let script: String = (0..MOST_STEPS + 5).map(|n| format!("notify('{n}')\n")).collect();
        let steps = steps(&script);
        assert_eq!(steps.len(), MOST_STEPS);
        assert_eq!(steps.last().map(String::as_str), Some("Goes on with 6 more steps"));
    }

    #[test]
    fn a_call_belongs_to_the_one_step_that_it_fits() {
        let script = "fetch('https://a.example')\nfetch('https://b.example')\nsleep(60)\nsleep(300)\n\
                      notify(f'now {n}')\nnotify('over')\nsearch(words)";
        let flow = Flow { script: script.to_owned(), steps: steps(script), ..flow() };
        let call = |name: &str, arg: Value, by: Option<&str>| {
            let kwargs = by.map(|by| (by.to_owned(), arg.clone())).into_iter().collect::<BTreeMap<_, _>>();
            let args = if by.is_some() { Vec::new() } else { vec![arg] };
            JournalEntry::begun(7, CallMade { name: name.to_owned(), args, kwargs }, DateTime::UNIX_EPOCH)
        };
        for (name, arg, by, wanted) in [
            ("fetch", json!("https://b.example"), None, Some(1)),
            ("fetch", json!("https://c.example"), None, None),
            ("sleep", json!(300), Some("seconds"), Some(3)),
            ("notify", json!("now 12"), None, Some(4)),
            ("notify", json!("over"), None, Some(5)),
            ("search", json!("anything"), None, Some(6)),
            ("ask", json!("Go on?"), None, None),
            ("send_letter", json!("x"), None, None),
        ] {
            assert_eq!(place(&flow, &call(name, arg.clone(), by)), wanted, "{name} {arg}");
        }
        let other = Flow { steps: vec!["Looks at both shops".to_owned()], ..flow };
        assert_eq!(place(&other, &call("search", json!("x"), None)), None, "the steps are in other words");
        assert_eq!(of_call(&call("fetch", json!("https://c.example/"), None)), "Reads c.example");
        assert_eq!(of_call(&call("send_letter", json!("x"), None)), "Calls send_letter");
    }
}
