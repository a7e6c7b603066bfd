//! Tickets: new ideas, events, reports, lists and edits.

pub(in crate::engine) mod agent_queue;
pub(in crate::engine) mod cancel_all;
pub(in crate::engine) mod edited_messages;
pub(in crate::engine) mod history;
pub(in crate::engine) mod new_ideas;
pub(in crate::engine) mod reports;
pub(in crate::engine) mod ticket_views;
