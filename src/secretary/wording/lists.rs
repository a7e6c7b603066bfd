//! Lists and single tickets, as people read them.

use super::super::action::{Action, TicketAct};
use super::super::agent::Agent;
use super::super::commands::Which;
use super::super::decision::Decision;
use super::super::keys::Keys;
use super::super::message::{Block, Button, Message, Span};
use super::super::record::Record;
use super::super::report::title_of;
use super::super::ticket::{Status, Ticket};
use super::super::when;
use super::{decisions, mark, plural, short, tickets, urgency};
use chrono::{DateTime, Utc};
use chrono_tz::Tz;
use std::collections::BTreeMap;

/// Tickets shown on one page, each with its button.
pub const PAGE: usize = 8;

/// Open decisions on one page (platform-facts D33: five rows).
pub const DECISIONS: usize = 3;

/// The status in words: "asking (1/2)", "working 2/5".
pub fn status(ticket: &Ticket) -> String {
    let done = ticket.tasks.iter().filter(|t| t.state == super::super::ticket::TaskState::Completed).count();
    match ticket.status() {
        Status::New => "new".to_owned(),
        Status::Asking if ticket.open_round().is_none() => "reading your answers".to_owned(),
        Status::Asking => format!("asking ({}/{})", ticket.rounds.len(), super::super::ticket::MAX_ROUNDS),
        Status::Confirming => "waiting for your go".to_owned(),
        Status::Working if ticket.tasks.len() > 1 => format!("working {done}/{}", ticket.tasks.len()),
        Status::Working => "working".to_owned(),
        Status::Deciding => "waiting for you".to_owned(),
        Status::Waiting => "waiting".to_owned(),
        Status::Paused => "paused".to_owned(),
        Status::Reporting => "writing the report".to_owned(),
        Status::Done => "done".to_owned(),
        Status::Failed => "failed".to_owned(),
        Status::Cancelled => "cancelled".to_owned(),
    }
}

/// One line of a list.
fn line(ticket: &Ticket) -> Block {
    let text = format!(
        " {} {}{} · {}",
        mark(ticket.status()),
        urgency(ticket.priority),
        short(&tickets::title(ticket), 60),
        status(ticket)
    );
    Block::Line(vec![Span::Strong(format!("#{}", ticket.number)), Span::text(text)])
}

/// Which page of which list, for whom.
#[derive(Clone, Copy, Debug)]
pub struct Page {
    /// Which tickets.
    pub which: Which,
    /// It is not the first page.
    pub older: bool,
    /// The reader may send ideas, and is shown some to try when there is nothing to list; whether a language model is
    /// there to read them.
    pub sends: Option<bool>,
}

/// A page of tickets, newest first; one more than a page means that there are older ones.
pub fn list(found: &[Ticket], page: Page, keys: &mut Keys) -> Message {
    if found.is_empty() && page.older {
        return Message::lines(["There are no older ones."]).row(ways(page, None, keys));
    }
    if found.is_empty() {
        return nothing(page, keys);
    }
    let head = if page.older { "older ones" } else { "newest first" };
    let mut message = Message::default().spans(vec![Span::strong(name(page.which)), Span::text(format!(", {head}"))]);
    let shown = &found[..found.len().min(PAGE)];
    message.blocks.extend(shown.iter().map(line));
    for row in shown.chunks(PAGE / 2) {
        let show = |ticket: &Ticket| keys.plain(format!("#{}", ticket.number), TicketAct::Show.on(&ticket.id));
        message = message.row(row.iter().map(show).collect());
    }
    let last = found.get(PAGE - 1).filter(|_| found.len() > PAGE).map(|t| t.number);
    let turn = ways(page, last, keys);
    message.row(turn).row(filters(page.which, keys))
}

