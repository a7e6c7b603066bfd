//! Decisions: chosen, voted, changed, postponed, listed.

pub(in crate::engine) mod change_decision;
pub(in crate::engine) mod choose;
pub(in crate::engine) mod decided_elsewhere;
pub(in crate::engine) mod decision_line;
pub(in crate::engine) mod list_waiting;
pub(in crate::engine) mod postpone;
pub(in crate::engine) mod renew_prompts;
pub(in crate::engine) mod superseded_prompts;
pub(in crate::engine) mod votes;
