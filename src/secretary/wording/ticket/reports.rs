//! Sentences with reports: their list, their forms, the exception report of a failed ticket, and the report on
//! running work.

use super::so_far;
use super::tickets::{about, number, sentence};
use crate::secretary::agent::Agent;
use crate::secretary::message::action::{Action, TicketAct};
use crate::secretary::message::keys::Keys;
use crate::secretary::message::{Block, Message, Span};
use crate::secretary::names::phrases::{listed, plural, short};
use crate::secretary::ticket::report::title_of;
use crate::secretary::ticket::task::Attached;
use crate::secretary::ticket::{Status, Task, TaskState, Ticket};
use crate::secretary::when;
use crate::secretary::wording::style::sums;
use chrono::{DateTime, TimeDelta, Utc};
use chrono_tz::Tz;

/// Reports in one list.
pub const PAGE: usize = 10;

/// A plain report longer than this comes as a file.
const LONG_PLAIN: usize = 6_000;

/// The latest reports, newest first; one more than a page means that there are older ones.
pub fn list(
    found: &[Ticket],
    kind: Option<Status>,
    older: bool,
    zone: Tz,
    now: DateTime<Utc>,
    keys: &mut Keys,
) -> Message {
    let which = match kind {
        Some(Status::Failed) => "failed",
        Some(_) => "done",
        None => "",
    };
    let line = if which.is_empty() { "reports".to_owned() } else { format!("reports {which}") };
    if found.is_empty() {
        return Message::lines([match (older, kind) {
            (true, _) => format!("There are no older reports. /{line} shows the newest."),
            (false, Some(Status::Failed)) => "Nothing has failed. /reports shows the reports there are.".to_owned(),
            (false, _) => "No reports yet. The first comes when an idea is done; /list shows what goes on.".to_owned(),
        }]);
    }
    let of = if which.is_empty() { String::new() } else { format!(": {which}") };
    let head = if older { format!("Older reports{of}") } else { format!("Latest reports{of}") };
    let mut message = Message::default().spans(vec![Span::strong(head)]);
    for ticket in found.iter().take(PAGE) {
        let at = crate::secretary::ticket::report::ended_at(ticket);
        let failed = if ticket.status() == Status::Failed { " (failed)" } else { "" };
        message = message.spans(vec![
            Span::Strong(format!("#{} ", ticket.number)),
            Span::text(format!("{}{failed}, {}", ticket.short_title(), when::say_time(at, zone, now))),
        ]);
    }
    let shown = &found[..found.len().min(PAGE)];
    for row in shown.chunks(PAGE / 2) {
        let again = |t: &Ticket| {
            keys.plain(format!("#{}", t.number), Action::Command { line: format!("reports {}", t.number) })
        };
        message = message.row(row.iter().map(again).collect());
    }
    let last = found.get(PAGE - 1).filter(|_| found.len() > PAGE);
    let newest = older.then(|| keys.plain("‹ Newest", Action::Page { line: line.clone() }));
    let more = last.map(|last| keys.plain("Older ›", Action::Page { line: format!("{line} before {}", last.number) }));
    message
        .line("A button sends one again; /reports 12 plain, json or md in that form.")
        .row(newest.into_iter().chain(more).collect())
}

/// Reports of tickets that are not over.
pub fn not_yet() -> String {
    "What is still open has no report yet. /list open shows it; /report progress tells how the work goes.".to_owned()
}

/// A kind of report that cannot be ordered, since it comes by itself.
pub fn comes_by_itself(kind: &str) -> String {
    format!(
        "A report comes by itself when something is {kind}; /reports {kind} shows the latest. /report orders a digest."
    )
}

/// A form there is none of.
pub fn which_form() -> String {
    "I can send a report as it was, or as plain, json or md. For example: /reports 12 json".to_owned()
}

/// A ticket without a report.
pub fn none_yet(number: i64) -> String {
    format!("#{number} has no report yet. /show {number} tells how it stands.")
}

/// A report as a file.
pub fn file(ticket: &Ticket, ending: &str, text: String) -> Message {
    let name = format!("report-{}.{ending}", ticket.number);
    let line =
        vec![number(ticket), Span::strong(format!(" {}", ticket.short_title())), Span::text(format!(": {name}"))];
    Message { file: Some(Attached::text(name, text)), ..Message::default().spans(line) }
}

/// A report in words alone; `text` has no markup any more.
pub fn plain(ticket: &Ticket, text: &str) -> Message {
    if text.chars().count() > LONG_PLAIN {
        return file(ticket, "txt", text.to_owned());
    }
    let mut message = Message::lines([format!("#{} {}", ticket.number, ticket.short_title())]);
    for line in text.lines() {
        message.blocks.push(match line.trim() {
            "" => Block::Gap,
            _ => Block::Line(vec![Span::text(line)]),
        });
    }
    message
}

