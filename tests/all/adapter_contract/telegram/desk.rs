//! What the tests put around the adapter: a clock moved by hand, an intake that writes down, marks in memory.

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use proof::telegram::{FakeTelegram, Violation};
use secretary::adapters::telegram::{Telegram, TelegramConfig, Webhook};
use secretary::ports::chat::{Chat, ChatError, Posting, Sent};
use secretary::ports::clock::Clock;
use secretary::ports::inbox::{Ack, Intake, Marks, ReceiveError, Tenure};
use secretary::secretary::inbound::{ChatKind, Content, Inbound, Place, Platform};
use secretary::secretary::message::Message;
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

/// The longest a test waits for something that should happen at once.
pub const SOON: Duration = Duration::from_secs(60);

/// Waits for a condition on something that can be watched.
async fn until<T, R>(sender: &watch::Sender<T>, what: &str, look: impl Fn(&T) -> Option<R>) -> R {
    let mut watcher = sender.subscribe();
    let wait = async {
        loop {
            if let Some(found) = look(&watcher.borrow_and_update()) {
                return found;
            }
            watcher.changed().await.expect("the sender lives");
        }
    };
    tokio::time::timeout(SOON, wait).await.unwrap_or_else(|_| panic!("waited in vain for {what}"))
}

/// A clock which stands still until a test moves it.
pub struct HandClock {
    now: watch::Sender<DateTime<Utc>>,
    waiting: watch::Sender<Vec<DateTime<Utc>>>,
}

/// Takes a sleeper off the list, also when it is dropped.
struct Sleeper<'a>(&'a HandClock, DateTime<Utc>);

impl Drop for Sleeper<'_> {
    fn drop(&mut self) {
        self.0.waiting.send_modify(|waiting| {
            if let Some(at) = waiting.iter().position(|at| *at == self.1) {
                waiting.remove(at);
            }
        });
    }
}

impl HandClock {
    pub fn new() -> Arc<Self> {
        let start = DateTime::from_timestamp(1_800_000_000, 0).unwrap();
        Arc::new(Self { now: watch::Sender::new(start), waiting: watch::Sender::default() })
    }

    pub fn advance(&self, by: Duration) {
        self.now.send_modify(|now| *now += by);
    }

    /// How long the next sleeper still sleeps, as soon as there is one.
    pub async fn next_wait(&self) -> Duration {
        // Sleepers whose time has come may not have noticed yet.
        let asleep = |at: &&DateTime<Utc>| **at > *self.now.borrow();
        let earliest = until(&self.waiting, "a sleeper", |waiting| waiting.iter().filter(asleep).min().copied()).await;
        (earliest - *self.now.borrow()).to_std().unwrap()
    }

    /// Lets the next sleeper wake up; returns how long it slept.
    pub async fn pass(&self) -> Duration {
        let wait = self.next_wait().await;
        self.advance(wait);
        wait
    }
}

#[async_trait]
impl Clock for HandClock {
    fn now(&self) -> DateTime<Utc> {
        *self.now.borrow()
    }

    async fn sleep_until(&self, at: DateTime<Utc>) {
        let mut watcher = self.now.subscribe();
        self.waiting.send_modify(|waiting| waiting.push(at));
        let _listed = Sleeper(self, at);
        watcher.wait_for(|now| *now >= at).await.expect("the clock lives");
    }
}

/// An intake which writes down what it takes, and can be told to refuse or to hesitate.
pub struct Notebook {
    taken: watch::Sender<Vec<Inbound>>,
    tries: watch::Sender<usize>,
    refusals: Mutex<usize>,
    ack: Mutex<Option<Ack>>,
    held: Mutex<bool>,
    out: AtomicBool,
    returns: AtomicUsize,
}

impl Notebook {
    pub fn new() -> Arc<Self> {
        Arc::new(Self {
            taken: watch::Sender::default(),
            tries: watch::Sender::default(),
            refusals: Mutex::new(0),
            ack: Mutex::new(Some(Ack::Defer)),
            held: Mutex::new(false),
            out: AtomicBool::new(false),
            returns: AtomicUsize::new(0),
        })
    }

    /// The next `count` batches are not stored.
    pub fn refuse(&self, count: usize) {
        *self.refusals.lock().unwrap() = count;
    }

