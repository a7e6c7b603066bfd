//! The office: an engine over a real database with everything around it faked, driven step by step. It can lose
//! power at any point and go on with a new engine over the same database.

mod meanwhile;
mod passing;
mod people;
mod platforms;
mod storage;
mod thinking;
mod triggers;

use crate::support::doubles::board::{Board, Standing};
use crate::support::doubles::chats::FakeChat;
use crate::support::doubles::clock::{Draws, ManualClock};
use crate::support::doubles::documents::{PlainCharts, PlainDocuments};
use crate::support::doubles::fuse::{Fuse, FusedStore};
use crate::support::doubles::mind::Mind;
use crate::support::doubles::pages::Pages;
use crate::support::doubles::plan::deciding;
use crate::support::every::Scene;
use crate::support::voice::Voice;
use chrono::{DateTime, Utc};
pub use meanwhile::Meanwhile;
use meanwhile::{Planned, Played};
use secretary::adapters::child::OwnProgram;
use secretary::adapters::folder::{Folder, Watched};
use secretary::adapters::offline::Offline;
use secretary::adapters::scripts::ChildScripts;
use secretary::adapters::store::Database;
use secretary::app::redaction::known_secrets::KnownSecrets;
use secretary::engine::{Address, Defaults, Engine, Parts, Share};
use secretary::ports::clock::Clock;
use secretary::ports::grammar::Grammar;
use secretary::ports::model::Model;
use secretary::ports::tool::{Reach, Tool};
use secretary::ports::web::search::Search;
use secretary::secretary::inbound::{Account as Handle, Platform};
use secretary::secretary::settings::retention::Keeping;
use secretary::tools::{self, ToolParts};
use secretary::workers::roster;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

/// The folder with the watched folders, in the folder of the office.
pub(super) const WATCHED: &str = "watched";

/// The office. Clones are the same one.
#[derive(Clone)]
pub struct Office(pub(super) Arc<Inner>);

pub(super) struct Inner {
    pub clock: Arc<ManualClock>,
    draws: Arc<Draws>,
    pub fuse: Arc<Fuse>,
    pub board: Arc<Board>,
    pub mind: Arc<Mind>,
    pub pages: Arc<Pages>,
    offline: bool,
    folder: tempfile::TempDir,
    /// The address of the database, if it is a file.
    file: Option<String>,
    running: Mutex<Option<Running>>,
    next_at: Mutex<DateTime<Utc>>,
    events: AtomicU64,
    people: AtomicU64,
    pub forgiven: AtomicBool,
    pub restarts: AtomicU64,
    /// Agents who do not work here at the moment.
    absent: Mutex<Vec<String>>,
    /// Tools of this story, and the agents who have them.
    given: Mutex<Vec<(String, Arc<dyn Tool>)>>,
    /// Tools of the product that agents have in this story beside their own.
    equipped: Mutex<Vec<(String, String)>>,
    /// Messages one person may send in a minute.
    messages: Mutex<Option<u16>>,
    /// The owners of the settings.
    owners: Mutex<Vec<Handle>>,
    /// What is done while a script is played.
    planned: Planned,
}

struct Running {
    store: Database,
    engine: Arc<Engine>,
}

impl Inner {
    /// What nobody read, but for progress that came late after a crash.
    pub(super) fn unread(&self) -> Vec<String> {
        let crashed = self.restarts.load(Ordering::SeqCst) > 0;
        let late = |m: &&Standing| crashed && m.first.contains('▸');
        self.board
            .state()
            .messages
            .iter()
            .filter(|m| !m.read && !late(m) && !m.is_receipt())
            .map(|m| m.text.clone())
            .collect()
    }
}

impl Drop for Inner {
    fn drop(&mut self) {
        if std::thread::panicking() || self.forgiven.load(Ordering::SeqCst) {
            return;
        }
        let unread = self.unread();
        assert!(unread.is_empty(), "nobody read: {unread:#?}\n{}", self.board.transcript());
    }
}

impl Office {
    /// An office with a scripted mind, three platforms and nobody in it.
    pub async fn new() -> Self {
        Self::open(false, false).await
    }

    /// The same with an owner, in their direct chat.
    pub async fn owned_by(name: &str, platform: Platform) -> (Self, Voice) {
        let office = Self::new().await;
        let owner = office.owner(name, platform).await;
        (office, owner)
    }

    /// The same with agents that ask for a decision before they go on.
    pub async fn deciding() -> Self {
        let office = Self::new().await;
        deciding(&office);
        office
    }

    /// The same over a file, which a restart closes and opens again.
    pub async fn on_file() -> Self {
        Self::open(false, true).await
    }

