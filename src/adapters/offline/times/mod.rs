//! A time typed in English: "tomorrow at 9", "in half an hour", "5pm PST", "every Friday at 16:00". The crate
//! `interim` parses days and durations; the rest is a small exact grammar. A text with an unknown word is no time.

mod cron;
mod days;
mod pieces;
mod schedules;
#[cfg(test)]
mod tests;

use crate::secretary::intent::Timed;
use crate::secretary::names::phrases::short;
use crate::secretary::when::{self, WhenError};
use chrono::{DateTime, Utc};
use chrono_tz::Tz;
use days::weekday;
use pieces::within;

/// The longest text of a time in bytes, and the most words of one inside a text.
const LONGEST: usize = 200;
const MOST_WORDS: usize = 12;
/// The most of what is no time that a fault quotes, in characters.
const MOST_QUOTED: usize = 60;
/// The most unknown words between two times that make them one.
const MOST_BETWEEN: usize = 2;
/// The most unknown words between days that come again and the time of day that they lack.
const MOST_APART: usize = 4;
/// Words that limit a time by another one.
const LIMITS: [&str; 5] = ["for", "before", "until", "since", "from"];

/// A whole text as a time.
pub fn read(text: &str, zone: Tz, now: DateTime<Utc>) -> Result<Timed, WhenError> {
    let text = text.trim();
    if text.is_empty() || text.len() > LONGEST {
        return Err(if text.is_empty() { WhenError::Empty } else { WhenError::TooLong });
    }
    if let Some((timed, "")) = cron::leading(text, zone) {
        return timed;
    }
    let words = words(text);
    if let Some(timed) = within(&words, zone, now)? {
        return Ok(timed);
    }
    let end = words.len() - usize::from(words.last().is_some_and(|word| word == "time"));
    for count in 1..=3.min(end.saturating_sub(1)) {
        let (front, name) = words[..end].split_at(end - count);
        let front = front.strip_suffix(&["in".to_owned()]).unwrap_or(front);
        // Only what stands behind a time is looked up.
        if matches!(within(front, zone, now), Ok(None)) {
            continue;
        }
        let name = name.join(" ");
        // Of the places that share an abbreviation, the one most people mean.
        let meant = if when::is_abbreviation(&name) { when::cities_of(&name).first().copied() } else { None };
        let named = match meant.map_or_else(|| when::parse_zone(&name), Ok) {
            Err(error @ WhenError::OffsetZone { .. }) => return Err(error),
            named => named.ok(),
        };
        let timed = named.map(|named| within(front, named, now)).transpose()?.flatten();
        if let Some(timed) = timed.filter(|timed| timed.local) {
            return Ok(timed);
        }
    }
    let near = words.iter().find_map(|word| days::near(word)).unwrap_or_default();
    Err(WhenError::NotUnderstood { text: short(text, MOST_QUOTED), near })
}

