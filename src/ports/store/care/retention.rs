//! What the database may delete after a period. Notes and people are not included, and nothing that an open ticket
//! needs is deleted.

use crate::ports::store::Stored;
use crate::secretary::ids::TicketId;
use async_trait::async_trait;
use chrono::{DateTime, Utc};

/// How many days it is kept that somebody does not belong here. A wrong code counts for minutes; the rest saves them the same
/// answer once more.
pub const STRANGERS: u16 = 90;

/// A kind of row that is of no use after a while.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Transient {
    /// Events that were decided about: by them a platform's repetition is known. What was in them is gone already, but for what
    /// was said last in each room, which goes with them once nothing was said there since.
    Inbox,
    /// Events kept aside because nothing could be decided about them.
    Quarantine,
    /// Messages and other effects that were performed or given up, except those of open tickets.
    Outbox,
    /// What agents thought and did, step by step, for tickets that are closed.
    Journal,
    /// Messages of the web chat, but those an open ticket stands in.
    WebChat,
    /// Closed tickets with all that belongs to them, counted from their last change.
    Tickets,
    /// The data for undoing changes of notes.
    Undo,
    /// What buttons mean, but those of open tickets.
    Buttons,
    /// That somebody who does not belong here was told so, and wrong codes.
    Strangers,
}

impl Transient {
    /// Every kind, in the order they are forgotten.
    pub const ALL: [Self; 9] = [
        Self::Inbox,
        Self::Quarantine,
        Self::Outbox,
        Self::Journal,
        Self::WebChat,
        Self::Tickets,
        Self::Undo,
        Self::Buttons,
        Self::Strangers,
    ];

    /// The stable name, for the log.
    pub fn name(self) -> &'static str {
        match self {
            Self::Inbox => "inbox",
            Self::Quarantine => "quarantine",
            Self::Outbox => "outbox",
            Self::Journal => "journal",
            Self::WebChat => "web chat",
            Self::Tickets => "tickets",
            Self::Undo => "undo",
            Self::Buttons => "buttons",
            Self::Strangers => "strangers",
        }
    }
}

/// What came of forgetting.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Forgotten {
    /// Rows that are gone.
    pub rows: u64,
    /// There may be more of the kind.
    pub more: bool,
    /// Tickets whose files in a folder are to go before this is committed.
    pub tickets: Vec<TicketId>,
}

/// Forgetting.
#[async_trait]
pub trait RetentionRows {
    /// Removes rows of a kind that ended before this moment, about `limit` of them at a time, the oldest first.
    async fn forget(&mut self, kind: Transient, before: DateTime<Utc>, limit: u32) -> Stored<Forgotten>;
}
