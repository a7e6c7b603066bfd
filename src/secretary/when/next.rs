//! The next due time of a rule. Cron fields are matched on the wall calendar; each wall time becomes an instant here,
//! so that daylight saving is handled in one place.
//!
//! croner's own zone handling is not used: it lets `30 2-3 * * *` fire twice in autumn, and drops a weekly time
//! whose gap ends on the next day (America/Nuuk, 23:30). No call panics, whatever the zone or the rule.

use chrono::{DateTime, Datelike, Days, MappedLocalTime, NaiveDateTime, TimeDelta, TimeZone, Utc};
use chrono_tz::Tz;
use croner::Cron;
use croner::parser::{CronParser, Seconds, Year};

use super::rule::{Bounds, Rule, WhenError, shorten};

/// Bounds one search; a pattern that fires each minute needs the most, one missing day (1,440 minutes).
const MAX_STEPS: usize = 4_000;
/// The longest gap that is walked, in minutes: two days (Samoa once dropped one).
const MAX_GAP_MINUTES: i64 = 2_880;
/// How far back an hourly pattern is looked at, because the later half of a doubled hour repeats it.
const FOLD: TimeDelta = TimeDelta::hours(4);

/// The first instant strictly after `after` at which the rule fires; `None` when it never does again or its
/// cron text is not valid.
#[must_use]
pub fn next_due(rule: &Rule, zone: Tz, after: DateTime<Utc>) -> Option<DateTime<Utc>> {
    match rule {
        Rule::Once { at } => (*at > after).then_some(*at),
        Rule::Wall { cron, bounds, .. } => {
            let at = WallCron::read(cron).ok()?.next_within(zone, after, bounds)?;
            bounds.until.is_none_or(|until| at <= until).then_some(at)
        }
    }
}

/// The next three instants of the rule after `after`, fewer when there are fewer.
#[must_use]
pub fn next_three(rule: &Rule, zone: Tz, after: DateTime<Utc>) -> Vec<DateTime<Utc>> {
    let mut due = Vec::with_capacity(3);
    let mut from = after;
    while due.len() < 3 {
        let Some(at) = next_due(rule, zone, from) else {
            break;
        };
        due.push(at);
        from = at;
    }
    due
}

/// The instant of a wall time: the first of two in autumn, the first instant after the gap in spring. `None`
/// only outside the calendar's range.
#[must_use]
pub fn instant_of(zone: Tz, wall: NaiveDateTime) -> Option<DateTime<Utc>> {
    if !in_range(wall.year()) {
        return None;
    }
    match zone.from_local_datetime(&wall) {
        MappedLocalTime::Single(at) | MappedLocalTime::Ambiguous(at, _) => Some(at.with_timezone(&Utc)),
        MappedLocalTime::None => end_of_gap(zone, wall),
    }
}

/// The wall times between which the clocks of a zone are put forward right before an instant, if they are.
#[must_use]
pub fn gap_before(zone: Tz, at: DateTime<Utc>) -> Option<(NaiveDateTime, NaiveDateTime)> {
    let second = TimeDelta::seconds(1);
    let from = wall_of(zone, at.checked_sub_signed(second)?)?.checked_add_signed(second)?;
    wall_of(zone, at).filter(|to| from < *to).map(|to| (from, to))
}

/// The wall time of an instant, `None` outside the calendar's range.
pub(super) fn wall_of(zone: Tz, at: DateTime<Utc>) -> Option<NaiveDateTime> {
    in_range(at.year()).then(|| at.with_timezone(&zone).naive_local())
}

/// The instant at which clocks in one zone show what they show in another at `at`.
#[must_use]
pub fn same_wall(at: DateTime<Utc>, from: Tz, to: Tz) -> Option<DateTime<Utc>> {
    instant_of(to, wall_of(from, at)?)
}

/// Today at that wall time in the zone, which may be past; numbers beyond a clock are clamped.
#[must_use]
pub fn today_at(hour: u32, minute: u32, zone: Tz, now: DateTime<Utc>) -> DateTime<Utc> {
    day_at(0, hour, minute, zone, now)
}

/// Tomorrow at that wall time in the zone; numbers beyond a clock are clamped.
#[must_use]
pub fn tomorrow_at(hour: u32, minute: u32, zone: Tz, now: DateTime<Utc>) -> DateTime<Utc> {
    day_at(1, hour, minute, zone, now)
}

/// `days` after today at a wall time; `now` itself outside the calendar's range.
fn day_at(days: u64, hour: u32, minute: u32, zone: Tz, now: DateTime<Utc>) -> DateTime<Utc> {
    wall_of(zone, now)
        .and_then(|wall| wall.date().checked_add_days(Days::new(days)))
        .and_then(|date| date.and_hms_opt(hour.min(23), minute.min(59), 0))
        .and_then(|wall| instant_of(zone, wall))
        .unwrap_or(now)
}

/// Years in which adding days and offsets cannot overflow.
fn in_range(year: i32) -> bool {
    (1..=9_000).contains(&year)
}

/// The first instant after the gap that `wall` falls into.
fn end_of_gap(zone: Tz, wall: NaiveDateTime) -> Option<DateTime<Utc>> {
    let valid = |at: NaiveDateTime| zone.from_local_datetime(&at).earliest();
    for minutes in 1..=MAX_GAP_MINUTES {
        let late = wall.checked_add_signed(TimeDelta::minutes(minutes))?;
        if valid(late).is_none() {
            continue;
        }
        // The gap may end within this minute, because `wall` may carry seconds.
        for seconds in (0..60).rev() {
            let earlier = late.checked_sub_signed(TimeDelta::seconds(seconds))?;
            if let Some(at) = valid(earlier) {
                return Some(at.with_timezone(&Utc));
            }
        }
    }
    None
}

