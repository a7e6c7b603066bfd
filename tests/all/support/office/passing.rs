//! Time passes, things arrive, and everything that is due happens.

use crate::support::doubles::clock::ManualClock;
use crate::support::office::Office;
use chrono::{DateTime, TimeDelta, Utc};
use secretary::engine::Engine;
use secretary::ports::clock::Clock;
use secretary::ports::inbox::{Ack, Intake};
use secretary::secretary::inbound::{Inbound, Platform, Trouble};
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// What is due this soon happens while people wait: retries, progress edits, rate-limited posts.
const SOON: TimeDelta = TimeDelta::seconds(5);
/// A person does one thing in this time.
const PACE: TimeDelta = TimeDelta::seconds(20);

impl Office {
    /// Time passes and nothing happens in it.
    pub(in crate::support) fn skip(&self, time: TimeDelta) {
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

    /// What is said may quote scripts, and what is wrong with them.
    pub fn quotes_scripts(&self) {
        self.0.board.state().raw = true;
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
    pub(in crate::support) async fn arrive(&self, inbound: &[Inbound]) {
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
    pub(in crate::support) async fn takes_in(&self, inbound: &[Inbound]) {
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
    pub(in crate::support) fn tick(&self) -> DateTime<Utc> {
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

    pub(in crate::support) fn next_event(&self) -> String {
        format!("event-{}", self.0.events.fetch_add(1, Ordering::SeqCst))
    }

    /// Something asked of the engine by whoever is at the machine, again if a crash cuts it off.
    pub(in crate::support) async fn until_done<T>(&self, ask: impl AsyncFn(Arc<Engine>) -> T) -> T {
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
}
