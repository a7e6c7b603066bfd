//! Recurrence in typed words: "every Friday", "weekdays", "every 15 minutes", "monthly on the last day", five cron
//! fields. It returns typed data; `when::shapes` makes the rule.

use super::days::{day, month, number, ordinal, weekday};
use super::pieces::clock;
use crate::secretary::when::{Recurring, WhenError};
use chrono::{Datelike, NaiveDate, Weekday};

/// The days of the week in order.
const ALL: [Weekday; 7] =
    [Weekday::Mon, Weekday::Tue, Weekday::Wed, Weekday::Thu, Weekday::Fri, Weekday::Sat, Weekday::Sun];

/// What was read, and how many words it has.
type Read = Option<Result<(Recurring, usize), WhenError>>;

/// What comes again, at the beginning of the words.
pub fn again(words: &[String], today: NaiveDate) -> Read {
    let some = |what: Recurring, used: usize| Some(Ok((what, used)));
    let word = |at: usize| words.get(at).map_or("", String::as_str);
    let (unit, at) = match word(0) {
        "every" | "each" => (word(1), 2),
        "daily" => ("day", 1),
        "hourly" => ("hour", 1),
        "weekdays" | "workdays" => ("weekday", 1),
        "weekly" => ("week", 1),
        "monthly" => ("month", 1),
        "yearly" | "annually" => ("year", 1),
        _ => {
            let plural = word(0).ends_with("days") || word(1) == "to";
            let days = || listed(words, 0).filter(|_| plural).map(|(days, used)| Ok((Recurring::Weekdays(days), used)));
            return of_months(words).or_else(days);
        }
    };
    match unit {
        "day" | "morning" | "afternoon" | "evening" | "night" => return some(Recurring::Days(1), at),
        "weekday" | "workday" => return some(Recurring::Weekdays(ALL[..5].to_vec()), at),
        "weekend" => return some(Recurring::Weekdays(ALL[5..].to_vec()), at),
        "hour" => return some(Recurring::Minutes(60), at),
        // "every 9:30", "every midnight": the time of day follows.
        _ if says_hour(unit) => return some(Recurring::Days(1), 1),
        "half" if word(2) == "hour" => return some(Recurring::Minutes(30), 3),
        "minute" => return Some(Err(WhenError::TooOften)),
        "second" if weekday(word(2)).is_none() && !matches!(word(2), "day" | "week" | "hour" | "of") => {
            return Some(Err(WhenError::TooOften));
        }
        "week" => return Some(Ok(weekly(words, at, 1))),
        "month" => return Some(Ok(monthly(words, at))),
        "year" => return yearly(words, at, today),
        _ => {}
    }
    let dated = |number: usize, name: usize| ordinal(word(number)).is_some() && month(word(name)).is_some();
    if dated(1, 2) || dated(2, 1) {
        return yearly(words, 1, today);
    }
    if let Some((days, used)) = listed(words, 1) {
        return some(Recurring::Weekdays(days), used);
    }
    let of_month = of_months(&words[1..]).is_some();
    let other = (word(1) == "other" || (word(1) == "second" && !of_month)).then_some(2);
    match (other.or(number(word(1))), word(2)) {
        (Some(count), "minute" | "minutes" | "min" | "mins") => some(Recurring::Minutes(count), 3),
        (Some(count), "hour" | "hours") => some(Recurring::Minutes(count * 60), 3),
        (Some(count), "day" | "days") => some(Recurring::Days(count), 3),
        (Some(count), "week" | "weeks") => Some(Ok(weekly(words, 3, count))),
        (Some(count), name) if weekday(name).is_some() => some(Recurring::Weeks(count, weekday(name)), 3),
        _ => {
            let (what, used) = in_month(&words[1..])?;
            some(what, used + 1 + if of_month { 3 } else { 0 })
        }
    }
}

/// What comes again without the days that the words begin to leave out ("except Friday", "but not on weekends"), and how
/// many words that has. None: they leave none out, or nothing is left.
pub fn except(again: &Recurring, words: &[String]) -> Option<(Recurring, usize)> {
    let days: &[Weekday] = match again {
        Recurring::Days(1) => &ALL,
        Recurring::Weekdays(days) => days,
        _ => return None,
    };
    let word = |at: usize| words.get(at).map_or("", String::as_str);
    let lead = match (word(0), word(1)) {
        ("except", "for") | ("but", "not") => 2,
        ("except" | "not", _) => 1,
        _ => return None,
    };
    let at = lead + usize::from(word(lead) == "on");
    let weekend = || matches!(word(at), "weekend" | "weekends").then(|| (ALL[5..].to_vec(), at + 1));
    let (out, used) = listed(words, at).or_else(weekend)?;
    let left: Vec<Weekday> = days.iter().filter(|day| !out.contains(day)).copied().collect();
    (!left.is_empty()).then_some((Recurring::Weekdays(left), used))
}

