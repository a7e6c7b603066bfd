//! Notes and lists.

pub mod change_note;
pub mod keep_note;
pub mod lists;
