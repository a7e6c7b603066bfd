//! The database as the engine sees it: one transaction with small groups of rows, one trait each.
//! SQL, pools and file names stay in the adapter.

mod arrival;
pub(super) mod care;
mod conversation;
mod fault;
mod flows;
mod notes;
mod outbox;
mod people;
mod personal;
mod posts;
mod queue;
mod received;
mod spending;

pub use arrival::Arrival;
pub use care::audit::{AuditRows, digest};
pub use care::erasure::{Erased, ErasureRows};
pub use care::health::{Backlog, HealthRows, LaneKind, Queue};
pub use care::processes::{Changed, Changes, Hands, LIFE, Processes, SCHEDULER, SIGN_OF_LIFE, Standing, WORKER};
pub use care::retention::{Forgotten, RetentionRows, STRANGERS, Transient};
pub use conversation::ConversationRows;
pub use fault::{StoreError, Stored};
pub use flows::{
    FlowCounts, FlowRows, FlowRunRows, FlowStepRows, FlowTableCare, FlowTableRows, FlowTriggerRows, OpenFlowRuns,
    TriggersOf,
};
pub use notes::{FlowSchedules, NoteChangeRows, NoteRows, ScheduleRows};
pub use outbox::{
    NewOutboxRow, OutboxCare, OutboxDoubts, OutboxLanes, OutboxNewest, OutboxRow, OutboxRows, PendingPosts, Settled,
    may_stand_id,
};
pub use people::{ChatRows, PersonCare, PersonRows, RoomRows, WorkspaceRows, bot_name_mark};
pub use personal::{Kept, PersonalRows};
pub use posts::{PostCare, PostRows, Posted, Prompt, PromptCare, PromptRows, ViewRows};
pub use queue::{QueueRows, Turn};
pub use received::{ReceivedRow, ReceivedRows, SentFile};
pub use spending::{HoldRows, SpendingRows};

use crate::secretary::dispatch::record::Record;
use crate::secretary::ids::{PersonId, RoomId, RunId, TicketId, WorkspaceId};
use crate::secretary::inbound::{Account, Inbound, Platform};
use crate::secretary::people::workspace::{Code, Guesses, Settings};
use crate::secretary::permissions::visibility::Visibility;
use crate::secretary::ticket::event::Event;
use crate::secretary::ticket::{Status, Ticket};
use async_trait::async_trait;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;

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
    /// In how many starts of the program its decision was begun, as far as stored.
    pub begun: u32,
    /// When it was stored.
    pub received_at: DateTime<Utc>,
}

impl InboxRow {
    /// A row without an event, for a context that only reads.
    pub fn reading(now: DateTime<Utc>) -> Self {
        Self { seq: 0, arrival: Arrival::AgentsFree, seed: [0; 32], tries: 0, begun: 0, received_at: now }
    }
}

/// How an inbox row ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum EventOutcome {
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
    async fn decided(&mut self, seq: i64, outcome: &EventOutcome, now: DateTime<Utc>) -> Stored<()>;
}

/// What waits in the inbox, and in which starts of the program its decision was begun.
#[async_trait]
pub trait InboxCare {
    /// The place of the newest undecided row.
    async fn last_undecided(&mut self) -> Stored<Option<i64>>;
    /// Stores that the decision of the undecided rows between these places, both included, begins in this start.
    async fn begun(&mut self, from: i64, to: i64) -> Stored<()>;
    /// The keys with this prefix of the engine's own undecided events.
    async fn undecided_keys(&mut self, prefix: &str) -> Stored<Vec<String>>;
    /// Whether the engine has stored an event of its own under this key, as long as that is remembered.
    async fn told(&mut self, key: &str) -> Stored<bool>;
}

/// Reads the outcome of an event from outside, for the short answer.
#[async_trait]
pub trait OutcomeRows {
    /// The outcome of an event, once decided.
    async fn outcome(&mut self, platform: Platform, bot: &str, event: &str) -> Stored<Option<EventOutcome>>;
    /// The last orderly stop and the first start after it, if nothing from outside was decided since.
    async fn last_break(&mut self) -> Stored<Option<(DateTime<Utc>, Option<DateTime<Utc>>)>>;
}

