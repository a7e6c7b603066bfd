//! Messages about runs that people begin and end.

use super::cards::{self, run_line};
use crate::secretary::flow::Flow;
use crate::secretary::flow::action::FlowAct;
use crate::secretary::flow::run::FlowRun;
use crate::secretary::message::Message;
use crate::secretary::message::action::Action;
use crate::secretary::message::keys::Keys;
use crate::secretary::names::phrases::short;
use chrono::{DateTime, Utc};
use chrono_tz::Tz;

/// A run was begun in words, with a way to end it. `held`: all work is paused.
pub fn begun(flow: &Flow, run: &FlowRun, held: bool, keys: &mut Keys) -> Message {
    let name = &flow.name;
    let text = if held {
        format!("All work is paused. “{name}” begins when that goes on: /resume.")
    } else {
        match run.event_of {
            Some(number) => format!("“{name}” runs now, with the event of run {number}."),
            None => format!("“{name}” runs now."),
        }
    };
    let cancel = keys.bad("Cancel the run", FlowAct::CancelRun { run: run.id.clone() }.on(&flow.id));
    Message::lines([text]).row(vec![cancel]).silently()
}

/// Asks whether a flow is to run although a run of it is on. `newest`: the number of its newest run.
pub fn runs_already(
    flow: &Flow,
    (run, newest): (&FlowRun, i64),
    (zone, now): (Tz, DateTime<Utc>),
    keys: &mut Keys,
) -> Message {
    let id = &flow.id;
    Message::lines([format!("“{}” runs already. Shall I run it once more beside that?", flow.name)])
        .spans(run_line(run, zone, now))
        .row(vec![
            keys.plain("Run once more", FlowAct::RunAgain { after: newest }.on(id)),
            keys.bad("Cancel the run", FlowAct::CancelRun { run: run.id.clone() }.on(id)),
        ])
}

/// A run begins that somebody wants at once, in a few words. It may take the event of another run once more.
pub fn begins(run: &FlowRun) -> String {
    match (run.dry, run.event_of) {
        (true, None) => cards::TRYING.to_owned(),
        (true, Some(number)) => format!("I am trying it with the event of run {number}. Nothing is changed."),
        (false, None) => cards::BEGUN.to_owned(),
        (false, Some(number)) => format!("It runs now, with the event of run {number}."),
    }
}

/// The end of a run whose script reads an event, while it was begun by hand and no event has come. `told`: what sends it
/// events, if something does.
pub fn no_event(message: Message, flow: &Flow, told: Option<String>) -> Message {
    let nothing = || format!("Nothing sends it one yet: /flow {} hook makes a webhook.", flow.number);
    message
        .line("Its script reads the event that begins a run, and none has come yet.")
        .line(told.unwrap_or_else(nothing))
        .line("Once one has come, a run that you begin yourself takes the last one.")
}

/// The message of a run that failed, with a way to try its event again, and those that the message counts.
pub fn with_try_again(message: Message, flow: &Flow, run: &FlowRun, keys: &mut Keys) -> Message {
    if !run.may_be_tried_again() {
        return message;
    }
    let label = if run.like.is_some() && !run.of_schedule() { "Try all again" } else { "Try again" };
    let again = FlowAct::TryAgain { run: run.id.clone() }.on(&flow.id);
    message.row(vec![keys.plain(label, again)])
}

/// So many runs begin with events of runs that failed.
pub fn tries_again(runs: usize) -> String {
    if runs == 1 { "I try it again.".to_owned() } else { format!("I try all {runs} again.") }
}

/// A second press of that button.
pub fn tried_again_already() -> String {
    "That was tried again already.".to_owned()
}

/// A press on a button of a run that was forgotten.
pub fn event_gone() -> String {
    "I no longer have what it began with.".to_owned()
}

/// As many events wait as may.
pub fn line_is_full() -> String {
    "Too many events wait for their turn. Please press this again once some of them are done.".to_owned()
}

/// A second press of that button.
pub fn begun_already() -> String {
    "It has begun already.".to_owned()
}

/// A press while it is tried.
pub fn tried_already() -> String {
    "I am trying it already.".to_owned()
}

/// Runs were ended.
pub fn cancelled(runs: usize) -> String {
    if runs == 1 { "The run is cancelled.".to_owned() } else { format!("{runs} runs are cancelled.") }
}

/// Asks whether all runs shall end: so many, and so many of them that have not begun, each of which an event waits for.
/// `upto`: the number of the newest.
pub fn cancel_all(flow: &Flow, (runs, waiting, upto): (usize, usize, i64), keys: &mut Keys) -> Message {
    let name = short(&flow.name, 60);
    let asked = match waiting {
        0 => format!("Cancel all {runs} runs of “{name}”?"),
        1 => format!("Cancel all {runs} runs of “{name}”, 1 of which has not begun?"),
        n => format!("Cancel all {runs} runs of “{name}”, {n} of which have not begun?"),
    };
    let all = FlowAct::CancelAll { upto }.on(&flow.id);
    Message::lines([asked])
        .row(vec![keys.bad(format!("Cancel all {runs} runs"), all), keys.plain("Keep them", Action::Leave)])
}

/// In place of a message about a run that somebody ended.
pub fn one_cancelled(flow: &Flow, run: &FlowRun) -> Message {
    Message::lines([format!("“{}”: run {} is cancelled.", short(&flow.name, 60), run.number)]).silently()
}

/// In place of the question whether all runs shall end: so many have.
pub fn all_cancelled(flow: &Flow, runs: usize) -> Message {
    Message::lines([format!("“{}”: {}", short(&flow.name, 60), cancelled(runs))]).silently()
}

/// A run that is over cannot be ended.
pub fn over_already() -> String {
    "That run is over already.".to_owned()
}

/// Nothing of it runs.
pub fn nothing_runs() -> String {
    "Nothing of it runs at the moment.".to_owned()
}
