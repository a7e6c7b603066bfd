//! The workers: who they are and how they work at a task.

pub mod roster;
