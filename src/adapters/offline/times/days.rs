//! Days and durations in typed words, parsed by the crate `interim`: "tomorrow", "next Friday", "24 Dec",
//! "2026-12-24", "20 minutes". It returns wall time and must not know zones or times of day.

use crate::secretary::when::WhenError;
use chrono::{DateTime, Datelike, Days, Month, Months, NaiveDate, NaiveTime, Utc, Weekday};
use interim::{Dialect, Interval, parse_date_string, parse_duration};

/// Numbers as words; the first three stand for one.
const NUMBERS: [&str; 14] =
    ["a", "an", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];
/// The units a length may have.
const UNITS: &str =
    " s sec secs second seconds m min mins minute minutes h hr hrs hour hours d day days week weeks month months ";

/// A day as it was named, and how many days later it is when its time is over: 7 for a day of the week, else 0.
pub type Day = (NaiveDate, u64);

/// A day and how many words name it; an error is a day that no calendar has.
type Read = Option<Result<(Day, usize), WhenError>>;

/// A day of the week by its name, from three letters on; without the s of "Mondays".
pub fn weekday(word: &str) -> Option<Weekday> {
    let day = word.get(..3)?.parse::<Weekday>().ok()?;
    let full = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];
    let full = full.get(day.num_days_from_monday() as usize)?;
    (full.starts_with(word) || word.strip_suffix('s') == Some(full)).then_some(day)
}

/// The name that a misspelt word is near to: one slip in a short name, two in a long one. None: it is no such word, or is
/// spelt well.
pub fn near(word: &str) -> Option<&'static str> {
    let names = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday", "tomorrow"];
    let slips = |name: &str| strsim::osa_distance(word, &name.to_lowercase());
    let mut close = names.into_iter().filter(|name| (1..=name.len() / 4).contains(&slips(name)));
    close.next().filter(|_| weekday(word).is_none())
}

/// A month by its name, from three letters on.
pub fn month(word: &str) -> Option<Month> {
    let month = word.get(..3)?.parse::<Month>().ok()?;
    month.name().to_lowercase().starts_with(word).then_some(month)
}

/// A number in digits or as a word.
pub fn number(word: &str) -> Option<u32> {
    let place = || u32::try_from(NUMBERS.iter().position(|name| *name == word)?.max(2) - 1).ok();
    word.parse().ok().filter(|number| *number < 10_000).or_else(place)
}

/// The day of the month in "24", "24th", "1st".
pub fn ordinal(word: &str) -> Option<u32> {
    let digits = ["st", "nd", "rd", "th"].iter().find_map(|end| word.strip_suffix(end)).unwrap_or(word);
    digits.parse().ok().filter(|_| digits.len() <= 2)
}

/// The day that the words begin with, and how many of them name it.
pub fn day(words: &[String], today: NaiveDate) -> Read {
    let word = |at: usize| words.get(at).map_or("", String::as_str);
    let on = |date: Option<NaiveDate>, used: usize| date.map(|date| Ok(((date, 0), used)));
    match (word(0), word(1)) {
        ("today" | "tomorrow", _) => on(parsed(word(0), today), 1),
        ("day", "after") if word(2) == "tomorrow" => on(today.checked_add_days(Days::new(2)), 3),
        ("next", "week") => on(today.week(Weekday::Mon).last_day().succ_opt(), 2),
        ("next", "month") => on(today.with_day(1)?.checked_add_months(Months::new(1)), 2),
        ("next", name) => {
            // The next week's, on a Friday the coming Monday.
            let coming = parsed(weekday(name).map(|_| name)?, today)?;
            let same = coming.iso_week() == today.iso_week();
            on(coming.checked_add_days(Days::new(if same { 7 } else { 0 })), 2)
        }
        (name, _) if weekday(name).is_some() => Some(Ok(((parsed(name, today)?, 7), 1))),
        _ => calendar(words, today),
    }
}

/// A day that the crate reads.
fn parsed(text: &str, today: NaiveDate) -> Option<NaiveDate> {
    let base: DateTime<Utc> = today.and_time(NaiveTime::MIN).and_utc();
    parse_date_string(text, base, Dialect::Uk).ok().map(|at| at.date_naive())
}

