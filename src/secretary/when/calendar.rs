//! Calendar dates as people write them: "2026-12-24", "24 Dec", "Dec 24th, 2026", "24.12.", "the 15th".
//!
//! A date without a year means its nearest future occurrence. It must not decide about times of day.

use chrono::{Datelike, Months, NaiveDate};

use super::day::{Named, Needs};
use super::holiday::holiday;
use super::words::{Words, month};

/// Skips words such as "on" and "by the"; whether one of them announces a date.
pub(super) fn prepositions(words: &Words, mut i: usize) -> (usize, bool) {
    let start = i;
    let mut announced = false;
    while i < start + 3 {
        match words.at(i) {
            "on" | "by" | "until" | "till" | "before" | "this" | "coming" | "am" | "bis" | "vor" | "diesen" => {
                announced = true;
            }
            "the" | "zum" | "at" if i > start || words.at(i) == "the" => {}
            "at" if words.at(i + 1) == "the" && words.at(i + 2) == "end" => {}
            // "at 2026-11-30T10:00", "at Christmas".
            "at" if i == start && dated(words, i + 1) => announced = true,
            _ => break,
        }
        i += 1;
    }
    (i, announced)
}

/// Whether a year or a holiday follows, behind which "at" announces a date.
fn dated(words: &Words, i: usize) -> bool {
    let year = year(words, i).is_some() && words.at(i + 1) == "-" && words.glued(i + 1);
    year || holiday(words, i, NaiveDate::default()).is_some()
}

/// A four-digit year between 2000 and 2199.
fn year(words: &Words, i: usize) -> Option<i32> {
    let year = words.number(i).filter(|year| (2000..2200).contains(year))?;
    i32::try_from(year).ok()
}

/// The date in the given year, or in the nearest year that has it: this one and the next eight (29 February).
fn dates(year: Option<i32>, month: u32, day: u32, today: NaiveDate) -> Vec<NaiveDate> {
    let this = today.year();
    let years = year.map_or(this..=this.saturating_add(8), |year| year..=year);
    years.filter_map(|year| NaiveDate::from_ymd_opt(year, month, day)).collect()
}

/// "2026-12-24", "24 Dec 2026", "Dec 24th", "24.12.", "24/12/2026", "the 15th".
pub(super) fn calendar(words: &Words, i: usize, today: NaiveDate, announced: bool) -> Option<Named> {
    let joined = |mark: &str, from: usize| {
        words.at(from) == mark && words.glued(from) && words.glued(from + 1) && words.number(from + 1).is_some()
    };
    let some = |dates: Vec<NaiveDate>, needs: Needs, next: usize| {
        let mut named = Named::new(dates, next);
        named.needs = needs;
        (!named.dates.is_empty()).then_some(named)
    };
    if let Some(spelled) = year(words, i).filter(|_| joined("-", i + 1) && joined("-", i + 3)) {
        let date = NaiveDate::from_ymd_opt(spelled, words.number(i + 2)?, words.number(i + 4)?);
        let t = usize::from(words.at(i + 5) == "t" && words.glued(i + 5));
        return Named::on(date, i + 5 + t);
    }
    if let Some(named) = spelled_month(words, i, today, announced) {
        return Some(named);
    }
    if let Some((dates, next)) = holiday(words, i, today) {
        let mut named = Named::yearless(dates, next, today);
        named.needs = if announced { Needs::Nothing } else { Needs::Closing };
        // "Happy New Year", "plans for the new year" name no date.
        let said = matches!(words.before(i), "a" | "the" | "happy" | "merry" | "for");
        return (!said || announced).then_some(named);
    }
    let first = words.short_number(i, 2)?;
    if joined("/", i + 1) && !joined("/", i + 3) {
        return slashed(words, i, first, today, announced);
    }
    if joined("/", i + 1) && joined("/", i + 3) {
        let (second, year) = (words.short_number(i + 2, 2)?, year(words, i + 4)?);
        // Day first, unless only the other order is a date.
        let date = NaiveDate::from_ymd_opt(year, second, first);
        return Named::on(date.or_else(|| NaiveDate::from_ymd_opt(year, first, second)), i + 5);
    }
    if joined(".", i + 1) && words.at(i + 3) == "." && words.glued(i + 3) {
        let second = words.short_number(i + 2, 2)?;
        return match year(words, i + 4).filter(|_| words.glued(i + 4)) {
            Some(year) => some(dates(Some(year), second, first, today), Needs::Nothing, i + 5),
            None if words.glued(i + 4) => None,
            None => {
                // "It costs 5.12." is no date: it wants a word before it or a time behind it.
                let needs = if announced { Needs::Nothing } else { Needs::Clock };
                let mut named = Named::yearless(dates(None, second, first, today), i + 4, today);
                named.needs = needs;
                (!named.dates.is_empty()).then_some(named)
            }
        };
    }
    let ordinal = words.glued(i + 1) && matches!(words.at(i + 1), "st" | "nd" | "rd" | "th");
    if ordinal && announced && (1..=31).contains(&first) {
        let months = (0..4).filter_map(|months| today.with_day(1)?.checked_add_months(Months::new(months)));
        let dates = months.filter_map(|month| month.with_day(first)).collect();
        return some(dates, Needs::Closing, i + 2);
    }
    None
}

