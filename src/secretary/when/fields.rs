//! Turns a time in typed fields (day, time of day, weekdays, how often) into a rule. It reads no words.

use chrono::{DateTime, Datelike, Days, NaiveDate, NaiveTime, Timelike, Utc, Weekday};
use chrono_tz::Tz;

use super::clock::{Clock, MORNING};
use super::next::{instant_of, next_due, wall_of};
use super::rule::{Rule, WhenError};
use super::shape::{ALL, Shape};

/// A time in fields; what is empty was not said.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Fields<'a> {
    /// The local day.
    pub date: Option<NaiveDate>,
    /// The local time of day.
    pub time: Option<NaiveTime>,
    /// Days of the week.
    pub weekdays: Vec<Weekday>,
    /// It comes again each "hour", "day", "week", "month" or "year".
    pub every: Option<&'a str>,
}

/// The rule of these fields, counted from `now`. A day without a time means nine in the morning; a time without a day
/// means the next such time.
///
/// # Errors
/// Nothing was said, it is over, or it never comes.
pub fn of_fields(fields: &Fields<'_>, zone: Tz, now: DateTime<Utc>) -> Result<Rule, WhenError> {
    let clock = fields.time.map_or(MORNING, |time| Clock::exact(time.hour(), time.minute()));
    let here = wall_of(zone, now).ok_or(WhenError::Empty)?;
    match fields.every {
        Some(every) => again(fields, every, clock, here.date()),
        None if fields.date.is_none() && fields.time.is_none() && fields.weekdays.is_empty() => Err(WhenError::Empty),
        None => once(fields, clock, zone, now, here.date()),
    }
}

fn again(fields: &Fields<'_>, every: &str, clock: Clock, today: NaiveDate) -> Result<Rule, WhenError> {
    let mut days = fields.weekdays.clone();
    days.sort_by_key(Weekday::num_days_from_monday);
    days.dedup();
    let from = fields.date.unwrap_or(today);
    let shape = match every {
        "hour" => Shape::Hours(1),
        "day" if days.is_empty() => Shape::Days(ALL.to_vec()),
        "week" if days.is_empty() => Shape::Days(vec![from.weekday()]),
        "day" | "week" => Shape::Days(days),
        "month" => Shape::MonthDays(vec![from.day()]),
        "year" => Shape::YearDay(from.month(), from.day()),
        other => return super::shape::of_cron(other),
    };
    Ok(shape.rule(&[clock]))
}

fn once(fields: &Fields<'_>, clock: Clock, zone: Tz, now: DateTime<Utc>, today: NaiveDate) -> Result<Rule, WhenError> {
    let at_on = |date: NaiveDate| {
        let wall = date.and_hms_opt(clock.hour, clock.minute, 0)?;
        instant_of(zone, wall)
    };
    if let Some(date) = fields.date {
        let at = at_on(date).filter(|at| *at > now).ok_or(WhenError::Past)?;
        return Ok(Rule::Once { at });
    }
    if !fields.weekdays.is_empty() {
        let rule = Shape::Days(fields.weekdays.clone()).rule(&[clock]);
        let at = next_due(&rule, zone, now).ok_or(WhenError::Empty)?;
        return Ok(Rule::Once { at });
    }
    let ahead = |date: NaiveDate| at_on(date).filter(|at| *at > now);
    let tomorrow = || today.checked_add_days(Days::new(1)).and_then(ahead);
    let at = ahead(today).or_else(tomorrow).ok_or(WhenError::Empty)?;
    Ok(Rule::Once { at })
}