/// Anything but five fields.
const NOT_FIVE: &str = "is not a schedule of five fields: minute, hour, day, month, weekday. There are none for seconds and \
                        years. For example: 0 18 * * 5";
/// What each of the five fields may be.
const FIELDS: [&str; 5] = [
    "is no minute. The first field may be 0 to 59, a list like 0,30, a step like */15, or *. For example: 0 18 * * 5",
    "is no hour. The second field may be 0 to 23, a list like 9,18, a step like */2, or *. For example: 0 18 * * 5",
    "is no day of a month. The third field may be 1 to 31, a list like 1,15, L for the last day, or *. For example: \
     0 9 1 * *",
    "is no month. The fourth field may be 1 to 12, a name like jun, a list like 3,9, or *. For example: 0 9 1 6 *",
    "is no day of the week. The fifth field may be 0 to 7 from Sunday to Sunday, a name like mon, a range like 1-5, or *. \
     For example: 0 9 * * 1-5",
];

/// Names the first of five fields that is wrong by itself.
fn wrong_field(parser: CronParser, fields: &[&str], whole: &str) -> WhenError {
    let wrong = |at: usize, field: &str| {
        let alone: Vec<&str> = (0..FIELDS.len()).map(|place| if place == at { field } else { "*" }).collect();
        parser.parse(&alone.join(" ")).is_err()
    };
    let found = fields.iter().zip(FIELDS).enumerate().find(|(at, (field, _))| wrong(*at, field));
    let (text, why) = found.map_or((whole, NOT_FIVE), |(_, (field, why))| (*field, why));
    WhenError::BadCron { text: shorten(text), why }
}

/// Five cron fields, read once and evaluated on the wall clock.
#[derive(Debug)]
pub(super) struct WallCron {
    cron: Cron,
    /// The hour field is `*`: such a pattern is an interval and runs through both halves of a doubled hour.
    every_hour: bool,
}

impl WallCron {
    /// Reads five fields; seconds and years are refused.
    pub(super) fn read(text: &str) -> Result<Self, WhenError> {
        let fields: Vec<&str> = text.split_whitespace().collect();
        let [_, hour, _, _, _] = fields.as_slice() else {
            return Err(WhenError::BadCron { text: shorten(text), why: NOT_FIVE });
        };
        let every_hour = matches!(*hour, "*" | "*/1" | "0-23");
        let parser = CronParser::builder().seconds(Seconds::Disallowed).year(Year::Disallowed).build();
        let cron = parser.parse(text).map_err(|_| wrong_field(parser, &fields, text))?;
        Ok(Self { cron, every_hour })
    }

    /// croner's own description of the fields in English.
    pub(super) fn describe(&self) -> String {
        self.cron.describe()
    }

    /// The first match on the plain calendar at or after `from`; UTC only carries the wall time.
    pub(super) fn wall_from(&self, from: NaiveDateTime, inclusive: bool) -> Option<NaiveDateTime> {
        let found = self.cron.find_next_occurrence(&from.and_utc(), inclusive);
        found.ok().map(|at| at.naive_utc()).filter(|at| in_range(at.year()))
    }

    /// The first instant strictly after `after` on a day that is allowed.
    pub(super) fn next_within(&self, zone: Tz, after: DateTime<Utc>, bounds: &Bounds) -> Option<DateTime<Utc>> {
        if self.every_hour { self.next_interval(zone, after) } else { self.next_fixed(zone, after, bounds) }
    }

    /// Fixed hours: each wall time has one instant, and later wall times never have earlier instants, so the
    /// first one past `after` is the answer.
    fn next_fixed(&self, zone: Tz, after: DateTime<Utc>, bounds: &Bounds) -> Option<DateTime<Utc>> {
        let mut wall = self.wall_from(wall_of(zone, after)?, true)?;
        for _ in 0..MAX_STEPS {
            let at = instant_of(zone, wall)?;
            if at > after && bounds.allow(wall.date()) {
                return Some(at);
            }
            wall = self.wall_from(wall, false)?;
        }
        None
    }

    /// Every hour: a doubled wall time fires in both halves, a missing one not at all.
    fn next_interval(&self, zone: Tz, after: DateTime<Utc>) -> Option<DateTime<Utc>> {
        let from = wall_of(zone, after)?.checked_sub_signed(FOLD)?;
        let mut wall = self.wall_from(from, true)?;
        let mut best: Option<DateTime<Utc>> = None;
        for _ in 0..MAX_STEPS {
            let (first, second) = match zone.from_local_datetime(&wall) {
                MappedLocalTime::None => (None, None),
                MappedLocalTime::Single(at) => (Some(at), None),
                MappedLocalTime::Ambiguous(first, second) => (Some(first), Some(second)),
            };
            let first = first.map(|at| at.with_timezone(&Utc));
            let second = second.map(|at| at.with_timezone(&Utc));
            if let (Some(best), Some(first)) = (best, first)
                && first >= best
            {
                return Some(best);
            }
            for at in [first, second].into_iter().flatten() {
                if at > after && best.is_none_or(|best| at < best) {
                    best = Some(at);
                }
            }
            match self.wall_from(wall, false) {
                Some(later) => wall = later,
                None => break,
            }
        }
        best
    }
}
