//! The way out of a program that was asked to stop. Thoughts and runs are cut where their journal stands and are due again
//! at once, which counts as no crash; a call to a platform gets a while for its answer, and is marked as unclear where
//! none came. Nothing is dropped here: what is not settled in time is taken up by the next start.

use super::Engine;
use super::perform::Performed;
use crate::ports::store::{OutboxRow, Settled};
use crate::secretary::effect::Effect;
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
        for leash in super::lock(&self.runs).values() {
            leash.stop.cancel();
        }
    }

    /// Calls whose answer did not come are marked.
    pub(super) fn stop_waiting(&self) {
        self.draining.calls.cancel();
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
