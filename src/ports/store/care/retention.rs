//! What the database may delete after a period. Notes and people are not included, and nothing that an open ticket
//! needs is deleted.

use crate::ports::store::Stored;
use crate::secretary::ids::TicketId;
use async_trait::async_trait;
use chrono::{DateTime, Utc};

/// How many days strangers and wrong codes are kept. A wrong code counts for minutes; the rest saves the stranger the
/// same answer once more.
pub const STRANGERS: u16 = 90;

/// A kind of row with a retention period.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Transient {
    /// Decided events, by which repetitions of a platform are recognised. Their content is gone already. The last
    /// turns of a room are deleted with them once nothing was said there since, and so are received files that belong
    /// to no ticket.
    Inbox,
    /// Quarantined events.
    Quarantine,
    /// Messages and other effects that were performed or given up, except those of open tickets.
    Outbox,
    /// The journals of runs of closed tickets, runs of flows that are over with their journals, and deleted flows that
    /// have no runs any more.
    Journal,
    /// Messages of the web chat, except those of open tickets.
    WebChat,
    /// Closed tickets with all that belongs to them, counted from their last change.
    Tickets,
    /// The data for undoing changes of notes.
    Undo,
    /// The actions of buttons, except those of open tickets.
    Buttons,
    /// Strangers who were told that they are no members, and wrong codes.
    Strangers,
}

impl Transient {
    /// Every kind, in the order of deletion.
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

/// The result of a deletion.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Forgotten {
    /// Rows that are gone.
    pub rows: u64,
    /// Whether there may be more of the kind.
    pub more: bool,
    /// Tickets whose files in a folder must be removed before the commit.
    pub tickets: Vec<TicketId>,
    /// Homes of received files that must be removed before the commit.
    pub homes: Vec<String>,
}

/// Deleting after a retention period.
#[async_trait]
pub trait RetentionRows {
    /// Removes rows of a kind that ended before this moment, about `limit` of them at a time, the oldest first.
    async fn forget(&mut self, kind: Transient, before: DateTime<Utc>, limit: u32) -> Stored<Forgotten>;
}
