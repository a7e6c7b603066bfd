//! The outbox: effects to perform, in lanes.

use super::{Hands, Stored};
use crate::secretary::effect::Effect;
use crate::secretary::ids::{EffectId, RoomId, RunId, Slot, TicketId};
use crate::secretary::message::Message;
use async_trait::async_trait;
use chrono::{DateTime, Utc};

/// A row to be put in the outbox.
#[derive(Clone, Debug, PartialEq)]
pub struct NewOutboxRow {
    /// Unique; the same step writes the same id.
    pub id: EffectId,
    /// Its lane: rows of a lane are performed one after the other.
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
    /// How often in a row the program ended in the middle of it.
    pub cut_off: u32,
    /// The next part of a message with several parts.
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
    /// Not its turn yet: looked at again then. Nothing was tried, and earlier attempts stay known; the look counts,
    /// so that it differs from the next one.
    Waits(DateTime<Utc>),
    /// To be tried again then: certainly not done, and the outcome of earlier attempts does not matter.
    Anew(DateTime<Utc>),
    /// To be tried again then, although it may have been done.
    Unclear(DateTime<Utc>),
    /// Given up, for this reason.
    Failed(String),
    /// Shelved until its room can be reached or somebody is active in it (`OutboxCare::show_again`), for this reason.
    Shelved(String),
}

/// Outbox rows.
#[async_trait]
pub trait OutboxRows {
    /// Adds a row. A row with the same id stays as it is.
    async fn enqueue(&mut self, row: &NewOutboxRow, now: DateTime<Utc>) -> Stored<()>;
    /// Claims the due heads of lanes (the oldest unfinished row of each) for these hands, at most `limit`, and marks
    /// them as in progress.
    async fn claim(&mut self, now: DateTime<Utc>, limit: u32, hands: &Hands) -> Stored<Vec<OutboxRow>>;
    /// Settles an attempt. False if the row was dropped meanwhile: then nothing may follow from it.
    async fn settle(&mut self, seq: i64, how: &Settled, now: DateTime<Utc>) -> Stored<bool>;
    /// When the next waiting head of a lane for these hands is due.
    async fn next_due(&mut self, hands: &Hands) -> Stored<Option<DateTime<Utc>>>;
}

/// Whole lanes of the outbox.
#[async_trait]
pub trait OutboxLanes {
    /// Drops the unfinished rows of a lane. A row in progress can no longer settle.
    async fn drop_lane(&mut self, lane: &str) -> Stored<u64>;
    /// Drops the waiting rows of a lane, but not one in progress.
    async fn replace_lane(&mut self, lane: &str) -> Stored<u64>;
    /// Tells the process that performs this run to stop it, once this is committed.
    async fn stopping(&mut self, run: &RunId) -> Stored<()>;
    /// Makes waiting rows of a lane due now.
    async fn hurry(&mut self, lane: &str, now: DateTime<Utc>) -> Stored<u64>;
}

/// The newest row of a lane, which may still be replaced.
#[async_trait]
pub trait OutboxNewest {
    /// The effect of the newest unfinished row of a lane.
    async fn newest(&mut self, lane: &str) -> Stored<Option<Effect>>;
    /// Drops the newest unfinished row of a lane. A row in progress can no longer settle.
    async fn drop_newest(&mut self, lane: &str) -> Stored<()>;
}

/// Care of the outbox.
#[async_trait]
pub trait OutboxCare {
    /// After a start: rows that were in progress when the process ended are due again with an unclear outcome. Unless
    /// the process was stopped on purpose, the end counts against them (`OutboxRow::cut_off`). Returns their number.
    async fn recover(&mut self, now: DateTime<Utc>, on_purpose: bool) -> Stored<u64>;
    /// Puts the shelved posts of this room at the end of its lane, since somebody is active there. A post that may
    /// have arrived already is sent once more, for the last time, and not before the platform works. Returns their
    /// number.
    async fn show_again(&mut self, room: &RoomId, now: DateTime<Utc>) -> Stored<u64>;
    /// Changes the text of a shelved post of this slot; none: removes its buttons. A closed question that has
    /// certainly not arrived is dropped. Returns whether there was such a post.
    async fn reword(&mut self, room: &RoomId, slot: &Slot, message: Option<&Message>) -> Stored<bool>;
    /// Whether a later answer follows this row in its lane.
    async fn answered_since(&mut self, row: &OutboxRow) -> Stored<bool>;
}

/// The id of the row that remembers that a post of this slot, which is never repeated, may exist in this room.
pub fn may_stand_id(room: &RoomId, slot: &Slot) -> EffectId {
    EffectId::new(format!("may stand/{room}/{slot}"))
}

/// Claims and outcomes whose commit may have succeeded although its answer was lost.
#[async_trait]
pub trait OutboxDoubts {
    /// Makes rows due again that this process claimed and does not perform. Nothing was tried.
    async fn give_back(&mut self, rows: &[i64], now: DateTime<Utc>) -> Stored<u64>;
    /// Whether a row was claimed again by any process since this claim: then its outcome was written.
    async fn taken_anew(&mut self, claimed: &OutboxRow) -> Stored<bool>;
    /// Whether a row is still claimed by this process. In a writing transaction that stays true until its end.
    async fn still_ours(&mut self, claimed: &OutboxRow) -> Stored<bool>;
}

/// The state of a post before it is known to exist.
#[async_trait]
pub trait PendingPosts {
    /// Whether a post of this slot in this room is still unfinished.
    async fn post_pending(&mut self, room: &RoomId, slot: &Slot) -> Stored<bool>;
    /// Whether such a post may have arrived without our knowing: it is being sent, or its sending stayed unclear.
    async fn post_unclear(&mut self, room: &RoomId, slot: &Slot) -> Stored<bool>;
    /// Whether such a post was given up although it may exist (`may_stand_id`).
    async fn may_stand(&mut self, room: &RoomId, slot: &Slot) -> Stored<bool>;
}
