//! The office: an engine over a real database with everything around it faked, driven step by step. It can lose
//! power at any point and go on with a new engine over the same database.

use super::chats::{Board, FakeChat, Mishap, Standing};
use super::clock::{Draws, ManualClock};
use super::every::Scene;
use super::fuse::{Fuse, FusedStore};
use super::inbound::{self, Account};
use super::mind::{Mind, Slow, Thought};
use super::pages::Pages;
use super::voice::Voice;
use chrono::{DateTime, TimeDelta, Utc};
use secretary::adapters::folder::Folder;
use secretary::adapters::offline::Offline;
use secretary::adapters::store::Database;
use secretary::app::redaction::spellings::Spellings;
use secretary::engine::{Defaults, Engine, FirstCode, Parts, Share, home};
use secretary::ports::chat::ChatError;
use secretary::ports::clock::Clock;
use secretary::ports::files::Files;
use secretary::ports::grammar::Grammar;
use secretary::ports::inbox::{Ack, Intake};
use secretary::ports::model::Model;
use secretary::ports::store::{Store, digest};
use secretary::ports::tool::{Notes, Reach, Scope, Tool};
use secretary::ports::web::search::{Hit, Search};
use secretary::secretary::audit::Entry;
use secretary::secretary::audit::chain::Walk;
use secretary::secretary::ids::{PersonId, RoomId, TicketId};
use secretary::secretary::intent::thinking::{ReportInput, TriageInput, WorkInput};
use secretary::secretary::intent::{Intent, UnderstandInput, Understanding};
use secretary::secretary::message::inbound::{Account as Handle, ChatKind, Inbound, Place, Platform, Trouble};
use secretary::secretary::people::workspace::{Person, Purposes, Role, Room, Settings};
use secretary::secretary::settings::retention::Keeping;
use secretary::secretary::ticket::Ticket;
use secretary::secretary::ticket::event::Event;
use secretary::tools::{self, ToolParts};
use secretary::workers::roster;
use sqlx::Connection;
use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

