//! The progress message, which is edited in place.

use super::tickets::{about, cancelled};
use crate::secretary::agent::Agent;
use crate::secretary::ids::Slot;
use crate::secretary::message::action::TicketAct;
use crate::secretary::message::keys::Keys;
use crate::secretary::message::{Message, Span};
use crate::secretary::names::phrases::{plural, short};
use crate::secretary::ticket::facts::Facts;
use crate::secretary::ticket::report::title_of;
use crate::secretary::ticket::{Blocked, MAX_ATTEMPTS, Task, TaskState, Ticket, Waiting};
use crate::secretary::when;
use chrono::{DateTime, TimeDelta, Utc};

/// The end of the progress, when there is a report.
const DONE: &str = "✔ done";
/// The end of the progress, when something of it did not work.
const IN_PART: &str = "✔ done in part";
/// The end of the progress, when nothing came of it.
pub const FAILED: &str = "✖ failed";
/// Up to so many steps each has its line.
const STEPS: usize = 5;
/// An agent whose name nobody knows.
pub const SOMEBODY: &str = "The agent";

/// The one line of progress, edited in place.
pub fn progress(ticket: &Ticket, facts: &Facts, now: DateTime<Utc>, keys: &mut Keys) -> Message {
    let id = &ticket.id;
    let message = line(ticket, &facts.roster, now);
    if ticket.closed() {
        return message;
    }
    let switch = if ticket.paused || matches!(ticket.waiting, Some(Waiting::Model(_) | Waiting::Setup(_))) {
        keys.good(if ticket.paused { "Resume" } else { "Try now" }, TicketAct::Resume.on(id))
    } else {
        keys.plain("Pause", TicketAct::Pause.on(id))
    };
    message.row(vec![switch, keys.bad("Stop", TicketAct::Cancel.on(id))])
}

/// The words that the progress message of this slot showed last. An earlier message ended with its report.
pub fn as_shown(ticket: &Ticket, slot: &Slot, roster: &[Agent], now: DateTime<Utc>) -> Message {
    if *slot != ticket.slot(&ticket.progress_name()) {
        return over(ticket, ended(ticket), now);
    }
    match &ticket.hold.cancelled {
        _ if !ticket.closed() => line(ticket, roster, now),
        Some(stopped) => cancelled(ticket, &stopped.by, &stopped.reason),
        None => over(ticket, FAILED, now),
    }
}

fn line(ticket: &Ticket, roster: &[Agent], now: DateTime<Utc>) -> Message {
    let done = ticket.tasks.iter().filter(|t| t.state == TaskState::Completed).count();
    let total = ticket.tasks.len();
    let head = if total > 1 { format!(" ▸ {done}/{total} · ") } else { " ▸ ".to_owned() };
    let mut message = about(ticket, format!("{head}{}", ticket.doing));
    if total > 1 {
        for line in steps(&ticket.tasks, |task| task_line(task, roster, now)) {
            message = message.line(line);
        }
    }
    if ticket.reports.is_empty() {
        message = replanned(message, ticket);
    }
    if let Some(worked) = worth_saying(ticket, now) {
        message = message.spans(vec![Span::Soft(format!("{} so far", when::say_duration(worked)))]);
    }
    message.silently()
}

/// What was changed of the plan that the thinking proposed, unless a card has said it already.
fn replanned(message: Message, ticket: &Ticket) -> Message {
    let said = ticket.shown.contains_key(&ticket.slot("card"));
    let sentences = ticket.replanned.iter().filter(|_| !said);
    sentences.fold(message, |message, sentence| message.spans(vec![Span::Soft(sentence.clone())]))
}

/// The steps of a plan, one line each; of a long plan what is done and what is still to come is counted, so that the line
/// people look for can be seen.
pub(in crate::secretary::wording) fn steps(tasks: &[Task], line: impl Fn(&Task) -> String) -> Vec<String> {
    if tasks.len() <= STEPS {
        return tasks.iter().map(line).collect();
    }
    let done = tasks.iter().filter(|t| t.state == TaskState::Completed).count();
    let to_come = tasks.iter().filter(|t| t.state == TaskState::Pending).count();
    let now = tasks.iter().filter(|t| !matches!(t.state, TaskState::Completed | TaskState::Pending));
    let before = (done > 0).then(|| format!("✔ {done} done"));
    let after = (to_come > 0).then(|| format!("○ {to_come} to come"));
    before.into_iter().chain(now.map(line)).chain(after).collect()
}

fn task_line(task: &Task, roster: &[Agent], now: DateTime<Utc>) -> String {
    let who = task.agent.as_deref().map(|a| format!("{}: ", title_of(roster, a))).unwrap_or_default();
    format!("{} {who}{}{}", mark(task), short(&task.title, 60), standing(task, now))
}

