//! "Undo" as a word and as the button of a setting: which act is undone.

pub mod nothing_to_undo;
pub mod undo_buttons;
pub mod undo_settings;
