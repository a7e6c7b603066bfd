//! A decision people make: what is asked, by whom it may be answered, what came of it.

use super::ids::{DecisionId, PersonId, RoomId, RunId, TaskKey, Token};
use super::inbound::Platform;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

/// A decision an agent wants from people.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Asked {
    /// The question, one sentence.
    pub question: String,
    /// Why it comes up now.
    #[serde(default)]
    pub why: String,
    /// Two to eight options.
    pub options: Vec<AskedOption>,
    /// The index of the recommended one.
    #[serde(default)]
    pub recommended: Option<usize>,
    /// Why it is recommended.
    #[serde(default)]
    pub reason: String,
}

/// One way to decide.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AskedOption {
    /// A few words, for the button.
    pub label: String,
    /// What follows from it.
    #[serde(default)]
    pub impact: String,
}

/// What a decision is about; each kind has its own heading.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Subject {
    /// A question of the work itself, asked by an agent.
    Work,
    /// A run has used up one of its limits.
    Limit,
    /// A task failed for good: try again, leave it out or stop.
    Failure,
    /// The agent a task was meant for is not there any more, or may not do it: who does, leave it out or stop.
    Assign,
}

/// Where a decision stands. Only `Open` can change, and only once.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum DecisionState {
    /// Waiting for a person.
    Open,
    /// Decided.
    Made(Verdict),
    /// No longer needed: the ticket was cancelled.
    Dropped,
}

/// What was decided, by whom, when and where.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Verdict {
    /// The option, or none when the person wrote their own answer.
    pub option: Option<usize>,
    /// The answer in words: the option's label or what was written.
    pub text: String,
    /// Who.
    pub by: PersonId,
    /// Their name at the time.
    pub name: String,
    /// From which platform.
    pub platform: Platform,
    /// When.
    pub at: DateTime<Utc>,
}

/// A decision of a ticket.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Decision {
    /// Unique inside its ticket ("d1").
    pub key: DecisionId,
    /// The task that waits for it.
    pub task: TaskKey,
    /// The run that asked, to be resumed with the answer.
    pub run: RunId,
    /// The step of the run's journal which the answer completes; none for decisions of the secretary itself.
    pub step: Option<u32>,
    /// What it is about.
    pub subject: Subject,
    /// The question as asked.
    pub asked: Asked,
    /// The token of its buttons.
    pub token: Token,
    /// The rooms its prompt stands in.
    pub rooms: Vec<RoomId>,
    /// When it was asked.
    pub asked_at: DateTime<Utc>,
    /// When people are reminded next.
    pub remind_at: DateTime<Utc>,
    /// Where it stands.
    pub state: DecisionState,
}

impl Decision {
    /// Whether it still waits for a person.
    pub fn open(&self) -> bool {
        matches!(self.state, DecisionState::Open)
    }

    /// The verdict, once there is one.
    pub fn verdict(&self) -> Option<&Verdict> {
        match &self.state {
            DecisionState::Made(verdict) => Some(verdict),
            DecisionState::Open | DecisionState::Dropped => None,
        }
    }
}
