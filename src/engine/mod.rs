//! The engine: takes what arrives, lets the secretary decide, commits, performs. It holds no rules of
//! the product and writes no sentence; it only carries facts in and effects out.
#![deny(clippy::wildcard_enum_match_arm)]

mod commit;
mod context;
mod handlers;
mod inbox;
mod operations;
mod outbox;
mod redaction;
mod routing;
mod telemetry;
mod thinking;

pub use handlers::people::pairing::FirstCode;
pub use operations::retention::Periods;
pub use redaction::Redacted;
pub use telemetry::metrics::BUCKETS;

use crate::ports::chat::Chat;
use crate::ports::clock::{Clock, Entropy};
use crate::ports::files::Files;
use crate::ports::grammar::Grammar;
use crate::ports::model::Model;
use crate::ports::secrets::Secrets;
use crate::ports::store::{Processes, Store, StoreError};
use crate::ports::tool::Tool;
use crate::secretary::dispatch::agent::Agent;
use crate::secretary::ids::{PersonId, RoomId, RunId, WorkspaceId};
use crate::secretary::message::inbound::{Account, Platform};
use crate::secretary::settings::retention::Keeping;
use crate::secretary::ticket::facts::Decider;
use chrono::{DateTime, Utc};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::{Notify, Semaphore, oneshot};

/// What an engine is made of.
pub struct Parts {
    /// The database.
    pub store: Arc<dyn Store>,
    /// This process among others.
    pub processes: Arc<dyn Processes>,
    /// Who thinks.
    pub model: Arc<dyn Model>,
    /// The small grammar of commands.
    pub grammar: Arc<dyn Grammar>,
    /// What agents may do.
    pub tools: Vec<Arc<dyn Tool>>,
    /// The files of tickets.
    pub files: Arc<dyn Files>,
    /// Time.
    pub clock: Arc<dyn Clock>,
    /// Chance.
    pub entropy: Arc<dyn Entropy>,
    /// What is not to be told to anybody.
    pub secrets: Arc<dyn Secrets>,
    /// The agents.
    pub roster: Vec<Agent>,
    /// What holds until somebody sets it otherwise.
    pub defaults: Defaults,
    /// What this process does.
    pub share: Share,
}

/// The share of a process in the work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share {
    /// Others may change the database, too: nothing that can be read there is remembered from one event to the next, unless
    /// the database tells that it has not changed.
    pub others: bool,
    /// It decides about what arrives.
    pub decides: bool,
    /// Calls of the model under way at the same time, and with others so many thoughts and runs at once; at least one.
    pub calls: u16,
}

impl Share {
    /// One process does everything.
    pub const ALL: Self = Self { others: false, decides: true, calls: Self::CALLS };
    /// Calls of the model at the same time, unless somebody wants more or fewer.
    pub const CALLS: u16 = 16;
}

/// Defaults of a fresh workspace.
#[derive(Clone, Debug)]
pub struct Defaults {
    /// IANA zone of people who have not said theirs.
    pub zone: String,
    /// Language of people whose client reports none.
    pub language: String,
    /// Owners by account, with a name until they write.
    pub owners: Vec<Account>,
    /// The program's version, for `/settings`.
    pub version: String,
    /// Messages one person may send in a minute; none for any number.
    pub messages: Option<u16>,
    /// How long what is kept, for `/privacy`.
    pub kept: Keeping,
}

/// The first workspace: that of whoever runs the program.
pub fn home() -> WorkspaceId {
    WorkspaceId::home()
}

/// The engine. Shared by the adapters (as their intake) and the loops.
pub struct Engine {
    parts: Parts,
    redactor: redaction::Redactor,
    chats: Mutex<BTreeMap<Platform, Arc<dyn Chat>>>,
    /// Rung after a commit that put something into the inbox.
    arrivals: Notify,
    /// Rung after a commit that put something into the outbox.
    wishes: Notify,
    /// Rung after decisions, for those who wait for a short answer.
    fates: Notify,
    /// Batches waiting for the next receiving commit.
    waiting: Mutex<Vec<Waiting>>,
    /// The chats that were told that nothing can be stored, and when.
    told_unstored: Mutex<BTreeMap<String, DateTime<Utc>>>,
    receiving: tokio::sync::Mutex<()>,
    runs: thinking::cancellation::Cancellations,
    directories: Mutex<BTreeMap<WorkspaceId, Directory>>,
    last_break: Mutex<Option<inbox::after_outage::Break>>,
    pace: Mutex<outbox::rate_limit::Pace>,
    last_shown: Mutex<outbox::last_shown::LastShown>,
    left_over: Mutex<inbox::decide::LeftOver>,
    /// Rows of the outbox whose claim may have been made, and which nobody does, with when that was.
    doubtful: Mutex<BTreeMap<i64, chrono::DateTime<chrono::Utc>>>,
    /// The row of the outbox being done that the program did not outlive twice.
    suspect: Mutex<Option<i64>>,
    /// Runs stopped by the decision about an event, while it is not known that this was stored.
    unheard: Mutex<Vec<(i64, RunId)>>,
    load: Mutex<outbox::worker_load::Load>,
    writing: Mutex<operations::health::Writing>,
    draining: operations::shutdown::GracefulShutdown,
    /// When this process last renewed its lease, by its own clock.
    renewed_at: Mutex<chrono::DateTime<chrono::Utc>>,
    /// How often in a row it found nobody who thinks and works.
    unmanned: Mutex<u32>,
    owed: Mutex<Vec<thinking::budget_gate::Owed>>,
    /// When the log was last told that a call cannot have cost what its server says.
    disbelieved_at: Mutex<Option<DateTime<Utc>>>,
    /// How many calls of the model may be under way at once.
    calls: Semaphore,
    hurry: Mutex<inbox::rate_limit::InboundRates>,
    /// Whether what waited at the platforms has been handed in.
    hears_all: AtomicBool,
}

