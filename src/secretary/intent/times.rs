//! Turns a time in fields into a rule. The model fills fields; only code computes times from them, in the person's
//! zone or the named one.

use super::super::when::{self, Fields, Rule, WhenError};
use super::understanding::When;
use chrono::{DateTime, NaiveDate, NaiveTime, TimeDelta, Utc, Weekday};
use chrono_tz::Tz;

/// The longest step ahead in minutes: a year.
const LONGEST_STEP: i64 = 366 * 24 * 60;

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
    let unread = |text: &str| WhenError::NotUnderstood { text: text.to_owned() };
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
    let weekdays = when
        .weekdays
        .iter()
        .map(|day| day.parse::<Weekday>().map_err(|_| unread(day)))
        .collect::<Result<Vec<_>, _>>()?;
    let every = filled(when.every.as_deref());
    let rule = when::of_fields(&Fields { date, time, weekdays, every }, zone, now)?;
    Ok(Timed { rule, zone, local: true })
}

/// Whether code can read how often a time comes again and how far ahead it is. A time that people can name and code
/// refuses, because it is over or comes too often, is readable: people get a sentence about it.
pub fn readable(when: &When) -> bool {
    let again = filled(when.every.as_deref()).is_none_or(|every| {
        let fields = Fields { date: None, time: None, weekdays: Vec::new(), every: Some(every) };
        !matches!(when::of_fields(&fields, Tz::UTC, DateTime::UNIX_EPOCH), Err(WhenError::BadCron { .. }))
    });
    again && when.in_minutes.is_none_or(|minutes| minutes <= LONGEST_STEP)
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
    fn steps_that_no_schedule_has_are_unreadable() {
        let every = |text: &str| When { every: Some(text.to_owned()), ..When::default() };
        let ahead = |minutes| When { in_minutes: Some(minutes), ..When::default() };
        let sound =
            [every("month"), every("*/15 * * * *"), every("* * * * *"), every(""), ahead(0), ahead(LONGEST_STEP)];
        assert!(sound.iter().all(readable));
        let odd = [every("0"), every("0 minutes"), every("1000000000"), every("*/0 * * * *"), ahead(1_000_000_000)];
        assert!(odd.iter().all(|when| !readable(when)));
    }

    #[test]
    fn what_makes_no_rule_is_said() {
        for when in [
            When::default(),
            When { date: text("2026-02-30"), ..When::default() },
            When { time: text("25:00"), ..When::default() },
            When { date: text("2026-11-01"), time: text("09:00"), ..When::default() },
            When { every: text("blue moon"), ..When::default() },
        ] {
            let now = Utc.with_ymd_and_hms(2026, 11, 23, 8, 0, 0).unwrap();
            assert!(rule_of(&when, Tz::Europe__Berlin, now).is_err(), "{when:?}");
        }
    }
}
