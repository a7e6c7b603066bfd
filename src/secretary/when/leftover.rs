//! What still looks like a time in the words around one that was read. At the seams (where the time stood, at the
//! beginning and at the end) a word of time is most likely a part of it that was not understood; elsewhere it may well belong to
//! the thing ("the nine o'clock train").
//!
//! It must not decide what is said about a doubt.

use std::ops::Range;

use super::clock::{clock, part};
use super::day::Here;
use super::daytimes::range;
use super::length::length;
use super::parse::moment_at;
use super::repeat::repeat;
use super::rule::shorten;
use super::sentence::Doubt;
use super::timelike::{
    bare_hour, bare_range, begins, event, hour_like, mentioned, nearly, part_like, recurring, time_like,
};
use super::words::Words;

/// The words around a time that was read.
pub(super) struct Rest<'t> {
    text: &'t str,
    words: Words,
    /// The first token behind the place where the time stood.
    seam: usize,
    /// The time names a time of day.
    clocked: bool,
}

/// The doubt about a piece.
type Of = fn(String) -> Doubt;

/// Where a piece stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stands {
    /// At the beginning, or right behind the time.
    First,
    /// Right before the time.
    Before,
    /// At the end.
    Last,
    /// In the middle of the words.
    Inside,
}

impl<'t> Rest<'t> {
    /// `seam`: the byte at which the time stood.
    pub(super) fn new(text: &'t str, seam: usize, clocked: bool) -> Self {
        let words = Words::cut(text);
        let seam = (0..words.len()).find(|i| words.span(*i, *i + 1).is_some_and(|span| span.start >= seam));
        let seam = seam.unwrap_or(words.len());
        Self { text, words, seam, clocked }
    }

    pub(super) fn words(&self) -> &Words {
        &self.words
    }

    fn stands(&self, from: usize, next: usize) -> Stands {
        let comma = |i: usize| i + usize::from(self.words.at(i) == ",");
        if from == 0 || from == self.seam || from == comma(self.seam) {
            Stands::First
        } else if comma(next) == self.seam {
            Stands::Before
        } else if self.words.is_done(next) {
            Stands::Last
        } else {
            Stands::Inside
        }
    }

    /// Whether a piece stands at a seam, and no word before it makes it a part of the thing.
    pub(super) fn at_seam(&self, from: usize, next: usize) -> bool {
        match self.stands(from, next) {
            Stands::First => true,
            Stands::Before | Stands::Last => !self.owned(from),
            Stands::Inside => false,
        }
    }

    /// "the Friday call", "tickets for Friday night": a word before the piece makes it a part of the thing.
    pub(super) fn owned(&self, from: usize) -> bool {
        let lead = self.words.before(from);
        let leads = matches!(lead, "for" | "of" | "about" | "für" | "von") && self.clocked;
        leads
            || matches!(
                lead,
                "the"
                    | "a"
                    | "an"
                    | "my"
                    | "our"
                    | "your"
                    | "his"
                    | "her"
                    | "their"
                    | "its"
                    | "der"
                    | "die"
                    | "das"
                    | "den"
                    | "dem"
                    | "des"
                    | "ein"
                    | "eine"
                    | "einen"
                    | "mein"
                    | "meine"
                    | "meinen"
                    | "unser"
                    | "unsere"
                    | "unseren"
                    | "zum"
                    | "zur"
            )
    }

    fn said(&self, from: usize, to: usize) -> (String, Range<usize>) {
        let span = self.words.span(from, to.min(self.words.len())).unwrap_or_default();
        (shorten(self.text.get(span.clone()).unwrap_or_default()), span)
    }

    /// Whatever looks like a time, the gravest first, each with its place; its place is to be cut out where it stands first.
    pub(super) fn doubts(&self, here: &Here) -> Vec<(Doubt, Option<Range<usize>>)> {
        let mut found = Vec::new();
        let mut i = 0;
        while i < self.words.len() && found.len() < 3 {
            let Some((doubt, next)) = self.doubt(i, here) else {
                i += 1;
                continue;
            };
            let (said, span) = self.said(i, next);
            let first = self.stands(i, next) == Stands::First;
            found.push((doubt(said), Some(span).filter(|_| first)));
            i = next.max(i + 1);
        }
        found.sort_by_key(|(doubt, _)| match doubt {
            Doubt::Hour(_) => 0,
            Doubt::Fault(_)
            | Doubt::Over(_)
            | Doubt::Days
            | Doubt::Monthly
            | Doubt::Apart
            | Doubt::Second(_)
            | Doubt::Stretch(_)
            | Doubt::Unread(_) => 1,
            Doubt::Mentioned(_) => 2,
        });
        found
    }

