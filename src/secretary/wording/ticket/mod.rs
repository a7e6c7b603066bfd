//! Sentences along the life of a ticket.

pub mod cards;
pub mod plan_edits;
pub mod progress;
pub mod questions;
pub mod reports;
pub mod so_far;
pub mod standing;
pub mod stopping;
pub mod tickets;
pub mod waiting;
pub mod ways_on;
