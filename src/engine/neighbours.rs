//! Other processes on the same database: hearing what they change, and saying that this one lives. No process knows
//! another; all of them know the database.

use super::{Engine, lock};
use crate::ports::store::{Changed, Changes, SIGN_OF_LIFE, Standing, Stored};
use chrono::TimeDelta;
use tokio_util::sync::CancellationToken;

impl Engine {
    /// Wakes what waits for such a change, as if this process had made it.
    pub fn hear(&self, changed: &Changed) {
        match changed {
            Changed::Inbox => self.arrivals.notify_one(),
            Changed::Outbox => self.wishes.notify_one(),
            Changed::Fates => self.fates.notify_waiters(),
            Changed::Stop(run) => {
                if let Some(leash) = lock(&self.runs).get(run) {
                    leash.stop.cancel();
                }
            }
            Changed::WebLog => {}
            Changed::Anything => {
                self.arrivals.notify_one();
                self.wishes.notify_one();
                self.fates.notify_waiters();
            }
        }
    }

    /// Hears of changes until stopped; `also` is told of each, too.
    pub async fn listen(&self, mut changes: Box<dyn Changes>, also: impl Fn(&Changed), stop: CancellationToken) {
        loop {
            tokio::select! {
                () = stop.cancelled() => return,
                changed = changes.next() => {
                    self.hear(&changed);
                    also(&changed);
                }
            }
        }
    }

    /// Says again and again that this process lives, until it is stopped (true) or others have taken over its work (false).
    pub async fn live(&self, stop: CancellationToken) -> bool {
        let pause = TimeDelta::from_std(SIGN_OF_LIFE).unwrap_or(TimeDelta::seconds(2));
        loop {
            tokio::select! {
                () = stop.cancelled() => return true,
                () = self.parts.clock.sleep_until(self.now() + pause) => {}
            }
            match self.parts.processes.live().await {
                Ok(Standing::Ousted) => return false,
                Ok(Standing::Member { took_over, .. }) => {
                    if took_over > 0 {
                        tracing::warn!(took_over, "what a process that is gone was doing is taken up again");
                    }
                }
                Err(error) => tracing::warn!(%error, "the sign of life could not be given"),
            }
        }
    }

    /// Whether other processes are at work on the same database.
    pub(super) async fn has_neighbours(&self) -> Stored<bool> {
        Ok(matches!(self.parts.processes.live().await?, Standing::Member { others: true, .. }))
    }
}
