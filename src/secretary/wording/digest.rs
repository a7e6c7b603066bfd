//! The digest: open decisions first, then running, finished and failed since the last one.

use super::super::message::{Block, Message, Span};
use super::super::report;
use super::super::ticket::{Ending, Stage, Status, Ticket};
use super::super::when;
use super::{lists, reports, short, tickets};
use chrono::{DateTime, Utc};
use chrono_tz::Tz;

/// Tickets named per section.
const MOST: usize = 10;

/// The digest of these tickets since `since`.
pub fn digest(found: &[Ticket], since: DateTime<Utc>, now: DateTime<Utc>, zone: Tz, late: Option<&str>) -> Message {
    let mut message = Message::default()
        .spans(vec![Span::strong("Digest"), Span::text(format!(" {}", when::say_time(now, zone, now)))]);
    if let Some(late) = late {
        message = message.spans(vec![Span::Soft(late.to_owned())]);
    }
    let deciding: Vec<&Ticket> = found.iter().filter(|t| t.open_decisions().next().is_some()).collect();
    let ended = |ending: Ending| -> Vec<&Ticket> {
        found.iter().filter(|t| t.stage == Stage::Closed(ending) && report::ended_at(t) > since).collect()
    };
    let running: Vec<&Ticket> = found.iter().filter(|t| !t.closed() && t.status() != Status::Deciding).collect();
    let before = message.blocks.len();
    section(&mut message, "Waiting for a decision", &deciding, |t| {
        t.open_decisions().next().map(|d| short(&d.asked.question, 120)).unwrap_or_default()
    });
    section(&mut message, "In progress", &running, lists::status);
    section(&mut message, "Done", &ended(Ending::Done), first_words);
    section(&mut message, "Failed", &ended(Ending::Failed), reports::exception_line);
    section(&mut message, "Cancelled", &ended(Ending::Cancelled), |_| String::new());
    if message.blocks.len() == before {
        message = message.line("Nothing open and nothing new.");
    }
    match reports::statistics(found, since, zone, now) {
        Some(line) => message.spans(vec![Span::Soft(line)]),
        None => message,
    }
}

/// The first sentence of the last report.
fn first_words(ticket: &Ticket) -> String {
    let text = ticket.reports.last().map(|r| r.text.as_str()).unwrap_or_default();
    let line = text.lines().map(|l| l.trim_matches(['#', '*', ' ', '_'])).find(|l| !l.is_empty()).unwrap_or_default();
    short(line, 140)
}

fn section(message: &mut Message, title: &str, tickets_of: &[&Ticket], about: impl Fn(&Ticket) -> String) {
    if tickets_of.is_empty() {
        return;
    }
    message.blocks.push(Block::Heading(vec![Span::text(format!("{title} ({})", tickets_of.len()))]));
    for ticket in tickets_of.iter().take(MOST) {
        let about = about(ticket);
        let colon = if about.is_empty() { "" } else { ": " };
        message.blocks.push(Block::Line(vec![
            Span::Strong(format!("#{} ", ticket.number)),
            Span::text(format!("{}{colon}{about}", tickets::title(ticket))),
        ]));
    }
    if tickets_of.len() > MOST {
        let more = tickets_of.len() - MOST;
        message.blocks.push(Block::Line(vec![Span::text(format!("… and {more} more"))]));
    }
}
