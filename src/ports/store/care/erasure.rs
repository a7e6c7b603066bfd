//! Erasing everything about one person.

use crate::ports::store::Stored;
use crate::secretary::ids::{PersonId, TicketId};
use async_trait::async_trait;
use chrono::{DateTime, Utc};

/// What an erasure removed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Erased {
    /// The tickets that are gone; their files in a folder are still to be removed.
    pub tickets: Vec<TicketId>,
    /// The homes of received files that nobody else has; what lies there in a folder is still to be removed.
    pub homes: Vec<String>,
}

/// Erasing.
#[async_trait]
pub trait ErasureRows {
    /// Erases everything about a person in their workspace: their tickets with all that belongs to these, their
    /// notes, schedules, rooms, accounts and the files they sent, their flows with all runs, the runs of others that they
    /// paid for or caused, the rows that their runs wrote, and their words and name in rows of others. The member
    /// stays as a removed one without a name, so that ids elsewhere lead to nothing.
    /// Thoughts about tickets of others that have something of theirs, and about messages to their workspace, begin anew
    /// in their order, and so does what was understood and is not decided yet. What else is still to be told to such a
    /// ticket loses their words and name. A run is told to stop, and begins anew a moment later.
    ///
    /// After the commit nothing of it can be read in the file of the database either, at the latest after the next start.
    async fn erase_person(&mut self, person: &PersonId, now: DateTime<Utc>) -> Stored<Erased>;
    /// The text of a file that agents wrote for a ticket of somebody else, without the words of this person; none if
    /// it has none of them. To be called before the erasure, and not for files in the database, which the erasure
    /// handles itself.
    async fn out_of_file(&mut self, person: &PersonId, ticket: &TicketId, text: &str) -> Stored<Option<String>>;
}
