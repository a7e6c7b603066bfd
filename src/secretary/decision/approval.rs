//! Approvals: a call that people are asked about before it is made: the proposal, the options, what each means for
//! the run, and the second question before an irreversible act. It goes to the person who chose, with a button that
//! names the act by its typed action. Code makes every option and its effect, never the words of a model.

use crate::secretary::ids::PersonId;
use crate::secretary::policy::{Because, Risk};
use chrono::{DateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A call that waits for people.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Proposed {
    /// The tool's name.
    pub tool: String,
    /// The arguments, all of them: with these it is called, or not at all.
    pub arguments: Value,
    /// Why people are asked.
    pub because: Because,
    /// How bad it is if it is wrong.
    pub risk: Risk,
    /// An answer may hold for later calls of this kind.
    pub lasting: bool,
}

/// What people may choose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Permit {
    /// It is made, this once.
    Once,
    /// It is made, and so are later ones like it.
    Always,
    /// The call is skipped, and the work continues without it.
    LeftOut,
    /// The ticket is cancelled.
    Stop,
}

impl Proposed {
    /// What may be chosen, in the order of the buttons.
    pub fn choices(&self) -> &'static [Permit] {
        if self.lasting {
            &[Permit::Once, Permit::Always, Permit::LeftOut, Permit::Stop]
        } else {
            &[Permit::Once, Permit::LeftOut, Permit::Stop]
        }
    }

    /// Whether choosing this lets the call be made.
    pub fn allows(&self, option: usize) -> bool {
        matches!(self.chosen(Some(option)), Some(Permit::Once | Permit::Always))
    }

    /// Whether this choice needs a second question: it approves a call that cannot be undone.
    pub fn asks_twice(&self, option: usize) -> bool {
        self.risk == Risk::High && self.allows(option)
    }

    /// What was chosen; words of somebody's own never allow anything.
    pub fn chosen(&self, option: Option<usize>) -> Option<Permit> {
        self.choices().get(option?).copied()
    }
}

/// The end of what a run is told about a call that people skip. Their words about it may follow.
pub const GO_ON: &str = "go on without it, and say so in your result.";

/// The words of people about a skipped call, read from what the run was told; may be empty. None: the call was not
/// skipped.
pub fn left_out(told: &str) -> Option<&str> {
    let (_, said) = told.split_once(GO_ON)?;
    Some(said.split_once(": ").map_or("", |(_, words)| words))
}

/// The verdict on a call, for its run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Permission {
    /// It may, this once.
    Given,
    /// It may not; why, if somebody said so.
    Denied(String),
}

/// So long a second question is good for; after that it is asked anew.
pub const GOOD_FOR: TimeDelta = TimeDelta::minutes(10);

/// The question whether somebody is sure of what they chose.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sure {
    /// Who chose it: nobody else's answer counts.
    pub by: PersonId,
    /// Their name.
    pub name: String,
    /// The option.
    pub option: usize,
    /// Tells it from earlier ones of the decision.
    pub number: u64,
    /// When.
    pub at: DateTime<Utc>,
}

impl Sure {
    /// Whether it was asked too long ago.
    pub fn over(&self, now: DateTime<Utc>) -> bool {
        now - self.at >= GOOD_FOR
    }
}
