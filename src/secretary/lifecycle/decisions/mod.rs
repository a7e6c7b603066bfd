//! Decisions of a ticket: asked, voted, decided, changed, ended by time.

pub(super) mod agreeing;
pub(super) mod answer_undone;
pub(super) mod approving;
pub(super) mod changing;
pub(super) mod confirm_irreversible;
pub(super) mod deadlines;
pub(super) mod deciding;
pub(super) mod moving_prompts;
pub(super) mod returned;
pub(super) mod voting;
pub(super) mod widening;
