//! The outbox: effects to perform, in lanes.

use super::{Hands, Stored};
use crate::secretary::ids::{EffectId, RoomId, RunId, Slot, TicketId};
use crate::secretary::message::Message;
use crate::secretary::ticket::effect::Effect;
use async_trait::async_trait;
use chrono::{DateTime, Utc};

/// A row to be put in the outbox.
#[derive(Clone, Debug, PartialEq)]
pub struct NewOutboxRow {
    /// Unique; the same step writes the same id.
    pub id: EffectId,
    /// The queue it stands in: rows of a lane are done one after the other.
    pub lane: String,
    /// The ticket it is about.
    pub ticket: Option<TicketId>,
    /// What.
    pub effect: Effect,
    /// Not before.
    pub due_at: DateTime<Utc>,
}

/// A row of the outbox.
#[derive(Clone, Debug, PartialEq)]
pub struct OutboxRow {
    /// Its place in the order.
    pub seq: i64,
    /// What and when.
    pub row: NewOutboxRow,
    /// Attempts made before this one.
    pub attempts: u32,
    /// Attempts whose outcome is unclear.
    pub unclear: u32,
    /// When the first of them began.
    pub unclear_since: Option<DateTime<Utc>>,
    /// How often, one after the other, the program ended in the middle of it.
    pub cut_off: u32,
    /// The next part of a message in several parts.
    pub part: u32,
    /// When the effect was first written.
    pub since: DateTime<Utc>,
}

/// How an attempt at an outbox row ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Settled {
    /// Done.
    Done,
    /// One part is done, the next is due at once.
    NextPart,
    /// To be tried again then; the attempt counts.
    Retry(DateTime<Utc>),
    /// Not its turn yet: looked at again then. Nothing was tried, and what is known of attempts before stays; the look counts, so
    /// that it can be told from the next.
    Waits(DateTime<Utc>),
    /// To be tried again then: certainly not done, and it need not be known what became of the attempts before.
    Anew(DateTime<Utc>),
    /// To be tried again then, and perhaps it was done.
    Unclear(DateTime<Utc>),
    /// Given up, for this reason.
    Failed(String),
    /// Put aside until its room can be reached or somebody is in it again (`OutboxCare::show_again`), for this reason.
    Shelved(String),
}

/// Outbox rows.
#[async_trait]
pub trait OutboxRows {
    /// Adds a row; one with the same id is left as it is.
    async fn enqueue(&mut self, row: &NewOutboxRow, now: DateTime<Utc>) -> Stored<()>;
    /// Takes the due heads of lanes (the oldest unfinished row of each) that are for these hands, at most `limit`, marking them as being done.
    async fn claim(&mut self, now: DateTime<Utc>, limit: u32, hands: &Hands) -> Stored<Vec<OutboxRow>>;
    /// Ends an attempt. False when the row was dropped meanwhile: then nothing may follow from it.
    async fn settle(&mut self, seq: i64, how: &Settled, now: DateTime<Utc>) -> Stored<bool>;
    /// When the next waiting head of a lane is due that these hands do.
    async fn next_due(&mut self, hands: &Hands) -> Stored<Option<DateTime<Utc>>>;
}

/// Whole lanes of the outbox.
#[async_trait]
pub trait OutboxLanes {
    /// Drops the unfinished rows of a lane. What is being done at the moment can no longer settle.
    async fn drop_lane(&mut self, lane: &str) -> Stored<u64>;
    /// Drops the waiting rows of a lane, but not one that is being done.
    async fn replace_lane(&mut self, lane: &str) -> Stored<u64>;
    /// Lets whatever process is at this run hear that it is to stop, once this is committed.
    async fn stopping(&mut self, run: &RunId) -> Stored<()>;
    /// Makes waiting rows of a lane due now.
    async fn hurry(&mut self, lane: &str, now: DateTime<Utc>) -> Stored<u64>;
}

/// Care of the outbox.
#[async_trait]
pub trait OutboxCare {
    /// After a start: what was being done when the process ended is due again, its outcome unclear. Unless the process was
    /// stopped on purpose, the end counts against it (`OutboxRow::cut_off`). Returns how many.
    async fn recover(&mut self, now: DateTime<Utc>, on_purpose: bool) -> Stored<u64>;
    /// What is shelved in this room stands in its lane once more, at the end, since somebody is there. What may have
    /// arrived already is not sent before the platform works, and for the last time. Returns how many.
    async fn show_again(&mut self, room: &RoomId, now: DateTime<Utc>) -> Stored<u64>;
    /// What a shelved post under this slot says from now on; none: the same, without buttons. One that asked something, asks
    /// nothing any more and has certainly not arrived is dropped. Whether there was one.
    async fn reword(&mut self, room: &RoomId, slot: &Slot, message: Option<&Message>) -> Stored<bool>;
    /// Whether a later answer follows this row in its lane.
    async fn answered_since(&mut self, row: &OutboxRow) -> Stored<bool>;
}

/// The id of the row that remembers that a post under this slot, which is never repeated, may stand in this room.
pub fn may_stand_id(room: &RoomId, slot: &Slot) -> EffectId {
    EffectId::new(format!("may stand/{room}/{slot}"))
}

/// What becomes of claims and outcomes whose commit may have been made although its answer was lost.
#[async_trait]
pub trait OutboxDoubts {
    /// Makes rows due again that this process claimed and does not do, as far as it has them: nothing was tried.
    async fn give_back(&mut self, rows: &[i64], now: DateTime<Utc>) -> Stored<u64>;
    /// Whether a row is being done again, by whoever, since it was claimed like this: then its outcome was written.
    async fn taken_anew(&mut self, claimed: &OutboxRow) -> Stored<bool>;
    /// Whether a row that this process claimed like this is still to be done by it. In a transaction that writes it stays so
    /// until that ends.
    async fn still_ours(&mut self, claimed: &OutboxRow) -> Stored<bool>;
}

/// What is known of a post before it stands.
#[async_trait]
pub trait PendingPosts {
    /// Whether a post under this slot in this room is still unfinished.
    async fn post_pending(&mut self, room: &RoomId, slot: &Slot) -> Stored<bool>;
    /// Whether such a post may have arrived without our knowing: it is just being sent, or its sending stayed unclear.
    async fn post_unclear(&mut self, room: &RoomId, slot: &Slot) -> Stored<bool>;
    /// Whether such a post was given up although it may stand (`may_stand_id`).
    async fn may_stand(&mut self, room: &RoomId, slot: &Slot) -> Stored<bool>;
}
