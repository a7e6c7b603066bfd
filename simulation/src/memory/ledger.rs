//! What was committed, in order: the evidence from which the invariants are judged.

use super::tables::Outgoing;
use chrono::{DateTime, Utc};
use secretary::ports::store::{Arrival, EventOutcome, Settled};
use secretary::secretary::budget::AccountKey;
use secretary::secretary::ids::{PersonId, RunId, TicketId};
use secretary::secretary::schedule::Schedule;
use secretary::secretary::ticket::Ticket;
use secretary::secretary::ticket::event::Event;
use serde_json::Value;
use std::sync::Arc;

/// One thing that was committed.
#[derive(Clone, Debug)]
pub enum Fact {
    /// An event was stored.
    Arrived {
        /// Its place.
        seq: i64,
        /// Its key.
        key: String,
        /// What.
        arrival: Arc<Arrival>,
    },
    /// An event was decided about.
    Decided {
        /// Its place.
        seq: i64,
        /// Its key.
        key: String,
        /// How.
        outcome: EventOutcome,
        /// What.
        arrival: Arc<Arrival>,
    },
    /// A ticket changed.
    Saved {
        /// As it was.
        before: Option<Arc<Ticket>>,
        /// As it is.
        after: Arc<Ticket>,
        /// What happened.
        event: Box<Event>,
        /// Who did it.
        actor: Option<PersonId>,
        /// Whether its text, where that was looked at, reads back as it was written.
        reads_back: bool,
    },
    /// An effect was written.
    Wished {
        /// Its place.
        seq: i64,
        /// The row.
        row: Arc<Outgoing>,
    },
    /// A row was taken to be done.
    Claimed {
        /// Its place.
        seq: i64,
        /// The row.
        row: Arc<Outgoing>,
        /// When.
        at: DateTime<Utc>,
    },
    /// An attempt ended.
    Settled {
        /// Its place.
        seq: i64,
        /// How.
        how: Settled,
    },
    /// A row is not wanted any more.
    Dropped {
        /// Its place.
        seq: i64,
    },
    /// A journal got a record.
    Step {
        /// The run.
        run: RunId,
        /// Its number.
        number: u32,
        /// The record.
        record: Arc<Value>,
    },
    /// Something is set aside for a call.
    SetAside {
        /// Its id.
        id: String,
        /// The accounts it is set aside on whose budget was used up already.
        used_up: Vec<AccountKey>,
    },
    /// Somebody does not belong here any more.
    Left {
        /// Who.
        person: PersonId,
    },
    /// Everything of somebody was erased.
    Erased {
        /// Whose.
        person: PersonId,
        /// The tickets that are gone.
        tickets: Vec<TicketId>,
    },
    /// A schedule changed.
    Scheduled {
        /// As it was.
        before: Option<Box<Schedule>>,
        /// As it is.
        after: Box<Schedule>,
    },
}
