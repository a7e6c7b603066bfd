//! Time moved by hand and chance that repeats. The wall clock is never read.

use async_trait::async_trait;
use chrono::{DateTime, TimeZone, Utc};
use secretary::ports::clock::{Clock, Entropy};
use std::sync::atomic::{AtomicU64, Ordering};
use tokio::sync::watch;

/// A clock that stands still until it is moved.
pub struct ManualClock(watch::Sender<DateTime<Utc>>);

impl ManualClock {
    /// Monday 23 November 2026, 09:00 in Berlin.
    pub fn new() -> Self {
        Self(watch::Sender::new(Utc.with_ymd_and_hms(2026, 11, 23, 8, 0, 0).unwrap()))
    }

    pub fn set(&self, at: DateTime<Utc>) {
        self.0.send_if_modified(|now| {
            let later = at > *now;
            *now = at.max(*now);
            later
        });
    }
}

#[async_trait]
impl Clock for ManualClock {
    fn now(&self) -> DateTime<Utc> {
        *self.0.borrow()
    }

    async fn sleep_until(&self, at: DateTime<Utc>) {
        let mut seen = self.0.subscribe();
        let _ = seen.wait_for(|now| *now >= at).await;
    }
}

/// Seeds by counting: different each time, the same in every run.
#[derive(Default)]
pub struct Draws(AtomicU64);

impl Entropy for Draws {
    fn seed(&self) -> Result<[u8; 32], std::io::Error> {
        let n = self.0.fetch_add(1, Ordering::SeqCst);
        let mut seed = [7; 32];
        seed[..8].copy_from_slice(&n.to_be_bytes());
        Ok(seed)
    }
}
