//! One file per stage; each decides about every event. What several stages do alike stands in
//! `common` (a model that is down, prompts that close), `pausing`, `stopping`, `reading` (a triage came back), `asking`
//! (questions), `tasks`, `assigning` and `deciding`.

mod asking;
mod assigning;
pub mod clarifying;
pub mod closed;
mod common;
pub mod confirming;
mod deadlines;
mod deciding;
pub mod intake;
mod pausing;
mod reading;
mod reopened;
pub mod reporting;
mod stopping;
mod tasks;
pub mod working;
