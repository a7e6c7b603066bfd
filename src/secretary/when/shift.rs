//! Moving a rule that exists: the same days at another time of day, the same time on another day.
//!
//! It must not read prose; what is typed must be nothing but a time of day, or a rule that was read already.

use chrono::{DateTime, TimeDelta, Timelike, Utc};
use chrono_tz::Tz;

use super::clock::{Clock, opening};
use super::next::{instant_of, today_at, tomorrow_at, wall_of};
use super::rule::Rule;
use super::shape::cron_rule;
use super::words::Words;

/// A typed time of day and nothing else: "10:00", "at 10", "10am". As (hour, minute).
#[must_use]
pub fn parse_clock(text: &str) -> Option<(u32, u32)> {
    let words = Words::cut(text.get(..text.len().min(40))?);
    let (Clock { hour, minute, .. }, _) = opening(&words, 0).filter(|(_, next)| words.is_done(*next))?;
    Some((hour, minute))
}

/// The rule at another time of day: a single moment keeps its day if that still lies ahead, a recurring one its
/// days. None for what has no time of day, such as "every 15 minutes".
#[must_use]
pub fn at_clock(rule: &Rule, (hour, minute): (u32, u32), zone: Tz, now: DateTime<Utc>) -> Option<Rule> {
    match rule {
        Rule::Once { at } => {
            let on_its_day = today_at(hour, minute, zone, *at);
            let ahead = [on_its_day, today_at(hour, minute, zone, now), tomorrow_at(hour, minute, zone, now)];
            ahead.into_iter().find(|at| *at > now).map(|at| Rule::Once { at })
        }
        Rule::Wall { cron, .. } => {
            let mut fields: Vec<&str> = cron.split(' ').collect();
            let plain = |field: &str| field.bytes().all(|b| b.is_ascii_digit());
            if !plain(fields.first()?) || !plain(fields.get(1)?) {
                return None;
            }
            let (minute, hour) = (minute.to_string(), hour.to_string());
            *fields.first_mut()? = &minute;
            *fields.get_mut(1)? = &hour;
            cron_rule(&fields.join(" ")).ok()
        }
    }
}

/// The day of one moment with the time of day of another, if that lies ahead.
#[must_use]
pub fn on_day(day: DateTime<Utc>, clock: DateTime<Utc>, zone: Tz, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
    let (date, time) = (wall_of(zone, day)?.date(), wall_of(zone, clock)?.time());
    instant_of(zone, date.and_hms_opt(time.hour(), time.minute(), 0)?).filter(|at| *at > now)
}

/// "Tomorrow morning" as people mean it: the next morning after they have slept.
#[must_use]
pub fn next_morning(zone: Tz, now: DateTime<Utc>) -> DateTime<Utc> {
    let still_up = wall_of(zone, now).is_some_and(|wall| wall.hour() < 4);
    let at = if still_up { today_at(9, 0, zone, now) } else { tomorrow_at(9, 0, zone, now) };
    // A zone's odd day must not lead into the past.
    at.max(now + TimeDelta::hours(1))
}