    fn doubt(&self, i: usize, here: &Here) -> Option<(Of, usize)> {
        let words = &self.words;
        let second = match repeat(words, i, here, true).filter(|_| words.may_begin(i)) {
            Some(Ok(read)) => Some(read.next),
            Some(Err(_)) | None => moment_at(words, i, here).filter(|_| words.may_begin(i)).map(|found| found.next),
        };
        if let Some(next) = second {
            let named = next <= i + 1 && clock(words, i).is_none();
            let first = self.stands(i, next) == Stands::First;
            // "the 5 pm train"; but "remind me tomorrow of the 5 pm" names no thing.
            let of_a_thing = self.owned(i) && !first && (self.clocked || !words.may_end(next));
            // "on 12 March every three weeks": what recurs could not be put together with the date.
            if recurring(words, i).is_some() && self.at_seam(i, next) {
                return Some((Doubt::Unread, next));
            }
            return Some(match named {
                true if self.at_seam(i, next) => (Doubt::Unread, next),
                true => (Doubt::Mentioned, next),
                false if of_a_thing => (Doubt::Mentioned, next),
                false => (Doubt::Second, next),
            });
        }
        if let Some((doubt, next)) = self.piece(i) {
            return Some((doubt, next));
        }
        // "the 9 o'clock train"
        if let Some(next) = time_like(words, i).filter(|_| words.number(i).is_none() || !self.owned(i)) {
            return Some((Doubt::Unread, next));
        }
        let named = mentioned(words, i) && words.may_begin(i);
        let doubt: Of = if self.at_seam(i, i + 1) { Doubt::Unread } else { Doubt::Mentioned };
        named.then_some((doubt, i + 1))
    }

    /// A word of time at a seam.
    fn piece(&self, i: usize) -> Option<(Of, usize)> {
        let words = &self.words;
        if let Some((_, _, next)) = range(words, i) {
            return self.at_seam(i, next).then_some((Doubt::Unread, next));
        }
        if let Some(next) = begins(words, i) {
            return self.at_seam(i, next).then_some((Doubt::Unread, next));
        }
        let behind = i == self.seam && !self.clocked;
        if behind && let Some(next) = bare_range(words, i) {
            return Some((Doubt::Unread, next));
        }
        if behind && let Some(next) = bare_hour(words, i) {
            return Some((Doubt::Hour, next));
        }
        if behind && let Some(next) = event(words, i) {
            return Some((Doubt::Hour, next));
        }
        // "a week from" Friday.
        if i == 0
            && let Some((_, next)) = length(words, i).filter(|(_, next)| *next == self.seam)
        {
            return Some((Doubt::Unread, next));
        }
        if let Some(next) = hour_like(words, i) {
            return self.at_seam(i, next).then_some((Doubt::Hour, next));
        }
        if let Some(next) = recurring(words, i) {
            return self.at_seam(i, next).then_some((Doubt::Unread, next));
        }
        let first = |next: usize| self.stands(i, next) == Stands::First;
        let beside = |next: usize| first(next) || !self.clocked && self.stands(i, next) == Stands::Before;
        // "or 6", "and Friday", "to 7" behind a time.
        let joins = matches!(words.at(i), "or" | "oder" | "and" | "und" | "to" | "bis" | "-" | "–" | "/");
        if joins
            && i >= self.seam
            && let Some(next) = nearly(words, i + 1)
        {
            return first(next).then_some((Doubt::Unread, next));
        }
        let (lead, next) = match (words.at(i), words.at(i + 1)) {
            ("first", "thing") => (true, i + 2),
            ("early" | "late" | "later", _) => (true, i + 1),
            _ => (false, i),
        };
        if lead {
            return beside(next).then_some((Doubt::Unread, next));
        }
        let next = part(words, i).map(|(_, next)| next).or_else(|| part_like(words.at(i)).then_some(i + 1))?;
        let led = next > i + 1;
        (first(next) || led && self.at_seam(i, next)).then_some((Doubt::Unread, next))
    }
}
