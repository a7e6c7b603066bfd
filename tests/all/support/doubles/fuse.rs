//! Crashes on purpose. Everything the engine does outwards passes a point: each writing transaction before it
//! begins, each post, edit, thought and page before and after it. At the chosen point the process is as good as
//! dead: the call never returns. What lies between two points changes nothing anybody could see, so "after the
//! n-th commit" is the next point.

use async_trait::async_trait;
use secretary::ports::store::{Store, StoreError, Stored, Tx};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use tokio::sync::Notify;

/// Counts points and blows at one of them.
#[derive(Default)]
pub struct Fuse {
    /// Points passed since it was armed; none before that.
    passed: AtomicUsize,
    /// The first point to blow at, counted from 1; 0 never.
    at: AtomicUsize,
    /// It blows again each time it has passed so many points more; 0 never.
    stride: AtomicUsize,
    blows: AtomicUsize,
    armed: std::sync::atomic::AtomicBool,
    places: Mutex<Vec<(usize, &'static str)>>,
    bell: Notify,
    /// The database has no room.
    full: std::sync::atomic::AtomicBool,
    /// Deciding about an event with these words is the end of the process, each time; and how often it was begun so far.
    deadly: Mutex<Option<(String, u32)>>,
}

impl Fuse {
    /// Begins to count; blows at point `at` and then at each `stride`-th after it; never if they are 0.
    pub fn arm(&self, at: usize, stride: usize) {
        self.passed.store(0, Ordering::SeqCst);
        self.at.store(at, Ordering::SeqCst);
        self.stride.store(stride, Ordering::SeqCst);
        self.armed.store(true, Ordering::SeqCst);
    }

    /// What follows is no part of the story, or is one again. Gives what was before.
    pub fn counts(&self, armed: bool) -> bool {
        self.armed.swap(armed, Ordering::SeqCst)
    }

    /// How often it has blown.
    pub fn blown(&self) -> usize {
        self.blows.load(Ordering::SeqCst)
    }

    fn is_at(&self, point: usize) -> bool {
        let (at, stride) = (self.at.load(Ordering::SeqCst), self.stride.load(Ordering::SeqCst));
        at > 0 && (point == at || stride > 0 && point > at && (point - at).is_multiple_of(stride))
    }

    pub fn passed(&self) -> usize {
        self.passed.load(Ordering::SeqCst)
    }

    /// Passes a point, or never returns.
    pub async fn point(&self, name: &'static str) {
        if !self.armed.load(Ordering::SeqCst) {
            return;
        }
        let n = self.passed.fetch_add(1, Ordering::SeqCst) + 1;
        if self.is_at(n) {
            self.blows.fetch_add(1, Ordering::SeqCst);
            self.places.lock().unwrap().push((n, name));
            self.bell.notify_one();
            std::future::pending::<()>().await;
        }
    }

    /// Blows now, armed or not: never returns.
    pub async fn blow(&self) {
        self.bell.notify_one();
        std::future::pending::<()>().await;
    }

    /// Whether this very point will blow: what happens there is done, and nobody hears of it.
    pub fn blows_next(&self) -> bool {
        self.armed.load(Ordering::SeqCst) && self.is_at(self.passed() + 1)
    }

    /// Returns when it blows.
    pub async fn blows(&self) {
        self.bell.notified().await;
    }

    /// From now on nothing can be written, or all can again.
    pub fn fills_the_disk(&self, full: bool) {
        self.full.store(full, Ordering::SeqCst);
    }

    /// From now on the process does not outlive deciding about an event with these words that was left over.
    pub fn is_deadly(&self, words: &str) {
        *self.deadly.lock().unwrap() = Some((words.to_owned(), 0));
    }

    /// Whether the next step is to decide about the deadly event: that this begins was just written down.
    async fn kills(&self, store: &dyn Store) -> bool {
        let Some((words, begun)) = self.deadly.lock().unwrap().clone() else { return false };
        let rows = store.read().await.unwrap().undecided(64).await.unwrap();
        let Some(row) = rows.iter().find(|row| format!("{:?}", row.arrival).contains(&words)) else { return false };
        let kills = row.begun > begun;
        if kills {
            *self.deadly.lock().unwrap() = Some((words, row.begun));
        }
        kills
    }

    /// Where it blew: points and what was about to happen there, or had just happened.
    pub fn places(&self) -> Vec<(usize, &'static str)> {
        self.places.lock().unwrap().clone()
    }
}

/// A database behind the fuse.
pub struct FusedStore {
    pub inner: Arc<dyn Store>,
    pub fuse: Arc<Fuse>,
}

#[async_trait]
impl Store for FusedStore {
    async fn begin(&self) -> Stored<Box<dyn Tx>> {
        self.fuse.point("begin").await;
        if self.fuse.full.load(Ordering::SeqCst) {
            return Err(StoreError::Later("the disk is full".to_owned()));
        }
        if self.fuse.kills(self.inner.as_ref()).await {
            self.fuse.blow().await;
        }
        self.inner.begin().await
    }

    async fn beside(&self) -> Stored<Box<dyn Tx>> {
        self.begin().await
    }

    async fn read(&self) -> Stored<Box<dyn Tx>> {
        self.inner.read().await
    }

    async fn ask(&self) -> Stored<Box<dyn Tx>> {
        self.inner.ask().await
    }
}
