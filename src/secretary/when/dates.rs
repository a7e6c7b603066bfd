//! Dates to reckon with: one date named in full, and a date some lengths of time away from another. Days are counted
//! by the calendar; it must not guess the day of a time that names none.

use chrono::{DateTime, Datelike, Days, Months, NaiveDate, Utc};
use chrono_tz::Tz;

use super::day::{Here, day};
use super::length::{Length, length};
use super::words::Words;

/// A date counted from is looked for so many years back.
const BACK: i32 = 400;

/// Today's date in a zone.
#[must_use]
pub fn today(zone: Tz, now: DateTime<Utc>) -> Option<NaiveDate> {
    Here::new(zone, now).map(|here| here.today())
}

/// The date that words name and nothing else: "24 December", "next Friday", "2027-03-01". Without a year it is the
/// nearest one ahead, or the nearest one behind (`past`).
#[must_use]
pub fn read_date(text: &str, zone: Tz, now: DateTime<Utc>, past: bool) -> Option<NaiveDate> {
    let here = Here::new(zone, now)?;
    let (text, year) = with_year(text.trim());
    let words = Words::cut(&text);
    let start = usize::from(matches!(words.at(0), "on" | "the" | "am" | "den"));
    if words.at(start) == "yesterday" && words.is_done(start + 1) {
        return here.today().pred_opt();
    }
    let named = day(&words, start, &here, true).filter(|named| words.is_done(named.next))?;
    if let Some(year) = year {
        return named.dates.first().and_then(|date| NaiveDate::from_ymd_opt(year, date.month(), date.day()));
    }
    let today = here.today();
    if past {
        let first = *named.dates.iter().find(|date| date.month() > 0)?;
        return (0..=8).filter_map(|years| first.with_year(first.year() - years)).find(|date| *date <= today);
    }
    named.dates.iter().copied().find(|date| *date >= today).or_else(|| named.dates.last().copied())
}

/// A text whose date has a year long past, with a leap year in its place: the readers of times know the present
/// centuries only.
fn with_year(text: &str) -> (String, Option<i32>) {
    let end = text.trim_end_matches(['.', ' ', '?']);
    let year = end.rsplit([' ', '.', '/']).next().filter(|y| y.len() == 4).and_then(|y| y.parse::<i32>().ok());
    match year.filter(|year| (2_000 - BACK..2_000).contains(year)) {
        Some(year) => (format!("{}2000", end.strip_suffix(&year.to_string()).unwrap_or(end)), Some(year)),
        None => (text.to_owned(), None),
    }
}

/// A length of whole days, weeks, months or years: "6 weeks", "2 months and 3 days".
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stretch {
    months: u32,
    days: u64,
}

impl Stretch {
    /// The date so far after another one, or before it.
    #[must_use]
    pub fn from(&self, date: NaiveDate, earlier: bool) -> Option<NaiveDate> {
        let (months, days) = (Months::new(self.months), Days::new(self.days));
        if earlier {
            date.checked_sub_months(months)?.checked_sub_days(days)
        } else {
            date.checked_add_months(months)?.checked_add_days(days)
        }
    }
}

/// Reads a length and nothing else; none if it counts hours or less.
#[must_use]
pub fn read_stretch(text: &str) -> Option<Stretch> {
    let words = Words::cut(text.trim());
    let (mut found, mut at) = (Stretch::default(), 0);
    while at < words.len() {
        at += usize::from(at > 0 && matches!(words.at(at), "and" | "und" | ","));
        let (length, next) = length(&words, at)?;
        match length {
            Length::Days(days) => found.days = found.days.checked_add(days)?,
            Length::Months(months) => found.months = found.months.checked_add(months)?,
            Length::Seconds(_) => return None,
        }
        at = next;
    }
    (found != Stretch::default()).then_some(found)
}
