//! Shapes of recurrence: a small set, each as five cron fields and in words. Typed cron fields become a shape where
//! one fits.
//!
//! It must not read sentences.

use chrono::{Month, NaiveDateTime, Weekday};

use super::super::names::phrases;
use super::clock::{Clock, MORNING};
use super::next::WallCron;
use super::rule::{Rule, WhenError};

/// The shortest step between two runs, in minutes.
pub(super) const SHORTEST_STEP: u32 = 5;
/// The days of the week in order.
pub(super) const ALL: [Weekday; 7] =
    [Weekday::Mon, Weekday::Tue, Weekday::Wed, Weekday::Thu, Weekday::Fri, Weekday::Sat, Weekday::Sun];

/// What recurs, without the time of day.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Shape {
    /// Every so many minutes; divides 60.
    Minutes(u32),
    /// Every so many hours; divides 24.
    Hours(u32),
    /// On these days of the week, in order; all seven mean daily.
    Days(Vec<Weekday>),
    /// On days of the month, 1 to 31.
    MonthDays(Vec<u32>),
    /// On the last day of the month.
    LastDay,
    /// On the first day from Monday to Friday in the month.
    FirstWorking,
    /// On the last day from Monday to Friday in the month.
    LastWorking,
    /// On the first to fifth such day of the week in the month; 0 for the last one.
    Nth(Vec<u32>, Weekday),
    /// What comes each month, only in every so many of them, one of which is named: 1 to 12.
    Months(u32, u32, Box<Shape>),
    /// On a day of the year: the month and the day.
    YearDay(u32, u32),
    /// Every so many days, always on this day of the week if there is one.
    Spaced(u32, Option<Weekday>),
}

/// Monday to Friday.
pub(super) fn working() -> Vec<Weekday> {
    ALL.iter().take(5).copied().collect()
}

impl Shape {
    /// The rule of this shape at one time of day or at several with the same minutes. What comes every so many
    /// days still wants its first day.
    pub(super) fn rule(&self, clocks: &[Clock]) -> Rule {
        Rule::wall(self.cron(clocks), self.text(clocks))
    }

    /// As five cron fields.
    pub(super) fn cron(&self, clocks: &[Clock]) -> String {
        let minute = clocks.first().map_or(0, |clock| clock.minute);
        let hours: Vec<String> = clocks.iter().map(|clock| clock.hour.to_string()).collect();
        let hour = hours.join(",");
        let number = |day: &Weekday| day.num_days_from_sunday().to_string();
        match self {
            Self::Minutes(step) => format!("*/{step} * * * *"),
            Self::Hours(1) => "0 * * * *".to_owned(),
            Self::Hours(24) => "0 0 * * *".to_owned(),
            Self::Hours(step) => format!("0 */{step} * * *"),
            Self::Days(days) if days.len() == ALL.len() => format!("{minute} {hour} * * *"),
            Self::Days(days) => {
                let numbers: Vec<String> = days.iter().map(number).collect();
                format!("{minute} {hour} * * {}", numbers.join(","))
            }
            Self::MonthDays(days) => format!("{minute} {hour} {} * *", listed(days)),
            Self::LastDay => format!("{minute} {hour} L * *"),
            Self::FirstWorking => format!("{minute} {hour} 1W * *"),
            Self::LastWorking => format!("{minute} {hour} LW * *"),
            Self::Nth(which, day) => {
                let nth = |which: &u32| if *which == 0 { "L".to_owned() } else { which.to_string() };
                let days: Vec<String> = which.iter().map(|which| format!("{}#{}", number(day), nth(which))).collect();
                format!("{minute} {hour} * * {}", days.join(","))
            }
            Self::Months(step, one, of) => {
                let months: Vec<u32> = (1..=12).filter(|month| month % step == one % step).collect();
                let inner = of.cron(clocks);
                let mut fields: Vec<&str> = inner.split(' ').collect();
                let months = listed(&months);
                if let Some(field) = fields.get_mut(3) {
                    *field = &months;
                }
                fields.join(" ")
            }
            Self::YearDay(month, day) => format!("{minute} {hour} {day} {month} *"),
            Self::Spaced(_, Some(day)) => format!("{minute} {hour} * * {}", number(day)),
            Self::Spaced(_, None) => format!("{minute} {hour} * * *"),
        }
    }

