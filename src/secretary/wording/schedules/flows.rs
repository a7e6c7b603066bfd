//! Sentences about flows: what one may do, what keeps a script from being one, and how a run went.

pub mod cards;
pub mod commands;
pub mod dry;
pub mod events;
pub mod runs;
pub mod steps;
pub mod tables;
pub mod triggers;

use crate::secretary::flow::calls::{same, tools};
use crate::secretary::flow::functions::{HostFunction, Touches};
use crate::secretary::flow::run::{FlowRun, LIFE, Limit, MOST_CALLS, MOST_NOTICES, MOST_TASKS, RunState, Wait};
use crate::secretary::flow::{Flow, FlowFault, LONGEST_NAME, LONGEST_SCRIPT, MOST_STEPS};
use crate::secretary::message::{Block, Message, Span};
use crate::secretary::names::phrases::{count, ended, line, listed, short};
use crate::secretary::when;
use crate::secretary::wording::schedules::flow_runs::in_called;
use crate::secretary::wording::style::moments;
use chrono::{DateTime, Utc};
use chrono_tz::Tz;

/// What a flow may do, one sentence for each kind: what it reads, asks, says, changes and lets others do. One says so if
/// it can do nothing of that.
pub fn may(flow: &Flow) -> Vec<String> {
    let mut kinds: Vec<(Touches, Vec<String>)> = Vec::new();
    let named = tools(&flow.script);
    let own: Vec<String> = named.iter().filter(|tool| same(tool).is_none()).map(|tool| (*tool).to_owned()).collect();
    let others = named.iter().filter_map(|tool| same(tool));
    let only_others = own.is_empty() && !named.is_empty();
    let functions = flow.functions().filter(|function| *function != HostFunction::Tool || !only_others);
    let others = others.filter(|_| flow.grants(HostFunction::Tool));
    for function in functions.chain(others) {
        let does = if function == HostFunction::Tool && !own.is_empty() {
            format!("uses {}", listed(&own))
        } else {
            does(function).to_owned()
        };
        let touches = function.terms().touches;
        match kinds.iter_mut().find(|(kind, _)| *kind == touches) {
            Some((_, all)) if all.contains(&does) => {}
            Some((_, all)) => all.push(does),
            None => kinds.push((touches, vec![does])),
        }
    }
    kinds.retain(|(touches, _)| *touches != Touches::Nothing);
    kinds.sort_by_key(|(touches, _)| *touches);
    if kinds.is_empty() {
        return vec!["It reads nothing and changes nothing.".to_owned()];
    }
    kinds.into_iter().map(|(_, all)| format!("It {}.", listed(&all))).collect()
}

fn does(function: HostFunction) -> &'static str {
    match function {
        HostFunction::Now | HostFunction::CheckSchema | HostFunction::Fail => "looks at what it has",
        HostFunction::Sleep => "waits",
        HostFunction::Fetch => "reads web pages",
        HostFunction::Search => "searches the web",
        HostFunction::Agent => "gives tasks to agents",
        HostFunction::Ask => "asks you and waits for the answer",
        HostFunction::Notify => "sends messages",
        HostFunction::Report => "sends reports",
        HostFunction::File => "sends files",
        HostFunction::Chart => "sends charts",
        HostFunction::Note => "writes notes",
        HostFunction::TableInsert | HostFunction::TableUpdate => "keeps rows in tables",
        HostFunction::TableDelete => "deletes rows of tables",
        HostFunction::TableQuery => "reads the rows of tables",
        HostFunction::RunFlow => "runs other flows",
        HostFunction::Tool => "uses tools",
    }
}

/// Why something is no flow.
pub fn fault(fault: &FlowFault) -> String {
    match fault {
        FlowFault::NoName => "The flow needs a name.".to_owned(),
        FlowFault::LongName => format!("The name of a flow may have {LONGEST_NAME} characters."),
        FlowFault::NoScript => "The flow has no script yet.".to_owned(),
        FlowFault::LongScript => {
            format!("That script is too long. {} kilobytes fit.", LONGEST_SCRIPT / 1024)
        }
        FlowFault::NoSteps => "The flow needs at least one step in words.".to_owned(),
        FlowFault::ManySteps => format!("A flow may have {MOST_STEPS} steps in words."),
        FlowFault::Unknown(name) => {
            format!("The script calls “{}”, which I don't know. Use another function, or take it out.", short(name, 40))
        }
    }
}

