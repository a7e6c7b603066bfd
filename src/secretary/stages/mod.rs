//! One file per stage; each decides about every event. What several stages do alike stands in `waiting_for_model`,
//! `winding_down` (runs stop, prompts close), `late` (too late or a second time), `additions`, `pausing`, `stopping`,
//! `reading` (a triage is asked for and came back), `asking` (questions), `agreeing` (a plan that needs several), `tasks`,
//! `assigning`, `deciding`, `answer_undone` and `moving_prompts`.

mod additions;
mod agreeing;
mod answer_undone;
mod approving;
mod asking;
mod assigning;
mod changing;
pub mod clarifying;
pub mod closed;
pub mod confirming;
mod deadlines;
mod deciding;
pub mod intake;
mod late;
mod moving_prompts;
mod pausing;
mod prompting;
mod queueing;
mod reading;
mod reopened;
pub mod reporting;
mod returned;
mod spending;
mod stopping;
mod surely;
mod tasks;
mod voting;
mod waiting_for_model;
mod widening;
mod winding_down;
pub mod working;
