//! Says times, durations and rules in plain English, always local and absolute: "Mon 24 Nov, 09:00 (Berlin)".
//!
//! It must not decide anything; other languages get their own words in `wording`.

use chrono::{DateTime, Datelike, NaiveDateTime, TimeDelta, Utc};
use chrono_tz::Tz;

use super::next::wall_of;
use super::rule::Rule;

/// From how far away a date is said with its year even when it is this year's.
const FAR: TimeDelta = TimeDelta::days(300);

/// A moment as it is said in a zone, in pieces that any language can put together.
pub struct Dated {
    /// Days since Monday.
    pub weekday: usize,
    /// The day of the month, from 1.
    pub day: u32,
    /// Months since January.
    pub month: usize,
    /// The year, when it is not this year's or more than 300 days away.
    pub year: Option<i32>,
    /// "09:00".
    pub clock: String,
    /// "Berlin".
    pub city: String,
}

/// The pieces of a moment; `now` decides whether the year is said.
#[must_use]
pub fn dated(at: DateTime<Utc>, zone: Tz, now: DateTime<Utc>) -> Dated {
    let wall = wall_or_utc(at, zone);
    let said = year_said(at, zone, now);
    Dated {
        weekday: wall.weekday().num_days_from_monday() as usize,
        day: wall.day(),
        month: wall.month0() as usize,
        year: said.then(|| wall.year()),
        clock: say_clock(at, zone),
        city: zone_city(zone),
    }
}

/// "Mon 24 Nov, 09:00 (Berlin)", with the year when it is not this year's or more than 300 days away.
#[must_use]
pub fn say_time(at: DateTime<Utc>, zone: Tz, now: DateTime<Utc>) -> String {
    full_time(at, zone, year_said(at, zone, now))
}

fn year_said(at: DateTime<Utc>, zone: Tz, now: DateTime<Utc>) -> bool {
    let this_year = match (wall_of(zone, at), wall_of(zone, now)) {
        (Some(at), Some(now)) => at.year() == now.year(),
        _ => false,
    };
    let near = (at - now).abs() <= FAR;
    !(this_year && near)
}

/// A date with its zone, with or without the year.
fn full_time(at: DateTime<Utc>, zone: Tz, year: bool) -> String {
    let wall = wall_or_utc(at, zone);
    let date = wall.format(if year { "%a %-d %b %Y, %H:%M" } else { "%a %-d %b, %H:%M" });
    format!("{date} ({})", zone_city(zone))
}

/// The time of day alone: "14:12".
#[must_use]
pub fn say_clock(at: DateTime<Utc>, zone: Tz) -> String {
    wall_or_utc(at, zone).format("%H:%M").to_string()
}

/// Whether two moments fall on the same day in the zone.
#[must_use]
pub fn same_day(a: DateTime<Utc>, b: DateTime<Utc>, zone: Tz) -> bool {
    wall_or_utc(a, zone).date() == wall_or_utc(b, zone).date()
}

fn wall_or_utc(at: DateTime<Utc>, zone: Tz) -> NaiveDateTime {
    wall_of(zone, at).unwrap_or_else(|| at.naive_utc())
}

/// "in 3 hours", "42 min ago", "now" within half a minute.
#[must_use]
pub fn say_relative(at: DateTime<Utc>, now: DateTime<Utc>) -> String {
    let distance = at - now;
    let seconds = distance.num_seconds();
    if seconds.abs() < 30 {
        return "now".to_owned();
    }
    let length = rounded(seconds.saturating_abs());
    if seconds > 0 { format!("in {length}") } else { format!("{length} ago") }
}

/// A length in its largest fitting unit, rounded.
fn rounded(seconds: i64) -> String {
    const MINUTE: i64 = 60;
    const HOUR: i64 = 60 * MINUTE;
    const DAY: i64 = 24 * HOUR;
    let of = |unit: i64| (seconds + unit / 2) / unit;
    match seconds {
        ..3_570 => format!("{} min", of(MINUTE).max(1)),
        3_570..129_600 => count(of(HOUR), "hour"),
        129_600..5_184_000 => count(of(DAY), "day"),
        5_184_000..63_072_000 => count(of(30 * DAY), "month"),
        63_072_000.. => count(of(365 * DAY), "year"),
    }
}

/// "1 day", "3 days".
fn count(number: i64, unit: &str) -> String {
    let s = if number == 1 { "" } else { "s" };
    format!("{number} {unit}{s}")
}

/// A length in at most two units: "42 s", "12 min", "1 hour 20 min", "2 days 3 hours"; its sign is dropped.
#[must_use]
pub fn say_duration(length: TimeDelta) -> String {
    let seconds = length.num_seconds().saturating_abs();
    let (days, hours, minutes) = (seconds / 86_400, seconds / 3_600 % 24, seconds / 60 % 60);
    let (large, small) = if days > 0 {
        (count(days, "day"), (hours > 0).then(|| count(hours, "hour")))
    } else if hours > 0 {
        (count(hours, "hour"), (minutes > 0).then(|| format!("{minutes} min")))
    } else if minutes > 0 {
        (format!("{minutes} min"), None)
    } else {
        (format!("{seconds} s"), None)
    };
    match small {
        Some(small) => format!("{large} {small}"),
        None => large,
    }
}

/// A rule in plain words with its zone: "every Friday at 16:00 (Berlin)", "once, Mon 24 Nov 2026, 09:00 (Berlin)".
#[must_use]
pub fn say_rule(rule: &Rule, zone: Tz) -> String {
    match rule {
        Rule::Once { at } => format!("once, {}", full_time(*at, zone, true)),
        Rule::Wall { text, .. } => format!("{text} ({})", zone_city(zone)),
    }
}

/// The city of a zone, as people call it: "Berlin", "New York"; names without a city as they are, "CET".
#[must_use]
pub fn zone_city(zone: Tz) -> String {
    let name = zone.name();
    if let Some(offset) = name.strip_prefix("Etc/GMT") {
        // These names count westward: Etc/GMT-2 is two hours ahead.
        return match offset.split_at_checked(1) {
            Some(("-", hours)) if hours != "0" => format!("UTC+{hours}"),
            Some(("+", hours)) if hours != "0" => format!("UTC-{hours}"),
            _ => "UTC".to_owned(),
        };
    }
    if name.starts_with("US/") {
        return name.replace(['/', '_'], " ");
    }
    let city = name.rsplit('/').next().unwrap_or(name);
    city.replace('_', " ")
}
