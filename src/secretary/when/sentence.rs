//! What a whole sentence says about time: the moment, the words without it, and what about it is doubtful. Nothing
//! that looks like a time may stay unread in silence.
//!
//! It must not decide what is said about a doubt; that is for the caller.

use std::ops::Range;

use chrono::{DateTime, NaiveDate, NaiveTime, Utc};
use chrono_tz::Tz;

use super::apart;
use super::calendar::{calendar, prepositions};
use super::clock::{after_lead, announced, timed};
use super::day::{Here, day};
use super::daytimes::range;
use super::leftover::Rest;
use super::length::{length, unit};
use super::next::instant_of;
use super::parse::{bad_clock, moment_at, reckoned};
use super::repeat::{of_the_month, repeat, several};
use super::rule::{Bounds, Moment, Rule, WhenError, shorten};
use super::timelike::is_half;
use super::words::{Words, month, weekday};

/// How much of a sentence is searched for a time, in bytes.
const LONGEST: usize = 4_000;

/// A sentence taken apart.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sentence {
    /// The time; its span is that of the whole expression in the sentence, without an end that stands elsewhere.
    pub moment: Option<Moment>,
    /// The sentence without its time.
    pub words: String,
    /// What is doubtful about the time, the gravest first.
    pub doubts: Vec<Doubt>,
}

/// What is doubtful about the time of a sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Doubt {
    /// A time that cannot be kept, or that no clock or calendar has.
    Fault(WhenError),
    /// A time that is over, as typed.
    Over(String),
    /// Several days were named without "every"; the moment repeats on them.
    Days,
    /// "Of the month" was said without "every"; the moment repeats each month.
    Monthly,
    /// A further time, as typed, stands in the words.
    Second(String),
    /// This looks like a part of the time and was not understood; it stands in the words.
    Unread(String),
    /// This looks like an hour and was not understood; the usual one must not stand for it.
    Hour(String),
    /// The parts of the time stood apart in the words.
    Apart,
    /// Only the beginning of this stretch of time was taken.
    Stretch(String),
    /// The name of a day stands in the words, where it may well belong.
    Mentioned(String),
}

/// Takes a sentence apart. `early`: a bare hour is meant in the morning.
#[must_use]
pub fn read_sentence(text: &str, zone: Tz, now: DateTime<Utc>, early: bool) -> Sentence {
    let mut end = text.len().min(LONGEST);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let words = Words::cut(text.get(..end).unwrap_or_default());
    let whole = || Sentence { moment: None, words: text.trim().to_owned(), doubts: Vec::new() };
    let Some(here) = Here::new(zone, now) else { return whole() };
    let here = Here { early, ..here };
    let mut over = None;
    let mut i = 0;
    while i < words.len() {
        if !words.may_begin(i) {
            i += 1;
            continue;
        }
        if let Some((rule, day_only, next)) = several(&words, i)
            && let Some(span) = words.span(i, next)
        {
            let moment = Moment { span, rule, day_only, notes: Vec::new() };
            return with_moment(text, &here, moment, Some(Doubt::Days));
        }
        if let Some((rule, day_only, next)) = of_the_month(&words, i)
            && let Some(span) = words.span(i, next)
        {
            let moment = Moment { span, rule, day_only, notes: Vec::new() };
            return with_moment(text, &here, moment, Some(Doubt::Monthly));
        }
        match repeat(&words, i, &here, true) {
            Some(Ok(read)) => {
                if let Some(span) = words.span(i, read.next) {
                    let moment = Moment { span, rule: read.rule, day_only: read.day_only, notes: Vec::new() };
                    return with_moment(text, &here, moment, None);
                }
            }
            Some(Err(error)) => {
                let rest = words.span(i, unkept(&words, i)).map_or_else(String::new, |span| without(text, &span));
                return Sentence { moment: None, words: rest, doubts: vec![Doubt::Fault(error)] };
            }
            None => {}
        }
        if let Some(moment) = moment_at(&words, i, &here).and_then(|found| found.moment(&words, i)) {
            return with_moment(text, &here, moment, None);
        }
        match past(&words, i, &here).filter(|_| over.is_none()) {
            Some(next) => {
                over = words.span(i, next);
                i = next.max(i + 1);
            }
            None => i += 1,
        }
    }
    without_moment(text, &words, over)
}