/// The text without a time at its beginning or end, and the time. `lead`: it may stand at the beginning. Two times that are
/// none together are an error: half of what was said is never a time.
pub fn find(text: &str, lead: bool, zone: Tz, now: DateTime<Utc>) -> Option<(String, Result<Timed, WhenError>)> {
    use WhenError::{Empty, NotUnderstood, OffsetZone, TooLong};
    let words: Vec<&str> = text.split(' ').collect();
    let timed = |words: &[&str]| read(&words.join(" "), zone, now);
    let is_time = |words: &[&str]| match timed(words) {
        Err(NotUnderstood { .. } | Empty | TooLong | OffsetZone { .. }) => false,
        // A time with a fault ends with the word that makes it one: what follows may be anything.
        Err(why) => timed(&words[..words.len() - 1]).err() != Some(why),
        Ok(_) => true,
    };
    let trimmed = |text: &str| text.trim_matches([' ', ',', ':', '-', '\n']).to_owned();
    if let Some((timed, behind)) = cron::leading(text, zone).filter(|_| lead) {
        // Cron fields end by themselves: a colon or a "to" far behind them belongs to the text.
        return Some((trimmed(behind.strip_prefix("to ").unwrap_or(behind)), timed));
    }
    let rest = |words: &[&str]| trimmed(&words.join(" "));
    let lacks_hour = |words: &[&str]| pieces::lacks_hour(&self::words(&words.join(" ")), zone, now);
    if let Some((end, at)) = lead.then(|| leading(&words, is_time, lacks_hour)).flatten() {
        return Some((rest(&words[at..]), timed(&words[..end])));
    }
    // "the report for Monday", "from 9 to 5pm": the word before makes the time part of something else.
    let part = ["to", "about", "of", "the", "a", "my", "last"];
    let tail = |words: &[&str]| {
        let mut starts = words.len().saturating_sub(MOST_WORDS).max(1)..words.len();
        let before = |at: usize| words[at - 1].to_lowercase();
        let apart = |at: usize| !part.contains(&before(at).as_str()) && !LIMITS.contains(&before(at).as_str());
        starts.find(|at| apart(*at) && is_time(&words[*at..]) && announced(&words[*at..]))
    };
    let start = tail(&words)?;
    let before = (0..=MOST_BETWEEN).find_map(|between| {
        let end = start.checked_sub(between).filter(|end| makes_one(&words[*end..start]))?;
        let first = tail(&words[..end])?;
        // "Kim's 9 am train at 8": a time of day may say which thing is meant.
        let names = between == 1 && !joins(words[end]) && is_hour(&words[first..end]) && is_hour(&words[start..]);
        (!names).then_some(first)
    });
    let start = before.unwrap_or(start);
    Some((rest(&words[..start]), timed(&words[start..])))
}

/// Where the time that the words begin with ends, and where the text begins. A "to" or a colon right behind the time parts
/// them. What joins or limits the time belongs to it, and so does the time of day that days which come again lack. Other
/// plain words begin the text, whatever time or "to" follows in it.
fn leading(
    words: &[&str],
    is_time: impl Fn(&[&str]) -> bool,
    lacks_hour: impl Fn(&[&str]) -> bool,
) -> Option<(usize, usize)> {
    let is = |at: usize, named: &[&str]| words.get(at).is_some_and(|word| named.contains(word));
    let joint = |at: usize| words.get(at).is_some_and(|word| joins(word));
    let colon = |at: usize| words.get(at).is_some_and(|word| word.ends_with(':'));
    let ends = |from: usize| (from + 1..=words.len().min(from + MOST_WORDS)).rev();
    let begins = |from: usize| ends(from).find(|end| is_time(&words[from..*end]));
    // The time of day that stands near.
    let hour = |at: usize| (at + 1..=at + MOST_APART).filter(|from| is(*from, &["at"])).find_map(begins);
    // "every Moday at 9": what does not say how it comes again is no time, and no work either.
    let unread = || {
        let misspelt = words.get(1).is_some_and(|word| days::near(&word.to_lowercase()).is_some());
        let every = is(0, &["every", "Every"]).then(|| hour(0));
        every.and_then(|end| end.or(misspelt.then_some(2)))
    };
    let mut at = begins(0).filter(|end| announced(&words[..*end])).or_else(unread)?;
    if is(at, &["that", "about", "of"]) {
        return Some((at, at + 1));
    }
    // The next time: one that all the words end with is what the text is about.
    let next = |from: usize, at: usize| {
        let (apart, joined) = (from > at, from == at + 1 && joint(at));
        let end = begins(from).filter(|end| !joint(from) && (!apart || joined || *end < words.len()))?;
        let time = &words[from..end];
        // "for 3 weeks", but "run 20 minutes".
        let limits = apart && is(from - 1, &LIMITS);
        let surely = announced(time) && (!apart || limits || !is_length(time));
        // "from 9 to 17", but "buy 2 to share".
        let range = || (apart && is(end, &["to"])).then(|| begins(end + 1)).flatten();
        let goes_on = !apart && is(end, &["to"]);
        range().or((surely || joined || goes_on || colon(end - 1)).then_some(end))
    };
    // "5pm XYZ to": behind a time of day that is no word, but a zone that nobody knows.
    let zone = |at: usize| is_abbreviation(words.get(at)) && words[..at].iter().any(|word| has_digit(word));
    while at <= MOST_WORDS && !colon(at - 1) {
        let parted = is(at - 1, &["to"]);
        let behind = at + usize::from(zone(at));
        let text = || {
            let to = is(behind, &["to"]).then_some(behind + 1);
            to.or((behind > at && colon(at)).then_some(behind)).filter(|_| !parted)
        };
        let apart = || {
            let near = (at + 1..=at + MOST_BETWEEN).filter(|from| words.get(at..*from).is_some_and(makes_one));
            near.filter(|_| !parted).find_map(|from| next(from, at))
        };
        // "every Monday unless it rains at 15": the time of day belongs to the days, and what stands between limits them.
        let later = || hour(at).filter(|_| !parted && lacks_hour(&words[..at]));
        let end = next(at, at).or_else(text).or_else(apart).or_else(later).or(joint(at).then_some(at + 1));
        let Some(end) = end else { break };
        at = end;
    }
    Some((at - usize::from(is(at - 1, &["to"])), at))
}

