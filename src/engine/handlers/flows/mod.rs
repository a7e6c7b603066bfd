//! Flows: made of scripts that people send or have written, shown, tried, agreed to, run, scheduled and deleted.

pub mod cancel_runs;
pub mod change_flow;
pub mod delete_flow;
pub mod delete_table;
pub mod list_flows;
pub mod new_flow;
pub mod triggers;
pub mod try_again;
pub mod write_flow;
