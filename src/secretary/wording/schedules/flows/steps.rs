//! The steps of a flow in plain words, made of the outline of its script: each call under the loops and branches around it.

use crate::secretary::flow::calls::{Call, calls};
use crate::secretary::flow::functions::HostFunction;
use crate::secretary::flow::journal::JournalEntry;
use crate::secretary::flow::outline::{self, Line, Part};
use crate::secretary::flow::{self, Flow, MOST_STEPS};
use crate::secretary::names::phrases::{count, line, listed, plural, short};
use serde_json::Value;

/// The most characters of what a step quotes.
const QUOTED: usize = 100;

/// The most characters of the steps on a card. With all else it says, a card is one message in each chat.
const ON_CARD: usize = 1_200;

/// What stands between a question and what it takes if nobody answers.
const SILENCE: &str = "; without an answer it takes ";

/// What a script does, one step for each line of its outline, behind two spaces for each block around it; at least one.
/// `needs`: the functions of others that it calls. Its text tells the calls of these if it has no outline.
pub fn steps(script: &str, needs: &[String], outline: &[Line]) -> Vec<String> {
    let is_needed = |call: &Call| needs.iter().any(|name| name == call.function.name());
    let flat = if outline.is_empty() {
        outline::flat(&calls(script).into_iter().filter(is_needed).collect::<Vec<_>>())
    } else {
        Vec::new()
    };
    let lines = outline.iter().chain(&flat);
    let mut steps: Vec<String> = lines.map(|line| flow::step(line.depth, &of_line(line))).collect();
    let more = steps.len().saturating_sub(MOST_STEPS);
    if more > 0 {
        steps.truncate(MOST_STEPS - 1);
        let (script, more) = ("Its script shows all of them", plural(more + 1, "more step", "more steps"));
        steps.push(format!("Goes on with {more}. {script}"));
    }
    if steps.is_empty() {
        steps.push("Calculates something".to_owned());
    }
    steps
}

/// A line of an outline in words; one that heads others ends with a colon.
fn of_line(line: &Line) -> String {
    if let Some(call) = line.call() {
        return step(&call);
    }
    match &line.part {
        Part::Call { name, .. } => format!("Calls {}", short(name, 40)),
        Part::Uses(name) => format!("Has “{}” under another name", short(name, 40)),
        Part::Function(name) => format!("In “{}”:", short(name, 40)),
        Part::Does(name) => format!("Does what “{}” does", short(name, 40)),
        Part::Each { one, of, values, most, until } => each((one, of), values, *most, until),
        Part::While { test, most, until, endless } => repeats(test.as_deref(), *most, until, *endless),
        Part::Unbroken => "If that was not ended early:".to_owned(),
        Part::If(test) => format!("If {test}:"),
        Part::OrIf(test) => format!("Or if {test}:"),
        Part::Else => "Else:".to_owned(),
        Part::Try => "Tries this, which may fail:".to_owned(),
        Part::Except => "If that fails:".to_owned(),
        Part::Finally => "In any case:".to_owned(),
    }
}

/// "For each of red and blue, until page is None, 2 times at most:".
fn each((one, of): (&str, &str), values: &[String], most: Option<u64>, until: &[String]) -> String {
    let mut shown: Vec<String> = values.iter().map(|value| short(value, QUOTED)).collect();
    let left_out = most.unwrap_or_default().saturating_sub(u64::try_from(values.len()).unwrap_or_default());
    if left_out > 0 {
        shown.push(format!("{} more", count(left_out)));
    }
    let each = if values.is_empty() { format!("{one} of {of}") } else { format!("of {}", listed(&shown)) };
    let often = match most {
        Some(1) => ", once at most".to_owned(),
        Some(most) => format!(", {} times at most", count(most)),
        None => ", however many there are".to_owned(),
    };
    let until = if until.is_empty() { String::new() } else { format!(", until {}", until.join(" or ")) };
    format!("For each {each}{until}{often}:")
}

