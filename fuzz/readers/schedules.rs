//! Times, schedules and zones as people type them and as a model writes them: an accepted one fires at rising future
//! times and means the same when it is said back; a refused one gets a sentence.

use super::{moments, text_of};
use crate::adapters::offline::Offline;
use crate::ports::grammar::Grammar;
use crate::secretary::intent::{Timed, When, rule_of};
use crate::secretary::when::{self, Rule, WhenError};
use chrono::{DateTime, Utc};
use chrono_tz::Tz;
use std::collections::BTreeSet;

/// Zones of every kind: none, summer time north and south, half an hour of it, a change at midnight, a dropped day.
const ZONES: [Tz; 6] = [
    Tz::UTC,
    Tz::Europe__Berlin,
    Tz::America__New_York,
    Tz::Australia__Lord_Howe,
    Tz::America__Nuuk,
    Tz::Pacific__Apia,
];
/// The longest sentence said to a person, and the longest name of a typed schedule, in characters: each of the 200 typed bytes
/// may be said as a word.
const SENTENCE: usize = 400;
const NAME: usize = 2_000;

/// A schedule, a text with a time in it, five cron fields, a time in fields, and a zone.
pub(super) fn schedules(input: &[u8]) {
    let text = text_of(input);
    let at = text.len();
    let zones = [Tz::Europe__Berlin, ZONES[at % ZONES.len()]];
    let grammar = Offline::default();
    for (zone, now) in zones.into_iter().zip([moments()[0], moments()[at % 4]]) {
        match grammar.time(&text, zone, now) {
            Ok(timed) => {
                holds(&timed.rule, timed.zone, now);
                means_the_same_said_back(&timed, &text, now);
            }
            Err(why) => is_said(&why),
        }
        let timely = grammar.timely(&text, zone, now);
        assert!(text.contains(&timely.rest), "{:?} is no part of {text:?}", timely.rest);
        if let Some(Ok(timed)) = timely.timed {
            holds(&timed.rule, timed.zone, now);
        }
        of_fields(&text, zone, now);
    }
    match when::of_cron(&text) {
        Ok(rule) => is_cron(&rule),
        Err(why) => is_said(&why),
    }
    match when::parse_zone(&text) {
        Ok(zone) => assert_eq!(when::parse_zone(zone.name()), Ok(zone), "a zone has its name"),
        Err(why) => is_said(&why),
    }
    let likely = when::likely_zones(&text, Tz::Asia__Kolkata);
    assert_eq!(likely.iter().map(|zone| zone.name()).collect::<BTreeSet<_>>().len(), likely.len(), "{likely:?}");
    let _ = when::cities_of(&text);
}

/// The text as each field of a time that a model writes, and as a time of day that a rule moves to.
fn of_fields(text: &str, zone: Tz, now: DateTime<Utc>) {
    let text = || Some(text.to_owned());
    let all = [
        When { date: text(), ..When::default() },
        When { time: text(), ..When::default() },
        When { weekdays: text().into_iter().collect(), ..When::default() },
        When { every: text(), ..When::default() },
        When { time: Some("09:00".to_owned()), zone: text(), ..When::default() },
    ];
    for fields in &all {
        match rule_of(fields, zone, now) {
            Ok(timed) => comes(&timed.rule, timed.zone, now),
            Err(why) => assert!(!why.to_string().trim().is_empty()),
        }
    }
    if let Some((hour, minute)) = text().as_deref().and_then(when::parse_clock) {
        assert!(hour < 24 && minute < 60);
        let weekly = when::of_cron("0 16 * * 5");
        let moved = weekly.ok().and_then(|rule| when::at_clock(&rule, (hour, minute), zone, now));
        assert!(moved.is_some(), "a weekly rule has a time of day");
        if let Some(rule) = &moved {
            holds(rule, zone, now);
        }
    }
}

/// Five fields come in every zone, and are read as the same again.
fn is_cron(rule: &Rule) {
    let Rule::Wall { cron, .. } = rule else { panic!("five fields come once: {rule:?}") };
    assert_eq!(when::of_cron(cron).as_ref(), Ok(rule));
    for (zone, now) in ZONES.into_iter().zip(moments()) {
        comes(rule, zone, now);
    }
}

/// A reason is a sentence of bounded length.
pub(super) fn is_said(why: &WhenError) {
    let words = why.to_string();
    assert!(!words.trim().is_empty() && words.chars().count() <= SENTENCE, "{words}");
    assert!(!words.contains(['\n', '\r']), "{words:?}");
}

/// A typed rule comes, and can be said and stored.
pub(super) fn holds(rule: &Rule, zone: Tz, now: DateTime<Utc>) {
    comes(rule, zone, now);
    let said = when::say_rule(rule, zone);
    assert!(!said.trim().is_empty() && said.chars().count() <= NAME, "{said}");
    let kept = serde_json::to_string(rule).unwrap_or_else(|why| panic!("{why}: {rule:?}"));
    assert_eq!(serde_json::from_str::<Rule>(&kept).ok().as_ref(), Some(rule));
}

/// A rule comes at rising times after now. At the first moment there is, no wall clock shows anything.
pub(super) fn comes(rule: &Rule, zone: Tz, now: DateTime<Utc>) {
    let due = when::next_three(rule, zone, now);
    assert!(due.iter().all(|at| *at > now), "{due:?} is over at {now}");
    assert!(due.is_sorted_by(|a, b| a < b), "{due:?}");
    match rule {
        Rule::Once { at } => assert_eq!(due, [*at], "{rule:?} is over at {now}"),
        Rule::Wall { .. } if now < DateTime::UNIX_EPOCH => {}
        Rule::Wall { bounds, .. } if bounds.none() => assert_eq!(due.len(), 3, "{rule:?}"),
        Rule::Wall { .. } => assert!(!due.is_empty(), "{rule:?}"),
    }
    for at in due {
        let (day, distance) = (when::say_time(at, zone, now), when::say_relative(at, now));
        assert!(!day.is_empty() && !distance.is_empty());
    }
}

/// What a schedule is called is a schedule, and the same. Without a form of its own are the names of typed cron fields, of
/// all days but one, and of days that some months or years lack.
fn means_the_same_said_back(timed: &Timed, typed: &str, now: DateTime<Utc>) {
    let Rule::Wall { cron, text, bounds } = &timed.rule else { return };
    let due = when::next_three(&timed.rule, timed.zone, now);
    match when::of_cron(cron) {
        Ok(rule) if bounds.none() => assert_eq!(when::next_three(&rule, timed.zone, now), due, "{typed:?} is {cron:?}"),
        Ok(_) => {}
        Err(why) => panic!("{typed:?} is {cron:?}: {why}"),
    }
    if when::of_cron(typed).is_ok() || text.contains(" except ") || text.contains(" that has one") {
        return;
    }
    match Offline::default().time(text, timed.zone, now) {
        Ok(again) => {
            let again = when::next_three(&again.rule, again.zone, now);
            assert_eq!(again, due, "{typed:?} is called {text:?}");
        }
        Err(why) => panic!("{typed:?} is called {text:?}: {why}"),
    }
}
