//! Settings, budgets and approval policies.

pub(in crate::engine) mod approval_policy;
pub(in crate::engine) mod budgets;
pub(in crate::engine) mod workspace_settings;
