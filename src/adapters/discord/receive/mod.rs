//! The way in: the gateway, the translation of its events, and the short answers to them.

mod answering;
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
