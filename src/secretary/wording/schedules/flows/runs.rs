//! Messages about runs that people begin and end.

use super::cards::run_line;
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
        format!("“{name}” runs now.")
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
