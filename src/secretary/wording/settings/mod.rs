//! Sentences about settings, budgets, models, privacy and the audit log.

pub mod audit;
pub mod figures;
pub mod models;
pub mod modes;
pub mod platform_troubles;
pub mod privacy;
pub mod spending;
pub mod unkept_limits;
pub mod used_up_budgets;
pub mod workspace;
