//! The Discord adapter over real sockets against a fake Discord which enforces the documented limits.

mod desk;
mod gateway;
mod incoming;
mod interactions;
mod outgoing;
mod stage;
