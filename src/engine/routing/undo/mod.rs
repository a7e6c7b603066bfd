//! "Undo" as a word: which act is undone.

pub mod nothing_to_undo;
pub mod undo_buttons;
