//! What recurs: a small set of shapes, each said as five cron fields and in plain words, and typed cron fields
//! brought back to a shape where they have one.
//!
//! It must not read sentences, which `repeat` does.

use chrono::Weekday;

use super::clock::{Clock, MORNING};
use super::next::WallCron;
use super::rule::{Rule, WhenError};
use super::say::join_words;
use super::words::weekday;

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
    /// On a day of the month, 1 to 31.
    MonthDay(u32),
    /// On the last day of the month.
    LastDay,
    /// On the first to fourth such day of the week in the month; 0 for the last one.
    Nth(u32, Weekday),
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
    fn cron(&self, clocks: &[Clock]) -> String {
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
            Self::MonthDay(day) => format!("{minute} {hour} {day} * *"),
            Self::LastDay => format!("{minute} {hour} L * *"),
            Self::Nth(0, day) => format!("{minute} {hour} * * {}#L", number(day)),
            Self::Nth(which, day) => format!("{minute} {hour} * * {}#{which}", number(day)),
            Self::YearDay(month, day) => format!("{minute} {hour} {day} {month} *"),
            Self::Spaced(_, Some(day)) => format!("{minute} {hour} * * {}", number(day)),
            Self::Spaced(_, None) => format!("{minute} {hour} * * *"),
        }
    }

    /// In plain words, without the zone.
    pub(super) fn text(&self, clocks: &[Clock]) -> String {
        let shown: Vec<String> = clocks.iter().map(|clock| format!("{:02}:{:02}", clock.hour, clock.minute)).collect();
        let at = format!("at {}", join_words(&shown));
        match self {
            Self::Minutes(step) => format!("every {step} minutes"),
            Self::Hours(1) => "every hour".to_owned(),
            Self::Hours(24) => "every day at 00:00".to_owned(),
            Self::Hours(step) => format!("every {step} hours"),
            Self::Days(days) if days.len() == ALL.len() => format!("every day {at}"),
            Self::Days(days) if *days == working() => format!("every weekday {at}"),
            Self::Days(days) => {
                let names: Vec<String> = days.iter().map(|day| full_name(*day).to_owned()).collect();
                format!("every {} {at}", join_words(&names))
            }
            Self::MonthDay(day @ 29..) => {
                format!("on the {} of every month that has one, {at}", ordinal(*day))
            }
            Self::MonthDay(day) => format!("on the {} of every month {at}", ordinal(*day)),
            Self::LastDay => format!("on the last day of every month {at}"),
            Self::Nth(0, day) => format!("on the last {} of every month {at}", full_name(*day)),
            Self::Nth(which, day) => format!("on the {} {} of every month {at}", ordinal(*which), full_name(*day)),
            Self::YearDay(2, 29) => format!("on 29 February of every year that has one, {at}"),
            Self::YearDay(month, day) => format!("every year on {day} {} {at}", month_name(*month)),
            Self::Spaced(2, None) => format!("every other day {at}"),
            Self::Spaced(days, None) if days.is_multiple_of(7) => format!("every {} weeks {at}", days / 7),
            Self::Spaced(days, None) => format!("every {days} days {at}"),
            Self::Spaced(14, Some(day)) => format!("every other {} {at}", full_name(*day)),
            Self::Spaced(days, Some(day)) => format!("every {} weeks on {} {at}", days / 7, full_name(*day)),
        }
    }
}

/// The English name of a month, 1 to 12.
fn month_name(month: u32) -> &'static str {
    const NAMES: [&str; 12] = [
        "January",
        "February",
        "March",
        "April",
        "May",
        "June",
        "July",
        "August",
        "September",
        "October",
        "November",
        "December",
    ];
    usize::try_from(month).ok().and_then(|month| NAMES.get(month.checked_sub(1)?)).copied().unwrap_or_default()
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

/// Reads five cron fields as a rule, refusing steps under five minutes; plain shapes get plain words.
pub(super) fn cron_rule(fields: &str) -> Result<Rule, WhenError> {
    let cron = fields.split_whitespace().collect::<Vec<_>>().join(" ");
    let read = WallCron::read(&cron)?;
    check_spacing(&read)?;
    let text = plain(&cron).unwrap_or_else(|| {
        let described = read.describe();
        let mut chars = described.trim_end_matches('.').chars();
        let first = chars.next().map(|c| c.to_ascii_lowercase());
        first.into_iter().chain(chars).collect()
    });
    Ok(Rule::wall(cron, text))
}

/// Looks at 64 runs on the plain calendar: more than any hour can hold at five-minute steps.
fn check_spacing(read: &WallCron) -> Result<(), WhenError> {
    let start = chrono::DateTime::UNIX_EPOCH.naive_utc();
    let mut last = read.wall_from(start, true).ok_or(WhenError::Never)?;
    for _ in 0..64 {
        let Some(next) = read.wall_from(last, false) else {
            return Ok(());
        };
        if (next - last).num_minutes() < i64::from(SHORTEST_STEP) {
            return Err(WhenError::TooOften);
        }
        last = next;
    }
    Ok(())
}

/// Plain words for the shapes which people use most.
fn plain(cron: &str) -> Option<String> {
    let fields: Vec<&str> = cron.split(' ').collect();
    let [minute, hour, day, "*", week] = fields.as_slice() else {
        return None;
    };
    let clock = || {
        let (minute, hour) = (minute.parse().ok()?, hour.parse().ok()?);
        Some(Clock::exact(hour, minute))
    };
    let shape = match (*minute, *hour, *day, *week) {
        ("0", "*", "*", "*") => return Some(Shape::Hours(1).text(&[MORNING])),
        ("0", step, "*", "*") if step.starts_with("*/") => {
            let step: u32 = step.strip_prefix("*/")?.parse().ok()?;
            return (step > 1 && step < 24 && 24 % step == 0).then(|| Shape::Hours(step).text(&[MORNING]));
        }
        (step, "*", "*", "*") => {
            let step: u32 = step.strip_prefix("*/")?.parse().ok()?;
            return (step < 60 && 60 % step == 0).then(|| Shape::Minutes(step).text(&[MORNING]));
        }
        (_, _, "*", "*") => Shape::Days(ALL.to_vec()),
        (_, _, "*", "1-5") => Shape::Days(working()),
        (_, _, "*", days) => {
            let read = |day: &str| {
                let number = day.parse::<usize>().ok();
                number
                    .and_then(|number| ALL.get((number + 6) % 7).copied().filter(|_| number <= 7))
                    .or_else(|| weekday(&day.to_lowercase()).map(|(day, _)| day))
            };
            let mut days = days.split(',').map(read).collect::<Option<Vec<_>>>()?;
            days.sort_by_key(Weekday::num_days_from_monday);
            days.dedup();
            Shape::Days(days)
        }
        (_, _, "L", "*") => Shape::LastDay,
        (_, _, day, "*") => Shape::MonthDay(day.parse().ok()?),
        _ => return None,
    };
    Some(shape.text(&[clock()?]))
}
