//! Moves an existing rule: the same days at another time, or the same time on another day.
//!
//! It must not read prose; what is typed must be nothing but a time of day, or a rule that was read already.

use super::clock::Clock;
use chrono::{DateTime, NaiveDate, NaiveTime, TimeDelta, Timelike, Utc};
use chrono_tz::Tz;

use super::next::{today_at, tomorrow_at, wall_of};
use super::rule::{Bounds, Rule};
use super::shape::{ALL, Shape, of_cron, shape_of};

/// A typed time of day and nothing else: "10:00", "at 10", "10am". As (hour, minute).
#[must_use]
pub fn parse_clock(text: &str) -> Option<(u32, u32)> {
    let time = NaiveTime::parse_from_str(text.trim(), "%H:%M").ok()?;
    Some((time.hour(), time.minute()))
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
        Rule::Wall { cron, bounds, .. } => {
            if let Some((shape, clocks)) = bounded(cron, bounds) {
                let moves = clocks.len() == 1 && !matches!(shape, Shape::Minutes(_) | Shape::Hours(_));
                return moves.then(|| built(&shape, &[Clock::exact(hour, minute)], bounds, zone));
            }
            let mut fields: Vec<&str> = cron.split(' ').collect();
            let plain = |field: &str| field.bytes().all(|b| b.is_ascii_digit());
            if !plain(fields.first()?) || !plain(fields.get(1)?) {
                return None;
            }
            let (minute, hour) = (minute.to_string(), hour.to_string());
            *fields.first_mut()? = &minute;
            *fields.get_mut(1)? = &hour;
            of_cron(&fields.join(" ")).ok()
        }
    }
}

/// The shape of a rule, with what holds it back.
fn bounded(cron: &str, bounds: &Bounds) -> Option<(Shape, Vec<Clock>)> {
    let (shape, clocks) = shape_of(cron)?;
    Some(match (bounds.every, &shape) {
        (None, _) => (shape, clocks),
        (Some(every), Shape::Days(days)) if days.len() == ALL.len() => (Shape::Spaced(every.days, None), clocks),
        (Some(every), Shape::Days(days)) => match days.as_slice() {
            [day] => (Shape::Spaced(every.days, Some(*day)), clocks),
            _ => return None,
        },
        (Some(_), _) => return None,
    })
}

/// " until 27 Nov 2026", behind what recurs.
fn until_said(date: NaiveDate) -> String {
    format!(" until {}", date.format("%-d %b %Y"))
}

/// The rule of a shape with the bounds of another one.
fn built(shape: &Shape, clocks: &[Clock], bounds: &Bounds, zone: Tz) -> Rule {
    let last = bounds.until.and_then(|until| wall_of(zone, until));
    let until = last.map(|wall| until_said(wall.date())).unwrap_or_default();
    Rule::Wall { cron: shape.cron(clocks), text: format!("{}{until}", shape.text(clocks)), bounds: bounds.clone() }
}

/// "Tomorrow morning" as people mean it: the next morning after they have slept.
#[must_use]
pub fn next_morning(zone: Tz, now: DateTime<Utc>) -> DateTime<Utc> {
    let still_up = wall_of(zone, now).is_some_and(|wall| wall.hour() < 4);
    let at = if still_up { today_at(9, 0, zone, now) } else { tomorrow_at(9, 0, zone, now) };
    // A zone's odd day must not lead into the past.
    at.max(now + TimeDelta::hours(1))
}