/// "2026-12-24", "24 Dec 2026", "24th of December", "Dec 24th", "24/12", "24.12.2026", "15th".
fn calendar(words: &[String], today: NaiveDate) -> Read {
    let word = |at: usize| words.get(at).map_or("", String::as_str);
    let year = |at: usize| word(at).parse::<i32>().ok().filter(|year| (2000..2200).contains(year));
    let of = usize::from(word(1) == "of");
    let day_first = ordinal(word(0)).zip(month(word(1 + of))).map(|named| (named, 2 + of));
    let month_first = || ordinal(word(1)).zip(month(word(0))).map(|named| (named, 2));
    if let Some(((day, month), next)) = day_first.or_else(month_first) {
        let year = year(next);
        return Some(dated(day, month.number_from_month(), year, today, next + usize::from(year.is_some())));
    }
    let first = word(0);
    let numbers: Option<Vec<u32>> = first.split(['-', '/', '.']).map(|part| part.parse().ok()).collect();
    let year = |year: u32| i32::try_from(if year < 100 { year + 2000 } else { year }).ok();
    match numbers.as_deref() {
        Some([named, month, day]) if first.contains('-') => Some(dated(*day, *month, year(*named), today, 1)),
        Some([day, month, named]) => Some(dated(*day, *month, year(*named), today, 1)),
        Some([day, month]) if first.contains('/') || (*day > 23 && first.contains('.') && *month < 13) => {
            Some(dated(*day, *month, None, today, 1))
        }
        _ if first.ends_with(['t', 'd', 'h']) => {
            let day = ordinal(first)?;
            let months = (0..4).filter_map(|months| today.with_day(1)?.checked_add_months(Months::new(months)));
            let date = months.filter_map(|month| month.with_day(day)).find(|date| *date >= today);
            Some(date.map(|date| ((date, 0), 1)).ok_or(WhenError::BadDay { day }))
        }
        _ => None,
    }
}

/// The date, in the nearest year that has it where none was named.
fn dated(day: u32, month: u32, year: Option<i32>, today: NaiveDate, used: usize) -> Result<(Day, usize), WhenError> {
    let years = year.map_or(today.year()..=today.year().saturating_add(8), |year| year..=year);
    let date = |year: i32| parsed(&format!("{year}-{month}-{day}"), today);
    let found = years.filter_map(date).find(|date| year.is_some() || *date >= today);
    let name = u8::try_from(month).ok().and_then(|month| Month::try_from(month).ok());
    let text = name.map_or_else(|| format!("month {month}"), |month| format!("{day} {}", month.name()));
    found.map(|date| ((date, 0), used)).ok_or(WhenError::BadDate { text })
}

/// A length of time: seconds, days, months.
pub type Length = (i64, u32, u32);

/// The length that the words begin with, and how many of them name it: "20 minutes", "half an hour", "20m", "an hour and a half".
pub fn length(words: &[String]) -> Option<(Length, usize)> {
    let word = |at: usize| words.get(at).map_or("", String::as_str);
    let (mut total, mut at, mut last): (Length, usize, i64) = ((0, 0, 0), 0, 0);
    loop {
        let and = usize::from(at > 0 && word(at) == "and");
        if and == 1 && (word(at + 1), word(at + 2)) == ("a", "half") {
            return (last > 0).then_some(((total.0 + last / 2, total.1, total.2), at + 3));
        }
        let Some((read, one, used)) = words.get(at + and..).and_then(quantity) else {
            return (at > 0).then_some((total, at));
        };
        total = (total.0 + read.0, total.1 + read.1, total.2 + read.2);
        (at, last) = (at + and + used, one);
    }
}

/// One number with its unit, one of that unit in seconds, and how many words they have.
fn quantity(words: &[String]) -> Option<(Length, i64, usize)> {
    let word = |at: usize| words.get(at).map_or("", String::as_str);
    if word(0) == "half" {
        let at = 1 + usize::from(matches!(word(1), "a" | "an"));
        let (seconds, ..) = unit(word(at))?;
        return (seconds > 0).then_some(((seconds / 2, 0, 0), seconds, at + 1));
    }
    // "20m" is both in one word.
    let split = word(0).find(|c: char| c.is_ascii_alphabetic()).filter(|at| *at > 0);
    let (count, name, used) = split
        .and_then(|at| word(0).split_at_checked(at))
        .map_or((word(0), word(1), 2), |(count, name)| (count, name, 1));
    let ((seconds, days, months), count) = (unit(name)?, number(count)?);
    Some(((seconds * i64::from(count), days * count, months * count), seconds, used))
}

/// One of a unit as seconds, days and months.
fn unit(name: &str) -> Option<Length> {
    let known = UNITS.contains(&format!(" {name} ")).then(|| parse_duration(&format!("1 {name}")));
    match known?.ok()? {
        Interval::Seconds(seconds) => Some((seconds.into(), 0, 0)),
        Interval::Days(days) => Some((0, u32::try_from(days).ok()?, 0)),
        Interval::Months(months) => Some((0, 0, u32::try_from(months).ok()?)),
    }
}
