//! The commands of the program.

pub mod audit;
pub mod command_line;
pub mod keeping;
pub mod pair;
