//! The tables. Everything is ordered, so that nothing depends on chance.

use chrono::{DateTime, Utc};
use secretary::ports::store::{Arrival, EventOutcome, Posted, Prompt, ReceivedRow};
use secretary::secretary::audit::chain::{End, Sealed};
use secretary::secretary::budget::{self, AccountKey, Hold};
use secretary::secretary::dispatch::record::Record;
use secretary::secretary::effect::Effect;
use secretary::secretary::flow::Flow;
use secretary::secretary::flow::journal::JournalEntry;
use secretary::secretary::flow::run::FlowRun;
use secretary::secretary::flow::tables::FlowRow;
use secretary::secretary::flow::trigger::Trigger;
use secretary::secretary::ids::{
    EffectId, FlowId, FlowRunId, NoteChangeId, PersonId, RoomId, RunId, ScheduleId, Slot, TicketId, Token, TriggerId,
    WorkspaceId,
};
use secretary::secretary::inbound::{Account, Place, Platform};
use secretary::secretary::message::action::Action;
use secretary::secretary::message::conversation::Said;
use secretary::secretary::message::views::View;
use secretary::secretary::notes::{Change, Note};
use secretary::secretary::people::workspace::{Code, Guesses, Person, Room, Settings};
use secretary::secretary::schedule::Schedule;
use secretary::secretary::ticket::Ticket;
use secretary::secretary::ticket::event::Event;
use serde_json::Value;
use std::collections::BTreeMap;
use std::sync::Arc;

/// A row of the inbox.
#[derive(Clone, Debug)]
pub struct Incoming {
    /// Platform, bot and event id, or "self" and the key.
    pub key: String,
    /// What arrived.
    pub arrival: Arc<Arrival>,
    /// The random bytes drawn for it.
    pub seed: [u8; 32],
    /// Failed tries.
    pub tries: u32,
    /// Starts in which deciding about it was begun.
    pub begun: u32,
    /// When it was stored.
    pub received_at: DateTime<Utc>,
    /// How it ended, and when.
    pub ended: Option<(EventOutcome, DateTime<Utc>)>,
}

/// Where a row of the outbox stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// Waiting.
    Due,
    /// Being done.
    Sending,
    /// Done.
    Done,
    /// Given up.
    Failed,
    /// Put aside until somebody is there.
    Shelved,
    /// Not wanted any more.
    Dropped,
}

/// A row of the outbox.
#[derive(Clone, Debug)]
pub struct Outgoing {
    /// Its id.
    pub id: EffectId,
    /// Its lane.
    pub lane: String,
    /// The ticket it is about.
    pub ticket: Option<TicketId>,
    /// The effect.
    pub effect: Arc<Effect>,
    /// Not before.
    pub due_at: DateTime<Utc>,
    /// Attempts.
    pub attempts: u32,
    /// Those whose outcome is unclear.
    pub unclear: u32,
    /// Since when.
    pub unclear_since: Option<DateTime<Utc>>,
    /// Ends of the process in the middle of it.
    pub cut_off: u32,
    /// The next part.
    pub part: u32,
    /// When the effect was written.
    pub created_at: DateTime<Utc>,
    /// When it last changed.
    pub changed_at: DateTime<Utc>,
    /// Where it stands.
    pub state: State,
}

impl Outgoing {
    /// Whether it changes a message that stands.
    pub fn changes(&self) -> bool {
        matches!(*self.effect, Effect::Edit { .. } | Effect::Bare { .. })
    }

    /// Whether it is still to be done.
    pub fn live(&self) -> bool {
        matches!(self.state, State::Due | State::Sending)
    }

    /// The room and name of a post.
    pub fn post(&self) -> Option<(&RoomId, &Slot)> {
        match self.effect.as_ref() {
            Effect::Post { room, slot, .. } => Some((room, slot)),
            _ => None,
        }
    }
}

/// A line of a ticket's history.
pub type Line = (DateTime<Utc>, Option<PersonId>, Event);
/// A file by its home and name, its workspace and its ticket.
pub type FileKey = (String, String, WorkspaceId, Option<TicketId>);
/// What is known of a file, and when it came.
pub type FileRow = (ReceivedRow, DateTime<Utc>);
/// A prompt, when it was bound, and its place in the order.
pub type Bound = (Arc<Prompt>, DateTime<Utc>, i64);

