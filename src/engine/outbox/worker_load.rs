//! The work that a process claims from the outbox, and how many long rows (thoughts and runs) it performs.

use super::claim::CLAIM;
use crate::engine::{Engine, lock};
use crate::ports::store::{Hands, OutboxRow, SCHEDULER, WORKER};
use crate::secretary::effect::Effect;
use crate::secretary::inbound::Platform;

/// The most thoughts and runs of a single process: most wait for a call of the model, which costs memory.
const WORK_AT_ONCE: u32 = 2_048;

/// The kinds of rows that are claimed, and the thoughts and runs in progress.
#[derive(Debug, Default)]
pub struct Load {
    hands: Hands,
    at_work: u32,
}

/// Counts one thought or run while it lives.
pub struct AtWork<'a>(&'a Engine);

impl Drop for AtWork<'_> {
    fn drop(&mut self) {
        let mut load = lock(&self.0.load);
        load.at_work = load.at_work.saturating_sub(1);
    }
}

/// Whether an effect is a thought or a run.
pub fn works(effect: &Effect) -> bool {
    matches!(
        effect,
        Effect::StartRun { .. }
            | Effect::RunFlow { .. }
            | Effect::AskModel { .. }
            | Effect::Understand { .. }
            | Effect::CheckFlow { .. }
    )
}

/// Everything but thoughts and runs.
fn short_work() -> Hands {
    let platforms = Platform::ALL.map(Platform::name);
    Hands::Only(platforms.into_iter().chain([SCHEDULER]).map(str::to_owned).collect())
}

impl Load {
    /// What a process with this many simultaneous calls of the model claims next.
    fn free(&self, calls: u32) -> Vec<(Hands, u32)> {
        let Hands::Only(some) = &self.hands else {
            let full = self.at_work >= WORK_AT_ONCE;
            return vec![(if full { short_work() } else { Hands::All }, CLAIM)];
        };
        let mut rest = some.clone();
        let thinks = rest.remove(WORKER);
        let mut free = vec![(Hands::Only(rest), CLAIM)];
        // Due rows beyond the simultaneous calls are left to other processes.
        let room = calls.saturating_sub(self.at_work);
        if thinks && room > 0 {
            free.push((Hands::Only([WORKER.to_owned()].into()), room));
        }
        free
    }
}

impl Engine {
    /// Sets the kinds of rows that are claimed.
    pub fn take(&self, hands: Hands) {
        lock(&self.load).hands = hands;
        self.wishes.notify_one();
    }

    /// The number of thoughts and runs in progress.
    pub fn at_work(&self) -> u32 {
        lock(&self.load).at_work
    }

    /// Whether this process performs thoughts and runs itself.
    pub(crate) fn thinks(&self) -> bool {
        match &lock(&self.load).hands {
            Hands::All => true,
            Hands::Only(some) => some.contains(WORKER),
        }
    }

    /// What is claimed next, in order, with the most rows of each kind.
    pub(crate) fn free_hands(&self) -> Vec<(Hands, u32)> {
        lock(&self.load).free(self.parts.share.calls.into())
    }

    /// Counts claimed rows until the end of the [`AtWork`] that performing them holds.
    pub(crate) fn claimed(&self, rows: &[OutboxRow]) {
        let work = rows.iter().filter(|row| works(&row.row.effect)).count();
        lock(&self.load).at_work += u32::try_from(work).unwrap_or(u32::MAX);
    }

    /// The counter of a claimed row.
    pub(crate) fn at(&self, row: &OutboxRow) -> Option<AtWork<'_>> {
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
