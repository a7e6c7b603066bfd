//! One file per stage; each decides about every event. What several stages do alike stands in `waiting_for_model`,
//! `winding_down` (runs stop, prompts close), `late` (too late or a second time), `additions`, `pausing`, `stopping`,
//! `reading` (a triage is asked for and came back), `asking` (questions), `agreeing` (a plan that needs several), `tasks`,
//! `assigning`, `deciding`, `answer_undone` and `moving_prompts`.

pub mod clarifying;
pub mod closed;
pub mod confirming;
pub(super) mod decisions;
pub mod intake;
mod late;
pub(super) mod questions;
mod reopened;
pub mod reporting;
pub mod step;
pub mod transition;
pub(super) mod work;
pub mod working;
