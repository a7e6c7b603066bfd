//! Dates and single moments as people write them: "tomorrow", "next Monday", "end of the month".
//!
//! A date without a year means its nearest future occurrence; a date with a past year is no moment. It must
//! not read recurring phrases, which `repeat` does, nor calendar dates (`calendar`) and lengths (`length`).

use chrono::{DateTime, Datelike, Days, Months, NaiveDate, NaiveDateTime, TimeDelta, Timelike, Utc, Weekday};
use chrono_tz::Tz;

use super::calendar::calendar;
use super::clock::{Clock, MORNING, timed};
use super::length::unit;
use super::monthly::dated;
use super::next::{instant_of, wall_of};
use super::rule::Note;
use super::words::{Form, Words, weekday};

/// Where and when the person is who typed.
#[derive(Debug, Clone, Copy)]
pub(super) struct Here {
    pub(super) zone: Tz,
    pub(super) now: DateTime<Utc>,
    /// The wall time of `now`, without seconds.
    pub(super) wall: NaiveDateTime,
    /// A bare hour is meant in the morning ("wake me at 6").
    pub(super) early: bool,
}

impl Here {
    /// `None` outside the calendar's range.
    pub(super) fn new(zone: Tz, now: DateTime<Utc>) -> Option<Self> {
        let wall = wall_of(zone, now)?.with_second(0)?.with_nanosecond(0)?;
        Some(Self { zone, now, wall, early: false })
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
    /// Its day and month have just passed this year.
    just_over: bool,
    /// The day was taken before the month, and the other order would be a date as well.
    pub(super) day_first: bool,
    /// What must stand around it.
    pub(super) needs: Needs,
    /// The token after it.
    pub(super) next: usize,
}

impl Named {
    pub(super) fn new(dates: Vec<NaiveDate>, next: usize) -> Self {
        Self {
            dates,
            usual: vec![MORNING],
            soon: false,
            late: false,
            just_over: false,
            day_first: false,
            needs: Needs::Nothing,
            next,
        }
    }

    /// A date without a year.
    pub(super) fn yearless(dates: Vec<NaiveDate>, next: usize, today: NaiveDate) -> Self {
        let just_over = dates.first().is_some_and(|first| (1..100).contains(&(today - *first).num_days()));
        Self { just_over, ..Self::new(dates, next) }
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
        let at = |date: NaiveDate| {
            let hours = self.hours(here, clock, date);
            hours.into_iter().find_map(|hour| here.ahead(date, hour, clock.minute))
        };
        self.dates.iter().copied().find_map(at)
    }

    /// "Sunday night at 2" is in the night that begins on Sunday. The part of the day stands before token `end`.
    pub(super) fn shift_night(&mut self, words: &Words, clock: Option<Clock>, end: usize) {
        let night = (self.next..end).any(|i| matches!(words.at(i), "night" | "nacht"));
        if night && !self.late && clock.is_some_and(|clock| clock.hour < 5) {
            self.dates = self.dates.iter().filter_map(|date| date.checked_add_days(Days::new(1))).collect();
        }
    }

    /// The hours a clock can mean on a date, the likeliest first: a bare hour lies between 7 and 21.
    fn hours(&self, here: &Here, clock: Clock, date: NaiveDate) -> Vec<u32> {
        let Some(evening) = (1..=11).contains(&clock.hour).then_some(clock.hour + 12) else {
            return vec![clock.hour];
        };
        if self.late && clock.open {
            let afternoon = self.usual.first().is_some_and(|usual| usual.hour < 18);
            return vec![if clock.hour >= 5 || afternoon { evening } else { clock.hour }];
        }
        if !clock.loose || here.early {
            return vec![clock.hour];
        }
        let (usual, odd): (Vec<u32>, Vec<u32>) =
            [clock.hour, evening].iter().partition(|hour| (7..=21).contains(*hour));
        if date != here.today() {
            return usual.into_iter().take(1).collect();
        }
        if self.soon { usual.into_iter().chain(odd).collect() } else { usual }
    }

