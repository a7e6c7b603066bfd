//! Words said about a schedule that was just echoed: "make that 10:00", "no, Saturday", "tomorrow instead", "not on
//! Friday". They change what they name, and never become the words of a reminder.

use super::cut_prefix;
use crate::secretary::phrases;
use crate::secretary::schedule::Schedule;
use crate::secretary::when::{self, Rule};
use chrono::{DateTime, NaiveDate, Utc};
use chrono_tz::Tz;

/// What words change about what was just echoed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Amended {
    /// Its time, in these words.
    Time(String),
    /// The day of a series: it stays open whether of each time or only once.
    Day {
        /// Each week on that day, if the words name a day of the week.
        weekly: Option<String>,
        /// Only then.
        once: String,
    },
    /// A series without some of its times.
    Rule(Box<Rule>),
    /// A day left out each week, or only once.
    Either {
        /// Each week.
        weekly: Box<Rule>,
        /// Only the next time.
        once: Box<Rule>,
    },
    /// A date that the series does not come on, or cannot leave out.
    Odd {
        /// The date.
        date: NaiveDate,
    },
    /// A time that does not suit, without another one.
    Not,
}

/// What leads to other words for certain.
const LEADS: &[&str] = &[
    "no, ",
    "nope, ",
    "sorry, ",
    "oh, ",
    "wait, ",
    "actually, ",
    "ok, ",
    "okay, ",
    "nein, ",
    "no i meant ",
    "no i mean ",
    "no i said ",
    "sorry i meant ",
    "sorry i mean ",
    "oh i meant ",
    "wait i meant ",
    "actually i meant ",
    "i meant ",
    "i mean ",
    "i said ",
    "nein ich meinte ",
    "ich meinte ",
    "that should be ",
    "it should be ",
    "should be ",
    "please ",
    "bitte ",
    "let's say ",
    "lets say ",
    "make that ",
    "make it ",
    "change it to ",
    "change that to ",
    "move it to ",
    "move that to ",
    "instead, ",
    "rather, ",
];
/// What leads to a time, and may as well begin words: "no meat today", "wait for Kim".
const BEFORE_TIMES: &[&str] = &[
    "no ",
    "sorry ",
    "oh ",
    "wait ",
    "actually ",
    "ok ",
    "rather ",
    "better ",
    "instead ",
    "nein ",
    "doch ",
    "lieber ",
    "besser ",
    "only ",
    "but ",
];
/// What adds nothing at the end.
const TAILS: &[&str] =
    &[" instead", " rather", " please", " pls", " then", " better", " thanks", " stattdessen", " lieber", " bitte"];
/// What leaves a time out.
const WITHOUT: &[&str] = &["but not ", "not ", "except ", "skip ", "never ", "without ", "nicht ", "außer "];
/// Words that say nothing a reminder could be of.
const EMPTY: &str = "no|nope|not|instead|please|pls|rather|then|it|that|this|make|move|change|set|to|on|at|the|a|an|\
                     sorry|actually|better|only|but|thanks|ok|okay|nein|bitte|lieber|stattdessen|for|until";

/// The words without what only leads to them or adds nothing at their end.
fn without<'t>(text: &'t str, leads: &[&[&str]]) -> &'t str {
    let mut rest = text.trim().trim_end_matches(['.', '!']);
    loop {
        let before = rest.len();
        rest = leads.iter().flat_map(|l| l.iter()).find_map(|lead| cut_prefix(rest, lead)).unwrap_or(rest).trim();
        let cut = TAILS.iter().find_map(|tail| {
            let at = rest.len().checked_sub(tail.len())?;
            rest.get(at..).filter(|end| end.to_lowercase() == *tail).and_then(|_| rest.get(..at))
        });
        rest = cut.unwrap_or(rest).trim_end_matches([',', ' ']);
        if rest.len() == before {
            return rest;
        }
    }
}

/// The words as a time would stand in them.
pub(super) fn around(text: &str) -> &str {
    without(text, &[LEADS, BEFORE_TIMES])
}

