//! Several times for the same thing: "at 9, 12 and 15", "tomorrow at 9 and on Friday at 10", "in 10, 20 and 30
//! minutes". Each becomes a text of its own with one time in it, which the ordinary readers read. It must not read
//! times itself beyond that.

use std::ops::Range;

use chrono::{DateTime, Utc};
use chrono_tz::Tz;

use super::clock::{Clock, after_lead, announces, clock, part, settle};
use super::day::Here;
use super::length::unit;
use super::parse::moment_at;
use super::repeat::{of_the_month, repeat, several};
use super::rule::{Rule, WhenError};
use super::words::Words;

/// How much of a sentence is searched, in bytes.
const LONGEST: usize = 1_000;
/// The most times of one request.
const MOST: usize = 12;

/// The sentence once for each of several times in it; none where it names only one, or where one rule says them all.
#[must_use]
pub fn each_time(text: &str, zone: Tz, now: DateTime<Utc>) -> Option<Vec<String>> {
    if text.len() > LONGEST {
        return None;
    }
    let words = Words::cut(text);
    let here = Here::new(zone, now)?;
    let begins = || (0..words.len()).filter(|i| words.may_begin(*i));
    for i in begins() {
        match repeat(&words, i, &here, true) {
            // What recurs has one rule, unless its times of day do not share their minutes.
            Some(Ok(_)) => return None,
            Some(Err(WhenError::Mixed)) => {
                let (span, clocks) = (i..words.len()).find_map(|i| clocks(&words, i))?;
                return Some(with_clocks(text, &span, &clocks));
            }
            Some(Err(_)) => return None,
            None => {}
        }
        if several(&words, i).is_some() || of_the_month(&words, i).is_some() {
            return None;
        }
    }
    // A day that is named for the first is meant for the others as well.
    if let Some((span, clocks)) = begins().find_map(|i| clocks(&words, i)) {
        let clocks = tonight(text, &span, clocks, &here);
        return Some(with_clocks(text, &span, &clocks));
    }
    let found = begins().find_map(|i| lengths(&words, text, i).or_else(|| moments(&words, text, i, &here)));
    let (span, times) = found?;
    let (head, tail) = around(text, &span)?;
    Some(times.iter().map(|time| format!("{head}{time}{tail}")).collect())
}

fn around<'t>(text: &'t str, span: &Range<usize>) -> Option<(&'t str, &'t str)> {
    Some((text.get(..span.start)?, text.get(span.end..)?))
}

fn with_clocks(text: &str, span: &Range<usize>, clocks: &[Clock]) -> Vec<String> {
    let Some((head, tail)) = around(text, span) else { return Vec::new() };
    clocks.iter().map(|at| format!("{head}at {:02}:{:02}{tail}", at.hour, at.minute)).collect()
}

/// The token after what joins two times.
fn joined(words: &Words, mut i: usize) -> usize {
    while matches!(words.at(i), "," | "and" | "&" | "und" | "+" | "again") {
        i += 1;
    }
    i
}

/// "at 9, 12 and 15", "8 am and 8 pm", "at 7 and 8 in the evening": their place and the times of day, each certain.
fn clocks(words: &Words, i: usize) -> Option<(Range<usize>, Vec<Clock>)> {
    let announced = announces(words.at(i));
    let read = |i: usize| if announced { after_lead(words, i) } else { clock(words, i) };
    let (first, mut next) = read(i + usize::from(announced)).filter(|(read, _)| announced || !read.loose)?;
    let mut found = vec![(first, i + usize::from(announced), next)];
    loop {
        let after = joined(words, next);
        let start = after + usize::from(announces(words.at(after)));
        let closes = |end: usize| words.may_end(end) || part(words, end).is_some();
        let Some((another, end)) = read(start).filter(|(read, end)| after > next && (!read.loose || closes(*end)))
        else {
            break;
        };
        found.push((another, start, end));
        next = end;
    }
    if found.len() < 2 || found.len() > MOST {
        return None;
    }
    let behind = part(words, next).filter(|_| found.last().is_some_and(|(clock, _, _)| clock.open));
    let mut clocks: Vec<Clock> = found.iter().map(|(clock, _, _)| *clock).collect();
    if let Some((usual, end)) = behind {
        clocks = clocks.iter().map(|clock| settle(*clock, usual)).collect();
        next = end;
    }
    Some((words.span(i, next)?, certain(&clocks)))
}

/// Settles bare hours by their neighbours: one past noon makes all of them hours of the long clock, "9 and 10 pm" are
/// both in the evening, and else each comes after the one before.
fn certain(clocks: &[Clock]) -> Vec<Clock> {
    let long = clocks.iter().any(|clock| clock.open && (clock.hour > 12 || clock.hour == 0));
    let mut out: Vec<Clock> = Vec::new();
    for (at, clock) in clocks.iter().enumerate() {
        let half = clocks.iter().skip(at + 1).find(|next| !next.open).filter(|_| clock.loose && !long);
        let hour = match (half, out.last()) {
            _ if long || !clock.loose => clock.hour,
            (Some(next), _) if next.hour >= 12 && clock.hour % 12 < next.hour % 12 => clock.hour % 12 + 12,
            (Some(_), _) => clock.hour % 12,
            (None, Some(before)) if clock.hour <= before.hour && clock.hour + 12 > before.hour && clock.hour < 12 => {
                clock.hour + 12
            }
            (None, _) if (1..=5).contains(&clock.hour) => clock.hour + 12,
            (None, _) => clock.hour,
        };
        out.push(Clock::exact(hour, clock.minute));
    }
    out
}

