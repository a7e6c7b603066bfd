//! The work of a ticket: assigned, paused, paid for, stopped.

pub(super) mod assigning;
pub(in crate::secretary) mod clear_buttons;
pub(super) mod pausing;
pub(super) mod spending;
pub(super) mod stopping;
pub(super) mod tasks;
pub(super) mod waiting_for_model;
pub(super) mod ways_on;
pub(super) mod winding_down;
