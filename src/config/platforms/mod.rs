//! Settings of the platforms.

pub(super) mod discord;
pub(super) mod rate_limits;
pub(super) mod telegram;
pub(super) mod web;