    /// The same with the built-in rules instead of a model.
    pub async fn offline() -> Self {
        Self::open(true, false).await
    }

    async fn open(offline: bool, on_file: bool) -> Self {
        let clock = Arc::new(ManualClock::new());
        let fuse = Scene::now().map_or_else(Arc::default, |scene| scene.fuse.clone());
        // Opening an office belongs to no story.
        let armed = fuse.counts(false);
        let pages = Pages { fuse: fuse.clone(), ..Pages::default() };
        let folder = tempfile::tempdir().unwrap();
        let url = match (on_file, server()) {
            (true, _) => format!("sqlite://{}", folder.path().join("office.db").display()),
            (false, None) => "sqlite::memory:".to_owned(),
            (false, Some(server)) => server.fresh().await,
        };
        let store = reopened(url.clone()).await;
        let inner = Inner {
            next_at: Mutex::new(clock.now()),
            clock,
            draws: Arc::default(),
            board: Arc::new(Board::new(fuse.clone())),
            mind: Arc::new(Mind::new(fuse.clone())),
            pages: Arc::new(pages),
            fuse,
            offline,
            folder,
            file: on_file.then_some(url),
            running: Mutex::default(),
            events: AtomicU64::new(1),
            people: AtomicU64::new(1),
            forgiven: AtomicBool::new(false),
            restarts: AtomicU64::new(0),
            absent: Mutex::default(),
            given: Mutex::default(),
            equipped: Mutex::default(),
            owners: Mutex::default(),
            messages: Mutex::default(),
            planned: Planned::default(),
        };
        let office = Self(Arc::new(inner));
        office.start(store).await;
        office.settle().await;
        if let Some(scene) = Scene::now() {
            scene.offices.lock().unwrap().push(office.clone());
        }
        office.0.fuse.counts(armed);
        office
    }

    /// A new process over the database.
    async fn start(&self, store: Database) {
        let inner = &self.0;
        let parse_when: tools::ParseWhen = Arc::new(|text, zone, now| {
            let timed = Offline::default().time(text, zone, now).map_err(|e| e.to_string())?;
            serde_json::to_value(&timed.rule).map_err(|e| e.to_string())
        });
        let scripts = Arc::new(ChildScripts::new(Arc::new(OwnProgram::new(env!("CARGO_BIN_EXE_secretary")))));
        let mut tools = tools::all(ToolParts {
            fetch: inner.pages.clone(),
            search: inner.pages.hits.lock().unwrap().as_ref().map(|_| inner.pages.clone() as Arc<dyn Search>),
            notes: Arc::new(store.clone()),
            files: Arc::new(Folder::new(inner.folder.path())),
            scripts: scripts.clone(),
            charts: Arc::new(PlainCharts),
            parse_when,
            sum: Arc::new(|text| Offline::default().sum(text)),
        });
        let (clock, planned) = (inner.clock.clone(), inner.planned.clone());
        let scripts = Arc::new(Played { scripts, store: store.clone(), clock, planned });
        let given = inner.given.lock().unwrap().clone();
        tools.extend(given.iter().map(|(_, tool)| tool.clone()));
        let reaches: Vec<(String, Reach)> =
            tools.iter().map(|t: &Arc<dyn Tool>| (t.spec().name, t.terms().reach)).collect();
        let outside = |name: &str| reaches.iter().any(|(n, r)| n == name && *r == Reach::Outside);
        let mut roster = roster::load(None, &outside);
        for (name, tool) in given {
            let agent = roster.agents.iter_mut().find(|a| a.name == name).expect("an agent of this name");
            agent.mutates |= tool.terms().reach == Reach::Outside;
            agent.tools.push(tool.spec().name);
        }
        for (name, tool) in inner.equipped.lock().unwrap().iter() {
            let agent = roster.agents.iter_mut().find(|a| a.name == *name).expect("an agent of this name");
            agent.mutates |= outside(tool);
            agent.tools.push(tool.clone());
        }
        roster.agents.retain(|a| !inner.absent.lock().unwrap().contains(&a.name));
        assert!(roster.faults.is_empty(), "{:?}", roster.faults);
        let model: Arc<dyn Model> = if inner.offline { Arc::new(Offline::default()) } else { inner.mind.clone() };
        let engine = Engine::new(Parts {
            store: Arc::new(FusedStore { inner: Arc::new(store.clone()), fuse: inner.fuse.clone() }),
            processes: Arc::new(store.clone()),
            share: Share::ALL,
            model,
            grammar: Arc::new(Offline::default()),
            tools,
            documents: Arc::new(PlainDocuments),
            scripts,
            charts: Some(Arc::new(PlainCharts)),
            folders: Some(Arc::new(Watched::new(inner.folder.path().join(WATCHED)))),
            files: Arc::new(Folder::new(inner.folder.path())),
            clock: inner.clock.clone(),
            entropy: inner.draws.clone(),
            secrets: Arc::new(KnownSecrets::outward(super::canaries::planted().iter().map(String::as_str))),
            roster: roster.agents,
            defaults: Defaults {
                zone: "Europe/Berlin".to_owned(),
                language: "en".to_owned(),
                owners: inner.owners.lock().unwrap().clone(),
                version: "test".to_owned(),
                messages: *inner.messages.lock().unwrap(),
                address: Address { url: "http://127.0.0.1:8787".to_owned(), public: false },
                kept: Keeping { former: Some(30), ..Keeping::default() },
            },
        });
        for platform in [Platform::Telegram, Platform::Discord, Platform::Web] {
            let record = inner.file.is_some().then(|| store.clone());
            engine.connect(platform, Arc::new(FakeChat { platform, board: inner.board.clone(), record }));
        }
        engine.prepare(false).await.unwrap();
        *inner.mind.engine.lock().unwrap() = Arc::downgrade(&engine);
        *inner.running.lock().unwrap() = Some(Running { store, engine });
    }

