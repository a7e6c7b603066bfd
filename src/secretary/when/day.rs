//! Dates and single moments as people write them: "tomorrow", "next Monday", "end of the month".
//!
//! A date without a year means its nearest future occurrence; a date with a past year is no moment. It must
//! not read recurring phrases, which `repeat` does, nor calendar dates (`calendar`) and lengths (`length`).

use chrono::{DateTime, Datelike, Days, Months, NaiveDate, NaiveDateTime, TimeDelta, Timelike, Utc, Weekday};
use chrono_tz::Tz;

use super::calendar::calendar;
use super::clock::{Clock, MORNING, part};
use super::next::{instant_of, wall_of};
use super::words::{Form, Words, weekday};

/// Where and when the person is who typed.
#[derive(Debug, Clone, Copy)]
pub(super) struct Here {
    pub(super) zone: Tz,
    pub(super) now: DateTime<Utc>,
    /// The wall time of `now`, without seconds.
    pub(super) wall: NaiveDateTime,
}

impl Here {
    /// `None` outside the calendar's range.
    pub(super) fn new(zone: Tz, now: DateTime<Utc>) -> Option<Self> {
        let wall = wall_of(zone, now)?.with_second(0)?.with_nanosecond(0)?;
        Some(Self { zone, now, wall })
    }

    /// Today in the zone.
    pub(super) fn today(&self) -> NaiveDate {
        self.wall.date()
    }

    /// The instant of a wall time when it lies ahead.
    fn ahead(&self, date: NaiveDate, hour: u32, minute: u32) -> Option<DateTime<Utc>> {
        instant_of(self.zone, date.and_hms_opt(hour, minute, 0)?).filter(|at| *at > self.now)
    }
}

/// How much must stand around a date before it is believed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Needs {
    /// Nothing.
    Nothing,
    /// A time of day, or the end of the phrase.
    Closing,
    /// A time of day.
    Clock,
}

/// A date that was named, with its readings.
#[derive(Debug)]
pub(super) struct Named {
    /// Possible dates, nearest first; the first that lies ahead is meant.
    pub(super) dates: Vec<NaiveDate>,
    /// The times of day meant without a clock, the first that lies ahead counts.
    usual: Vec<Clock>,
    /// Without a clock and with all usual times past, an hour from now is meant ("today", said at night).
    soon: bool,
    /// An open hour is meant in the evening or afternoon ("tonight at 8").
    late: bool,
    /// What must stand around it.
    pub(super) needs: Needs,
    /// The token after it.
    pub(super) next: usize,
}

impl Named {
    pub(super) fn new(dates: Vec<NaiveDate>, next: usize) -> Self {
        Self { dates, usual: vec![MORNING], soon: false, late: false, needs: Needs::Nothing, next }
    }

    pub(super) fn on(date: Option<NaiveDate>, next: usize) -> Option<Self> {
        Some(Self::new(vec![date?], next))
    }

    /// Today, with the usual hours of a part of it.
    fn today(here: &Here, usual: &[u32], next: usize) -> Self {
        let today = here.today();
        let mut named = Self::new(today.into_iter_days(2), next);
        named.usual = usual.iter().map(|hour| Clock::exact(*hour, 0)).collect();
        named.soon = true;
        named.late = usual.first().is_some_and(|hour| *hour >= 12);
        named
    }

    /// The instant meant, with a clock if one was named.
    pub(super) fn resolve(&self, here: &Here, clock: Option<Clock>) -> Option<DateTime<Utc>> {
        let Some(clock) = clock else {
            let dates = self.dates.iter().take(if self.soon { 1 } else { usize::MAX });
            let usual = dates.flat_map(|date| self.usual.iter().map(move |clock| (*date, *clock)));
            let soon = || self.soon.then(|| instant_of(here.zone, here.wall + TimeDelta::hours(1)));
            let found = usual.into_iter().find_map(|(date, clock)| here.ahead(date, clock.hour, clock.minute));
            return found.or_else(|| soon().flatten());
        };
        self.dates.iter().find_map(|date| {
            let evening = (1..=11).contains(&clock.hour).then_some(clock.hour + 12);
            let late = self.late && clock.open && clock.hour >= 5;
            let first = evening.filter(|_| late).unwrap_or(clock.hour);
            let second = evening.filter(|_| clock.loose && *date == here.today());
            let at = |hour| here.ahead(*date, hour, clock.minute);
            at(first).or_else(|| second.and_then(at))
        })
    }
}

