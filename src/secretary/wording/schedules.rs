//! What is said about reports and reminders ahead.

use super::super::action::ScheduleAct;
use super::super::keys::Keys;
use super::super::message::{Message, Span};
use super::super::schedule::{Duty, Schedule};
use super::super::when;
use super::short;
use chrono::{DateTime, Utc};
use chrono_tz::Tz;

/// What a schedule does, in a few words.
pub fn duty(schedule: &Schedule) -> String {
    match &schedule.duty {
        Duty::Digest => "digest".to_owned(),
        Duty::Remind(text) => format!("“{}”", short(text, 80)),
    }
}

/// A new schedule, echoed with its next three times.
pub fn ordered(schedule: &Schedule, now: DateTime<Utc>, zone_asked: bool, keys: &mut Keys) -> Message {
    let zone = schedule.tz();
    let times = when::next_three(&schedule.rule, zone, now);
    let what = match &schedule.duty {
        Duty::Digest => format!("A digest here, {}.", moment(schedule, zone, now)),
        Duty::Remind(text) => format!("I'll remind you of “{}” {}.", short(text, 200), moment(schedule, zone, now)),
    };
    let mut message = Message::lines([what]);
    if times.len() > 1 {
        message = message.line("Next times:");
        for at in times {
            message = message.spans(vec![Span::Time { at, text: when::say_time(at, zone, now) }]);
        }
    }
    if !zone_asked {
        message = message.line(format!(
            "I take your time zone to be {}. If that's wrong, send for example: /timezone Europe/Berlin",
            when::zone_city(zone)
        ));
    }
    let id = &schedule.id;
    message.row(vec![keys.bad("Delete", ScheduleAct::Delete.on(id))])
}

/// When, in words: "on Mon 24 Nov, 09:00 (Berlin)", "every day at 18:00 (Berlin)".
fn moment(schedule: &Schedule, zone: Tz, now: DateTime<Utc>) -> String {
    match schedule.next_at.filter(|_| !schedule.rule.recurs()) {
        Some(at) => format!("on {}", when::say_time(at, zone, now)),
        None => when::say_rule(&schedule.rule, zone),
    }
}

/// A firing by hand went out.
pub const SENT: &str = "Sent.";
/// A reminder was put off.
pub const AGAIN: &str = "I'll remind you again.";
/// A schedule was deleted.
pub const DELETED: &str = "Deleted.";
/// A reminder is done.
pub const DONE: &str = "Done.";

/// A schedule was paused or let go on.
pub fn toggled(paused: bool) -> &'static str {
    if paused { "Paused." } else { "It goes on." }
}

/// A press on something that is not there any more.
pub fn gone() -> String {
    "That is deleted already.".to_owned()
}

/// The list of schedules.
pub fn list(schedules: &[Schedule], zone: Tz, now: DateTime<Utc>, keys: &mut Keys) -> Message {
    if schedules.is_empty() {
        return Message::lines([
            "Nothing is scheduled. Try: /report daily 18:00, or: remind me tomorrow at 9 to call Kim.",
        ]);
    }
    let mut message = Message::default().spans(vec![Span::strong("Scheduled")]);
    for schedule in schedules.iter().take(8) {
        let next = match (schedule.paused, schedule.wake_at()) {
            (true, _) => "paused".to_owned(),
            (false, Some(at)) => format!("next {}", when::say_time(at, zone, now)),
            (false, None) => "over".to_owned(),
        };
        let rule = if schedule.rule.recurs() {
            format!("{}; ", when::say_rule(&schedule.rule, schedule.tz()))
        } else {
            String::new()
        };
        message = message.line(format!("{}. {}, {rule}{next}", schedule.number, duty(schedule)));
        let id = &schedule.id;
        let n = schedule.number;
        let toggle = if schedule.paused { format!("{n}: Go on") } else { format!("{n}: Pause") };
        if message.buttons.len() < 5 {
            message = message.row(vec![
                keys.plain(toggle, ScheduleAct::Toggle.on(id)),
                keys.plain(format!("{n}: Now"), ScheduleAct::Fire.on(id)),
                keys.bad(format!("{n}: Delete"), ScheduleAct::Delete.on(id)),
            ]);
        }
    }
    if schedules.len() > 8 {
        message = message.line(format!("… and {} more.", schedules.len() - 8));
    }
    message
}

/// A reminder that is due.
pub fn reminder(schedule: &Schedule, text: &str, late: Option<&str>, keys: &mut Keys) -> Message {
    let id = &schedule.id;
    let mut message = Message::default().spans(vec![Span::strong("Reminder: "), Span::text(text.to_owned())]);
    if let Some(late) = late {
        message = message.spans(vec![Span::Soft(late.to_owned())]);
    }
    message.row(vec![
        keys.good("Done", ScheduleAct::Done.on(id)),
        keys.plain("In 10 min", ScheduleAct::Snooze { minutes: 10 }.on(id)),
        keys.plain("In 1 hour", ScheduleAct::Snooze { minutes: 60 }.on(id)),
    ])
}

/// "(due 09:00, sent 09:42: I was offline)".
pub fn late(due_at: DateTime<Utc>, now: DateTime<Utc>, zone: Tz) -> String {
    let due =
        if (now - due_at).num_hours() < 12 { when::say_clock(due_at, zone) } else { when::say_time(due_at, zone, now) };
    format!("(due {due}, sent {}: I was offline)", when::say_clock(now, zone))
}

/// The zone was set: echoed with what it means.
pub fn zone_set(zone: Tz, now: DateTime<Utc>, schedules: &[Schedule]) -> Message {
    let mut message = Message::lines([format!(
        "Your time zone is {} now. Here it is {}.",
        when::zone_city(zone),
        when::say_clock(now, zone)
    )]);
    for schedule in schedules {
        let times = when::next_three(&schedule.rule, zone, now);
        let said: Vec<String> = times.iter().map(|at| when::say_time(*at, zone, now)).collect();
        if !said.is_empty() {
            message = message.line(format!("{}: next {}", duty(schedule), said.join(" · ")));
        }
    }
    message
}

/// Which zone.
pub fn zone_now(zone: Tz, said: bool, now: DateTime<Utc>) -> Message {
    let how = if said { "Your time zone is" } else { "You have not told me your time zone; I use" };
    Message::lines([format!(
        "{how} {} (here it is {}). Set it with for example: /timezone Europe/Berlin",
        when::zone_city(zone),
        when::say_clock(now, zone)
    )])
}

/// A time that lies behind, or a date that no year has.
pub fn never() -> String {
    "That never comes. Give a time that is still ahead, for example: daily 18:00".to_owned()
}

/// How to order a digest.
pub fn how_to_report() -> Message {
    Message::lines([
        "A digest of decisions, running and finished work: /report now, /report daily 18:00, /report weekly Fri 16:00.",
        "/schedules shows what is ordered.",
    ])
}
