//! What surrounds the engine in one life: time, chance, the platforms' board, the trace, and what went against an
//! invariant. Everything that acts in the life shares it.

use crate::chance::Chance;
use crate::outside::board::Board;
use crate::outside::trace::Trace;
use async_trait::async_trait;
use chrono::{DateTime, TimeDelta, Utc};
use secretary::ports::clock::{Clock, Entropy};
use secretary::secretary::ids::{RunId, TicketId};
use std::collections::{BTreeMap, BTreeSet};
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};

/// An invariant that did not hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// The name of the invariant.
    pub invariant: &'static str,
    /// What was seen.
    pub what: String,
    /// How many events had happened.
    pub event: u64,
}

/// How bad the world is: cases in a thousand.
#[derive(Clone, Copy, Debug, Default)]
pub struct Weather {
    /// Calls to a platform that certainly fail.
    pub fails: u32,
    /// Messages that arrive without the answer doing so.
    pub loses_answer: u32,
    /// Calls that take long.
    pub slow: u32,
    /// Requests to the model that come to nothing.
    pub model_fails: u32,
    /// Answers of the model that are nonsense.
    pub nonsense: u32,
    /// Turns in which an agent changes something, or breaks its step with a tool.
    pub rash: u32,
    /// Turns in which an agent asks people, beside those in which one does anyway: none, but to bring a fault out.
    pub asks: u32,
    /// Arrivals that come twice.
    pub doubles: u32,
    /// Crashes, by step.
    pub crashes: u32,
    /// Stops on purpose, by step.
    pub stops: u32,
    /// Times nothing can be stored, by step.
    pub full_disk: u32,
    /// Platforms that go down, by step.
    pub outages: u32,
}

impl Weather {
    /// The weather of one life: from none at all to a storm.
    pub fn drawn(chance: &mut Chance) -> Self {
        let mut up_to = |most: i64| u32::try_from(chance.between(0, most)).unwrap_or(0);
        Self {
            fails: up_to(200),
            loses_answer: up_to(150),
            slow: up_to(200),
            model_fails: up_to(250),
            nonsense: up_to(150),
            rash: up_to(150),
            asks: 0,
            doubles: up_to(200),
            crashes: up_to(12),
            stops: up_to(4),
            full_disk: up_to(3),
            outages: up_to(3),
        }
    }
}

/// What is being done at the moment.
#[derive(Clone, Debug, Default)]
pub struct Doing {
    /// The id of the outbox row.
    pub row: String,
    /// Its ticket.
    pub ticket: Option<TicketId>,
    /// Its run.
    pub run: Option<RunId>,
}

/// The mutable part.
pub struct Surroundings {
    /// The moment.
    pub now: DateTime<Utc>,
    /// Chance.
    pub chance: Chance,
    /// The platforms.
    pub board: Board,
    /// What happened.
    pub trace: Trace,
    /// What should not have.
    pub violations: Vec<Violation>,
    /// Events so far.
    pub events: u64,
    /// How bad the world is.
    pub weather: Weather,
    /// When whoever sleeps in what is being polled wants to wake.
    pub wake_at: Option<DateTime<Utc>>,
    /// What is being polled.
    pub doing: Doing,
    /// Runs in the middle of a call of model or tool.
    pub calling: BTreeSet<RunId>,
    /// The last call of a tool of each run, in this process.
    pub last_calls: BTreeMap<RunId, String>,
    /// Calls of tools behind which their run went on.
    pub finished_calls: BTreeSet<String>,
    /// Attempts at calls that cannot be repeated.
    pub attempts: BTreeSet<String>,
    /// The files that are kept, by home and name.
    pub storage: BTreeMap<(String, String), Vec<u8>>,
}

/// The shared surroundings.
#[derive(Clone)]
pub struct Around(Arc<Mutex<Surroundings>>);

impl Around {
    /// The surroundings of a seed at a moment.
    pub fn new(seed: u64, now: DateTime<Utc>, story: bool) -> Self {
        Self(Arc::new(Mutex::new(Surroundings {
            now,
            chance: Chance::new(seed),
            board: Board::default(),
            trace: Trace::new(story),
            violations: Vec::new(),
            events: 0,
            weather: Weather::default(),
            wake_at: None,
            doing: Doing::default(),
            calling: BTreeSet::new(),
            last_calls: BTreeMap::new(),
            finished_calls: BTreeSet::new(),
            attempts: BTreeSet::new(),
            storage: BTreeMap::new(),
        })))
    }

    /// All of it.
    pub fn lock(&self) -> MutexGuard<'_, Surroundings> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lets time pass.
    pub async fn pass(&self, time: TimeDelta) {
        let at = self.lock().now + time;
        Nap { around: self.clone(), at }.await;
    }
}

impl Surroundings {
    /// Something went against an invariant.
    pub fn violated(&mut self, invariant: &'static str, what: String) {
        let event = self.events;
        self.note("VIOLATION", &[invariant, &what], || format!("{invariant}: {what}"));
        self.violations.push(Violation { invariant, what, event });
    }

    /// Something happened: the facts by which it is known again, and how it is told.
    pub fn note(&mut self, kind: &str, facts: &[&str], tell: impl FnOnce() -> String) {
        self.trace.note(self.now, kind, facts, tell);
    }

    /// A time of up to so many milliseconds.
    pub fn moment(&mut self, most: i64) -> TimeDelta {
        TimeDelta::milliseconds(self.chance.between(0, most))
    }
}

/// Sleeps until a moment.
struct Nap {
    around: Around,
    at: DateTime<Utc>,
}

impl Future for Nap {
    type Output = ();

    fn poll(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<()> {
        let mut around = self.around.lock();
        if around.now >= self.at {
            return Poll::Ready(());
        }
        around.wake_at = Some(around.wake_at.map_or(self.at, |other| other.min(self.at)));
        Poll::Pending
    }
}

#[async_trait]
impl Clock for Around {
    fn now(&self) -> DateTime<Utc> {
        self.lock().now
    }

    async fn sleep_until(&self, at: DateTime<Utc>) {
        Nap { around: self.clone(), at }.await;
    }
}

impl Entropy for Around {
    fn seed(&self) -> Result<[u8; 32], std::io::Error> {
        Ok(self.lock().chance.bytes())
    }
}
