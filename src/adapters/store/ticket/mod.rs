//! Rows of tickets and of what belongs to them.

pub(super) mod agents;
pub(super) mod counts;
pub(super) mod files;
pub(super) mod prompts;
pub(super) mod queue;
pub(super) mod received;
pub(super) mod spending;
pub(super) mod ticket_list;
pub(super) mod tickets;
pub(super) mod views;