/// The exception report: what failed, why, what was done, what is not done, and what the person can do.
pub fn exception(ticket: &Ticket, roster: &[Agent], keys: &mut Keys) -> Message {
    let mut message = about(ticket, format!(" I could not finish this: {}", ticket.short_title()));
    if let Some(late) = ticket.by_clock.as_ref().and_then(|by| by.late.as_ref()) {
        message = message.spans(vec![Span::Soft(late.clone())]);
    }
    for (what, text) in exception_parts(ticket, roster) {
        message = message.spans(vec![Span::strong(format!("{what}: ")), Span::text(text)]);
    }
    if let Some(footer) = sums::footer_of(ticket) {
        message = message.spans(vec![Span::Soft(footer)]);
    }
    message.row(vec![
        keys.good("Try again", TicketAct::Resume.on(&ticket.id)),
        keys.form("Revise", "What should be different?", "Your wish", TicketAct::Revise.on(&ticket.id)),
    ])
}

/// The exception report as Markdown.
pub fn exception_text(ticket: &Ticket, roster: &[Agent]) -> String {
    let parts = exception_parts(ticket, roster).into_iter();
    let lines: Vec<String> = parts.map(|(what, text)| format!("**{what}:** {text}")).collect();
    format!("I could not finish this.\n\n{}\n", lines.join("\n\n"))
}

fn exception_parts(ticket: &Ticket, roster: &[Agent]) -> Vec<(&'static str, String)> {
    let of = |state: fn(&TaskState) -> bool| ticket.tasks.iter().filter(move |t| state(&t.state));
    let failed: Vec<String> = of(|s| *s == TaskState::Failed).map(|task| with_doer(task, roster)).collect();
    let done: Vec<String> = of(|s| *s == TaskState::Completed).map(quoted).collect();
    let open: Vec<String> = of(|s| *s != TaskState::Completed).map(quoted).collect();
    let words = of(|s| *s == TaskState::Failed).find(|task| !task.result.trim().is_empty());
    let mut parts = vec![
        ("What failed", if failed.is_empty() { "the work as a whole".to_owned() } else { failed.join("; ") }),
        ("Why", sentence(&short(&ticket.doing, 500))),
    ];
    parts.push(match (done.is_empty(), words) {
        (false, _) => ("Done", done.join(", ")),
        (true, Some(task)) => ("There is", so_far::quoted(&task.result, 500)),
        (true, None) => ("Done", "nothing that could be used".to_owned()),
    });
    if !open.is_empty() {
        parts.push(("Not done", open.join(", ")));
    }
    if !ticket.files.is_empty() {
        let names: Vec<String> = ticket.files.iter().map(|file| short(&file.name, 60)).collect();
        parts.push(("Files", format!("{}; /files {} sends what was written", listed(&names), ticket.number)));
    }
    let can = "try again, and what is done stays done; or tell me what should be different. Everything you told me is \
               kept.";
    parts.push(("You can", can.to_owned()));
    parts
}

fn quoted(task: &Task) -> String {
    format!("“{}”", short(&task.title, 80))
}

fn with_doer(task: &Task, roster: &[Agent]) -> String {
    let tries = plural(task.attempts as usize, "try", "tries");
    match task.agent.as_deref() {
        Some(agent) => format!("{} ({}, {tries})", quoted(task), title_of(roster, agent)),
        None => format!("{} ({tries})", quoted(task)),
    }
}

/// The exception in one line, for a digest.
pub fn exception_line(ticket: &Ticket) -> String {
    let open = ticket.tasks.iter().filter(|t| t.state != TaskState::Completed).count();
    let n = ticket.tasks.len();
    let done = if n > 1 { format!(" {} of {n} steps done.", n - open) } else { String::new() };
    format!("{}{done} /resume {} tries again", sentence(&short(&ticket.doing, 120)), ticket.number)
}

/// What came and what became of it since a moment; nothing if nothing did.
pub fn statistics(found: &[Ticket], since: DateTime<Utc>, zone: Tz, now: DateTime<Utc>) -> Option<String> {
    let ended = |status: Status| -> Vec<&Ticket> {
        let lately =
            |t: &&Ticket| t.status() == status && !t.folded() && crate::secretary::ticket::report::ended_at(t) > since;
        found.iter().filter(lately).collect()
    };
    let came = found.iter().filter(|t| t.created_at > since && !t.folded()).count();
    let (done, failed) = (ended(Status::Done), ended(Status::Failed).len());
    if came + done.len() + failed == 0 {
        return None;
    }
    let mut lengths: Vec<_> =
        done.iter().map(|t| crate::secretary::ticket::report::ended_at(t) - t.created_at).collect();
    lengths.sort();
    let median = lengths.get(lengths.len().saturating_sub(1) / 2);
    let pace = match (lengths.len(), median) {
        (1, Some(median)) if *median < TimeDelta::minutes(1) => " (in less than a minute)".to_owned(),
        (_, Some(median)) if *median < TimeDelta::minutes(1) => " (half of them within a minute)".to_owned(),
        (1, Some(median)) => format!(" (in {})", when::say_duration(*median)),
        (_, Some(median)) => format!(" (half of them within {})", when::say_duration(*median)),
        (_, None) => String::new(),
    };
    let from = when::say_time(since, zone, now);
    Some(format!("Since {from}: {came} came in, {} done{pace}, {failed} failed.", done.len()))
}
