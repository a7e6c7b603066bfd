//! Settings of a workspace or of the program, and the figures of work.

pub mod budget_warning;
pub mod disk;
pub mod figures;
pub mod model_capabilities;
pub mod retention;
