//! Why a prompt can no longer be answered in a room, or can again.

use serde::{Deserialize, Serialize};

/// What became of a room in which a prompt stands.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Loss {
    /// It cannot be reached; perhaps it can again.
    #[default]
    Unreachable,
    /// Decisions are not asked there any more: whoever reads it decides no more, or an owner said so.
    NotAsked,
    /// Whoever's chat it was belongs here no more, and is told nothing.
    Left,
    /// There is no such room any more.
    Gone,
    /// It is answered there as before, and by somebody else as well.
    Shared,
    /// It can be reached again.
    Back,
}
