//! Cancellation of runs. A stretch of a run is registered when its row is claimed, since a stop may be decided before
//! the stretch begins. A stop of one stretch never stops another one of the same run.

use crate::engine::{Engine, lock};
use crate::secretary::ids::RunId;
use std::collections::HashMap;
use std::sync::Mutex;
use tokio_util::sync::CancellationToken;

/// A stretch of a run: its outbox row and its cancellation token.
#[derive(Clone, Debug)]
struct Stretch {
    row: i64,
    stop: CancellationToken,
}

impl Stretch {
    fn of(row: i64) -> Self {
        Self { row, stop: CancellationToken::new() }
    }
}

#[derive(Debug, Default)]
struct Cancellation {
    /// The running stretch.
    at_work: Option<Stretch>,
    /// The claimed stretch that has not begun.
    next: Option<Stretch>,
}

/// The runs of this process, running or claimed.
#[derive(Debug, Default)]
pub struct Cancellations(Mutex<HashMap<RunId, Cancellation>>);

impl Cancellations {
    /// Registers the claimed row of a run. Of two that have not begun the earlier one was dropped, since a lane has
    /// one head.
    pub fn bind(&self, run: &RunId, row: i64) {
        lock(&self.0).entry(run.clone()).or_default().next = Some(Stretch::of(row));
    }

    /// Stops a run, also one that has not begun.
    pub fn stop(&self, run: &RunId) {
        if let Some(cancellation) = lock(&self.0).get(run) {
            cancellation.at_work.iter().chain(&cancellation.next).for_each(|stretch| stretch.stop.cancel());
        }
    }

    /// Stops all runs.
    pub fn stop_all(&self) {
        for cancellation in lock(&self.0).values() {
            cancellation.at_work.iter().chain(&cancellation.next).for_each(|stretch| stretch.stop.cancel());
        }
    }

    /// Begins the stretch of this row, unless it was stopped or an earlier stretch of the run is still running, which
    /// is then stopped.
    pub fn take(&self, run: &RunId, row: i64) -> Option<CancellationToken> {
        let mut all = lock(&self.0);
        let cancellation = all.entry(run.clone()).or_default();
        if let Some(earlier) = &cancellation.at_work {
            earlier.stop.cancel();
            return None;
        }
        let begins = cancellation.next.take_if(|next| next.row == row);
        if begins.as_ref().is_none_or(|begins| begins.stop.is_cancelled()) {
            if cancellation.next.is_none() {
                all.remove(run);
            }
            return None;
        }
        let stop = begins.as_ref().map(|begins| begins.stop.clone());
        cancellation.at_work = begins;
        stop
    }

    /// Ends the running stretch.
    pub fn give_up(&self, run: &RunId) {
        let mut all = lock(&self.0);
        let Some(cancellation) = all.get_mut(run) else { return };
        cancellation.at_work = None;
        // A stopped stretch is forgotten: its row was dropped or will be claimed again.
        cancellation.next.take_if(|next| next.stop.is_cancelled());
        if cancellation.next.is_none() {
            all.remove(run);
        }
    }

    /// Forgets a claimed row that does not begin.
    pub fn forget(&self, run: &RunId, row: i64) {
        let mut all = lock(&self.0);
        let Some(cancellation) = all.get_mut(run) else { return };
        cancellation.next.take_if(|next| next.row == row);
        if cancellation.at_work.is_none() && cancellation.next.is_none() {
            all.remove(run);
        }
    }
}

/// The registration of a run. It ends also when the run panics.
pub struct Seat<'a> {
    /// The engine with the registry.
    pub engine: &'a Engine,
    /// The run.
    pub run: &'a RunId,
}

impl Drop for Seat<'_> {
    fn drop(&mut self) {
        self.engine.runs.give_up(self.run);
    }
}

#[cfg(test)]
mod tests {
    use crate::engine::thinking::cancellation::*;

    fn run() -> RunId {
        RunId::new("t/1")
    }

    #[test]
    fn a_stretch_begins_once_and_can_be_stopped_before_and_after() {
        let all = Cancellations::default();
        all.bind(&run(), 1);
        let stop = all.take(&run(), 1).unwrap();
        assert!(all.take(&run(), 1).is_none() && stop.is_cancelled(), "an earlier one is at work, and is told to end");
        all.give_up(&run());
        all.bind(&run(), 2);
        all.stop(&run());
        assert!(all.take(&run(), 2).is_none(), "it was stopped before it began");
        assert!(lock(&all.0).is_empty());
    }

    /// A run that was paused, resumed and paused again before either stretch began must not begin.
    #[test]
    fn a_former_stretch_takes_nothing_from_the_next() {
        let all = Cancellations::default();
        all.bind(&run(), 1);
        all.stop(&run());
        all.bind(&run(), 2);
        all.stop(&run());
        assert!(all.take(&run(), 1).is_none());
        assert!(all.take(&run(), 2).is_none());
        all.bind(&run(), 3);
        assert!(all.take(&run(), 2).is_none(), "another row");
        assert!(all.take(&run(), 3).is_some());
    }

    #[test]
    fn what_is_stopped_behind_one_that_winds_down_stays_stopped() {
        let all = Cancellations::default();
        all.bind(&run(), 1);
        let first = all.take(&run(), 1).unwrap();
        all.stop(&run());
        all.bind(&run(), 2);
        all.stop(&run());
        assert!(first.is_cancelled());
        all.give_up(&run());
        assert!(all.take(&run(), 2).is_none());
        all.bind(&run(), 3);
        all.forget(&run(), 3);
        assert!(lock(&all.0).is_empty());
    }
}
