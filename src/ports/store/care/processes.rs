//! Several processes on one database: leases, locks on what only one may do, the division of work, and how they wake
//! each other. A database in a file has one process, which holds everything.

use crate::ports::store::Stored;
use crate::secretary::ids::RunId;
use crate::secretary::message::inbound::Place;
use async_trait::async_trait;
use std::collections::BTreeSet;
use std::time::Duration;

/// How often a process says that it lives ([`Processes::live`]).
pub const SIGN_OF_LIFE: Duration = Duration::from_secs(2);
/// How long after the last sign of life its work goes to others.
pub const LIFE: Duration = Duration::from_secs(8);

/// How a process stands among the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// It takes part.
    Member {
        /// Others do, too.
        others: bool,
        /// Rows of the outbox that are due again, since the process that was at them is gone.
        took_over: u64,
        /// There is one that thinks and works, be it this one.
        worker: bool,
    },
    /// It stood still for so long that others took over its work. It can write nothing any more, and must end.
    Ousted,
}

/// The work of the outbox a process takes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Hands {
    /// Everything.
    #[default]
    All,
    /// What is for these: a platform's name for what goes out to it, [`WORKER`], [`SCHEDULER`].
    Only(BTreeSet<String>),
}

/// Thinking and runs.
pub const WORKER: &str = "worker";
/// Timers and schedules.
pub const SCHEDULER: &str = "scheduler";

/// A process among others.
#[async_trait]
pub trait Processes: Send + Sync {
    /// Says that this process lives, at first and then every [`SIGN_OF_LIFE`]; takes over from those that have not for
    /// [`LIFE`].
    async fn live(&self) -> Stored<Standing>;
    /// Takes what only one may do at a time, unless another one has it. What is held is kept as long as the process lives.
    async fn hold(&self, name: &str) -> Stored<bool>;
    /// Gives up everything at once, at an orderly stop. Nothing can be written afterwards.
    async fn leave(&self) -> Stored<()>;
    /// Lets the others hear of something that is stored nowhere.
    async fn tell(&self, changed: &Changed) -> Stored<()>;
}

/// What another process, or this one, has changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Changed {
    /// Something arrived.
    Inbox,
    /// Something is to be done.
    Outbox,
    /// Something was decided.
    Fates,
    /// The web chat's record.
    WebLog,
    /// This run is to stop.
    Stop(RunId),
    /// At this place the secretary is typing.
    Typing(Box<Place>),
    /// At this place the message of this id is kept, and its receipt is due.
    Seen(Box<Place>, String),
    /// Perhaps anything: changes may have gone unheard.
    Anything,
}

/// Hears of changes as they are committed.
#[async_trait]
pub trait Changes: Send {
    /// The next change; waits for it, for ever if there are no other processes.
    async fn next(&mut self) -> Changed;
}
