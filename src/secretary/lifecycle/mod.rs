//! The life of a ticket: one file per stage, and each stage decides every event. `prompts`, `work`, `questions` and
//! `decisions` hold what several stages share, and each names only those before it. `step` is the entry, `late` the
//! answer to events that come too late or twice, `reopened` a report that was rated down.

pub mod clarifying;
pub mod closed;
pub mod confirming;
pub(super) mod decisions;
pub mod intake;
mod late;
pub(super) mod prompts;
pub(super) mod questions;
mod reopened;
pub mod reporting;
pub mod step;
pub mod transferred;
pub(super) mod work;
pub mod working;
