//! The Discord adapter over real sockets against a fake Discord which enforces the documented limits.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test that cannot go on should stop there")]

pub mod desk;
mod files;
mod gateway;
mod incoming;
mod interactions;
mod outgoing;
mod rights;
mod shapes;
pub mod stage;
