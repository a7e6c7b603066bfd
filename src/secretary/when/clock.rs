//! Times of day as people write them: "5pm", "17:30", "15 Uhr", "noon", "half past six", "in the evening".
//!
//! It must not know dates; a clock becomes an instant in `day` and `parse`.

use super::spoken::spoken;
use super::words::Words;

/// A time of day.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Clock {
    /// 0 to 23.
    pub(super) hour: u32,
    /// 0 to 59.
    pub(super) minute: u32,
    /// Only an hour without am or pm: it may be meant in the afternoon.
    pub(super) loose: bool,
    /// Neither am nor pm was said, so that "in the evening" may still move it: "7:30", "8 Uhr".
    pub(super) open: bool,
}

/// The time that a date without a time gets.
pub(super) const MORNING: Clock = Clock::exact(9, 0);

impl Clock {
    /// A time that is certain.
    pub(super) const fn exact(hour: u32, minute: u32) -> Self {
        Self { hour, minute, loose: false, open: false }
    }

    /// A time on the 24-hour clock, which people also use for the evening when they say so.
    pub(super) const fn shown(hour: u32, minute: u32) -> Self {
        Self { hour, minute, loose: false, open: true }
    }

    /// A bare hour, whose half of the day is open.
    pub(super) const fn loose(hour: u32, minute: u32) -> Self {
        Self { hour, minute, loose: true, open: true }
    }
}

/// Reads a time of day that begins at token `i`, without a word such as "at"; returns the token after it.
pub(super) fn clock(words: &Words, i: usize) -> Option<(Clock, usize)> {
    match words.at(i) {
        "noon" | "midday" | "mittag" | "mittags" => return Some((Clock::exact(12, 0), i + 1)),
        "midnight" | "mitternacht" => return Some((Clock::exact(0, 0), i + 1)),
        _ => {}
    }
    if let Some(read) = spoken(words, i, false) {
        return Some(read);
    }
    let hour = words.short_number(i, 2)?;
    let separated = |mark: &str| {
        let minute = words.short_number(i + 2, 2)?;
        let fits = words.at(i + 1) == mark
            && words.glued(i + 1)
            && words.glued(i + 2)
            && words.at(i + 2).len() == 2
            && minute < 60;
        fits.then_some(minute)
    };
    let colon = separated(":");
    let dot = separated(".");
    let (minute, next) = match (colon, dot) {
        (Some(minute), _) => {
            let seconds = words.at(i + 3) == ":" && words.glued(i + 3) && words.at(i + 4) == "00";
            (minute, if seconds { i + 5 } else { i + 3 })
        }
        (None, Some(minute)) => (minute, i + 3),
        (None, None) => (0, i + 1),
    };
    if let Some((afternoon, next)) = meridiem(words, next) {
        let hour = match (hour, afternoon) {
            (12, false) => 0,
            (12, true) => 12,
            (1..=11, false) => hour,
            (1..=11, true) => hour + 12,
            _ => return None,
        };
        return Some((Clock::exact(hour, minute), next));
    }
    if hour > 23 {
        return None;
    }
    match words.at(next) {
        "uhr" => {
            let after = words.short_number(next + 1, 2).filter(|after| *after < 60 && colon.is_none() && dot.is_none());
            let read =
                after.map_or((Clock::shown(hour, minute), next + 1), |after| (Clock::shown(hour, after), next + 2));
            Some(read)
        }
        "o'clock" => Some((Clock::loose(hour, minute), next + 1)),
        _ if colon.is_some() => {
            let trails = words.glued(next) && matches!(words.at(next), "z" | ":" | "+" | "%" | "x");
            (!trails).then_some((Clock::shown(hour, minute), next))
        }
        // "5.30" may be a price, and "5h" or "5th" is something else.
        _ if dot.is_some() => None,
        _ if words.glued(next) && !words.may_end(next) => None,
        _ => Some((Clock::loose(hour, 0), next)),
    }
}

/// "am", "pm", "a.m.", "p.m.": whether it is the afternoon, and the token after it.
pub(super) fn meridiem(words: &Words, i: usize) -> Option<(bool, usize)> {
    match words.at(i) {
        "am" => Some((false, i + 1)),
        "pm" => Some((true, i + 1)),
        letter @ ("a" | "p") if words.at(i + 1) == "." && words.glued(i + 1) && words.at(i + 2) == "m" => {
            let dotted = words.at(i + 3) == "." && words.glued(i + 3);
            Some((letter == "p", if dotted { i + 4 } else { i + 3 }))
        }
        _ => None,
    }
}

/// A part of the day and the hour it stands for.
fn part_hour(word: &str) -> Option<u32> {
    Some(match word {
        "morning" | "früh" | "morgen" | "morgens" => 9,
        "vormittag" | "vormittags" => 10,
        "noon" | "mittag" => 12,
        "afternoon" | "nachmittag" | "nachmittags" => 15,
        "evening" | "abend" | "abends" => 19,
        "night" | "nacht" | "nachts" => 21,
        _ => return None,
    })
}