/// "Repeats while page is at most 50, at most 50 times:".
fn repeats(test: Option<&str>, most: Option<u64>, until: &[String], endless: bool) -> String {
    let mut says = test.map_or_else(String::new, |test| format!(" while {test}"));
    if !until.is_empty() {
        let comma = if says.is_empty() { "" } else { "," };
        says.push_str(&format!("{comma} until {}", until.join(" or ")));
    }
    let often = match most {
        Some(1) => ", at most once".to_owned(),
        Some(most) => format!(", at most {} times", count(most)),
        None if endless => "; nothing else ends that but the limits of a run".to_owned(),
        None if says.is_empty() => " until something below ends that".to_owned(),
        None => String::new(),
    };
    format!("Repeats{says}{often}:")
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
            Some(about) => waits(about),
            None => "Waits".to_owned(),
        },
        HostFunction::Fetch => match &about {
            Some(url) => format!("Reads {}", page(url)),
            None => "Reads a web page".to_owned(),
        },
        HostFunction::Search => quoted("Searches the web for", "Searches the web"),
        HostFunction::Agent => quoted("Gives an agent the task", "Gives an agent a task"),
        HostFunction::Ask => {
            let asks = quoted("Asks", "Asks a question and waits for the answer");
            let default = call.otherwise.as_deref().map(|default| format!("{SILENCE}“{}”", short(default, QUOTED)));
            format!("{asks}{}", default.unwrap_or_default())
        }
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

/// "Waits 1 second", "Waits 0.3 seconds", "Waits until 2026-11-24T09:00". A number is seconds.
fn waits(about: &str) -> String {
    let is_number = about.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    match about.parse::<usize>() {
        Ok(seconds) => format!("Waits {}", plural(seconds, "second", "seconds")),
        Err(_) if is_number => format!("Waits {about} seconds"),
        Err(_) => format!("Waits until {about}"),
    }
}

/// A step without what its question takes if nobody answers.
fn without_default(step: &str) -> &str {
    step.split(SILENCE).next().unwrap_or(step)
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
    let mut places = flow.steps.iter().enumerate().filter(|(_, step)| without_default(flow::words_of(step).1) == only);
    // Where the same words stand twice, nobody can say which of them it is.
    let (place, _) = places.next()?;
    places.next().is_none().then_some(place)
}

/// The steps of a flow for a message: each with its words, how deep it stands, and its number if it stands in no block.
pub fn items(flow: &Flow) -> impl Iterator<Item = (u8, Option<u64>, &str)> {
    let mut number = 0;
    flow.steps.iter().map(move |step| {
        let (depth, words) = flow::words_of(step);
        number += u64::from(depth == 0);
        (depth, (depth == 0).then_some(number), words)
    })
}

