//! The way out: calls of the Bot API and what a message looks like.

pub(super) mod client;
pub(super) mod keyboard;
pub(super) mod outbound;
pub(super) mod render;
pub(super) mod waits;
