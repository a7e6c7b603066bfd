//! Words that change a schedule: "tomorrow 10:00", "every Monday 9:00", "call the bank instead", or both; a reply to
//! a reminder; "move the reminder to 10:00". Pure: the desk finds out which schedule is meant.

use super::reminding::clean;
use super::schedule::{Duty, Schedule};
use super::when::{self, Rule, WhenError};
use super::wording::schedules;
use chrono::{DateTime, Utc};
use chrono_tz::Tz;

/// What is to be different.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Change {
    /// Other words to remind of.
    pub what: Option<String>,
    /// Another time.
    pub rule: Option<Rule>,
}

/// The longest words a reminder keeps.
pub const LONGEST: usize = 500;

/// Reads what typed words change about a schedule.
///
/// # Errors
/// A sentence for the person: what could not be read, with an example.
pub fn read(text: &str, schedule: &Schedule, zone: Tz, now: DateTime<Utc>) -> Result<Change, String> {
    let text = without_opening(text);
    let rule = |rule| Ok(Change { what: None, rule: Some(rule) });
    if let Some(moved) = moved(text, schedule, zone, now) {
        return rule(moved);
    }
    let wrong = match when::parse_schedule(text, zone, now) {
        Ok(read) => return rule(read),
        Err(why) => why,
    };
    let change = match when::parse_moment(text, zone, now).filter(|_| !surely_a_time(&wrong)) {
        Some(moment) => {
            let parts = (text.get(..moment.span.start), text.get(moment.span.end..));
            let rest = words(&format!("{} {}", parts.0.unwrap_or_default().trim(), parts.1.unwrap_or_default().trim()));
            let what = (!rest.is_empty()).then(|| only_words(&rest, wrong)).transpose()?;
            Change { what, rule: Some(moment.rule) }
        }
        None => Change { what: Some(only_words(text, wrong)?), rule: None },
    };
    match (&schedule.duty, &change) {
        (Duty::Digest, Change { what: Some(_), .. }) => Err(schedules::digest_has_no_words()),
        (Duty::Digest | Duty::Remind(_), Change { rule: Some(Rule::Once { at }), .. }) if *at <= now => {
            Err(WhenError::Past.to_string())
        }
        (Duty::Digest | Duty::Remind(_), _) => Ok(change),
    }
}

/// Whether the new time is another moment in another zone; "in 2 hours" is not.
pub fn is_local(text: &str, change: &Change, schedule: &Schedule, zone: Tz, now: DateTime<Utc>) -> bool {
    let other = if zone == Tz::Asia__Kathmandu { Tz::UTC } else { Tz::Asia__Kathmandu };
    let there = || read(text, schedule, other, now).map_or(true, |there| there.rule != change.rule);
    change.rule.as_ref().is_some_and(|rule| rule.recurs() || there())
}

/// A time of day alone keeps the day or days, a day alone the time of day.
fn moved(text: &str, schedule: &Schedule, zone: Tz, now: DateTime<Utc>) -> Option<Rule> {
    if let Some(clock) = when::parse_clock(text) {
        return when::at_clock(&schedule.rule, clock, zone, now);
    }
    let Rule::Once { at: before } = schedule.rule else { return None };
    let moment = when::parse_moment(text, zone, now).filter(|m| m.day_only && m.span.len() == text.len())?;
    let Rule::Once { at: day } = moment.rule else { return None };
    when::on_day(day, before, zone, now).map(|at| Rule::Once { at })
}

/// Words without any time in them; what is nearly a time is not taken for words.
fn only_words(text: &str, wrong: WhenError) -> Result<String, String> {
    let what = words(text);
    if matches!(wrong, WhenError::Empty) {
        return Err(schedules::how_to_change());
    }
    let none = !what.chars().any(char::is_alphabetic);
    if none || surely_a_time(&wrong) { Err(wrong.to_string()) } else { Ok(what) }
}

