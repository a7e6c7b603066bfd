//! What the REST routes do with the world, by resource, and the checks of bodies they share. It must not know of
//! HTTP, rate limits or faults; those are in `rest`.

pub(super) mod channels;
pub(super) mod commands;
pub(super) mod info;
pub(super) mod interactions;
pub(super) mod mentions;
pub(super) mod messages;
mod validate;
