//! The pieces of a time (a day, clocks, a part of the day, a length, a recurrence) and how they form one rule.

use super::days::{Day, Length, day, length};
use super::schedules;
use crate::secretary::intent::Timed;
use crate::secretary::when::{self, Recurring, Rule, WhenError};
use chrono::{DateTime, Days, Months, NaiveDate, NaiveDateTime, NaiveTime, Offset as _, TimeDelta, Utc, Weekday};
use chrono_tz::Tz;

/// The hours of the day that a bare hour may mean.
const AWAKE: std::ops::RangeInclusive<u32> = 7..=22;
/// The usual hours of an evening and of a night; in both, 12 is midnight.
const EVENING: u32 = 19;
const TONIGHT: u32 = 20;
const NIGHT: u32 = 21;

/// A time of day. `bare`: only an hour from 1 to 11 was typed, so that the half of the day is open.
#[derive(Clone, Copy)]
pub struct Clock {
    hour: u32,
    minute: u32,
    bare: bool,
}

/// What a time is besides its time of day.
enum Span {
    Once(Day),
    Again(Recurring),
    Ahead(Length),
}

/// The pieces of a time. `part`: the usual hour of "morning" or "evening".
#[derive(Default)]
struct Pieces {
    clocks: Vec<Clock>,
    part: Option<u32>,
    days: Option<Span>,
}

/// The time these words are in this zone. None: one of them is no part of a time.
pub fn within(words: &[String], zone: Tz, now: DateTime<Utc>) -> Result<Option<Timed>, WhenError> {
    let wall = wall(zone, now).ok_or(WhenError::Past)?;
    let Some(pieces) = Pieces::of(words, wall.date())? else { return Ok(None) };
    let timed = !pieces.clocks.is_empty() || pieces.part.is_some();
    let (rule, local) = match &pieces.days {
        Some(Span::Again(Recurring::Minutes(_))) if timed => return Ok(None),
        Some(Span::Again(again)) => {
            let Some(again) = pieces.by_night(again) else { return Ok(None) };
            let first = |clock: &Clock| pieces.times(*clock).into_iter().next();
            let named: Vec<NaiveTime> = pieces.clocks.iter().filter_map(first).collect();
            let times = if named.is_empty() && timed { pieces.likely(9) } else { named };
            (when::recurring(&again, &times, zone, now)?, !matches!(again, Recurring::Minutes(_)))
        }
        _ if pieces.clocks.len() > 1 => return Ok(None),
        Some(Span::Ahead(ahead)) => (Rule::Once { at: pieces.later(*ahead, timed, (zone, now, wall))? }, timed),
        Some(Span::Once(_)) | None => (Rule::Once { at: pieces.once(zone, now, wall.date())? }, true),
    };
    Ok(Some(Timed { rule, zone, local }))
}

/// What the clocks of a zone show; nothing at the ends of the calendar.
fn wall(zone: Tz, now: DateTime<Utc>) -> Option<NaiveDateTime> {
    now.naive_utc().checked_add_offset(now.with_timezone(&zone).offset().fix())
}

/// Whether these words are days that come again, without a time of day.
pub fn lacks_hour(words: &[String], zone: Tz, now: DateTime<Utc>) -> bool {
    let Some(wall) = wall(zone, now) else { return false };
    let Ok(Some(pieces)) = Pieces::of(words, wall.date()) else { return false };
    match pieces.days {
        Some(Span::Again(Recurring::Minutes(_))) => false,
        Some(Span::Again(_)) => pieces.clocks.is_empty(),
        Some(Span::Once(_) | Span::Ahead(_)) | None => false,
    }
}

impl Pieces {
    fn of(words: &[String], today: NaiveDate) -> Result<Option<Self>, WhenError> {
        let mut found = Self::default();
        if let Some((ahead, _)) = length(words).filter(|(_, used)| *used == words.len()) {
            found.days = Some(Span::Ahead(ahead));
            return Ok(Some(found));
        }
        let mut at = 0;
        while let Some(word) = words.get(at) {
            let next = words.get(at + 1).map_or("", String::as_str);
            at += match word.as_str() {
                "in" if next == "the" => 2,
                "at" | "on" | "the" | "by" | "this" | "and" if !next.is_empty() => 1,
                _ => match found.piece(&words[at..], today)? {
                    0 => return Ok(None),
                    used => used,
                },
            };
        }
        Ok(Some(found).filter(|found| found.days.is_some() || found.part.is_some() || !found.clocks.is_empty()))
    }