/// Ticket rows. Every save appends the event to the ticket's history in the same transaction.
#[async_trait]
pub trait TicketRows {
    /// A ticket by id.
    async fn ticket(&mut self, id: &TicketId) -> Stored<Option<Ticket>>;
    /// A ticket by the number people see.
    async fn ticket_numbered(&mut self, workspace: &WorkspaceId, number: i64) -> Stored<Option<Ticket>>;
    /// Writes a ticket and the event that led to it (`version` is unique per ticket; a second writer of the same
    /// version fails).
    ///
    /// `before`: the ticket as this transaction read it. Rows of the queue are written only where they differ from
    /// it; without it, all are written.
    async fn save_ticket(
        &mut self,
        ticket: &Ticket,
        before: Option<&Ticket>,
        event: &Event,
        actor: Option<&PersonId>,
    ) -> Stored<()>;
    /// Tickets matching a filter: most urgent first, then oldest, without folded ones.
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
    /// Visible to this reader here. Invisible tickets do not count towards the limit.
    pub visibility: Visibility,
    /// Only open ones in which somebody is to decide.
    pub awaiting: bool,
    /// Changed at or after this moment.
    pub changed_since: Option<DateTime<Utc>>,
    /// With decisions of which the last ended before this moment: those with the latest first.
    pub decided_before: Option<DateTime<Utc>>,
    /// Whose number starts with these digits.
    pub number_prefix: Option<String>,
    /// Whose number is lower than this.
    pub before: Option<i64>,
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
    /// How many tickets of these have each status, folded ones left out.
    async fn by_status(&mut self, workspace: &WorkspaceId, visibility: &Visibility) -> Stored<BTreeMap<Status, u64>>;
    /// Tasks in progress by agent, in all open tickets.
    async fn loads(&mut self) -> Stored<BTreeMap<String, u32>>;
    /// The history of a ticket: (version, when, actor, event), oldest first.
    async fn history(&mut self, ticket: &TicketId) -> Stored<Vec<(u64, DateTime<Utc>, Option<PersonId>, Event)>>;
}

/// Accounts without a person, and wrong codes of any account.
#[async_trait]
pub trait StrangerRows {
    /// Whether this stranger was told already; remembers that they were.
    async fn told_before(&mut self, account: &Account, now: DateTime<Utc>) -> Stored<bool>;
    /// The wrong codes an account has typed lately.
    async fn guesses(&mut self, account: &Account) -> Stored<Guesses>;
    /// Writes the wrong codes of an account.
    async fn save_guesses(&mut self, account: &Account, guesses: Guesses) -> Stored<()>;
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

/// What agents did: the journals of runs, each an ordered list of JSON records, and the records of agents.
#[async_trait]
pub trait AgentRows {
    /// The records of a run, oldest first.
    async fn steps(&mut self, run: &RunId) -> Stored<Vec<Value>>;
    /// Appends a record and returns its number.
    async fn append_step(&mut self, run: &RunId, record: &Value, now: DateTime<Utc>) -> Stored<u32>;
    /// The record of every agent that has one in this workspace.
    async fn records(&mut self, workspace: &WorkspaceId) -> Stored<BTreeMap<String, Record>>;
    /// Adds to the record of an agent.
    async fn add_record(&mut self, workspace: &WorkspaceId, agent: &str, gained: &Record) -> Stored<()>;
}

/// One transaction. A transaction that is dropped without a commit changes nothing.
#[async_trait]
pub trait Tx:
    InboxRows
    + InboxCare
    + OutcomeRows
    + OutboxRows
    + OutboxLanes
    + OutboxNewest
    + OutboxCare
    + OutboxDoubts
    + PendingPosts
    + TicketRows
    + TicketCounts
    + PersonRows
    + PersonCare
    + PersonalRows
    + ErasureRows
    + RoomRows
    + ChatRows
    + WorkspaceRows
    + StrangerRows
    + SettingRows
    + ScheduleRows
    + FlowSchedules
    + NoteRows
    + NoteChangeRows
    + PostRows
    + PostCare
    + PromptRows
    + PromptCare
    + ViewRows
    + ConversationRows
    + AgentRows
    + ReceivedRows
    + FlowRows
    + FlowCounts
    + FlowRunRows
    + OpenFlowRuns
    + FlowStepRows
    + FlowTableRows
    + FlowTableCare
    + FlowTriggerRows
    + QueueRows
    + HealthRows
    + RetentionRows
    + AuditRows
    + SpendingRows
    + HoldRows
    + Send
    + Sync
{
    /// Makes it durable.
    async fn commit(self: Box<Self>) -> Stored<()>;
    /// Sets a savepoint.
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
    /// Begins a writing transaction beside others, for writes that no decision depends on: receiving, claiming,
    /// journals.
    async fn beside(&self) -> Stored<Box<dyn Tx>>;
    /// Begins a reading transaction; writes in it fail.
    async fn read(&self) -> Stored<Box<dyn Tx>>;
    /// Reads outside of a transaction: each statement sees its own moment; writes fail. On a server that saves two of
    /// three round trips.
    async fn ask(&self) -> Stored<Box<dyn Tx>>;
}
