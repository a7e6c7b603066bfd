//! Tools for notes.

pub(super) mod list_notes;
pub(super) mod read_note;
pub(super) mod search_notes;
pub(super) mod write_note;
