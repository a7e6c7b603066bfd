//! What the program does for people and for those who watch it.

mod crowd;
mod outage;
mod search;
mod story;
mod watching;
pub mod web;
pub mod webhook;
