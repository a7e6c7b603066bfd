//! The way out: calls of the Bot API and the form of messages.

pub(super) mod client;
pub(super) mod keyboard;
pub(super) mod outbound;
mod receipts;
pub(super) mod render;
pub(super) mod waits;
