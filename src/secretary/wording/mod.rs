//! Every sentence of the secretary, one function per situation, for all platforms. Sentences are short, warm and
//! plain, without ids, jargon or raw errors; each says what happens next.

pub mod decision;
pub mod hidden_credentials;
pub mod lists;
pub mod notes;
pub mod people;
pub mod schedules;
pub mod settings;
pub mod style;
pub mod talk;
pub mod ticket;
pub mod translations;

use super::ticket::{Priority, Status, Ticket};

/// The mark of a status. Never instead of its word.
pub fn mark(status: Status) -> &'static str {
    match status {
        Status::New => "•",
        Status::Asking | Status::Deciding => "?",
        Status::Confirming => "▢",
        Status::Working | Status::Reporting => "▸",
        Status::Waiting => "…",
        Status::Paused => "‖",
        Status::Done => "✔",
        Status::Failed => "✖",
        Status::Cancelled => "–",
    }
}

/// The mark of a ticket as it stands, also of one that no list shows.
pub fn sign(ticket: &Ticket) -> &'static str {
    mark(if ticket.folded() { Status::Done } else { ticket.status() })
}

/// A priority as a word in front of a title, empty for the usual one.
pub fn urgency(priority: Priority) -> &'static str {
    match priority {
        Priority::Urgent => "urgent, ",
        Priority::High => "high, ",
        Priority::Medium => "",
        Priority::Low => "low, ",
    }
}
