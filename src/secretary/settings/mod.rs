//! Settings of a workspace or of the program, the figures of work, and when people are warned of a budget.

pub mod budget_warning;
pub mod disk;
pub mod figures;
pub mod model_capabilities;
pub mod retention;