/// To the newest and to the older ones.
fn ways(page: Page, last: Option<i64>, keys: &mut Keys) -> Vec<Button> {
    let word = word(page.which);
    let newest = page.older.then(|| keys.plain("‹ Newest", Action::Page { line: format!("list {word}") }));
    let older = last.map(|n| keys.plain("Older ›", Action::Page { line: format!("list {word} before {n}") }));
    newest.into_iter().chain(older).collect()
}

/// The other lists.
fn filters(which: Which, keys: &mut Keys) -> Vec<Button> {
    let others = [Which::Open, Which::Done, Which::Failed, Which::All].into_iter().filter(|other| *other != which);
    others.map(|other| keys.plain(name(other), Action::Page { line: format!("list {}", word(other)) })).collect()
}

fn name(which: Which) -> &'static str {
    match which {
        Which::Open => "Open",
        Which::Done => "Done",
        Which::Failed => "Failed",
        Which::All => "All",
        Which::Only(status) => status_name(status),
    }
}

fn word(which: Which) -> &'static str {
    match which {
        Which::Open => "open",
        Which::Done => "done",
        Which::Failed => "failed",
        Which::All => "all",
        Which::Only(status) => status.name(),
    }
}

fn nothing(page: Page, keys: &mut Keys) -> Message {
    let words = match page.which {
        Which::Open if page.sends.is_some() => "Nothing open. Send me an idea, or try:",
        Which::All if page.sends.is_some() => "Nothing here yet. Send me an idea, or try:",
        Which::Open => "Nothing open.",
        Which::All => "Nothing here yet.",
        Which::Done => "Nothing is done yet. /list shows what is open.",
        Which::Failed => "Nothing has failed. /list shows what is open.",
        Which::Only(_) => "No ticket is in that state. /list shows what is open.",
    };
    let message = Message::lines([words]);
    match page.sends {
        Some(reads) if matches!(page.which, Which::Open | Which::All) => super::help::suggestions(message, reads, keys),
        Some(_) | None => message,
    }
}

/// One ticket, whole.
pub fn ticket(t: &Ticket, roster: &[Agent], zone: Tz, now: DateTime<Utc>, keys: &mut Keys) -> Message {
    let mut message = Message::default().spans(vec![
        Span::Strong(format!("#{} {}", t.number, tickets::title(t))),
        Span::text(format!("  {} {}{}", mark(t.status()), urgency(t.priority), status(t))),
    ]);
    message = message.line(format!("From {}, {}", t.requester_name, when::say_time(t.created_at, zone, now)));
    message.blocks.push(Block::Quote(vec![Span::text(short(&t.idea, 500))]));
    if !t.requirement.summary.is_empty() && t.requirement.summary != t.title {
        message = message.spans(vec![Span::strong("Agreed: "), Span::text(t.requirement.summary.clone())]);
    }
    for task in &t.tasks {
        let who = task.agent.as_deref().map_or("", |a| title_of(roster, a));
        let state = match task.state {
            super::super::ticket::TaskState::Completed => "✔",
            super::super::ticket::TaskState::Failed => "✖",
            super::super::ticket::TaskState::Claimed | super::super::ticket::TaskState::InProgress => "▸",
            super::super::ticket::TaskState::Blocked(_) => "…",
            super::super::ticket::TaskState::Pending => "○",
        };
        let again = super::progress::history(task);
        message = message.line(format!("{state} {} {}{again}", short(&task.title, 70), parenthesised(who)));
    }
    if let Some(cancelled) = &t.hold.cancelled {
        message = message.line(tickets::cancelled_why(&cancelled.by, &cancelled.reason));
    }
    for decision in &t.decisions {
        let outcome = if decision.open() { "open".to_owned() } else { decisions::outcome(decision, zone) };
        message =
            message.line(format!("Decision: {} {}", short(&decision.asked.question, 120), parenthesised(&outcome)));
    }
    if let Some(report) = t.reports.last() {
        message = message.spans(vec![Span::strong("Report:")]);
        message.blocks.push(Block::Markdown(short_markdown(&report.text)));
    }
    message.row(ways_on(t, keys))
}

