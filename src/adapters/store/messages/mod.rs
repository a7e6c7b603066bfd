//! Rooms, and the rows of what arrives, what goes out and what was said.

pub(super) mod conversation;
pub(super) mod health;
pub(super) mod inbox;
pub(super) mod marks;
pub(super) mod outbox;
pub(super) mod outbox_care;
pub(super) mod posts;
pub(super) mod rooms;
pub(super) mod weblog;
