//! The record of an agent: finished and failed tasks, and how its reports were rated. A better record wins ties in
//! dispatch and changes nothing else.

use crate::secretary::ticket::{Blocked, Task, TaskState, Ticket};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Counts of one agent; as a difference they may be negative (a withdrawn rating).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record {
    /// Tasks completed.
    pub done: i64,
    /// Attempts that failed.
    pub failed: i64,
    /// Reports it worked on that were rated helpful.
    pub good: i64,
    /// Reports it worked on that were rated not helpful.
    pub bad: i64,
}

impl Record {
    /// From 0 to 100; 50 for an agent nobody knows. Few samples count little: two made-up ones of each
    /// kind are always in it.
    pub fn score(&self) -> i64 {
        let plus = self.done.max(0) + 2 * self.good.max(0) + 2;
        let minus = self.failed.max(0) + 2 * self.bad.max(0) + 2;
        100 * plus / (plus + minus)
    }

    /// Whether it changes nothing.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// What a step adds to the records of agents, read off the ticket before and after.
pub fn gained(before: &Ticket, after: &Ticket) -> BTreeMap<String, Record> {
    let mut gained: BTreeMap<String, Record> = BTreeMap::new();
    for task in &after.tasks {
        let Some(agent) = &task.agent else { continue };
        let was = before.task(&task.key);
        let finished = |state: &TaskState| *state == TaskState::Completed;
        if finished(&task.state) && !was.is_some_and(|w| finished(&w.state)) {
            gained.entry(agent.clone()).or_default().done += 1;
        }
        if failed(was, task) {
            gained.entry(agent.clone()).or_default().failed += 1;
        }
    }
    let rating = |t: &Ticket| t.reports.last().and_then(|r| r.rated.as_ref().map(|(good, _)| *good));
    let (old, new) = (rating(before), rating(after));
    if before.reports.len() == after.reports.len() && old != new {
        let mut workers: Vec<&String> = after.tasks.iter().filter_map(|t| t.agent.as_ref()).collect();
        workers.sort();
        workers.dedup();
        for agent in workers {
            let record = gained.entry(agent.clone()).or_default();
            for (rating, step) in [(old, -1), (new, 1)] {
                match rating {
                    Some(true) => record.good += step,
                    Some(false) => record.bad += step,
                    None => {}
                }
            }
        }
    }
    // A worker that was made for this work alone is chosen for nothing else.
    let made = |name: &String| after.workers().iter().any(|worker| &worker.name == name);
    gained.retain(|name, record| !record.is_empty() && !made(name));
    gained
}

/// Whether an attempt has failed by this change: it is given up, or tried again in a while.
fn failed(was: Option<&Task>, is: &Task) -> bool {
    let failed = matches!(is.state, TaskState::Failed | TaskState::Blocked(Blocked::Retry(_)));
    failed && was.is_some_and(|was| was.state != is.state)
}

#[cfg(test)]
mod tests {
    use crate::secretary::dispatch::record::*;

    #[test]
    fn bad_ratings_and_failures_lower_the_score() {
        let fresh = Record::default();
        assert_eq!(fresh.score(), 50);
        assert!(Record { bad: 1, ..fresh }.score() < 50);
        assert!(Record { failed: 3, ..fresh }.score() < 50);
        assert!(Record { done: 1, ..fresh }.score() > 50);
        assert!((0..=100).contains(&Record { done: -5, failed: -5, good: -1, bad: 9 }.score()));
    }

    #[test]
    fn a_failed_attempt_counts_once_and_neither_a_pause_nor_the_next_attempt_counts() {
        use TaskState::{Blocked as B, Claimed, Completed, Failed, InProgress, Pending};
        let now = chrono::DateTime::UNIX_EPOCH;
        let retry = B(Blocked::Retry(now));
        let ticket = |state: &TaskState| {
            let agent = Some("a".to_owned());
            Task { agent, state: state.clone(), failure: Some("no page".to_owned()), ..Task::new("t1", "x", "x") }
        };
        let failures = |from: &TaskState, to: &TaskState| failed(Some(&ticket(from)), &ticket(to));
        assert!(failures(&InProgress, &retry) && failures(&InProgress, &Failed));
        for (from, to) in
            [(&retry, &Claimed), (&InProgress, &B(Blocked::Paused)), (&Failed, &Pending), (&InProgress, &Completed)]
        {
            assert!(!failures(from, to), "{from:?} {to:?}");
        }
        assert!(!failures(&Failed, &Failed) && !failures(&InProgress, &Pending));
    }
}
