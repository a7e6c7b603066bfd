//! The secretary's side of the adapter, as a test sees it: what was received, what is answered, what is remembered.

use async_trait::async_trait;
use chrono::{DateTime, TimeDelta, Utc};
use secretary::ports::clock::Clock;
use secretary::ports::inbox::{Ack, Intake, Marks, ReceiveError, Tenure};
use secretary::secretary::inbound::{Content, Inbound, Place, Platform};
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use tokio::sync::watch;

type Answer = Box<dyn Fn(&Inbound) -> Ack + Send + Sync>;

/// Receives, answers and remembers.
pub struct Desk {
    received: watch::Sender<Vec<Inbound>>,
    pub marks: watch::Sender<HashMap<String, String>>,
    pub places: Mutex<Vec<Place>>,
    /// Those that could not be reached.
    pub closed: Mutex<Vec<Place>>,
    ack: Mutex<Answer>,
    form: Mutex<Option<Ack>>,
    /// Short answers wait while this is true.
    pub busy: watch::Sender<bool>,
    pub broken: AtomicBool,
    /// So many times it is not told how far a channel was read.
    pub forgetful: AtomicU64,
    pub refusals: watch::Sender<usize>,
    pub duplicates: Mutex<Vec<String>>,
    pub wall: Arc<Wall>,
}

impl Desk {
    pub fn new() -> Self {
        Self {
            received: watch::channel(Vec::new()).0,
            marks: watch::channel(HashMap::new()).0,
            places: Mutex::default(),
            closed: Mutex::default(),
            ack: Mutex::new(Box::new(|_| Ack::Defer)),
            form: Mutex::default(),
            busy: watch::channel(false).0,
            broken: AtomicBool::new(false),
            forgetful: AtomicU64::new(0),
            refusals: watch::channel(0).0,
            duplicates: Mutex::default(),
            wall: Arc::default(),
        }
    }

    /// The memory of the inbox that follows a program killed at this moment: nothing more was written.
    pub fn after_a_kill(&self) -> Self {
        let heir = Self::new();
        heir.marks.send_replace(self.marks.borrow().clone());
        *heir.places.lock().unwrap() = self.places.lock().unwrap().clone();
        heir.received.send_replace(self.received());
        heir
    }

    pub fn answer_with(&self, answer: impl Fn(&Inbound) -> Ack + Send + Sync + 'static) {
        *self.ack.lock().unwrap() = Box::new(answer);
    }

    pub fn open_form(&self, form: Ack) {
        *self.form.lock().unwrap() = Some(form);
    }

    /// Everything received so far, in order.
    pub fn received(&self) -> Vec<Inbound> {
        self.received.borrow().clone()
    }

    /// Waits for an event that fits.
    pub async fn wait_for(&self, what: &str, fits: impl Fn(&Inbound) -> bool) -> Inbound {
        let mut events = self.received.subscribe();
        let found = events.wait_for(|events| events.iter().any(&fits));
        match tokio::time::timeout(super::stage::SOON, found).await {
            Ok(Ok(events)) => events.iter().find(|event| fits(event)).cloned().unwrap(),
            _ => panic!("{what} was not received, but {:#?}", self.received()),
        }
    }

    /// Waits until what was received is like this.
    pub async fn wait_until(&self, what: &str, fits: impl Fn(&Vec<Inbound>) -> bool) {
        let mut events = self.received.subscribe();
        let found = tokio::time::timeout(super::stage::SOON, events.wait_for(fits)).await.is_ok();
        assert!(found, "{what} did not come, but {:#?}", self.received());
    }

    /// Waits for a text.
    pub async fn wait_text(&self, words: &str) -> Inbound {
        self.wait_for(words, |event| text_of(event) == Some(words)).await
    }

