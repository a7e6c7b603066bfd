//! Lists and single tickets, as people read them.

use super::super::action::TicketAct;
use super::super::agent::Agent;
use super::super::commands::Which;
use super::super::decision::Decision;
use super::super::keys::Keys;
use super::super::message::{Block, Message, Span};
use super::super::record::Record;
use super::super::ticket::{Status, Ticket};
use super::super::when;
use super::{decisions, mark, plural, short, tickets, urgency};
use chrono::{DateTime, Utc};
use chrono_tz::Tz;
use std::collections::BTreeMap;

/// Tickets shown in one list.
pub const PAGE: usize = 15;

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

/// A list of tickets.
/// `sends`: the reader may send ideas, and is shown some to try when there is nothing to list; whether a language
/// model is there to read them.
pub fn list(found: &[Ticket], which: Which, sends: Option<bool>, keys: &mut Keys) -> Message {
    if found.is_empty() {
        return match which {
            Which::Open | Which::All => {
                let none = if which == Which::Open { "Nothing open." } else { "Nothing here yet." };
                match sends {
                    None => Message::lines([none]),
                    Some(reads) => {
                        let message = Message::lines([format!("{none} Send me an idea, or try:")]);
                        super::help::suggestions(message, reads, keys)
                    }
                }
            }
            Which::Done => Message::lines(["Nothing is done yet. /list shows what is open."]),
            Which::Failed => Message::lines(["Nothing has failed."]),
            Which::Only(_) => Message::lines(["No ticket is in that state. /list shows what is open."]),
        };
    }
    let mut message = Message::default();
    message.blocks.extend(found.iter().take(PAGE).map(line));
    if found.len() > PAGE {
        message = message.line("… and more. /show and a number shows any of them.");
    }
    let mut row = Vec::new();
    for ticket in found.iter().take(4) {
        row.push(keys.plain(format!("#{}", ticket.number), TicketAct::Show.on(&ticket.id)));
    }
    message.row(row)
}

/// One ticket, whole.
pub fn ticket(t: &Ticket, zone: Tz, now: DateTime<Utc>, keys: &mut Keys) -> Message {
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
        let who = task.agent.clone().unwrap_or_default();
        let state = match task.state {
            super::super::ticket::TaskState::Completed => "✔",
            super::super::ticket::TaskState::Failed => "✖",
            super::super::ticket::TaskState::Claimed | super::super::ticket::TaskState::InProgress => "▸",
            super::super::ticket::TaskState::Blocked(_) => "…",
            super::super::ticket::TaskState::Pending => "○",
        };
        let again = super::progress::history(task);
        message = message.line(format!("{state} {} {}{again}", short(&task.title, 70), parenthesised(&who)));
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
    if !t.closed() {
        let id = &t.id;
        let switch = if t.paused {
            keys.good("Resume", TicketAct::Resume.on(id))
        } else {
            keys.plain("Pause", TicketAct::Pause.on(id))
        };
        message = message.row(vec![switch, keys.bad("Cancel", TicketAct::Cancel.on(id))]);
    }
    message
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

/// The open decisions, each with its options to press. `asked_back`: something typed fits several of them, of this
/// ticket if it is one.
pub fn open_decisions(
    found: &[Ticket],
    asked_back: Option<i64>,
    zone: Tz,
    now: DateTime<Utc>,
    keys: &mut Keys,
) -> Message {
    let mut message = match asked_back {
        None => Message::default(),
        Some(0) => Message::lines(["Several decisions are open. Which one do you mean?"]),
        Some(number) => Message::lines([format!("#{number} has several open decisions. Which one do you mean?")]),
    };
    let before = message.blocks.len();
    for ticket in found {
        let only = ticket.open_decisions().count() == 1;
        for decision in ticket.open_decisions() {
            message = open_decision(message, ticket, decision, zone, now, keys);
            message = message.line(if only {
                format!("  or send: /decide {} 1", ticket.number)
            } else {
                "  or reply to its message with a number".to_owned()
            });
        }
    }
    if message.blocks.len() == before {
        return Message::lines(["Nothing waits for a decision."]);
    }
    message
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
    if message.buttons.len() < 4 { message.row(row) } else { message }
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
        message = message.line(format!("{} {}: {n}", mark(status), status.name()));
    }
    message
}