    /// What was taken otherwise than the words say it.
    pub(super) fn notes(&self, here: &Here, clock: Option<Clock>, at: DateTime<Utc>) -> Vec<Note> {
        let mut notes = Vec::new();
        let Some(wall) = wall_of(here.zone, at) else { return notes };
        if self.soon && !self.late && clock.is_some() && wall.date() != here.today() {
            notes.push(Note::TodayOver);
        }
        if self.just_over && wall.year() > here.today().year() {
            notes.push(Note::NextYear);
        }
        if self.day_first {
            notes.push(Note::DayFirst);
        }
        notes.extend(clock.and_then(|clock| gap(wall, clock)));
        notes
    }
}

/// Whether the wall time is another than the clock named: clocks go forward that night.
fn gap(wall: NaiveDateTime, clock: Clock) -> Option<Note> {
    let kept = wall.minute() == clock.minute && wall.hour() % 12 == clock.hour % 12;
    (!kept).then(|| Note::Gap { asked: format!("{:02}:{:02}", clock.hour, clock.minute) })
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
pub(super) fn any_day(here: &Here, clock: Clock) -> Option<(DateTime<Utc>, Vec<Note>)> {
    let named = Named::new(here.today().into_iter_days(2), 0);
    let at = named.resolve(here, Some(clock))?;
    Some((at, named.notes(here, Some(clock), at)))
}

/// Reads a date which begins at token `i`; `announced` when a word such as "on" stood before it.
pub(super) fn day(words: &Words, i: usize, here: &Here, announced: bool) -> Option<Named> {
    let today = here.today();
    let plus = |days: u64| today.checked_add_days(Days::new(days));
    match words.at(i) {
        "today" | "heute" => Some(Named::today(here, &[9, 18], i + 1)),
        "tonight" => Some(Named::today(here, &[20, 22], i + 1)),
        word if word == "tmrw" || word == "tmr" || is_tomorrow(word) => Named::on(plus(1), i + 1),
        "morgen" if !matches!(words.before(i), "guten" | "jeden" | "am" | "heute") => Named::on(plus(1), i + 1),
        "übermorgen" => Named::on(plus(2), i + 1),
        "day" if words.at(i + 1) == "after" && words.at(i + 2) == "tomorrow" => Named::on(plus(2), i + 3),
        "morning" if words.before(i) == "this" => Some(Named::today(here, &[9, 11], i + 1)),
        "afternoon" if words.before(i) == "this" => Some(Named::today(here, &[15, 17], i + 1)),
        "evening" if words.before(i) == "this" => Some(Named::today(here, &[19, 21], i + 1)),
        "weekend" | "wochenende" if announced => {
            let saturday = ahead(today, Weekday::Sat, 0)?;
            let sunday = saturday.checked_add_days(Days::new(1))?;
            Some(Named::new(vec![saturday, sunday, saturday.checked_add_days(Days::new(7))?], i + 1))
        }
        "eod" => Some(Named::today(here, &[18], i + 1)),
        "next" | "nächsten" | "nächste" | "nächster" | "nächstes" | "kommenden" => coming(words, i + 1, today),
        "end" | "ende" => end_of(words, i + 1, here),
        _ => dated(words, i, today)
            .or_else(|| calendar(words, i, today, announced))
            .or_else(|| named_weekday(words, i, today, announced)),
    }
}

/// "friday", "fri": today when it is that day and time is left, else the next one.
fn named_weekday(words: &Words, i: usize, today: NaiveDate, announced: bool) -> Option<Named> {
    const NOT_AFTER: &[&str] = &[
        "last", "past", "previous", "since", "seit", "letzten", "letzter", "every", "other", "second", "third", "each",
        "black", "good", "easter", "casual", "jeden", "happy", "a",
    ];
    let (meant, form) = weekday(words.at(i))?;
    let counted = i.checked_sub(1).is_some_and(|i| unit(words.before(i)).is_some());
    let reckoned = !announced && !counted && matches!(words.before(i), "before" | "after" | "vor" | "nach");
    if reckoned || NOT_AFTER.contains(&words.before(i)) {
        return None;
    }
    let comma = i + 1 + usize::from(words.at(i + 1) == ",");
    let number = comma + usize::from(words.at(comma) == "the");
    if let Some(mut named) = calendar(words, number, today, true).filter(|named| named.next > comma) {
        if named.next == number + 2 && words.short_number(number, 2).is_some() {
            // "Friday the 13th": the next one that is both.
            named = both(meant, words.number(number)?, today, named.next)?;
        }
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

/// The next days of a month which fall on this day of the week.
fn both(meant: Weekday, day: u32, today: NaiveDate, next: usize) -> Option<Named> {
    let first = today.with_day(1)?;
    let months = (0..84).filter_map(|months| first.checked_add_months(Months::new(months)));
    let fits = |date: &NaiveDate| date.weekday() == meant && *date >= today;
    let dates: Vec<NaiveDate> = months.filter_map(|month| month.with_day(day)).filter(fits).take(2).collect();
    (!dates.is_empty()).then(|| Named::new(dates, next))
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
        "weekend" | "wochenende" => {
            let monday = ahead(today, Weekday::Mon, 1)?;
            Named::on(ahead(monday, Weekday::Sat, 0), i + 1)
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
    let (clock, next) = timed(words, i).filter(|(_, next)| words.may_end(*next))?;
    Some((any_day(here, clock)?.0, next))
}

/// "tomorrow" with up to two slips of the finger: "tmorrow", "tommorow".
fn is_tomorrow(word: &str) -> bool {
    // "tomorrow's" is what belongs to it.
    let whole = word.starts_with('t') && !word.ends_with('s') && word.chars().all(char::is_alphabetic);
    whole && word.chars().count() >= 6 && strsim::osa_distance(word, "tomorrow") <= 2
}
