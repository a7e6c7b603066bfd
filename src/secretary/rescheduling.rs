//! Words that change a schedule: "tomorrow 10:00", "every Monday 9:00", "call the bank instead", or both; a reply to
//! a reminder; "move the reminder to 10:00". Pure: the desk finds out which schedule is meant.

use super::action::ScheduleAct;
use super::phrases;
use super::reminding::clean;
use super::replying::{self, Ask};
use super::schedule::{Duty, Schedule};
use super::when::{self, Rule, WhenError};
use super::wording::{schedules, series};
use amending::{says, stated};
use chrono::{DateTime, TimeDelta, Utc};
use chrono_tz::Tz;

mod amending;
mod skipping;

pub use amending::{Amended, amended};

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
    let text = stated(text, zone, now);
    let text = without_opening(&text);
    let rule = |rule| Ok(Change { what: None, rule: Some(rule) });
    match skipping::read(text, &schedule.rule, zone, now) {
        Some(Amended::Rule(without)) => return rule(*without),
        Some(Amended::Odd { date }) => return Err(series::not_then(schedule, date)),
        Some(Amended::Time(_) | Amended::Day { .. } | Amended::Either { .. } | Amended::Not) | None => {}
    }
    if text.eq_ignore_ascii_case("skip") {
        return Err(schedules::how_to_change());
    }
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
            let what = says(&rest).then(|| only_words(&rest, wrong)).transpose()?;
            // A time of day or a day beside the words leaves the other as it is.
            let kept = text.get(moment.span.clone()).and_then(|said| moved(said.trim(), schedule, zone, now));
            Change { what, rule: Some(kept.unwrap_or(moment.rule)) }
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
    if let Some(clock) = when::clock_beside(text, &schedule.rule, zone) {
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
    if matches!(wrong, WhenError::Empty) || !says(&what) && what.chars().any(char::is_alphabetic) {
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

/// A typed answer to a reminder that has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reply {
    /// It is done.
    Done,
    /// Again at this moment.
    Later(DateTime<Utc>),
}

/// How long "later" is.
const SOON: TimeDelta = TimeDelta::hours(1);

/// Reads a reply to a reminder: "done", "in 2 hours", "tomorrow at 9". None for anything else.
pub fn reply(text: &str, zone: Tz, now: DateTime<Utc>) -> Option<Reply> {
    let text = amending::around(text);
    let plain: String = text.to_lowercase().chars().filter(|c| c.is_alphabetic() || c.is_whitespace()).collect();
    if replying::read(text) == Some(Ask::Done) || matches!(plain.trim(), "ok" | "okay") {
        return Some(Reply::Done);
    }
    if matches!(
        plain.trim(),
        "later" | "not now" | "snooze" | "snooze it" | "remind me later" | "again later" | "später"
    ) {
        return Some(Reply::Later(now + SOON));
    }
    let text = ["remind me again ", "remind me ", "again ", "snooze it ", "snooze until ", "snooze for ", "snooze "]
        .iter()
        .find_map(|lead| cut_prefix(text, lead))
        .unwrap_or(text);
    let text = cut_prefix(text, "for ").or_else(|| cut_prefix(text, "until ")).unwrap_or(text);
    if plain.trim() == "tomorrow morning" {
        return Some(Reply::Later(when::next_morning(zone, now)));
    }
    if let Some(clock) = when::parse_clock(text) {
        let Some(Rule::Once { at }) = when::at_clock(&Rule::Once { at: now }, clock, zone, now) else { return None };
        return Some(Reply::Later(at));
    }
    let ways = [text.to_owned(), format!("in {text}")];
    let whole = |way: &String| when::parse_moment(way, zone, now).filter(|m| m.span.len() == way.len());
    let moment = ways.iter().find_map(whole)?;
    match moment.rule {
        Rule::Once { at } if at > now => Some(Reply::Later(at)),
        Rule::Once { .. } | Rule::Wall { .. } => None,
    }
}

/// Whether words can hardly be about anything but a reminder that has just come: "done", "later", "in 20 minutes". A day
/// or a time of day may as well answer a question.
pub fn only_replies(text: &str, reply: Reply) -> bool {
    let Reply::Later(_) = reply else { return true };
    let text = amending::around(text).to_lowercase();
    let text = text.trim_end_matches(['.', '!', ' ']);
    let again = ["later", "not now", "snooze", "remind me", "again", "später"];
    let short = ["min", "mins", "minute", "minutes", "minuten", "hour", "hours", "h", "stunde", "stunden"];
    let last = text.split(' ').next_back().unwrap_or_default();
    phrases::after(text, &again).is_some() || (text.starts_with("in ") && short.contains(&last))
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

/// The beginnings of words that delete.
const DELETE: [&str; 5] = ["delete ", "cancel ", "remove ", "drop ", "call off "];
/// The beginning of words that leave out one time of a series, and delete what comes only once.
const SKIP: [&str; 1] = ["skip "];
/// The beginnings of words that move.
const MOVE: [&str; 6] = ["move ", "change ", "shift ", "reschedule ", "postpone ", "push "];

/// Reads "move the reminder to 10:00", "change my reminder to call Kim to every Monday", "cancel the dentist reminder".
/// Only what is certain: a change must end in a time.
pub fn asked(text: &str, zone: Tz, now: DateTime<Utc>) -> Option<Asked> {
    order(text, zone, now, |rest| {
        let rest = article(rest)?;
        for (digest, name) in [(false, "reminder"), (true, "digest")] {
            let about = cut_prefix(rest, name).filter(|r| r.is_empty() || r.starts_with(char::is_whitespace));
            let named = rest.to_lowercase().strip_suffix(&format!(" {name}")).and_then(|head| rest.get(..head.len()));
            if let Some(about) = about.or(named) {
                return Some(Asked { digest, about: clean(about), change: None });
            }
        }
        None
    })
}

/// Reads "move the dentist to Wednesday", "cancel the dentist": it asks for something else unless there is such a
/// reminder.
pub fn perhaps_asked(text: &str, zone: Tz, now: DateTime<Utc>) -> Option<Asked> {
    order(text, zone, now, |rest| {
        let about = clean(article(rest).unwrap_or(rest));
        let few = about.chars().any(char::is_alphabetic) && about.split_whitespace().count() <= 8;
        few.then_some(Asked { digest: false, about, change: None })
    })
}

fn article(rest: &str) -> Option<&str> {
    ["the ", "my ", "that "].iter().find_map(|article| cut_prefix(rest, article))
}

/// A verb, what it is about, and for a change the time at its end.
fn order(text: &str, zone: Tz, now: DateTime<Utc>, about: impl Fn(&str) -> Option<Asked>) -> Option<Asked> {
    let text = text.trim().trim_end_matches(['.', '!']);
    let text = cut_prefix(text, "please ").unwrap_or(text);
    let text = text.strip_suffix(" please").unwrap_or(text);
    let verb = |verbs: &[&str]| verbs.iter().find_map(|verb| cut_prefix(text, verb));
    if let Some(rest) = verb(&DELETE) {
        return about(rest.trim());
    }
    if let Some(rest) = verb(&SKIP) {
        return skipped(rest.trim(), zone, now, about);
    }
    let rest = verb(&MOVE)?;
    let lower = rest.to_lowercase();
    let (at, lead) =
        [" to ", " until ", " till "].iter().filter_map(|lead| Some((lower.rfind(lead)?, lead.len()))).max()?;
    let (what, time) = (rest.get(..at)?, rest.get(at + lead..)?.trim());
    let asked = about(what.trim())?;
    amending::is_time(time, zone, now).then(|| Asked { change: Some(time.to_owned()), ..asked })
}

/// "skip the gym", "skip the gym tomorrow", "skip tomorrow's gym".
fn skipped(rest: &str, zone: Tz, now: DateTime<Utc>, about: impl Fn(&str) -> Option<Asked>) -> Option<Asked> {
    let day = |words: &str| when::dates_in(words, zone, now).is_some() || when::weekdays_in(words).is_some();
    if let Some((time, what)) = ["'s ", "’s "].iter().find_map(|mark| rest.split_once(mark))
        && day(time)
    {
        let asked = about(what).or_else(|| about(&format!("the {what}")))?;
        return Some(Asked { change: Some(format!("skip {time}")), ..asked });
    }
    let spaces = rest.char_indices().filter(|(_, c)| *c == ' ');
    let ended = spaces.filter_map(|(at, _)| Some((rest.get(..at)?, rest.get(at + 1..)?))).find(|(_, end)| day(end));
    match ended {
        Some((what, time)) => Some(Asked { change: Some(format!("skip {time}")), ..about(what)? }),
        None => Some(Asked { change: Some("skip".to_owned()), ..about(rest)? }),
    }
}

impl Asked {
    /// What is asked, as a button does it.
    pub fn act(&self) -> ScheduleAct {
        match &self.change {
            Some(words) => ScheduleAct::Set { words: words.clone() },
            None => ScheduleAct::Delete { listed: true },
        }
    }

    /// Whether the reminder has these very words as whole words.
    pub fn names(&self, schedule: &Schedule) -> bool {
        matches!(&schedule.duty, Duty::Remind(text) if phrases::has(text, &[&self.about]))
    }

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
