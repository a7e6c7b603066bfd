//! The two readers: a typed schedule, where every word must be understood, and a sentence in which a time may
//! stand somewhere.
//!
//! It must not guess from half an expression: what prose can mean otherwise ("sat down", "in 5 offers") is no time.

use chrono::{DateTime, Utc};
use chrono_tz::Tz;

use super::calendar::prepositions;
use super::clock::{after_lead, announces, behind_day, clock, opening, timed};
use super::day::{Here, Needs, any_day, day, lone_part};
use super::length::{length, relative, unit};
use super::next::next_three;
use super::repeat::{daily, of_the_month, repeat};
use super::rule::{Moment, Note, Rule, WhenError, shorten};
use super::shape::cron_rule;
use super::words::{Words, weekday};

/// The longest schedule that is read, in bytes.
const LONGEST_SCHEDULE: usize = 200;
/// How much of a sentence is searched for a time, in bytes.
const LONGEST_SENTENCE: usize = 4_000;

/// Reads a typed schedule: "daily 18:00", "weekly Fri 16:00", "every 15 minutes", five cron fields, or a single
/// moment ("tomorrow at 9"). A bare time of day means every day; a schedule without a time runs at 09:00.
///
/// # Errors
/// Says what could not be read, with an example to type instead.
pub fn parse_schedule(text: &str, zone: Tz, now: DateTime<Utc>) -> Result<Rule, WhenError> {
    let text = text.trim();
    if text.is_empty() {
        return Err(WhenError::Empty);
    }
    if text.len() > LONGEST_SCHEDULE {
        return Err(WhenError::TooLong);
    }
    if looks_like_cron(text) {
        // Some patterns that are read well never come, or not for long: days no month has.
        return cron_rule(text).and_then(|rule| match next_three(&rule, zone, now).len() {
            3 => Ok(rule),
            _ => Err(WhenError::Never),
        });
    }
    let words = Words::cut(text);
    let here = Here::new(zone, now).ok_or_else(|| WhenError::NotUnderstood { text: shorten(text) })?;
    let leftover = match repeat(&words, 0, &here, false) {
        Some(Ok(read)) if words.is_done(read.next) => return Ok(read.rule),
        Some(Err(error)) => return Err(error),
        Some(Ok(read)) => Some(read),
        None => None,
    };
    if let Some((rule, _, _)) = of_the_month(&words, 0).filter(|(_, _, next)| words.is_done(*next)) {
        return Ok(rule);
    }
    if let Some((clock, _)) = opening(&words, 0).filter(|(_, next)| words.is_done(*next)) {
        return Ok(daily(clock));
    }
    if let Some(found) = moment_at(&words, 0, &here)
        && words.is_done(found.next)
    {
        return Ok(Rule::Once { at: found.at });
    }
    if let Some(bad) = bad_clock(&words, text) {
        return Err(bad);
    }
    if let Some(read) = leftover
        && let Rule::Wall { text: understood, .. } = read.rule
    {
        let rest = words.span(read.next, words.len()).and_then(|span| text.get(span)).unwrap_or_default();
        return Err(WhenError::Leftover { understood, rest: shorten(rest) });
    }
    // A date that is read at another moment but not now lies in the past.
    let past = DateTime::UNIX_EPOCH + chrono::TimeDelta::days(11_000);
    let once = Here::new(zone, past).and_then(|here| moment_at(&words, 0, &here));
    if once.is_some_and(|found| words.is_done(found.next) && found.at <= now) {
        return Err(WhenError::Past);
    }
    Err(WhenError::NotUnderstood { text: shorten(text) })
}

/// Finds the first time expression inside a sentence; `None` when there is none that is certain.
#[must_use]
pub fn parse_moment(text: &str, zone: Tz, now: DateTime<Utc>) -> Option<Moment> {
    let mut end = text.len().min(LONGEST_SENTENCE);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let words = Words::cut(text.get(..end)?);
    let here = Here::new(zone, now)?;
    for i in (0..words.len()).filter(|i| words.may_begin(*i)) {
        if let Some(Ok(read)) = repeat(&words, i, &here, true) {
            let span = words.span(i, read.next)?;
            return Some(Moment { span, rule: read.rule, day_only: read.day_only, notes: Vec::new() });
        }
        if let Some(found) = moment_at(&words, i, &here) {
            return found.moment(&words, i);
        }
    }
    None
}

/// A single moment that was read.
pub(super) struct Found {
    pub(super) at: DateTime<Utc>,
    day_only: bool,
    notes: Vec<Note>,
    pub(super) next: usize,
}

impl Found {
    /// The moment, if a time of day was named.
    pub(super) fn clocked(&self) -> Option<DateTime<Utc>> {
        (!self.day_only).then_some(self.at)
    }

    /// The moment read from token `i` on.
    pub(super) fn moment(self, words: &Words, i: usize) -> Option<Moment> {
        let span = words.span(i, self.next)?;
        Some(Moment { span, rule: Rule::Once { at: self.at }, day_only: self.day_only, notes: self.notes })
    }
}

/// Reads a single moment which begins at token `i`.
pub(super) fn moment_at(words: &Words, i: usize, here: &Here) -> Option<Found> {
    if let Some((at, day_only, next)) = relative(words, i, here) {
        return Some(Found { at, day_only, notes: Vec::new(), next });
    }
    if let Some(found) = reckoned(words, i, here) {
        return (found.at > here.now).then_some(found);
    }
    // "2 days before Friday" is not Friday, when it cannot be read whole.
    let reckons = |i: usize| matches!(words.at(i), "before" | "after" | "vor" | "nach") && names_unit(words.before(i));
    if reckons(i) || i.checked_sub(1).is_some_and(reckons) {
        return None;
    }
    plain_moment(words, i, here)
}