/// The limit at which a run ends.
pub fn limit(limit: Limit) -> String {
    match limit {
        Limit::Calls => format!("It made {} calls, and no run may make more.", count(u64::from(MOST_CALLS))),
        Limit::Notices => format!("It wanted to say more than {MOST_NOTICES} things, and no run may say more."),
        Limit::Tasks => format!("It had more than {MOST_TASKS} tasks for agents, and no run may have more."),
        Limit::Life => format!("It took {} days, and no run may take longer.", LIFE.num_days()),
    }
}

/// The script of a run was changed or taken away before it came to its end.
pub fn changed_meanwhile() -> &'static str {
    "The flow was changed meanwhile, so this run ends here. The next one takes the new script."
}

/// Why a run failed, in one line. What Python said has no name of an error where a sentence of ours stands behind it.
fn reason(why: &str) -> String {
    let Some((sentence, said)) = why.split_once('\n') else { return why.to_owned() };
    let said = line(said);
    if let Some(cause) = in_called(&said) {
        return cause.to_owned();
    }
    let plain = said.strip_prefix("RuntimeError: ").unwrap_or(&said);
    format!("{}: {plain}", sentence.trim_end_matches(':'))
}

/// A message with the reason why a run failed: `lead`, the reason, and what Python said in a block of its own. What failed in
/// a flow that it called is the reason itself.
pub(super) fn failure(message: Message, lead: &str, why: &str, most: usize) -> Message {
    let Some((sentence, said)) = why.split_once('\n') else {
        return message.line(format!("{lead}: {}", ended(&short(why, most))));
    };
    if let Some(cause) = in_called(&line(said)) {
        return message.line(format!("{lead}: {}", ended(&short(cause, most))));
    }
    let mut message = message.line(format!("{lead}. {sentence}"));
    message.blocks.push(Block::Code { language: String::new(), text: said.chars().take(most).collect() });
    message
}

/// A run has failed, perhaps as those before it did. `at`: where the time is said, and when.
pub fn failed(flow: &Flow, run: &FlowRun, why: &str, (zone, now): (Tz, DateTime<Utc>)) -> Message {
    let lead = format!("The flow “{}” did not come to its end", flow.name);
    let message = failure(Message::default(), &lead, why, 600);
    let message = events::named(message, run);
    let Some((_, times)) = &run.like else { return message };
    message.spans(vec![
        Span::text(format!("That happened {times} times in a row, the last time ")),
        moments::time(run.started_at, zone, now),
        Span::text(". I count on in this message until it works again or fails for another reason."),
    ])
}

