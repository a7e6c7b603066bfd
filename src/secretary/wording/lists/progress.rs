//! The report on work in progress, with its steps. It changes nothing.

use super::status as status_of;
use crate::secretary::agent::Agent;
use crate::secretary::ids::PersonId;
use crate::secretary::message::{Block, Message, Span};
use crate::secretary::names::phrases::{plural, short};
use crate::secretary::ticket::decisions::rights::{Decides, Left};
use crate::secretary::ticket::report::title_of;
use crate::secretary::ticket::{Task, TaskState, Ticket};
use crate::secretary::when;
use crate::secretary::wording::decision::asked_where;
use crate::secretary::wording::mark;
use crate::secretary::wording::ticket::progress;
use chrono::{DateTime, Utc};
use chrono_tz::Tz;

/// Tickets in one report on progress.
const MOST: usize = 12;

/// The report on work in progress, with its steps.
/// `reader`: the only person who reads it, if it is one.
pub fn report(
    (found, left): (&[Ticket], &Left),
    roster: &[Agent],
    reader: Option<&PersonId>,
    zone: Tz,
    now: DateTime<Utc>,
) -> Message {
    let at = when::say_time(now, zone, now);
    let mut message = Message::default().spans(vec![Span::strong("Progress"), Span::text(format!(" {at}"))]);
    let running: Vec<&Ticket> = found.iter().filter(|t| !t.closed()).collect();
    if running.is_empty() {
        return message.line("Nothing is in progress. /reports lists what is finished.");
    }
    for ticket in running.iter().take(MOST) {
        message = message.spans(vec![
            Span::Strong(format!("#{} ", ticket.number)),
            Span::text(format!(
                "{} {}: {}",
                mark(ticket.status()),
                ticket.short_title(),
                standing(ticket, (left.of(ticket), reader), now)
            )),
        ]);
        let roster = ticket.roster(roster);
        let step = |task: &Task| {
            let who = task.agent.as_deref().map(|a| format!("{}: ", title_of(&roster, a))).unwrap_or_default();
            format!("{} {who}{}", progress::mark(task), short(&task.title, 60))
        };
        let begun = if ticket.started_at.is_some() { ticket.tasks.as_slice() } else { &[] };
        for text in progress::steps(begun, step) {
            message.blocks.push(Block::Item { depth: 0, number: None, spans: vec![Span::text(text)] });
        }
    }
    if running.len() > MOST {
        message = message.line(format!("… and {} more. /list shows them.", running.len() - MOST));
    }
    message
}

/// "2 of 5 steps done, 14 min so far; Researcher: reading offer 2".
fn standing(ticket: &Ticket, (decides, reader): (Decides, Option<&PersonId>), now: DateTime<Utc>) -> String {
    let status = || status_of(ticket, decides, reader);
    let Some(worked) = ticket.worked(now) else { return status() };
    let done = ticket.tasks.iter().filter(|t| t.state == TaskState::Completed).count();
    let steps = format!("{done} of {} done", plural(ticket.tasks.len(), "step", "steps"));
    // What says "your" under the progress is for whoever sent it, and others read this.
    let own = ticket.doing.is_empty() || asked_where::says_to_the_sender(&ticket.doing);
    let doing = if own { status() } else { short(&ticket.doing, 120) };
    format!("{steps}, {} so far; {doing}", when::say_duration(worked))
}
