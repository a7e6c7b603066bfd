//! Sentences about several schedules of one message.

use super::names::named;
use crate::secretary::message::action::Action;
use crate::secretary::message::keys::Keys;
use crate::secretary::message::{Message, Span};
use crate::secretary::names::phrases::{plural, short};
use crate::secretary::schedule::{Duty, Schedule};
use crate::secretary::when::{self, Rule};
use crate::secretary::wording::style::moments;
use chrono::{DateTime, Utc};

fn undo(set: &[Schedule]) -> &'static str {
    match set.len() {
        1 => "Undo",
        2 => "Undo both",
        _ => "Undo all",
    }
}

/// The reminders, each with its time.
fn each(set: &[Schedule], now: DateTime<Utc>) -> Message {
    let what = |schedule: &Schedule| match &schedule.duty {
        Duty::Remind(_) | Duty::Work(_) | Duty::Flow { .. } => short(schedule.what(), 200),
        Duty::Digest | Duty::Brief => super::duty(schedule),
    };
    let same = set.iter().all(|schedule| set.first().is_some_and(|first| first.duty == schedule.duty));
    let all_remind = set.iter().all(|schedule| matches!(schedule.duty, Duty::Remind(_)));
    let mut message = Message::lines([match set.first() {
        Some(first) if same => match &first.duty {
            Duty::Remind(_) => format!("I'll remind you of “{}”:", what(first)),
            Duty::Work(_) => format!("I'll do “{}”:", what(first)),
            Duty::Flow { .. } => format!("I'll run “{}”:", what(first)),
            Duty::Digest | Duty::Brief => format!("A {} here:", what(first)),
        },
        Some(_) | None if all_remind => "I'll remind you:".to_owned(),
        Some(_) | None => "These come again:".to_owned(),
    }]);
    for schedule in set {
        let lead = if same { String::new() } else { format!("“{}”: ", what(schedule)) };
        let zone = schedule.tz();
        message = match &schedule.rule {
            Rule::Once { at } => {
                let time = moments::time(*at, zone, now);
                message.spans(vec![Span::text(lead), time])
            }
            Rule::Wall { .. } => {
                let next = when::next_due(&schedule.rule, zone, now).map(|at| when::say_time(at, zone, now));
                let next = next.map(|next| format!("; next {next}")).unwrap_or_default();
                message.line(format!("{lead}{}{next}", when::say_rule(&schedule.rule, zone)))
            }
        };
    }
    message
}

/// Reminders shown by name when all of them are to be deleted.
const NAMED: usize = 5;

/// Whether all of somebody's reminders shall be deleted.
pub fn drop_all(own: &[Schedule], keys: &mut Keys) -> Message {
    let (n, what) = (own.len(), plural(own.len(), "reminder", "reminders"));
    let mut message = Message::lines([format!("Delete {}?", if n == 1 { what } else { format!("all {what}") })]);
    for schedule in own.iter().take(NAMED) {
        message = message.line(super::duty(schedule));
    }
    if n > NAMED {
        message = message.line(format!("… and {} more.", n - NAMED));
    }
    let orders = own.iter().map(|schedule| schedule.id.clone()).collect();
    let label = if n == 1 { "Delete it".to_owned() } else { format!("Delete all {n}") };
    let keep = keys.plain(if n == 1 { "Keep it" } else { "Keep them" }, Action::Leave);
    message.row(vec![keys.bad(label, Action::DropReminders { orders }), keep])
}

/// There is nothing to delete.
pub fn none_to_delete() -> String {
    "There are no reminders of yours here. /schedules shows what is ahead.".to_owned()
}

/// "2 reminders"
fn counted(set: &[Schedule]) -> String {
    let reminders = set.iter().all(|schedule| matches!(schedule.duty, Duty::Remind(_)));
    let (one, more) = if reminders { ("reminder", "reminders") } else { ("schedule", "schedules") };
    plural(set.len(), one, more)
}

/// The making of schedules was undone.
pub fn undone(kept: &[Schedule]) -> String {
    match kept {
        [one] => format!("Undone: {} is gone.", named(one)),
        _ => format!("Undone: {} are gone.", counted(kept)),
    }
}

/// Schedules were deleted.
pub fn deleted(kept: &[Schedule]) -> String {
    match kept {
        [one] => format!("Deleted: {}.", named(one)),
        _ => format!("Deleted: {}.", counted(kept)),
    }
}

/// Schedules that are gone, with a button to restore them. `line`: what became of them.
pub fn gone(line: String, kept: &[Schedule], keys: &mut Keys) -> Message {
    let undo = Action::BringBack { kept: kept.to_vec() };
    Message::lines([line]).row(vec![keys.plain("Undo", undo)]).silently()
}

/// Schedules that were brought back together.
pub fn back(set: &[Schedule], now: DateTime<Utc>, keys: &mut Keys) -> Message {
    let orders = set.iter().map(|schedule| schedule.id.clone()).collect();
    each(set, now).row(vec![keys.plain(undo(set), Action::TakeBack { orders })]).silently()
}
