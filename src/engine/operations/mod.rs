//! Operations: loops, start, stop, retention, cluster peers and health.

pub(super) mod cluster;
pub(super) mod health;
pub(super) mod loops;
pub(super) mod retention;
pub(super) mod shutdown;
pub(super) mod upkeep;
pub(super) mod watched_folders;