    /// Waits until so many texts were received; all of them, in order.
    pub async fn wait_texts(&self, count: usize) -> Vec<String> {
        let mut events = self.received.subscribe();
        let found = events.wait_for(|events| events.iter().filter_map(text_of).count() >= count);
        let found = tokio::time::timeout(super::stage::SOON, found).await.is_ok();
        assert!(found, "{count} texts were not received, but {:#?}", self.texts());
        self.texts()
    }

    /// The texts received, in order.
    pub fn texts(&self) -> Vec<String> {
        self.received().iter().filter_map(text_of).map(str::to_owned).collect()
    }

    /// Waits for a mark.
    pub async fn wait_mark(&self, name: &str, value: &str) {
        let mut marks = self.marks.subscribe();
        let found = marks.wait_for(|marks| marks.get(name).is_some_and(|v| v == value));
        let found = tokio::time::timeout(super::stage::SOON, found).await.is_ok();
        assert!(found, "{name} is not {value} but {:?}", self.marks.borrow().get(name));
    }
}

pub fn text_of(event: &Inbound) -> Option<&str> {
    match &event.content {
        Content::Text { text, .. } => Some(text),
        _ => None,
    }
}

impl Tenure for Desk {}

#[async_trait]
impl Intake for Desk {
    async fn receive(&self, batch: Vec<Inbound>) -> Result<(), ReceiveError> {
        if self.broken.load(Ordering::SeqCst) {
            self.refusals.send_modify(|n| *n += 1);
            return Err(ReceiveError::Storage("the disk is full".to_owned()));
        }
        self.received.send_modify(|all| {
            for event in batch {
                if all.iter().any(|known| known.event == event.event) {
                    self.duplicates.lock().unwrap().push(event.event);
                } else {
                    all.push(event);
                }
            }
        });
        Ok(())
    }

    async fn form(&self, _: &Inbound) -> Option<Ack> {
        self.form.lock().unwrap().clone()
    }

    async fn ack(&self, inbound: &Inbound) -> Ack {
        let mut busy = self.busy.subscribe();
        busy.wait_for(|busy| !busy).await.unwrap();
        self.ack.lock().unwrap()(inbound)
    }

    async fn suggest(&self, _: &Inbound, prefix: &str) -> Vec<(String, String)> {
        (0..40).map(|n| (format!("{prefix}{n}"), format!("#{prefix}{n} {}", "A logo ".repeat(30)))).collect()
    }
}

#[async_trait]
impl Marks for Desk {
    async fn mark(&self, name: &str) -> Result<Option<String>, ReceiveError> {
        let last = name.starts_with("discord:last:");
        if last && self.forgetful.fetch_update(Ordering::SeqCst, Ordering::SeqCst, |left| left.checked_sub(1)).is_ok() {
            return Err(ReceiveError::Storage("the database is locked".to_owned()));
        }
        Ok(self.marks.borrow().get(name).cloned())
    }

    async fn set_mark(&self, name: &str, value: &str) -> Result<(), ReceiveError> {
        self.marks.send_modify(|marks| drop(marks.insert(name.to_owned(), value.to_owned())));
        Ok(())
    }

    async fn received(&self, _: Platform, _: &str, _: &str, _: DateTime<Utc>) -> Result<Vec<String>, ReceiveError> {
        Ok(Vec::new())
    }

    async fn places(&self, _: Platform, reached: bool) -> Result<Vec<Place>, ReceiveError> {
        let of = if reached { &self.places } else { &self.closed };
        Ok(of.lock().unwrap().clone())
    }
}

/// The clock on the wall, and the seconds it was put forward.
#[derive(Default)]
pub struct Wall(pub AtomicI64);

#[async_trait]
impl Clock for Wall {
    #[allow(clippy::disallowed_methods, reason = "sockets live in real time")]
    fn now(&self) -> DateTime<Utc> {
        Utc::now() + TimeDelta::seconds(self.0.load(Ordering::SeqCst))
    }

    async fn sleep_until(&self, at: DateTime<Utc>) {
        tokio::time::sleep((at - self.now()).to_std().unwrap_or_default()).await;
    }
}
