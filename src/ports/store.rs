//! The database as the engine sees it: one transaction with small groups of rows, one trait each.
//! SQL, pools and file names stay in the adapter.

mod people;
mod queue;

pub use people::{PersonCare, PersonRows, RoomRows};
pub use queue::{Turn, WaitRows};

use crate::secretary::action::Action;
use crate::secretary::effect::Effect;
use crate::secretary::event::Event;
use crate::secretary::ids::{EffectId, PersonId, RoomId, RunId, ScheduleId, Slot, TicketId, Token, WorkspaceId};
use crate::secretary::inbound::{Account, Inbound, Place, Platform};
use crate::secretary::record::Record;
use crate::secretary::schedule::Schedule;
use crate::secretary::ticket::{Status, Ticket};
use crate::secretary::workspace::{Code, Settings};
use async_trait::async_trait;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;

/// Why the database did not do it. The caller rolls back and tries again later.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StoreError {
    /// No room, a failed write, a locked or closed file: may work later.
    #[error("the database does not take it now: {0}")]
    Later(String),
    /// A row that cannot be read back: a fault of the program or of the file.
    #[error("the database holds something unreadable: {0}")]
    Broken(String),
}

/// What a method gives.
pub type Stored<T> = Result<T, StoreError>;

/// Something waiting to be decided about.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Arrival {
    /// From a platform.
    Outside(Box<Inbound>),
    /// From the engine, to a ticket.
    Ticket {
        /// Which.
        ticket: TicketId,
        /// What happened.
        event: Box<Event>,
    },
    /// A schedule is due.
    Due(ScheduleId),
    /// A run wants a reminder set for a ticket's requester.
    Remind {
        /// The ticket.
        ticket: TicketId,
        /// What of.
        text: String,
        /// The serialised `when::Rule`.
        rule: Value,
    },
    /// A room can no longer be reached.
    RoomClosed(RoomId),
    /// A room got a new chat id.
    RoomMoved {
        /// Which.
        room: RoomId,
        /// The new id.
        chat: String,
    },
    /// Agents may have become free, or the roster changed: waiting tickets look again.
    AgentsFree,
    /// All work was paused or goes on: the tickets behind this one are still to hear of it.
    AllHear {
        /// Paused, or going on.
        paused: bool,
        /// The name of who did it.
        by: String,
        /// The last ticket that has heard.
        after: Turn,
    },
}

/// A row of the inbox.
#[derive(Clone, Debug, PartialEq)]
pub struct InboxRow {
    /// Its place in the order of arrival.
    pub seq: i64,
    /// What arrived.
    pub arrival: Arrival,
    /// 32 random bytes drawn when it arrived.
    pub seed: [u8; 32],
    /// How often deciding about it has failed.
    pub tries: u32,
    /// When it was stored.
    pub received_at: DateTime<Utc>,
}

/// How an inbox row ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Fate {
    /// Decided; the short answer for the presser, if there is one.
    Decided(Option<String>),
    /// Refused, with the sentence for the presser alone.
    Refused(String),
    /// Deciding failed; to be tried again.
    Again,
    /// Deciding failed too often; kept, not tried again.
    Quarantined(String),
}

/// Inbox rows. Unique on (platform, bot, event id); internal ones on (self, effect id).
#[async_trait]
pub trait InboxRows {
    /// Stores events from outside in order, dropping those seen before. Returns how many were new.
    async fn receive(&mut self, batch: &[(Inbound, [u8; 32])], now: DateTime<Utc>) -> Stored<usize>;
    /// Stores an event of the engine under a key, once.
    async fn tell(&mut self, key: &str, arrival: &Arrival, seed: [u8; 32], now: DateTime<Utc>) -> Stored<()>;
    /// The oldest undecided rows.
    async fn undecided(&mut self, limit: u32) -> Stored<Vec<InboxRow>>;
    /// Ends a row, or counts a failed try.
    async fn decided(&mut self, seq: i64, fate: &Fate, now: DateTime<Utc>) -> Stored<()>;
}

/// Reading what became of an event from outside, for the short answer.
#[async_trait]
pub trait FateRows {
    /// The fate of an event, once decided.
    async fn fate(&mut self, platform: Platform, bot: &str, event: &str) -> Stored<Option<Fate>>;
    /// Whether this stranger was told already; remembers that they were.
    async fn told_before(&mut self, account: &Account, now: DateTime<Utc>) -> Stored<bool>;
    /// The time of the newest decided row, for saying how long the secretary was away.
    async fn last_seen(&mut self) -> Stored<Option<DateTime<Utc>>>;
}

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
    /// The next part of a message in several parts.
    pub part: u32,
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
    /// To be tried again then, and perhaps it was done.
    Unclear(DateTime<Utc>),
    /// Given up, for this reason.
    Failed(String),
}

