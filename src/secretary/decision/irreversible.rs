//! The second question before an irreversible act. It goes to the person who chose, in the same message, with a
//! button that names the act by its typed action. Pure.

use super::Decision;
use crate::secretary::ids::PersonId;
use crate::secretary::policy::Risk;
use chrono::{DateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};

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

/// Whether this choice needs the second question: it approves a call that cannot be undone.
pub fn wanted(decision: &Decision, option: usize) -> bool {
    decision.proposed.as_ref().is_some_and(|proposed| proposed.risk == Risk::High && proposed.allows(option))
}
