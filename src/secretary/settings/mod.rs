//! What holds for a whole workspace or program, and the figures of how work goes.

pub mod disk;
pub mod figures;
pub mod model_capabilities;
pub mod retention;