/// Outbox rows.
#[async_trait]
pub trait OutboxRows {
    /// Adds a row; one with the same id is left as it is.
    async fn enqueue(&mut self, row: &NewOutboxRow, now: DateTime<Utc>) -> Stored<()>;
    /// Takes the due heads of lanes (the oldest unfinished row of each), at most `limit`, marking them as being done.
    async fn claim(&mut self, now: DateTime<Utc>, limit: u32) -> Stored<Vec<OutboxRow>>;
    /// Ends an attempt. False when the row was dropped meanwhile: then nothing may follow from it.
    async fn settle(&mut self, seq: i64, how: &Settled, now: DateTime<Utc>) -> Stored<bool>;
    /// When the next waiting head of a lane is due.
    async fn next_due(&mut self) -> Stored<Option<DateTime<Utc>>>;
}

/// Care of the outbox.
#[async_trait]
pub trait OutboxCare {
    /// After a start: what was being done when the process ended is due again, its outcome unclear. Returns how many.
    async fn recover(&mut self, now: DateTime<Utc>) -> Stored<u64>;
    /// Drops the unfinished rows of a lane. What is being done at the moment can no longer settle.
    async fn drop_lane(&mut self, lane: &str) -> Stored<u64>;
    /// Drops the waiting rows of a lane, but not one that is being done.
    async fn replace_lane(&mut self, lane: &str) -> Stored<u64>;
    /// Makes waiting rows of a lane due now.
    async fn hurry(&mut self, lane: &str, now: DateTime<Utc>) -> Stored<u64>;
    /// Whether a post under this slot in this room is still unfinished.
    async fn post_pending(&mut self, room: &RoomId, slot: &Slot) -> Stored<bool>;
}

/// Ticket rows. Every save appends the event to the ticket's history in the same transaction.
#[async_trait]
pub trait TicketRows {
    /// A ticket by id.
    async fn ticket(&mut self, id: &TicketId) -> Stored<Option<Ticket>>;
    /// A ticket by the number people see.
    async fn ticket_numbered(&mut self, workspace: &WorkspaceId, number: i64) -> Stored<Option<Ticket>>;
    /// Writes a ticket and the event that led to it (`version` is unique per ticket; a second writer of the same version fails).
    async fn save_ticket(&mut self, ticket: &Ticket, event: &Event, actor: Option<&PersonId>) -> Stored<()>;
    /// Tickets matching a filter: most urgent first, then oldest, folded ones left out.
    async fn tickets(&mut self, filter: &TicketFilter) -> Stored<Vec<Ticket>>;
}

/// Which tickets.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TicketFilter {
    /// The workspace.
    pub workspace: Option<WorkspaceId>,
    /// Any of these statuses; empty for all.
    pub statuses: Vec<Status>,
    /// Of this requester.
    pub requester: Option<PersonId>,
    /// From this room.
    pub room: Option<RoomId>,
    /// Changed at or after this moment.
    pub changed_since: Option<DateTime<Utc>>,
    /// Whose number starts with these digits.
    pub number_prefix: Option<String>,
    /// Newest first instead.
    pub newest_first: bool,
    /// Only those whose turn comes after this one; not with `newest_first`.
    pub after: Option<Turn>,
    /// At most so many.
    pub limit: u32,
}

/// Counting tickets.
#[async_trait]
pub trait TicketCounts {
    /// The next free number of a workspace.
    async fn next_number(&mut self, workspace: &WorkspaceId) -> Stored<i64>;
    /// How many tickets have each status, folded ones left out.
    async fn by_status(&mut self, workspace: &WorkspaceId) -> Stored<BTreeMap<Status, u64>>;
    /// Tasks in progress by agent, in all open tickets.
    async fn loads(&mut self) -> Stored<BTreeMap<String, u32>>;
    /// The history of a ticket: (version, when, actor, event), oldest first.
    async fn history(&mut self, ticket: &TicketId) -> Stored<Vec<(u64, DateTime<Utc>, Option<PersonId>, Event)>>;
}

/// Codes and settings.
#[async_trait]
pub trait SettingRows {
    /// The settings of a workspace.
    async fn settings(&mut self, workspace: &WorkspaceId) -> Stored<Option<Settings>>;
    /// Writes settings.
    async fn save_settings(&mut self, settings: &Settings) -> Stored<()>;
    /// The codes of a workspace, also ended ones not yet replaced.
    async fn codes(&mut self, workspace: &WorkspaceId) -> Stored<Vec<Code>>;
    /// Replaces the codes of a workspace.
    async fn save_codes(&mut self, workspace: &WorkspaceId, codes: &[Code]) -> Stored<()>;
}

