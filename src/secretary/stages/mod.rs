//! One file per stage; each decides about every event. What several stages do alike stands in
//! `common` (cancel, pause, a model that is down), `reading` (a triage came back), `asking` (questions), `tasks` and
//! `deciding`.

mod asking;
pub mod clarifying;
pub mod closed;
mod common;
pub mod confirming;
mod deadlines;
mod deciding;
pub mod intake;
mod reading;
pub mod reporting;
mod tasks;
pub mod working;