/// "25/12", "12/25": day first, unless only the other order is a date.
fn slashed(words: &Words, i: usize, first: u32, today: NaiveDate, announced: bool) -> Option<Named> {
    let second = words.short_number(i + 2, 2)?;
    if words.glued(i + 3) && !words.may_end(i + 3) {
        return None;
    }
    let (normal, other) = (dates(None, second, first, today), dates(None, first, second, today));
    let both = !normal.is_empty() && !other.is_empty() && first != second;
    let mut named = Named::yearless(if normal.is_empty() { other } else { normal }, i + 3, today);
    named.day_first = both;
    // "24/7" and "1/2 cup" are no dates by themselves.
    let odd = both || first == second || (first, second) == (24, 7);
    named.needs = match (announced, odd) {
        (true, _) => Needs::Nothing,
        (false, false) => Needs::Closing,
        (false, true) => Needs::Clock,
    };
    (!named.dates.is_empty()).then_some(named)
}

/// A day of a month in words: "third", "twenty-first", "ersten"; the token after it.
fn ordinal(words: &Words, i: usize) -> Option<(u32, usize)> {
    const ENGLISH: [&str; 20] = [
        "first",
        "second",
        "third",
        "fourth",
        "fifth",
        "sixth",
        "seventh",
        "eighth",
        "ninth",
        "tenth",
        "eleventh",
        "twelfth",
        "thirteenth",
        "fourteenth",
        "fifteenth",
        "sixteenth",
        "seventeenth",
        "eighteenth",
        "nineteenth",
        "twentieth",
    ];
    const GERMAN: [&str; 20] = [
        "ersten",
        "zweiten",
        "dritten",
        "vierten",
        "fünften",
        "sechsten",
        "siebten",
        "achten",
        "neunten",
        "zehnten",
        "elften",
        "zwölften",
        "dreizehnten",
        "vierzehnten",
        "fünfzehnten",
        "sechzehnten",
        "siebzehnten",
        "achtzehnten",
        "neunzehnten",
        "zwanzigsten",
    ];
    let place = |word: &str| {
        let at = ENGLISH.iter().position(|w| *w == word).or_else(|| GERMAN.iter().position(|w| *w == word))?;
        u32::try_from(at + 1).ok()
    };
    let tens = match words.at(i) {
        "twenty" => 20,
        "thirty" => 30,
        "thirtieth" => return Some((30, i + 1)),
        word => return Some((place(word)?, i + 1)),
    };
    let dash = i + 1 + usize::from(words.at(i + 1) == "-");
    let ones = place(words.at(dash)).filter(|ones| *ones <= 9)?;
    Some((tens + ones, dash + 1))
}

/// "24 Dec 2026", "24. Dezember", "24th of December", "Dec 24th, 2026".
fn spelled_month(words: &Words, i: usize, today: NaiveDate, announced: bool) -> Option<Named> {
    let suffix = |i: usize| usize::from(words.glued(i) && matches!(words.at(i), "st" | "nd" | "rd" | "th" | "."));
    let (name, day, next) = if let Some((day, of)) = ordinal(words, i) {
        let name = of + usize::from(words.at(of) == "of");
        (name, day, name + 1)
    } else if let Some((day, next)) = ordinal(words, i + 1 + usize::from(words.at(i + 1) == "the")) {
        (i, day, next)
    } else if let Some(day) = words.short_number(i, 2) {
        let of = i + 1 + suffix(i + 1);
        let name = if words.at(of) == "of" { of + 1 } else { of };
        (name, day, name + 1)
    } else {
        let number = if words.at(i + 1) == "." { i + 2 } else { i + 1 };
        let day = words.short_number(number, 2)?;
        let after = number + 1;
        let ordinal = words.at(after) != "." && suffix(after) == 1;
        (i, day, after + usize::from(ordinal))
    };
    let month = month(words.at(name))?;
    if !(1..=31).contains(&day) || words.glued(next) && !words.may_end(next) {
        return None;
    }
    let comma = usize::from(words.at(next) == ",");
    let (spelled, next) = match year(words, next + comma) {
        Some(year) => (Some(year), next + comma + 1),
        None => (None, next),
    };
    let found = dates(spelled, month, day, today);
    let mut named = if spelled.is_some() { Named::new(found, next) } else { Named::yearless(found, next, today) };
    // "may" and "march" are verbs as well: "5 may come", "march 5 miles".
    let verb = matches!(words.at(name), "may" | "march" | "mar");
    if verb && spelled.is_none() && !announced {
        named.needs = Needs::Closing;
    }
    (!named.dates.is_empty()).then_some(named)
}
