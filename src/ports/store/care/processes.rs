//! Several processes on one database: leases, locks on what only one may do, the division of work, and how they wake
//! each other. A database in a file has one process, which holds everything.

use crate::ports::store::Stored;
use crate::secretary::ids::RunId;
use crate::secretary::inbound::Place;
use async_trait::async_trait;
use std::collections::BTreeSet;
use std::time::Duration;

/// How often a process renews its lease ([`Processes::live`]).
pub const SIGN_OF_LIFE: Duration = Duration::from_secs(2);
/// How long a lease lasts after its last renewal.
pub const LIFE: Duration = Duration::from_secs(8);

/// The standing of a process among its peers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// It takes part.
    Member {
        /// Peers exist.
        others: bool,
        /// Rows of the outbox that are due again, since the process that performed them is gone.
        took_over: u64,
        /// A worker process lives, perhaps this one.
        worker: bool,
    },
    /// It stood still for so long that its peers took over its work. It can write nothing any more and must end.
    Ousted,
}

/// The rows of the outbox that a process claims.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Hands {
    /// Everything.
    #[default]
    All,
    /// Rows for these: the name of a platform for its messages, [`WORKER`], [`SCHEDULER`].
    Only(BTreeSet<String>),
}

/// Thinking and runs.
pub const WORKER: &str = "worker";
/// Timers and schedules.
pub const SCHEDULER: &str = "scheduler";

/// A process among its peers.
#[async_trait]
pub trait Processes: Send + Sync {
    /// Renews the lease of this process, at first and then every [`SIGN_OF_LIFE`]; takes over from peers that have
    /// not renewed theirs for [`LIFE`].
    async fn live(&self) -> Stored<Standing>;
    /// Takes a lock on what only one process may do, unless a peer holds it. It is held as long as the process lives.
    async fn hold(&self, name: &str) -> Stored<bool>;
    /// Releases everything at once, at an orderly stop. Nothing can be written afterwards.
    async fn leave(&self) -> Stored<()>;
    /// Tells the peers of something that is not stored.
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
    /// The typing sign is due at this place.
    Typing(Box<Place>),
    /// At this place the message of this id is kept, and its receipt is due.
    Seen(Box<Place>, String),
    /// Perhaps anything: changes may have gone unheard.
    Anything,
}

/// Listens to changes as they are committed.
#[async_trait]
pub trait Changes: Send {
    /// The next change; waits for it, for ever if there are no other processes.
    async fn next(&mut self) -> Changed;
}
