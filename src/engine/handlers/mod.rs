//! What is done, by subject. No handler names `routing` on purpose: routing finds the handler.

pub(super) mod decisions;
pub(super) mod notes;
pub(super) mod people;
pub(super) mod rooms;
pub(super) mod schedules;
pub(super) mod settings;
pub(super) mod tickets;
