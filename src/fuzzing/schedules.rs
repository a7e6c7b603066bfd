//! Times, schedules and zones as people type them: what is understood comes again at rising times in the future and means
//! the same when it is said back; what is not gets a sentence.

use super::{moments, text_of};
use crate::secretary::when::{self, Moment, Rule, WhenError};
use chrono::{DateTime, Utc};
use chrono_tz::Tz;

/// Zones of every kind: none, summer time north and south, half an hour of it, a change at midnight, a dropped day.
const ZONES: [Tz; 6] = [
    Tz::UTC,
    Tz::Europe__Berlin,
    Tz::America__New_York,
    Tz::Australia__Lord_Howe,
    Tz::America__Nuuk,
    Tz::Pacific__Apia,
];
/// The longest sentence said to a person, in characters.
const SENTENCE: usize = 400;

/// A schedule, a sentence with a time in it, and a zone.
pub(super) fn schedules(input: &[u8]) {
    let text = text_of(input);
    let at = text.len();
    let zones = [Tz::Europe__Berlin, ZONES[at % ZONES.len()]];
    for (zone, now) in zones.into_iter().zip([moments()[0], moments()[at % 4]]) {
        match when::parse_schedule(&text, zone, now) {
            Ok(rule) => {
                holds(&rule, zone, now);
                means_the_same_said_back(&rule, &text, zone, now);
            }
            Err(why) => is_said(&why),
        }
        if let Some(moment) = when::parse_moment(&text, zone, now) {
            lies_in(&moment, &text, zone, now);
        }
        let sentence = when::read_sentence(&text, zone, now, at.is_multiple_of(2));
        if let Some(moment) = &sentence.moment {
            lies_in(moment, &text, zone, now);
        }
        parts(&text, zone, now);
    }
    match when::parse_zone(&text) {
        Ok(zone) => assert_eq!(when::parse_zone(zone.name()), Ok(zone), "a zone has its name"),
        Err(why) => is_said(&why),
    }
}

/// The readers of parts of a time.
fn parts(text: &str, zone: Tz, now: DateTime<Utc>) {
    for (from, to) in when::breaks(text, zone, now) {
        assert!(from <= to && text.get(from..to).is_some(), "{from}..{to} is no part of {text:?}");
    }
    assert!(when::each_time(text, zone, now).is_none_or(|times| times.len() > 1));
    if let Some((hour, minute)) = when::parse_clock(text) {
        assert!(hour < 24 && minute < 60);
    }
    if let Some(stretch) = when::read_stretch(text)
        && let Some(today) = when::today(zone, now)
    {
        let _ = (stretch.from(today, true), stretch.from(today, false));
    }
    for past in [true, false] {
        let _ = when::read_date(text, zone, now, past);
    }
    let _ = (when::weekdays_in(text), when::dates_in(text, zone, now), when::zone_told(text), when::cities_of(text));
    let _ = when::likely_zones(text, zone);
}

/// A reason is a sentence of bounded length that ends.
fn is_said(why: &WhenError) {
    let words = why.to_string();
    assert!(words.chars().count() <= SENTENCE, "{words}");
    assert!(!words.contains(['\n', '\r', '\0']), "{words:?}");
}

/// What was found in a sentence is a part of it, and a time.
fn lies_in(moment: &Moment, text: &str, zone: Tz, now: DateTime<Utc>) {
    let said = text.get(moment.span.clone()).unwrap_or_else(|| panic!("{:?} is no part of {text:?}", moment.span));
    assert!(!said.trim().is_empty(), "a time was read from nothing");
    holds(&moment.rule, zone, now);
}

/// A rule comes at rising times after now, can be said, stored and read again.
pub(super) fn holds(rule: &Rule, zone: Tz, now: DateTime<Utc>) {
    let due = when::next_three(rule, zone, now);
    assert!(due.first().is_none_or(|first| *first > now), "{due:?} is over at {now}");
    assert!(due.is_sorted_by(|a, b| a < b), "{due:?}");
    match rule {
        Rule::Once { at } => assert!(due.is_empty() || due == [*at]),
        Rule::Wall { bounds, .. } if bounds.none() => assert_eq!(due.len(), 3, "{rule:?}"),
        Rule::Wall { .. } => {}
    }
    let said = when::say_rule(rule, zone);
    assert!(!said.trim().is_empty() && said.chars().count() <= SENTENCE, "{said}");
    for at in due {
        let (day, distance) = (when::say_time(at, zone, now), when::say_relative(at, now));
        assert!(!day.is_empty() && !distance.is_empty());
    }
    let kept = serde_json::to_string(rule).unwrap_or_else(|why| panic!("{why}: {rule:?}"));
    assert_eq!(serde_json::from_str::<Rule>(&kept).ok().as_ref(), Some(rule));
}

/// What a schedule is called is a schedule, and the same; but for what was typed as five fields, and for every so many
/// months, whose name does not say which.
fn means_the_same_said_back(rule: &Rule, typed: &str, zone: Tz, now: DateTime<Utc>) {
    let Rule::Wall { text, .. } = rule else { return };
    if typed.split_whitespace().next().is_some_and(|word| word.starts_with(|c: char| c == '*' || c.is_ascii_digit())) {
        return;
    }
    if text.contains(" month ") && !text.contains("every month ") {
        return;
    }
    let due = when::next_three(rule, zone, now);
    match when::parse_schedule(text, zone, now) {
        Ok(again) => assert_eq!(when::next_three(&again, zone, now), due, "{typed:?} is called {text:?}"),
        Err(why) => panic!("{typed:?} is called {text:?}: {why}"),
    }
}