/// Whether what is wrong with a typed time shows that it was meant as one.
fn surely_a_time(wrong: &WhenError) -> bool {
    match wrong {
        WhenError::BadClock { .. }
        | WhenError::BadDay { .. }
        | WhenError::BadDate { .. }
        | WhenError::Zero
        | WhenError::Mixed
        | WhenError::BadCron { .. }
        | WhenError::TooOften
        | WhenError::Uneven { .. }
        | WhenError::Never
        | WhenError::Past => true,
        WhenError::Empty
        | WhenError::NotUnderstood { .. }
        | WhenError::TooLong
        | WhenError::Leftover { .. }
        | WhenError::OffsetZone { .. }
        | WhenError::UnknownZone { .. } => false,
    }
}

/// The words to remind of, without what only leads to them.
fn words(text: &str) -> String {
    let text = clean(text);
    let text = cut_prefix(&text, "instead ").unwrap_or(&text);
    let lower = text.to_lowercase();
    let end = lower.strip_suffix(" instead").map_or(text.len(), str::len);
    super::wording::short(&clean(text.get(..end).unwrap_or(text)), LONGEST)
}

/// "move it to …", "make it …": what follows.
fn without_opening(text: &str) -> &str {
    let mut rest = text.trim();
    rest = cut_prefix(rest, "please ").unwrap_or(rest);
    let verbs = ["move", "change", "make", "set", "put", "shift", "reschedule", "postpone"];
    let things = ["it", "this", "that", "the time", "the reminder", "the digest"];
    for verb in verbs {
        for thing in things {
            if let Some(after) = cut_prefix(rest, &format!("{verb} {thing} ")) {
                rest = after.trim_start();
            }
        }
    }
    let leads = ["to ", "until ", "till ", "for "];
    let after = leads.iter().find_map(|lead| cut_prefix(rest, lead));
    after.unwrap_or(rest).trim().trim_end_matches(['.', ','])
}

/// What follows a beginning, whatever its case.
fn cut_prefix<'t>(text: &'t str, start: &str) -> Option<&'t str> {
    text.get(..start.len()).filter(|head| head.eq_ignore_ascii_case(start)).and_then(|_| text.get(start.len()..))
}

/// The new time in words that follow a reminder at once: "make that 10:00", "10:30 instead", "no, tomorrow at 9". None
/// for words of their own.
pub fn amended(text: &str, schedule: &Schedule, zone: Tz, now: DateTime<Utc>) -> Option<String> {
    const LEADS: [&str; 26] = [
        "no, ",
        "no ",
        "sorry, ",
        "sorry ",
        "oh, ",
        "oh ",
        "wait, ",
        "wait ",
        "actually, ",
        "actually ",
        "i meant ",
        "i mean ",
        "rather ",
        "better ",
        "make that ",
        "make it ",
        "let's say ",
        "lets say ",
        "please ",
        "ok, ",
        "nein, ",
        "doch ",
        "lieber ",
        "besser ",
        "change it to ",
        "change that to ",
    ];
    const TAILS: [&str; 6] = [" instead", " rather", " please", " then", " stattdessen", " bitte"];
    let mut time = text.trim().trim_end_matches(['.', '!']);
    loop {
        let before = time.len();
        time = LEADS.iter().find_map(|lead| cut_prefix(time, lead)).unwrap_or(time).trim();
        let cut = TAILS.iter().find_map(|tail| {
            let at = time.len().checked_sub(tail.len())?;
            time.get(at..).filter(|end| end.eq_ignore_ascii_case(tail)).and_then(|_| time.get(..at))
        });
        time = cut.unwrap_or(time).trim_end_matches([',', ' ']);
        if time.len() == before {
            break;
        }
    }
    let whole = when::parse_moment(time, zone, now).is_some_and(|moment| moment.span == (0..time.len()));
    let is_time = when::parse_clock(time).is_some() || whole || when::parse_schedule(time, zone, now).is_ok();
    let change = is_time.then(|| read(time, schedule, zone, now).ok()).flatten()?;
    change.what.is_none().then(|| time.to_owned())
}

/// A typed answer to a reminder that has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reply {
    /// It is done.
    Done,
    /// Again at this moment.
    Later(DateTime<Utc>),
}

