//! Rows of people, notes and schedules.

pub(super) mod members;
pub(super) mod merge;
pub(super) mod notes;
pub(super) mod personal;
pub(super) mod schedules;
pub(super) mod sessions;
pub(super) mod settings;
pub(super) mod strangers;
