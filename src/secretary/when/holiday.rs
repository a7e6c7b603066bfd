//! Holidays by name: "Christmas Eve", "New Year's Day", "Silvester", "Easter Monday".
//!
//! Only those which everybody means the same day by. It must not decide about times of day.

use chrono::{Datelike, Days, NaiveDate};

use super::words::Words;

/// When a holiday is.
#[derive(Debug, Clone, Copy)]
enum Day {
    /// In this month, on this day.
    Fixed(u32, u32),
    /// So many days after Easter Sunday.
    Easter(i64),
}

/// Names in lower case, longer ones before the shorter ones they begin with.
const NAMES: &[(&[&str], Day)] = &[
    (&["christmas", "eve"], Day::Fixed(12, 24)),
    (&["xmas", "eve"], Day::Fixed(12, 24)),
    (&["christmas", "day"], Day::Fixed(12, 25)),
    (&["xmas", "day"], Day::Fixed(12, 25)),
    (&["christmas"], Day::Fixed(12, 25)),
    (&["xmas"], Day::Fixed(12, 25)),
    (&["boxing", "day"], Day::Fixed(12, 26)),
    (&["heiligabend"], Day::Fixed(12, 24)),
    (&["weihnachten"], Day::Fixed(12, 25)),
    (&["new", "year's", "eve"], Day::Fixed(12, 31)),
    (&["new", "years", "eve"], Day::Fixed(12, 31)),
    (&["new", "year", "eve"], Day::Fixed(12, 31)),
    (&["silvester"], Day::Fixed(12, 31)),
    (&["new", "year's", "day"], Day::Fixed(1, 1)),
    (&["new", "years", "day"], Day::Fixed(1, 1)),
    (&["new", "year's"], Day::Fixed(1, 1)),
    (&["new", "year"], Day::Fixed(1, 1)),
    (&["neujahr"], Day::Fixed(1, 1)),
    (&["valentine's", "day"], Day::Fixed(2, 14)),
    (&["valentines", "day"], Day::Fixed(2, 14)),
    (&["halloween"], Day::Fixed(10, 31)),
    (&["good", "friday"], Day::Easter(-2)),
    (&["karfreitag"], Day::Easter(-2)),
    (&["easter", "sunday"], Day::Easter(0)),
    (&["easter", "monday"], Day::Easter(1)),
    (&["ostermontag"], Day::Easter(1)),
    (&["easter"], Day::Easter(0)),
    (&["ostern"], Day::Easter(0)),
];

/// The holiday whose name begins at token `i`: its dates this year and in the next two, and the token after it.
pub(super) fn holiday(words: &Words, i: usize, today: NaiveDate) -> Option<(Vec<NaiveDate>, usize)> {
    let fits = |name: &[&str]| name.iter().enumerate().all(|(at, word)| words.at(i + at) == *word);
    let (name, day) = NAMES.iter().find(|(name, _)| fits(name))?;
    let this = today.year();
    let dates: Vec<NaiveDate> = (this..=this.saturating_add(2)).filter_map(|year| day.in_year(year)).collect();
    (!dates.is_empty()).then_some((dates, i + name.len()))
}

impl Day {
    fn in_year(self, year: i32) -> Option<NaiveDate> {
        match self {
            Self::Fixed(month, day) => NaiveDate::from_ymd_opt(year, month, day),
            Self::Easter(days) if days < 0 => easter(year)?.checked_sub_days(Days::new(days.unsigned_abs())),
            Self::Easter(days) => easter(year)?.checked_add_days(Days::new(days.unsigned_abs())),
        }
    }
}

/// Easter Sunday of the western churches (the anonymous Gregorian computation).
fn easter(year: i32) -> Option<NaiveDate> {
    let golden = year % 19;
    let (century, of_century) = (year / 100, year % 100);
    let (leaps, rest) = (century / 4, century % 4);
    let shift = (century - (century + 8) / 25 + 1) / 3;
    let moon = (19 * golden + century - leaps - shift + 15) % 30;
    let week = (32 + 2 * rest + 2 * (of_century / 4) - moon - of_century % 4) % 7;
    let late = (golden + 11 * moon + 22 * week) / 451;
    let days = moon + week - 7 * late + 114;
    NaiveDate::from_ymd_opt(year, u32::try_from(days / 31).ok()?, u32::try_from(days % 31 + 1).ok()?)
}