    /// Takes the piece that the words begin with; how many words it has, 0 for none.
    fn piece(&mut self, rest: &[String], today: NaiveDate) -> Result<usize, WhenError> {
        let word = rest.first().map_or("", String::as_str);
        if let Some(Span::Again(again)) = &self.days
            && let Some((left, used)) = schedules::except(again, rest)
        {
            self.days = Some(Span::Again(left));
            return Ok(used);
        }
        let read = if word == "in" {
            length(&rest[1..]).map(|(ahead, used)| Ok((Span::Ahead(ahead), used + 1)))
        } else if word == "tonight" {
            self.part = Some(TONIGHT);
            Some(Ok((Span::Once((today, 0)), 1)))
        } else if let Some(read) = schedules::again(rest, today) {
            Some(read.map(|(again, used)| (Span::Again(again), used)))
        } else {
            day(rest, today).map(|read| read.map(|(day, used)| (Span::Once(day), used)))
        };
        if let Some(read) = read.filter(|_| self.days.is_none()) {
            let (days, used) = read?;
            self.days = Some(days);
            // "every evening" says when, too.
            self.part = self.part.or(rest.get(used - 1).and_then(|last| usual_hour(last)));
            return Ok(used);
        }
        if let Some(hour) = usual_hour(word).filter(|_| self.part.is_none()) {
            self.part = Some(hour);
            return Ok(1);
        }
        let Some(read) = clock(word) else { return Ok(0) };
        self.clocks.push(read?);
        Ok(1)
    }

    /// Whether a clock shows this behind the midnight of the night that was named: its 12, and its early hours.
    fn past_midnight(&self, clock: Clock) -> bool {
        let part = self.part.unwrap_or_default();
        (part >= EVENING && clock.hour.is_multiple_of(12)) || (part >= TONIGHT && (1..=4).contains(&clock.hour))
    }

    /// What comes again, where its times stand behind midnight: a Friday night has them on Saturday. None: no shape says it.
    fn by_night(&self, again: &Recurring) -> Option<Recurring> {
        let past = self.clocks.iter().filter(|clock| self.past_midnight(**clock)).count();
        match again {
            Recurring::Weekdays(days) if past > 0 => {
                let later = || Recurring::Weekdays(days.iter().map(Weekday::succ).collect());
                (past == self.clocks.len()).then(later)
            }
            Recurring::Weeks(weeks, Some(day)) if past > 0 => Some(Recurring::Weeks(*weeks, Some(day.succ()))),
            Recurring::MonthDays(_) | Recurring::LastDay | Recurring::Nth(..) | Recurring::YearDay(..) if past > 0 => {
                None
            }
            _ => Some(again.clone()),
        }
    }

    /// The times of day a clock may mean, the likeliest first.
    fn times(&self, clock: Clock) -> Vec<NaiveTime> {
        let late = self.part.is_some_and(|hour| hour > 12);
        let hours = match (clock.bare, self.part) {
            _ if self.past_midnight(clock) => vec![clock.hour % 12],
            (_, Some(_)) if late && clock.hour < 12 => vec![clock.hour + 12],
            (true, None) => [clock.hour, clock.hour + 12].into_iter().filter(|hour| AWAKE.contains(hour)).collect(),
            _ => vec![clock.hour],
        };
        hours.into_iter().filter_map(|hour| NaiveTime::from_hms_opt(hour, clock.minute, 0)).collect()
    }

    /// The times of day that are meant once, the likeliest first; an hour where none was named.
    fn likely(&self, usual: u32) -> Vec<NaiveTime> {
        let usual = || NaiveTime::from_hms_opt(self.part.unwrap_or(usual), 0, 0).into_iter().collect();
        self.clocks.first().map_or_else(usual, |clock| self.times(*clock))
    }

