//! The files that people sent: what is known of each. Their bytes lie in the storage of files.

use super::Stored;
use crate::secretary::ids::{PersonId, RoomId, TicketId, WorkspaceId};
use crate::secretary::received::ReceivedFile;
use async_trait::async_trait;
use chrono::{DateTime, Utc};

/// A file that somebody sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReceivedRow {
    /// What is known of it; without bytes as long as it is not kept.
    pub file: ReceivedFile,
    /// Where it was sent.
    pub workspace: WorkspaceId,
    /// Who sent it.
    pub person: PersonId,
    /// In which room.
    pub room: RoomId,
    /// The ticket it belongs to, if any.
    pub ticket: Option<TicketId>,
}

/// A kept file of somebody, in short.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SentFile {
    /// Its home in the storage.
    pub home: String,
    /// Its name there.
    pub name: String,
    /// Its size in bytes.
    pub bytes: u64,
    /// When it came.
    pub at: DateTime<Utc>,
}

/// Rows of received files, one for each ticket a file belongs to, or one without a ticket. Unique on (home, name,
/// workspace, ticket).
#[async_trait]
pub trait ReceivedRows {
    /// Stores a file; one with a ticket has no row without one any more. A file that is known here keeps its time, and
    /// its sender once this is known: whoever speaks of it as a file of others did not send it.
    async fn save_received(&mut self, row: &ReceivedRow, now: DateTime<Utc>) -> Stored<()>;
    /// Notes that the bytes of a file are kept. False where nothing of its home is known any more, as after an erasure.
    async fn note_kept(&mut self, workspace: &WorkspaceId, file: &ReceivedFile) -> Stored<bool>;
    /// The kept files that this person has sent since then, oldest first, each once.
    async fn received_since(
        &mut self,
        workspace: &WorkspaceId,
        person: &PersonId,
        since: DateTime<Utc>,
    ) -> Stored<Vec<SentFile>>;
}
