//! Words that take days out of a series: "not on Wednesday", "no Fridays", "skip tomorrow", "not this Friday", "skip
//! the next one".

use super::amending::Amended;
use super::cut_prefix;
use crate::secretary::when::{self, Rule};
use chrono::{DateTime, NaiveDate, Utc};
use chrono_tz::Tz;

/// What leads to such words and adds nothing.
const LEADS: &[&str] = &[
    "please ",
    "but ",
    "and ",
    "actually ",
    "actually, ",
    "sorry, ",
    "oh, ",
    "ok, ",
    "okay, ",
    "no, ",
    "bitte ",
    "just ",
];
/// What adds nothing at their end.
const TAILS: &[&str] = &[" please", " then", " thanks", " though", " any more", " anymore", " bitte", " reminder"];
/// Words that leave a day out of the series.
const NOT: &[&str] = &[
    "not ",
    "except ",
    "except for ",
    "but not ",
    "never ",
    "without ",
    "leave out ",
    "nicht ",
    "außer ",
    "don't remind me ",
    "dont remind me ",
    "don’t remind me ",
    "do not remind me ",
];
/// Words that leave out one time, or each on a day whose name stands in the plural.
const SKIP: &[&str] = &["skip ", "leave out ", "miss "];
/// Words that leave out only what stands in the plural: "no, Friday" is another day.
const NO: &[&str] = &["no ", "no more ", "keine "];
/// The next time of the series.
const NEXT: &str = "it|this|that|one|once|next|the next|next one|the next one|next time|the next time|this one|this time|\
                    that one|the one|the first one|the first|first one|the next reminder|the reminder";

/// What words take out of a series. None where they say something else.
pub(super) fn read(text: &str, rule: &Rule, zone: Tz, now: DateTime<Utc>) -> Option<Amended> {
    if !rule.recurs() {
        return None;
    }
    let mut said = text.trim().trim_end_matches(['.', '!']);
    while let Some(rest) = LEADS.iter().find_map(|lead| cut_prefix(said, lead)) {
        said = rest.trim();
    }
    let lower = said.to_lowercase();
    let end = TAILS.iter().find_map(|tail| lower.strip_suffix(tail)).map_or(said.len(), str::len);
    let said = said.get(..end).unwrap_or(said);
    if said.eq_ignore_ascii_case("skip") || said.eq_ignore_ascii_case("skip once") {
        return once(&next(rule, zone, now)?, rule, zone, now);
    }
    let verb = |verbs: &[&str]| verbs.iter().find_map(|verb| cut_prefix(said, verb)).map(str::trim);
    if let Some(days) = verb(NO) {
        let (days, _) = when::weekdays_in(days).filter(|(_, each)| *each)?;
        return Some(each(&days, rule, zone));
    }
    let skips = verb(SKIP).is_some();
    let object = verb(SKIP).or_else(|| verb(NOT))?;
    if NEXT.split('|').any(|next| object.eq_ignore_ascii_case(next)) {
        return skips.then(|| once(&next(rule, zone, now)?, rule, zone, now)).flatten();
    }
    if let Some((days, plural)) = when::weekdays_in(object) {
        let weekly = each(&days, rule, zone);
        if plural || !skips {
            return Some(weekly);
        }
        // "skip Friday" may mean this one or each.
        let single = when::dates_in(object, zone, now).and_then(|dates| once(&dates, rule, zone, now))?;
        return Some(match (weekly, single) {
            (Amended::Rule(weekly), Amended::Rule(once)) => Amended::Either { weekly, once },
            (_, single) => single,
        });
    }
    once(&when::dates_in(object, zone, now)?, rule, zone, now)
}

/// Each of these days of the week.
fn each(days: &[chrono::Weekday], rule: &Rule, zone: Tz) -> Amended {
    match when::leaving_out(rule, days, zone) {
        Some(rule) => Amended::Rule(Box::new(rule)),
        // It comes on no other day, or never on this one.
        None => Amended::Not,
    }
}

/// Only these dates.
fn once(dates: &[NaiveDate], rule: &Rule, zone: Tz, now: DateTime<Utc>) -> Option<Amended> {
    Some(match when::skipping(rule, dates, zone, now) {
        Some(rule) => Amended::Rule(Box::new(rule)),
        None => Amended::Odd { date: *dates.first()? },
    })
}

/// The date of the next time.
fn next(rule: &Rule, zone: Tz, now: DateTime<Utc>) -> Option<Vec<NaiveDate>> {
    Some(vec![when::next_due(rule, zone, now)?.with_timezone(&zone).date_naive()])
}
