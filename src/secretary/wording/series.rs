//! What is asked about a series before it becomes another one.

use super::super::action::ScheduleAct;
use super::super::keys::Keys;
use super::super::message::Message;
use super::super::phrases::capital;
use super::super::schedule::Schedule;
use super::super::when::{self, Rule};
use super::schedules::{duty, edit, switch};
use chrono::{DateTime, NaiveDate, Utc};

/// Words that leave a day out of a series, or name another one: nothing is changed until it is clear how. `day`: each
/// week on the day that was named, and only once.
pub fn ask_series(
    schedule: &Schedule,
    day: Option<(Option<&str>, &str)>,
    now: DateTime<Utc>,
    keys: &mut Keys,
) -> Message {
    let (id, zone) = (&schedule.id, schedule.tz());
    let mut message = Message::lines([format!(
        "{} comes {}. I have changed nothing yet: what shall it be?",
        duty(schedule),
        when::say_rule(&schedule.rule, zone)
    )]);
    if let Some((weekly, once)) = day {
        let set = |words: &str| ScheduleAct::Set { words: words.to_owned() }.on(id);
        if let Some(weekly) = weekly {
            message = message.row(vec![keys.plain(capital(weekly), set(weekly))]);
        }
        let label = match when::parse_schedule(once, zone, now) {
            Ok(Rule::Once { at }) => format!("Only on {}", when::say_time(at, zone, now)),
            Ok(Rule::Wall { .. }) | Err(_) => format!("Only on {once}"),
        };
        message = message.row(vec![keys.plain(label, set(once))]);
    }
    message.row(vec![
        edit(None, schedule, keys),
        switch(None, schedule, keys),
        keys.bad("Delete", ScheduleAct::Delete { listed: true }.on(id)),
    ])
}

/// A day to be left out, each week or only once: nothing is changed until it is clear.
pub fn ask_out(schedule: &Schedule, weekly: &Rule, once: &Rule, now: DateTime<Utc>, keys: &mut Keys) -> Message {
    let zone = schedule.tz();
    let becomes = |rule: &Rule| ScheduleAct::Become { rule: Box::new(rule.clone()) }.on(&schedule.id);
    let text = match weekly {
        Rule::Wall { text, .. } => capital(text),
        Rule::Once { at } => when::say_time(*at, zone, now),
    };
    let left_out = match once {
        Rule::Wall { bounds, .. } => bounds.skip.last().map(|date| date.format("%a %-d %b").to_string()),
        Rule::Once { .. } => None,
    };
    Message::lines([format!(
        "{} comes {}. I have changed nothing yet: leave out that day each week, or only once?",
        duty(schedule),
        when::say_rule(&schedule.rule, zone)
    )])
    .row(vec![keys.plain(format!("Only not on {}", left_out.unwrap_or_default()), becomes(once))])
    .row(vec![keys.plain(text, becomes(weekly))])
}

/// A date that is to be left out, and cannot be.
pub fn not_then(schedule: &Schedule, date: NaiveDate) -> String {
    let rule = when::say_rule(&schedule.rule, schedule.tz());
    let day = date.format("%a %-d %b");
    format!(
        "I changed nothing: {} comes {rule}, and I can't leave out {day} there. “Pause” stops it for a while.",
        duty(schedule)
    )
}
