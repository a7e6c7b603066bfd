//! A time whose parts stand apart in a sentence: "tomorrow to call at eight", "at 9 to call Kim on Friday", "on 12 March
//! of mum's birthday every year". It must not put together what does not read as one time.

use std::ops::Range;

use super::clock::{after_lead, announced, clock, part, timed};
use super::day::Here;
use super::daytimes::range;
use super::leftover::Rest;
use super::parse::moment_at;
use super::repeat::repeat;
use super::rule::{Moment, Rule};
use super::timelike::recurring;
use super::words::Words;

/// A further piece of a time.
pub(super) struct Piece {
    /// The whole time.
    pub(super) moment: Moment,
    /// The place of the piece in the words.
    pub(super) span: Range<usize>,
    /// The whole is surely meant.
    pub(super) sure: bool,
    /// The piece is a stretch of time, of which only the beginning was taken.
    pub(super) stretch: bool,
}

/// The whole of a time and the piece of it that stands apart in the words around it. `said`: the time as typed.
pub(super) fn piece(rest: &Rest, text: &str, moment: &Moment, said: &str, here: &Here) -> Option<Piece> {
    let words = rest.words();
    let once = matches!(moment.rule, Rule::Once { .. });
    let alone = once && is_clock(said);
    let clause = matches!(words.at(0), "that" | "dass");
    // "ab morgen jeden Tag" is no time of each day.
    let near = Words::cut(said).names_a_near_day();
    for i in (0..words.len()).filter(|i| words.may_begin(*i)) {
        let whole = |next: usize, ways: [String; 2], sure: bool, stretch: bool| {
            let read = ways.iter().find_map(|way| read(way, here))?;
            let moment = Moment { span: moment.span.clone(), ..read };
            Some(Piece { moment, span: words.span(i, next)?, sure, stretch })
        };
        let piece =
            |from: usize, next: usize| words.span(from, next).and_then(|span| text.get(span)).unwrap_or_default();
        if once
            && !near
            && let Some(next) = recurring(words, i).filter(|next| rest.at_seam(i, *next))
        {
            let end = timed(words, next).map_or(next, |(_, end)| end);
            let ways =
                [format!("{} {said} {}", piece(i, next), piece(next, end)), format!("{} {said}", piece(i, next))];
            return whole(end, ways, true, false);
        }
        if moment.day_only
            && let Some((_, _, next)) = range(words, i)
        {
            let first = range_begin(words, i)?;
            let end = part(words, next).map_or("", |(_, end)| piece(next, end));
            let ways =
                [format!("{said} at {} {end}", piece(i + 1, first)), format!("{said} at {}", piece(i + 1, first))];
            return whole(next, ways, false, true);
        }
        if moment.day_only
            && !clause
            && !rest.owned(i)
            && let Some(next) = clock_piece(words, i)
        {
            return whole(next, [format!("{said} {}", piece(i, next)), String::new()], false, false);
        }
        if alone
            && !clause
            && !rest.owned(i)
            && let Some(found) = moment_at(words, i, here)
            && found.clocked().is_none()
        {
            return whole(found.next, [format!("{} {said}", piece(i, found.next)), String::new()], false, false);
        }
    }
    None
}

/// Where the first time of day of a range ends.
fn range_begin(words: &Words, i: usize) -> Option<usize> {
    (i + 2..i + 8).find(|next| matches!(words.at(*next), "to" | "until" | "till" | "and" | "-" | "–" | "bis" | "und"))
}

/// "at 8", "5pm", "in the evening" somewhere in the words; the token after it.
fn clock_piece(words: &Words, i: usize) -> Option<usize> {
    if matches!(
        words.before(i),
        "from" | "until" | "till" | "between" | "to" | "than" | "since" | "for" | "bis" | "von"
    ) {
        return None;
    }
    if let Some((read, next)) = announced(words, i) {
        let end = part(words, next).filter(|_| read.open).map_or(next, |(_, end)| end);
        return (!read.loose || end > next || words.may_end(next)).then_some(end);
    }
    if let Some((_, next)) = clock(words, i).filter(|(read, _)| !read.loose) {
        return Some(next);
    }
    let led = matches!((words.at(i), words.at(i + 1)), ("in", "the") | ("at", "night")) || words.at(i) == "am";
    part(words, i).filter(|(_, next)| led && words.may_end(*next)).map(|(_, next)| next)
}

/// Whether a time is a time of day and nothing else.
fn is_clock(said: &str) -> bool {
    let words = Words::cut(said);
    let read = announced(&words, 0).or_else(|| after_lead(&words, 0));
    read.is_some_and(|(_, next)| words.is_done(next))
}

/// The time that a text is, read to its end.
fn read(text: &str, here: &Here) -> Option<Moment> {
    let words = Words::cut(text);
    if let Some(Ok(read)) = repeat(&words, 0, here, true)
        && words.is_done(read.next)
    {
        return Some(Moment {
            span: words.span(0, read.next)?,
            rule: read.rule,
            day_only: read.day_only,
            notes: Vec::new(),
        });
    }
    let found = moment_at(&words, 0, here).filter(|found| words.is_done(found.next))?;
    found.moment(&words, 0)
}