/// A batch and who waits for it to be stored.
struct Waiting {
    batch: Vec<(crate::secretary::message::inbound::Inbound, [u8; 32])>,
    done: oneshot::Sender<Result<(), StoreError>>,
}

/// What most steps need to know of people and rooms, read once and kept until either changes.
#[derive(Clone, Debug, Default)]
struct Directory {
    /// The state of the database it was read in. A state is never named twice, so that what was read in a transaction that
    /// came to nothing is not taken for what others wrote.
    version: String,
    /// With whose direct chat they are, if they are one.
    decision_rooms: Vec<(RoomId, Option<PersonId>)>,
    report_rooms: Vec<RoomId>,
    /// The direct chats of those who may decide, on each messenger that they use.
    chats: Vec<(PersonId, RoomId)>,
    deciders: Vec<Decider>,
    /// Who has named somebody to decide for them.
    absent: Vec<Absent>,
    /// Who may decide about ideas of their own.
    senders: Arc<BTreeSet<PersonId>>,
    /// What somebody without a name is called.
    nameless: &'static str,
}

/// Somebody who may decide and has named a deputy.
#[derive(Clone, Debug)]
struct Absent {
    person: PersonId,
    name: String,
    deputy: PersonId,
    deputy_name: String,
    /// The direct chats of the deputy, where what would go into one of theirs goes as well.
    rooms: Vec<RoomId>,
    until: DateTime<Utc>,
}

impl Engine {
    /// An engine that does nothing until its loops run or it is pumped.
    pub fn new(parts: Parts) -> Arc<Self> {
        let redactor = redaction::Redactor::new(parts.secrets.clone());
        let model: Arc<dyn Model> = Arc::new(Redacted::new(parts.model, &redactor));
        let calls = Semaphore::new(usize::from(parts.share.calls));
        let behind = |tool: Arc<dyn Tool>| Arc::new(Redacted::new(tool, &redactor)) as Arc<dyn Tool>;
        let tools = parts.tools.into_iter().map(behind).collect();
        let parts = Parts { model, tools, ..parts };
        Arc::new(Self {
            redactor,
            calls,
            renewed_at: Mutex::new(parts.clock.now()),
            parts,
            chats: Mutex::new(BTreeMap::new()),
            arrivals: Notify::new(),
            wishes: Notify::new(),
            fates: Notify::new(),
            waiting: Mutex::new(Vec::new()),
            told_unstored: Mutex::default(),
            receiving: tokio::sync::Mutex::new(()),
            runs: thinking::cancellation::Cancellations::default(),
            directories: Mutex::default(),
            last_break: Mutex::new(None),
            pace: Mutex::new(outbox::rate_limit::Pace::default()),
            last_shown: Mutex::default(),
            left_over: Mutex::new(inbox::decide::LeftOver::default()),
            doubtful: Mutex::default(),
            suspect: Mutex::default(),
            unheard: Mutex::default(),
            load: Mutex::default(),
            writing: Mutex::default(),
            draining: operations::shutdown::GracefulShutdown::default(),
            unmanned: Mutex::default(),
            owed: Mutex::default(),
            disbelieved_at: Mutex::default(),
            hurry: Mutex::default(),
            hears_all: AtomicBool::new(true),
        })
    }

    /// Connects a platform.
    pub fn connect(&self, platform: Platform, chat: Arc<dyn Chat>) {
        lock(&self.chats).insert(platform, Arc::new(Redacted::new(chat, &self.redactor)));
    }

    /// What keeps people's words by itself, behind the redactor.
    pub fn redacted<T>(&self, inner: T) -> Redacted<T> {
        Redacted::new(Arc::new(inner), &self.redactor)
    }

    fn chat(&self, platform: Platform) -> Option<Arc<dyn Chat>> {
        lock(&self.chats).get(&platform).cloned()
    }

    fn now(&self) -> chrono::DateTime<chrono::Utc> {
        self.parts.clock.now()
    }

    /// A name that nothing had before.
    fn fresh_version(&self) -> Result<String, StoreError> {
        Ok(context::seed::Seed(self.draw()?).id("version"))
    }

    fn draw(&self) -> Result<[u8; 32], StoreError> {
        self.parts.entropy.seed().map_err(|e| StoreError::Later(format!("no randomness: {e}")))
    }
}

/// The content of a lock; a panic elsewhere does not make it unusable.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
