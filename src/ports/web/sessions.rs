//! Sessions of the web chat. They are stored, so that a restart asks nobody for the password again and all processes
//! know them.

use crate::ports::store::Stored;
use async_trait::async_trait;
use chrono::{DateTime, Utc};

/// Sessions by their keys. A key says nothing of the token it was made from.
#[async_trait]
pub trait Sessions: Send + Sync {
    /// Begins a session that lasts until `ends_at`. Sessions that ended by `now` are removed, and beyond `most` the
    /// oldest end.
    ///
    /// # Errors
    /// The database cannot be written to: there is no session.
    async fn begin_session(&self, key: &str, ends_at: DateTime<Utc>, now: DateTime<Utc>, most: u32) -> Stored<()>;

    /// Whether the session exists and has not ended by `now`.
    ///
    /// # Errors
    /// The database cannot be read.
    async fn in_session(&self, key: &str, now: DateTime<Utc>) -> Stored<bool>;

    /// Ends a session. An unknown session counts as ended.
    ///
    /// # Errors
    /// The database cannot be written to: it goes on.
    async fn end_session(&self, key: &str) -> Stored<()>;
}
