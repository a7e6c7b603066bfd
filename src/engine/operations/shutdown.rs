//! The way out of a program that was asked to stop. Thoughts and runs are cut where their journal stands and are due again
//! at once, which counts as no crash; a call to a platform gets a while for its answer, and is marked as unclear where
//! none came. Nothing is dropped here: what is not settled in time is taken up by the next start.

use crate::engine::commit::commit;
use crate::engine::outbox::perform::Performed;
use crate::engine::outbox::worker_load::works;
use crate::engine::{Engine, lock};
use crate::ports::store::{OutboxRow, Settled, Stored};
use crate::secretary::ticket::effect::Effect;
use std::sync::Mutex;
use tokio_util::sync::CancellationToken;

/// How far the program is on its way out.
#[derive(Debug, Default)]
pub(in crate::engine) struct GracefulShutdown {
    /// Nobody thinks or works any more.
    work: CancellationToken,
    /// Nobody waits for answers any more.
    calls: CancellationToken,
    /// The rows of those that were cut.
    put_down: Mutex<Vec<i64>>,
}

impl Engine {
    /// Thoughts and runs stop where they are.
    pub(in crate::engine) fn stop_working(&self) {
        self.draining.work.cancel();
        self.runs.stop_all();
    }

    /// Calls whose answer did not come are marked.
    pub(in crate::engine) fn stop_waiting(&self) {
        self.draining.calls.cancel();
    }

    /// Keeps a row in mind that was not begun, or was cut, since the program is on its way out; true if so. There may be
    /// thousands of them, and what was sent is to be written down first.
    pub(in crate::engine) fn puts_down(&self, row: &OutboxRow, performed: &Performed) -> bool {
        let puts_down = matches!(performed.how, Settled::Waits(_)) && self.draining.work.is_cancelled();
        if puts_down {
            lock(&self.draining.put_down).push(row.seq);
        }
        puts_down
    }

    /// Makes all rows that were put down due again, in one commit.
    ///
    /// # Errors
    /// The database does not take it: the next start counts them as cut off.
    pub(in crate::engine) async fn settle_put_down(&self) -> Stored<()> {
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

    /// An attempt at a row, or what it is cut off with on the way out.
    pub(in crate::engine) async fn attempt_or_cut(&self, row: &OutboxRow) -> Performed {
        let thinks = matches!(row.row.effect, Effect::AskModel { .. });
        // A run ends by its cancellation, which lets it write down what it was at.
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
