//! What the engine tells those who watch over it: whether its database takes anything, and how much waits. While there is
//! work nothing is written for that: what its last write came to is remembered. While there is none a small try tells.

use crate::engine::commit::commit;
use crate::engine::telemetry::metrics;
use crate::engine::{Engine, lock};
use crate::ports::store::{StoreError, Stored};
use crate::ports::tool::Tool;
use chrono::{DateTime, TimeDelta, Utc};
use std::time::Duration;

/// A database that failed is tried at most this often.
const AGAIN: TimeDelta = TimeDelta::seconds(1);
/// How long a write that succeeded says that the next one would: a disk may fill up while nobody writes.
const WELL_FOR: TimeDelta = TimeDelta::seconds(30);
/// How long it may take to answer.
const PATIENCE: Duration = Duration::from_secs(2);

/// What the last write came to.
#[derive(Debug, Default)]
pub(in crate::engine) struct Writing {
    failing: Option<String>,
    tried_at: Option<DateTime<Utc>>,
    /// When the last one succeeded.
    well_at: Option<DateTime<Utc>>,
}

/// What the next write would come to.
#[derive(Debug, PartialEq, Eq)]
enum Known {
    Well,
    /// Why it would fail.
    Failing(String),
    /// It is to be tried.
    Nothing,
}

impl Writing {
    /// What is known of the next write at this moment. Where it is nothing a try counts as begun.
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
    /// Says what each figure is, and begins to count. Call it once, after the recorder of figures is there.
    pub fn begin_counting(&self) {
        let tools: Vec<String> = self.parts.tools.iter().map(|tool| tool.spec().name).collect();
        metrics::describe(&tools);
    }

    /// Puts what waits at this moment into the figures.
    ///
    /// # Errors
    /// The database cannot be read.
    pub async fn measure(&self) -> Stored<()> {
        metrics::at_work(self.at_work());
        let now = self.now();
        let look = async { self.parts.store.read().await?.backlog(now).await };
        metrics::backlog(&in_time(look).await?, now);
        Ok(())
    }

    /// Why the database takes nothing at the moment, if so.
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
        // Perhaps nothing comes that would be written: only a try shows whether it would work again.
        let write = async {
            let mut tx = self.parts.store.begin().await?;
            tx.sign(now).await?;
            commit(tx, "sign").await
        };
        let tried = in_time(write).await;
        self.wrote(&tried);
        tried.err().map(StoreError::reason)
    }

    /// Something could not be written past the engine.
    pub fn writing_failed(&self, why: String) {
        lock(&self.writing).failing = Some(why);
    }

    /// Remembers what writing came to.
    pub(in crate::engine) fn wrote<T>(&self, outcome: &Stored<T>) {
        let mut writing = lock(&self.writing);
        match outcome {
            Ok(_) => {
                if writing.failing.is_some() {
                    tracing::info!("the database takes everything again");
                }
                *writing = Writing { well_at: Some(self.now()), ..Writing::default() };
            }
            Err(StoreError::Later(why)) => writing.failing = Some(why.clone()),
            // What cannot be read or is not taken says nothing about the next; who is put out of the house ends.
            Err(StoreError::Refused(_) | StoreError::Broken(_) | StoreError::Ousted) => {}
        }
    }

    /// The name of a tool for figures and the log: models call things that are not there.
    pub(in crate::engine) fn tool_name(&self, called: &str) -> String {
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