/// The end of a recurring phrase that cannot be kept: "every 45 minutes", "monthly on the 32nd".
fn unkept(words: &Words, i: usize) -> usize {
    let belongs = |i: usize| {
        let lead = matches!(words.at(i), "half" | "a" | "an" | "on" | "the" | "st" | "nd" | "rd" | "th" | "single");
        lead || words.number(i).is_some() || unit(words.at(i)).is_some()
    };
    (i + 1..words.len()).find(|i| !belongs(*i)).unwrap_or(words.len())
}

/// No time was found that lies ahead.
fn without_moment(text: &str, words: &Words, over: Option<Range<usize>>) -> Sentence {
    let fault = fault(words, text);
    let cut = |span: &Range<usize>| without(text, span);
    match (fault, over) {
        (Some((error, span)), _) => Sentence { moment: None, words: cut(&span), doubts: vec![Doubt::Fault(error)] },
        (None, Some(span)) => {
            let said = text.get(span.clone()).unwrap_or_default().to_owned();
            Sentence { moment: None, words: cut(&span), doubts: vec![Doubt::Over(shorten(&said))] }
        }
        (None, None) => Sentence { moment: None, words: text.trim().to_owned(), doubts: Vec::new() },
    }
}

/// A time was found: looks for its end, for what belongs to it elsewhere, and for what else looks like a time.
fn with_moment(text: &str, here: &Here, mut moment: Moment, doubt: Option<Doubt>) -> Sentence {
    let text = text.trim_end();
    let (mut rest, mut seam) = cut(text, &moment.span);
    if let Rule::Wall { cron, text: said, bounds } = &moment.rule
        && let Some((date, span)) = last_day(&rest, here)
        && let Some(end) = NaiveTime::from_hms_opt(23, 59, 59)
        && let Some(until) = instant_of(here.zone, date.and_time(end))
    {
        let said = format!("{said}{}", until_said(date));
        let bounds = Bounds { until: Some(until), ..bounds.clone() };
        moment.rule = Rule::Wall { cron: cron.clone(), text: said, bounds };
        (rest, seam) = cut_again(&rest, &span, seam);
    }
    let mut doubts: Vec<Doubt> = doubt.into_iter().collect();
    let words = Words::cut(&rest);
    // A clock that was read does not make up for a date that never comes ("on 31 February at 9").
    let counts = |error: &WhenError| moment.day_only || matches!(error, WhenError::BadDate { .. });
    if let Some((error, span)) = fault(&words, &rest).filter(|(error, _)| counts(error)) {
        doubts.push(Doubt::Fault(error));
        return Sentence { moment: Some(moment), words: without(&rest, &span), doubts };
    }
    let said = text.get(moment.span.clone()).unwrap_or_default();
    let whole = apart::piece(&Rest::new(&rest, seam, !moment.day_only), &rest, &moment, said, here);
    let mut apart = None;
    if let Some(whole) = whole {
        let stretch = rest.get(whole.span.clone()).map(shorten).unwrap_or_default();
        (rest, seam) = cut_again(&rest, &whole.span, seam);
        moment = whole.moment;
        match (whole.sure, whole.stretch) {
            (true, _) => {}
            (false, true) => doubts.push(Doubt::Stretch(stretch)),
            (false, false) => apart = Some(Doubt::Apart),
        }
    }
    let words = Words::cut(&rest);
    if let Rule::Wall { cron, .. } = &moment.rule
        && let Some(span) = hours_of_day(&words)
        && (cron.contains("*/") || moment.day_only && span.start == 0)
    {
        doubts.push(Doubt::Unread(shorten(rest.get(span.clone()).unwrap_or_default())));
        (rest, seam) = cut_again(&rest, &span, seam);
    }
    let left = Rest::new(&rest, seam, !moment.day_only).doubts(here);
    let first = left
        .first()
        .and_then(|(doubt, span)| span.clone().filter(|_| matches!(doubt, Doubt::Unread(_) | Doubt::Hour(_))));
    doubts.extend(left.into_iter().map(|(doubt, _)| doubt).chain(apart));
    let words = first.map_or(rest.clone(), |span| without(&rest, &span));
    Sentence { moment: Some(moment), words, doubts }
}

