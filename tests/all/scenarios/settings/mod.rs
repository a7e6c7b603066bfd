//! What owners set and look at: budgets and figures.

pub mod budgets;
mod used_up_budgets;
mod watching;
