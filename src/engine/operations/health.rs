//! The health of the engine: whether the database takes writes, and how much waits. While there is work the result of
//! the last write is used; without work a small test write is made.

use crate::engine::commit::commit;
use crate::engine::telemetry::counters;
use crate::engine::{Engine, lock};
use crate::ports::store::{StoreError, Stored};
use crate::ports::tool::Tool;
use chrono::{DateTime, TimeDelta, Utc};
use std::time::Duration;

/// The least time between two tries of a database that failed.
const AGAIN: TimeDelta = TimeDelta::seconds(1);
/// How long a successful write is a proof of health. A disk may fill up while nobody writes.
const WELL_FOR: TimeDelta = TimeDelta::seconds(30);
/// The most time for an answer.
const PATIENCE: Duration = Duration::from_secs(2);

/// The result of the last write.
#[derive(Debug, Default)]
pub struct Writing {
    failing: Option<String>,
    tried_at: Option<DateTime<Utc>>,
    /// When the last write succeeded.
    well_at: Option<DateTime<Utc>>,
}

/// The expected result of the next write.
#[derive(Debug, PartialEq, Eq)]
enum Known {
    Well,
    /// Why it would fail.
    Failing(String),
    /// Unknown: a test write is needed.
    Nothing,
}

impl Writing {
    /// The expectation at this moment. If it is unknown, a test counts as begun.
    fn known(&mut self, now: DateTime<Utc>) -> Known {
        let lately = |at: Option<DateTime<Utc>>, within| at.is_some_and(|at| now - at < within);
        if self.failing.is_none() && lately(self.well_at, WELL_FOR) {
            return Known::Well;
        }
        if lately(self.tried_at, AGAIN) {
            return self.failing.clone().map_or(Known::Well, Known::Failing);
        }
        self.tried_at = Some(now);
        Known::Nothing
    }
}

impl Engine {
    /// Describes each metric and begins to count. Call it once, after the recorder is installed.
    pub fn begin_counting(&self) {
        let tools: Vec<String> = self.parts.tools.iter().map(|tool| tool.spec().name).collect();
        counters::describe(&tools);
    }

    /// Measures the present backlog.
    ///
    /// # Errors
    /// The database cannot be read.
    pub async fn measure(&self) -> Stored<()> {
        counters::at_work(self.at_work());
        let now = self.now();
        let look = async { self.parts.store.read().await?.backlog(now).await };
        counters::backlog(&in_time(look).await?, now);
        Ok(())
    }

    /// Why the database takes no writes at the moment, if so.
    pub async fn store_trouble(&self) -> Option<String> {
        let read = async { self.parts.store.read().await.map(drop) };
        if let Err(error) = in_time(read).await {
            return Some(error.reason());
        }
        let now = self.now();
        match lock(&self.writing).known(now) {
            Known::Well => return None,
            Known::Failing(why) => return Some(why),
            Known::Nothing => {}
        }
        // Perhaps nothing else writes: only a test shows whether writing works again.
        let write = async {
            let mut tx = self.parts.store.begin().await?;
            tx.sign(now).await?;
            commit(tx, "sign").await
        };
        let tried = in_time(write).await;
        self.wrote(&tried);
        tried.err().map(StoreError::reason)
    }

    /// Records that a write outside of the engine failed.
    pub fn writing_failed(&self, why: String) {
        lock(&self.writing).failing = Some(why);
    }

    /// Records the result of a write.
    pub(crate) fn wrote<T>(&self, outcome: &Stored<T>) {
        let mut writing = lock(&self.writing);
        match outcome {
            Ok(_) => {
                if writing.failing.is_some() {
                    tracing::info!("the database takes everything again");
                }
                *writing = Writing { well_at: Some(self.now()), ..Writing::default() };
            }
            Err(StoreError::Later(why)) => writing.failing = Some(why.clone()),
            // A refused or broken value says nothing about the next write; a process without lease ends.
            Err(StoreError::Refused(_) | StoreError::Broken(_) | StoreError::Ousted) => {}
        }
    }

    /// The name of a tool for metrics and the log. Models call tools that do not exist.
    pub(crate) fn tool_name(&self, called: &str) -> String {
        let known = |tool: &std::sync::Arc<dyn Tool>| tool.spec().name == called;
        if self.parts.tools.iter().any(known) { called.to_owned() } else { "none".to_owned() }
    }
}

async fn in_time<T>(work: impl Future<Output = Stored<T>>) -> Stored<T> {
    let silent = || StoreError::Later("it does not answer".to_owned());
    tokio::time::timeout(PATIENCE, work).await.unwrap_or_else(|_| Err(silent()))
}

#[cfg(test)]
mod tests {
    use crate::engine::operations::health::*;

    #[test]
    fn while_nobody_writes_a_try_tells_whether_the_disk_is_full() {
        let start = DateTime::UNIX_EPOCH;
        let at = |seconds| start + TimeDelta::seconds(seconds);
        let mut writing = Writing { well_at: Some(start), ..Writing::default() };
        assert_eq!(writing.known(at(29)), Known::Well, "what was written just now says enough");
        assert_eq!(writing.known(at(30)), Known::Nothing, "tried");
        assert_eq!(writing.known(at(30)), Known::Well, "and not by everybody who looks at the same time");
        writing.failing = Some("disk full".to_owned());
        assert_eq!(writing.known(at(30)), Known::Failing("disk full".to_owned()));
        assert_eq!(writing.known(at(31)), Known::Nothing, "it may have room again");
    }
}
