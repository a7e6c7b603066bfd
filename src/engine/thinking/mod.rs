//! Calls of the model and runs of agents: asked, paid for, journaled, cancelled.

pub(super) mod ask;
pub(super) mod bookings;
pub(super) mod budget_gate;
pub(super) mod cancellation;
mod check_flow;
pub(super) mod journal;
pub(super) mod received_files;
pub(super) mod run;
pub(super) mod run_ports;
mod write_flow;
