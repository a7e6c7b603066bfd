//! People and what goes with them: members, accounts that join, and erasing.

pub mod erasure;
mod joining;
pub mod members;
mod personal;
mod traces;
