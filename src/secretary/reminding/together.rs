//! Several reminders in one wish: the same thing at several times ("at 9, 12 and 15 to drink water"), or one thing
//! after another ("at 9 to call Kim and at 10 to call Bo"). Each part must read clearly by itself; what may be meant
//! otherwise is asked about.

use super::opening::Opening;
use super::{Part, Reading, clean, weigh};
use crate::secretary::when::{self, Doubt, Rule};
use chrono::{DateTime, Utc};
use chrono_tz::Tz;

/// Words that begin a thing to do, so that they are no more of the thing before.
const VERBS: &str = "to|call|send|write|ask|buy|pay|go|take|wake|tell|meet|bring|get|make|prepare|submit|water|feed|\
                     pick|leave|visit|check|clean|cook|eat|drink|read|start|stop|turn|put|book|order|text|email|mail|\
                     walk|print";

/// The same words at several times.
pub(super) fn by_times(rest: &str, opening: &Opening, zone: Tz, now: DateTime<Utc>) -> Option<Reading> {
    let texts = when::each_time(rest, zone, now)?;
    let parts: Option<Vec<Part>> = texts.iter().map(|text| part(text, opening, zone, now)).collect();
    let mut parts = parts?;
    if parts.iter().all(|part| !part.rule.recurs()) {
        parts.sort_by_key(|part| when::next_due(&part.rule, zone, now));
    }
    parts.dedup_by(|a, b| a.rule == b.rule);
    (parts.len() > 1).then_some(Reading::Several(parts))
}

/// One part that reads clearly by itself.
fn part(text: &str, opening: &Opening, zone: Tz, now: DateTime<Utc>) -> Option<Part> {
    let sentence = when::read_sentence(text, zone, now, opening.early);
    weigh(&sentence, opening, zone, now).clear()
}

/// Where the time of a part stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stands {
    First,
    Last,
}

/// One thing after another, each with its time, all of them before or all of them behind their words.
pub(super) fn by_words(rest: &str, opening: &Opening, zone: Tz, now: DateTime<Utc>) -> Option<Reading> {
    let mut texts = Vec::new();
    let mut from = 0;
    for (end, next) in when::breaks(rest, zone, now) {
        texts.push(rest.get(from..end)?.trim());
        from = next;
    }
    texts.push(rest.get(from..)?.trim().trim_end_matches(['.', '!']));
    if texts.len() < 2 || opening.usual.is_some() {
        return None;
    }
    let mut parts: Vec<Part> = Vec::new();
    let mut day: Option<Rule> = None;
    let mut stands = None;
    let mut sure = true;
    let mut clocks: Vec<String> = Vec::new();
    for (at, text) in texts.iter().enumerate() {
        let sentence = when::read_sentence(text, zone, now, opening.early);
        let moment = sentence.moment.as_ref()?;
        let place = if moment.span.start == 0 {
            Stands::First
        } else if moment.span.end == text.len() {
            Stands::Last
        } else {
            return None;
        };
        if stands.is_some_and(|stands| stands != place) || !sentence.doubts.iter().all(harmless) {
            return None;
        }
        stands = Some(place);
        let said = text.get(moment.span.clone())?;
        let alone = when::parse_clock(said).is_some();
        let inherited = day.as_ref().filter(|_| alone).map(|day| on_the_same(day, said, &sentence.words, zone));
        let whole = inherited.unwrap_or_else(|| (*text).to_owned());
        let read = part(&whole, opening, zone, now)?;
        if alone {
            clocks.push(format!("tomorrow {} to {}", said.trim(), clean(&sentence.words)));
        } else {
            day = Some(read.rule.clone());
        }
        let begins = text.split_whitespace().next().unwrap_or_default().to_lowercase();
        sure &= at == 0 || place == Stands::First || VERBS.split('|').any(|verb| verb == begins);
        parts.push(read);
    }
    let ordered = parts.windows(2).all(|pair| match pair {
        [before, after] => when::in_order(&before.rule, &after.rule),
        _ => true,
    });
    let date = |part: &Part| when::next_due(&part.rule, zone, now).map(|at| at.with_timezone(&zone).date_naive());
    let one_day = parts.iter().all(|part| parts.first().is_some_and(|first| date(first) == date(part)));
    // One of the times of day is over today: perhaps all are meant tomorrow.
    let apart = clocks.len() == parts.len() && !(ordered && one_day);
    if apart {
        parts = clocks.iter().map(|text| part(text, opening, zone, now)).collect::<Option<Vec<Part>>>()?;
    }
    sure &= ordered && !apart;
    Some(if sure { Reading::Several(parts) } else { Reading::CheckAll(parts) })
}

/// A name of a day that belongs to the words.
fn harmless(doubt: &Doubt) -> bool {
    matches!(doubt, Doubt::Mentioned(_))
}

/// A time of day alone, on the day or the days of the part before it.
fn on_the_same(day: &Rule, clock: &str, words: &str, zone: Tz) -> String {
    let (clock, words) = (clock.trim(), clean(words));
    match day {
        Rule::Once { at } => format!("{} {clock} to {words}", at.with_timezone(&zone).format("%Y-%m-%d")),
        Rule::Wall { text, .. } => match text.split_once(" at ") {
            Some((days, _)) => format!("{days} {clock} to {words}"),
            None => format!("{clock} to {words}"),
        },
    }
}
