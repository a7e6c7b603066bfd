//! Cluster peers: other processes on the same database. It listens to their changes and renews the lease of this
//! process. No process knows another one; all know the database.

use crate::engine::{Engine, lock};
use crate::ports::store::{Changed, Changes, LIFE, SIGN_OF_LIFE, Standing, Stored};
use crate::ports::trial::planted;
use crate::secretary::inbound::Place;
use chrono::TimeDelta;
use tokio_util::sync::CancellationToken;

/// After this many looks without a worker the worker counts as missing: as long as the lease of a silent process
/// lasts.
const LOOKS: u32 = 4;

impl Engine {
    /// Wakes what waits for such a change, as if this process had made it.
    pub fn hear(&self, changed: &Changed) {
        match changed {
            Changed::Inbox => self.arrivals.notify_one(),
            Changed::Outbox => self.wishes.notify_one(),
            Changed::Fates => self.fates.notify_waiters(),
            Changed::Stop(run) => self.runs.stop(run),
            // These concern the platforms, which `also` of `listen` tells.
            Changed::WebLog | Changed::Typing(_) | Changed::Seen(..) => {}
            Changed::Anything => {
                self.arrivals.notify_one();
                self.wishes.notify_one();
                self.fates.notify_waiters();
            }
        }
    }

    /// Listens to changes until stopped and passes each to `also`.
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

    /// Renews the lease of this process until it is stopped (true) or other processes have taken over its work
    /// (false).
    pub async fn live(&self, stop: CancellationToken) -> bool {
        let pause = TimeDelta::from_std(SIGN_OF_LIFE).unwrap_or(TimeDelta::seconds(2));
        loop {
            tokio::select! {
                () = stop.cancelled() => return true,
                () = self.parts.clock.sleep_until(self.now() + pause) => {}
            }
            // The lease counts from before the request.
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

    /// Records whether a worker process lives. The log says once that none does, and once when that is over.
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

    /// Whether no worker process has lived for longer than a start or replacement takes.
    pub(crate) fn is_unmanned(&self) -> bool {
        *lock(&self.unmanned) >= LOOKS
    }

    /// Whether the lease of this process is still valid. Without it the process receives and sends nothing, since
    /// another one may do so. Always true without other processes.
    pub(crate) fn lease_is_fresh(&self) -> bool {
        let life = TimeDelta::from_std(LIFE).unwrap_or(TimeDelta::seconds(8));
        !self.parts.share.others || self.now() - *lock(&self.renewed_at) < life || planted::is("ousted-lives")
    }

    /// Shows the typing sign at a place, by this process or the one that sends there. A failure is ignored.
    pub(crate) async fn types_at(&self, place: &Place) {
        self.show_anywhere(&Changed::Typing(Box::new(place.clone()))).await;
    }

    /// Shows the receipt of a message, by this process or the one that sends there. A failure is ignored.
    pub(crate) async fn seen_at(&self, place: &Place, message: &str) {
        self.show_anywhere(&Changed::Seen(Box::new(place.clone()), message.to_owned())).await;
    }

    async fn show_anywhere(&self, sign: &Changed) {
        if self.show_sign(sign).await || !self.parts.share.others {
            return;
        }
        if let Err(error) = self.parts.processes.tell(sign).await {
            tracing::debug!(%error, "no other process could be told of a sign");
        }
    }

    /// Shows a typing sign or a receipt, if this process sends to that platform.
    pub async fn show_sign(&self, sign: &Changed) -> bool {
        match sign {
            Changed::Typing(place) => self.show_typing(place).await,
            Changed::Seen(place, message) => self.show_seen(place, message).await,
            Changed::Inbox
            | Changed::Outbox
            | Changed::Fates
            | Changed::WebLog
            | Changed::Stop(_)
            | Changed::Anything => false,
        }
    }

    async fn show_typing(&self, place: &Place) -> bool {
        let Some(chat) = self.chat(place.platform) else { return false };
        chat.typing(place).await;
        true
    }

    async fn show_seen(&self, place: &Place, message: &str) -> bool {
        let Some(chat) = self.chat(place.platform) else { return false };
        if let Err(error) = chat.seen(place, message).await {
            tracing::debug!(%error, platform = %place.platform, "no receipt of a message");
        }
        true
    }

    /// Whether other processes work on the same database.
    pub(crate) async fn has_neighbours(&self) -> Stored<bool> {
        Ok(matches!(self.parts.processes.live().await?, Standing::Member { others: true, .. }))
    }
}
