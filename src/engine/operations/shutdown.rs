//! Graceful shutdown. Thoughts and runs are cut at their journal and become due again at once, which counts as no
//! crash. A call of a platform gets some time for its answer and is marked unclear without one. Nothing is dropped:
//! the next start takes up what is not settled.

use crate::engine::commit::commit;
use crate::engine::outbox::worker_load::works;
use crate::engine::performed::Performed;
use crate::engine::{Engine, lock};
use crate::ports::store::{OutboxRow, Settled, Stored};
use crate::secretary::effect::Effect;
use std::sync::Mutex;
use tokio_util::sync::CancellationToken;

/// The state of the shutdown.
#[derive(Debug, Default)]
pub struct GracefulShutdown {
    /// Cancelled when thoughts and runs stop.
    work: CancellationToken,
    /// Cancelled when calls of platforms are no longer awaited.
    calls: CancellationToken,
    /// The rows that were cut.
    put_down: Mutex<Vec<i64>>,
}

impl Engine {
    /// Stops thoughts and runs.
    pub(crate) fn stop_working(&self) {
        self.draining.work.cancel();
        self.runs.stop_all();
    }

    /// Whether thoughts and runs stop.
    pub(crate) fn stops_working(&self) -> bool {
        self.draining.work.is_cancelled()
    }

    /// Stops waiting for calls; those without an answer are marked unclear.
    pub(crate) fn stop_waiting(&self) {
        self.draining.calls.cancel();
    }

    /// Remembers a row that was not begun or was cut by the shutdown; true if so. There may be thousands, and the
    /// outcome of sent rows is stored first.
    pub(crate) fn puts_down(&self, row: &OutboxRow, performed: &Performed) -> bool {
        let puts_down = matches!(performed.how, Settled::Waits(_)) && self.draining.work.is_cancelled();
        if puts_down {
            lock(&self.draining.put_down).push(row.seq);
        }
        puts_down
    }

    /// Makes all cut rows due again, in one commit.
    ///
    /// # Errors
    /// The database does not take it: the next start counts them as interrupted.
    pub(crate) async fn settle_put_down(&self) -> Stored<()> {
        let rows = std::mem::take(&mut *lock(&self.draining.put_down));
        if rows.is_empty() {
            return Ok(());
        }
        let now = self.now();
        let mut tx = self.parts.store.begin().await?;
        for seq in rows {
            tx.settle(seq, &Settled::Waits(now), now).await?;
        }
        commit(tx, "settle/put down").await
    }

    /// An attempt at a row, or the outcome with which the shutdown cuts it.
    pub(crate) async fn attempt_or_cut(&self, row: &OutboxRow) -> Performed {
        let thinks = matches!(row.row.effect, Effect::AskModel { .. });
        // A run ends by its cancellation token, so that it can write its last record.
        let work = if thinks { &self.draining.work } else { &self.draining.calls };
        tokio::select! {
            biased;
            performed = self.attempt(row) => performed,
            () = work.cancelled() => self.cut(works(&row.row.effect)),
        }
    }

    fn cut(&self, works: bool) -> Performed {
        let now = self.now();
        if works { Performed::waiting(now) } else { Performed::ended(Settled::Unclear(now)) }
    }
}
