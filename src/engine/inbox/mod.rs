//! Incoming events: received and committed, then decided with what is known of their senders.

pub(super) mod after_outage;
pub(super) mod decide;
pub(super) mod dispatch;
pub(super) mod hooks;
pub(super) mod not_stored;
pub(super) mod overview;
pub(super) mod rate_limit;
pub(super) mod receive;
pub(super) mod short_answer;
pub(super) mod strangers;
pub(super) mod without_sender;
