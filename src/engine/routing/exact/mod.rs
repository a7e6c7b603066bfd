//! Words with one exact meaning where they are said: six words said alone, and what each may mean.

pub mod candidates;
pub mod nothing_to_undo;
pub mod single_words;
pub mod undo_buttons;
