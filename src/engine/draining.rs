//! The way out of a program that was asked to stop. Thoughts and runs are cut where their journal stands and are due again
//! at once, which counts as no crash; a call to a platform gets a while for its answer, and is marked as unclear where
//! none came. Nothing is dropped here: what is not settled in time is taken up by the next start.

use super::perform::Performed;
use super::{Engine, lock};
use crate::ports::store::{OutboxRow, Settled, Stored};
use crate::secretary::effect::Effect;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use tokio_util::sync::CancellationToken;

/// How far the program is on its way out, and what it is at.
#[derive(Debug, Default)]
pub(super) struct Draining {
    /// Nobody thinks or works any more.
    work: CancellationToken,
    /// Nobody waits for answers any more.
    calls: CancellationToken,
    /// Thoughts and runs under way.
    at_work: AtomicUsize,
    /// The rows of those that were cut.
    put_down: Mutex<Vec<i64>>,
}

/// One thought or run under way, for as long as it lives.
struct Busy<'a>(&'a AtomicUsize);

impl Drop for Busy<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::SeqCst);
    }
}

impl Engine {
    /// How many thoughts and runs are under way.
    pub fn at_work(&self) -> usize {
        self.draining.at_work.load(Ordering::SeqCst)
    }

    /// Thoughts and runs stop where they are.
    pub(super) fn stop_working(&self) {
        self.draining.work.cancel();
        for leash in lock(&self.runs).values() {
            leash.stop.cancel();
        }
    }

    /// Calls whose answer did not come are marked.
    pub(super) fn stop_waiting(&self) {
        self.draining.calls.cancel();
    }

    /// Keeps a row in mind that was not begun, or was cut, since the program is on its way out; true if so. There may be
    /// thousands of them, and what was sent is to be written down first.
    pub(super) fn puts_down(&self, row: &OutboxRow, performed: &Performed) -> bool {
        let puts_down = performed.waits && self.draining.work.is_cancelled();
        if puts_down {
            lock(&self.draining.put_down).push(row.seq);
        }
        puts_down
    }

    /// Makes all rows that were put down due again, in one commit.
    ///
    /// # Errors
    /// The database does not take it: the next start counts them as cut off.
    pub(super) async fn settle_put_down(&self) -> Stored<()> {
        let rows = std::mem::take(&mut *lock(&self.draining.put_down));
        if rows.is_empty() {
            return Ok(());
        }
        let now = self.now();
        let mut tx = self.parts.store.begin().await?;
        for seq in rows {
            tx.settle(seq, &Settled::Retry(now), now).await?;
        }
        tx.commit().await
    }

    /// An attempt at a row, or what it is cut off with on the way out.
    pub(super) async fn attempt_or_cut(&self, row: &OutboxRow) -> Performed {
        let thinks = matches!(row.row.effect, Effect::AskModel { .. });
        let works = thinks || matches!(row.row.effect, Effect::StartRun { .. });
        let _busy = works.then(|| {
            self.draining.at_work.fetch_add(1, Ordering::SeqCst);
            Busy(&self.draining.at_work)
        });
        // A run ends by its leash, which lets it write down what it was at.
        let work = if thinks { &self.draining.work } else { &self.draining.calls };
        tokio::select! {
            biased;
            performed = self.attempt(row) => performed,
            () = work.cancelled() => self.cut(works),
        }
    }

    fn cut(&self, works: bool) -> Performed {
        let now = self.now();
        if works { Performed::waiting(now) } else { Performed::ended(Settled::Unclear(now)) }
    }
}
