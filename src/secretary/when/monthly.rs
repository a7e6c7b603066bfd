//! Days of a month by their place in it: "the last Friday of every month", "on the 1st and 15th of each month", "the
//! last working day of the month", "at the end of every month". It must not read plain dates, which `calendar` does.

use chrono::{Datelike, Months, NaiveDate, Weekday};

use super::clock::MORNING;
use super::day::{Here, Named};
use super::next::{WallCron, next_due, wall_of};
use super::repeat::Read;
use super::rule::WhenError;
use super::shape::Shape;
use super::words::{Words, counted, month, weekday};

/// In which months such a day is meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum In {
    /// "of every month", and with a number of months: "of every other month".
    Every(u32),
    /// "of the month": each one, or only this one.
    The,
}

/// A place in a month in words or digits: 1 to 31, 0 for the last; the token after it.
fn place(words: &Words, i: usize) -> Option<(u32, usize)> {
    let named = match words.at(i) {
        "first" | "ersten" | "erster" => 1,
        "second" | "zweiten" => 2,
        "third" | "dritten" => 3,
        "fourth" | "vierten" => 4,
        "fifth" | "fünften" => 5,
        "last" | "letzten" | "letzter" => 0,
        _ => {
            let day = words.short_number(i, 2).filter(|day| (1..=31).contains(day))?;
            let suffix = words.glued(i + 1) && matches!(words.at(i + 1), "st" | "nd" | "rd" | "th" | ".");
            return suffix.then_some((day, i + 2));
        }
    };
    Some((named, i + 1))
}

/// "last Friday", "first and third Monday", "1st and 15th", "last working day": the days, and the token after them.
pub(super) fn days(words: &Words, i: usize) -> Option<(Shape, usize)> {
    let the = |i: usize| i + usize::from(matches!(words.at(i), "the" | "den" | "dem"));
    let (first, mut next) = place(words, the(i))?;
    let mut places = vec![first];
    loop {
        let mut after = next;
        while matches!(words.at(after), "," | "and" | "&" | "und" | "on") {
            after += 1;
        }
        match place(words, the(after)).filter(|_| after > next) {
            Some((place, end)) => {
                places.push(place);
                next = end;
            }
            None => break,
        }
    }
    let working =
        matches!(words.at(next), "working" | "business" | "work") && matches!(words.at(next + 1), "day" | "days");
    if working || matches!(words.at(next), "workday" | "weekday" | "werktag" | "arbeitstag") {
        let shape = match places.as_slice() {
            [1] => Shape::FirstWorking,
            [0] => Shape::LastWorking,
            _ => return None,
        };
        return Some((shape, next + if working { 2 } else { 1 }));
    }
    if let Some((day, _)) = weekday(words.at(next)) {
        let fits = places.iter().all(|place| *place <= 5);
        places.sort_by_key(|place| if *place == 0 { 6 } else { *place });
        places.dedup();
        return fits.then_some((Shape::Nth(places, day), next + 1));
    }
    let named = matches!(words.at(next), "day" | "days" | "tag");
    let next = next + usize::from(named);
    match places.as_slice() {
        [0] => named.then_some((Shape::LastDay, next)),
        days if days.contains(&0) => None,
        _ => {
            places.sort_unstable();
            places.dedup();
            Some((Shape::MonthDays(places), next))
        }
    }
}

/// "of every month", "each month", "of every other month that has one", "of the month": which months, and the token after.
pub(super) fn of_month(words: &Words, i: usize) -> Option<(In, usize)> {
    let (months, next) = months(words, i)?;
    // So a day that some months lack is said.
    let lacking = months != In::The && ["that", "has", "one"].iter().zip(next..).all(|(word, i)| words.at(i) == *word);
    let next = if lacking { next + 3 + usize::from(words.at(next + 3) == ",") } else { next };
    Some((months, next))
}

