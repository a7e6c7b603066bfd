//! The health of the database: how much waits, and since when. Never the content.

use crate::ports::store::Stored;
use crate::secretary::inbound::Platform;
use crate::secretary::ticket::Status;
use async_trait::async_trait;
use chrono::{DateTime, Utc};
use std::collections::BTreeMap;

/// The kind of a lane of the outbox.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum LaneKind {
    /// Posts to a platform.
    Post(Platform),
    /// Edits of posted messages.
    Edit,
    /// Runs of agents and of flows.
    Run,
    /// Requests to the model for a triage or a report.
    Thinking,
    /// Timers of tickets.
    Timer,
    /// Alarms of schedules.
    Schedule,
}

impl LaneKind {
    /// Every kind there is.
    pub const ALL: [Self; 8] = [
        Self::Post(Platform::Telegram),
        Self::Post(Platform::Discord),
        Self::Post(Platform::Web),
        Self::Edit,
        Self::Run,
        Self::Thinking,
        Self::Timer,
        Self::Schedule,
    ];

    /// The kind by how the name of a lane begins; `platform` is that of the lane's room, where it is one of a room.
    pub fn of_lane(first: &str, platform: Option<Platform>) -> Option<Self> {
        match first {
            "room" => platform.map(Self::Post),
            "edit" => Some(Self::Edit),
            "run" | "flow" => Some(Self::Run),
            "model" => Some(Self::Thinking),
            "timer" => Some(Self::Timer),
            "schedule" => Some(Self::Schedule),
            _ => None,
        }
    }

    /// The stable name, and the platform of posts.
    pub fn name(self) -> (&'static str, &'static str) {
        match self {
            Self::Post(platform) => ("post", platform.name()),
            Self::Edit => ("edit", ""),
            Self::Run => ("run", ""),
            Self::Thinking => ("thinking", ""),
            Self::Timer => ("timer", ""),
            Self::Schedule => ("schedule", ""),
        }
    }
}

/// The unfinished rows of the outbox of one kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Queue {
    /// All of them, also those whose time has not come.
    pub rows: u64,
    /// Those that could be performed now: due heads of lanes.
    pub due: u64,
    /// Since when the oldest of these is due.
    pub oldest_due: Option<DateTime<Utc>>,
}

/// What waits in the database.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Backlog {
    /// Events nothing was decided about yet.
    pub undecided: u64,
    /// When the oldest of them arrived.
    pub oldest_undecided: Option<DateTime<Utc>>,
    /// The outbox, by kind of lane.
    pub lanes: BTreeMap<LaneKind, Queue>,
    /// Rows of the outbox that are tried again although they may have been done.
    pub uncertain: u64,
    /// Messages that wait until their room can be reached or somebody is in it.
    pub shelved: u64,
    /// Open tickets by status.
    pub open: BTreeMap<Status, u64>,
}

/// The state of the database.
#[async_trait]
pub trait HealthRows {
    /// What waits at this moment.
    async fn backlog(&mut self, now: DateTime<Utc>) -> Stored<Backlog>;
    /// Replaces the last sign of life. Only to find out whether the database takes writes again.
    async fn sign(&mut self, now: DateTime<Utc>) -> Stored<()>;
    /// Stores an orderly stop, as a decided event (`OutcomeRows::last_break` finds it).
    async fn stopped(&mut self, now: DateTime<Utc>) -> Stored<()>;
}
