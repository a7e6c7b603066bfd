//! Forgetting, once a day, what the settings say is kept for a while only. A little at a time, so that nobody waits for it.

use super::Engine;
use super::commit::commit;
use crate::ports::store::{Stored, Transient};
use chrono::TimeDelta;
use std::collections::BTreeMap;
use std::sync::Arc;
use tokio_util::sync::CancellationToken;

/// Rows forgotten in one transaction.
const AT_ONCE: u32 = 500;
/// The first look after a start, which has better things to do.
const FIRST: TimeDelta = TimeDelta::minutes(10);
/// The next ones.
const EVERY: TimeDelta = TimeDelta::days(1);
/// Between two transactions: whoever wants to write comes in between.
const BREATH: TimeDelta = TimeDelta::milliseconds(50);

/// How long each kind is kept; what is not named is kept for ever.
pub type Periods = BTreeMap<Transient, TimeDelta>;

impl Engine {
    /// Forgets once a day until stopped.
    pub async fn forget_daily(self: Arc<Self>, periods: Periods, stop: CancellationToken) {
        let mut next = self.now() + FIRST;
        while stop.run_until_cancelled(self.parts.clock.sleep_until(next)).await.is_some() {
            let looked = stop.run_until_cancelled(self.forget_old(&periods)).await;
            match looked {
                Some(Err(error)) => tracing::warn!(%error, "what is too old could not be forgotten; tomorrow again"),
                Some(Ok(())) => {}
                None => return,
            }
            next = self.now() + EVERY;
        }
    }

    /// Forgets everything that is too old now.
    ///
    /// # Errors
    /// The database does not take it; what is gone by then stays gone.
    pub async fn forget_old(&self, periods: &Periods) -> Stored<()> {
        for (kind, period) in periods {
            let before = self.now() - *period;
            let mut rows = 0;
            loop {
                let mut tx = self.parts.store.begin().await?;
                let gone = tx.forget(*kind, before, AT_ONCE).await?;
                commit(tx, "forget").await?;
                rows += gone.rows;
                if !gone.more {
                    break;
                }
                self.parts.clock.sleep_until(self.now() + BREATH).await;
            }
            if rows > 0 {
                tracing::info!(event = "forgotten", kind = kind.name(), rows);
            }
        }
        Ok(())
    }
}