fn months(words: &Words, i: usize) -> Option<(In, usize)> {
    let linked = matches!(words.at(i), "of" | "in" | "im" | "des");
    let start = i + usize::from(linked);
    match (words.at(start), words.at(start + 1)) {
        ("every" | "each" | "jeden" | "jedes", "month" | "monat" | "monats") => Some((In::Every(1), start + 2)),
        ("every" | "each", "other" | "second") if words.at(start + 2) == "month" => Some((In::Every(2), start + 3)),
        ("monthly", _) => Some((In::Every(1), start + 1)),
        ("the" | "a", "month") if linked => Some((In::The, start + 2)),
        ("month" | "monat" | "monats", _) if linked => Some((In::The, start + 1)),
        ("every" | "each", _) => {
            let step = words.short_number(start + 1, 2).or_else(|| counted(words.at(start + 1)));
            let named = place(words, start + 1);
            let (step, next) = named.or_else(|| Some((step?, start + 2)))?;
            let fits = matches!(words.at(next), "month" | "months") && divides(step);
            fits.then_some((In::Every(step), next + 1))
        }
        _ => None,
    }
}

/// Whether so many months make up a year evenly, so that they come round.
pub(super) fn divides(step: u32) -> bool {
    matches!(step, 2 | 3 | 4 | 6)
}

/// "on the last Friday of every month", "at the end of each month": the days with their months, and the token after.
pub(super) fn phrase(words: &Words, i: usize) -> Option<(Shape, In, usize)> {
    let lead = usize::from(matches!(words.at(i), "on" | "at" | "by" | "am" | "zum"));
    let start = i + lead;
    let the = start + usize::from(words.at(start) == "the");
    let edge = match words.at(the) {
        "end" | "ende" => Some(Shape::LastDay),
        "beginning" | "start" | "anfang" => Some(Shape::MonthDays(vec![1])),
        _ => None,
    };
    if let Some(shape) = edge {
        // "at the end of the month" is this one.
        let (months, next) = of_month(words, the + 1).filter(|(months, _)| *months != In::The)?;
        return Some((shape, months, next));
    }
    let (shape, next) = days(words, start)?;
    let (months, next) = of_month(words, next)?;
    Some((shape, months, next))
}

/// "on the last Friday of this month", "the first Monday in December": one date.
pub(super) fn dated(words: &Words, i: usize, today: NaiveDate) -> Option<Named> {
    let (shape, next) = days(words, i)?;
    if !matches!(words.at(next), "of" | "in" | "im") || matches!(shape, Shape::MonthDays(_)) {
        return None;
    }
    let first = today.with_day(1)?;
    let (months, next) = match (words.at(next + 1), words.at(next + 2)) {
        ("this", "month") => (vec![first], next + 3),
        ("next", "month") => (vec![first.checked_add_months(Months::new(1))?], next + 3),
        (name, _) => {
            let named = month(name)?;
            let year = words.number(next + 2).filter(|year| (2000..2200).contains(year));
            let spelled = year.and_then(|year| i32::try_from(year).ok());
            let years = spelled.map_or(first.year()..=first.year() + 1, |year| year..=year);
            let months = years.filter_map(|year| NaiveDate::from_ymd_opt(year, named, 1)).collect();
            (months, next + 2 + usize::from(year.is_some()))
        }
    };
    let dates: Vec<NaiveDate> = months.iter().filter_map(|month| in_month(&shape, *month)).collect();
    (!dates.is_empty()).then(|| Named::new(dates, next))
}

/// The first such day of the month that begins on a date.
fn in_month(shape: &Shape, first: NaiveDate) -> Option<NaiveDate> {
    let cron = shape.cron(&[MORNING]);
    let found = WallCron::read(&cron).ok()?.wall_from(first.and_hms_opt(0, 0, 0)?, true)?.date();
    ((found.year(), found.month()) == (first.year(), first.month())).then_some(found)
}

