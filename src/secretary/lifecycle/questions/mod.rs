//! The questions of a ticket: asked, answered, read.

pub(super) mod asking;
pub(super) mod reading;
