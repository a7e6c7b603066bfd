//! Lengths from now: "in 20 minutes", "in half an hour", "in 3 days at 9", "2 hours from now".
//!
//! Seconds, minutes and hours are counted as they pass; days, weeks and months keep the wall time. It must not read a
//! number without a unit ("in 5 offers").

use chrono::{DateTime, Days, Months, NaiveDate, TimeDelta, Utc};

use super::clock::timed;
use super::day::Here;
use super::next::{instant_of, wall_of};
use super::words::{Words, counted};

/// The longest wait that is read, in days: about twenty years.
const LONGEST: i64 = 7_320;

/// Reads a length from now at token `i`: the instant, whether no time of day was named, and the token after it.
/// Nothing, and more than about twenty years, are no lengths.
pub(super) fn relative(words: &Words, i: usize, here: &Here) -> Option<(DateTime<Utc>, bool, usize)> {
    let opened = matches!(words.at(i), "in" | "within");
    let (length, mut next) = length(words, if opened { i + 1 } else { i })?;
    if !opened {
        if words.at(next) != "from" || words.at(next + 1) != "now" {
            return None;
        }
        next += 2;
    }
    let (at, day_only, next) = match length {
        Length::Seconds(seconds) => {
            let wait = TimeDelta::try_seconds(seconds)?;
            (here.now.checked_add_signed(wait)?, false, next)
        }
        Length::Days(days) => {
            let date = here.today().checked_add_days(Days::new(days))?;
            on_date(words, next, here, date)?
        }
        Length::Months(months) => {
            let date = here.today().checked_add_months(Months::new(months))?;
            on_date(words, next, here, date)?
        }
    };
    let wait = at - here.now;
    let fits = wait > TimeDelta::zero() && wait <= TimeDelta::days(LONGEST);
    fits.then_some((at, day_only, next))
}

/// A date at the time of day that follows it, else at the present one.
fn on_date(words: &Words, next: usize, here: &Here, date: NaiveDate) -> Option<(DateTime<Utc>, bool, usize)> {
    if let Some((clock, next)) = timed(words, next) {
        let wall = date.and_hms_opt(clock.hour, clock.minute, 0)?;
        return Some((instant_of(here.zone, wall)?, false, next));
    }
    let at = instant_of(here.zone, date.and_time(here.wall.time()))?;
    Some((at, true, next))
}

/// A length of time.
pub(super) enum Length {
    Seconds(i64),
    Days(u64),
    Months(u32),
}

impl Length {
    /// An instant moved by this length, earlier or later; days and months keep the wall time.
    pub(super) fn from(&self, at: DateTime<Utc>, earlier: bool, here: &Here) -> Option<DateTime<Utc>> {
        let wall = wall_of(here.zone, at)?;
        let moved = match self {
            Self::Seconds(seconds) => {
                let wait = TimeDelta::try_seconds(*seconds)?;
                return at.checked_add_signed(if earlier { -wait } else { wait });
            }
            Self::Days(days) if earlier => wall.checked_sub_days(Days::new(*days)),
            Self::Days(days) => wall.checked_add_days(Days::new(*days)),
            Self::Months(months) if earlier => wall.checked_sub_months(Months::new(*months)),
            Self::Months(months) => wall.checked_add_months(Months::new(*months)),
        };
        instant_of(here.zone, moved?)
    }

    /// The date so far after another one; none for less than a day.
    pub(super) fn date_after(&self, date: NaiveDate) -> Option<NaiveDate> {
        match self {
            Self::Seconds(_) => None,
            Self::Days(days) => date.checked_add_days(Days::new(*days)),
            Self::Months(months) => date.checked_add_months(Months::new(*months)),
        }
    }

    /// Whether it is no time at all.
    pub(super) fn is_nothing(&self) -> bool {
        matches!(self, Self::Seconds(0) | Self::Days(0) | Self::Months(0))
    }
}

/// What a unit's name stands for: seconds in it, or days, or months.
pub(super) fn unit(word: &str) -> Option<Length> {
    Some(match word {
        "second" | "seconds" | "sec" | "secs" | "sekunde" | "sekunden" => Length::Seconds(1),
        "minute" | "minutes" | "min" | "mins" | "minuten" => Length::Seconds(60),
        "hour" | "hours" | "hr" | "hrs" | "h" | "stunde" | "stunden" | "std" => Length::Seconds(3_600),
        "day" | "days" | "tag" | "tage" | "tagen" => Length::Days(1),
        "week" | "weeks" | "woche" | "wochen" => Length::Days(7),
        "fortnight" | "fortnights" => Length::Days(14),
        "month" | "months" | "monat" | "monate" | "monaten" => Length::Months(1),
        "year" | "years" | "jahr" | "jahre" | "jahren" => Length::Months(12),
        _ => return None,
    })
}

/// Reads a length that begins at token `i`.
pub(super) fn length(words: &Words, i: usize) -> Option<(Length, usize)> {
    let half = |i: usize| match (words.at(i), words.at(i + 1), words.at(i + 2)) {
        ("half", "an", "hour") | ("a", "half", "hour") | ("einer", "halben", "stunde") => Some(i + 3),
        _ => None,
    };
    if let Some(next) = half(i) {
        return Some((Length::Seconds(1_800), next));
    }
    let couple = words.at(i) == "a" && words.at(i + 1) == "couple" && words.at(i + 2) == "of";
    let (count, tenths, at) = if couple {
        (2, 0, i + 3)
    } else if let Some(count) = words.short_number(i, 4) {
        let decimal = matches!(words.at(i + 1), "." | ",") && words.glued(i + 1) && words.glued(i + 2);
        match words.short_number(i + 2, 1).filter(|_| decimal) {
            Some(tenths) => (count, tenths, i + 3),
            None => (count, 0, i + 1),
        }
    } else {
        (counted(words.at(i))?, 0, i + 1)
    };
    let next = at + 1;
    match unit(words.at(at))? {
        Length::Seconds(each) => {
            let seconds = i64::from(count) * each + i64::from(tenths) * each / 10;
            let and = next + usize::from(matches!(words.at(next), "and" | "und"));
            if each == 3_600 && words.at(and) == "a" && words.at(and + 1) == "half" && and > next {
                return Some((Length::Seconds(seconds + 1_800), and + 2));
            }
            let more = words.short_number(and, 2).filter(|_| each == 3_600);
            let named = matches!(unit(words.at(and + 1)), Some(Length::Seconds(60)));
            match more.filter(|_| named) {
                Some(more) => Some((Length::Seconds(seconds + i64::from(more) * 60), and + 2)),
                None => Some((Length::Seconds(seconds), next)),
            }
        }
        Length::Days(each) if tenths == 0 => Some((Length::Days(u64::from(count) * each), next)),
        Length::Months(each) if tenths == 0 && count <= 240 => Some((Length::Months(count * each), next)),
        Length::Days(_) | Length::Months(_) => None,
    }
}
