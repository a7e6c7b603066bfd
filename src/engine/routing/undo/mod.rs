//! "Undo" as a word: which act is undone.

pub(in crate::engine) mod changed_mind;
pub(in crate::engine) mod nothing_to_undo;
pub(super) mod understood_undo;
pub(in crate::engine) mod undo_buttons;