    /// Which days of a month, and whether every month has them: "1st and 15th", "last Friday".
    fn in_month(&self) -> (String, bool) {
        match self {
            Self::MonthDays(days) => {
                let named: Vec<String> = days.iter().map(|day| ordinal(*day)).collect();
                (phrases::listed(&named), days.iter().all(|day| *day < 29))
            }
            Self::LastDay => ("last day".to_owned(), true),
            Self::FirstWorking => ("first working day".to_owned(), true),
            Self::LastWorking => ("last working day".to_owned(), true),
            Self::Nth(which, day) => {
                let nth = |which: &u32| if *which == 0 { "last".to_owned() } else { ordinal(*which) };
                let named: Vec<String> = which.iter().map(nth).collect();
                (format!("{} {}", phrases::listed(&named), full_name(*day)), !which.contains(&5))
            }
            Self::Minutes(_)
            | Self::Hours(_)
            | Self::Days(_)
            | Self::Months(..)
            | Self::YearDay(..)
            | Self::Spaced(..) => (String::new(), true),
        }
    }

    /// In plain words, without the zone.
    pub(super) fn text(&self, clocks: &[Clock]) -> String {
        let shown: Vec<String> = clocks.iter().map(|clock| format!("{:02}:{:02}", clock.hour, clock.minute)).collect();
        let at = format!("at {}", phrases::listed(&shown));
        match self {
            Self::Minutes(step) => format!("every {step} minutes"),
            Self::Hours(1) => "every hour".to_owned(),
            Self::Hours(24) => "every day at 00:00".to_owned(),
            Self::Hours(step) => format!("every {step} hours"),
            Self::Days(days) if days.len() == ALL.len() => format!("every day {at}"),
            Self::Days(days) if *days == working() => format!("every weekday {at}"),
            Self::Days(days) if days.len() == 6 => {
                let missing = ALL.iter().find(|day| !days.contains(day));
                format!("every day except {} {at}", missing.map(|day| full_name(*day)).unwrap_or_default())
            }
            Self::Days(days) => {
                let names: Vec<String> = days.iter().map(|day| full_name(*day).to_owned()).collect();
                format!("every {} {at}", phrases::listed(&names))
            }
            Self::MonthDays(_) | Self::LastDay | Self::FirstWorking | Self::LastWorking | Self::Nth(..) => {
                let (days, sure) = self.in_month();
                let missing = if sure { "" } else { " that has one," };
                format!("on the {days} of every month{missing} {at}")
            }
            Self::Months(step, _, of) => {
                let (days, sure) = of.in_month();
                let missing = if sure { "" } else { " that has one," };
                let months = if *step == 2 { "other".to_owned() } else { ordinal(*step) };
                format!("on the {days} of every {months} month{missing} {at}")
            }
            Self::YearDay(2, 29) => format!("on 29 February of every year that has one, {at}"),
            Self::YearDay(month, day) => format!("every year on {day} {} {at}", month_name(*month)),
            Self::Spaced(2, None) => format!("every other day {at}"),
            Self::Spaced(7, None) => format!("every 7 days {at}"),
            Self::Spaced(days, None) if days.is_multiple_of(7) => format!("every {} weeks {at}", days / 7),
            Self::Spaced(days, None) => format!("every {days} days {at}"),
            Self::Spaced(14, Some(day)) => format!("every other {} {at}", full_name(*day)),
            Self::Spaced(days, Some(day)) => format!("every {} weeks on {} {at}", days / 7, full_name(*day)),
        }
    }
}

/// "1,15"
fn listed(numbers: &[u32]) -> String {
    numbers.iter().map(u32::to_string).collect::<Vec<_>>().join(",")
}

/// The English name of a month, 1 to 12.
fn month_name(month: u32) -> &'static str {
    let named = u8::try_from(month).ok().and_then(|month| chrono::Month::try_from(month).ok());
    named.map_or("", |month| month.name())
}

/// The English name of a weekday.
fn full_name(day: Weekday) -> &'static str {
    match day {
        Weekday::Mon => "Monday",
        Weekday::Tue => "Tuesday",
        Weekday::Wed => "Wednesday",
        Weekday::Thu => "Thursday",
        Weekday::Fri => "Friday",
        Weekday::Sat => "Saturday",
        Weekday::Sun => "Sunday",
    }
}