fn names_unit(word: &str) -> bool {
    unit(word).is_some()
}

/// "2 days before 24 December", "an hour after noon": perhaps in the past.
pub(super) fn reckoned(words: &Words, i: usize, here: &Here) -> Option<Found> {
    // "the day before Friday", "a week after Christmas".
    let one = if words.at(i) == "the" { unit(words.at(i + 1)).map(|unit| (unit, i + 2)) } else { None };
    let (length, next) = one.or_else(|| length(words, i))?;
    let earlier = match words.at(next) {
        "before" | "vor" => true,
        "after" | "nach" => false,
        _ => return None,
    };
    let found = plain_moment(words, next + 1, here)?;
    Some(Found { at: length.from(found.at, earlier, here)?, ..found })
}

/// Reads a single moment that is not counted from now or from another one.
fn plain_moment(words: &Words, i: usize, here: &Here) -> Option<Found> {
    date_first(words, i, here).or_else(|| clock_first(words, i, here)).or_else(|| clock_alone(words, i, here)).or_else(
        || {
            let (at, next) = lone_part(words, i, here)?;
            Some(Found { at, day_only: false, notes: Vec::new(), next })
        },
    )
}

/// "tomorrow at 9", "by Friday", "24 Dec, 18:00".
fn date_first(words: &Words, i: usize, here: &Here) -> Option<Found> {
    let (start, announced) = prepositions(words, i);
    let mut named = day(words, start, here, announced)?;
    // "tomorrow 9" needs no "at", when the number is not a count of something.
    let bare = || after_lead(words, named.next).filter(|(_, next)| words.may_end(*next));
    let read = timed(words, named.next).or_else(bare);
    named.shift_night(words, read.map(|(clock, _)| clock), read.map_or(named.next, |(_, next)| next));
    if let Some((clock, next)) = read
        && let Some(at) = named.resolve(here, Some(clock))
    {
        return Some(Found { at, day_only: false, notes: named.notes(here, Some(clock), at), next });
    }
    let believed = match named.needs {
        Needs::Nothing => true,
        Needs::Closing => words.may_end(named.next),
        Needs::Clock => false,
    };
    let at = named.resolve(here, None).filter(|_| believed)?;
    Some(Found { at, day_only: true, notes: named.notes(here, None, at), next: named.next })
}

/// "at 5pm tomorrow", "17:30 on Friday".
fn clock_first(words: &Words, i: usize, here: &Here) -> Option<Found> {
    let (clock, next) = opening(words, i)?;
    let comma = usize::from(words.at(next) == ",");
    let (start, announced) = prepositions(words, next + comma);
    let mut named = day(words, start, here, announced)?;
    // The clock already makes a date of a short name; a bare number still wants its closing.
    if named.needs == Needs::Closing && !words.may_end(named.next) {
        return None;
    }
    let (clock, next) = behind_day(words, clock, named.next);
    named.shift_night(words, Some(clock), next);
    let at = named.resolve(here, Some(clock))?;
    Some(Found { at, day_only: false, notes: named.notes(here, Some(clock), at), next })
}

/// "at 5pm", "5pm", "by noon", "um 15 Uhr": today, or tomorrow when it is past.
fn clock_alone(words: &Words, i: usize, here: &Here) -> Option<Found> {
    // The time of a day which was left aside on purpose, for example a past one.
    if weekday(words.before(i)).is_some() || matches!(words.before(i), "yesterday" | "gestern" | "ago") {
        return None;
    }
    let limit = matches!(words.at(i), "by" | "until" | "till" | "before" | "bis" | "vor");
    let announced = announces(words.at(i));
    let (read, next) = if limit { clock(words, i + 1) } else { opening(words, i) }?;
    let certain = if read.loose {
        announced && words.at(i) != "ab" && words.may_end(next)
    } else if words.at(i + 1) == ":" {
        // "17:30" alone may be a score or a verse; at an end of the sentence it is a time.
        words.at(i).len() == 2 && (i == 0 || words.is_done(next))
    } else {
        announced || limit || words.may_end(next) || !matches!(words.at(i), "noon" | "midday" | "midnight")
    };
    let (at, notes) = any_day(here, read).filter(|_| certain)?;
    Some(Found { at, day_only: false, notes, next })
}

/// Five or six fields of which the first two are made of digits and cron's marks.
fn looks_like_cron(text: &str) -> bool {
    let fields: Vec<&str> = text.split_whitespace().collect();
    let plain = |field: &&str| field.chars().all(|c| c.is_ascii_digit() || "*/,-".contains(c));
    let marks = text.contains('*') || fields.iter().all(plain);
    (5..=6).contains(&fields.len()) && marks && fields.iter().take(2).all(plain)
}

/// A time of day that no clock shows, somewhere in a schedule: "25:00", "13pm".
pub(super) fn bad_clock(words: &Words, text: &str) -> Option<WhenError> {
    (0..words.len()).find_map(|i| {
        words.number(i)?;
        let colon = words.at(i + 1) == ":" && words.glued(i + 1) && words.number(i + 2).is_some();
        let half = matches!(words.at(i + 1), "am" | "pm" | "uhr" | "o'clock");
        if !(colon || half) || clock(words, i).is_some() {
            return None;
        }
        let span = words.span(i, if colon { i + 3 } else { i + 2 })?;
        Some(WhenError::BadClock { text: shorten(text.get(span)?) })
    })
}
