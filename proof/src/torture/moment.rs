//! Waiting for a moment: the only place of the driver that sleeps. A kill at a random instant needs a random wait, and what
//! several servers show is looked at again and again.

use std::time::Duration;

/// Lets this time pass.
pub async fn pass(time: Duration) {
    tokio::time::sleep(time).await;
}

/// How long lies between two looks.
const LOOK: Duration = Duration::from_millis(25);

/// Looks until there is something to see; none when the deadline passes first.
pub async fn until<T>(deadline: Duration, mut look: impl FnMut() -> Option<T>) -> Option<T> {
    let end = tokio::time::Instant::now() + deadline;
    loop {
        if let Some(seen) = look() {
            return Some(seen);
        }
        if tokio::time::Instant::now() >= end {
            return None;
        }
        pass(LOOK).await;
    }
}
