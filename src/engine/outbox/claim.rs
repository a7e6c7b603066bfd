//! Claims due rows of the outbox.

use super::worker_load::works;
use crate::engine::commit::commit;
use crate::engine::outbox::perform::{ENDS, reaches_out};
use crate::engine::{Engine, lock};
use crate::ports::store::{Hands, OutboxRow, Settled, Stored, Tx};
use crate::ports::trial::planted;
use crate::secretary::effect::Effect;
use chrono::TimeDelta;
use futures_util::future::BoxFuture;
use std::collections::BTreeSet;

/// Rows per claim.
pub const CLAIM: u32 = 64;
/// How long a claim without an answer counts as possibly committed.
const DOUBTED_FOR: TimeDelta = TimeDelta::seconds(60);
/// Ends of the program that came while the message was sent alone (`ENDS`).
const ENDS_ALONE: u32 = 2;
/// The wait of a suspicious row behind another one.
const SUSPECTS_APART: TimeDelta = TimeDelta::seconds(1);

impl Engine {
    /// Claims due rows of the outbox. Called by the loops, and by simulations with their own scheduler.
    ///
    /// # Errors
    /// The database does not take it: no row is taken.
    pub fn claim(&self) -> BoxFuture<'_, Stored<Vec<OutboxRow>>> {
        Box::pin(async move {
            for (hands, room) in self.free_hands() {
                let rows = self.claim_for(&hands, room).await?;
                if !rows.is_empty() {
                    return Ok(rows);
                }
            }
            Ok(Vec::new())
        })
    }

    async fn claim_for(&self, hands: &Hands, room: u32) -> Stored<Vec<OutboxRow>> {
        let now = self.now();
        // The look needs no write; most wake-ups find nothing due.
        let due = self.parts.store.ask().await?.next_due(hands).await?;
        if due.is_none_or(|at| at > now) && lock(&self.doubtful).is_empty() {
            return Ok(Vec::new());
        }
        let mut tx = self.parts.store.beside().await?;
        let doubtful: Vec<i64> = lock(&self.doubtful).keys().copied().collect();
        if !doubtful.is_empty() {
            // Nobody performs these rows: their claim was committed and only its answer was lost.
            tx.give_back(&doubtful, now).await?;
        }
        let rows = tx.claim(now, room, hands).await?;
        let rows = self.one_suspect(tx.as_mut(), rows).await?;
        for row in &rows {
            if planted::is("settle-before-send") && matches!(row.row.effect, Effect::Post { .. }) {
                tx.settle(row.seq, &Settled::Done, now).await?;
            }
            if let Effect::StartRun { run, .. } = &row.row.effect {
                // From now on the run can be stopped, also before it has begun. A stop needs this writer.
                self.runs.bind(run, row.seq);
            }
        }
        let claimed: BTreeSet<i64> = rows.iter().map(|row| row.seq).collect();
        // Noted before the commit, in case this future is dropped.
        lock(&self.doubtful).extend(claimed.iter().map(|seq| (*seq, now)));
        commit(tx, "claim").await?;
        // A server may finish a commit late after its connection broke, so the other claims stay noted for a while.
        lock(&self.doubtful).retain(|seq, noted| !claimed.contains(seq) && now - *noted < DOUBTED_FOR);
        if let Some(row) = rows.iter().find(|row| suspect(row)) {
            *lock(&self.suspect) = Some(row.seq);
        }
        self.claimed(&rows);
        Ok(rows)
    }

    /// Performs a message during which the program ended twice alone, before all others of that kind, to find out
    /// which one ends the program. Long thoughts and runs wait for it.
    async fn one_suspect(&self, tx: &mut dyn Tx, rows: Vec<OutboxRow>) -> Stored<Vec<OutboxRow>> {
        let at_work = lock(&self.suspect).is_some();
        let chosen = rows.iter().find(|row| suspect(row)).map(|row| row.seq);
        if !at_work && chosen.is_none() {
            return Ok(rows);
        }
        let (mut kept, now) = (Vec::with_capacity(rows.len()), self.now());
        for row in rows {
            let may_go = !at_work && chosen == Some(row.seq);
            let may_end_it = reaches_out(&row.row.effect) || works(&row.row.effect);
            if row.cut_off > 0 && may_end_it && !may_go {
                tx.settle(row.seq, &Settled::Waits(now + SUSPECTS_APART), now).await?;
            } else {
                kept.push(row);
            }
        }
        Ok(kept)
    }
}

/// Whether a message is performed alone, since the program ended twice during it.
fn suspect(row: &OutboxRow) -> bool {
    (ENDS - ENDS_ALONE..ENDS).contains(&row.cut_off) && reaches_out(&row.row.effect)
}
