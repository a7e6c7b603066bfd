//! The trace of an idea in the log: one line for each step with the id of the ticket, and the metrics that go with
//! it. Lines hold kinds, ids, outcomes and times, never words of people or models, nor slots, which may hold words.

use crate::engine::telemetry::counters;
use crate::ports::store::{Arrival, EventOutcome, InboxRow, OutboxRow, Settled};
use crate::secretary::decision::{Decision, DecisionState};
use crate::secretary::effect::Effect;
use crate::secretary::ids::TicketId;
use crate::secretary::inbound::{Content, Inbound};
use crate::secretary::ticket::Ticket;
use crate::secretary::ticket::event::Event;
use std::fmt::{self, Debug, Write};
use std::time::Duration;

/// The decider of decisions below the threshold.
const THRESHOLD: &str = "threshold";

/// What one event did to one ticket.
pub struct Step {
    ticket: TicketId,
    number: i64,
    what: String,
    status: &'static str,
    /// Who made the decisions of this step.
    decisions: Vec<&'static str>,
    /// Whether the ticket was closed by this step.
    closes: bool,
}

impl Step {
    /// The step from one state of a ticket to the next.
    pub fn of(before: &Ticket, next: &Ticket, event: &Event) -> Self {
        let made = |d: &Decision| match &d.state {
            DecisionState::Made(verdict) if verdict.by.is_some() => Some("person"),
            DecisionState::Made(_) if d.overdue => Some("deadline"),
            DecisionState::Made(_) => Some(THRESHOLD),
            DecisionState::Open | DecisionState::Dropped => None,
        };
        let known = |d: &Decision| before.decisions.iter().any(|b| b.key == d.key && made(b).is_some());
        Self {
            ticket: next.id.clone(),
            number: next.number,
            what: variant(event),
            status: next.status().name(),
            decisions: next.decisions.iter().filter(|d| !known(d)).filter_map(made).collect(),
            closes: next.closed() && !before.closed(),
        }
    }
}

/// A decided event, for the log after the commit.
pub struct Decided {
    inbox: i64,
    arrival: String,
    fate: &'static str,
    press: Option<crate::secretary::inbound::Platform>,
    steps: Vec<Step>,
}

impl Decided {
    /// A decided inbox row with its outcome.
    pub fn new(row: &InboxRow, fate: &EventOutcome, steps: Vec<Step>) -> Self {
        let outside = if let Arrival::Outside(inbound) = &row.arrival { Some(inbound) } else { None };
        let press = outside.filter(|i| matches!(i.content, Content::Press { .. })).map(|i| i.place.platform);
        let arrival = outside.map_or_else(|| format!("self/{}", variant(&row.arrival)), |inbound| name(inbound));
        Self { inbox: row.seq, arrival, fate: outcome_name(fate), press, steps }
    }

    /// Writes the event to the log and the metrics, after the commit.
    pub fn tell(self) {
        let Self { inbox, arrival, fate, press, steps } = self;
        counters::decided(fate);
        if let Some(platform) = press {
            counters::press(platform, fate == "decided");
        }
        if steps.is_empty() {
            tracing::debug!(event = "decided", inbox, arrival, fate);
        }
        for Step { ticket, number, what, status, decisions, closes } in steps {
            tracing::info!(event = "decided", %ticket, number, what, status, inbox, arrival, fate);
            for by in decisions {
                counters::decision(by);
                if by == THRESHOLD {
                    tracing::info!(event = "decision", %ticket, number, by, "auto-decided: what was recommended");
                } else {
                    tracing::info!(event = "decision", %ticket, number, by);
                }
            }
            if closes {
                tracing::info!(event = "closed", %ticket, number, status);
            }
        }
    }
}

/// Events from outside were received.
pub fn received<'i>(batch: impl Iterator<Item = &'i Inbound>) {
    for inbound in batch {
        counters::received(inbound.place.platform.name(), 1);
        tracing::debug!(event = "received", arrival = name(inbound), what = variant(&inbound.content));
    }
}

/// An outbox row was claimed.
pub fn claimed(row: &OutboxRow) {
    let (lane, what, attempt) = (lane(&row.row.effect), variant(&row.row.effect), row.attempts + 1);
    tracing::debug!(event = "claimed", ticket = ticket(row), lane, what, attempt, outbox = row.seq);
}

/// An attempt at a row ended. `posted`: a message was posted.
pub fn performed(row: &OutboxRow, (how, posted): (&Settled, bool), took: Duration) {
    let (lane, outcome, attempt, ms) = (lane(&row.row.effect), outcome(how), row.attempts + 1, millis(took));
    counters::attempt(lane, outcome);
    let ticket = ticket(row);
    let effect = &row.row.effect;
    if matches!(effect, Effect::Post { .. }) && posted {
        tracing::info!(event = "sent", ticket, lane, attempt, part = row.part, ms);
    } else if let Effect::AskModel { purpose, .. } = effect {
        tracing::info!(event = "thought", ticket, lane, attempt, purpose = purpose.name(), outcome, ms);
    } else if matches!(effect, Effect::Understand { .. }) {
        tracing::info!(event = "understood", lane, attempt, outcome, ms);
    } else if matches!(effect, Effect::StartRun { .. }) {
        tracing::info!(event = "worked", ticket, lane, attempt, outcome, ms);
    }
}