/// " until 27 Nov 2026", behind what recurs.
pub(super) fn until_said(date: NaiveDate) -> String {
    format!(" until {}", date.format("%-d %b %Y"))
}

/// The text without a part of it and without the words that only led to that part.
fn without(text: &str, span: &Range<usize>) -> String {
    cut(text, span).0
}

/// The same, with the byte at which that part stood.
fn cut(text: &str, span: &Range<usize>) -> (String, usize) {
    const LEADS: &[&str] = &["at", "on", "in", "by", "um", "am", "for", "from", "the", "and", "ab", "@"];
    let mut head = text.get(..span.start).unwrap_or_default().trim();
    while let Some(word) =
        head.split_whitespace().next_back().filter(|word| LEADS.contains(&word.to_lowercase().as_str()))
    {
        head = head.get(..head.len() - word.len()).unwrap_or_default().trim_end();
    }
    let tail = text.get(span.end..).unwrap_or_default().trim();
    let glue = if head.is_empty() || tail.starts_with([',', '.', '!', '?', ';']) { "" } else { " " };
    (format!("{head}{glue}{tail}").trim().to_owned(), head.len() + glue.len())
}

/// Cuts out a further part, and says where the first one stood.
fn cut_again(text: &str, span: &Range<usize>, seam: usize) -> (String, usize) {
    let (rest, place) = cut(text, span);
    let before = if span.end <= seam { seam - (text.len() - rest.len()).min(seam) } else { seam };
    (rest, if span.start <= seam && seam <= span.end { place } else { before })
}

/// "until Christmas", "till 24 December", "for two weeks": the last day of what recurs.
fn last_day(text: &str, here: &Here) -> Option<(NaiveDate, Range<usize>)> {
    let words = Words::cut(text);
    (0..words.len()).find_map(|i| {
        let (date, next) = match words.at(i) {
            "until" | "till" | "til" | "bis" => {
                let (start, _) = prepositions(&words, i + 1);
                let named = day(&words, start, here, true)?;
                (*named.dates.iter().find(|date| **date >= here.today())?, named.next)
            }
            "for" => {
                let start = i + 1 + usize::from(words.at(i + 1) == "the") + usize::from(words.at(i + 2) == "next");
                let (length, next) = length(&words, start)?;
                (length.date_after(here.today())?, next)
            }
            _ => return None,
        };
        Some((date, words.span(i, next)?))
    })
}

/// A time that is over: "yesterday at 5", "last Friday", "2 days ago", "on 2020-01-01". The token after it.
fn past(words: &Words, i: usize, here: &Here) -> Option<usize> {
    let clocked = |next: usize| {
        let bare = || after_lead(words, next).filter(|(_, next)| words.may_end(*next));
        timed(words, next).or_else(bare).map_or(next, |(_, next)| next)
    };
    match words.at(i) {
        "yesterday" | "gestern" | "vorgestern" => return Some(clocked(i + 1)),
        "last" | "letzten" | "letzte" | "letztes" => {
            let named = weekday(words.at(i + 1)).is_some() || unit(words.at(i + 1)).is_some();
            let named = named || matches!(words.at(i + 1), "night" | "weekend");
            return named.then(|| clocked(i + 2));
        }
        _ => {}
    }
    if let Some((_, next)) = length(words, i).filter(|(_, next)| words.at(*next) == "ago") {
        return Some(next + 1);
    }
    if let Some(found) = reckoned(words, i, here) {
        return (found.at <= here.now).then_some(found.next);
    }
    if let Some((_, next)) = announced(words, i)
        && matches!(words.at(next), "yesterday" | "gestern")
    {
        return Some(next + 1);
    }
    let (start, announced) = prepositions(words, i);
    let named = calendar(words, start, here.today(), announced)?;
    let gone = named.dates.iter().all(|date| *date < here.today());
    gone.then(|| clocked(named.next))
}

