//! The prompts of decisions: put to people, in turn, and shown as they stand.

pub(super) mod prompting;
pub(super) mod queueing;
pub(super) mod showing;
