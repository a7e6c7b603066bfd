//! One process of the secretary: the engine with what it is doing at the moment. Its futures are polled one at a time,
//! in the order the seed says; dropped, they are a crash.

use crate::broken::Broken;
use crate::memory::{Door, Memory};
use crate::outside::around::{Around, Doing};
use crate::outside::files::{Reader, Storage};
use crate::outside::mind::Mind;
use crate::outside::network::Network;
use crate::outside::tools;
use crate::people::cast;
use chrono::{DateTime, Utc};
use secretary::engine::{Address, Defaults, Engine, Parts, Share};
use secretary::ports::store::{OutboxRow, Store};
use secretary::secretary::effect::Effect;
use secretary::secretary::inbound::Platform;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll, Wake, Waker};

/// The platforms there are.
pub const PLATFORMS: [Platform; 3] = [Platform::Telegram, Platform::Discord, Platform::Web];

/// Whether somebody rang.
struct Bell(AtomicBool);

impl Wake for Bell {
    fn wake(self: Arc<Self>) {
        self.0.store(true, Ordering::SeqCst);
    }
}

/// A row being done.
struct Task {
    doing: Doing,
    future: Pin<Box<dyn Future<Output = ()> + Send>>,
    bell: Arc<Bell>,
    wake_at: Option<DateTime<Utc>>,
}

/// A process.
pub struct Process {
    /// Its engine.
    pub engine: Arc<Engine>,
    around: Around,
    tasks: Vec<Task>,
}

/// What a future gives that never waits; none if it does.
pub fn at_once<T>(future: impl Future<Output = T>) -> Option<T> {
    let mut future = std::pin::pin!(future);
    match future.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(value) => Some(value),
        Poll::Pending => None,
    }
}

/// An engine over a database in these surroundings.
pub fn engine(around: &Around, memory: &Arc<Memory>) -> Arc<Engine> {
    let engine = Engine::new(Parts {
        store: Arc::new(Door(memory.clone())),
        processes: Arc::new(Door(memory.clone())),
        share: Share::ALL,
        grammar: Arc::new(secretary::adapters::offline::Offline::default()),
        model: Arc::new(Mind { around: around.clone(), memory: memory.clone() }),
        tools: tools::all(around, memory),
        files: Arc::new(Storage { around: around.clone(), memory: memory.clone() }),
        documents: Arc::new(Reader { around: around.clone() }),
        scripts: Arc::new(()),
        folders: None,
        charts: None,
        clock: Arc::new(around.clone()),
        entropy: Arc::new(around.clone()),
        secrets: Arc::new(()),
        roster: cast::roster(),
        defaults: Defaults {
            zone: "Europe/Berlin".to_owned(),
            language: "en".to_owned(),
            owners: Vec::new(),
            version: "simulated".to_owned(),
            messages: None,
            address: Address { url: "http://127.0.0.1:8787".to_owned(), public: false },
            kept: secretary::secretary::settings::retention::Keeping::default(),
        },
    });
    for platform in PLATFORMS {
        engine.connect(platform, Arc::new(Network { platform, around: around.clone() }));
    }
    engine
}

impl Process {
    /// A process that has just begun; none if the database does not let it.
    pub fn start(around: &Around, memory: &Arc<Memory>) -> Option<Self> {
        let engine = engine(around, memory);
        at_once(engine.prepare(false))?.ok()?;
        Some(Self { engine, around: around.clone(), tasks: Vec::new() })
    }

    /// Begins to do a row.
    pub fn begin(&mut self, row: OutboxRow) {
        self.begin_by(self.engine.clone(), row);
    }

    /// A planted fault: what this process has claimed is given back and claimed by another one, and both do it.
    pub fn begin_beside(&mut self, memory: &Arc<Memory>, claimed: &[OutboxRow]) {
        let rows: Vec<i64> = claimed.iter().map(|row| row.seq).collect();
        let (store, now) = (Door(memory.clone()), self.around.lock().now);
        let given_back = at_once(async move {
            let mut tx = store.begin().await?;
            tx.give_back(&rows, now).await?;
            tx.commit().await
        });
        let other = engine(&self.around, memory);
        if given_back.is_some_and(|given_back| given_back.is_ok())
            && let Some(Ok(rows)) = at_once(other.claim())
        {
            for row in rows {
                self.begin_by(other.clone(), row);
            }
        }
    }

    fn begin_by(&mut self, engine: Arc<Engine>, row: OutboxRow) {
        let run = match &row.row.effect {
            Effect::StartRun { run, .. } => Some(run.clone()),
            _ => None,
        };
        let doing = Doing { row: row.row.id.to_string(), ticket: row.row.ticket.clone(), run };
        let future = Box::pin(async move { engine.perform(row).await });
        let bell = Arc::new(Bell(AtomicBool::new(true)));
        self.tasks.push(Task { doing, future, bell, wake_at: None });
    }

    /// The places of what can go on at this moment.
    pub fn ready(&self, now: DateTime<Utc>) -> Vec<usize> {
        let can = |task: &Task| task.bell.0.load(Ordering::SeqCst) || task.wake_at.is_some_and(|at| at <= now);
        self.tasks.iter().enumerate().filter(|(_, task)| can(task)).map(|(at, _)| at).collect()
    }

    /// When the next of them wakes.
    pub fn wakes_at(&self) -> Option<DateTime<Utc>> {
        self.tasks.iter().filter_map(|task| task.wake_at).min()
    }

    /// Lets one of them go on.
    pub fn go_on(&mut self, at: usize) {
        let Some(task) = self.tasks.get_mut(at) else { return };
        task.bell.0.store(false, Ordering::SeqCst);
        {
            let mut world = self.around.lock();
            world.wake_at = None;
            world.doing = task.doing.clone();
        }
        let waker = Waker::from(task.bell.clone());
        let over = task.future.as_mut().poll(&mut Context::from_waker(&waker)).is_ready();
        {
            let mut world = self.around.lock();
            task.wake_at = world.wake_at.take();
            world.doing = Doing::default();
        }
        if over {
            drop(self.tasks.swap_remove(at));
        }
    }

    /// Whether anything is being done.
    pub fn busy(&self) -> bool {
        !self.tasks.is_empty()
    }
}

/// Whether deciding everything that waits gives the same in another process over a copy of the database.
pub fn decides_the_same(
    memory: &Arc<Memory>,
    now: DateTime<Utc>,
    broken: Option<Broken>,
) -> impl FnOnce(&Memory) -> bool + use<> {
    let twin = Memory::holding(memory.tables().clone(), broken);
    let other = engine(&Around::new(0, now, false), &twin);
    while at_once(other.decide_some()).is_some_and(|more| more == Ok(true)) {}
    move |memory: &Memory| {
        let (one, two) = (memory.tables(), twin.tables());
        let wishes = |tables: &crate::memory::Tables| -> Vec<(String, String)> {
            tables.outbox.values().map(|row| (row.id.to_string(), row.lane.clone())).collect()
        };
        one.tickets == two.tickets && wishes(&one) == wishes(&two)
    }
}
