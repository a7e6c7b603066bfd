//! Moments in a sentence, which each reader has by a clock of their own. Nothing is said about them here.

use crate::secretary::message::{Said, Span};
use crate::secretary::when;
use chrono::{DateTime, Utc};
use chrono_tz::Tz;

/// A moment; whoever reads it has it in a zone of their own (`translations::read`).
pub(in crate::secretary::wording) fn time(at: DateTime<Utc>, zone: Tz, now: DateTime<Utc>) -> Span {
    Span::Time { at, text: when::say_time(at, zone, now), said: Said::Whole }
}

/// The time of day of what has just happened; whoever reads it has it in a zone of their own.
pub(in crate::secretary::wording) fn clock(at: DateTime<Utc>, zone: Tz) -> Span {
    Span::Time { at, text: when::say_clock(at, zone), said: Said::Clock }
}
