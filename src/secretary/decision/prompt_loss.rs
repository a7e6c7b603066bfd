//! Why a prompt can no longer be answered in a room, or can again.

use serde::{Deserialize, Serialize};

/// What became of the room of a prompt.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Loss {
    /// It cannot be reached; perhaps it can again.
    #[default]
    Unreachable,
    /// Decisions are not asked there any more: its reader lost the right, or an owner said so.
    NotAsked,
    /// The person of the chat is no member any more and is told nothing.
    Left,
    /// There is no such room any more.
    Gone,
    /// It is answered there as before, and by somebody else as well.
    Shared,
    /// It can be reached again.
    Back,
}
