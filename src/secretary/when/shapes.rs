//! Recurrence as typed data: a parser or a form names it, and this module makes the rule. It reads no words.

use chrono::{DateTime, NaiveTime, Timelike, Utc, Weekday};
use chrono_tz::Tz;

use super::clock::{Clock, MORNING};
use super::next::{next_due, wall_of};
use super::rule::{Bounds, Every, Rule, WhenError};
use super::shape::{ALL, SHORTEST_STEP, Shape};

/// The most days between two times.
const MOST_DAYS: u32 = 366;

/// What comes again, without its time of day.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Recurring {
    /// Every so many minutes; must divide the hour or the day.
    Minutes(u32),
    /// Every so many days.
    Days(u32),
    /// Every so many weeks on this day of the week, or on that of its first time.
    Weeks(u32, Option<Weekday>),
    /// On these days of the week; all seven mean every day.
    Weekdays(Vec<Weekday>),
    /// On these days of the month.
    MonthDays(Vec<u32>),
    /// On the last day of the month.
    LastDay,
    /// On the first to fifth such day of the week in the month; 0 for the last one.
    Nth(u32, Weekday),
    /// Every year on this month and day.
    YearDay(u32, u32),
}

/// The rule of what comes again, at these times of day; none of them means nine in the morning.
///
/// # Errors
/// A step that is too short or uneven, a day that no month or year has, times of day with different minutes.
pub fn recurring(what: &Recurring, times: &[NaiveTime], zone: Tz, now: DateTime<Utc>) -> Result<Rule, WhenError> {
    let shape = match what {
        Recurring::Minutes(minutes) => step(*minutes)?,
        Recurring::Days(0) | Recurring::Weeks(0, _) => return Err(WhenError::Zero),
        Recurring::Days(1) => Shape::Days(ALL.to_vec()),
        Recurring::Days(days) => spaced(*days, None)?,
        Recurring::Weeks(1, Some(day)) => Shape::Days(vec![*day]),
        Recurring::Weeks(weeks, day) => spaced(weeks.saturating_mul(7), *day)?,
        Recurring::Weekdays(days) => {
            let mut days = days.clone();
            days.sort_by_key(Weekday::num_days_from_monday);
            days.dedup();
            Shape::Days(days)
        }
        Recurring::MonthDays(days) => match days.iter().find(|day| !(1..=31).contains(*day)) {
            Some(day) => return Err(WhenError::BadDay { day: *day }),
            None => Shape::MonthDays(days.clone()),
        },
        Recurring::LastDay => Shape::LastDay,
        Recurring::Nth(which, day) => Shape::Nth(vec![*which], *day),
        Recurring::YearDay(month, day) => Shape::YearDay(*month, *day),
    };
    let mut clocks: Vec<Clock> = times.iter().map(|time| Clock::exact(time.hour(), time.minute())).collect();
    clocks.sort_by_key(|clock| (clock.hour, clock.minute));
    clocks.dedup();
    if clocks.is_empty() {
        clocks.push(MORNING);
    }
    if clocks.iter().any(|clock| clocks.first().is_some_and(|first| first.minute != clock.minute)) {
        return Err(WhenError::Mixed);
    }
    let rule = shape.rule(&clocks);
    let first = next_due(&rule, zone, now).ok_or(WhenError::Never)?;
    match (shape, rule) {
        (Shape::Spaced(days, _), Rule::Wall { cron, text, .. }) => {
            let from = wall_of(zone, first).ok_or(WhenError::Never)?.date();
            Ok(Rule::Wall { cron, text, bounds: Bounds { every: Some(Every { days, from }), ..Bounds::default() } })
        }
        (_, rule) => Ok(rule),
    }
}

/// Every so many days, at most a year.
fn spaced(days: u32, weekday: Option<Weekday>) -> Result<Shape, WhenError> {
    if days <= MOST_DAYS { Ok(Shape::Spaced(days, weekday)) } else { Err(WhenError::TooLong) }
}

/// A step in minutes that divides the hour or the day; a day is written as midnight.
fn step(minutes: u32) -> Result<Shape, WhenError> {
    if minutes < SHORTEST_STEP {
        return Err(WhenError::TooOften);
    }
    let hours = minutes / 60;
    match minutes {
        1..60 if 60_u32.is_multiple_of(minutes) => Ok(Shape::Minutes(minutes)),
        1..60 => {
            let near = [30, 20, 15, 12, 10, 6].into_iter().find(|near| *near < minutes).unwrap_or(SHORTEST_STEP);
            let (asked, example) = (format!("{minutes} minutes"), format!("every {near} minutes"));
            Err(WhenError::Uneven { asked, example })
        }
        _ if minutes.is_multiple_of(60) && hours <= 24 && 24_u32.is_multiple_of(hours) => Ok(Shape::Hours(hours)),
        _ => {
            let near = [12, 8, 6, 4, 3, 2].into_iter().find(|near| *near <= hours).unwrap_or(1);
            let asked =
                if minutes.is_multiple_of(60) { format!("{hours} hours") } else { format!("{minutes} minutes") };
            Err(WhenError::Uneven { asked, example: Shape::Hours(near).text(&[MORNING]) })
        }
    }
}
