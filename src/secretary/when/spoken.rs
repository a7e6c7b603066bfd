//! Times of day as people say them: "eight", "a quarter past two", "ten to five", "eight thirty", "halb vier", "Viertel nach
//! acht", "fünf vor halb neun".
//!
//! It must not know digits alone, which `clock` reads, nor dates.

use super::clock::{Clock, meridiem};
use super::words::Words;

/// An hour in words: 1 to 12, in German also up to 24.
pub(super) fn hour_word(word: &str) -> Option<u32> {
    Some(match word {
        "one" | "eins" | "ein" => 1,
        "two" | "zwei" | "zwo" => 2,
        "three" | "drei" => 3,
        "four" | "vier" => 4,
        "five" | "fünf" => 5,
        "six" | "sechs" => 6,
        "seven" | "sieben" => 7,
        "eight" | "acht" => 8,
        "nine" | "neun" => 9,
        "ten" | "zehn" => 10,
        "eleven" | "elf" => 11,
        "twelve" | "zwölf" => 12,
        "dreizehn" => 13,
        "vierzehn" => 14,
        "fünfzehn" => 15,
        "sechzehn" => 16,
        "siebzehn" => 17,
        "achtzehn" => 18,
        "neunzehn" => 19,
        "zwanzig" => 20,
        "einundzwanzig" => 21,
        "zweiundzwanzig" => 22,
        "dreiundzwanzig" => 23,
        _ => return None,
    })
}

/// Minutes in words at token `i`: "thirty", "forty-five", "oh five", "fifteen"; the token after them.
fn minutes(words: &Words, i: usize) -> Option<(u32, usize)> {
    let ones = |i: usize| hour_word(words.at(i)).filter(|ones| *ones <= 9);
    if matches!(words.at(i), "oh" | "o") {
        return Some((ones(i + 1)?, i + 2));
    }
    let tens = match words.at(i) {
        "ten" | "zehn" => return Some((10, i + 1)),
        "fifteen" | "fünfzehn" => return Some((15, i + 1)),
        "fünfundvierzig" => return Some((45, i + 1)),
        "fünfunddreißig" => return Some((35, i + 1)),
        "fünfundzwanzig" => return Some((25, i + 1)),
        "fünfundfünfzig" => return Some((55, i + 1)),
        "twenty" | "zwanzig" => 20,
        "thirty" | "dreißig" | "dreissig" => 30,
        "forty" | "fourty" | "vierzig" => 40,
        "fifty" | "fünfzig" => 50,
        _ => return None,
    };
    let dash = i + 1 + usize::from(words.at(i + 1) == "-");
    Some(ones(dash).map_or((tens, i + 1), |ones| (tens + ones, dash + 1)))
}

/// An hour after "past", "to", "halb": in words or digits; the token after it.
fn hour(words: &Words, i: usize) -> Option<(u32, usize)> {
    let closed = |i: usize| words.may_end(i) || matches!(words.at(i), "am" | "pm" | "o'clock" | "uhr" | "a" | "p");
    let digits = || words.short_number(i, 2).filter(|_| closed(i + 1));
    let read = hour_word(words.at(i)).or_else(digits).filter(|hour| (1..=12).contains(hour))?;
    Some((read, i + 1))
}

/// How many minutes after the hour, or before it (below zero): "a quarter past", "ten to", "20 minutes after", "Viertel vor",
/// "fünf vor halb"; the token at which the hour stands. "5 to 6" may as well be a range, unless "at" stands before it.
fn apart(words: &Words, i: usize, announced: bool) -> Option<(i32, usize)> {
    let i = i + usize::from(words.at(i) == "a");
    let quarter = matches!(words.at(i), "quarter" | "viertel");
    let (count, mut next) = match words.short_number(i, 2) {
        _ if quarter => (15, i + 1),
        Some(count) => (Some(count).filter(|count| matches!(count, 5 | 10 | 20 | 25))?, i + 1),
        None => minutes(words, i).or_else(|| Some((hour_word(words.at(i)).filter(|n| *n == 5)?, i + 1)))?,
    };
    let named = matches!(words.at(next), "minutes" | "min" | "mins" | "minuten");
    next += usize::from(named);
    let count = i32::try_from(count).ok()?;
    let signed = match words.at(next) {
        "past" | "nach" => count,
        "after" if quarter || named => count,
        "vor" => -count,
        "to" | "till" | "before" if quarter || named || announced => -count,
        _ => return None,
    };
    let half = words.at(next + 1) == "halb";
    Some(if half { (signed - 30, next + 2) } else { (signed, next + 1) })
}

/// Reads a time of day in words at token `i`; the token after it. After "at" or "um" (`announced`) the hour alone is
/// enough.
pub(super) fn spoken(words: &Words, i: usize, announced: bool) -> Option<(Clock, usize)> {
    let shift = match (words.at(i), words.at(i + 1)) {
        ("half", "past") => Some((30, i + 2)),
        ("halb", _) => Some((-30, i + 1)),
        ("dreiviertel", _) => Some((-15, i + 1)),
        _ => apart(words, i, announced),
    };
    if let Some((shift, at)) = shift
        && let Some((hour, next)) = hour(words, at)
    {
        let next = next + usize::from(matches!(words.at(next), "o'clock" | "uhr"));
        let minutes = (i32::try_from(hour).ok()? * 60 + shift + 720 - 60) % 720 + 60;
        let minutes = u32::try_from(minutes).ok()?;
        return Some(in_half(words, minutes / 60, minutes % 60, next));
    }
    let hour = hour_word(words.at(i))?;
    let next = i + 1;
    if words.at(next) == "uhr" {
        return Some(match minutes(words, next + 1) {
            Some((minute, next)) => (Clock::shown(hour, minute), next),
            None => (Clock::shown(hour, 0), next + 1),
        });
    }
    let of_the_clock = match (words.at(next), words.at(next + 1)) {
        ("o'clock" | "oclock", _) => Some(next + 1),
        ("o", "clock") => Some(next + 2),
        _ => None,
    };
    if hour > 12 {
        return None;
    }
    if let Some(next) = of_the_clock {
        return Some(in_half(words, hour, 0, next));
    }
    if let Some((minute, next)) = minutes(words, next).filter(|_| announced) {
        return Some(in_half(words, hour, minute, next));
    }
    let (read, end) = in_half(words, hour, 0, next);
    // "at one of them" is no hour, and "um ein Bild" neither.
    let count = hour == 1 && !words.may_end(end) || words.at(i) == "ein" || words.at(end) == "of";
    (!read.loose || announced && !count).then_some((read, end))
}

/// The time with the half of the day that may follow: "pm"; without one, the half is open.
fn in_half(words: &Words, hour: u32, minute: u32, next: usize) -> (Clock, usize) {
    match meridiem(words, next) {
        Some((true, next)) => (Clock::exact(hour % 12 + 12, minute), next),
        Some((false, next)) => (Clock::exact(hour % 12, minute), next),
        None => (Clock::loose(hour, minute), next),
    }
}
