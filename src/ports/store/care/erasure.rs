//! Erasing everything about one person.

use crate::ports::store::Stored;
use crate::secretary::ids::{PersonId, TicketId};
use async_trait::async_trait;
use chrono::{DateTime, Utc};

/// What was erased.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Erased {
    /// The tickets that are gone; their files in a folder are still to be removed.
    pub tickets: Vec<TicketId>,
}

/// Erasing.
#[async_trait]
pub trait ErasureRows {
    /// Erases everything of a person in their workspace: the tickets they sent with all that belongs to them, their notes,
    /// orders, rooms and accounts, and their words and name in what belongs to others. The member stays as somebody removed
    /// who has no name, so that ids elsewhere lead to nothing. Once it is committed, nothing of it can be read in the
    /// database's file either, at the latest after the next start.
    async fn erase_person(&mut self, person: &PersonId, now: DateTime<Utc>) -> Stored<Erased>;
    /// The text of a file that agents wrote for a ticket of somebody else, without what this person typed there; none if it
    /// stands there nowhere. Only before they are erased, and not for files in the database, which that sees to itself.
    async fn out_of_file(&mut self, person: &PersonId, ticket: &TicketId, text: &str) -> Stored<Option<String>>;
}
