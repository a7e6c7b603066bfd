//! Other processes on the same database: hearing what they change, and saying that this one lives. No process knows
//! another; all of them know the database.

use super::perform::CLAIM;
use super::{Engine, lock};
use crate::ports::store::{Changed, Changes, Hands, OutboxRow, SIGN_OF_LIFE, Standing, Stored, WORKER};
use crate::secretary::effect::Effect;
use crate::secretary::inbound::Place;
use chrono::TimeDelta;
use tokio_util::sync::CancellationToken;

/// What a process is at once at that thinks or works: as many calls of the model go out at the same time. What is due
/// beyond that is for others.
const AT_WORK: u32 = super::throttle::AT_ONCE;

/// The work a process takes, and what it is at.
#[derive(Debug, Default)]
pub(super) struct Load {
    hands: Hands,
    at_work: u32,
}

/// One piece of work a process is at.
pub(super) struct AtWork<'a>(&'a Engine);

impl Drop for AtWork<'_> {
    fn drop(&mut self) {
        lock(&self.0.load).at_work -= 1;
    }
}

impl Engine {
    /// From now on this work is taken.
    pub fn take(&self, hands: Hands) {
        lock(&self.load).hands = hands;
        self.wishes.notify_one();
    }

    /// What is to be claimed next, in which order, and at most how much of it.
    pub(super) fn free_hands(&self) -> Vec<(Hands, u32)> {
        let load = lock(&self.load);
        let Hands::Only(some) = &load.hands else { return vec![(Hands::All, CLAIM)] };
        let mut rest = some.clone();
        let thinks = rest.remove(WORKER);
        let mut free = vec![(Hands::Only(rest), CLAIM)];
        let room = AT_WORK.saturating_sub(load.at_work);
        if thinks && room > 0 {
            free.push((Hands::Only([WORKER.to_owned()].into()), room));
        }
        free
    }

    /// Counts a row that was claimed, as long as what is given lives.
    pub(super) fn at(&self, row: &OutboxRow) -> Option<AtWork<'_>> {
        thinks(row).then(|| AtWork(self))
    }

    /// Rows were claimed and will be counted.
    pub(super) fn claimed(&self, rows: &[OutboxRow]) {
        let work = rows.iter().filter(|row| thinks(row)).count();
        lock(&self.load).at_work += u32::try_from(work).unwrap_or(u32::MAX);
    }

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

    /// Shows the typing sign at a place, here or by the process that sends there. That it is missing is no fault.
    pub(super) async fn types_at(&self, place: &Place) {
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
    pub(super) async fn has_neighbours(&self) -> Stored<bool> {
        Ok(matches!(self.parts.processes.live().await?, Standing::Member { others: true, .. }))
    }
}

fn thinks(row: &OutboxRow) -> bool {
    matches!(row.row.effect, Effect::StartRun { .. } | Effect::AskModel { .. })
}