    /// From now on `receive` never returns, as in a process that dies in it.
    pub fn hang(&self) {
        *self.held.lock().unwrap() = true;
    }

    /// Whether others may receive in place of this process.
    pub fn lease_runs_out(&self, out: bool) {
        self.out.store(out, Ordering::SeqCst);
    }

    /// How often it was told that prompts are to be shown anew.
    pub fn returns(&self) -> usize {
        self.returns.load(Ordering::SeqCst)
    }

    /// The answer to presses; `None` keeps them waiting.
    pub fn answer(&self, ack: Option<Ack>) {
        *self.ack.lock().unwrap() = ack;
    }

    pub fn taken(&self) -> Vec<Inbound> {
        self.taken.borrow().clone()
    }

    /// As soon as `receive` was called so often.
    pub async fn tried(&self, count: usize) {
        until(&self.tries, "a try", |tries| (*tries >= count).then_some(())).await;
    }

    /// The first event that was taken in and fits, as soon as there is one.
    pub async fn find(&self, what: &str, fits: impl Fn(&Inbound) -> bool) -> Inbound {
        until(&self.taken, what, |taken| taken.iter().find(|inbound| fits(inbound)).cloned()).await
    }

    /// The text message with these words.
    pub async fn text(&self, words: &str) -> Inbound {
        self.find(words, |inbound| matches!(&inbound.content, Content::Text { text, .. } if text == words)).await
    }
}

#[async_trait]
impl Tenure for Notebook {
    fn holds(&self) -> bool {
        !self.out.load(Ordering::SeqCst)
    }

    async fn back(&self) -> bool {
        self.returns.fetch_add(1, Ordering::SeqCst);
        true
    }
}

#[async_trait]
impl Intake for Notebook {
    async fn receive(&self, batch: Vec<Inbound>) -> Result<(), ReceiveError> {
        self.tries.send_modify(|tries| *tries += 1);
        if *self.held.lock().unwrap() {
            std::future::pending::<()>().await;
        }
        let refused = {
            let mut refusals = self.refusals.lock().unwrap();
            let refused = *refusals > 0;
            *refusals = refusals.saturating_sub(1);
            refused
        };
        if refused {
            return Err(ReceiveError::Storage("the disk is full".to_owned()));
        }
        self.taken.send_modify(|taken| taken.extend(batch));
        Ok(())
    }

    async fn form(&self, _: &Inbound) -> Option<Ack> {
        panic!("Telegram has no forms, so it must not ask for one");
    }

    async fn ack(&self, _: &Inbound) -> Ack {
        let ack = self.ack.lock().unwrap().clone();
        match ack {
            Some(ack) => ack,
            None => std::future::pending().await,
        }
    }

    async fn suggest(&self, _: &Inbound, _: &str) -> Vec<(String, String)> {
        Vec::new()
    }
}

/// The name under which the ids of events received lately stand.
pub const RECEIVED: &str = "received";

#[derive(Default)]
pub struct Memory(Mutex<HashMap<String, String>>);

#[async_trait]
impl Marks for Memory {
    async fn mark(&self, name: &str) -> Result<Option<String>, ReceiveError> {
        Ok(self.0.lock().unwrap().get(name).cloned())
    }

    async fn set_mark(&self, name: &str, value: &str) -> Result<(), ReceiveError> {
        self.0.lock().unwrap().insert(name.to_owned(), value.to_owned());
        Ok(())
    }

    async fn received(&self, _: Platform, _: &str, _: &str, _: DateTime<Utc>) -> Result<Vec<String>, ReceiveError> {
        let known = self.0.lock().unwrap().get(RECEIVED).cloned().unwrap_or_default();
        Ok(known.split_whitespace().map(str::to_owned).collect())
    }

    async fn places(&self, _: Platform, _: bool) -> Result<Vec<Place>, ReceiveError> {
        Ok(Vec::new())
    }
}

/// A bot at work. Dropping it is like killing the process.
pub struct Desk {
    pub telegram: Telegram,
    pub clock: Arc<HandClock>,
    pub notebook: Arc<Notebook>,
    pub marks: Arc<Memory>,
    task: Option<JoinHandle<()>>,
    stop: CancellationToken,
}