/// Said in the evening about no other day, "at 9 and 10" are tonight.
fn tonight(text: &str, span: &Range<usize>, clocks: Vec<Clock>, here: &Here) -> Vec<Clock> {
    let words = Words::cut(text.get(span.clone()).unwrap_or_default());
    let loose = (0..words.len()).all(|i| !matches!(words.at(i), "am" | "pm" | ":" | "noon" | "midnight"));
    let over =
        |clock: &Clock| here.wall.date().and_hms_opt(clock.hour, clock.minute, 0).is_none_or(|at| at <= here.wall);
    let late: Vec<Clock> = clocks
        .iter()
        .filter(|clock| clock.hour < 12)
        .map(|clock| Clock::exact(clock.hour + 12, clock.minute))
        .collect();
    if !loose || late.len() < clocks.len() || !clocks.iter().all(over) || late.iter().any(over) {
        return clocks;
    }
    // Another day that is named has these hours in the morning.
    let (head, tail) = around(text, span).unwrap_or_default();
    let probe = format!("{head}at 23:59{tail}");
    let probe = Words::cut(&probe);
    let first = (0..probe.len()).filter(|i| probe.may_begin(*i)).find_map(|i| moment_at(&probe, i, here));
    let today = first.is_some_and(|found| found.at.with_timezone(&here.zone).date_naive() == here.today());
    if today { late } else { clocks }
}

/// "in 10, 20 and 30 minutes"
fn lengths(words: &Words, text: &str, i: usize) -> Option<(Range<usize>, Vec<String>)> {
    if words.at(i) != "in" {
        return None;
    }
    let mut numbers = vec![words.short_number(i + 1, 4)?];
    let mut next = i + 2;
    while let after = joined(words, next)
        && let Some(number) = words.short_number(after, 4).filter(|_| after > next)
    {
        numbers.push(number);
        next = after + 1;
    }
    unit(words.at(next))?;
    let name = text.get(words.span(next, next + 1)?)?;
    let fits = numbers.len() > 1 && numbers.len() <= MOST;
    fits.then(|| Some((words.span(i, next + 1)?, numbers.iter().map(|n| format!("in {n} {name}")).collect())))?
}

/// "tomorrow at 9 and on Friday at 10", "today and tomorrow at 18:00": each with its time of day.
fn moments(words: &Words, text: &str, i: usize, here: &Here) -> Option<(Range<usize>, Vec<String>)> {
    let said = |from: usize, to: usize| text.get(words.span(from, to)?).map(str::to_owned);
    let mut found = vec![(moment_at(words, i, here)?, i)];
    let mut next = found.first()?.0.next;
    let mut and = false;
    loop {
        let after = joined(words, next);
        let Some(second) = moment_at(words, after, here).filter(|_| after > next && found.len() < MOST) else { break };
        and = and || (next..after).any(|i| words.at(i) != ",");
        next = second.next;
        found.push((second, after));
    }
    if found.len() < 2 || !and {
        return None;
    }
    let zone = here.zone;
    let clock = found.iter().find_map(|(found, _)| {
        let moment = found.clocked()?;
        Some(moment.with_timezone(&zone).format("%H:%M").to_string())
    });
    let times = found.iter().map(|(found, from)| {
        let said = said(*from, found.next)?;
        Some(match (&clock, found.clocked()) {
            (Some(clock), None) => format!("{said} at {clock}"),
            _ => said,
        })
    });
    Some((words.span(i, next)?, times.collect::<Option<Vec<_>>>()?))
}

/// The places where one request may end and another one begin: before a time, or behind one. In bytes, each the end of
/// the first part and the beginning of the second.
#[must_use]
pub fn breaks(text: &str, zone: Tz, now: DateTime<Utc>) -> Vec<(usize, usize)> {
    let words = Words::cut(text.get(..text.len().min(LONGEST)).unwrap_or_default());
    let Some(here) = Here::new(zone, now) else { return Vec::new() };
    let read = |i: usize| match repeat(&words, i, &here, true) {
        Some(Ok(read)) => Some(read.next),
        Some(Err(_)) | None => moment_at(&words, i, &here).map(|found| found.next),
    };
    let mut ends: Vec<usize> = Vec::new();
    let mut i = 0;
    while i < words.len() {
        match read(i).filter(|_| words.may_begin(i)) {
            Some(next) => {
                ends.push(next);
                i = next.max(i + 1);
            }
            None => i += 1,
        }
    }
    let joins = |i: usize| matches!(words.at(i), "," | ";" | "and" | "&" | "und" | "then" | "also");
    let mut found = Vec::new();
    let mut i = 1;
    while i < words.len() {
        if !joins(i) {
            i += 1;
            continue;
        }
        let after = (i..words.len()).find(|i| !joins(*i)).unwrap_or(words.len());
        let fits = read(after).is_some() || ends.contains(&i);
        if let (true, Some(first), Some(second)) = (fits, words.span(0, i), words.span(after, words.len())) {
            found.push((first.end, second.start));
        }
        i = after + 1;
    }
    found
}

/// Whether a rule that fires once and one before it come in this order.
#[must_use]
pub fn in_order(before: &Rule, after: &Rule) -> bool {
    match (before, after) {
        (Rule::Once { at: before }, Rule::Once { at: after }) => before < after,
        _ => true,
    }
}
