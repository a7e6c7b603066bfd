//! The times of day of what recurs: "at 7 and 19", "every morning and evening", "every 2 hours from 9 to 17". It must
//! not read on which days that is.

use super::clock::{Clock, after_lead, announces, part};
use super::shape::Shape;
use super::spoken::hour_word;
use super::words::Words;

/// "at 7 and 19", "at 8am, noon and 6pm": the further times of day, and the token after them.
pub(super) fn more(words: &Words, first: Clock, mut next: usize) -> (Vec<Clock>, usize) {
    let mut clocks = vec![first];
    loop {
        let mut i = next;
        while matches!(words.at(i), "," | "and" | "&" | "und") {
            i += 1;
        }
        let start = i + usize::from(announces(words.at(i)));
        let read = after_lead(words, start).filter(|(read, after)| !read.loose || words.may_end(*after));
        let Some((read, after)) = read.filter(|_| i > next) else { return (clocks, next) };
        clocks.push(read);
        next = after;
    }
}

/// The time of the part of the day that ends before token `next`: "every evening" has its own.
pub(super) fn usual(words: &Words, next: usize) -> Option<Clock> {
    let (usual, after) = part(words, next.checked_sub(1)?)?;
    (after == next).then_some(usual)
}

/// "every morning and evening": the further parts of the day, and the token after them.
pub(super) fn parts_of_day(words: &Words, first: Clock, mut next: usize) -> (Vec<Clock>, usize) {
    let mut clocks = vec![first];
    loop {
        let mut after = next;
        while matches!(words.at(after), "," | "and" | "&" | "und" | "every" | "each" | "jeden") {
            after += 1;
        }
        let Some((clock, end)) = part(words, after).filter(|_| after > next) else { return (clocks, next) };
        clocks.push(clock);
        next = end;
    }
}

/// "from 9 to 17", "between five and six", "von acht bis zehn": the first and the last time of day, and the token after.
pub(super) fn range(words: &Words, i: usize) -> Option<(Clock, Clock, usize)> {
    let linked = |i: usize| matches!(words.at(i), "to" | "until" | "till" | "and" | "-" | "–" | "bis" | "und");
    // Between "from" and "to", "five" is no part of "five to six".
    let hour = |i: usize| match hour_word(words.at(i)) {
        Some(hour) if linked(i + 1) && hour <= 12 => Some((Clock::loose(hour, 0), i + 1)),
        _ => after_lead(words, i),
    };
    if !matches!(words.at(i), "from" | "between" | "von" | "zwischen") {
        return None;
    }
    let (first, next) = hour(i + 1)?;
    let (last, next) = after_lead(words, next + 1).filter(|_| linked(next))?;
    Some((first, last, next))
}

/// "from 9 to 17", "between 9 and 17" behind "every 2 hours": the times of day, and the token after them.
pub(super) fn by_the_hour(words: &Words, shape: &Shape, i: usize) -> Option<(Vec<Clock>, usize)> {
    let Shape::Hours(step) = shape else { return None };
    let (first, last, next) = range(words, i)?;
    let end = if last.loose && last.hour <= first.hour && last.hour < 12 { last.hour + 12 } else { last.hour };
    let hours = (first.hour..=end).step_by(usize::try_from(*step).ok()?);
    let clocks: Vec<Clock> = hours.map(|hour| Clock::exact(hour, first.minute)).collect();
    (clocks.len() > 1 && end < 24 && first.minute <= last.minute).then_some((clocks, next))
}
