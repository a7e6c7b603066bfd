//! Time and randomness, the two facts that the decision code must not take itself.

use async_trait::async_trait;
use chrono::{DateTime, Utc};

/// The clock. Tests use a manual one.
#[async_trait]
pub trait Clock: Send + Sync {
    /// The present moment.
    fn now(&self) -> DateTime<Utc>;

    /// Returns once `at` has passed.
    async fn sleep_until(&self, at: DateTime<Utc>);
}

/// The source of random seeds: 32 bytes drawn once per event and stored with it.
pub trait Entropy: Send + Sync {
    /// A new seed.
    ///
    /// # Errors
    /// The system has no randomness to give.
    fn seed(&self) -> Result<[u8; 32], std::io::Error>;
}
