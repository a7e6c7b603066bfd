//! The real clock and the randomness of the system: the only home of both.

use crate::ports::clock::{Clock, Entropy};
use async_trait::async_trait;
use chrono::{DateTime, Utc};

/// Time and chance of the machine.
#[derive(Clone, Copy, Debug, Default)]
pub struct System;

#[async_trait]
impl Clock for System {
    fn now(&self) -> DateTime<Utc> {
        #[allow(clippy::disallowed_methods, reason = "the one home of the wall clock")]
        Utc::now()
    }

    async fn sleep_until(&self, at: DateTime<Utc>) {
        // A long sleep is cut into hours, so that a corrected wall clock is noticed.
        loop {
            let left = at - self.now();
            match left.to_std() {
                Ok(left) if !left.is_zero() => {
                    tokio::time::sleep(left.min(std::time::Duration::from_secs(3_600))).await;
                }
                Ok(_) | Err(_) => return,
            }
        }
    }
}

impl Entropy for System {
    fn seed(&self) -> Result<[u8; 32], std::io::Error> {
        let mut seed = [0u8; 32];
        #[allow(clippy::disallowed_methods, reason = "the one home of randomness")]
        getrandom::fill(&mut seed).map_err(|e| std::io::Error::other(e.to_string()))?;
        Ok(seed)
    }
}
