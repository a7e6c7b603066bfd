//! The actions of buttons on notes.

use super::Wish;
use crate::secretary::ids::NoteChangeId;
use serde::{Deserialize, Serialize};

/// What a button does with notes, or what words are awaited for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum NoteAct {
    /// Take a change back.
    Undo {
        /// Which.
        change: NoteChangeId,
    },
    /// Do this.
    Do {
        /// What, in full.
        wish: Box<Wish>,
    },
    /// Put these words in the place of those that a change brought.
    Correct {
        /// Which.
        change: NoteChangeId,
        /// The words.
        text: String,
    },
    /// Keep the words that come next.
    Keep,
}
