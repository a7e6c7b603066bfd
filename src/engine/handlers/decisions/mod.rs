//! Decisions: chosen, voted, changed, postponed, listed.

pub mod change_decision;
pub mod choose;
pub mod list_waiting;
pub mod postpone;
pub mod renew_prompts;
