//! The digest: the counts, then what waits for people, then running, finished and failed tickets since the last
//! digest.

use crate::secretary::decision::Decision;
use crate::secretary::ids::PersonId;
use crate::secretary::message::action::Action;
use crate::secretary::message::keys::Keys;
use crate::secretary::message::{Block, Message, Span};
use crate::secretary::names::phrases::{plural, short};
use crate::secretary::ticket::decisions::rights::{Decides, Left};
use crate::secretary::ticket::{Ending, Stage, Ticket, report};
use crate::secretary::when;
use crate::secretary::wording::lists;
use crate::secretary::wording::style::{plain, question_marks};
use crate::secretary::wording::ticket::reports;
use chrono::{DateTime, Utc};
use chrono_tz::Tz;

/// Tickets named per section.
const MOST: usize = 6;

/// What a digest covers, and for whom.
#[derive(Clone, Copy, Debug)]
pub struct Covered<'a> {
    /// From when on something is news.
    pub since: DateTime<Utc>,
    /// The moment of the digest.
    pub now: DateTime<Utc>,
    /// The zone its times are said in.
    pub zone: Tz,
    /// The only person who reads it, if it is one.
    pub reader: Option<&'a PersonId>,
    /// About which of the tickets approvers alone decide.
    pub left: &'a Left,
}

/// The digest of these tickets.
pub fn digest(found: &[Ticket], over: Covered<'_>, late: Option<&str>, keys: &mut Keys) -> Message {
    let Covered { since, now, zone, reader, left } = over;
    let mut message = Message::default()
        .spans(vec![Span::strong("Digest"), Span::text(format!(" {}", when::say_time(now, zone, now)))]);
    if let Some(late) = late {
        message = message.spans(vec![Span::Soft(late.to_owned())]);
    }
    let open = || found.iter().filter(|t| !t.closed());
    let waiting: Vec<&Ticket> = open().filter(|t| wanted(t).is_some()).collect();
    let running: Vec<&Ticket> = open().filter(|t| wanted(t).is_none()).collect();
    let ended = |ending: Ending| -> Vec<&Ticket> {
        found.iter().filter(|t| t.stage == Stage::Closed(ending) && report::ended_at(t) > since).collect()
    };
    let (partly, done): (Vec<&Ticket>, Vec<&Ticket>) = ended(Ending::Done).into_iter().partition(|t| t.in_part());
    let (failed, cancelled) = ([ended(Ending::Failed), partly].concat(), ended(Ending::Cancelled));
    let counts = [
        (waiting.len(), "waiting for you or others"),
        (running.len(), "in progress"),
        (done.len(), "done"),
        (failed.len(), "failed"),
        (cancelled.len(), "cancelled"),
    ];
    let counted: Vec<String> = counts.iter().filter(|(n, _)| *n > 0).map(|(n, what)| format!("{n} {what}")).collect();
    if counted.is_empty() {
        message = message.line("Nothing open and nothing new.");
    } else {
        message = message.line(format!("{}.", counted.join(" · ")));
    }
    section(&mut message, "Waiting for somebody", &waiting, |t| waits(t, left.of(t), reader));
    section(&mut message, "In progress", &running, |t| format!(": {}", lists::status(t, left.of(t), reader)));
    section(&mut message, "Done", &done, |t| after_colon(&first_words(t)));
    section(&mut message, "Failed", &failed, failure);
    section(&mut message, "Cancelled", &cancelled, |_| String::new());
    if let Some(line) = reports::statistics(found, since, zone, now) {
        message = message.spans(vec![Span::Soft(line)]);
    }
    let command = |line: &str| Action::Command { line: line.to_owned() };
    let mut row = Vec::new();
    if waiting.iter().any(|t| t.open_decisions().next().is_some()) {
        row.push(keys.plain("Decide", command("decisions")));
    }
    if !waiting.is_empty() || !running.is_empty() {
        row.push(keys.plain("Show what is open", command("list")));
    }
    message.row(row)
}

/// What a ticket wants of people before it goes on; nothing if it goes on by itself.
pub(super) fn wanted(ticket: &Ticket) -> Option<String> {
    if let Some(decision) = ticket.open_decisions().next() {
        return Some(asked(decision, ticket.open_decisions().count() - 1));
    }
    if let Some((_, round)) = ticket.open_round() {
        return round.pairs().find(|(_, answer)| answer.is_none()).map(|(question, _)| short(&question.text, 100));
    }
    (ticket.stage == Stage::Confirming && !ticket.paused).then(|| "a Start on its card".to_owned())
}

/// The question of a decision, with its sign. `more`: further decisions of its ticket.
pub(super) fn asked(decision: &Decision, more: usize) -> String {
    let more = match more {
        0 => String::new(),
        n => format!(" (and {})", plural(n, "decision more", "decisions more")),
    };
    format!("{} {}{more}", question_marks::icon(decision), short(&decision.asked.question, 100))
}

/// ", waits for Kim: May I recommend it?"
pub(super) fn waits(ticket: &Ticket, decides: Decides, reader: Option<&PersonId>) -> String {
    let who = if ticket.open_decisions().next().is_some_and(|decision| decision.four_eyes) {
        lists::somebody_else(ticket, decides, reader)
    } else if decides == Decides::Approvers && ticket.open_decisions().next().is_some() {
        "an approver".to_owned()
    } else if reader == Some(&ticket.requester) {
        "you".to_owned()
    } else {
        short(&ticket.requester_name, 40)
    };
    format!(", waits for {who}: {}", wanted(ticket).unwrap_or_default())
}

/// What a ticket failed at, or what came of it if only a part of it failed.
pub(super) fn failure(ticket: &Ticket) -> String {
    if ticket.in_part() && ticket.stage == Stage::Closed(Ending::Done) {
        return format!(" is done in part{}", after_colon(&first_words(ticket)));
    }
    after_colon(&reports::exception_line(ticket))
}

pub(super) fn after_colon(text: &str) -> String {
    if text.is_empty() { String::new() } else { format!(": {text}") }
}

/// The first sentence of the last report, in plain words.
pub(super) fn first_words(ticket: &Ticket) -> String {
    let text = ticket.reports.last().map(|r| r.text.as_str()).unwrap_or_default();
    short(&plain::first_line(text), 100)
}

fn section(message: &mut Message, title: &str, tickets_of: &[&Ticket], about: impl Fn(&Ticket) -> String) {
    under(message, title, tickets_of.iter().map(|ticket| line(ticket, &about(ticket))).collect());
}

/// "#12 Compare printers: working".
pub(super) fn line(ticket: &Ticket, about: &str) -> Vec<Span> {
    let text = format!("{}{about}", short(&ticket.short_title(), 60));
    vec![Span::Strong(format!("#{} ", ticket.number)), Span::text(text)]
}

/// Lines under a heading with their number; nothing if there are none.
pub(super) fn under(message: &mut Message, title: &str, lines: Vec<Vec<Span>>) {
    let all = lines.len();
    if all == 0 {
        return;
    }
    message.blocks.push(Block::Heading(vec![Span::text(format!("{title} ({all})"))]));
    message.blocks.extend(lines.into_iter().take(MOST).map(Block::Line));
    if all > MOST {
        message.blocks.push(Block::Line(vec![Span::text(format!("… and {} more", all - MOST))]));
    }
}
