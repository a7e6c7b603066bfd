//! Doubles behind the web chat: a record in memory, an intake that remembers, a clock and a chance set by
//! the test, and the running server with a small client.

use async_trait::async_trait;
use chrono::{DateTime, TimeDelta, TimeZone, Utc};
use reqwest::{Client, Method, RequestBuilder, Response, StatusCode};
use secretary::adapters::web::{Web, WebConfig, WebError};
use secretary::ports::clock::{Clock, Entropy};
use secretary::ports::files::{ReceivedFiles, check_received};
use secretary::ports::inbox::{Ack, Intake, ReceiveError, Tenure};
use secretary::ports::store::{StoreError, Stored};
use secretary::ports::tool::ToolError;
use secretary::ports::watch::Watch;
use secretary::ports::web::overview::{Overview, Section};
use secretary::ports::web::sessions::Sessions;
use secretary::ports::web::weblog::{Entry, EntryChange, WebLog, WebLogError, WebMessage};
use secretary::secretary::ids::TicketId;
use secretary::secretary::inbound::{Content, Inbound};
use secretary::secretary::message::Form;
use serde_json::{Value, json};
use std::collections::{HashMap, HashSet};
use std::net::SocketAddr;
use std::sync::atomic::{AtomicU8, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

/// How long a test waits for something that must come.
pub const PATIENCE: Duration = Duration::from_secs(60);

#[derive(Default)]
struct Record {
    keys: HashMap<String, i64>,
    entries: Vec<Entry>,
    seq: i64,
}

/// The record of the chat, in memory.
#[derive(Default)]
pub struct MemoryLog {
    record: Mutex<Record>,
    /// So many of the next writes fail.
    pub broken: AtomicUsize,
}

impl MemoryLog {
    fn fails(&self) -> Result<(), WebLogError> {
        let took = self.broken.fetch_update(Ordering::SeqCst, Ordering::SeqCst, |left| left.checked_sub(1));
        if took.is_ok() { Err(WebLogError::Storage("the disk is full".into())) } else { Ok(()) }
    }

    pub fn entries(&self) -> Vec<Entry> {
        self.record.lock().unwrap().entries.clone()
    }
}

#[async_trait]
impl WebLog for MemoryLog {
    async fn append(&self, key: &str, message: WebMessage) -> Result<i64, WebLogError> {
        self.fails()?;
        let mut record = self.record.lock().unwrap();
        if let Some(id) = record.keys.get(key) {
            return Ok(*id);
        }
        record.seq += 1;
        let id = i64::try_from(record.entries.len()).unwrap() + 1;
        let seq = record.seq;
        record.keys.insert(key.to_owned(), id);
        record.entries.push(Entry { seq, id, message });
        Ok(id)
    }

    async fn change(&self, id: i64, change: EntryChange) -> Result<bool, WebLogError> {
        self.fails()?;
        let mut record = self.record.lock().unwrap();
        let seq = record.seq + 1;
        let Some(entry) = record.entries.iter_mut().find(|e| e.id == id) else { return Ok(false) };
        let changed = entry.message.clone().changed(change);
        if entry.message != changed {
            entry.message = changed;
            entry.seq = seq;
            record.seq = seq;
        }
        Ok(true)
    }

    async fn since(&self, seq: i64, limit: usize) -> Result<Vec<Entry>, WebLogError> {
        let mut found: Vec<_> = self.entries().into_iter().filter(|e| e.seq > seq).collect();
        found.sort_by_key(|e| e.seq);
        found.truncate(limit);
        Ok(found)
    }

    async fn latest(&self, before: Option<i64>, limit: usize) -> Result<Vec<Entry>, WebLogError> {
        let mut found: Vec<_> = self.entries().into_iter().filter(|e| before.is_none_or(|b| e.id < b)).collect();
        found.drain(..found.len().saturating_sub(limit));
        Ok(found)
    }
}

/// The sessions, in memory; they outlive a server.
#[derive(Default)]
pub struct MemorySessions(Mutex<Vec<(String, DateTime<Utc>)>>);

#[async_trait]
impl Sessions for MemorySessions {
    async fn begin_session(&self, key: &str, ends_at: DateTime<Utc>, now: DateTime<Utc>, most: u32) -> Stored<()> {
        let mut open = self.0.lock().unwrap();
        open.retain(|(_, ends_at)| *ends_at > now);
        let surplus = (open.len() + 1).saturating_sub(usize::try_from(most).unwrap());
        open.drain(..surplus);
        open.push((key.to_owned(), ends_at));
        Ok(())
    }

    async fn in_session(&self, key: &str, now: DateTime<Utc>) -> Stored<bool> {
        Ok(self.0.lock().unwrap().iter().any(|(held, ends_at)| held == key && *ends_at > now))
    }

    async fn end_session(&self, key: &str) -> Stored<()> {
        self.0.lock().unwrap().retain(|(held, _)| held != key);
        Ok(())
    }
}

/// The storage of received files, in memory, by home and name.
#[derive(Default)]
pub struct MemoryFiles {
    pub kept: watch::Sender<HashMap<(String, String), Vec<u8>>>,
    /// So many of the next writes fail.
    pub broken: AtomicUsize,
}

impl MemoryFiles {
    /// Waits until nothing is kept in a home.
    pub async fn loses(&self, home: &str) {
        let mut kept = self.kept.subscribe();
        let gone = kept.wait_for(|kept| kept.keys().all(|(of, _)| of != home));
        tokio::time::timeout(PATIENCE, gone).await.expect("the home was never removed").unwrap();
    }
}

#[async_trait]
impl ReceivedFiles for MemoryFiles {
    async fn keep(&self, home: &str, name: &str, bytes: &[u8]) -> Result<(), ToolError> {
        check_received(home, name)?;
        let took = self.broken.fetch_update(Ordering::SeqCst, Ordering::SeqCst, |left| left.checked_sub(1));
        if took.is_ok() {
            return Err(ToolError::Later("the disk is full".into()));
        }
        self.kept.send_modify(|kept| drop(kept.insert((home.to_owned(), name.to_owned()), bytes.to_vec())));
        Ok(())
    }

    async fn kept(&self, home: &str, name: &str) -> Result<Option<Vec<u8>>, ToolError> {
        check_received(home, name)?;
        Ok(self.kept.borrow().get(&(home.to_owned(), name.to_owned())).cloned())
    }

    async fn erase_kept(&self, home: &str) -> Result<(), ToolError> {
        self.kept.send_modify(|kept| kept.retain(|(of, _), _| of != home));
        Ok(())
    }

    async fn file_bytes(&self, _: &TicketId, _: &str) -> Result<Vec<u8>, ToolError> {
        Err(ToolError::TellModel("there are no tickets here".into()))
    }
}

/// An intake which remembers what arrived, drops repeated events, and answers as told.
pub struct Ears {
    heard: watch::Sender<Vec<Inbound>>,
    seen: Mutex<HashSet<String>>,
    /// The answer to presses, forms and commands.
    pub answer: Mutex<Ack>,
    /// The forms behind button data.
    pub forms: Mutex<HashMap<String, Form>>,
    /// So many of the next calls fail.
    pub broken: AtomicUsize,
}

impl Default for Ears {
    fn default() -> Self {
        Self {
            heard: watch::Sender::new(Vec::new()),
            seen: Mutex::default(),
            answer: Mutex::new(Ack::Defer),
            forms: Mutex::default(),
            broken: AtomicUsize::new(0),
        }
    }
}

impl Ears {
    pub fn heard(&self) -> Vec<Inbound> {
        self.heard.borrow().clone()
    }

    /// Waits until `count` events arrived.
    pub async fn hears(&self, count: usize) -> Vec<Inbound> {
        let mut heard = self.heard.subscribe();
        let all = tokio::time::timeout(PATIENCE, heard.wait_for(|all| all.len() >= count)).await;
        all.expect("the event never arrived").unwrap().clone()
    }
}

impl Tenure for Ears {}

#[async_trait]
impl Intake for Ears {
    async fn receive(&self, batch: Vec<Inbound>) -> Result<(), ReceiveError> {
        let took = self.broken.fetch_update(Ordering::SeqCst, Ordering::SeqCst, |left| left.checked_sub(1));
        if took.is_ok() {
            return Err(ReceiveError::Storage("the disk is full".into()));
        }
        let mut seen = self.seen.lock().unwrap();
        for inbound in batch {
            if seen.insert(inbound.event.clone()) {
                self.heard.send_modify(|all| all.push(inbound));
            }
        }
        Ok(())
    }

    async fn form(&self, inbound: &Inbound) -> Option<Ack> {
        let Content::Press { data, .. } = &inbound.content else { return None };
        let form = self.forms.lock().unwrap().get(data).cloned()?;
        Some(Ack::OpenForm { data: data.clone(), form })
    }

    async fn ack(&self, _: &Inbound) -> Ack {
        self.answer.lock().unwrap().clone()
    }

    async fn suggest(&self, _: &Inbound, _: &str) -> Vec<(String, String)> {
        Vec::new()
    }
}

/// An overview that tells what the test says.
#[derive(Default)]
pub struct MemoryOverview {
    pub sections: Mutex<Vec<Section>>,
    /// Who asked.
    pub askers: Mutex<Vec<Inbound>>,
    /// So many of the next calls fail.
    pub broken: AtomicUsize,
}

#[async_trait]
impl Overview for MemoryOverview {
    async fn overview(&self, asker: &Inbound) -> Stored<Vec<Section>> {
        let took = self.broken.fetch_update(Ordering::SeqCst, Ordering::SeqCst, |left| left.checked_sub(1));
        if took.is_ok() {
            return Err(StoreError::Broken("the disk is full".into()));
        }
        self.askers.lock().unwrap().push(asker.clone());
        Ok(self.sections.lock().unwrap().clone())
    }
}

/// A clock which stands still until it is moved.
pub struct StandingClock(Mutex<DateTime<Utc>>);

impl StandingClock {
    pub fn forward(&self, by: TimeDelta) {
        *self.0.lock().unwrap() += by;
    }
}

#[async_trait]
impl Clock for StandingClock {
    fn now(&self) -> DateTime<Utc> {
        *self.0.lock().unwrap()
    }

    async fn sleep_until(&self, _: DateTime<Utc>) {}
}

/// Seeds that differ from each other and nothing more.
#[derive(Default)]
struct Counted(AtomicU8);

impl Entropy for Counted {
    fn seed(&self) -> Result<[u8; 32], std::io::Error> {
        Ok([self.0.fetch_add(1, Ordering::SeqCst); 32])
    }
}

/// A web chat that runs on a port of its own.
pub struct Served {
    pub web: Arc<Web>,
    pub ears: Arc<Ears>,
    pub log: Arc<MemoryLog>,
    pub files: Arc<MemoryFiles>,
    pub overview: Arc<MemoryOverview>,
    pub clock: Arc<StandingClock>,
    pub addr: SocketAddr,
    pub client: Client,
    pub stop: CancellationToken,
    pub running: JoinHandle<std::io::Result<()>>,
}

/// The parts of a web chat which does not run yet.
pub struct Parts {
    pub ears: Arc<Ears>,
    pub log: Arc<MemoryLog>,
    pub files: Arc<MemoryFiles>,
    pub clock: Arc<StandingClock>,
    pub sessions: Arc<MemorySessions>,
    pub overview: Arc<MemoryOverview>,
}

impl Default for Parts {
    fn default() -> Self {
        let start = Utc.with_ymd_and_hms(2026, 11, 23, 9, 0, 0).unwrap();
        let clock = Arc::new(StandingClock(Mutex::new(start)));
        let (ears, log, files, sessions) = (Arc::default(), Arc::default(), Arc::default(), Arc::default());
        Self { ears, log, files, clock, sessions, overview: Arc::default() }
    }
}

impl Parts {
    pub fn web(&self, addr: &str, password: Option<&str>) -> Result<Web, WebError> {
        let commands = [("list", "What is open"), ("report", "A digest, now or at a time"), ("help", "What I can do")];
        let config = WebConfig {
            addr: addr.parse().unwrap(),
            password: password.map(str::to_owned),
            commands: commands.map(|(name, does)| (name.to_owned(), does.to_owned())).to_vec(),
            suggestions: vec!["What is 3 < 4?".to_owned()],
        };
        let (ears, log, clock) = (Arc::clone(&self.ears), Arc::clone(&self.log), Arc::clone(&self.clock));
        let (sessions, files) = (Arc::clone(&self.sessions), Arc::clone(&self.files));
        let web = Web::new(config, ears, log, clock, Arc::new(Counted::default()), sessions, files)?;
        let overview = Arc::clone(&self.overview);
        Ok(web.showing(overview))
    }

    pub async fn serve(self, password: Option<&str>, extra: Option<axum::Router>) -> Served {
        let web = self.web("127.0.0.1:0", password).unwrap();
        self.serves(web, extra).await
    }

    /// The same, watched over by somebody, with a key of its own for the figures.
    pub async fn serve_watched(self, password: Option<&str>, by: Option<(Arc<dyn Watch>, Option<&str>)>) -> Served {
        let mut web = self.web("127.0.0.1:0", password).unwrap();
        if let Some((watch, token)) = by {
            web = web.watched_by(watch, token);
        }
        self.serves(web, None).await
    }

    /// Serves this web chat, which was made of these parts.
    pub async fn serves(self, web: Web, extra: Option<axum::Router>) -> Served {
        // Nobody else's crypto is asked for here, but the client is built with it.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let addr = listener.local_addr().unwrap();
        let web = Arc::new(web);
        let stop = CancellationToken::new();
        let running = tokio::spawn(Arc::clone(&web).serve(listener, extra, stop.clone()));
        let client = Client::builder().redirect(reqwest::redirect::Policy::none()).no_proxy().build().unwrap();
        Served {
            web,
            ears: self.ears,
            log: self.log,
            files: self.files,
            overview: self.overview,
            clock: self.clock,
            addr,
            client,
            stop,
            running,
        }
    }
}

/// A web chat without a password.
pub async fn served() -> Served {
    Parts::default().serve(None, None).await
}

impl Drop for Served {
    fn drop(&mut self) {
        self.stop.cancel();
    }
}

impl Served {
    pub fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.addr)
    }

    /// A request as our own page sends it.
    pub fn ask(&self, method: Method, path: &str) -> RequestBuilder {
        let origin = format!("http://{}", self.addr);
        self.client.request(method, self.url(path)).header("Origin", origin).header("Sec-Fetch-Site", "same-origin")
    }

    pub async fn post(&self, path: &str, body: Value) -> (StatusCode, Value) {
        read(self.ask(Method::POST, path).json(&body).send().await.unwrap()).await
    }

    pub async fn get(&self, path: &str) -> Value {
        let (status, body) = read(self.ask(Method::GET, path).send().await.unwrap()).await;
        assert_eq!(status, StatusCode::OK, "{body}");
        body
    }

    pub async fn say(&self, text: &str, id: &str) -> (StatusCode, Value) {
        self.post("/api/say", json!({ "text": text, "id": id })).await
    }
}

pub async fn read(answer: Response) -> (StatusCode, Value) {
    let status = answer.status();
    let text = answer.text().await.unwrap();
    (status, serde_json::from_str(&text).unwrap_or(Value::String(text)))
}
