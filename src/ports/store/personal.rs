//! All data of one person.

use super::Stored;
use crate::secretary::audit::chain::Sealed;
use crate::secretary::ids::{PersonId, WorkspaceId};
use crate::secretary::message::Message;
use crate::secretary::notes::Change;
use crate::secretary::ticket::Ticket;
use async_trait::async_trait;
use chrono::{DateTime, Utc};

/// A stored message.
#[derive(Clone, Debug, PartialEq)]
pub struct Kept {
    /// When it was written.
    pub at: DateTime<Utc>,
    /// A person wrote it, not the secretary.
    pub theirs: bool,
    /// What it says.
    pub message: Message,
}

/// All data of one person in a workspace.
#[async_trait]
pub trait PersonalRows {
    /// The tickets a person sent, and those of others in which they did something, by number; folded ones as well.
    async fn tickets_about(&mut self, workspace: &WorkspaceId, person: &PersonId) -> Stored<Vec<Ticket>>;
    /// What a person changed in notes, oldest first.
    async fn changes_by(&mut self, person: &PersonId) -> Stored<Vec<Change>>;
    /// The stored messages of a person's direct chats, oldest first: those that were not sent yet or given up, and
    /// from the web chat what was typed there and what was said there in their workspace.
    async fn words_with(&mut self, person: &PersonId) -> Stored<Vec<Kept>>;
    /// The entries of the audit log that name a person, in the order of their places.
    async fn audit_about(&mut self, person: &PersonId) -> Stored<Vec<Sealed>>;
}