    /// Whether the one time of day stands behind the midnight of its night.
    fn by_morning(&self) -> bool {
        self.clocks.first().is_some_and(|clock| self.past_midnight(*clock))
    }

    /// So much later; `timed`: at a time of day.
    fn later(
        &self,
        (seconds, days, months): Length,
        timed: bool,
        (zone, now, wall): (Tz, DateTime<Utc>, NaiveDateTime),
    ) -> Result<DateTime<Utc>, WhenError> {
        if (seconds, days, months) == (0, 0, 0) || (timed && seconds > 0) {
            return Err(WhenError::Zero);
        }
        if days == 0 && months == 0 {
            return now.checked_add_signed(TimeDelta::seconds(seconds)).ok_or(WhenError::TooLong);
        }
        let day = wall.date().checked_add_months(Months::new(months));
        let day = day.and_then(|day| day.checked_add_days(Days::new(days.into()))).ok_or(WhenError::TooLong)?;
        let time = if timed { self.likely(9).into_iter().next() } else { Some(wall.time()) };
        let day = day.checked_add_days(Days::new(u64::from(self.by_morning()))).ok_or(WhenError::TooLong)?;
        let wall = day.and_time(time.unwrap_or_default()) + TimeDelta::seconds(seconds);
        when::instant_of(zone, wall).ok_or(WhenError::TooLong)
    }

    /// Once, on the day or at the next such time of day.
    fn once(&self, zone: Tz, now: DateTime<Utc>, today: NaiveDate) -> Result<DateTime<Utc>, WhenError> {
        let (day, later) = if let Some(Span::Once(day)) = self.days { day } else { (today, 1) };
        let on_today = later == 0 && day == today;
        let ahead = |days: u64| {
            let date = day.checked_add_days(Days::new(days))?;
            let instants = self.likely(if on_today { 18 } else { 9 }).into_iter();
            instants.filter_map(|time| when::instant_of(zone, date.and_time(time))).find(|at| *at > now)
        };
        let (first, next) = match (self.by_morning(), day == today && later < 7) {
            (false, _) => (0, later),
            // This night may have begun yesterday.
            (true, true) => (0, 1),
            (true, false) => (1, later + 1),
        };
        ahead(first).or_else(|| ahead(next)).ok_or(WhenError::Past)
    }
}

/// The usual hour of a part of the day.
fn usual_hour(word: &str) -> Option<u32> {
    let parts = [("morning", 9), ("afternoon", 15), ("evening", EVENING), ("night", NIGHT)];
    parts.iter().find(|(part, _)| *part == word).map(|(_, hour)| *hour)
}

/// "9", "9am", "5:30pm", "17.30", "6p", "noon". An error is a time that no clock shows.
pub fn clock(word: &str) -> Option<Result<Clock, WhenError>> {
    let exact = |hour, minute| Some(Ok(Clock { hour, minute, bare: false }));
    if let "noon" | "midday" | "midnight" = word {
        return exact(if word == "midnight" { 0 } else { 12 }, 0);
    }
    let ends = [("am", 0), ("a", 0), ("pm", 12), ("p", 12)];
    let half = ends.iter().find_map(|(end, more)| word.strip_suffix(end).map(|digits| (digits, Some(more))));
    let (digits, half) = half.unwrap_or((word, None));
    let (hour, minute) = digits.split_once([':', '.']).unwrap_or((digits, "00"));
    if hour.len() > 2 || minute.len() != 2 || hour.contains('+') {
        return None;
    }
    match (hour.parse().ok()?, minute.parse().ok()?, half) {
        (hour @ 1..=12_u32, minute @ 0..60_u32, Some(more)) => exact(hour % 12 + more, minute),
        (hour @ 0..24, minute @ 0..60, None) => {
            Some(Ok(Clock { hour, minute, bare: digits.len() < 3 && (1..12).contains(&hour) }))
        }
        _ => Some(Err(WhenError::BadClock { text: word.to_owned() })),
    }
}
