//! Decides the oldest undecided events: one savepoint each, one commit together. An event whose decision fails three
//! times is quarantined and its sender told; so is an event that three starts of the program did not survive. It
//! never blocks the next event.

use crate::engine::commit::commit;
use crate::engine::context::{Context, Handled, audit_log, say};
use crate::engine::flows::{calls, shown, triggered};
use crate::engine::handlers::schedules::fire;
use crate::engine::inbox::dispatch;
use crate::engine::telemetry::trace::Decided;
use crate::engine::transition::open_room;
use crate::engine::{Engine, lock};
use crate::ports::store::{Arrival, EventOutcome, InboxRow, StoreError, Stored, Tx};
use crate::secretary::ids::RunId;
use crate::secretary::names::error_id::ErrorId;
use crate::secretary::wording;
use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use std::collections::BTreeSet;
use std::panic::AssertUnwindSafe;

/// The most events decided in one commit.
const BATCH: u32 = 64;
/// Tries before an event is quarantined.
const TRIES: u32 = 3;
/// Starts that ended while deciding an event, before it is quarantined.
const STARTS: u32 = 3;

/// Events that an earlier start received and did not decide. One of them may have ended the program, so each attempt
/// is stored before it begins.
#[derive(Clone, Copy, Debug, Default)]
pub struct LeftOver {
    /// The last of these rows.
    to: i64,
    /// The last row whose attempt this start has stored.
    written: i64,
}

impl Engine {
    pub(crate) fn remember_left_over(&self, last: Option<i64>) {
        lock(&self.left_over).to = last.unwrap_or_default();
    }