/// "1st", "22nd", "13th".
fn ordinal(day: u32) -> String {
    let suffix = match (day % 10, day % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    };
    format!("{day}{suffix}")
}

/// The rule of five cron fields; plain shapes get plain words.
///
/// # Errors
/// They are no five fields, one of them is wrong, they come more often than every five minutes, or never come.
pub fn of_cron(fields: &str) -> Result<Rule, WhenError> {
    let cron = fields.split_whitespace().collect::<Vec<_>>().join(" ");
    let read = WallCron::read(&cron)?;
    check_spacing(&read, &cron)?;
    let text = plain(&cron).or_else(|| both(&cron)).unwrap_or_else(|| {
        let described = read.describe();
        let mut chars = described.trim_end_matches('.').chars();
        let first = chars.next().map(|c| c.to_ascii_lowercase());
        first.into_iter().chain(chars).collect()
    });
    Ok(Rule::wall(cron, text))
}

/// Looks at 64 runs on the plain calendar: more than any hour can hold at five-minute steps.
fn check_spacing(read: &WallCron, cron: &str) -> Result<(), WhenError> {
    let start = chrono::DateTime::UNIX_EPOCH.naive_utc();
    let mut last = read.wall_from(start, true).ok_or_else(|| never(cron))?;
    let first = last;
    for _ in 0..64 {
        let Some(next) = read.wall_from(last, false) else {
            return Ok(());
        };
        let minutes = (next - last).num_minutes();
        if minutes < i64::from(SHORTEST_STEP) {
            let shown = |at: NaiveDateTime| at.format("%H:%M").to_string();
            // Where other times are far enough apart, these two are told.
            let some = WhenError::TooClose { first: shown(last), minutes, second: shown(next) };
            return Err(if last == first { WhenError::TooOften } else { some });
        }
        last = next;
    }
    Ok(())
}

/// What is wrong with fields that never come: a day that none of their months has.
fn never(cron: &str) -> WhenError {
    let fields: Vec<&str> = cron.split(' ').collect();
    let [_, _, day, month, _] = fields.as_slice() else { return WhenError::Never };
    let named = |name: &str| name.parse::<Month>().ok().map(|month| month.number_from_month());
    let months = numbers(month, |month| month.parse().ok().or_else(|| named(month))).unwrap_or_default();
    let names: Vec<String> = months.iter().map(|month| month_name(*month).to_owned()).collect();
    let has = if names.len() == 1 { "has" } else { "have" };
    match numbers(day, |day| day.parse().ok()).and_then(|days| days.first().copied()) {
        Some(day) if !names.is_empty() => {
            WhenError::NoSuchDay { months: format!("{} {has}", phrases::listed(&names)), day: ordinal(day) }
        }
        Some(_) | None => WhenError::Never,
    }
}

/// In plain words where days of the month and days of the week are named: it comes on both.
fn both(cron: &str) -> Option<String> {
    let fields: Vec<&str> = cron.split(' ').collect();
    let [minute, hour, day, month, week] = fields.as_slice() else { return None };
    if *month != "*" || *day == "*" || *week == "*" {
        return None;
    }
    let (by_day, _) = shape_of(&format!("{minute} {hour} {day} * *"))?;
    let (by_week, clocks) = shape_of(&format!("{minute} {hour} * * {week}"))?;
    let (days, sure) = by_day.in_month();
    let missing = if sure { "" } else { " that has one," };
    let said = || format!("on the {days} of every month{missing} and also {}", by_week.text(&clocks));
    (!days.is_empty()).then(said)
}

/// Plain words for the shapes which people use most.
fn plain(cron: &str) -> Option<String> {
    let (shape, clocks) = shape_of(cron)?;
    Some(shape.text(&clocks))
}

