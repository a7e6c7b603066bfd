//! Points for trials: failpoints and planted bugs.

pub mod failpoint;
pub mod planted;
