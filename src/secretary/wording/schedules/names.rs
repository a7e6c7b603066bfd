//! What schedules are called where one of them is meant.

use crate::secretary::names::phrases::short;
use crate::secretary::schedule::{Duty, Schedule};
use crate::secretary::when;
use chrono::{DateTime, Utc};

/// Words about a schedule, with when it comes behind them.
pub(super) fn told_when(what: String, schedule: &Schedule, now: DateTime<Utc>) -> String {
    let zone = schedule.tz();
    match (schedule.rule.recurs(), schedule.wake_at()) {
        (true, _) => format!("{what}, {}", when::say_rule(&schedule.rule, zone)),
        (false, Some(at)) => format!("{what}, {}", when::say_time(at, zone, now)),
        (false, None) => what,
    }
}

/// What a schedule is and what it does: "the reminder “call Kim”", "the digest", "the schedule “Price watch”".
pub fn named(schedule: &Schedule) -> String {
    let what = short(schedule.what(), 30);
    match &schedule.duty {
        Duty::Digest => "the digest".to_owned(),
        Duty::Brief => "the brief".to_owned(),
        Duty::Remind(_) => format!("the reminder “{what}”"),
        Duty::Work(_) | Duty::Flow { .. } => format!("the schedule “{what}”"),
    }
}

/// The same with its time, which tells it from others of its kind.
pub fn named_apart(schedule: &Schedule, now: DateTime<Utc>) -> String {
    told_when(named(schedule), schedule, now)
}
