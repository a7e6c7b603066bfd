//! "Undo" and changes of mind: which of the things that were done is taken back.

pub(in crate::engine) mod changed_mind;
pub(in crate::engine) mod nothing_to_undo;
pub(super) mod understood_undo;
pub(in crate::engine) mod undo_buttons;
