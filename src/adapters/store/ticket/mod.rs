//! Rows of tickets and of what belongs to them.

pub(super) mod agent_waits;
pub(super) mod counts;
pub(super) mod decision_line;
pub(super) mod files;
pub(super) mod prompts;
pub(super) mod records;
pub(super) mod spending;
pub(super) mod steps;
pub(super) mod ticket_list;
pub(super) mod tickets;
pub(super) mod views;
