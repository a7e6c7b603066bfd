//! The virtual clock of a fake platform. It must never be read by the product: the product has its own.

use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// Time as a fake platform sees it: real time plus what the test added; it can be frozen.
#[derive(Debug)]
pub struct Clock {
    started: Instant,
    base: Duration,
    frozen: bool,
}

impl Default for Clock {
    fn default() -> Self {
        let base = SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .unwrap_or_default();
        Self {
            started: Instant::now(),
            base,
            frozen: false,
        }
    }
}

impl Clock {
    /// Time since the Unix epoch.
    pub fn now(&self) -> Duration {
        if self.frozen {
            self.base
        } else {
            self.base + self.started.elapsed()
        }
    }

    /// Moves the clock forward by `by`.
    pub fn advance(&mut self, by: Duration) {
        self.base += by;
    }

    /// Sets the clock to `unix` (time since the Unix epoch) and stops it: from here only `advance` moves it.
    pub fn freeze_at(&mut self, unix: Duration) {
        self.base = unix;
        self.frozen = true;
    }
}