/// The first days from a date on.
trait DaysFrom {
    fn into_iter_days(self, count: u64) -> Vec<NaiveDate>;
}

impl DaysFrom for NaiveDate {
    fn into_iter_days(self, count: u64) -> Vec<NaiveDate> {
        (0..count).filter_map(|days| self.checked_add_days(Days::new(days))).collect()
    }
}

/// A time of day alone: today, or tomorrow when it is past.
pub(super) fn any_day(here: &Here, clock: Clock) -> Option<DateTime<Utc>> {
    Named::new(here.today().into_iter_days(2), 0).resolve(here, Some(clock))
}

/// Reads a date which begins at token `i`; `announced` when a word such as "on" stood before it.
pub(super) fn day(words: &Words, i: usize, here: &Here, announced: bool) -> Option<Named> {
    let today = here.today();
    let plus = |days: u64| today.checked_add_days(Days::new(days));
    match words.at(i) {
        "today" | "heute" => Some(Named::today(here, &[9, 18], i + 1)),
        "tonight" => Some(Named::today(here, &[20, 22], i + 1)),
        "tomorrow" | "tmrw" | "tomorow" | "tommorow" | "tommorrow" => Named::on(plus(1), i + 1),
        "morgen" if !matches!(words.before(i), "guten" | "jeden" | "am" | "heute") => Named::on(plus(1), i + 1),
        "übermorgen" => Named::on(plus(2), i + 1),
        "day" if words.at(i + 1) == "after" && words.at(i + 2) == "tomorrow" => Named::on(plus(2), i + 3),
        "morning" if words.before(i) == "this" => Some(Named::today(here, &[9, 11], i + 1)),
        "afternoon" if words.before(i) == "this" => Some(Named::today(here, &[15, 17], i + 1)),
        "evening" if words.before(i) == "this" => Some(Named::today(here, &[19, 21], i + 1)),
        "weekend" if announced => Named::on(ahead(today, Weekday::Sat, 0), i + 1),
        "eod" => Some(Named::today(here, &[18], i + 1)),
        "next" | "nächsten" | "nächste" | "nächster" | "nächstes" | "kommenden" => coming(words, i + 1, today),
        "end" | "ende" => end_of(words, i + 1, here),
        _ => calendar(words, i, today, announced).or_else(|| named_weekday(words, i, today, announced)),
    }
}

/// "friday", "fri": today when it is that day and time is left, else the next one.
fn named_weekday(words: &Words, i: usize, today: NaiveDate, announced: bool) -> Option<Named> {
    const NOT_AFTER: &[&str] = &[
        "last", "past", "previous", "since", "seit", "letzten", "letzter", "every", "other", "second", "third", "each",
        "black", "good", "easter", "casual", "jeden", "happy", "a",
    ];
    let (meant, form) = weekday(words.at(i))?;
    let reckoned = !announced && matches!(words.before(i), "before" | "after" | "vor" | "nach");
    if reckoned || NOT_AFTER.contains(&words.before(i)) {
        return None;
    }
    let comma = usize::from(words.at(i + 1) == ",");
    if let Some(named) = calendar(words, i + 1 + comma, today, true) {
        return Some(named);
    }
    let first = ahead(today, meant, 0)?;
    let mut named = Named::new(vec![first, first.checked_add_days(Days::new(7))?], i + 1);
    // "the friday call" is a call; "the friday call at 9" still names no day.
    let owned = matches!(words.before(i), "the" | "my" | "our" | "your" | "their" | "his" | "her");
    named.needs = match (form, announced) {
        (Form::Full, true) => Needs::Nothing,
        (Form::Full, false) if owned => Needs::Clock,
        (Form::Full, false) | (Form::Short, true) => Needs::Closing,
        (Form::Short, false) => Needs::Clock,
        (Form::Plural, _) => return None,
    };
    Some(named)
}

