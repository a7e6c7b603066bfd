//! The life of a ticket: one file per stage, and each stage decides every event. `questions`, `decisions` and `work`
//! hold what several stages share. `step` is the entry, `transition` the change in progress, `late` the answer to
//! events that come too late or twice, `reopened` a report that was rated down.

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