/// Everything.
#[derive(Clone, Default)]
#[expect(clippy::zero_sized_map_values, reason = "every table is of one kind, so that one way undoes writes to all")]
pub struct Tables {
    /// The inbox by place.
    pub inbox: BTreeMap<i64, Arc<Incoming>>,
    /// Events seen, by key.
    pub seen: BTreeMap<String, i64>,
    /// What is not decided.
    pub fresh: BTreeMap<i64, ()>,
    /// The outbox by place.
    pub outbox: BTreeMap<i64, Arc<Outgoing>>,
    /// Rows by id.
    pub effects: BTreeMap<EffectId, i64>,
    /// Unfinished rows by lane.
    pub lanes: BTreeMap<(String, i64), ()>,
    /// Shelved rows.
    pub shelf: BTreeMap<i64, ()>,
    /// Tickets.
    pub tickets: BTreeMap<TicketId, Arc<Ticket>>,
    /// What happened to them.
    pub history: BTreeMap<(TicketId, u64), Arc<Line>>,
    /// People, and whether they were removed.
    pub people: BTreeMap<PersonId, (Person, bool)>,
    /// Whose an account is, in each workspace.
    pub accounts: BTreeMap<((Platform, String), WorkspaceId), PersonId>,
    /// Rooms.
    pub rooms: BTreeMap<RoomId, Arc<Room>>,
    /// Rooms by place.
    pub places: BTreeMap<(String, WorkspaceId), RoomId>,
    /// Strangers who were told.
    pub strangers: BTreeMap<(Platform, String), ()>,
    /// Wrong codes.
    pub guesses: BTreeMap<(Platform, String), Guesses>,
    /// The settings.
    pub settings: BTreeMap<WorkspaceId, Settings>,
    /// The codes.
    pub codes: BTreeMap<WorkspaceId, Vec<Code>>,
    /// Schedules.
    pub schedules: BTreeMap<ScheduleId, Schedule>,
    /// Notes by owner and folded title.
    pub notes: BTreeMap<(String, String), Note>,
    /// Changes of notes, with their room.
    pub note_changes: BTreeMap<NoteChangeId, Change>,
    /// Where messages stand.
    pub posts: BTreeMap<(Slot, RoomId, u32), Posted>,
    /// Further copies, by chat and message.
    pub copies: BTreeMap<(String, String), (i64, Posted)>,
    /// What buttons mean.
    pub prompts: BTreeMap<Token, Bound>,
    /// Whose words are awaited.
    pub expects: BTreeMap<(RoomId, PersonId), (Action, DateTime<Utc>)>,
    /// Views, with their place in the order.
    pub views: BTreeMap<(Slot, RoomId), (i64, View)>,
    /// What was said last in each room.
    pub conversations: BTreeMap<RoomId, Arc<Vec<Said>>>,
    /// Flows.
    pub flows: BTreeMap<FlowId, Arc<Flow>>,
    /// Runs of flows.
    pub flow_runs: BTreeMap<FlowRunId, Arc<FlowRun>>,
    /// The journals of these.
    pub flow_steps: BTreeMap<(FlowRunId, u32), Arc<JournalEntry>>,
    /// Rows that flows keep, by workspace, table and place.
    pub flow_rows: BTreeMap<(WorkspaceId, String, i64), FlowRow>,
    /// Triggers of flows.
    pub flow_triggers: BTreeMap<TriggerId, Arc<Trigger>>,
    /// Journals.
    pub steps: BTreeMap<(RunId, u32), Arc<Value>>,
    /// Records of agents.
    pub records: BTreeMap<(WorkspaceId, String), Record>,
    /// What was spent.
    pub spending: BTreeMap<(WorkspaceId, AccountKey), budget::Account>,
    /// What is set aside.
    pub holds: BTreeMap<String, Hold>,
    /// Files that people sent.
    pub received: BTreeMap<FileKey, FileRow>,
    /// The audit log.
    pub audit: BTreeMap<i64, Arc<Sealed>>,
    /// Where it ends.
    pub audit_head: BTreeMap<(), End>,
    /// Counters.
    pub counters: BTreeMap<String, i64>,
    /// The state of people and rooms.
    pub directory: BTreeMap<(), String>,
}

impl Tables {
    /// Whether a newer change of the message waits behind this one: kept for later, this one might come back behind it.
    pub fn outdated(&self, seq: i64, row: &Outgoing) -> bool {
        let newer = |(at, other): (i64, &Arc<Outgoing>)| {
            at > seq && other.state == State::Due && other.changes() && other.created_at >= row.created_at
        };
        self.lane(&row.lane).any(newer)
    }

    /// The unfinished rows of a lane, oldest first.
    pub fn lane<'a>(&'a self, lane: &'a str) -> impl Iterator<Item = (i64, &'a Arc<Outgoing>)> {
        let range = self.lanes.range((lane.to_owned(), i64::MIN)..);
        let own = range.take_while(move |((name, _), ())| name == lane);
        own.filter_map(|((_, seq), ())| self.outbox.get(seq).map(|row| (*seq, row)))
    }

    /// The oldest unfinished row of every lane.
    pub fn heads(&self) -> impl Iterator<Item = (i64, &Arc<Outgoing>)> {
        let mut last: Option<&str> = None;
        self.lanes.keys().filter_map(move |(lane, seq)| {
            if last == Some(lane.as_str()) {
                return None;
            }
            last = Some(lane);
            self.outbox.get(seq).map(|row| (*seq, row))
        })
    }

    /// When the next waiting head is due.
    pub fn next_due(&self) -> Option<DateTime<Utc>> {
        self.heads().filter(|(_, row)| row.state == State::Due).map(|(_, row)| row.due_at).min()
    }

    /// All unfinished rows.
    pub fn live(&self) -> impl Iterator<Item = (i64, &Arc<Outgoing>)> {
        self.lanes.keys().filter_map(|(_, seq)| self.outbox.get(seq).map(|row| (*seq, row)))
    }

    /// The journal of a run.
    pub fn journal(&self, run: &RunId) -> Vec<Arc<Value>> {
        self.steps.range((run.clone(), 0)..=(run.clone(), u32::MAX)).map(|(_, step)| step.clone()).collect()
    }
}

/// A chat and its topic as one key.
pub fn place_key(place: &Place) -> String {
    format!("{}/{}/{}/{}", place.platform, place.bot, place.chat, place.thread.as_deref().unwrap_or(""))
}

/// A chat as a key.
pub fn chat_key(place: &Place) -> String {
    format!("{}/{}/{}", place.platform, place.bot, place.chat)
}

/// An account as a key.
pub fn account_key(account: &Account) -> (Platform, String) {
    (account.platform, account.user.clone())
}