/// How far a run is.
pub fn state(run: &FlowRun, zone: Tz, now: DateTime<Utc>) -> String {
    match &run.state {
        RunState::Running | RunState::Waiting(_) if run.former => "waits, since its script was changed".to_owned(),
        RunState::Running | RunState::Waiting(_) if run.held.is_some() => {
            "paused with all other work, until /resume".to_owned()
        }
        RunState::Running => "at work".to_owned(),
        RunState::Waiting(Wait::Until(at)) => format!("waits until {}", when::say_time(*at, zone, now)),
        RunState::Waiting(Wait::Decision) => "waits for an answer".to_owned(),
        RunState::Waiting(Wait::Ticket(_)) => "waits for an agent".to_owned(),
        RunState::Waiting(Wait::Flow(_)) => "waits for another flow".to_owned(),
        RunState::Waiting(Wait::Turn) => "waits for its turn".to_owned(),
        RunState::Completed(_) => "done".to_owned(),
        RunState::Failed(why) => format!("it did not work: {}", ended(&short(&reason(why), 200))),
        RunState::Cancelled => "cancelled".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use crate::secretary::flow::run::Start;
    use crate::secretary::flow::tests::{draft, flow};
    use crate::secretary::flow::trigger::came;
    use crate::secretary::ids::FlowRunId;
    use crate::secretary::wording::schedules::flow_runs::stopped;
    use crate::secretary::wording::schedules::flows::*;

    /// A run that failed.
    fn failed_run(why: &str) -> FlowRun {
        let mut run = FlowRun::new((FlowRunId::new("f1/3"), 3), &flow(), Start::default(), DateTime::UNIX_EPOCH);
        run.fail(why, "", DateTime::UNIX_EPOCH);
        run
    }

    fn told(run: &FlowRun, why: &str) -> Message {
        failed(&flow(), run, why, (Tz::UTC, DateTime::UNIX_EPOCH))
    }

    #[test]
    fn what_python_said_stands_in_a_block_of_its_own() {
        let words = |words: &str| Block::Line(vec![Span::text(words)]);
        let lead = "The flow “Price watch” did not come to its end";
        let code = Block::Code { language: String::new(), text: "KeyError: 'x'".to_owned() };
        let (python, run) = (stopped(Some(7), "KeyError: 'x'"), failed_run("no price"));
        assert_eq!(told(&run, &python).blocks, [words(&format!("{lead}. The script stopped at line 7:")), code]);
        assert_eq!(told(&run, "no price").blocks, [words(&format!("{lead}: no price."))]);
        let called = stopped(Some(1), "RuntimeError: the flow Reads failed: no page");
        assert_eq!(told(&run, &called).blocks, [words(&format!("{lead}: the flow Reads failed: no page."))]);
    }

    #[test]
    fn a_failure_says_what_began_the_run_and_how_often_it_happened() {
        let mut run = failed_run("no price");
        run.event = came::file("in", "invoice.csv", 7, None);
        let said = told(&run, "no price").lined();
        assert!(said.ends_with("Begun by the file “invoice.csv”."), "{said}");
        run.like = Some((FlowRunId::new("f1/1"), 3));
        let said = told(&run, "no price").lined();
        assert!(said.contains("That happened 3 times in a row, the last time "), "{said}");
    }

    #[test]
    fn a_card_says_why_a_run_failed() {
        let said = |why: &str| state(&failed_run(why), Tz::UTC, DateTime::UNIX_EPOCH);
        assert_eq!(said("no price"), "it did not work: no price.");
        assert_eq!(
            said(&stopped(Some(3), "KeyError: 'x'")),
            "it did not work: The script stopped at line 3: KeyError: 'x'."
        );
        assert_eq!(
            said(&stopped(Some(3), "RuntimeError: the page is gone")),
            "it did not work: The script stopped at line 3: the page is gone."
        );
    }

    fn may_of(functions: &[HostFunction]) -> Vec<String> {
        let mut flow = flow();
        flow.may = functions.iter().map(|function| function.name().to_owned()).collect();
        may(&flow)
    }

    #[test]
    fn a_card_says_what_a_flow_reads_asks_says_and_changes() {
        use HostFunction::{
            Agent, Ask, Fetch, Notify, Now, Report, Search, Sleep, TableInsert, TableQuery, TableUpdate,
        };
        assert_eq!(may_of(&[Now, Sleep]), ["It reads nothing and changes nothing."]);
        assert_eq!(
            may_of(&[TableInsert, Notify, Fetch, TableUpdate, Ask, Search, Agent, Report, TableQuery, Now]),
            [
                "It reads the rows of tables.",
                "It reads web pages and searches the web.",
                "It asks you and waits for the answer.",
                "It sends messages and sends reports.",
                "It keeps rows in tables.",
                "It gives tasks to agents.",
            ]
        );
    }

    #[test]
    fn a_card_names_the_tools_that_a_flow_may_use() {
        use HostFunction::{Chart, TableDelete, Tool};
        assert_eq!(
            may_of(&[TableDelete, Chart, Tool]),
            ["It uses tools.", "It sends charts.", "It deletes rows of tables."]
        );
        let mut flow = flow();
        flow.may = vec![Tool.name().to_owned()];
        flow.script = "tool('calculate', {'expression': '1+1'})\ntool('read_note', {'title': 'x'})".to_owned();
        assert_eq!(may(&flow), ["It uses calculate and read_note."]);
        flow.script = "tool('write_note', {'title': 'x', 'text': tool('read_url', {'url': 'y'})})".to_owned();
        assert_eq!(may(&flow), ["It reads web pages.", "It writes notes."]);
    }

    #[test]
    fn what_is_no_flow_is_told_in_a_sentence() {
        let mut flow = flow();
        let mut wrong = draft();
        wrong.may.push("delete_everything".to_owned());
        let said = fault(&flow.change(wrong).unwrap_err());
        assert_eq!(
            said,
            "The script calls “delete_everything”, which I don't know. Use another function, or take it out."
        );
        for limit in [Limit::Calls, Limit::Notices, Limit::Tasks, Limit::Life].map(limit) {
            assert!(limit.starts_with("It ") && limit.ends_with('.'), "{limit}");
        }
    }
}
