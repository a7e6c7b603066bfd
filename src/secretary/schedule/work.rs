//! The work of a schedule: what was agreed once and is done each time, and how it went.

use super::Duty;
use crate::secretary::ids::TicketId;
use crate::secretary::ticket::{Ending, Stage, Ticket};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

/// Results kept, the newest last.
const RESULTS: usize = 5;

/// After so many failures in a row people are asked what to do, and again after each further so many.
pub const FAILURES: u32 = 3;

/// Work that is done each time.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct WorkOrder {
    /// The agreed ticket as each time begins with it.
    pub template: Box<Ticket>,
    /// What must hold for people to hear of a result; empty if they always want to.
    #[serde(default)]
    pub only_if: String,
    /// The ticket of the newest time.
    #[serde(default)]
    pub newest: Option<TicketId>,
    /// How often in a row it did not work.
    #[serde(default)]
    pub failures: u32,
    /// How the last times went.
    #[serde(default)]
    pub results: Vec<RunResult>,
}

// A ticket holds no number that is none.
impl Eq for WorkOrder {}

/// How one time went.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunResult {
    /// The number of its ticket.
    pub number: i64,
    /// When it was over.
    pub at: DateTime<Utc>,
    /// Everything was done.
    pub done: bool,
}

/// A duty as it was before a change, with what has come of it since.
pub(super) fn before(now: &Duty, before: &Duty) -> Duty {
    if let (Duty::Work(now), Duty::Work(before)) = (now, before) {
        let (template, only_if) = (before.template.clone(), before.only_if.clone());
        return Duty::Work(Box::new(WorkOrder { template, only_if, ..WorkOrder::clone(now) }));
    }
    before.clone()
}

impl WorkOrder {
    /// The work that a ticket agreed on.
    pub fn new(agreed: &Ticket) -> Self {
        let only_if = agreed.standing.as_ref().map(|standing| standing.only_if.clone()).unwrap_or_default();
        let template = Box::new(agreed.template());
        Self { template, only_if, newest: None, failures: 0, results: Vec::new() }
    }

    /// Takes the result of a time that is over. Whether people are to be asked what to do about failures. A time that
    /// somebody cancelled is no failure, and no success.
    pub fn ended(&mut self, ticket: &Ticket, now: DateTime<Utc>) -> bool {
        let done = match ticket.stage {
            Stage::Closed(Ending::Done) => ticket.all_done(),
            Stage::Closed(Ending::Failed) => false,
            Stage::Closed(Ending::Cancelled | Ending::Folded)
            | Stage::Intake
            | Stage::Clarifying
            | Stage::Confirming
            | Stage::Working
            | Stage::Reporting => return false,
        };
        self.results.push(RunResult { number: ticket.number, at: now, done });
        let more = self.results.len().saturating_sub(RESULTS);
        self.results.drain(..more);
        self.failures = if done { 0 } else { self.failures.saturating_add(1) };
        !done && self.failures.is_multiple_of(FAILURES)
    }
}

#[cfg(test)]
mod tests {
    use crate::secretary::ids::{PersonId, RoomId, WorkspaceId};
    use crate::secretary::people::workspace::{Person, Role};
    use crate::secretary::schedule::work::*;
    use crate::secretary::ticket::Priority;

    #[test]
    fn what_came_of_the_work_since_stays_when_its_order_is_taken_back() {
        let order = |idea: &str| {
            let idea = (Priority::default(), idea.to_owned());
            let (kim, now) = (PersonId::new("kim"), DateTime::UNIX_EPOCH);
            let kim = Person::new(kim, WorkspaceId::home(), "Kim", Role::Requester, now);
            WorkOrder::new(&Ticket::new(TicketId::new("t1"), 1, idea, &kim, RoomId::new("r"), now))
        };
        let newest = Some(TicketId::new("t9"));
        let now = Duty::Work(Box::new(WorkOrder { newest: newest.clone(), failures: 2, ..order("two") }));
        let Duty::Work(back) = before(&now, &Duty::Work(Box::new(order("one")))) else { panic!("work stays work") };
        assert_eq!((back.template.idea.as_str(), &back.newest, back.failures), ("one", &newest, 2));
        assert_eq!(before(&now, &Duty::Brief), Duty::Brief);
    }
}