/// Reads a reply to a reminder: "done", "in 2 hours", "tomorrow at 9". None for anything else.
pub fn reply(text: &str, zone: Tz, now: DateTime<Utc>) -> Option<Reply> {
    let text = text.trim();
    let plain: String = text.to_lowercase().chars().filter(|c| c.is_alphabetic() || c.is_whitespace()).collect();
    if matches!(plain.trim(), "done" | "ok" | "okay" | "did it" | "finished" | "erledigt" | "fertig" | "hecho" | "fait")
    {
        return Some(Reply::Done);
    }
    let text = ["again ", "remind me again ", "remind me ", "snooze until ", "snooze "]
        .iter()
        .find_map(|lead| cut_prefix(text, lead))
        .unwrap_or(text)
        .trim_end_matches(['.', '!']);
    if plain.trim() == "tomorrow morning" {
        return Some(Reply::Later(when::next_morning(zone, now)));
    }
    if let Some(clock) = when::parse_clock(text) {
        let Some(Rule::Once { at }) = when::at_clock(&Rule::Once { at: now }, clock, zone, now) else { return None };
        return Some(Reply::Later(at));
    }
    let moment = when::parse_moment(text, zone, now).filter(|m| m.span.len() == text.len())?;
    match moment.rule {
        Rule::Once { at } if at > now => Some(Reply::Later(at)),
        Rule::Once { .. } | Rule::Wall { .. } => None,
    }
}

/// A change of a schedule asked for in plain words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asked {
    /// A digest, not a reminder.
    pub digest: bool,
    /// Words of the reminder meant, perhaps none.
    pub about: String,
    /// What is to be different; none to delete it.
    pub change: Option<String>,
}

/// Reads "move the reminder to 10:00", "change my reminder to call Kim to every Monday", "delete the reminder about
/// the rent". Only what is certain: a change must end in a time.
pub fn asked(text: &str, zone: Tz, now: DateTime<Utc>) -> Option<Asked> {
    let text = text.trim().trim_end_matches(['.', '!']);
    let text = cut_prefix(text, "please ").unwrap_or(text);
    let verb = |verbs: &[&str]| {
        verbs.iter().find_map(|verb| cut_prefix(text, verb)).and_then(|rest| {
            let rest = ["the ", "my "].iter().find_map(|article| cut_prefix(rest, article))?;
            let (digest, rest) = match (cut_prefix(rest, "reminder"), cut_prefix(rest, "digest")) {
                (Some(rest), _) => (false, rest),
                (None, Some(rest)) => (true, rest),
                (None, None) => return None,
            };
            (rest.is_empty() || rest.starts_with(char::is_whitespace)).then_some((digest, rest.trim()))
        })
    };
    if let Some((digest, about)) = verb(&["delete ", "cancel ", "remove "]) {
        return Some(Asked { digest, about: clean(about), change: None });
    }
    let (digest, rest) = verb(&["move ", "change ", "shift ", "reschedule ", "postpone "])?;
    let lower = rest.to_lowercase();
    let (at, lead) =
        ["to ", "until ", "till "].iter().filter_map(|lead| Some((lower.rfind(lead)?, lead.len()))).max()?;
    let (about, time) = (rest.get(..at)?, rest.get(at + lead..)?.trim());
    let whole = |span: std::ops::Range<usize>| span.len() == time.len();
    let is_time = when::parse_clock(time).is_some()
        || when::parse_schedule(time, zone, now).is_ok()
        || when::parse_moment(time, zone, now).is_some_and(|m| whole(m.span));
    let starts_word = at == 0 || about.ends_with(char::is_whitespace);
    (is_time && starts_word).then(|| Asked { digest, about: clean(about), change: Some(time.to_owned()) })
}

impl Asked {
    /// Whether this schedule may be the one that is meant.
    pub fn fits(&self, schedule: &Schedule) -> bool {
        match &schedule.duty {
            Duty::Digest => self.digest,
            Duty::Remind(text) => !self.digest && text.to_lowercase().contains(&self.about.to_lowercase()),
        }
    }
}

#[cfg(test)]
mod tests;