/// Schedule rows.
#[async_trait]
pub trait ScheduleRows {
    /// A schedule by id.
    async fn schedule(&mut self, id: &ScheduleId) -> Stored<Option<Schedule>>;
    /// Writes a schedule.
    async fn save_schedule(&mut self, schedule: &Schedule) -> Stored<()>;
    /// Removes a schedule.
    async fn drop_schedule(&mut self, id: &ScheduleId) -> Stored<()>;
    /// The schedules of a workspace by number.
    async fn schedules(&mut self, workspace: &WorkspaceId) -> Stored<Vec<Schedule>>;
}

/// A message as it stands on a platform.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Posted {
    /// Its name.
    pub slot: Slot,
    /// The room it was meant for.
    pub room: RoomId,
    /// Which part of it.
    pub part: u32,
    /// Where it stands: the room's place or a ticket's thread.
    pub place: Place,
    /// The platform's id.
    pub message: String,
    /// When it was posted or last edited.
    pub at: DateTime<Utc>,
}

/// Where messages stand. People's own messages that became ideas are kept too, under the slot "…/idea".
#[async_trait]
pub trait PostRows {
    /// The parts of a message in a room, in order.
    async fn posted(&mut self, slot: &Slot, room: &RoomId) -> Stored<Vec<Posted>>;
    /// The message with this platform id at a place.
    async fn posted_as(&mut self, place: &Place, message: &str) -> Stored<Option<Posted>>;
    /// Writes where a part stands.
    async fn save_posted(&mut self, posted: &Posted) -> Stored<()>;
    /// The thread of a ticket in a channel.
    async fn thread(&mut self, ticket: &TicketId, room: &RoomId) -> Stored<Option<Place>>;
}

/// What buttons mean, and whose words are awaited.
#[async_trait]
pub trait PromptRows {
    /// Gives a token its meaning in these rooms.
    async fn bind(&mut self, token: &Token, rooms: &[RoomId], actions: &[Action], now: DateTime<Utc>) -> Stored<()>;
    /// The rooms and actions of a token.
    async fn prompt(&mut self, token: &Token) -> Stored<Option<(Vec<RoomId>, Vec<Action>)>>;
    /// The next words of this person in this room are for this action.
    async fn expect(&mut self, room: &RoomId, person: &PersonId, action: &Action, now: DateTime<Utc>) -> Stored<()>;
    /// Takes back what their words are awaited for, and since when.
    async fn expected(&mut self, room: &RoomId, person: &PersonId) -> Stored<Option<(Action, DateTime<Utc>)>>;
}

/// The journal of runs: an ordered list of JSON records per run.
#[async_trait]
pub trait StepRows {
    /// The records of a run, oldest first.
    async fn steps(&mut self, run: &RunId) -> Stored<Vec<Value>>;
    /// Appends a record and returns its number.
    async fn append_step(&mut self, run: &RunId, record: &Value, now: DateTime<Utc>) -> Stored<u32>;
}

/// The records of agents.
#[async_trait]
pub trait RecordRows {
    /// The record of every agent that has one.
    async fn records(&mut self) -> Stored<BTreeMap<String, Record>>;
    /// Adds to the record of an agent.
    async fn add_record(&mut self, agent: &str, gained: &Record) -> Stored<()>;
}

/// One transaction. Dropped without a commit, nothing of it has happened.
#[async_trait]
pub trait Tx:
    InboxRows
    + FateRows
    + OutboxRows
    + OutboxCare
    + TicketRows
    + TicketCounts
    + PersonRows
    + PersonCare
    + RoomRows
    + SettingRows
    + ScheduleRows
    + PostRows
    + PromptRows
    + StepRows
    + RecordRows
    + WaitRows
    + Send
{
    /// Makes it durable.
    async fn commit(self: Box<Self>) -> Stored<()>;
    /// Marks a point to come back to.
    async fn savepoint(&mut self) -> Stored<()>;
    /// Keeps what was done since the last savepoint.
    async fn release(&mut self) -> Stored<()>;
    /// Undoes what was done since the last savepoint.
    async fn undo(&mut self) -> Stored<()>;
}

/// The database.
#[async_trait]
pub trait Store: Send + Sync {
    /// Begins a writing transaction; there is one at a time.
    async fn begin(&self) -> Stored<Box<dyn Tx>>;
    /// Begins a reading transaction; writes in it fail.
    async fn read(&self) -> Stored<Box<dyn Tx>>;
}
