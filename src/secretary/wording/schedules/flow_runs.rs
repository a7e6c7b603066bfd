//! Sentences of runs of flows: what they ask, how they end, and why a call of a script fails. A script can catch those.

use super::work::LEAVES_OUT;
use crate::secretary::chart::Chart;
use crate::secretary::flow::Flow;
use crate::secretary::flow::calls::TOOLS;
use crate::secretary::flow::functions::HostFunction;
use crate::secretary::flow::functions::checking::LONGEST_MESSAGE;
use crate::secretary::message::action::Action;
use crate::secretary::message::keys::Keys;
use crate::secretary::message::{Block, Message, Span};
use crate::secretary::names::phrases::{either, line, plural, short};
use crate::secretary::schedule::Schedule;
use crate::secretary::ticket::task::{Attached, FileAt};
use crate::secretary::wording::style::{moments, question_marks, status_marks};
use chrono::{DateTime, Utc};
use chrono_tz::Tz;
use serde_json::Value;

/// The buttons under the question whether a call may be made.
pub const LEAVE: [&str; 2] = ["Allow it", "Don't"];
/// What a dry run gets in place of a page that people would be asked about.
pub const NOT_READ: &str = "(the text of a page)";

/// How Python begins what a call of a flow raised, and how that begins where it came from another flow.
const RAISED: &str = "RuntimeError: ";
const CALLED: &str = "the flow ";

/// Nobody is there whose rights the run has.
pub fn nobody() -> &'static str {
    "Whoever made this flow may not give me work any more."
}

/// The program ended in the middle of it too often.
pub fn interrupted() -> &'static str {
    "I was interrupted in the middle of it several times, so I don't try again."
}

/// A call was cut off, and may not be made again.
pub fn unknown(function: &str) -> String {
    format!("I was interrupted during {function}, and don't know whether it was done. So I don't go on.")
}

/// Nobody answered in time, and there is no default.
pub fn no_answer() -> &'static str {
    "nobody answered in time"
}

/// A function that people did not agree to.
pub fn not_granted(function: &str) -> String {
    format!("The script calls {function}, which it may not call.")
}

/// The script ended its run as failed.
pub fn failed_itself(message: &str, at: Option<u32>) -> String {
    let at = at.map_or_else(String::new, |at| format!(" (line {at} of the script)"));
    let message = short(&line(message), 500);
    if message.is_empty() { format!("The script says that it failed{at}.") } else { format!("{message}{at}") }
}

/// A script that did not catch an error: a sentence, and what Python said in the lines below.
pub fn stopped(at: Option<u32>, said: &str) -> String {
    let at = at.map_or_else(String::new, |at| format!(" at line {at}"));
    format!("The script stopped{at}:\n{said}")
}

/// There is no such function here.
pub fn not_here(function: &str) -> String {
    format!("{function} does not work here")
}

/// Nobody has set up a web search.
pub fn no_search() -> &'static str {
    "no web search is set up; an owner can set SEARXNG_URL, BRAVE_API_KEY or TAVILY_API_KEY"
}

/// A function that does not work at the moment.
pub fn broken(function: &str) -> String {
    format!("{function} does not work at the moment")
}

fn markdown(text: &str) -> Block {
    // It must not look like a question of the secretary, whoever wrote it.
    Block::Markdown(status_marks::in_report(text))
}

/// What a script says.
pub fn said(text: &str) -> Message {
    Message { blocks: vec![markdown(text)], ..Message::default() }
}

/// What a script reports.
pub fn report(title: &str, text: &str) -> Message {
    let title = short(title, 200);
    let heading = (!title.is_empty()).then(|| Block::Heading(vec![Span::text(title)]));
    Message { blocks: heading.into_iter().chain([markdown(text)]).collect(), ..Message::default() }
}

/// A file that a script sends.
pub fn file(name: &str, text: &str) -> Message {
    let name = line(name);
    let message = Message::lines([name.clone()]);
    Message { file: Some(Attached::text(name, text)), ..message }
}