impl Desk {
    /// The adapter alone: it can send, and does not receive yet.
    pub fn at(fake: &FakeTelegram) -> Self {
        Self::with(fake, fake.token(), None, Arc::default())
    }

    pub fn with(fake: &FakeTelegram, token: &str, webhook: Option<Webhook>, marks: Arc<Memory>) -> Self {
        let (clock, notebook) = (HandClock::new(), Notebook::new());
        let config = TelegramConfig { token: token.to_owned(), api_url: Some(fake.url()), webhook };
        let telegram = Telegram::connect(config, clock.clone(), notebook.clone(), marks.clone());
        Self { telegram, clock, notebook, marks, task: None, stop: CancellationToken::new() }
    }

    /// Starts receiving.
    pub fn run(&mut self) {
        let (telegram, stop) = (self.telegram.clone(), self.stop.clone());
        self.task = Some(tokio::spawn(async move { telegram.run(stop).await }));
    }

    /// A bot that receives.
    pub fn running(fake: &FakeTelegram) -> Self {
        let mut desk = Self::at(fake);
        desk.run();
        desk
    }

    /// Waits for `run` to end by itself.
    pub async fn ended(&mut self) {
        let task = self.task.take().expect("running");
        tokio::time::timeout(SOON, task).await.expect("run ends").expect("without a panic");
    }

    /// An orderly stop; waits until the platform has noticed.
    pub async fn stop(mut self, fake: &FakeTelegram) {
        self.stop.cancel();
        self.ended().await;
        fake.wait_for(|fake| (!fake.is_polled()).then_some(()), SOON).await.expect("the poll ends");
    }

    /// Kills the bot, and waits until the platform has noticed.
    pub async fn kill(mut self, fake: &FakeTelegram) {
        if let Some(task) = self.task.take() {
            task.abort();
            let _ = task.await;
        }
        fake.wait_for(|fake| (!fake.is_polled()).then_some(()), SOON).await.expect("the poll ends");
    }

    pub async fn post(&self, to: &Place, message: &Message) -> Result<Sent, ChatError> {
        self.post_part(to, message, 0, None).await
    }

    pub async fn post_part(
        &self,
        to: &Place,
        message: &Message,
        part: usize,
        reply_to: Option<&str>,
    ) -> Result<Sent, ChatError> {
        let posting = Posting {
            to,
            message,
            part,
            key: "k",
            reply_to,
            handle: None,
            unclear_since: None,
            file: None,
            people: &[],
        };
        self.telegram.post(posting).await
    }

    /// Posts what is unclear since then.
    pub async fn post_again(
        &self,
        to: &Place,
        message: &Message,
        unclear_since: Option<DateTime<Utc>>,
    ) -> Result<Sent, ChatError> {
        let posting = Posting {
            to,
            message,
            part: 0,
            key: "k",
            reply_to: None,
            handle: None,
            unclear_since,
            file: None,
            people: &[],
        };
        self.telegram.post(posting).await
    }
}

impl Drop for Desk {
    fn drop(&mut self) {
        if let Some(task) = self.task.take() {
            task.abort();
        }
    }
}

/// A place as the engine knows it.
pub fn place(chat: i64, kind: ChatKind) -> Place {
    Place {
        platform: Platform::Telegram,
        bot: "123456".into(),
        chat: chat.to_string(),
        thread: None,
        kind,
        title: None,
    }
}

/// A server with one person, Ann, who has pressed Start.
pub async fn with_ann() -> (FakeTelegram, i64, Place) {
    let fake = FakeTelegram::start().await;
    let ann = fake.user(7, "Ann");
    fake.open_chat(ann);
    (fake, ann, place(ann, ChatKind::Direct))
}

/// The adapter broke no rule of the platform.
#[track_caller]
pub fn clean(fake: &FakeTelegram) {
    assert_eq!(fake.violations(), Vec::<Violation>::new());
}

/// Everything was confirmed.
pub async fn confirmed(fake: &FakeTelegram) {
    let empty = fake.wait_for(|fake| fake.pending_updates().is_empty().then_some(()), SOON).await;
    assert!(empty.is_some(), "not confirmed: {:?}", fake.pending_updates());
}
