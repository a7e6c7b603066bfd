//! What the engine tells those who watch over it: whether its database takes anything, and how much waits. While all is
//! well nothing is written for that: what the last write of the ordinary work came to is remembered.

use super::commit::commit;
use super::{Engine, lock, meter};
use crate::ports::store::{StoreError, Stored};
use crate::ports::tool::Tool;
use chrono::{DateTime, TimeDelta, Utc};
use std::time::Duration;

/// A database that failed is tried at most this often.
const AGAIN: TimeDelta = TimeDelta::seconds(1);
/// How long it may take to answer.
const PATIENCE: Duration = Duration::from_secs(2);

/// What the last write came to.
#[derive(Debug, Default)]
pub(super) struct Writing {
    failing: Option<String>,
    tried_at: Option<DateTime<Utc>>,
}

impl Engine {
    /// Says what each figure is, and begins to count. Call it once, after the recorder of figures is there.
    pub fn begin_counting(&self) {
        let tools: Vec<String> = self.parts.tools.iter().map(|tool| tool.spec().name).collect();
        meter::describe(&tools);
    }

    /// Puts what waits at this moment into the figures.
    ///
    /// # Errors
    /// The database cannot be read.
    pub async fn measure(&self) -> Stored<()> {
        meter::at_work(self.at_work());
        let now = self.now();
        let look = async { self.parts.store.read().await?.backlog(now).await };
        meter::backlog(&in_time(look).await?, now);
        Ok(())
    }

    /// Why the database takes nothing at the moment, if so.
    pub async fn store_trouble(&self) -> Option<String> {
        let read = async { self.parts.store.read().await.map(drop) };
        if let Err(error) = in_time(read).await {
            return Some(error.reason());
        }
        let now = self.now();
        {
            let mut writing = lock(&self.writing);
            let failing = writing.failing.clone()?;
            if writing.tried_at.is_some_and(|at| now - at < AGAIN) {
                return Some(failing);
            }
            writing.tried_at = Some(now);
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
    pub(super) fn wrote<T>(&self, outcome: &Stored<T>) {
        let mut writing = lock(&self.writing);
        match outcome {
            Ok(_) if writing.failing.is_some() => {
                tracing::info!("the database takes everything again");
                *writing = Writing::default();
            }
            Err(StoreError::Later(why)) => writing.failing = Some(why.clone()),
            // What cannot be read or is not taken says nothing about the next; who is put out of the house ends.
            Ok(_) | Err(StoreError::Refused(_) | StoreError::Broken(_) | StoreError::Ousted) => {}
        }
    }

    /// The name of a tool for figures and the log: models call things that are not there.
    pub(super) fn tool_name(&self, called: &str) -> String {
        let known = |tool: &std::sync::Arc<dyn Tool>| tool.spec().name == called;
        if self.parts.tools.iter().any(known) { called.to_owned() } else { "none".to_owned() }
    }
}

async fn in_time<T>(work: impl Future<Output = Stored<T>>) -> Stored<T> {
    let silent = || StoreError::Later("it does not answer".to_owned());
    tokio::time::timeout(PATIENCE, work).await.unwrap_or_else(|_| Err(silent()))
}
