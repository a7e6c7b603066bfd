//! What the log and the figures tell of work: lines of the trace, counters and times.

pub(super) mod metrics;
pub(super) mod trace;
