//! Turns a time in fields into a rule. The model fills fields; only code computes times from them, in the person's
//! zone or the named one.

use super::super::when::{self, Fields, Rule, When, WhenError};
use chrono::{DateTime, Datelike, NaiveDate, NaiveTime, TimeDelta, Utc, Weekday};
use chrono_tz::Tz;
use std::ops::RangeInclusive;

/// The longest step ahead in minutes: a year.
const LONGEST_STEP: i64 = 366 * 24 * 60;
/// The years that people name; beyond them no moment can be computed.
const YEARS: RangeInclusive<i32> = 1_900..=9_000;

/// A rule, and how it was said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Timed {
    /// The rule.
    pub rule: Rule,
    /// The zone it counts in.
    pub zone: Tz,
    /// A wall time was named, so that it matters which zone it is in.
    pub local: bool,
}

impl Timed {
    /// A rule that was kept with the zone that was named with it; none for the person's own.
    pub fn kept(rule: Rule, named: Option<&str>, own: Tz) -> Self {
        let zone = named.and_then(|zone| zone.parse().ok()).unwrap_or(own);
        Self { rule, zone, local: true }
    }
}

/// Why fields make no rule; for people, `Display` is a sentence.
pub type TimesError = WhenError;

/// The rule of a time in fields, counted from `now`.
///
/// # Errors
/// A sentence on what is wrong: no time at all, no such day or time, a moment that is over, an unknown zone.
pub fn rule_of(when: &When, own: Tz, now: DateTime<Utc>) -> Result<Timed, TimesError> {
    let named = when.zone.as_deref().map(str::trim).filter(|zone| !zone.is_empty());
    let zone = named.map_or(Ok(own), when::parse_zone)?;
    if let Some(minutes) = when.in_minutes.filter(|minutes| *minutes > 0) {
        let at = now + TimeDelta::minutes(minutes.min(LONGEST_STEP));
        return Ok(Timed { rule: Rule::Once { at }, zone, local: false });
    }
    Ok(Timed { rule: when::of_fields(&fields_of(when)?, zone, now)?, zone, local: true })
}

/// The fields of a time, read.
fn fields_of(when: &When) -> Result<Fields<'_>, TimesError> {
    let unread = |text: &str| WhenError::NotUnderstood { text: text.to_owned(), near: "" };
    let date = filled(when.date.as_deref())
        .map(|text| NaiveDate::parse_from_str(text, "%Y-%m-%d").map_err(|_| unread(text)))
        .transpose()?;
    let time = filled(when.time.as_deref())
        .map(|text| {
            let read =
                NaiveTime::parse_from_str(text, "%H:%M").or_else(|_| NaiveTime::parse_from_str(text, "%H:%M:%S"));
            read.map_err(|_| unread(text))
        })
        .transpose()?;
    let days = when.weekdays.iter().filter_map(|day| filled(Some(day)));
    let weekdays = days.map(|day| day.parse::<Weekday>().map_err(|_| unread(day))).collect::<Result<Vec<_>, _>>()?;
    Ok(Fields { date, time, weekdays, every: filled(when.every.as_deref()) })
}

/// Whether code can read every field of a time, and how often it comes again and how far ahead it is. A time that people
/// can name and code refuses, because it is over or comes too often, is readable: people get a sentence about it.
pub fn readable(when: &When) -> bool {
    let minutes = when.in_minutes.unwrap_or_default();
    let every = Fields { every: filled(when.every.as_deref()), ..Fields::default() };
    // A time in minutes needs no other field.
    let Ok(fields) = (if minutes > 0 { Ok(every) } else { fields_of(when) }) else { return false };
    let year = fields.date.is_none_or(|date| YEARS.contains(&date.year()));
    // Where a day of the week adds nothing, it is that of the date.
    let fits = match (fields.date, fields.every) {
        (Some(date), None | Some("month" | "year")) => fields.weekdays.contains(&date.weekday()),
        (None, Some("hour" | "month" | "year")) => false,
        (Some(_) | None, Some(_) | None) => true,
    };
    let again = when::of_fields(&fields, Tz::UTC, DateTime::UNIX_EPOCH);
    let read = !matches!(again, Err(WhenError::BadCron { .. }));
    minutes <= LONGEST_STEP && year && read && (fits || fields.weekdays.is_empty())
}

