//! What words mean that came after a reminder's missing time or words were asked for. It must not read wishes for a new
//! reminder.

use super::{Part, Reading, clean, elsewhere, no_time, placed, read, timed};
use crate::secretary::action::Action;
use crate::secretary::choosing;
use crate::secretary::talk::{self, Bare, Talk};
use crate::secretary::when::{self, Doubt, Sentence};
use crate::secretary::wording::reminding as wording;
use chrono::{DateTime, Utc};
use chrono_tz::Tz;

/// What words mean which came after a question for the missing part of a reminder; none when they are words of
/// their own.
pub fn answer(asked: &Action, text: &str, zone: Tz, now: DateTime<Utc>) -> Option<Reading> {
    let Action::Remind { what, rule, .. } = asked else { return None };
    if read(text, zone, now).is_some() || choosing::typed_decision(text).is_some() {
        return None;
    }
    match (talk::read(text), what) {
        (Some(Talk::Small(_)), _) => return None,
        (Some(Talk::Bare(Bare::Drop | Bare::DropLast | Bare::No | Bare::Stop)), _) => return Some(Reading::Dropped),
        // Heard, and the question stands.
        (Some(Talk::Bare(_)), Some(what)) => {
            return Some(Reading::NoTime { what: what.clone(), why: String::new() });
        }
        (Some(Talk::Bare(_)) | None, _) => {}
    }
    match (what, rule) {
        (Some(what), _) => {
            let reading = new_time(what, text, zone, now)?;
            Some(placed(reading, || new_time(what, text, elsewhere(zone), now)))
        }
        (None, Some(rule)) => {
            let what = clean(text);
            let over = when::next_due(rule, zone, now).is_none();
            Some(if over {
                Reading::NoTime { what, why: wording::never() }
            } else {
                Reading::Clear { what, rule: rule.clone(), notes: Vec::new(), local: rule.recurs() }
            })
        }
        (None, None) => None,
    }
}

/// A time that was asked for, in as few words as people use then: "9", "tomorrow", "2 hours".
fn new_time(what: &str, text: &str, zone: Tz, now: DateTime<Utc>) -> Option<Reading> {
    let text = text.trim().trim_end_matches(['.', '!', '?']);
    let ways =
        [text.to_owned(), format!("at {text}"), format!("in {text}"), format!("in the {text}"), format!("on {text}")];
    let each = |way: &String| {
        let readings = when::each_time(way, zone, now)?;
        let part = |way: &String| timed(what.to_owned(), &whole(way, zone, now)?, zone, now).clear();
        readings.iter().map(part).collect::<Option<Vec<Part>>>().filter(|parts| parts.len() > 1)
    };
    if let Some(parts) = ways.iter().find_map(each) {
        return Some(Reading::Several(parts));
    }
    if let Some(sentence) = ways.iter().find_map(|way| whole(way, zone, now)) {
        return Some(timed(what.to_owned(), &sentence, zone, now));
    }
    // What was meant as a time and is none is named, and asked for again.
    let wrong = ways.iter().take(2).find_map(|way| {
        let sentence = when::read_sentence(way, zone, now, false);
        let short = text.split_whitespace().count() <= 6;
        sentence.doubts.into_iter().find(|doubt| short && matches!(doubt, Doubt::Fault(_) | Doubt::Over(_)))
    })?;
    Some(no_time(what.to_owned(), &wrong))
}

/// A time with nothing around it but words that add nothing.
fn whole(way: &str, zone: Tz, now: DateTime<Utc>) -> Option<Sentence> {
    let sentence = when::read_sentence(way, zone, now, false);
    let filler = sentence.words.split(|c: char| !c.is_alphanumeric()).all(fills);
    (sentence.moment.is_some() && filler).then_some(sentence)
}

/// Words that add nothing to a time.
fn fills(word: &str) -> bool {
    matches!(
        word.to_lowercase().as_str(),
        "" | "please"
            | "pls"
            | "ok"
            | "okay"
            | "yes"
            | "then"
            | "maybe"
            | "make"
            | "it"
            | "that"
            | "say"
            | "let"
            | "s"
            | "lets"
            | "better"
            | "no"
            | "sure"
            | "thanks"
            | "bitte"
            | "ja"
            | "about"
            | "around"
            | "for"
            | "instead"
    )
}