    /// Decides a batch of events; false if there was none. Called by the loops, and by simulations with their own
    /// scheduler.
    ///
    /// # Errors
    /// The database does not take it: nothing of the batch is decided.
    pub fn decide_some(&self) -> BoxFuture<'_, Stored<bool>> {
        Box::pin(async move {
            let heard = lock(&self.unheard).is_empty();
            if self.parts.share.others && heard && self.parts.store.ask().await?.undecided(1).await?.is_empty() {
                // Another process was faster. This look needs no write transaction.
                return Ok(false);
            }
            let mut tx = self.parts.store.begin().await?;
            let mut rows = tx.undecided(BATCH).await?;
            self.stop_unheard(&rows);
            let Some(first) = rows.first() else { return Ok(false) };
            if first.seq <= lock(&self.left_over).to {
                if self.outlived_by(first) >= STARTS {
                    let outcome = self.quarantine_deadly(tx.as_mut(), first).await?;
                    let decided = Decided::new(first, &outcome, Vec::new());
                    commit(tx, "quarantine").await?;
                    decided.tell();
                    self.decided_some();
                    return Ok(true);
                }
                rows = self.begin_left_over(tx, rows).await?;
                tx = self.parts.store.begin().await?;
                // Another process may have decided some of them in between.
                let open: BTreeSet<i64> = tx.undecided(BATCH).await?.iter().map(|row| row.seq).collect();
                rows.retain(|row| open.contains(&row.seq));
            }
            let (mut stopped, mut decided) = (Vec::new(), Vec::new());
            for row in &rows {
                decided.push(self.decide_one(tx.as_mut(), row, &mut stopped).await?);
                if matches!(row.arrival, Arrival::Erase { .. }) {
                    // What waits behind it is read anew, without the erased words.
                    break;
                }
            }
            for (_, run) in &stopped {
                tx.stopping(run).await?;
            }
            // Noted before the commit, whose answer may be lost.
            lock(&self.unheard).extend(stopped);
            commit(tx, "decide").await?;
            decided.into_iter().for_each(Decided::tell);
            self.stop_unheard(&[]);
            self.decided_some();
            Ok(true)
        })
    }

    /// Stops the runs of decided events that asked for it.
    fn stop_unheard(&self, open: &[InboxRow]) {
        for (seq, run) in std::mem::take(&mut *lock(&self.unheard)) {
            if !open.iter().any(|row| row.seq == seq) {
                self.runs.stop(&run);
            }
        }
    }

    fn decided_some(&self) {
        self.fates.notify_waiters();
        self.wishes.notify_one();
    }

    /// How many earlier starts ended while deciding this event.
    fn outlived_by(&self, row: &InboxRow) -> u32 {
        let in_this_start = row.seq <= lock(&self.left_over).written;
        row.begun.saturating_sub(u32::from(in_this_start))
    }

    /// Stores once in this start that deciding left-over events begins, and returns the rows to decide: all of them
    /// at first; one at a time after the program did not survive that, to find the one that ends it.
    async fn begin_left_over(&self, mut tx: Box<dyn Tx>, mut rows: Vec<InboxRow>) -> Stored<Vec<InboxRow>> {
        let LeftOver { to, written } = *lock(&self.left_over);
        let suspect = |row: &InboxRow| self.outlived_by(row) > 0;
        let alone = rows.first().is_some_and(suspect);
        let meant = if alone { 1 } else { rows.iter().take_while(|row| row.seq <= to && !suspect(row)).count() };
        rows.truncate(meant);
        if let (Some(first), Some(last)) = (rows.first(), rows.last())
            && last.seq > written
        {
            tx.begun(first.seq.max(written + 1), last.seq).await?;
            commit(tx, "begin").await?;
            lock(&self.left_over).written = last.seq;
        }
        Ok(rows)
    }

    /// Quarantines an event that several starts did not survive.
    async fn quarantine_deadly(&self, tx: &mut dyn Tx, row: &InboxRow) -> Handled {
        let id = ErrorId::of(&format!("inbox/{}", row.seq));
        tracing::error!(seq = row.seq, error_id = %id, "the program ended {STARTS} times at this event; it is kept aside");
        self.quarantine(tx, row, "the program ended several times at it", &id).await
    }

    async fn decide_one(&self, tx: &mut dyn Tx, row: &InboxRow, stopped: &mut Vec<(i64, RunId)>) -> Stored<Decided> {
        tx.savepoint().await?;
        let mut context = Context::new(self, tx, row);
        let decided = async {
            let outcome = dispatch::arrived(&mut context, &row.arrival).await?;
            Box::pin(shown::write_cards(&mut context)).await?;
            // The event fails if its audit entries cannot be written.
            audit_log::keep_audit(&mut context).await?;
            Ok(outcome)
        };
        let finished = AssertUnwindSafe(decided).catch_unwind().await;
        let (runs, steps) = (std::mem::take(&mut context.stopped), std::mem::take(&mut context.trail));
        let result = finished.unwrap_or_else(|_| Err(StoreError::Broken("the decision code panicked".to_owned())));
        match result {
            Ok(outcome) => {
                stopped.extend(runs.into_iter().map(|run| (row.seq, run)));
                tx.decided(row.seq, &outcome, self.now()).await?;
                tx.release().await?;
                Ok(Decided::new(row, &outcome, steps))
            }
            // A database that takes nothing is no fault of the event: the whole batch is tried again later.
            Err(error @ (StoreError::Later(_) | StoreError::Ousted)) => Err(error),
            Err(error) => {
                tx.undo().await?;
                let id = ErrorId::of(&format!("inbox/{}", row.seq));
                let tries = row.tries + 1;
                tracing::error!(seq = row.seq, tries, error_id = %id, %error, "an event could not be decided");
                let outcome = self.put_aside(tx, row, &error, &id).await?;
                Ok(Decided::new(row, &outcome, Vec::new()))
            }
        }
    }

    /// Counts a failed try. After the last one the event is quarantined and its sender told.
    async fn put_aside(&self, tx: &mut dyn Tx, row: &InboxRow, error: &StoreError, id: &ErrorId) -> Handled {
        if row.tries + 1 < TRIES {
            tx.decided(row.seq, &EventOutcome::Again, self.now()).await?;
            return Ok(EventOutcome::Again);
        }
        self.quarantine(tx, row, &error.to_string(), id).await
    }

    /// Quarantines an event and tells those it came from.
    async fn quarantine(&self, tx: &mut dyn Tx, row: &InboxRow, why: &str, id: &ErrorId) -> Handled {
        let outcome = EventOutcome::Quarantined(why.to_owned());
        tx.decided(row.seq, &outcome, self.now()).await?;
        tx.savepoint().await?;
        let mut context = Context::new(self, tx, row);
        let told = if let Arrival::Outside(inbound) = &row.arrival {
            open_room::say_at(&mut context, inbound, wording::talk::faults::quarantined(id)).await
        } else if let Arrival::Due(schedule) = &row.arrival {
            fire::leave_out(&mut context, schedule).await
        } else if let Arrival::Flow(news) = &row.arrival {
            calls::stumbled(&mut context, news, id).await
        } else if let Arrival::Triggered { trigger, .. } = &row.arrival {
            triggered::stumbled(&mut context, trigger, id).await
        } else if let Arrival::Ticket { ticket, .. } | Arrival::Remind { ticket, .. } | Arrival::SetUp { ticket, .. } =
            &row.arrival
        {
            say::say_stumbled(&mut context, ticket, id).await
        } else {
            Ok(())
        };
        let told = match told {
            Ok(()) => audit_log::keep_audit(&mut context).await,
            Err(error) => Err(error),
        };
        match told {
            Ok(()) => tx.release().await?,
            Err(error @ (StoreError::Later(_) | StoreError::Ousted)) => return Err(error),
            Err(_) => tx.undo().await?,
        }
        Ok(outcome)
    }
}
