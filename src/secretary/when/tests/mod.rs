//! Tests of the times and schedules, one table per reader or writer.

mod moments;
mod nexts;
mod odd;
mod prose;
mod says;
mod schedules;
mod sweep;
mod zones;

use chrono::{DateTime, NaiveDateTime, Utc};
use chrono_tz::Tz;

use super::instant_of;

/// An instant written as UTC: "2026-11-21 13:00".
fn utc(text: &str) -> DateTime<Utc> {
    NaiveDateTime::parse_from_str(text, "%Y-%m-%d %H:%M").unwrap().and_utc()
}

/// A wall time in a zone: "2026-11-21 14:00".
fn wall(zone: Tz, text: &str) -> DateTime<Utc> {
    instant_of(zone, utc(text).naive_utc()).unwrap()
}

/// An instant as wall time in a zone, for readable failures.
fn shown(zone: Tz, at: DateTime<Utc>) -> String {
    at.with_timezone(&zone).format("%Y-%m-%d %H:%M").to_string()
}