/// How a task stands, behind its title; nothing where its mark says it all.
pub(in crate::secretary::wording) fn standing(task: &Task, now: DateTime<Utc>) -> String {
    match &task.state {
        TaskState::Pending | TaskState::Completed => String::new(),
        TaskState::Claimed | TaskState::InProgress => attempt(task),
        TaskState::Blocked(Blocked::Decision(_)) => " (waits for a decision)".to_owned(),
        TaskState::Blocked(Blocked::Dependency(_)) => " (waits for a task that failed)".to_owned(),
        TaskState::Blocked(Blocked::NoAgent(why)) => format!(" ({why})"),
        TaskState::Blocked(Blocked::Paused) => " (paused)".to_owned(),
        TaskState::Blocked(Blocked::Retry(at)) => format!(" ({})", retry_in(task, *at - now)),
        TaskState::Failed if task.left_out => " (left out)".to_owned(),
        TaskState::Failed => " (failed)".to_owned(),
    }
}

/// The end of the progress, when its report is written.
pub fn ended(ticket: &Ticket) -> &'static str {
    if ticket.in_part() { IN_PART } else { DONE }
}

/// The mark of a task.
pub(in crate::secretary::wording) fn mark(task: &Task) -> &'static str {
    match &task.state {
        TaskState::Pending => "○",
        TaskState::Claimed | TaskState::InProgress => "▸",
        TaskState::Blocked(Blocked::Decision(_)) => "?",
        TaskState::Blocked(Blocked::Dependency(_) | Blocked::NoAgent(_) | Blocked::Retry(_)) => "…",
        TaskState::Blocked(Blocked::Paused) => "‖",
        TaskState::Completed => "✔",
        TaskState::Failed if task.left_out => "–",
        TaskState::Failed => "✖",
    }
}

/// How long was worked, from a minute on.
fn worth_saying(ticket: &Ticket, now: DateTime<Utc>) -> Option<TimeDelta> {
    ticket.worked(now).filter(|worked| worked.num_minutes() >= 1)
}

/// " (retry 2/3)" from the second attempt on.
fn attempt(task: &Task) -> String {
    if task.attempts > 1 { format!(" (retry {}/{MAX_ATTEMPTS})", task.attempts) } else { String::new() }
}

/// "retry 2/3 in 5 s"; "retry 2/3" once that is over.
fn retry_in(task: &Task, wait: TimeDelta) -> String {
    let retry = format!("retry {}/{MAX_ATTEMPTS}", task.attempts + 1);
    if wait.num_seconds() > 0 { format!("{retry} in {}", when::say_duration(wait)) } else { retry }
}

/// The progress line once all is over.
pub fn over(ticket: &Ticket, how: &str, now: DateTime<Utc>) -> Message {
    let spent = worth_saying(ticket, now).map(|w| format!(" after {}", when::say_duration(w))).unwrap_or_default();
    let message = about(ticket, format!(" {how}{spent}"));
    // Work that is quickly done shows nothing else of it; what is done again has said it before.
    let message = if ticket.reports.len() <= 1 { replanned(message, ticket) } else { message };
    message.silently()
}

/// How many tasks, for the first progress line.
pub fn beginning(ticket: &Ticket) -> String {
    if ticket.tasks.len() > 1 {
        format!("starting with {}", plural(ticket.tasks.len(), "task", "tasks"))
    } else {
        "starting".to_owned()
    }
}

/// An agent is at a task.
pub fn at_work(agent: &str, task: &Task) -> String {
    format!("{agent}: {}{}", short(&task.title, 60), attempt(task))
}

/// An agent says what it is doing.
pub fn says(agent: &str, line: &str) -> String {
    format!("{agent}: {}", short(line, 120))
}

/// A run goes on after the program had stopped in the middle of it.
pub fn after_restart() -> &'static str {
    "going on after a restart"
}

/// An attempt failed and the next one is planned.
pub fn retrying(agent: Option<&str>, task: &Task, wait: TimeDelta) -> String {
    format!("{}: {}", agent.unwrap_or(SOMEBODY), retry_in(task, wait))
}

/// What a task has been through, for the ticket as a whole: ", 2 tries, went on after a restart".
pub fn history(task: &Task) -> String {
    let tries = if task.attempts > 1 { format!(", {} tries", task.attempts) } else { String::new() };
    let restarts = match task.restarts {
        0 => String::new(),
        1 => ", went on after a restart".to_owned(),
        n => format!(", went on after {n} restarts"),
    };
    format!("{tries}{restarts}")
}

/// All tasks are done.
pub fn writing_report() -> String {
    "writing the report".to_owned()
}

/// A task that was never begun, for the report.
pub fn not_done() -> String {
    "not done".to_owned()
}
