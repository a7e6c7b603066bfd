//! The way out: REST calls, rate limits and the form of messages.

mod bodies;
pub(super) mod components;
pub(super) mod escape;
pub(super) mod handles;
pub(super) mod look_for_lost;
pub(super) mod outbound;
pub(super) mod pending;
pub(super) mod rate_limits;
pub(super) mod render;
pub(super) mod rest;
mod threads;
