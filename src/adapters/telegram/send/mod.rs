//! The way out: calls of the Bot API, the form of messages, and the files that are asked for.

pub(super) mod client;
mod downloads;
pub(super) mod keyboard;
pub(super) mod outbound;
mod receipts;
pub(super) mod render;
pub(super) mod waits;
