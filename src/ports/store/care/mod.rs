//! Care of the database: audit, erasure, health, processes, retention.

pub(super) mod audit;
pub(super) mod erasure;
pub(super) mod health;
pub(super) mod processes;
pub(super) mod retention;