/// Whether a word joins what stands on its sides.
fn joins(word: &str) -> bool {
    ["and", "or", "&", ","].contains(&word)
}

/// Whether two times with these words between them are one, which perhaps nobody understands: "9 unless Friday", "9 and
/// maybe Friday". More words say something by themselves.
fn makes_one(between: &[&str]) -> bool {
    between.len() < 2 || (between.len() == 2 && joins(between[0]))
}

/// Whether a word is written like the short name of a zone.
fn is_abbreviation(word: Option<&&str>) -> bool {
    let name = word.map_or("", |word| word.trim_end_matches(':'));
    name.len() > 1 && name.bytes().all(|letter| letter.is_ascii_uppercase())
}

fn has_digit(word: &str) -> bool {
    word.contains(|c: char| c.is_ascii_digit())
}

/// Whether words inside a text are a time of day alone: "9 am", "at 8".
fn is_hour(time: &[&str]) -> bool {
    let words: Vec<String> = words(&time.join(" ")).into_iter().filter(|word| word != "at").collect();
    words.len() == 1 && words.iter().all(|word| has_digit(word))
}

/// Whether words inside a text are a length of time alone, as things that take that long have it beside them.
fn is_length(time: &[&str]) -> bool {
    let words = words(&time.join(" "));
    days::length(&words).is_some_and(|(_, used)| used == words.len())
}

/// Whether words inside a text are surely a time: a bare number or a short name of a day alone is not.
fn announced(time: &[&str]) -> bool {
    let words: Vec<String> = words(&time.join(" ")).into_iter().skip_while(|word| word == "the").collect();
    let first = words.first().map_or("", String::as_str);
    let number = first.starts_with(|c: char| c.is_ascii_digit());
    let told = first.contains([':', '-']) || first.ends_with(['m', 'p', 'a']);
    words.len() > 1 || if number { told } else { weekday(first).is_none() || first.len() > 4 }
}

/// The words in lower case, without the signs around them: "5 p.m." is one word, "Mon-Fri" are three.
fn words(text: &str) -> Vec<String> {
    let plain = text.to_lowercase().replace("a.m", "am").replace("p.m", "pm").replace('&', " and ");
    let mut found: Vec<String> = Vec::new();
    for word in plain.split_whitespace() {
        let word = word.trim_matches([',', ';', ':', '.', '!', '?', '(', ')']);
        let number = found.last().is_some_and(|last| last.ends_with(|c: char| c.is_ascii_digit()));
        let days: Vec<&str> = word.split(['-', '–', '/']).collect();
        match word {
            "" | "o'clock" | "oclock" => {}
            "am" | "pm" if number => found.last_mut().into_iter().for_each(|last| last.push_str(word)),
            _ if days.len() > 1 && days.iter().all(|day| weekday(day).is_some()) => {
                let between = if word.contains('/') { "and" } else { "to" };
                found.extend(days.join(&format!(" {between} ")).split(' ').map(str::to_owned));
            }
            _ => match word.split_once('t').filter(|(date, _)| date.contains('-')) {
                Some((date, time)) => found.extend([date.to_owned(), time.to_owned()]),
                None => found.push(word.to_owned()),
            },
        }
    }
    found
}