/// The days of the week that are left when some are taken out: "except Sunday", "but not on weekends". The token after.
pub(super) fn left_out(words: &Words, i: usize, days: &[Weekday]) -> Option<(Vec<Weekday>, usize)> {
    let comma = i + usize::from(words.at(i) == ",");
    let mut start = match (words.at(comma), words.at(comma + 1)) {
        ("except" | "excluding" | "außer", "for" | "on") | ("but" | "and", "not") | ("apart", "from") => comma + 2,
        ("except" | "excluding" | "but" | "not" | "without" | "außer", _) => comma + 1,
        _ => return None,
    };
    while matches!(words.at(start), "on" | "the" | "am" | "at" | "every" | "each") {
        start += 1;
    }
    let (out, next) = match words.at(start) {
        "weekend" | "weekends" => (vec![Weekday::Sat, Weekday::Sun], start + 1),
        _ => super::repeat::weekdays(words, start)?,
    };
    let left: Vec<Weekday> = days.iter().copied().filter(|day| !out.contains(day)).collect();
    (!left.is_empty() && left.len() < days.len()).then_some((left, next))
}

/// "on the 15th", "on the last Friday", "at the end" behind "every month"; the first without any.
pub(super) fn in_each_month(words: &Words, i: usize) -> Result<Read, WhenError> {
    let mut start = i;
    while matches!(words.at(start), "on" | "the" | "am" | "," | "at") {
        start += 1;
    }
    match words.at(start) {
        "end" => return Ok((Shape::LastDay, start + 1, false)),
        "beginning" | "start" => return Ok((Shape::MonthDays(vec![1]), start + 1, false)),
        _ => {}
    }
    if let Some((shape, next)) = days(words, start) {
        let next = of_month(words, next).map_or(next, |(_, next)| next);
        return Ok((shape, next, false));
    }
    match month_day(words, i) {
        Some(Ok((shape, next))) => Ok((shape, next, false)),
        Some(Err(error)) => Err(error),
        None => Ok((Shape::MonthDays(vec![1]), i, true)),
    }
}

/// What comes each month, only in every so many of them: from the next time on, or by the quarters of the year.
pub(super) fn each_months(step: u32, shape: Shape, here: &Here, quarters: bool) -> Option<Shape> {
    if step == 1 {
        return Some(shape);
    }
    let next = wall_of(here.zone, next_due(&shape.rule(&[MORNING]), here.zone, here.now)?)?;
    Some(Shape::Months(step, if quarters { 1 } else { next.month() }, Box::new(shape)))
}

/// "1", "on the 15th", "on the last day of the month", "am letzten Tag": the day, and the token after it.
pub(super) fn month_day(words: &Words, mut i: usize) -> Option<Result<(Shape, usize), WhenError>> {
    while matches!(words.at(i), "on" | "the" | "day" | "am" | "," | "at") {
        i += 1;
    }
    let (shape, mut next) = match words.at(i) {
        "last" | "letzten" => {
            let day = matches!(words.at(i + 1), "day" | "tag");
            (Shape::LastDay, i + 1 + usize::from(day))
        }
        "first" | "ersten" => {
            let day = matches!(words.at(i + 1), "day" | "tag");
            // "the first Monday" is another thing.
            if weekday(words.at(i + 1)).is_some() {
                return None;
            }
            (Shape::MonthDays(vec![1]), i + 1 + usize::from(day))
        }
        _ => {
            let day = words.short_number(i, 4)?;
            if matches!(words.at(i + 1), ":" | "am" | "pm" | "uhr") {
                return None;
            }
            if !(1..=31).contains(&day) {
                return Some(Err(WhenError::BadDay { day }));
            }
            let suffix = words.glued(i + 1) && matches!(words.at(i + 1), "st" | "nd" | "rd" | "th" | ".");
            (Shape::MonthDays(vec![day]), i + 1 + usize::from(suffix))
        }
    };
    if words.at(next) == "of" && words.at(next + 1) == "the" && words.at(next + 2) == "month" {
        next += 3;
    } else if words.at(next) == "of" && words.at(next + 1) == "month" {
        next += 2;
    }
    Some(Ok((shape, next)))
}