/// What is stated: a time alone is freed of everything around it, words only of what leads to them for certain.
pub(super) fn stated(text: &str, zone: Tz, now: DateTime<Utc>) -> String {
    let time = around(text);
    let found = if is_time(time, zone, now) { time } else { without(text, &[LEADS]) };
    hour_meant(text).unwrap_or_else(|| found.to_owned())
}

/// Whether words say anything that a reminder could be of.
pub(super) fn says(text: &str) -> bool {
    let lower = text.to_lowercase();
    let mut words = lower.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty());
    words.any(|word| !EMPTY.split('|').any(|empty| empty == word))
}

/// Whether words are a time and nothing else.
pub(super) fn is_time(text: &str, zone: Tz, now: DateTime<Utc>) -> bool {
    when::parse_clock(text).is_some()
        || when::parse_schedule(text, zone, now).is_ok()
        || when::parse_moment(text, zone, now).is_some_and(|moment| moment.span == (0..text.len()))
}

/// "no I meant 8", "make it nine", "nein, halb acht": a bare hour behind words that correct something.
fn hour_meant(text: &str) -> Option<String> {
    const CORRECTS: &[&str] = &[
        "no",
        "nope",
        "sorry",
        "meant",
        "mean",
        "said",
        "make",
        "should",
        "actually",
        "wait",
        "instead",
        "rather",
        "better",
        "nein",
        "doch",
        "lieber",
        "besser",
        "stattdessen",
        "meinte",
        "oh",
        "say",
    ];
    let said = around(text);
    let said = ["at ", "um "].iter().find_map(|lead| cut_prefix(said, lead)).unwrap_or(said);
    let corrects = phrases::has(&text.to_lowercase(), CORRECTS) && said.len() < text.trim().len();
    let timed = format!("at {said}");
    (corrects && when::parse_clock(said).is_none() && when::parse_clock(&timed).is_some()).then_some(timed)
}

/// What words change about the time of what was just echoed: "make that 10:00", "10:30 instead", "no, tomorrow at 9".
/// None for words of their own.
pub fn amended(text: &str, schedule: &Schedule, zone: Tz, now: DateTime<Utc>) -> Option<Amended> {
    if let Some(out) = super::skipping::read(text, &schedule.rule, zone, now) {
        return Some(out);
    }
    let (said, hour) = (around(text), hour_meant(text));
    let said = hour.as_deref().unwrap_or(said);
    if let Some(left_out) = WITHOUT.iter().find_map(|lead| cut_prefix(said, lead)) {
        if let Some((_, instead)) = left_out.split_once(" but ") {
            return amended(instead, schedule, zone, now);
        }
        let day = around(left_out);
        return (is_time(day, zone, now) || is_time(&format!("on {day}"), zone, now)).then_some(Amended::Not);
    }
    if !is_time(said, zone, now) {
        return None;
    }
    if schedule.rule.recurs()
        && let Some(moment) = when::parse_moment(said, zone, now)
        && moment.day_only
        && let Rule::Once { at } = moment.rule
    {
        return Some(other_day(said, at, &schedule.rule, zone, now));
    }
    let change = super::read(said, schedule, zone, now).ok()?;
    change.what.is_none().then(|| Amended::Time(said.to_owned()))
}

/// Another day for a series at its time of day.
fn other_day(said: &str, at: DateTime<Utc>, rule: &Rule, zone: Tz, now: DateTime<Utc>) -> Amended {
    let Rule::Wall { cron, .. } = rule else { return Amended::Not };
    let mut fields = cron.split(' ').map(str::parse::<u32>);
    let (Some(Ok(minute)), Some(Ok(hour))) = (fields.next(), fields.next()) else { return Amended::Not };
    let clock = format!("{hour:02}:{minute:02}");
    let day = cut_prefix(said, "on ").unwrap_or(said);
    let weekly = Some(format!("every {day} {clock}"))
        .filter(|words| when::parse_schedule(words, zone, now).is_ok_and(|rule| rule.recurs()));
    Amended::Day { weekly, once: format!("{} {clock}", at.with_timezone(&zone).format("%Y-%m-%d")) }
}
