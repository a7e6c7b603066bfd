//! Sentences about decisions.

pub mod agreeing;
pub mod approvals;
pub(super) mod asked_again;
pub mod asked_where;
pub mod changing;
pub mod deadlines;
pub mod decisions;
pub mod sure;
pub mod voting;
