//! Notes and lists.

pub(in crate::engine) mod change_note;
pub(in crate::engine) mod keep_note;
pub(in crate::engine) mod lists;