/// The first such weekday at least `days` after a date.
fn ahead(from: NaiveDate, meant: Weekday, days: u64) -> Option<NaiveDate> {
    let from = from.checked_add_days(Days::new(days))?;
    let wait = (7 + meant.num_days_from_monday() - from.weekday().num_days_from_monday()) % 7;
    from.checked_add_days(Days::new(u64::from(wait)))
}

/// "next monday", "next week": what follows "next".
fn coming(words: &Words, i: usize, today: NaiveDate) -> Option<Named> {
    let month = today.with_day(1)?.checked_add_months(Months::new(1));
    match words.at(i) {
        "week" | "woche" => {
            let comma = if matches!(words.at(i + 1), "on" | "am") { i + 2 } else { i + 1 };
            let monday = ahead(today, Weekday::Mon, 1)?;
            match weekday(words.at(comma)) {
                Some((meant, Form::Full | Form::Short)) => Named::on(ahead(monday, meant, 0), comma + 1),
                Some((_, Form::Plural)) | None => Named::on(Some(monday), i + 1),
            }
        }
        "month" | "monat" => Named::on(month, i + 1),
        "year" | "jahr" => Named::on(NaiveDate::from_ymd_opt(today.year() + 1, 1, 1), i + 1),
        word => {
            let (meant, form) = weekday(word)?;
            let mut named = Named::new(vec![ahead(today, meant, 1)?], i + 1);
            named.needs = if form == Form::Short { Needs::Closing } else { Needs::Nothing };
            (form != Form::Plural).then_some(named)
        }
    }
}

/// "end of the month": what follows "end".
fn end_of(words: &Words, mut i: usize, here: &Here) -> Option<Named> {
    let today = here.today();
    while matches!(words.at(i), "of" | "the" | "this" | "der" | "des" | "dieser" | "dieses") {
        i += 1;
    }
    let later = u32::from(matches!(words.at(i), "next" | "nächster" | "nächsten"));
    let unit = i + usize::from(later == 1);
    let first = today.with_day(1)?;
    let last_of = |months: u32| {
        let next = first.checked_add_months(Months::new(months))?;
        next.pred_opt()
    };
    match words.at(unit) {
        "day" | "tages" if later == 0 => Some(Named::today(here, &[18], unit + 1)),
        "week" | "woche" => {
            let friday = ahead(today, Weekday::Fri, 0)?;
            let second = friday.checked_add_days(Days::new(7))?;
            let dates = if later == 1 { vec![second] } else { vec![friday, second] };
            Some(Named::new(dates, unit + 1))
        }
        "month" | "monats" => {
            let dates = [last_of(1 + later), last_of(2 + later)];
            Some(Named::new(dates.into_iter().flatten().collect(), unit + 1))
        }
        "year" | "jahres" => {
            Named::on(NaiveDate::from_ymd_opt(today.year() + i32::try_from(later).ok()?, 12, 31), unit + 1)
        }
        _ => None,
    }
}

/// "this evening" or "in the morning" alone: the next one ahead.
pub(super) fn lone_part(words: &Words, i: usize, here: &Here) -> Option<(DateTime<Utc>, usize)> {
    if words.at(i) != "in" || words.at(i + 1) != "the" {
        return None;
    }
    let (clock, next) = part(words, i).filter(|(_, next)| words.may_end(*next))?;
    Some((any_day(here, clock)?, next))
}
