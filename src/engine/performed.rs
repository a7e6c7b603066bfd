//! What performing a row of the outbox comes to: its outcome, the events that follow, and when to try again.

use crate::ports::store::{Arrival, NewOutboxRow, Posted, Settled};
use chrono::{DateTime, TimeDelta, Utc};
use std::time::Duration;

/// Ends of the program during the same step, after which the step is not begun again.
pub const INTERRUPTIONS: u32 = 3;

/// The result of an attempt: the outcome of the row, and the events that follow.
pub struct Performed {
    pub how: Settled,
    pub tell: Vec<(String, Arrival)>,
    pub posted: Option<Posted>,
    /// A part that no longer exists.
    pub taken_away: Option<Posted>,
    /// A row for a later look.
    pub later: Option<NewOutboxRow>,
}

impl Performed {
    /// Done without an event.
    pub fn done() -> Self {
        Self::ended(Settled::Done)
    }

    /// Ended with this outcome and without an event.
    pub fn ended(how: Settled) -> Self {
        Self { how, tell: Vec::new(), posted: None, taken_away: None, later: None }
    }

    /// Failed for good.
    pub fn failed(why: &str) -> Self {
        Self::ended(Settled::Failed(why.to_owned()))
    }

    /// Not its turn yet; nothing was tried.
    pub fn waiting(until: DateTime<Utc>) -> Self {
        Self::ended(Settled::Waits(until))
    }

    /// Adds an event. The key makes it happen once.
    pub fn telling(mut self, key: String, arrival: Arrival) -> Self {
        self.tell.push((key, arrival));
        self
    }
}

/// When to try again: doubling from one second, and never before the other side allows it.
pub fn back_off(attempts: u32, at_least: Duration, now: DateTime<Utc>) -> DateTime<Utc> {
    let doubled = TimeDelta::seconds(1 << attempts.min(6));
    let asked = TimeDelta::from_std(at_least).unwrap_or(TimeDelta::hours(1));
    now + doubled.max(asked)
}
