//! Deciding: the oldest undecided events, one savepoint each, one commit together. An event whose
//! decision fails is tried three times and then kept aside with a word to its sender; it never blocks
//! the next one.

use super::desk::Desk;
use super::{Engine, lock};
use crate::ports::store::{Arrival, Fate, InboxRow, StoreError, Stored, Tx};
use crate::secretary::error_id::ErrorId;
use crate::secretary::ids::RunId;
use crate::secretary::wording;
use futures_util::FutureExt;
use std::panic::AssertUnwindSafe;

/// Events decided in one commit at most.
const BATCH: u32 = 64;
/// Tries before an event is kept aside.
const TRIES: u32 = 3;

impl Engine {
    /// Decides about a batch of events; false when there was none.
    ///
    /// # Errors
    /// The database does not take it: nothing of the batch is decided.
    pub(super) async fn decide_some(&self) -> Stored<bool> {
        let mut tx = self.parts.store.begin().await?;
        let rows = tx.undecided(BATCH).await?;
        if rows.is_empty() {
            return Ok(false);
        }
        let mut stopped = Vec::new();
        for row in &rows {
            self.decide_one(tx.as_mut(), row, &mut stopped).await?;
        }
        tx.commit().await?;
        for run in stopped {
            if let Some(leash) = lock(&self.runs).get(&run) {
                leash.stop.cancel();
            }
        }
        self.fates.notify_waiters();
        self.wishes.notify_one();
        Ok(true)
    }

    async fn decide_one(&self, tx: &mut dyn Tx, row: &InboxRow, stopped: &mut Vec<RunId>) -> Stored<()> {
        tx.savepoint().await?;
        let mut desk = Desk::new(self, tx, row);
        let outcome = AssertUnwindSafe(desk.arrived(&row.arrival)).catch_unwind().await;
        let runs = std::mem::take(&mut desk.stopped);
        let result = outcome.unwrap_or_else(|_| Err(StoreError::Broken("the decision code panicked".to_owned())));
        match result {
            Ok(fate) => {
                stopped.extend(runs);
                tx.decided(row.seq, &fate, self.now()).await?;
                tx.release().await
            }
            Err(error) => {
                // A database that takes nothing fails here too, and the whole batch is tried again later.
                tx.undo().await?;
                let id = ErrorId::of(&format!("inbox/{}", row.seq));
                let tries = row.tries + 1;
                tracing::error!(seq = row.seq, tries, error_id = %id, %error, "an event could not be decided");
                self.put_aside(tx, row, &error, &id).await
            }
        }
    }

    /// Counts a failed try; after the last one the event is kept aside and its sender told.
    async fn put_aside(&self, tx: &mut dyn Tx, row: &InboxRow, error: &StoreError, id: &ErrorId) -> Stored<()> {
        if row.tries + 1 < TRIES {
            return tx.decided(row.seq, &Fate::Again, self.now()).await;
        }
        tx.decided(row.seq, &Fate::Quarantined(error.to_string()), self.now()).await?;
        if let Arrival::Outside(inbound) = &row.arrival {
            tx.savepoint().await?;
            let mut desk = Desk::new(self, tx, row);
            let told = desk.say_at(inbound, wording::faults::quarantined(id)).await;
            match told {
                Ok(()) => tx.release().await?,
                Err(_) => tx.undo().await?,
            }
        }
        if let Arrival::Due(schedule) = &row.arrival {
            tx.savepoint().await?;
            let mut desk = Desk::new(self, tx, row);
            match desk.leave_out(schedule).await {
                Ok(()) => tx.release().await?,
                Err(_) => tx.undo().await?,
            }
        }
        if let Arrival::Ticket { ticket, .. } = &row.arrival {
            tx.savepoint().await?;
            let mut desk = Desk::new(self, tx, row);
            match desk.say_stumbled(ticket, id).await {
                Ok(()) => tx.release().await?,
                Err(_) => tx.undo().await?,
            }
        }
        Ok(())
    }
}