/// A chart that a script sends: its picture, and its numbers as a file.
pub fn chart(chart: Chart) -> [Message; 2] {
    let (name, title) = (chart.file_name(), short(&line(&chart.title), 200));
    let numbers = format!("{name}.csv");
    let table = Attached::text(numbers.clone(), chart.csv());
    let at = Some(FileAt::Drawn { chart: Box::new(chart) });
    let picture = Attached { name: format!("{name}.png"), text: String::new(), at, bytes: 0 };
    let shown = Message::lines([if title.is_empty() { name } else { title }]);
    [Message { file: Some(picture), ..shown }, Message { file: Some(table), ..Message::lines([numbers]) }.silently()]
}

/// A tool that a script may not have, or does not name.
pub fn no_such_tool() -> String {
    let names: Vec<String> = TOOLS.into_iter().map(|(tool, _)| format!("'{tool}'")).collect();
    format!("tool takes {}, and the name must stand in the call; agent(task) has the others", either(&names))
}

fn asks(flow: &Flow, question: &str) -> Message {
    Message::lines([format!("“{}”: {}", flow.name, short(&line(question), 1_000))])
}

/// A question of a script, and what happens without an answer.
pub fn question(
    flow: &Flow,
    question: &str,
    (until, default): (Option<(DateTime<Utc>, Tz)>, Option<&str>),
    now: DateTime<Utc>,
) -> Message {
    let message = asks(flow, question);
    let Some((until, zone)) = until else { return message };
    let lead = match default {
        Some(default) => format!("Without an answer I take “{}” on ", short(default, 60)),
        None => "I wait until ".to_owned(),
    };
    message.spans(vec![Span::text(lead), moments::time(until, zone, now), Span::text(".")])
}

/// An open question of a flow in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asked {
    /// What the flow is called.
    pub flow: String,
    /// What it asks.
    pub text: String,
    /// Its options, with what a press on each does.
    pub options: Vec<(String, Action)>,
}

/// Questions in one list.
const MOST_ASKED: usize = 4;
/// Options in one row of buttons.
const IN_A_ROW: usize = 4;

/// What flows ask, as much as fits, with a button for each answer.
pub fn asked(asked: &[Asked], keys: &mut Keys) -> Message {
    let what = plural(asked.len(), "flow asks", "questions of flows wait");
    let mut message = Message::default().spans(vec![Span::strong(format!("{what}:"))]);
    let several = asked.len() > 1;
    for (number, one) in (1..).zip(asked.iter().take(MOST_ASKED)) {
        let lead = if several { format!("{number}. ") } else { String::new() };
        message = message.line(format!("{lead}“{}”: {}", one.flow, short(&line(&one.text), 300)));
        for row in one.options.chunks(IN_A_ROW) {
            let button = |(label, action): &(String, Action)| {
                let label = question_marks::quoted(label);
                keys.plain(format!("{lead}{label}"), action.clone())
            };
            message = message.row(row.iter().map(button).collect());
        }
    }
    if asked.len() > MOST_ASKED {
        message = message.line(format!("… and {} more: send /decisions again after these.", asked.len() - MOST_ASKED));
    }
    message
}

/// What a script wants to do that people did not agree to with it.
pub fn wants(function: HostFunction, arguments: Option<&Value>) -> String {
    let of = |name: &str| arguments.and_then(|all| all.get(name)).and_then(Value::as_str).unwrap_or_default();
    if function == HostFunction::Fetch {
        format!("wants to open {}", short(of("url"), 500))
    } else if function == HostFunction::Search {
        format!("wants to search for “{}”", short(of("query"), 400))
    } else if function == HostFunction::Tool {
        let what = if of("title").is_empty() { of("words") } else { of("title") };
        format!("wants to look up “{}” in your notes", short(what, 120))
    } else {
        format!("wants to write the note “{}”", short(of("title"), 120))
    }
}

/// Asks whether such a call may be made.
pub fn ask_leave(flow: &Flow, function: HostFunction, arguments: Option<&Value>) -> Message {
    let wants = wants(function, arguments);
    Message::lines([format!("“{}” {wants}. Its script does not say that, so I ask you first. May it?", flow.name)])
}

/// Words that answer no question of a script, since those take nothing but their options.
pub fn only_these(flow: &Flow, options: &[String]) -> String {
    let options: Vec<String> = options.iter().map(|option| format!("“{option}”")).collect();
    format!(
        "“{}” takes one of these as its answer: {}. Tap one of its buttons, or tell me which.",
        flow.name,
        either(&options)
    )
}

