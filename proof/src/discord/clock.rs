//! The virtual clock of the fake: real time plus whatever a test adds with `advance`.
//!
//! Every documented window (3 s, 15 min, nonce window, rate-limit reset, session life) is measured with it.
//! It must not be used for deadlines of a waiting test; those are real time.

use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// Discord's epoch (2015-01-01T00:00:00Z) in milliseconds of Unix time.
pub(crate) const DISCORD_EPOCH_MS: u64 = 1_420_070_400_000;

/// Real elapsed time plus an offset; frozen it moves only by `advance`.
#[derive(Debug)]
pub(crate) struct Clock {
    base_ms: u64,
    started: Instant,
    added: Duration,
    frozen: Option<Duration>,
}

impl Clock {
    #[allow(
        clippy::disallowed_methods,
        reason = "the one place where the fake learns what day it is, so that its snowflakes carry plausible times"
    )]
    pub(crate) fn start() -> Self {
        let unix = SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .unwrap_or_default();
        Self {
            base_ms: u64::try_from(unix.as_millis()).unwrap_or(DISCORD_EPOCH_MS),
            started: Instant::now(),
            added: Duration::ZERO,
            frozen: None,
        }
    }

    /// Virtual time since the fake started.
    pub(crate) fn elapsed(&self) -> Duration {
        self.frozen.unwrap_or_else(|| self.started.elapsed()) + self.added
    }

    /// Virtual Unix time in milliseconds.
    pub(crate) fn now_ms(&self) -> u64 {
        self.base_ms + u64::try_from(self.elapsed().as_millis()).unwrap_or(0)
    }

    pub(crate) fn advance(&mut self, by: Duration) {
        self.added += by;
    }

    pub(crate) fn freeze(&mut self) {
        if self.frozen.is_none() {
            self.frozen = Some(self.started.elapsed());
        }
    }
}

/// RFC 3339 text of Unix milliseconds, as Discord writes timestamps.
pub(crate) fn iso(ms: u64) -> String {
    let (days, of_day) = (ms / 86_400_000, ms % 86_400_000);
    let (mut year, mut left) = (1970, days);
    loop {
        let length = if is_leap(year) { 366 } else { 365 };
        if left < length {
            break;
        }
        left -= length;
        year += 1;
    }
    let february = if is_leap(year) { 29 } else { 28 };
    let mut month = 1;
    for length in [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] {
        if left < length {
            break;
        }
        left -= length;
        month += 1;
    }
    let (seconds, millis) = (of_day / 1000, of_day % 1000);
    let (hour, minute, second) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    let day = left + 1;
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{millis:03}000+00:00")
}

fn is_leap(year: u64) -> bool {
    year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400))
}