/// The shape of five cron fields and its times of day, where they have one that is said in plain words.
pub(super) fn shape_of(cron: &str) -> Option<(Shape, Vec<Clock>)> {
    let fields: Vec<&str> = cron.split(' ').collect();
    let [minute, hour, day, month, week] = fields.as_slice() else {
        return None;
    };
    let step = |field: &str| field.strip_prefix("*/").and_then(|step| step.parse::<u32>().ok());
    if (*day, *month, *week) == ("*", "*", "*") {
        match (*minute, *hour) {
            ("0", "*") => return Some((Shape::Hours(1), vec![MORNING])),
            ("0", hours) if hours.starts_with("*/") => {
                let hours = step(hours).filter(|step| *step > 1 && *step < 24 && 24 % step == 0)?;
                return Some((Shape::Hours(hours), vec![MORNING]));
            }
            (minutes, "*") => {
                let minutes = step(minutes).filter(|step| *step > 0 && *step < 60 && 60 % step == 0)?;
                return Some((Shape::Minutes(minutes), vec![MORNING]));
            }
            _ => {}
        }
    }
    let minute: u32 = minute.parse().ok()?;
    let clock = |hour: &str| Some(Clock::exact(hour.parse().ok()?, minute));
    let clocks = hour.split(',').map(clock).collect::<Option<Vec<_>>>()?;
    let shape = match (*day, *month, *week) {
        ("*", "*", "*") => Shape::Days(ALL.to_vec()),
        ("*", "*", nth) if nth.contains('#') => nth_of(nth)?,
        ("*", "*", days) => {
            // A range ends with the Sunday behind its days.
            let days = numbers(&days.to_lowercase().replace("-sun", "-7"), week_number)?;
            let mut days: Vec<Weekday> = days.into_iter().filter_map(day_of).collect();
            days.sort_by_key(Weekday::num_days_from_monday);
            days.dedup();
            Shape::Days(days)
        }
        ("L", "*", "*") => Shape::LastDay,
        ("1W", "*", "*") => Shape::FirstWorking,
        ("LW", "*", "*") => Shape::LastWorking,
        (days, "*", "*") => Shape::MonthDays(numbers(days, |day| day.parse().ok())?),
        (day, month, "*") if day.parse::<u32>().is_ok() && month.parse::<u32>().is_ok() => {
            Shape::YearDay(month.parse().ok()?, day.parse().ok()?)
        }
        (_, months, _) => {
            let months = months.split(',').map(|month| month.parse().ok()).collect::<Option<Vec<u32>>>()?;
            let (first, second) = (*months.first()?, *months.get(1)?);
            let step = second.checked_sub(first).filter(|step| divides(*step))?;
            let (each, _) = shape_of(&format!("{minute} {hour} {day} * {week}"))?;
            let even = Shape::Months(step, first, Box::new(each));
            return (even.cron(&clocks) == cron).then_some((even, clocks));
        }
    };
    Some((shape, clocks))
}

/// "5#L", "1#1,1#3"
fn nth_of(field: &str) -> Option<Shape> {
    let mut day = None;
    let mut which = Vec::new();
    for part in field.split(',') {
        let (name, nth) = part.split_once('#')?;
        let named = week_number(name).and_then(day_of)?;
        if day.is_some_and(|day| day != named) {
            return None;
        }
        day = Some(named);
        which.push(if nth.eq_ignore_ascii_case("L") { 0 } else { nth.parse().ok().filter(|n| (1..=5).contains(n))? });
    }
    Some(Shape::Nth(which, day?))
}

/// The numbers in a cron field of numbers, names and ranges, as "1-3,5"; none in any other field.
fn numbers(field: &str, number: impl Fn(&str) -> Option<u32>) -> Option<Vec<u32>> {
    let range = |part: &str| {
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        let range = number(first)?..=number(last)?;
        (!range.is_empty()).then_some(range)
    };
    let ranges = field.split(',').map(range).collect::<Option<Vec<_>>>()?;
    Some(ranges.into_iter().flatten().collect())
}

/// A day of the week as cron writes it: 0 to 7, or its name.
fn week_number(day: &str) -> Option<u32> {
    let named = || day.parse::<Weekday>().ok().map(|day| day.num_days_from_sunday());
    day.parse().ok().filter(|number| *number <= 7).or_else(named)
}

/// The day of the week with this number in cron.
fn day_of(number: u32) -> Option<Weekday> {
    ALL.get((number as usize + 6) % 7).copied()
}

/// Whether so many months make up a year evenly, so that they come round.
fn divides(step: u32) -> bool {
    matches!(step, 2 | 3 | 4 | 6)
}
