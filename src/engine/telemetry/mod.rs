//! Telemetry: the trace lines of the log, counters and times.

pub(super) mod metrics;
pub(super) mod trace;
