//! The engine: receives, lets the secretary decide, commits, performs. It holds no rules of the product and writes no
//! sentence; it carries facts in and effects out.
#![deny(clippy::wildcard_enum_match_arm)]

mod commit;
mod context;
mod flows;
mod handlers;
mod inbox;
mod operations;
mod outbox;
mod performed;
mod redaction;
mod routing;
mod telemetry;
mod thinking;
mod transition;

pub use handlers::people::pairing::FirstCode;
pub use operations::retention::Periods;
pub use redaction::Redacted;
pub use telemetry::counters::BUCKETS;
pub use thinking::ask::{request as model_request, understanding_request};

use crate::ports::charts::Charts;
use crate::ports::chat::Chat;
use crate::ports::clock::{Clock, Entropy};
use crate::ports::documents::Documents;
use crate::ports::files::Files;
use crate::ports::grammar::Grammar;
use crate::ports::model::Model;
use crate::ports::scripts::Scripts;
use crate::ports::secrets::Secrets;
use crate::ports::store::{Processes, Store, StoreError};
use crate::ports::tool::Tool;
use crate::ports::triggers::folders::WatchedFolders;
use crate::secretary::agent::Agent;
use crate::secretary::ids::{PersonId, RoomId, RunId, WorkspaceId};
use crate::secretary::inbound::{Account, Platform};
use crate::secretary::settings::retention::Keeping;
use crate::secretary::ticket::facts::Decider;
use chrono::{DateTime, Utc};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::{Notify, Semaphore, oneshot};

/// The parts of an engine.
pub struct Parts {
    /// The database.
    pub store: Arc<dyn Store>,
    /// The processes that share the database.
    pub processes: Arc<dyn Processes>,
    /// The language model.
    pub model: Arc<dyn Model>,
    /// Times and sums of commands.
    pub grammar: Arc<dyn Grammar>,
    /// The tools of the agents.
    pub tools: Vec<Arc<dyn Tool>>,
    /// The files of tickets, and those that people sent.
    pub files: Arc<dyn Files>,
    /// The reader of documents.
    pub documents: Arc<dyn Documents>,
    /// What runs the scripts of flows.
    pub scripts: Arc<dyn Scripts>,
    /// The folders whose new files begin runs of flows, where folders are watched.
    pub folders: Option<Arc<dyn WatchedFolders>>,
    /// What draws charts; without it messages have none.
    pub charts: Option<Arc<dyn Charts>>,
    /// The clock.
    pub clock: Arc<dyn Clock>,
    /// The source of random bytes.
    pub entropy: Arc<dyn Entropy>,
    /// The secrets of the settings.
    pub secrets: Arc<dyn Secrets>,
    /// The agents.
    pub roster: Vec<Agent>,
    /// The defaults of a new workspace.
    pub defaults: Defaults,
    /// The share of this process in the work.
    pub share: Share,
}

/// The share of a process in the work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share {
    /// Other processes may change the database, too. Nothing read from it is then kept from one event to the next,
    /// unless the database says that it has not changed.
    pub others: bool,
    /// Whether this process decides events.
    pub decides: bool,
    /// The most calls of the model at the same time; at least one. With other processes it also bounds thoughts and
    /// runs.
    pub calls: u16,
}

impl Share {
    /// One process does everything.
    pub const ALL: Self = Self { others: false, decides: true, calls: Self::CALLS };
    /// The default number of calls of the model at the same time.
    pub const CALLS: u16 = 16;
}

/// The defaults of a new workspace.
#[derive(Clone, Debug)]
pub struct Defaults {
    /// IANA zone of people who have set none.
    pub zone: String,
    /// Language of people whose client reports none.
    pub language: String,
    /// Owners by account, with a name that holds until they write.
    pub owners: Vec<Account>,
    /// The program's version, for `/settings`.
    pub version: String,
    /// The most messages of one person in a minute; none for no limit.
    pub messages: Option<u16>,
    /// Where other programs reach the web address, for webhooks.
    pub address: Address,
    /// The retention periods, for `/privacy`.
    pub kept: Keeping,
}

/// Where other programs reach the web address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Address {
    /// Without a slash at its end.
    pub url: String,
    /// Somebody has said that others reach it there.
    pub public: bool,
}

/// The first workspace: that of the person who runs the program.
pub fn home() -> WorkspaceId {
    WorkspaceId::home()
}