    /// How many processes there were so far.
    pub fn starts(&self) -> u64 {
        self.0.restarts.load(Ordering::SeqCst) + 1
    }

    /// Whether what waited at the platforms has been handed in.
    pub fn has_heard_all(&self, so: bool) {
        self.engine().heard_all(so);
    }

    pub(super) fn engine(&self) -> Arc<Engine> {
        self.0.running.lock().unwrap().as_ref().expect("it runs").engine.clone()
    }

    /// The database.
    pub fn store(&self) -> Database {
        self.0.running.lock().unwrap().as_ref().expect("it runs").store.clone()
    }

    /// The process is gone and a new one starts; if that one dies while it starts, another.
    pub async fn restart(&self) {
        let Running { mut store, engine } = self.0.running.lock().unwrap().take().expect("it runs");
        drop(engine);
        loop {
            self.0.restarts.fetch_add(1, Ordering::SeqCst);
            self.0.board.forget_unsettled();
            self.0.mind.forget_unsettled();
            self.0.pages.forget_unsettled();
            if let Some(url) = &self.0.file {
                store.close().await;
                drop(store);
                store = reopened(url.clone()).await;
            }
            tokio::select! {
                biased;
                () = self.0.fuse.blows() => {}
                () = self.start(store.clone()) => return,
            }
        }
    }

    /// From the next start on, these agents do not work here; all others do.
    pub async fn starts_without(&self, absent: &[&str]) {
        self.will_miss(absent);
        self.restart().await;
        self.settle().await;
    }

    /// From the next start on, whenever that is, these agents do not work here.
    pub fn will_miss(&self, absent: &[&str]) {
        *self.0.absent.lock().unwrap() = absent.iter().map(|a| (*a).to_owned()).collect();
    }

    /// From the next start on, which is now, an agent has one more tool.
    pub async fn gives(&self, agent: &str, tool: Arc<dyn Tool>) {
        self.0.given.lock().unwrap().push((agent.to_owned(), tool));
        self.restart().await;
        self.settle().await;
    }

    /// From the next start on, whenever that is, an agent has these tools of the product as well.
    pub fn equips(&self, agent: &str, tools: &[&str]) {
        let more = tools.iter().map(|tool| (agent.to_owned(), (*tool).to_owned()));
        self.0.equipped.lock().unwrap().extend(more);
    }

    /// From the next start on, this account is an owner by the settings.
    pub async fn starts_with_owner(&self, voice: &Voice) {
        let account = Handle { platform: voice.who.platform, user: voice.who.user.clone() };
        *self.0.owners.lock().unwrap() = vec![account];
        self.restart().await;
        self.settle().await;
    }

    /// From now on a platform is reached through this.
    pub fn connects(&self, platform: Platform, chat: Arc<dyn secretary::ports::chat::Chat>) {
        self.engine().connect(platform, chat);
    }
}

/// The server on which the stories are to happen, if STORIES_ON=postgres asks for it.
fn server() -> Option<&'static proof::postgres::Server> {
    let asked = std::env::var("STORIES_ON").is_ok_and(|database| database == "postgres");
    asked.then(|| proof::postgres::server().expect("STORIES_ON=postgres needs PostgreSQL"))
}

/// Opens a database on a thread of its own, since opening is not a task that may move between threads.
pub(super) async fn reopened(url: String) -> Database {
    let here = tokio::runtime::Handle::current();
    tokio::task::spawn_blocking(move || here.block_on(Database::connect(&url)).unwrap()).await.unwrap()
}
