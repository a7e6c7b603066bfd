//! Other processes on the same database: hearing what they change, and saying that this one lives. No process knows
//! another; all of them know the database.

use crate::engine::{Engine, lock};
use crate::ports::store::{Changed, Changes, LIFE, SIGN_OF_LIFE, Standing, Stored};
use crate::ports::trial::planted;
use crate::secretary::message::inbound::Place;
use chrono::TimeDelta;
use tokio_util::sync::CancellationToken;

/// After so many looks without a worker one is missing: as long as a process may be silent before it is given up.
const LOOKS: u32 = 4;

impl Engine {
    /// Wakes what waits for such a change, as if this process had made it.
    pub fn hear(&self, changed: &Changed) {
        match changed {
            Changed::Inbox => self.arrivals.notify_one(),
            Changed::Outbox => self.wishes.notify_one(),
            Changed::Fates => self.fates.notify_waiters(),
            Changed::Stop(run) => self.runs.stop(run),
            // For the platforms, which are told of it beside this.
            Changed::WebLog | Changed::Typing(_) => {}
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
            // What is said counts from before it was sent.
            let asked = self.now();
            match self.parts.processes.live().await {
                Ok(Standing::Ousted) if planted::is("ousted-lives") => {}
                Ok(Standing::Ousted) => return false,
                Ok(Standing::Member { took_over, worker, .. }) => {
                    *lock(&self.renewed_at) = asked;
                    self.saw_a_worker(worker);
                    if took_over > 0 {
                        tracing::warn!(took_over, "what a process that is gone was doing is taken up again");
                    }
                }
                Err(error) => tracing::warn!(%error, "the sign of life could not be given"),
            }
        }
    }

    /// Notes whether somebody thinks and works; that nobody does is said once, and when that is over.
    fn saw_a_worker(&self, worker: bool) {
        let mut unmanned = lock(&self.unmanned);
        let before = *unmanned;
        *unmanned = if worker { 0 } else { before.saturating_add(1) };
        if *unmanned == LOOKS {
            tracing::warn!(
                "no process with the role worker lives: ideas are taken in, and nothing comes of them until one does"
            );
        } else if worker && before >= LOOKS {
            tracing::info!("a process with the role worker lives again");
        }
    }

    /// Whether nobody thinks and works, for longer than a start or a replacement takes.
    pub(in crate::engine) fn is_unmanned(&self) -> bool {
        *lock(&self.unmanned) >= LOOKS
    }

    /// Whether the last sign of life is younger than others wait for one. Until the next one nothing is received and
    /// nothing sent: others may be at it. Where there are no others, always.
    pub(in crate::engine) fn lease_is_fresh(&self) -> bool {
        let life = TimeDelta::from_std(LIFE).unwrap_or(TimeDelta::seconds(8));
        !self.parts.share.others || self.now() - *lock(&self.renewed_at) < life || planted::is("ousted-lives")
    }

    /// Shows the typing sign at a place, here or by the process that sends there. That it is missing is no fault.
    pub(in crate::engine) async fn types_at(&self, place: &Place) {
        if self.show_typing(place).await || !self.parts.share.others {
            return;
        }
        if let Err(error) = self.parts.processes.tell(&Changed::Typing(Box::new(place.clone()))).await {
            tracing::debug!(%error, "no other process could be told of typing");
        }
    }

    /// Shows the typing sign, if this process sends to that platform.
    pub async fn show_typing(&self, place: &Place) -> bool {
        let Some(chat) = self.chat(place.platform) else { return false };
        chat.typing(place).await;
        true
    }

    /// Whether other processes are at work on the same database.
    pub(in crate::engine) async fn has_neighbours(&self) -> Stored<bool> {
        Ok(matches!(self.parts.processes.live().await?, Standing::Member { others: true, .. }))
    }
}
