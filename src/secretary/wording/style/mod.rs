//! How everything is written: marks, moments, sums, and who is called.

pub mod moments;
pub mod plain;
pub mod question_marks;
pub mod status_marks;
pub mod sums;
pub mod who_must_act;
