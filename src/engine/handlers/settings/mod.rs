//! Settings, budgets and approval policies.

pub mod approval_policy;
pub mod budgets;
pub mod undo_settings;
pub mod workspace_settings;
