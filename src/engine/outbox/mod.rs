//! The outbox: due rows are claimed, performed and settled.

pub(super) mod attached;
mod claim;
pub(super) mod edit;
pub(super) mod failed_rows;
pub(super) mod last_shown;
pub(super) mod perform;
pub(super) mod post;
pub(super) mod rate_limit;
pub(super) mod settle;
pub(super) mod target;
pub(super) mod worker_load;
