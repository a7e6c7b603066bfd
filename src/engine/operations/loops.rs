//! The loops of the engine: one decides events, one performs due rows. They sleep until a commit or a due time wakes
//! them and never poll. Tests pump the same functions by hand.

use crate::engine::Engine;
use crate::ports::store::Stored;
use crate::ports::trial::planted;
use chrono::{DateTime, TimeDelta, Utc};
use futures_util::future::BoxFuture;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

/// How long a loop waits after an error of the database.
const AFTER_TROUBLE: TimeDelta = TimeDelta::seconds(2);
/// The most rows in progress. Further due rows wait in the outbox, where they cost no memory. Thoughts and runs,
/// which may last long, have their own bound (`worker_load`), so that short rows always find room.
const AT_ONCE: usize = 4_096;
/// How long a stop waits for rows in progress.
const DRAIN: Duration = Duration::from_millis(2_500);
/// How long a stop then waits for the outcome of the other rows to be stored.
const LAST_WORDS: Duration = Duration::from_millis(500);

impl Engine {
    /// Runs both loops until stopped. Rows in progress then get a few seconds; the next start takes up the rest.
    pub fn run(self: Arc<Self>, stop: CancellationToken) -> BoxFuture<'static, ()> {
        Box::pin(async move {
            let deciding = async {
                if self.parts.share.decides {
                    self.clone().decide_forever(stop.clone()).await;
                }
            };
            let performing = self.clone().perform_forever(stop.clone());
            tokio::join!(deciding, performing);
            let left = async { if self.has_neighbours().await? { Ok(()) } else { self.leave().await } };
            if let Err(error) = left.await {
                tracing::warn!(%error, "the stop could not be written down");
            }
        })
    }

    /// Sets whether every platform has delivered what people did during an absence. True until set otherwise. Deadlines
    /// wait for that, since a platform keeps presses for a while and a press in time counts.
    pub fn heard_all(&self, so: bool) {
        self.hears_all.store(so, Ordering::SeqCst);
    }

    async fn decide_forever(self: Arc<Self>, stop: CancellationToken) {
        while !stop.is_cancelled() {
            let bell = self.arrivals.notified();
            let decided = self.decide_some().await;
            if !matches!(decided, Ok(false)) {
                self.wrote(&decided);
            }
            match decided {
                Ok(true) => continue,
                Ok(false) => {}
                Err(error) => {
                    tracing::error!(%error, "deciding is on hold");
                    self.wait_until(self.now() + AFTER_TROUBLE, &stop).await;
                    continue;
                }
            }
            tokio::select! {
                () = bell => {}
                () = stop.cancelled() => {}
            }
        }
    }

    async fn perform_forever(self: Arc<Self>, stop: CancellationToken) {
        let mut doing = JoinSet::new();
        while !stop.is_cancelled() {
            let bell = self.wishes.notified();
            while doing.try_join_next().is_some() {}
            if doing.len() >= AT_ONCE {
                tokio::select! {
                    _ = doing.join_next() => {}
                    () = stop.cancelled() => {}
                }
                continue;
            }
            match self.claim().await {
                Ok(rows) if rows.is_empty() => {}
                Ok(rows) => {
                    for row in rows {
                        let engine = self.clone();
                        if planted::is("one-at-a-time") {
                            engine.perform(row).await;
                            continue;
                        }
                        doing.spawn(async move { engine.perform(row).await });
                    }
                    continue;
                }
                Err(error) => {
                    self.wrote::<()>(&Err(error.clone()));
                    tracing::error!(%error, "performing is on hold");
                    self.wait_until(self.now() + AFTER_TROUBLE, &stop).await;
                    continue;
                }
            }
            let due = self.next_due().await.unwrap_or_else(|_| Some(self.now() + AFTER_TROUBLE));
            tokio::select! {
                () = bell => {}
                () = self.sleep_until(due) => {}
                () = stop.cancelled() => {}
            }
        }
        // Thoughts and runs become due again; an orderly stop does not count as an interruption.
        self.stop_working();
        if tokio::time::timeout(DRAIN, all(&mut doing)).await.is_err() {
            self.stop_waiting();
            let _ = tokio::time::timeout(LAST_WORDS, all(&mut doing)).await;
        }
        doing.abort_all();
        if let Ok(Err(error)) = tokio::time::timeout(LAST_WORDS, self.settle_put_down()).await {
            tracing::warn!(%error, "what was cut off could not be written down");
        }
    }

    async fn next_due(&self) -> Stored<Option<DateTime<Utc>>> {
        let mut next = None;
        for (hands, _) in self.free_hands() {
            let due = self.parts.store.ask().await?.next_due(&hands).await?;
            next = match (next, due) {
                (Some(one), Some(other)) => Some(std::cmp::min(one, other)),
                (one, other) => one.or(other),
            };
        }
        Ok(next)
    }

    async fn sleep_until(&self, at: Option<DateTime<Utc>>) {
        match at {
            Some(at) => self.parts.clock.sleep_until(at).await,
            None => std::future::pending().await,
        }
    }

    async fn wait_until(&self, at: DateTime<Utc>, stop: &CancellationToken) {
        tokio::select! {
            () = self.parts.clock.sleep_until(at) => {}
            () = stop.cancelled() => {}
        }
    }

    /// Decides and performs one row after the other until nothing is due. For tests and simulations with their own
    /// clock.
    ///
    /// # Errors
    /// The database does not take something.
    pub fn settle_all(&self) -> BoxFuture<'_, Stored<()>> {
        Box::pin(async move {
            loop {
                while self.decide_some().await? {}
                let rows = self.claim().await?;
                if rows.is_empty() {
                    return Ok(());
                }
                for row in rows {
                    self.perform(row).await;
                    while self.decide_some().await? {}
                }
            }
        })
    }

    /// When the next row is due, for clocks that are moved by hand.
    ///
    /// # Errors
    /// The database cannot be read.
    pub async fn due_next(&self) -> Stored<Option<DateTime<Utc>>> {
        self.next_due().await
    }
}

async fn all(doing: &mut JoinSet<()>) {
    while doing.join_next().await.is_some() {}
}
