//! The audit log and its seals.

pub(super) mod rows;
pub(super) mod seals;
