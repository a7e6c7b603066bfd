//! The handlers: what is done, by subject. Routing finds the handler; a handler must not choose a route.

pub(super) mod decisions;
pub(super) mod flows;
pub(super) mod notes;
pub(super) mod people;
pub(super) mod rooms;
pub(super) mod schedules;
pub(super) mod settings;
pub(super) mod tickets;
