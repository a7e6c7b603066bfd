//! Telemetry: the trace lines of the log, counters and times.

pub(super) mod counters;
pub(super) mod trace;
