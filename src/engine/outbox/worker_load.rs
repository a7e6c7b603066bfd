//! The work a process takes from the outbox, and how much of the kind that takes long, thinking and runs, it is at.

use super::perform::CLAIM;
use crate::engine::{Engine, lock};
use crate::ports::store::{Hands, OutboxRow, SCHEDULER, WORKER};
use crate::secretary::message::inbound::Platform;
use crate::secretary::ticket::effect::Effect;

/// Thoughts and runs one process that does everything takes at once: most wait for a call to the model, which costs memory.
const WORK_AT_ONCE: u32 = 2_048;

/// What is taken, and what a process is at.
#[derive(Debug, Default)]
pub(in crate::engine) struct Load {
    hands: Hands,
    at_work: u32,
}

/// One thought or run a process is at, as long as this lives.
pub(in crate::engine) struct AtWork<'a>(&'a Engine);

impl Drop for AtWork<'_> {
    fn drop(&mut self) {
        let mut load = lock(&self.0.load);
        load.at_work = load.at_work.saturating_sub(1);
    }
}

/// Whether an effect is a thought or a run.
pub(in crate::engine) fn works(effect: &Effect) -> bool {
    matches!(effect, Effect::StartRun { .. } | Effect::AskModel { .. } | Effect::Understand { .. })
}

/// Everything but thoughts and runs.
fn short_work() -> Hands {
    let platforms = Platform::ALL.map(Platform::name);
    Hands::Only(platforms.into_iter().chain([SCHEDULER]).map(str::to_owned).collect())
}

impl Load {
    /// What is to be claimed next by a process with so many calls to the model at a time.
    fn free(&self, calls: u32) -> Vec<(Hands, u32)> {
        let Hands::Only(some) = &self.hands else {
            let full = self.at_work >= WORK_AT_ONCE;
            return vec![(if full { short_work() } else { Hands::All }, CLAIM)];
        };
        let mut rest = some.clone();
        let thinks = rest.remove(WORKER);
        let mut free = vec![(Hands::Only(rest), CLAIM)];
        // What is due beyond the calls that can go out at the same time is for other processes.
        let room = calls.saturating_sub(self.at_work);
        if thinks && room > 0 {
            free.push((Hands::Only([WORKER.to_owned()].into()), room));
        }
        free
    }
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
    pub(in crate::engine) fn thinks(&self) -> bool {
        match &lock(&self.load).hands {
            Hands::All => true,
            Hands::Only(some) => some.contains(WORKER),
        }
    }

    /// What is to be claimed next, in which order, and at most how much of it.
    pub(in crate::engine) fn free_hands(&self) -> Vec<(Hands, u32)> {
        lock(&self.load).free(self.parts.share.calls.into())
    }

    /// Counts rows that were claimed: from here to the end of [`AtWork`], which performing them holds.
    pub(in crate::engine) fn claimed(&self, rows: &[OutboxRow]) {
        let work = rows.iter().filter(|row| works(&row.row.effect)).count();
        lock(&self.load).at_work += u32::try_from(work).unwrap_or(u32::MAX);
    }

    /// What counts a claimed row as long as it lives.
    pub(in crate::engine) fn at(&self, row: &OutboxRow) -> Option<AtWork<'_>> {
        works(&row.row.effect).then(|| AtWork(self))
    }
}

#[cfg(test)]
mod tests {
    use crate::engine::outbox::worker_load::*;

    fn load(hands: Hands, at_work: u32) -> Load {
        Load { hands, at_work }
    }

    fn only(names: &[&str]) -> Hands {
        Hands::Only(names.iter().map(|name| (*name).to_owned()).collect())
    }

    #[test]
    fn a_process_full_of_thoughts_still_sends_and_keeps_time() {
        assert_eq!(load(Hands::All, WORK_AT_ONCE - 1).free(8), [(Hands::All, CLAIM)]);
        let rest = only(&["telegram", "discord", "web", SCHEDULER]);
        assert_eq!(load(Hands::All, WORK_AT_ONCE).free(8), [(rest, CLAIM)]);
    }

    #[test]
    fn what_others_can_think_about_is_left_to_them() {
        let hands = only(&["telegram", WORKER]);
        let (sends, thinks) = (only(&["telegram"]), only(&[WORKER]));
        assert_eq!(load(hands.clone(), 5).free(8), [(sends.clone(), CLAIM), (thinks, 3)]);
        assert_eq!(load(hands, 8).free(8), [(sends, CLAIM)]);
    }
}
