//! Child processes whose scripts stand at their calls, kept for a short time in case their answers come soon. Nothing
//! depends on them: whoever finds none begins anew.

use super::standing::Standing;
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep_until};

/// Child processes that are kept at the same time.
const MOST: usize = 8;

/// Child processes that are kept. Those that nobody takes in time are ended, and all of them with this.
pub(super) struct Parked {
    kept: Arc<Mutex<Kept>>,
    patience: Duration,
}

#[derive(Default)]
struct Kept {
    /// Until when each is kept, the oldest first.
    children: VecDeque<(Instant, Standing)>,
    /// What ends them in time. It is there as long as there is a child.
    sweepers: JoinSet<()>,
    swept: bool,
}

impl Parked {
    /// Keeps each child for so long.
    pub(super) fn within(patience: Duration) -> Self {
        Self { kept: Arc::default(), patience }
    }

    /// The child of a run, which is no longer kept then.
    pub(super) fn take(&self, id: &str) -> Option<Standing> {
        let mut kept = locked(&self.kept);
        let at = kept.children.iter().position(|(_, child)| child.id() == id)?;
        kept.children.remove(at).map(|(_, child)| child)
    }

    /// Keeps a child as the only one of its run. The oldest one gives way to it.
    pub(super) fn keep(&self, child: Standing) {
        let mut kept = locked(&self.kept);
        kept.children.retain(|(_, other)| other.id() != child.id());
        kept.children.push_back((Instant::now() + self.patience, child));
        if kept.children.len() > MOST {
            kept.children.pop_front();
        }
        if !kept.swept {
            kept.swept = true;
            while kept.sweepers.try_join_next().is_some() {}
            kept.sweepers.spawn(sweep(Arc::downgrade(&self.kept)));
        }
    }
}

fn locked(kept: &Mutex<Kept>) -> MutexGuard<'_, Kept> {
    kept.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Ends each child when its time is over, until there is none.
async fn sweep(kept: Weak<Mutex<Kept>>) {
    while let Some(until) = end_those_over(&kept) {
        sleep_until(until).await;
    }
}

/// Ends the children whose time is over, and says when that of the next one is. With the last one the sweeper ends.
fn end_those_over(kept: &Weak<Mutex<Kept>>) -> Option<Instant> {
    let kept = kept.upgrade()?;
    let mut kept = locked(&kept);
    let now = Instant::now();
    while kept.children.front().is_some_and(|(until, _)| *until <= now) {
        kept.children.pop_front();
    }
    let next = kept.children.front().map(|(until, _)| *until);
    kept.swept = next.is_some();
    next
}