/// A time that no clock or calendar has, and its place.
fn fault(words: &Words, text: &str) -> Option<(WhenError, Range<usize>)> {
    let read = |span: &Range<usize>| shorten(text.get(span.clone()).unwrap_or_default());
    for i in 0..words.len() {
        let nothing = length(words, i).filter(|(length, _)| length.is_nothing() && words.before(i) == "in");
        if let Some((_, next)) = nothing {
            return Some((WhenError::Zero, words.span(i - 1, next)?));
        }
        if let Some(next) = no_date(words, i) {
            let span = words.span(i, next)?;
            return Some((WhenError::BadDate { text: read(&span) }, from_lead(words, i, next)?));
        }
    }
    let error = bad_clock(words, text)?;
    let at = (0..words.len()).find(|i| words.number(*i).is_some() && timed(words, *i).is_none())?;
    let next = (at + 1..=at + 4).take_while(|next| words.glued(*next) || is_half(words.at(*next))).last();
    Some((error, from_lead(words, at, next.map_or(at + 1, |next| next + 1))?))
}

/// The bytes of these tokens with the "at" or "on" before them.
fn from_lead(words: &Words, i: usize, next: usize) -> Option<Range<usize>> {
    let lead = usize::from(matches!(words.before(i), "at" | "on" | "um" | "am" | "by"));
    words.span(i - lead, next)
}

/// "31 February", "February 30th", "31/02", "2027-02-30": a date in no year; the token after it.
fn no_date(words: &Words, i: usize) -> Option<usize> {
    let suffix = |i: usize| usize::from(words.glued(i) && matches!(words.at(i), "st" | "nd" | "rd" | "th" | "."));
    let never = |year: i32, month: u32, day: u32| {
        (1..=39).contains(&day) && (1..=12).contains(&month) && NaiveDate::from_ymd_opt(year, month, day).is_none()
    };
    let year = |i: usize| {
        let year = words.number(i).filter(|year| (2000..2200).contains(year))?;
        i32::try_from(year).ok()
    };
    if let (Some(spelled), Some(month), Some(day)) =
        (year(i), words.short_number(i + 2, 2), words.short_number(i + 4, 2))
        && words.at(i + 1) == "-"
        && words.at(i + 3) == "-"
    {
        return never(spelled, month, day).then_some(i + 5);
    }
    let (day, name, next) = if let Some(day) = words.short_number(i, 2) {
        let of = i + 1 + suffix(i + 1);
        let name = of + usize::from(words.at(of) == "of");
        (day, name, name + 1)
    } else {
        let day = words.short_number(i + 1, 2)?;
        (day, i, i + 2 + suffix(i + 2))
    };
    let spelled = year(next);
    let month = month(words.at(name))?;
    // A leap year has every date that there is.
    let after = next + usize::from(spelled.is_some());
    never(spelled.unwrap_or(2028), month, day).then_some(after)
}

/// "from 9 to 17", behind a step of minutes or hours that has no beginning and no end.
fn hours_of_day(words: &Words) -> Option<Range<usize>> {
    (0..words.len()).find_map(|i| {
        let (_, _, next) = range(words, i)?;
        words.span(i, next)
    })
}