fn filled(text: Option<&str>) -> Option<&str> {
    text.map(str::trim).filter(|text| !text.is_empty() && *text != "null")
}

#[cfg(test)]
mod tests {
    use crate::secretary::intent::times::*;
    use chrono::TimeZone;

    fn said(when: When) -> String {
        let now = Utc.with_ymd_and_hms(2026, 11, 23, 8, 0, 0).unwrap();
        match rule_of(&when, Tz::Europe__Berlin, now) {
            Ok(Timed { rule, zone, .. }) => when::say_rule(&rule, zone),
            Err(error) => error.to_string(),
        }
    }

    fn text(text: &str) -> Option<String> {
        text.to_owned().into()
    }

    #[test]
    fn fields_become_rules() {
        let cases = [
            (When { in_minutes: Some(30), ..When::default() }, "once, Mon 23 Nov 2026, 09:30 (Berlin)"),
            (When { date: text("2026-11-24"), ..When::default() }, "once, Tue 24 Nov 2026, 09:00 (Berlin)"),
            (
                When { date: text("2026-11-24"), time: text("17:30"), ..When::default() },
                "once, Tue 24 Nov 2026, 17:30 (Berlin)",
            ),
            (When { time: text("08:00"), ..When::default() }, "once, Tue 24 Nov 2026, 08:00 (Berlin)"),
            (When { time: text("10:00"), ..When::default() }, "once, Mon 23 Nov 2026, 10:00 (Berlin)"),
            (
                When { weekdays: vec!["fri".to_owned()], time: text("16:00"), ..When::default() },
                "once, Fri 27 Nov 2026, 16:00 (Berlin)",
            ),
            (
                When {
                    weekdays: vec!["mon".to_owned(), "thu".to_owned()],
                    every: text("week"),
                    time: text("09:00"),
                    ..When::default()
                },
                "every Monday and Thursday at 09:00 (Berlin)",
            ),
            (When { every: text("day"), time: text("07:15"), ..When::default() }, "every day at 07:15 (Berlin)"),
            (
                When { time: text("17:00"), zone: text("America/Los_Angeles"), ..When::default() },
                "once, Mon 23 Nov 2026, 17:00 (Los Angeles)",
            ),
        ];
        for (when, wanted) in cases {
            assert_eq!(said(when.clone()), wanted, "{when:?}");
        }
    }

    #[test]
    fn a_time_that_code_cannot_read_makes_no_rule_and_no_other_time() {
        let every = |every: &str| When { every: text(every), ..When::default() };
        let ahead = |minutes| When { in_minutes: Some(minutes), ..When::default() };
        let on = |date: &str| When { date: text(date), ..When::default() };
        let at = |time: &str| When { time: text(time), ..When::default() };
        let days = |day: &str, when| When { weekdays: vec![day.to_owned()], ..when };
        let over = [every("* * * * *"), every(""), ahead(0), on("2026-11-01"), days("", every(""))];
        let sound = [every("month"), every("*/15 * * * *"), ahead(LONGEST_STEP), days("Tue", on("2026-11-24"))];
        assert!(over.iter().chain(&sound).all(readable));
        let odd = ["0", "0 minutes", "1000000000", "*/0 * * * *", "blue moon"].map(every);
        let dates = ["2027-02-31", "0001-01-01", "9999-12-31", "tomorrow"].map(on);
        let others = [at("25:00"), at("5pm"), days("someday", every("week")), days("mon", every("month"))];
        let far = [ahead(1_000_000_000), days("mon", on("2026-11-24"))];
        assert!(odd.iter().chain(&dates).chain(&others).chain(&far).all(|when| !readable(when)));
        let now = Utc.with_ymd_and_hms(2026, 11, 23, 8, 0, 0).unwrap();
        for when in over.iter().chain(&odd).chain(&dates).chain(&others[..3]) {
            assert!(rule_of(when, Tz::Europe__Berlin, now).is_err(), "{when:?}");
        }
    }
}