/// A question that somebody answered.
pub fn answered(flow: &Flow, question: &str, label: &str, by: &str) -> Message {
    let message =
        if question.is_empty() { Message::lines([format!("“{}”", flow.name)]) } else { asks(flow, question) };
    message.line(format!("✓ {label} ({by})")).silently()
}

/// A question that nobody answered in time.
pub fn late(flow: &Flow, question: &str, default: Option<&str>) -> Message {
    let message = asks(flow, question);
    let message = match default {
        Some(default) => message.line(format!("Nobody answered in time, so I took “{}”.", short(default, 60))),
        None => message.line("Nobody answered in time."),
    };
    message.silently()
}

/// A question whose run has ended. `wants`: what the script wants to do, where that was the question.
pub fn run_ended(flow: &Flow, question: &str, wants: Option<&str>) -> Message {
    let message = match wants {
        Some(wants) => Message::lines([format!("“{}” {wants}.", flow.name)]),
        None => asks(flow, question),
    };
    message.line("This run has ended, so it needs no answer any more.").silently()
}

/// An option was chosen, in a few words.
pub fn chosen(label: &str) -> String {
    format!("Chosen: {label}.")
}

/// An option was chosen of a run that is held, since its script was changed.
pub fn chosen_for_later(label: &str) -> String {
    format!("{} It counts if the change of the script is taken back.", chosen(label))
}

/// A press after the answer.
pub fn answered_already() -> &'static str {
    "That is answered already, or the flow has ended."
}

/// People do not let a call be made.
pub fn not_allowed() -> &'static str {
    "people did not allow it"
}

/// What an agent is told to do. With a schema it must answer in JSON.
pub fn instruction(task: &str, schema: Option<&Value>) -> String {
    match schema {
        Some(schema) => {
            format!("{task}\n\nAnswer with JSON alone, without any other words. It must fit this JSON schema: {schema}")
        }
        None => task.to_owned(),
    }
}

/// An agent that is not there.
pub fn no_such_agent(name: &str) -> String {
    format!("there is no agent {}", short(name, 60))
}

/// An answer of an agent that is not what was wanted.
pub fn not_fitting(why: &str) -> String {
    format!("the answer of the agent does not fit the schema: {}", short(why, 200))
}

/// An agent that did not do its task.
pub fn not_done(why: Option<&str>) -> String {
    match why {
        Some(why) => format!("the agent did not do it: {}", short(why, 300)),
        None => "the agent did not do it".to_owned(),
    }
}

/// Why an agent did not do its task: somebody cancelled the ticket of it.
pub fn task_cancelled() -> &'static str {
    "its task was cancelled"
}

/// A flow that is not there, or that nobody agreed to.
pub fn no_such_flow(name: &str) -> String {
    format!("there is no flow {} that may run", short(name, 60))
}

/// Several flows have the name.
pub fn several_flows(name: &str) -> String {
    format!("there are several flows called {}: give each a name of its own", short(name, 60))
}

/// Flows that call each other too deeply.
pub fn too_deep(most: usize) -> String {
    format!("flows may call each other {most} deep")
}

/// An event that is too large.
pub fn large_event(most: usize) -> String {
    format!("an event may have {most} bytes")
}

/// A flow that was called has failed, with what Python said if that ended it. What failed in a flow that it called names that
/// one alone.
pub fn called_failed(flow: &Flow, why: &str) -> String {
    let said = line(why.split_once('\n').map_or(why, |(_, said)| said));
    in_called(&said).map_or_else(
        || format!("{CALLED}{} failed: {}", flow.name, short(said.strip_prefix(RAISED).unwrap_or(&said), 300)),
        |cause| short(cause, 400),
    )
}

/// What Python said, if that is what came of a flow that was called.
pub(super) fn in_called(said: &str) -> Option<&str> {
    said.strip_prefix(RAISED).filter(|cause| cause.starts_with(CALLED))
}

/// A flow that was called was cancelled.
pub fn called_off(flow: &Flow) -> String {
    format!("{CALLED}{} was cancelled", flow.name)
}