/// The outcome of an attempt was committed.
pub fn settled(row: &OutboxRow, how: &Settled) {
    let (lane, outcome, attempt) = (lane(&row.row.effect), outcome(how), row.attempts + 1);
    tracing::debug!(event = "settled", ticket = ticket(row), lane, outcome, attempt, outbox = row.seq);
    let reports = |slot: &str| slot.rsplit_once('/').is_some_and(|(_, name)| name.starts_with("report"));
    if let Effect::Post { slot, .. } = &row.row.effect
        && *how == Settled::Done
        && reports(slot.as_str())
    {
        tracing::info!(event = "reported", ticket = ticket(row), lane, attempt);
    }
}

/// The model answered a run.
pub fn thought(ticket: &TicketId, ms: u64) {
    tracing::info!(event = "thought", %ticket, lane = "run", purpose = "work", outcome = "done", ms);
}

/// A tool was called in a run.
pub fn tool(ticket: &TicketId, tool: &str, outcome: &'static str, ms: u64) {
    counters::tool(tool.to_owned(), outcome);
    tracing::info!(event = "tool", %ticket, lane = "run", tool, outcome, ms);
}

fn ticket(row: &OutboxRow) -> &str {
    row.row.ticket.as_ref().map_or("", TicketId::as_str)
}

/// The platform and its id of an event.
fn name(inbound: &Inbound) -> String {
    format!("{}/{}", inbound.place.platform, inbound.event)
}

fn outcome_name(fate: &EventOutcome) -> &'static str {
    match fate {
        EventOutcome::Decided(_) => "decided",
        EventOutcome::Refused(_) => "refused",
        EventOutcome::Again => "again",
        EventOutcome::Quarantined(_) => "quarantined",
    }
}

fn outcome(how: &Settled) -> &'static str {
    match how {
        Settled::Done | Settled::NextPart => "done",
        Settled::Waits(_) => "waited",
        Settled::Retry(_) | Settled::Anew(_) => "retry",
        Settled::Unclear(_) => "uncertain",
        Settled::Failed(_) => "failed",
        Settled::Shelved(_) => "shelved",
    }
}

/// The kind of the lane of an effect.
fn lane(effect: &Effect) -> &'static str {
    match effect {
        Effect::Post { .. } | Effect::OpenThread { .. } => "post",
        Effect::Edit { .. } | Effect::Bare { .. } | Effect::BareCopies { .. } => "edit",
        Effect::AskModel { .. } | Effect::Understand { .. } | Effect::CheckFlow { .. } | Effect::StopThinking => {
            "thinking"
        }
        Effect::StartRun { .. } | Effect::TellRun { .. } | Effect::StopRun { .. } | Effect::RunFlow { .. } => "run",
        Effect::SetTimer { .. } | Effect::DropTimer { .. } => "timer",
        Effect::WakeSchedule { .. } => "schedule",
        Effect::Bind { .. } | Effect::Expect { .. } | Effect::Allow { .. } | Effect::Extend { .. } => "none",
        Effect::Erase { .. } | Effect::EraseFiles { .. } => "erase",
    }
}

pub fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

/// The name of the variant of a value, without its content.
fn variant(value: &impl Debug) -> String {
    struct Head(String);
    impl Write for Head {
        fn write_str(&mut self, part: &str) -> fmt::Result {
            let name = part.find(|c: char| !c.is_alphanumeric()).unwrap_or(part.len());
            self.0.push_str(&part[..name]);
            // The name ends here; the rest is not formatted.
            if name < part.len() { Err(fmt::Error) } else { Ok(()) }
        }
    }
    let mut head = Head(String::new());
    let _ = write!(head, "{value:?}");
    head.0
}

#[cfg(test)]
mod tests {
    use crate::engine::telemetry::trace::*;
    use crate::secretary::ids::{DecisionId, RoomId};

    #[test]
    fn a_variant_is_named_without_what_it_holds() {
        assert_eq!(variant(&Event::IdeaReceived), "IdeaReceived");
        let words = Some("Zebrafinch".to_owned());
        let made = Event::DecisionMade { decision: DecisionId::new("d1"), option: None, text: words };
        assert_eq!(variant(&made), "DecisionMade");
        assert_eq!(variant(&Arrival::RoomClosed(RoomId::new("Zebrafinch"))), "RoomClosed");
    }
}
