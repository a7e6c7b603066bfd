//! The way in: the gateway, and the translation of its events.

pub(super) mod arrivals;
pub(super) mod backfill;
pub(super) mod content_intent;
pub(super) mod gateway;
pub(super) mod handler;
pub(super) mod identify_budget;
pub(super) mod inbound;
pub(super) mod mentions;
pub(super) mod roles;
pub(super) mod seen;
pub(super) mod undecoded;
