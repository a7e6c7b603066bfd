//! Settings, budgets and approval policies.

pub mod approval_policy;
pub mod budgets;
pub mod workspace_settings;