/// The engine. The adapters (as their intake) and the loops share it.
pub struct Engine {
    parts: Parts,
    redactor: redaction::Redactor,
    chats: Mutex<BTreeMap<Platform, Arc<dyn Chat>>>,
    /// Notified after a commit that wrote the inbox.
    arrivals: Notify,
    /// Notified after a commit that wrote the outbox.
    wishes: Notify,
    /// Notified after decisions, for waiting short answers.
    fates: Notify,
    /// Batches that wait for the next receiving commit.
    waiting: Mutex<Vec<Waiting>>,
    /// The chats that were told that messages cannot be stored, with the time.
    told_unstored: Mutex<BTreeMap<String, DateTime<Utc>>>,
    receiving: tokio::sync::Mutex<()>,
    runs: thinking::cancellation::Cancellations,
    directories: Mutex<BTreeMap<WorkspaceId, Directory>>,
    last_break: Mutex<Option<inbox::after_outage::Break>>,
    pace: Mutex<outbox::rate_limit::Pace>,
    last_shown: Mutex<outbox::last_shown::LastShown>,
    last_look: Mutex<operations::watched_folders::LastLook>,
    left_over: Mutex<inbox::decide::LeftOver>,
    /// Rows of the outbox whose claim may have been committed although its answer was lost, with the time.
    doubtful: Mutex<BTreeMap<i64, chrono::DateTime<chrono::Utc>>>,
    /// The row in progress during which the program ended twice before.
    suspect: Mutex<Option<i64>>,
    /// Runs that the decision of an event stops, until its commit is known.
    unheard: Mutex<Vec<(i64, RunId)>>,
    load: Mutex<outbox::worker_load::Load>,
    writing: Mutex<operations::health::Writing>,
    draining: operations::shutdown::GracefulShutdown,
    /// When this process renewed its lease last, by its own clock.
    renewed_at: Mutex<chrono::DateTime<chrono::Utc>>,
    /// How often in a row no worker process was found.
    unmanned: Mutex<u32>,
    owed: Mutex<Vec<thinking::budget_gate::Owed>>,
    /// When the log was last told that the reported cost of a call is impossible.
    disbelieved_at: Mutex<Option<DateTime<Utc>>>,
    /// Bounds the calls of the model at the same time.
    calls: Semaphore,
    hurry: Mutex<inbox::rate_limit::InboundRates>,
    /// Whether the platforms have delivered what waited there.
    hears_all: AtomicBool,
}

/// A batch and the caller that waits for its commit.
struct Waiting {
    batch: Vec<(crate::secretary::inbound::Inbound, [u8; 32])>,
    done: oneshot::Sender<Result<(), StoreError>>,
}

/// The directory: people and rooms of a workspace, kept until either changes.
#[derive(Clone, Debug, Default)]
struct Directory {
    /// The version of the database at the read. A version is never used twice, so a read in a transaction that failed
    /// is not taken for the state of another one.
    version: String,
    /// The rooms for decisions, with the person of a direct chat.
    decision_rooms: Vec<(RoomId, Option<PersonId>)>,
    report_rooms: Vec<RoomId>,
    /// The direct chats of the deciders on each messenger that they use.
    chats: Vec<(PersonId, RoomId)>,
    deciders: Vec<Decider>,
    /// The absent deciders with a deputy.
    absent: Vec<Absent>,
    /// Those who may decide about their own ideas.
    senders: Arc<BTreeSet<PersonId>>,
    /// The word for a person without a name.
    nameless: &'static str,
}

/// A decider who has named a deputy.
#[derive(Clone, Debug)]
struct Absent {
    person: PersonId,
    name: String,
    deputy: PersonId,
    deputy_name: String,
    /// The direct chats of the deputy, which get the prompts as well.
    rooms: Vec<RoomId>,
    until: DateTime<Utc>,
}

impl Engine {
    /// Makes an engine. It does nothing until its loops run or a test pumps it.
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
            last_look: Mutex::default(),
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

    /// Puts a part that stores words of people behind the redactor.
    pub fn redacted<T>(&self, inner: T) -> Redacted<T> {
        Redacted::new(Arc::new(inner), &self.redactor)
    }

    fn chat(&self, platform: Platform) -> Option<Arc<dyn Chat>> {
        lock(&self.chats).get(&platform).cloned()
    }

    fn now(&self) -> chrono::DateTime<chrono::Utc> {
        self.parts.clock.now()
    }

    /// A version that was never used before.
    fn fresh_version(&self) -> Result<String, StoreError> {
        Ok(context::seed::Seed(self.draw()?).id("version"))
    }

    fn draw(&self) -> Result<[u8; 32], StoreError> {
        self.parts.entropy.seed().map_err(|e| StoreError::Later(format!("no randomness: {e}")))
    }
}

/// The content of a lock, also after a panic elsewhere.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
