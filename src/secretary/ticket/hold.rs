//! What holds a ticket: its pauses and their length, the question before a stop, how it was cancelled.

use super::Ticket;
use super::event::Event;
use chrono::{DateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};

/// What holds a ticket, or has held it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Hold {
    /// The ticket was paused by itself and stays paused when all work resumes.
    pub alone: bool,
    /// When the present pause began.
    pub since: Option<DateTime<Utc>>,
    /// The length of earlier pauses, in seconds.
    pub rested_s: i64,
    /// The question whether to stop it, while it is open.
    pub stop: Option<StopAsked>,
    /// Its cancellation.
    pub cancelled: Option<Cancelled>,
}

/// An open question whether to stop a ticket.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StopAsked {
    /// Tells it from older ones.
    pub number: u64,
    /// When.
    pub at: DateTime<Utc>,
}

/// A cancellation of a ticket.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cancelled {
    /// The name of who did it.
    pub by: String,
    /// Why, in their words; empty if they did not say.
    pub reason: String,
    /// What was open, and is open again if this is undone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub open: Option<Open>,
}

/// What waited for an answer when a ticket was cancelled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Open {
    /// A round of questions, counted from 0.
    Questions(usize),
    /// The card.
    Card,
    /// A decision whose answer cancelled it, counted from 0.
    Decision(usize),
}

/// Whether what follows from an event may be that a ticket is cancelled.
pub fn may_cancel(event: &Event) -> bool {
    matches!(
        event,
        Event::CancelRequested { .. }
            | Event::StopAnswered { .. }
            | Event::DecisionMade { .. }
            | Event::SureAnswered { .. }
            | Event::DecidersChanged { .. }
            | Event::TimerFired { .. }
    )
}

impl Hold {
    /// Begins a pause.
    pub fn rest(&mut self, now: DateTime<Utc>) {
        self.since.get_or_insert(now);
    }

    /// Ends a pause.
    pub fn wake(&mut self, now: DateTime<Utc>) {
        if let Some(since) = self.since.take() {
            self.rested_s = self.rested_s.saturating_add((now - since).num_seconds().max(0));
        }
    }

    /// Forgets all pauses; a new pause begins at once if `standing`.
    pub fn restart(&mut self, now: DateTime<Utc>, standing: bool) {
        self.rested_s = 0;
        self.since = standing.then_some(now);
    }

    /// The length of all pauses.
    pub fn rested(&self) -> TimeDelta {
        TimeDelta::try_seconds(self.rested_s).unwrap_or_default()
    }
}

impl Ticket {
    /// How long it was worked on, without pauses; none before the work began.
    pub fn worked(&self, now: DateTime<Utc>) -> Option<TimeDelta> {
        let begun = self.started_at?;
        Some((self.hold.since.unwrap_or(now) - begun - self.hold.rested()).max(TimeDelta::zero()))
    }
}