/// "morning", "in the evening", "at night", "am Abend": the usual hour, and the token after it.
pub(super) fn part(words: &Words, i: usize) -> Option<(Clock, usize)> {
    let start = match (words.at(i), words.at(i + 1)) {
        ("in", "the") => i + 2,
        ("at", "night") | ("am", "morgen" | "vormittag" | "mittag" | "nachmittag" | "abend") => i + 1,
        ("in", "der") if words.at(i + 2) == "nacht" => i + 2,
        _ => i,
    };
    Some((Clock::exact(part_hour(words.at(start))?, 0), start + 1))
}

/// Whether the token is a word that announces a time of day.
pub(super) fn announces(word: &str) -> bool {
    matches!(word, "at" | "@" | "um" | "around" | "gegen" | "ab")
}

/// Reads a time of day behind a word that announces one, at token `i`: "at 9", "at around eight", "um halb vier".
pub(super) fn announced(words: &Words, i: usize) -> Option<(Clock, usize)> {
    if !announces(words.at(i)) {
        return None;
    }
    after_lead(words, i + 1)
}

/// Reads a time of day that something before token `i` leads to, so that an hour in words is enough: "eight", "about nine".
pub(super) fn after_lead(words: &Words, i: usize) -> Option<(Clock, usize)> {
    const NEARLY: &[&str] = &[
        "about",
        "around",
        "roughly",
        "approximately",
        "exactly",
        "precisely",
        "sharp",
        "etwa",
        "ungefähr",
        "circa",
        "genau",
        "punkt",
    ];
    let mut i = i + usize::from(NEARLY.contains(&words.at(i)));
    if words.at(i) == "ca" {
        i += 1 + usize::from(words.at(i + 1) == ".");
    }
    let (read, next) = spoken(words, i, true).or_else(|| clock(words, i))?;
    let or_so = (words.at(next), words.at(next + 1)) == ("or", "so");
    let exact = matches!(words.at(next), "sharp" | "ish" | "exactly" | "pünktlich");
    Some((read, next + if or_so { 2 } else { usize::from(exact) }))
}

/// Reads a time of day which follows or opens an expression: "at 9", ", 17:30", "in the evening". A bare number
/// counts only after "at".
pub(super) fn timed(words: &Words, i: usize) -> Option<(Clock, usize)> {
    let i = if words.at(i) == "," { i + 1 } else { i };
    if let Some((read, next)) = announced(words, i) {
        return Some(with_part(words, read, next));
    }
    if let Some((read, next)) = clock(words, i).filter(|(read, _)| !read.loose) {
        return Some((read, next));
    }
    if let Some((read, after)) = clock(words, i)
        && let Some((_, next)) = part(words, after)
    {
        let (read, _) = with_part(words, read, after);
        return Some((read, next));
    }
    let (usual, next) = part(words, i)?;
    match announced(words, next) {
        Some((read, after)) => Some((settle(read, usual), after)),
        None => Some((usual, next)),
    }
}

/// An hour which opens an expression: announced, or certain by itself; never a mere part of the day.
pub(super) fn opening(words: &Words, i: usize) -> Option<(Clock, usize)> {
    if announces(words.at(i)) {
        let (read, next) = announced(words, i)?;
        return Some(with_part(words, read, next));
    }
    clock(words, i).filter(|(read, _)| !read.loose)
}

/// "at 5 in the evening": a part of the day behind an open hour settles it.
fn with_part(words: &Words, read: Clock, next: usize) -> (Clock, usize) {
    // "um acht morgen" is tomorrow.
    match part(words, next).filter(|_| read.open && words.at(next) != "morgen") {
        Some((usual, after)) => (settle(read, usual), after),
        None => (read, next),
    }
}

/// "at 9 tomorrow night": the part of the day behind the day that stands behind a clock. One that says otherwise than
/// the clock is left where it is.
pub(super) fn behind_day(words: &Words, read: Clock, next: usize) -> (Clock, usize) {
    let Some((usual, after)) = part(words, next) else { return (read, next) };
    let settled = settle(Clock { open: true, ..read }, usual);
    let agrees = read.open || (settled.hour, settled.minute) == (read.hour, read.minute);
    if agrees { (settled, after) } else { (read, next) }
}

/// Moves an open hour into the named part of the day.
pub(super) fn settle(read: Clock, usual: Clock) -> Clock {
    let hour = match (read.hour, usual.hour) {
        _ if !read.open => read.hour,
        (12, 21) => 0,
        (5..=11, 21) | (1..=11, 12..=20) => read.hour + 12,
        (hour, _) => hour,
    };
    Clock::exact(hour, read.minute)
}
