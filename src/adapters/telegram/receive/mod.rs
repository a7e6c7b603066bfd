//! The way in: updates by `getUpdates` or webhook, and their translation.

pub(super) mod drain;
pub(super) mod inbound;
pub(super) mod narrow;
pub(super) mod presses;
pub(super) mod silence;
pub(super) mod webhook;
