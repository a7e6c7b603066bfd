//! Timers of a ticket: what is due at a time.

use crate::secretary::ids::{DecisionId, RunId, TaskKey};
use serde::{Deserialize, Serialize};

/// A timer of a ticket.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Timer {
    /// Remind of an open round of questions.
    Questions(usize),
    /// Remind of a card that waits for a start, by its version.
    Card(usize),
    /// Remind of an open decision.
    Decision(DecisionId),
    /// The time for a decision is over.
    Deadline(DecisionId),
    /// Somebody may have a turn for a decision that waits to be shown.
    Turn(DecisionId),
    /// Somebody whose deputy was shown a decision is back.
    Deputy(DecisionId),
    /// A second question was not answered in time.
    Sure(DecisionId),
    /// The model has been down for an hour.
    Model(u32),
    /// A run has said nothing for ten minutes.
    Stalled(RunId),
    /// The next attempt at a task is due.
    Retry(TaskKey),
}

impl Timer {
    /// Unique inside the ticket, so that setting it again moves it.
    pub fn name(&self) -> String {
        match self {
            Self::Questions(round) => format!("questions/{round}"),
            Self::Card(version) => format!("card/{version}"),
            Self::Decision(key) => format!("decision/{key}"),
            Self::Deadline(key) => format!("deadline/{key}"),
            Self::Deputy(key) => format!("deputy/{key}"),
            Self::Sure(key) => format!("sure/{key}"),
            Self::Turn(key) => format!("turn/{key}"),
            Self::Model(asked) => format!("model/{asked}"),
            Self::Stalled(run) => format!("stalled/{run}"),
            Self::Retry(task) => format!("retry/{task}"),
        }
    }
}