/// A run that somebody began has ended, if it has something to say.
pub fn completed(flow: &Flow, value: &Value, printed: &str) -> Option<Message> {
    let texts = [printed.trim(), value.as_str().unwrap_or_default().trim()];
    let letters: usize = texts.iter().map(|text| text.chars().count()).sum();
    if letters > LONGEST_MESSAGE {
        let message =
            Message::lines([format!("“{}” is done. What it says is long, so it comes as a file.", flow.name)]);
        return Some(Message { file: Some(Attached::text("result.txt", texts.join("\n"))), ..message });
    }
    let mut blocks = texts.into_iter().filter(|text| !text.is_empty()).map(markdown).peekable();
    blocks.peek()?;
    let first = Block::Line(vec![Span::text(format!("“{}” is done:", flow.name))]);
    Some(Message { blocks: std::iter::once(first).chain(blocks).collect(), ..Message::default() })
}

/// A run that somebody began by hand has ended without a word.
pub fn nothing_said(flow: &Flow) -> Message {
    Message::lines([format!("“{}” is done. It had nothing to say.", flow.name)])
}

/// A flow is due while its last run is still on.
pub fn still_on(schedule: &Schedule) -> Message {
    let title = short(schedule.what(), 80);
    Message::lines([format!("“{title}” is due, but its last run is still on, so I leave this time out.")])
        .line(LEAVES_OUT)
}

/// A flow is due that is gone, changed without agreement, or whose person may not give work any more.
pub fn cannot_run(schedule: &Schedule) -> Message {
    let title = short(schedule.what(), 80);
    Message::lines([format!(
        "“{title}” is due, but nobody agreed to the flow as it is now, or whoever ordered it may not give me work any more. \
         So I have paused it. /schedules shows it."
    )])
}

/// A flow begins late.
pub fn late_start(schedule: &Schedule, late: &str) -> Message {
    Message::lines([format!("“{}”: {late}", short(schedule.what(), 80))]).silently()
}

#[cfg(test)]
mod tests {
    use crate::secretary::flow::tests::flow;
    use crate::secretary::wording::schedules::flow_runs::*;
    use serde_json::json;

    #[test]
    fn a_message_and_a_file_are_what_the_script_says() {
        assert_eq!(
            (said("x").blocks.len(), report("", "x").blocks.len(), report("Title", "x").blocks.len()),
            (1, 1, 2)
        );
        assert_eq!(file(" prices.csv ", "a;b").file, Some(Attached::text("prices.csv", "a;b")));
    }

    #[test]
    fn a_chart_is_a_picture_and_a_table() {
        let numbers = Chart::of_values("Prices 2026", &json!([1, 2]), None, ("line", "EUR")).unwrap();
        let [picture, table] = chart(numbers.clone());
        let file = picture.file.clone().unwrap();
        assert_eq!((picture.lined().as_str(), file.name.as_str()), ("Prices 2026", "prices-2026.png"));
        assert_eq!(file.at, Some(FileAt::Drawn { chart: Box::new(numbers.clone()) }));
        assert_eq!(table.file, Some(Attached::text("prices-2026.csv", numbers.csv())));
    }

    #[test]
    fn a_script_that_fails_itself_says_where() {
        assert_eq!(failed_itself("no price", Some(7)), "no price (line 7 of the script)");
        assert_eq!(failed_itself(" ", None), "The script says that it failed.");
    }

    #[test]
    fn what_failed_in_a_called_flow_names_that_flow_once() {
        let inner = called_failed(&flow(), &stopped(Some(3), "KeyError: 'x'"));
        assert_eq!(inner, "the flow Price watch failed: KeyError: 'x'");
        let between = called_failed(&flow(), &stopped(Some(1), &format!("RuntimeError: {inner}")));
        assert_eq!(between, inner);
        assert_eq!(called_failed(&flow(), "no price"), "the flow Price watch failed: no price");
    }

    #[test]
    fn an_agent_is_told_what_its_answer_must_fit() {
        assert_eq!(instruction("Look", None), "Look");
        assert!(instruction("Look", Some(&json!({"type": "object"}))).ends_with(r#"schema: {"type":"object"}"#));
    }
}