/// The first steps of a flow, as many as fit onto its card.
pub fn on_card(flow: &Flow) -> Vec<(u8, Option<u64>, &str)> {
    let mut taken = 0;
    let fits = |(_, _, step): &(u8, Option<u64>, &str)| {
        // Each stands in a line of its own.
        taken += step.chars().count() + 1;
        taken <= ON_CARD
    };
    items(flow).take_while(fits).collect()
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
    Some(Call { function, about, otherwise: None })
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

    /// The steps of a script of which nothing but its text is known.
    fn of_text(script: &str) -> Vec<String> {
        steps(script, &HostFunction::ALL.map(|function| function.name().to_owned()), &[])
    }

    #[test]
    fn steps_are_the_calls_of_the_script_in_plain_words() {
        let script = "page = fetch('https://example.org/')\n\
                      if ask('Shall I go on?', ['yes', 'no']) == 'yes':\n    sleep(60)\n    notify(page)\n\
                      page = fetch('https://example.org/')";
        assert_eq!(
            of_text(script),
            [
                "Reads example.org",
                "Asks “Shall I go on?”",
                "Waits 60 seconds",
                "Tells you something",
                "Reads example.org"
            ]
        );
        assert_eq!(of_text("x = 1"), ["Calculates something"]);
        assert_eq!(steps("def notify(x):\n    return x\nnotify('hi')", &[], &[]), ["Calculates something"]);
    }

    #[test]
    fn more_steps_than_fit_are_counted() {
        let script: String = (0..MOST_STEPS + 5).map(|n| format!("notify('{n}')\n")).collect();
        let steps = of_text(&script);
        assert_eq!(steps.len(), MOST_STEPS);
        let last = steps.last().map(String::as_str);
        assert_eq!(last, Some("Goes on with 6 more steps. Its script shows all of them"));
    }

    #[test]
    fn a_loop_says_how_often_it_goes_round_and_what_ends_it() {
        let texts = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>();
        let each = |values: &[&str], most, until: &[&str]| Part::Each {
            one: "page".to_owned(),
            of: "pages".to_owned(),
            values: texts(values),
            most,
            until: texts(until),
        };
        let again = |test: Option<&str>, most, until: &[&str], endless| Part::While {
            test: test.map(str::to_owned),
            most,
            until: texts(until),
            endless,
        };
        for (part, words) in [
            (each(&["a", "b"], Some(2), &[]), "For each of a and b, 2 times at most:"),
            (
                each(&["a", "b", "c"], Some(9), &["x is 1"]),
                "For each of a, b, c and 6 more, until x is 1, 9 times at most:",
            ),
            (each(&[], None, &[]), "For each page of pages, however many there are:"),
            (each(&["a"], Some(1), &[]), "For each of a, once at most:"),
            (again(Some("n is at most 5"), Some(5), &[], false), "Repeats while n is at most 5, at most 5 times:"),
            (
                again(None, None, &["a", "b"], true),
                "Repeats until a or b; nothing else ends that but the limits of a run:",
            ),
            (again(Some("x"), None, &["a"], false), "Repeats while x, until a:"),
            (again(None, None, &[], true), "Repeats; nothing else ends that but the limits of a run:"),
            (again(None, None, &[], false), "Repeats until something below ends that:"),
            (Part::Unbroken, "If that was not ended early:"),
        ] {
            assert_eq!(of_line(&Line { depth: 0, part }), words);
        }
    }

    #[test]
    fn steps_in_blocks_have_no_numbers_of_their_own() {
        let steps = ["Reads a.example", "If x:", "  Waits", "Waits"].map(str::to_owned).to_vec();
        let flow = Flow { steps, ..flow() };
        let shown: Vec<_> = items(&flow).collect();
        assert_eq!(shown[1..], [(0, Some(2), "If x:"), (1, None, "Waits"), (0, Some(3), "Waits")]);
    }

    #[test]
    fn a_card_shows_the_steps_that_fit_into_one_message() {
        let of = |steps: usize| Flow { steps: vec!["x".repeat(99); steps], ..flow() };
        assert_eq!([1, 12, 13, MOST_STEPS].map(|steps| on_card(&of(steps)).len()), [1, 12, 12, 12]);
    }

    #[test]
    fn a_call_belongs_to_the_one_step_that_it_fits() {
        let script = "fetch('https://a.example')\nfetch('https://b.example')\nsleep(60)\nsleep(300)\n\
                      notify(f'now {n}')\nnotify('over')\nsearch(words)";
        let flow = Flow { script: script.to_owned(), steps: of_text(script), ..flow() };
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
        let asked = vec![format!("Asks “Go on?”{SILENCE}“No”")];
        let asking = Flow { script: "ask('Go on?', XS, default='No')".to_owned(), steps: asked, ..flow.clone() };
        assert_eq!(place(&asking, &call("ask", json!("Go on?"), None)), Some(0));
        let other = Flow { steps: vec!["Looks at both shops".to_owned()], ..flow };
        assert_eq!(place(&other, &call("search", json!("x"), None)), None, "the steps are in other words");
        assert_eq!(of_call(&call("fetch", json!("https://c.example/"), None)), "Reads c.example");
        assert_eq!(of_call(&call("send_letter", json!("x"), None)), "Calls send_letter");
    }
}