/// What is due this soon happens while people wait: retries, progress edits, rate-limited posts.
const SOON: TimeDelta = TimeDelta::seconds(5);
/// A person does one thing in this time.
const PACE: TimeDelta = TimeDelta::seconds(20);

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
        let mut tools = tools::all(ToolParts {
            fetch: inner.pages.clone(),
            search: inner.pages.hits.lock().unwrap().as_ref().map(|_| inner.pages.clone() as Arc<dyn Search>),
            notes: Arc::new(store.clone()),
            files: Arc::new(Folder::new(inner.folder.path())),
            parse_when,
            sum: Arc::new(|text| Offline::default().sum(text)),
        });
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
            files: Arc::new(Folder::new(inner.folder.path())),
            clock: inner.clock.clone(),
            entropy: inner.draws.clone(),
            secrets: Arc::new(Spellings::outward(super::canaries::planted().iter().map(String::as_str))),
            roster: roster.agents,
            defaults: Defaults {
                zone: "Europe/Berlin".to_owned(),
                language: "en".to_owned(),
                owners: inner.owners.lock().unwrap().clone(),
                version: "test".to_owned(),
                messages: *inner.messages.lock().unwrap(),
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

    /// A file lies in a ticket's folder.
    pub async fn has_file(&self, ticket: &TicketId, path: &str, text: &str) {
        Folder::new(self.0.folder.path()).write_file(ticket, path, text, "there").await.unwrap();
    }

    /// From the next start on, this account is an owner by the settings.
    pub async fn starts_with_owner(&self, voice: &Voice) {
        let account = Handle { platform: voice.who.platform, user: voice.who.user.clone() };
        *self.0.owners.lock().unwrap() = vec![account];
        self.restart().await;
        self.settle().await;
    }

    /// Time passes and nothing happens in it.
    pub(super) fn skip(&self, time: TimeDelta) {
        *self.0.next_at.lock().unwrap() += time;
        let at = *self.0.next_at.lock().unwrap();
        self.0.clock.set(at);
    }

    /// Nothing runs for this long.
    pub async fn is_off_for(&self, time: TimeDelta) {
        self.skip(time);
        self.restart().await;
        self.settle().await;
    }

    /// Lets everything happen that is due, or will be within the next seconds.
    pub async fn settle(&self) {
        for _ in 0..500 {
            let engine = self.engine();
            let crashed = tokio::select! {
                biased;
                () = self.0.fuse.blows() => true,
                settled = engine.settle_all() => { settled.unwrap(); false }
            };
            if crashed {
                drop(engine);
                self.restart().await;
                continue;
            }
            let due = engine.due_next().await.unwrap();
            match due {
                Some(at) if at - self.now() <= SOON => self.0.clock.set(at),
                Some(_) | None => {
                    self.0.board.check_live();
                    return;
                }
            }
        }
        panic!("it never comes to rest:\n{}", self.transcript());
    }

    /// Hands something in as a platform does: again, if it was not confirmed.
    pub async fn arrives(&self, inbound: Inbound) {
        self.arrive(&[inbound]).await;
    }

    /// Nobody reads what is said, and what people write may be anything.
    pub fn is_not_listened_to(&self) {
        self.0.board.state().raw = true;
        self.0.mind.patient.store(true, Ordering::SeqCst);
        self.0.forgiven.store(true, Ordering::SeqCst);
    }

    /// The connection to a platform has a trouble.
    pub async fn notices(&self, trouble: Trouble, platform: Platform) {
        self.arrives(trouble.noticed(platform, "bot", self.now())).await;
    }

    /// The same with several at once.
    pub(super) async fn arrive(&self, inbound: &[Inbound]) {
        self.takes_in(inbound).await;
        self.settle().await;
    }

    /// A platform hands something in so many times while the disk is full, and once more when it is not.
    pub async fn has_no_room_for(&self, inbound: &[Inbound], times: u32) {
        self.refuses(inbound, times).await;
        self.arrive(inbound).await;
    }

    /// Something is handed in so many times while the disk is full; then there is room, and it still waits.
    pub async fn refuses(&self, inbound: &[Inbound], times: u32) {
        self.0.fuse.fills_the_disk(true);
        for _ in 0..times {
            assert!(self.engine().receive(inbound.to_vec()).await.is_err(), "it was stored");
        }
        self.0.fuse.fills_the_disk(false);
    }

    /// Something is handed in, and nothing is done about it yet.
    pub(super) async fn takes_in(&self, inbound: &[Inbound]) {
        loop {
            let engine = self.engine();
            let taken = async {
                engine.receive(inbound.to_vec()).await.unwrap();
                self.0.fuse.point("received").await;
            };
            let crashed = tokio::select! {
                biased;
                () = self.0.fuse.blows() => true,
                () = taken => false,
            };
            drop(engine);
            if !crashed {
                return;
            }
            self.restart().await;
        }
    }

    /// The clock of this office.
    pub fn clock(&self) -> Arc<ManualClock> {
        self.0.clock.clone()
    }

    /// From now on a platform is reached through this.
    pub fn connects(&self, platform: Platform, chat: Arc<dyn secretary::ports::chat::Chat>) {
        self.engine().connect(platform, chat);
    }

    /// Time passes, and whoever has a clock of their own is told each time before anything is done at it.
    pub async fn runs(&self, by: TimeDelta, tell: impl Fn(DateTime<Utc>)) {
        let until = self.now() + by;
        let engine = self.engine();
        loop {
            tell(self.now());
            engine.settle_all().await.unwrap();
            let Some(at) = engine.due_next().await.unwrap().filter(|at| *at <= until) else { break };
            self.0.clock.set(at);
        }
        self.0.clock.set(until);
        tell(until);
        *self.0.next_at.lock().unwrap() = until;
    }

    /// All this arrives at the same moment, each by itself, and what can be done without any time passing is done.
    /// Gives the short answers.
    pub async fn at_once(&self, all: &[Inbound]) -> Vec<String> {
        futures_util::future::join_all(all.iter().map(|one| self.takes_in(std::slice::from_ref(one)))).await;
        let engine = self.engine();
        engine.settle_all().await.unwrap();
        let mut answers = Vec::new();
        for one in all {
            answers.push(match engine.ack(one).await {
                Ack::Toast(text) | Ack::RefusePrivately(text) => text,
                Ack::Defer | Ack::OpenForm { .. } => String::new(),
            });
        }
        answers
    }

    /// Senders at the same time, each with one message after the other, of which nothing is decided yet. Gives how many
    /// commits took them in.
    pub async fn crowd(&self, senders: &[Vec<Inbound>]) -> usize {
        let (engine, fuse) = (self.engine(), &self.0.fuse);
        fuse.arm(0, 0);
        let one_by_one = async |messages: &Vec<Inbound>| {
            for message in messages {
                engine.receive(vec![message.clone()]).await.unwrap();
            }
        };
        futures_util::future::join_all(senders.iter().map(one_by_one)).await;
        fuse.counts(false);
        fuse.passed()
    }

    /// Time passes, and what falls due in it happens at its time.
    pub async fn advance(&self, by: TimeDelta) {
        let until = {
            let mut next = self.0.next_at.lock().unwrap();
            *next = (*next).max(self.now()) + by;
            *next
        };
        self.settle().await;
        while let Some(at) = self.engine().due_next().await.unwrap().filter(|at| *at <= until) {
            self.0.clock.set(at);
            self.settle().await;
        }
        self.0.clock.set(until);
        self.settle().await;
    }

    /// Somebody takes their time for the next thing they do.
    pub(super) fn tick(&self) -> DateTime<Utc> {
        let mut next = self.0.next_at.lock().unwrap();
        *next += PACE;
        self.0.clock.set(*next);
        self.now()
    }

    pub fn now(&self) -> DateTime<Utc> {
        self.0.clock.now()
    }

    /// When something falls due next.
    pub async fn due(&self) -> DateTime<Utc> {
        self.engine().due_next().await.unwrap().expect("something is due")
    }

    pub(super) fn next_event(&self) -> String {
        format!("event-{}", self.0.events.fetch_add(1, Ordering::SeqCst))
    }

    /// A member with a role, in their direct chat.
    pub async fn member(&self, name: &str, platform: Platform, role: Role) -> Voice {
        self.joins(name, platform, role, Some("Europe/Berlin")).await
    }

    /// A member who has not said their zone.
    pub async fn newcomer(&self, name: &str, platform: Platform, role: Role) -> Voice {
        self.joins(name, platform, role, None).await
    }

    async fn joins(&self, name: &str, platform: Platform, role: Role, zone: Option<&str>) -> Voice {
        let voice = self.stranger(name, platform);
        let mut tx = self.store().begin().await.unwrap();
        let id = PersonId::new(format!("person-{}", voice.who.user));
        let accounts = vec![Handle { platform, user: voice.who.user.clone() }];
        let zone = zone.map(str::to_owned);
        let person = Person { accounts, zone, ..Person::new(id, home(), name, role, self.now()) };
        tx.save_person(&person).await.unwrap();
        tx.change_directory(&format!("{} is there", person.id)).await.unwrap();
        tx.commit().await.unwrap();
        voice
    }

    /// An owner, in their direct chat.
    pub async fn owner(&self, name: &str, platform: Platform) -> Voice {
        self.member(name, platform, Role::Owner).await
    }

    /// Somebody nobody knows.
    pub fn stranger(&self, name: &str, platform: Platform) -> Voice {
        let n = self.0.people.fetch_add(1, Ordering::SeqCst);
        let who = Account {
            name: name.to_owned(),
            user: format!("{}", 100 + n),
            platform,
            anonymous: false,
            language: None,
            zone: None,
            roles: Vec::new(),
        };
        let place = Place { title: Some(name.to_owned()), ..inbound::direct(&who) };
        Voice { office: self.clone(), who, place }
    }

    /// A group or channel that is a room with these purposes.
    pub async fn room(&self, title: &str, platform: Platform, purposes: Purposes) -> Place {
        let place = self.group(title, platform);
        let mut tx = self.store().begin().await.unwrap();
        let room = Room {
            id: RoomId::new(format!("room-{}", title.to_lowercase())),
            workspace: home(),
            place: place.clone(),
            purposes,
            closed: false,
            active: true,
            called: String::new(),
            person: None,
            thread_of: None,
            former: Vec::new(),
        };
        tx.save_room(&room).await.unwrap();
        tx.change_directory(&format!("{} is there", room.id)).await.unwrap();
        tx.commit().await.unwrap();
        place
    }

    /// A group nobody has told the secretary about.
    pub fn group(&self, title: &str, platform: Platform) -> Place {
        assert_eq!(ChatKind::Group, inbound::group(platform, title).kind);
        inbound::group(platform, title)
    }

    /// Changes settings before the story begins.
    pub async fn settings(&self, change: impl FnOnce(&mut Settings)) {
        let mut tx = self.store().begin().await.unwrap();
        let mut settings = tx.settings(&home()).await.unwrap().expect("prepared");
        change(&mut settings);
        tx.save_settings(&settings).await.unwrap();
        tx.commit().await.unwrap();
    }

    /// So many more tickets that stand as this one does.
    pub async fn copies(&self, number: i64, how_many: i64) {
        let mut tx = self.store().begin().await.unwrap();
        let mut one = tx.ticket_numbered(&home(), number).await.unwrap().expect("a ticket of this number");
        // They stand before nobody: hundreds of questions to one person would wait for each other.
        one.decisions.iter_mut().for_each(|decision| decision.asks.clear());
        for number in number + 1..=number + how_many {
            let copy = Ticket { id: TicketId::new(format!("copy-{number}")), number, ..one.clone() };
            tx.save_ticket(&copy, None, &Event::IdeaReceived, None).await.unwrap();
        }
        tx.commit().await.unwrap();
    }

    /// The file of the database is damaged, or mended: what stands for this ticket from now on. Gives what stood there.
    pub async fn spoils(&self, number: i64, body: &str) -> String {
        let url = self.0.file.as_ref().expect("an office on a file");
        let mut file = sqlx::SqliteConnection::connect(url).await.unwrap();
        let sql = "SELECT body FROM tickets WHERE number = $1";
        let (before,): (String,) = sqlx::query_as(sql).bind(number).fetch_one(&mut file).await.unwrap();
        let sql = "UPDATE tickets SET body = $2 WHERE number = $1";
        sqlx::query(sql).bind(number).bind(body).execute(&mut file).await.unwrap();
        file.close().await.unwrap();
        before
    }

    /// Somebody writes into the file where the audit log ends, or takes that away. Gives what stood there.
    pub async fn log_ends(&self, at: Option<(i64, String)>) -> (i64, String) {
        let url = self.0.file.as_ref().expect("an office on a file");
        let mut file = sqlx::SqliteConnection::connect(url).await.unwrap();
        let before = sqlx::query_as("SELECT seq, hash FROM audit_head").fetch_optional(&mut file).await.unwrap();
        sqlx::query("DELETE FROM audit_head").execute(&mut file).await.unwrap();
        if let Some((seq, hash)) = at {
            let sql = "INSERT INTO audit_head (name, seq, hash) VALUES ('audit', $1, $2)";
            sqlx::query(sql).bind(seq).bind(hash).execute(&mut file).await.unwrap();
        }
        file.close().await.unwrap();
        before.unwrap_or_default()
    }

    /// What stands in the audit log, which must be whole.
    pub async fn audited(&self) -> Vec<Entry> {
        let mut tx = self.store().read().await.unwrap();
        let rows = tx.audit_page(i64::MIN, u32::MAX).await.unwrap();
        let mut walk = Walk::new(digest, None);
        let walked = rows.iter().try_for_each(|row| walk.step(row));
        assert_eq!(walked, Ok(()));
        assert_eq!(walk.ends(&tx.audit_end().await.unwrap()), Ok(()));
        rows.iter().map(|row| serde_json::from_str(&row.body).unwrap()).collect()
    }

    /// What a file of a ticket says.
    pub async fn written(&self, ticket: &TicketId, path: &str) -> String {
        Folder::new(self.0.folder.path()).read_file(ticket, path).await.unwrap()
    }

    /// How many events the engine told itself under keys that begin with this.
    pub async fn told(&self, prefix: &str) -> i64 {
        let url = self.0.file.as_ref().expect("an office on a file");
        let mut file = sqlx::SqliteConnection::connect(url).await.unwrap();
        let sql = "SELECT COUNT(*) FROM inbox WHERE platform = 'self' AND substr(event, 1, length($1)) = $1";
        let told = sqlx::query_scalar(sql).bind(prefix).fetch_one(&mut file).await.unwrap();
        file.close().await.unwrap();
        told
    }

    /// Every file this office keeps, its database among them.
    pub(super) fn kept(&self) -> Vec<std::path::PathBuf> {
        assert!(self.0.file.is_some(), "an office on a file");
        let (mut folders, mut files) = (vec![self.0.folder.path().to_owned()], Vec::new());
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() { folders.push(path) } else { files.push(path) }
            }
        }
        files
    }

    /// The day is over: who left longer ago than the settings say is erased.
    pub async fn erases_who_left(&self) {
        self.until_done(async |engine| engine.forget_former().await.unwrap()).await;
        self.settle().await;
    }

    /// A pairing code, as printed for whoever asks at the machine.
    pub async fn pairing_code(&self) -> String {
        self.until_done(async |engine| engine.pairing_code().await.unwrap()).await
    }

    /// What a start says of the pairing code.
    pub async fn first_code(&self, beside_others: bool) -> FirstCode {
        self.until_done(async |engine| engine.first_code(beside_others).await.unwrap()).await
    }

    /// Something asked of the engine by whoever is at the machine, again if a crash cuts it off.
    pub(super) async fn until_done<T>(&self, ask: impl AsyncFn(Arc<Engine>) -> T) -> T {
        loop {
            let engine = self.engine();
            let done = tokio::select! {
                biased;
                () = self.0.fuse.blows() => None,
                done = ask(engine) => Some(done),
            };
            match done {
                Some(done) => return done,
                None => self.restart().await,
            }
        }
    }

    /// What the mind takes messages for; none for a plain model's guess.
    pub fn understands(
        &self,
        how: impl Fn(&UnderstandInput) -> Option<Understanding> + Send + Sync + 'static,
    ) -> &Self {
        *self.0.mind.means.lock().unwrap() = Box::new(how);
        self
    }

    /// From now on a message that contains these words means this, whatever is open.
    pub fn means(&self, words: &str, intent: impl Fn(&UnderstandInput) -> Intent + Send + Sync + 'static) -> &Self {
        let words = words.to_owned();
        let before = std::mem::replace(&mut *self.0.mind.means.lock().unwrap(), Box::new(|_| None));
        self.understands(move |input| {
            if input.message.contains(&words) { Some(super::mind::one(intent(input))) } else { before(input) }
        })
    }

    /// How the mind reads ideas.
    pub fn reads(&self, how: impl Fn(&TriageInput) -> Thought + Send + Sync + 'static) -> &Self {
        *self.0.mind.reads.lock().unwrap() = Box::new(how);
        self
    }

    /// How agents work.
    pub fn works(&self, how: impl Fn(&WorkInput) -> Thought + Send + Sync + 'static) -> &Self {
        *self.0.mind.works.lock().unwrap() = Box::new(how);
        self
    }

    /// How reports are written.
    pub fn writes(&self, how: impl Fn(&ReportInput) -> Thought + Send + Sync + 'static) -> &Self {
        *self.0.mind.writes.lock().unwrap() = Box::new(how);
        self
    }

    /// The model stops or starts to answer.
    pub fn model_is_down(&self, down: bool) {
        self.0.mind.down.store(down, Ordering::SeqCst);
    }

    /// Thinking about this work kills the process, so many times.
    pub fn dies_during(&self, title: &str, times: u32) {
        *self.0.mind.deadly.lock().unwrap() = Some((title.to_owned(), times));
    }

    /// What every answer costs that cannot be used.
    pub fn wastes(&self, usage: secretary::secretary::intent::thinking::Usage) {
        *self.0.mind.wasted.lock().unwrap() = usage;
    }

    /// From now on one person may send so many messages in a minute.
    pub async fn takes_a_minute(&self, messages: u16) {
        *self.0.messages.lock().unwrap() = Some(messages);
        self.restart().await;
    }

    /// What every answer costs that says nothing of it.
    pub fn costs(&self, usage: secretary::secretary::intent::thinking::Usage) {
        *self.0.mind.costs.lock().unwrap() = usage;
    }

    /// What models cost.
    pub fn has_prices(&self, prices: secretary::secretary::budget::cost::Prices) {
        *self.0.mind.prices.lock().unwrap() = prices;
    }

    /// The score of an agent.
    pub async fn score(&self, agent: &str) -> i64 {
        let store = self.0.running.lock().unwrap().as_ref().unwrap().store.clone();
        let mut tx = store.read().await.unwrap();
        tx.records(&home())
            .await
            .unwrap()
            .into_iter()
            .find(|(name, _)| name == agent)
            .map_or(50, |(_, record)| record.score())
    }

    /// The next thought about this work takes so long.
    pub fn thinks_long(&self, title: &str, time: TimeDelta) {
        self.takes_long("work", title, time);
    }

    /// The next reading of a message with these words takes so long.
    pub fn reads_long(&self, words: &str, time: TimeDelta) {
        self.takes_long("understand", words, time);
    }

    fn takes_long(&self, purpose: &'static str, words: &str, time: TimeDelta) {
        let clock = self.0.clock.clone();
        let pass = Box::new(move || clock.set(clock.now() + time));
        *self.0.mind.slow.lock().unwrap() = Some(Slow { purpose, words: words.to_owned(), pass });
    }

    /// How often the typing sign was shown in a chat so far.
    pub fn typed(&self, place: &Place) -> usize {
        self.0.board.state().typing.iter().filter(|shown| shown.chat == place.chat).count()
    }

    /// The messages of a chat on which it was shown that they are kept, each time.
    pub fn receipts(&self, place: &Place) -> Vec<String> {
        let state = self.0.board.state();
        let here = state.receipts.iter().filter(|(shown, _)| shown.chat == place.chat);
        let texts = here.map(|(_, id)| state.messages.iter().find(|m| m.id == *id).map(|m| m.text.clone()));
        texts.map(|text| text.expect("a message that stands there")).collect()
    }

    /// The program has a fault wherever it asks about its model, or has it no more.
    pub fn is_broken(&self, broken: bool) {
        self.0.mind.breaks.store(broken, Ordering::SeqCst);
    }

    /// The folder for the files of tickets is gone, and something else stands in its place.
    pub fn loses_its_disk(&self) {
        std::fs::remove_dir_all(self.0.folder.path()).unwrap();
        std::fs::write(self.0.folder.path(), "").unwrap();
    }

    /// It is back, empty.
    pub fn finds_its_disk(&self) {
        if self.0.folder.path().is_file() {
            std::fs::remove_file(self.0.folder.path()).unwrap();
            std::fs::create_dir(self.0.folder.path()).unwrap();
        }
    }

    /// How many requests the model has answered so far.
    pub fn thoughts(&self) -> usize {
        self.0.mind.asked.lock().unwrap().len()
    }

    /// How many answers each of them might be paid for with.
    pub fn answers_paid(&self) -> Vec<u32> {
        self.0.mind.answers.lock().unwrap().clone()
    }

    /// Counts the answers agents got so far; one that a crash swallowed is none.
    pub fn worked(&self) -> impl Fn() -> usize + Send + Sync + 'static {
        let mind = Arc::downgrade(&self.0.mind);
        move || mind.upgrade().map_or(0, |mind| mind.asked.lock().unwrap().iter().filter(|p| *p == "work").count())
    }

    /// A page of the web.
    pub fn page(&self, url: &str, text: &str) {
        self.0.pages.pages.lock().unwrap().insert(url.to_owned(), text.to_owned());
    }

    /// The server of an address leads on to another one.
    pub fn leads_on(&self, url: &str, to: &str) {
        self.0.pages.moved.lock().unwrap().insert(url.to_owned(), to.to_owned());
    }

    /// From now on there is a search, and whatever it looks for it finds these.
    pub async fn search_finds(&self, hits: Vec<Hit>) {
        let before = self.0.pages.hits.lock().unwrap().replace(hits);
        if before.is_none() {
            self.restart().await;
            self.settle().await;
        }
    }

    /// How often pages were opened.
    pub fn pages_opened(&self) -> usize {
        self.0.pages.opened.lock().unwrap().len()
    }

    /// The next calls of a platform go wrong like this.
    pub fn mishaps(&self, platform: Platform, mishaps: impl IntoIterator<Item = ChatError>) {
        let list: VecDeque<Mishap> = mishaps.into_iter().map(Mishap::Says).collect();
        self.0.board.state().mishaps.insert(platform, list);
    }

    /// The next message of a platform arrives, and the answer does not.
    pub fn loses_next_answer(&self, platform: Platform) {
        self.0.board.state().mishaps.insert(platform, VecDeque::from([Mishap::LosesAnswer]));
    }

    /// The next post with these words on a platform goes wrong: it answers with this, or nobody hears the answer.
    pub fn loses(&self, platform: Platform, words: &str, answer: Option<ChatError>) {
        let mishap = answer.map_or(Mishap::LosesAnswer, Mishap::Says);
        self.0.board.state().losses.push((platform, words.to_owned(), mishap));
    }

    /// The text of everybody's note.
    pub async fn note(&self, title: &str) -> Option<String> {
        let note = Notes::note(&self.store(), &Scope::everybody(home()), title).await.unwrap();
        note.map(|note| note.text)
    }

    /// The text of a note of whoever has this account.
    pub(super) async fn note_of(&self, who: &Account, title: &str) -> Option<String> {
        let account = Handle { platform: who.platform, user: who.user.clone() };
        let person = self.store().read().await.unwrap().member(&home(), &account).await.unwrap().expect("a member");
        let scope = Scope::personal(home(), person.id).own();
        Notes::note(&self.store(), &scope, title).await.unwrap().map(|note| note.text)
    }

    /// The file of this name that was sent last.
    pub fn file(&self, name: &str) -> String {
        let state = self.0.board.state();
        let found = state.files.iter().rev().find(|file| file.name == name);
        found.unwrap_or_else(|| panic!("no file {name} was sent")).text.clone()
    }

    /// From now on the process dies whenever it posts these words.
    pub fn dies_posting(&self, words: &str) {
        self.0.board.state().deadly = Some(words.to_owned());
    }

    /// From now on every call to a platform comes to this, or it works again.
    pub fn is_down(&self, platform: Platform, answer: Option<ChatError>) {
        let mut state = self.0.board.state();
        match answer {
            Some(error) => drop(state.down.insert(platform, error)),
            None => drop(state.down.remove(&platform)),
        }
    }

    /// A chat cannot be reached any more.
    pub fn blocks(&self, place: &Place) {
        self.0.board.state().gone.push(place.chat.clone());
    }

    /// A chat can be reached again.
    pub fn unblocks(&self, place: &Place) {
        self.0.board.state().gone.retain(|c| c != &place.chat);
    }

    /// A chat gets a new id; calls with the old one are told so.
    pub fn moves(&self, place: &Place, to: &str) {
        self.0.board.state().moved.insert(place.chat.clone(), to.to_owned());
    }

    /// Every message as it stands, wherever it is.
    pub fn stands(&self) -> Vec<Standing> {
        self.0.board.state().messages.clone()
    }

    /// Every request to the model so far, as it was put.
    pub fn asked_of_the_model(&self) -> Vec<String> {
        self.0.mind.put.lock().unwrap().clone()
    }

    /// Every address opened so far.
    pub fn addresses_opened(&self) -> Vec<String> {
        self.0.pages.opened.lock().unwrap().clone()
    }

    /// Everything said so far.
    pub fn transcript(&self) -> String {
        self.0.board.transcript()
    }

    /// The whole conversation is exactly this, but for the indentation. After a crash on the way it may have taken other
    /// steps; that it ends the same is checked then.
    #[track_caller]
    pub fn went(&self, wanted: &str) {
        if self.0.fuse.blown() > 0 {
            return;
        }
        let tidy = |text: &str| {
            let lines: Vec<&str> = text.trim_matches('\n').trim_end().lines().collect();
            let margin = |l: &&&str| l.len() - l.trim_start().len();
            let least = lines.iter().filter(|l| !l.trim().is_empty()).map(|l| margin(&l)).min().unwrap_or(0);
            lines.iter().map(|l| l.get(least..).unwrap_or("").trim_end()).collect::<Vec<_>>().join("\n")
        };
        let (wanted, got) = (tidy(wanted), tidy(&self.transcript()));
        assert!(wanted == got, "the conversation went otherwise:\n----\n{got}\n----\nwanted:\n----\n{wanted}\n----");
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
