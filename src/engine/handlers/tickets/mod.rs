//! Tickets: new ideas, events, reports, lists and edits.

pub mod cancel_all;
pub mod edited_messages;
pub mod history;
pub mod new_ideas;
pub mod plan_edits;
pub mod received_files;
pub mod reports;
pub mod set_up;
pub mod work_by_clock;
