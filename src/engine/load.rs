//! The work a process takes from the outbox, and how much of the kind that takes long, thinking and runs, it is at.

use super::perform::CLAIM;
use super::{Engine, lock};
use crate::ports::store::{Hands, OutboxRow, WORKER};
use crate::secretary::effect::Effect;

/// What is taken, and what a process is at.
#[derive(Debug, Default)]
pub(super) struct Load {
    hands: Hands,
    at_work: u32,
}

/// One thought or run a process is at, as long as this lives.
pub(super) struct AtWork<'a>(&'a Engine);

impl Drop for AtWork<'_> {
    fn drop(&mut self) {
        let mut load = lock(&self.0.load);
        load.at_work = load.at_work.saturating_sub(1);
    }
}

/// Whether an effect is a thought or a run.
pub(super) fn works(effect: &Effect) -> bool {
    matches!(effect, Effect::StartRun { .. } | Effect::AskModel { .. })
}

impl Engine {
    /// From now on this work is taken.
    pub fn take(&self, hands: Hands) {
        lock(&self.load).hands = hands;
        self.wishes.notify_one();
    }

    /// How many thoughts and runs are under way.
    pub fn at_work(&self) -> u32 {
        lock(&self.load).at_work
    }

    /// Whether this process thinks and works, and does not leave that to others.
    pub(super) fn thinks(&self) -> bool {
        match &lock(&self.load).hands {
            Hands::All => true,
            Hands::Only(some) => some.contains(WORKER),
        }
    }

    /// What is to be claimed next, in which order, and at most how much of it.
    pub(super) fn free_hands(&self) -> Vec<(Hands, u32)> {
        let load = lock(&self.load);
        let Hands::Only(some) = &load.hands else { return vec![(Hands::All, CLAIM)] };
        let mut rest = some.clone();
        let thinks = rest.remove(WORKER);
        let mut free = vec![(Hands::Only(rest), CLAIM)];
        // What is due beyond the calls that can go out at the same time is for other processes.
        let room = u32::from(self.parts.share.calls).saturating_sub(load.at_work);
        if thinks && room > 0 {
            free.push((Hands::Only([WORKER.to_owned()].into()), room));
        }
        free
    }

    /// Counts rows that were claimed: from here to the end of [`AtWork`], which performing them holds.
    pub(super) fn claimed(&self, rows: &[OutboxRow]) {
        let work = rows.iter().filter(|row| works(&row.row.effect)).count();
        lock(&self.load).at_work += u32::try_from(work).unwrap_or(u32::MAX);
    }

    /// What counts a claimed row as long as it lives.
    pub(super) fn at(&self, row: &OutboxRow) -> Option<AtWork<'_>> {
        works(&row.row.effect).then(|| AtWork(self))
    }
}