/// What can be done with a ticket as it stands.
fn ways_on(t: &Ticket, keys: &mut Keys) -> Vec<Button> {
    let id = &t.id;
    let course = Action::Command { line: format!("history {}", t.number) };
    let report = Action::Command { line: format!("reports {}", t.number) };
    let mut row = match t.status() {
        Status::Done => vec![keys.plain("Report", report)],
        Status::Failed => vec![keys.good("Try again", TicketAct::Resume.on(id)), keys.plain("Report", report)],
        Status::Cancelled => vec![keys.plain("Take it up again", TicketAct::Resume.on(id))],
        Status::Paused => {
            vec![keys.good("Resume", TicketAct::Resume.on(id)), keys.bad("Cancel", TicketAct::Cancel.on(id))]
        }
        Status::New
        | Status::Asking
        | Status::Confirming
        | Status::Working
        | Status::Deciding
        | Status::Waiting
        | Status::Reporting => {
            vec![keys.plain("Pause", TicketAct::Pause.on(id)), keys.bad("Cancel", TicketAct::Cancel.on(id))]
        }
    };
    row.push(keys.plain("History", course));
    row
}

fn parenthesised(text: &str) -> String {
    if text.is_empty() { String::new() } else { format!("({text})") }
}

fn short_markdown(text: &str) -> String {
    if text.chars().count() <= 3_000 {
        return text.to_owned();
    }
    let head: String = text.chars().take(3_000).collect();
    format!("{head}…\n\n(The whole of it: /reports and the number.)")
}

/// Which open decisions are shown, and why.
#[derive(Clone, Copy, Debug)]
pub enum Asking {
    /// All of them, a page at a time; the first page or a later one.
    Listed(bool),
    /// Something typed fits several of them.
    Back,
    /// Something typed fits several of this ticket.
    BackOf(i64),
    /// Something typed fits none of so many.
    Waiting(usize),
}

/// Open decisions with their tickets, those with the nearest end first, then the oldest: an order that stays.
pub fn in_order(found: &[Ticket]) -> Vec<(&Ticket, &Decision)> {
    let mut all: Vec<_> = found.iter().flat_map(|t| t.open_decisions().map(move |d| (t, d))).collect();
    all.sort_by_key(|(t, d)| turn(t, d));
    all
}

/// The place of a decision in the list, also once it is made.
pub fn turn<'a>(ticket: &Ticket, decision: &'a Decision) -> (bool, DateTime<Utc>, i64, &'a str) {
    let at = decision.asked.deadline.map_or(decision.asked_at, |deadline| deadline.at);
    (decision.asked.deadline.is_none(), at, ticket.number, decision.key.as_str())
}

/// Open decisions, each with its options to press; one more than a page means that there are more.
pub fn open_decisions(
    found: &[(&Ticket, &Decision)],
    asking: Asking,
    zone: Tz,
    now: DateTime<Utc>,
    keys: &mut Keys,
) -> Message {
    let mut message = match asking {
        Asking::Listed(_) if found.is_empty() => {
            return Message::lines([
                "Nothing waits for a decision. /list shows what goes on, /history what was decided.",
            ]);
        }
        Asking::Listed(_) => Message::default(),
        Asking::Back => Message::lines(["Several decisions are open. Which one do you mean?"]),
        Asking::Waiting(1) => Message::lines(["This waits for your decision. What do you choose?"]),
        Asking::Waiting(_) => Message::lines(["These wait for your decision. What do you choose?"]),
        Asking::BackOf(number) => {
            Message::lines([format!("#{number} has several open decisions. Which one do you mean?")])
        }
    };
    for (ticket, decision) in found.iter().take(DECISIONS) {
        message = open_decision(message, ticket, decision, zone, now, keys);
        message = message.line(if ticket.open_decisions().count() == 1 {
            format!("  or send: /decide {} 1", ticket.number)
        } else {
            "  or reply to its message with a number".to_owned()
        });
    }
    let Asking::Listed(later) = asking else { return message };
    let first = later.then(|| keys.plain("‹ First", Action::Page { line: "decisions".to_owned() }));
    let last = found.get(DECISIONS - 1).filter(|_| found.len() > DECISIONS);
    let more = last.map(|(ticket, decision)| {
        let line = format!("decisions after {} {}", ticket.number, decision.key);
        keys.plain("More ›", Action::Page { line })
    });
    message.row(first.into_iter().chain(more).collect())
}

