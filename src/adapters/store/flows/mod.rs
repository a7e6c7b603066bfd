//! Rows of flows, their triggers, runs and journals, and of the tables that flows keep.

pub(super) mod agreed;
pub(super) mod kept;
pub(super) mod runs;
pub(super) mod steps;
pub(super) mod triggers;
