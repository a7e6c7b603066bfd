//! Decisions: who makes them, by when, with how many others, and on whose behalf.

mod agreeing;
mod changed_votes;
pub mod deadlines;
mod deciders;
pub mod deputies;
mod deputy_votes;
mod four_eyes;
mod languages;
mod turns;
mod voting;
mod who_is_asked;
