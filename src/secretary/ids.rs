//! Newtypes for every identifier. They are opaque text; people see only the number of a ticket. This module must not
//! make ids: they derive from facts given to the decision code.

use serde::{Deserialize, Serialize};
use std::fmt;

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident),+ $(,)?) => {$(
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $name(pub String);

        impl $name {
            /// Wraps any text as this kind of id.
            pub fn new(text: impl Into<String>) -> Self {
                Self(text.into())
            }

            /// The text of the id, for storing and for deriving further ids.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }
    )+};
}

ids! {
    /// The tenant: its people, rooms and tickets.
    WorkspaceId,
    /// One idea on its way to a report.
    TicketId,
    /// A member, whatever platforms they write from.
    PersonId,
    /// A chat, topic or channel the secretary posts to.
    RoomId,
    /// A standing order: a report or a reminder.
    ScheduleId,
    /// One change of a note, by which it is undone.
    NoteChangeId,
    /// One message the secretary keeps up to date, wherever its copies stand.
    Slot,
    /// The unguessable part of a button's data: 128 random bits as 22 characters of base64url.
    Token,
    /// An outbox row; also the idempotency key of what it does.
    EffectId,
    /// A decision, unique inside its ticket ("d1").
    DecisionId,
    /// One execution of a task; its journal is kept under this id.
    RunId,
    /// A script that people agreed on.
    FlowId,
    /// One execution of a flow; its journal is kept under this id.
    FlowRunId,
    /// What begins runs of a flow besides people and the clock.
    TriggerId,
}

impl WorkspaceId {
    /// The first workspace: that of the person who runs the program.
    pub fn home() -> Self {
        Self::new("main")
    }
}

/// A task of a ticket's plan, unique inside its ticket ("t1").
pub type TaskKey = String;
