//! How lines are written: status marks, plain text.

pub mod plain;
pub mod question_marks;
pub mod status_marks;