fn open_decision(
    mut message: Message,
    ticket: &Ticket,
    decision: &Decision,
    zone: Tz,
    now: DateTime<Utc>,
    keys: &mut Keys,
) -> Message {
    let mut line = vec![Span::Strong(format!("#{} ", ticket.number)), Span::text(short(&decision.asked.question, 300))];
    let kind = decisions::kind(decision);
    if !kind.is_empty() {
        line.push(Span::text(format!(" · {kind}")));
    }
    if let Some(deadline) = decision.deadline() {
        let text = when::say_time(deadline.at, zone, now);
        let left = format!(", {}", when::say_relative(deadline.at, now));
        line.extend([Span::text(" · by "), Span::Time { at: deadline.at, text }, Span::text(left)]);
    }
    message = message.spans(line);
    let mut row = Vec::new();
    for (option, choice) in decision.asked.options.iter().enumerate() {
        let star = if decision.asked.recommended == Some(option) { "★ " } else { "" };
        message = message.line(format!("  {}. {star}{}", option + 1, choice.label));
        let action = TicketAct::Decide { decision: decision.key.clone(), option }.on(&ticket.id);
        row.push(keys.plain(format!("#{}: {}", ticket.number, short(&choice.label, 24)), action));
    }
    message.row(row)
}

/// Who works here.
pub fn agents(roster: &[Agent], loads: &BTreeMap<String, u32>, records: &BTreeMap<String, Record>) -> Message {
    if roster.is_empty() {
        return Message::lines(["Nobody works here. Put agent files into the folder “agents” and start me again."]);
    }
    let mut message = Message::default().spans(vec![Span::strong("Who works here")]);
    for agent in roster {
        let busy = loads.get(&agent.name).copied().unwrap_or(0);
        let state = if busy == 0 { "free".to_owned() } else { plural(busy as usize, "task", "tasks") };
        message = message
            .spans(vec![Span::strong(agent.title.clone()), Span::text(format!(", {state}: {}", agent.description))]);
        if let Some(record) = records.get(&agent.name) {
            let Record { done, failed, good, bad } = record;
            let line = format!("{done} done, {failed} failed, 👍 {good}, 👎 {bad}; score {} of 100", record.score());
            message = message.spans(vec![Span::Soft(line)]);
        }
    }
    message
}

/// A status as a heading.
fn status_name(status: Status) -> &'static str {
    match status {
        Status::New => "New",
        Status::Asking => "Asking you something",
        Status::Confirming => "Waiting for your Start",
        Status::Working => "Working",
        Status::Deciding => "Waiting for a decision",
        Status::Waiting => "Waiting for something else",
        Status::Paused => "Paused",
        Status::Reporting => "Writing the report",
        Status::Done => "Done",
        Status::Failed => "Failed",
        Status::Cancelled => "Cancelled",
    }
}

/// Counts by status; every status appears.
pub fn stats(counts: &BTreeMap<Status, u64>) -> Message {
    let total: u64 = counts.values().sum();
    let mut message = Message::default().spans(vec![Span::strong(plural(
        usize::try_from(total).unwrap_or(usize::MAX),
        "ticket in all",
        "tickets in all",
    ))]);
    for status in Status::ALL {
        let n = counts.get(&status).copied().unwrap_or(0);
        message = message.line(format!("{} {}: {n}", mark(status), status_name(status)));
    }
    message
}