/// "15th of every month", "first Monday of the month".
fn of_months(words: &[String]) -> Read {
    let (what, used) = in_month(words)?;
    let behind: Vec<&str> = words.iter().skip(used).take(3).map(String::as_str).collect();
    matches!(behind.as_slice(), ["of", "every" | "each" | "the", "month"]).then_some(Ok((what, used + 3)))
}

/// Every so many weeks, on days named behind it.
fn weekly(words: &[String], at: usize, weeks: u32) -> (Recurring, usize) {
    let on = at + usize::from(words.get(at).is_some_and(|word| word == "on"));
    match (listed(words, on), weeks) {
        (Some((days, used)), 1) => (Recurring::Weekdays(days), used),
        // It comes on one day: what names another one is left, and then the words are no time.
        (Some((days, _)), _) => (Recurring::Weeks(weeks, days.first().copied()), on + 1),
        (None, 1) => (Recurring::Weekdays(vec![Weekday::Mon]), at),
        (None, _) => (Recurring::Weeks(weeks, None), at),
    }
}

/// On the day of each month that is named behind it; on the first of the month where none is.
fn monthly(words: &[String], at: usize) -> (Recurring, usize) {
    let day = behind_on(words, at);
    let named = words.get(day..).and_then(in_month).map(|(what, used)| (what, day + used));
    named.unwrap_or((Recurring::MonthDays(vec![1]), at))
}

/// On the day of the year that is named behind it.
fn yearly(words: &[String], at: usize, today: NaiveDate) -> Read {
    let from = behind_on(words, at);
    match day(words.get(from..)?, today)? {
        Ok(((date, 0), used)) => Some(Ok((Recurring::YearDay(date.month(), date.day()), from + used))),
        Ok(_) => None,
        Err(error) => Some(Err(error)),
    }
}

/// The place behind "on the".
fn behind_on(words: &[String], at: usize) -> usize {
    at + words.iter().skip(at).take(2).take_while(|word| matches!(word.as_str(), "on" | "the")).count()
}

/// Whether a word behind "every" is a time of day; a bare number may be a day as well.
fn says_hour(word: &str) -> bool {
    word.contains(|c: char| c == ':' || c.is_ascii_alphabetic()) && clock(word).is_some()
}

/// "1st", "first", "last day", "first Monday", "last Friday".
fn in_month(words: &[String]) -> Option<(Recurring, usize)> {
    let word = |at: usize| words.get(at).map_or("", String::as_str);
    if (word(0), word(1)) == ("last", "day") {
        return Some((Recurring::LastDay, 2));
    }
    let places = ["last", "first", "second", "third", "fourth"];
    let place = places.iter().position(|place| *place == word(0)).and_then(|at| u32::try_from(at).ok());
    // "the first of the month": the day is the number.
    if let Some(place) = place.filter(|_| word(1) == "of") {
        return Some((if place == 0 { Recurring::LastDay } else { Recurring::MonthDays(vec![place]) }, 1));
    }
    let counted = ordinal(word(0)).filter(|_| !word(0).ends_with(|c: char| c.is_ascii_digit()));
    if let Some((which, day)) = place.or(counted.filter(|which| *which <= 5)).zip(weekday(word(1))) {
        return Some((Recurring::Nth(which, day), 2));
    }
    Some((Recurring::MonthDays(vec![ordinal(word(0))?]), 1))
}

/// "Monday and Thursday", "Mon to Fri" at a place of the words: the days, and the place behind them.
fn listed(words: &[String], at: usize) -> Option<(Vec<Weekday>, usize)> {
    let named = |at: usize| words.get(at).and_then(|word| weekday(word));
    let joint = |at: usize, with: &str| words.get(at).is_some_and(|word| word == with);
    let first = named(at)?;
    if let Some(last) = named(at + 2).filter(|_| joint(at + 1, "to")) {
        let from = ALL.iter().cycle().skip_while(|day| **day != first);
        let mut days: Vec<Weekday> = from.take(7).copied().take_while(|day| *day != last).collect();
        days.push(last);
        return Some((days, at + 3));
    }
    let (mut days, mut next) = (vec![first], at + 1);
    while let Some(day) = named(next + usize::from(joint(next, "and"))) {
        days.push(day);
        next += 1 + usize::from(joint(next, "and"));
    }
    Some((days, next))
}
