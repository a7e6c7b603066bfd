//! The torture: goals, each a number of trials of a program that is known by its settings and by what its users see.
//! A goal is a file below `goals` and a line in [`GOALS`]; what went wrong in a trial is the auditor's to say.

pub mod bound;
pub mod chance;
pub mod goals;
pub mod moment;
pub mod mutants;
pub mod older;
pub mod power;
pub mod program;
pub mod run;
pub mod siege;
pub mod trial;

pub use goals::GOALS;
pub use run::{Failure, Goal, Setting, Tally};
