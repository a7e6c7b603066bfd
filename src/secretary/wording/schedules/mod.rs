//! Sentences about schedules.

pub mod digests;
pub mod flow_runs;
pub mod flows;
pub mod names;
pub mod overview;
pub mod reminders;
pub mod reminding;
pub mod together;
pub mod work;
pub mod zones;

use super::super::flow::run::FlowRun;
use super::super::message::action::{Action, ScheduleAct};
use super::super::message::keys::Keys;
use super::super::message::{Button, Form, Message, Span};
use super::super::names::phrases::{listed, short};
use super::super::schedule::{Duty, Schedule};
use super::super::ticket::plan_edit;
use super::super::when::{self, Rule};
use crate::secretary::wording::ticket::standing::with_times;
use chrono::{DateTime, TimeDelta, Utc};
use chrono_tz::Tz;
use zones::{Note, noted_on};

/// What a schedule does, in a few words.
pub fn duty(schedule: &Schedule) -> String {
    match &schedule.duty {
        Duty::Digest => "digest".to_owned(),
        Duty::Brief => "brief".to_owned(),
        Duty::Remind(_) | Duty::Work(_) | Duty::Flow { .. } => format!("“{}”", short(schedule.what(), 80)),
    }
}

/// A new schedule, echoed with its next three times.
/// `remarks`: what was taken otherwise than the words say it.
pub fn ordered(schedule: &Schedule, remarks: &[String], now: DateTime<Utc>, note: &Note, keys: &mut Keys) -> Message {
    let message =
        remarks.iter().fold(ahead(work::lead(schedule), schedule, now), |message, remark| message.line(remark));
    let message = noted_on(message, note, schedule.tz(), keys);
    message.row(vec![
        edit(None, schedule, keys),
        keys.bad("Delete", ScheduleAct::Delete { listed: false }.on(&schedule.id)),
    ])
}

/// A schedule as it is after a change, with its next times and a way back. `done`: only its next firing is.
pub fn changed(schedule: &Schedule, before: Schedule, done: bool, now: DateTime<Utc>, keys: &mut Keys) -> Message {
    let opening = if before.rule.recurs() && !schedule.rule.recurs() {
        "Changed: it comes only once now, no longer again and again. "
    } else if done {
        "Done for this time. "
    } else {
        "Changed. "
    };
    let undo = ScheduleAct::Revert { kept: Box::new(before) };
    card(opening, schedule, now, keys).row(vec![keys.plain("Undo", undo.on(&schedule.id))])
}

/// A schedule after the undo of its change.
pub fn as_it_was(schedule: &Schedule, now: DateTime<Utc>, keys: &mut Keys) -> Message {
    card("As before. ", schedule, now, keys).silently()
}

/// A change was undone, in a few words.
pub fn reverted(schedule: &Schedule, now: DateTime<Utc>) -> String {
    format!("As before: {} {}.", duty(schedule), moment(schedule, schedule.tz(), now))
}

/// The same was ordered once more: what stands.
pub fn have_already(schedule: &Schedule, now: DateTime<Utc>, keys: &mut Keys) -> Message {
    card("You have this already. ", schedule, now, keys)
}

/// The same was ordered by somebody else before, who alone may change it.
pub fn there_already(schedule: &Schedule, now: DateTime<Utc>) -> Message {
    ahead("That is ordered already. ".to_owned(), schedule, now)
}

/// A schedule that was brought back.
pub fn back(schedule: &Schedule, now: DateTime<Utc>, keys: &mut Keys) -> Message {
    card("It is back. ", schedule, now, keys).silently()
}

/// A schedule after it was paused or let go on.
pub fn stands(schedule: &Schedule, now: DateTime<Utc>, keys: &mut Keys) -> Message {
    card("", schedule, now, keys)
}

/// One schedule, whole. `last`: the last run of its flow.
pub fn one(schedule: &Schedule, last: Option<&FlowRun>, now: DateTime<Utc>, keys: &mut Keys) -> Message {
    let n = schedule.number;
    let mut message = card(&format!("{n}. "), schedule, now, keys);
    if let Some(run) = last {
        let run = flows::cards::run_line(run, schedule.tz(), now);
        message = message.spans(std::iter::once(Span::text("Last time: ")).chain(run).collect());
    }
    message.line(format!(
        "In words: /schedules {n} tomorrow 10:00, /schedules {n} pause, /schedules {n} now, /schedules {n} delete"
    ))
}

fn card(lead: &str, schedule: &Schedule, now: DateTime<Utc>, keys: &mut Keys) -> Message {
    let id = &schedule.id;
    let message = ahead(lead.to_owned(), schedule, now);
    let message = if schedule.paused { message.line("It is paused.") } else { message };
    message.row(vec![
        edit(None, schedule, keys),
        switch(None, schedule, keys),
        keys.plain("Now", ScheduleAct::Fire.on(id)),
        keys.bad("Delete", ScheduleAct::Delete { listed: false }.on(id)),
    ])
}

/// What it does and when, and the next three times.
fn ahead(lead: String, schedule: &Schedule, now: DateTime<Utc>) -> Message {
    let zone = schedule.tz();
    // The very next ones may be left out.
    let from = schedule.next_at.map_or(now, |next| now.max(next - TimeDelta::seconds(1)));
    let times = when::next_three(&schedule.rule, zone, from);
    let when = moment(schedule, zone, now);
    let mut message = Message::lines([match &schedule.duty {
        Duty::Digest => format!("{lead}A digest here, {when}."),
        Duty::Brief => format!("{lead}A brief here, {when}. If nothing matters, none comes."),
        Duty::Remind(text) => format!("{lead}I'll remind you of “{}” {when}.", short(text, 200)),
        Duty::Work(_) => format!("{lead}I'll do “{}” {when}.", short(schedule.what(), 200)),
        Duty::Flow { .. } => format!("{lead}I'll run “{}” {when}.", short(schedule.what(), 200)),
    }]);
    message = with_times(message, &times, zone, now);
    if let Rule::Wall { bounds, .. } = &schedule.rule {
        let ahead = bounds.skip.iter().filter(|date| **date >= now.with_timezone(&zone).date_naive());
        let left_out: Vec<String> = ahead.map(|date| date.format("%a %-d %b").to_string()).collect();
        if !left_out.is_empty() {
            message = message.line(format!("Left out: {}.", listed(&left_out)));
        }
    }
    message = zones::gap(schedule).into_iter().fold(message, Message::line);
    if let Duty::Work(work) = &schedule.duty {
        message = work::state(message, schedule, work, now);
    }
    if let Some(at) = schedule.snoozed_to {
        message = message.line(format!("Put off: it comes again {}.", when::say_time(at, zone, now)));
    }
    message
}

pub(super) fn edit(number: Option<i64>, schedule: &Schedule, keys: &mut Keys) -> Button {
    let form = edit_form(schedule, None);
    keys.form(labelled(number, "Edit"), &form.title, &form.label, ScheduleAct::Edit.on(&schedule.id))
}

pub(super) fn switch(number: Option<i64>, schedule: &Schedule, keys: &mut Keys) -> Button {
    let label = if schedule.paused { "Go on" } else { "Pause" };
    keys.plain(labelled(number, label), switch_act(schedule).on(&schedule.id))
}

/// What lets a paused schedule go on, or pauses another one.
pub fn switch_act(schedule: &Schedule) -> ScheduleAct {
    if schedule.paused { ScheduleAct::Resume } else { ScheduleAct::Pause }
}

/// A schedule was paused or let go on in words, with the way back.
pub fn switched(schedule: &Schedule, note: &str, keys: &mut Keys) -> Message {
    let undo = keys.plain("Undo", switch_act(schedule).on(&schedule.id));
    Message::lines([format!("{}: {note}", duty(schedule))]).row(vec![undo]).silently()
}

/// A change that changes nothing.
pub fn so_already(schedule: &Schedule, now: DateTime<Utc>) -> String {
    format!("That is how it stands already: {} {}.", duty(schedule), moment(schedule, schedule.tz(), now))
}

fn labelled(number: Option<i64>, label: &str) -> String {
    number.map_or_else(|| label.to_owned(), |n| format!("{n}: {label}"))
}

/// The form behind "Edit". `typed`: what was written in it before and could not be done.
pub fn edit_form(schedule: &Schedule, typed: Option<&str>) -> Form {
    let (title, label) = match &schedule.duty {
        Duty::Digest => ("When shall the digest come?", "For example: daily 18:00"),
        Duty::Brief => ("When shall the brief come?", "For example: daily 8:00"),
        Duty::Remind(_) => ("What should be different?", "A new time, new words, or both"),
        Duty::Work(_) | Duty::Flow { .. } => ("When shall it be done?", "For example: every Monday 9:00"),
    };
    let filled = typed.filter(|text| plan_edit::fits_a_form(text)).unwrap_or_default().to_owned();
    Form { title: title.to_owned(), label: label.to_owned(), filled }
}

/// A change by a form that cannot be made: why, what was written, and a form to go on from it.
pub fn not_made(schedule: &Schedule, why: &str, typed: &str, keys: &mut Keys) -> Message {
    let form = edit_form(schedule, None);
    let again = ScheduleAct::EditFrom { typed: typed.to_owned() }.on(&schedule.id);
    let message = typed.lines().fold(Message::lines([why, "You wrote:"]), Message::line);
    message.row(vec![keys.form("Edit", &form.title, &form.label, again)])
}

/// The same asked for where the platform has no forms.
pub fn ask_change(schedule: &Schedule) -> Message {
    let ask = match &schedule.duty {
        Duty::Digest => "When shall the digest come? Reply for example: weekly Fri 16:00".to_owned(),
        Duty::Brief => "When shall the brief come? Reply for example: daily 8:00".to_owned(),
        Duty::Remind(text) => format!(
            "What should be different about “{}”? Reply with a new time, new words, or both, for example: tomorrow 10:00 call the bank",
            short(text, 80)
        ),
        Duty::Work(_) | Duty::Flow { .. } => {
            format!("When shall “{}” be done? Reply for example: every Monday at 9:00", short(schedule.what(), 80))
        }
    };
    Message { asks_text: true, ..Message::lines([ask]) }
}

/// A number no schedule has, or none of those this person may change.
pub fn no_schedule(number: i64) -> String {
    format!("I know no {number} in your schedules here. /schedules shows the numbers.")
}

/// "call Kim, Tue 24 Nov, 09:00 (Berlin)", on a button.
pub fn label(schedule: &Schedule, now: DateTime<Utc>) -> String {
    let what = match &schedule.duty {
        Duty::Digest | Duty::Brief => duty(schedule),
        Duty::Remind(_) | Duty::Work(_) | Duty::Flow { .. } => short(schedule.what(), 30),
    };
    names::told_when(what, schedule, now)
}

/// A schedule that was deleted, with a way back.
pub fn deleted(schedule: &Schedule, listed: bool, keys: &mut Keys) -> Message {
    let undo = ScheduleAct::Undo { kept: Box::new(schedule.clone()), listed };
    Message::lines([format!("Deleted: {}.", duty(schedule))])
        .row(vec![keys.plain("Undo", undo.on(&schedule.id))])
        .silently()
}

/// "Undo" pressed twice, or what was deleted was ordered again.
pub fn back_already() -> String {
    "That is there already. /schedules shows it.".to_owned()
}

/// "Undo" of something whose moment has passed meanwhile.
pub fn too_late_to_undo() -> String {
    "Its time has passed meanwhile. Tell me a new one, for example: remind me tomorrow at 9 to call Kim".to_owned()
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
/// A schedule was deleted.
pub const DELETED: &str = "Deleted.";

/// A deleted schedule was brought back.
pub const BACK: &str = "It is back.";

/// A schedule was paused or let go on.
pub fn toggled(paused: bool) -> &'static str {
    if paused { "Paused." } else { "It goes on." }
}

/// Paused or let go on when it is so already.
pub fn toggled_already(paused: bool) -> String {
    if paused { "That is paused already.".to_owned() } else { "That is not paused.".to_owned() }
}

/// A press on something that is not there any more.
pub fn gone() -> String {
    "That is deleted already.".to_owned()
}

/// A press on Delete when all of it has come.
pub fn nothing_to_delete() -> String {
    "That has come already, so there is nothing left to delete.".to_owned()
}

/// Schedules on one page, each with a row of buttons; one more row turns the page (platform-facts D33: five rows).
pub const PAGE: usize = 4;

/// A page of the schedules, counted from 0, the next one first.
pub fn list(schedules: &[Schedule], page: usize, zone: Tz, now: DateTime<Utc>, keys: &mut Keys) -> Message {
    if schedules.is_empty() {
        return Message::lines([
            "Nothing is scheduled. Try: /report daily 18:00, or: remind me tomorrow at 9 to call Kim.",
        ]);
    }
    let pages = schedules.len().div_ceil(PAGE);
    let page = page.min(pages - 1);
    let which = if pages > 1 { format!(" ({} of {pages})", page + 1) } else { String::new() };
    let mut message = Message::default().spans(vec![Span::strong("Scheduled"), Span::text(which)]);
    let shown = || schedules.iter().skip(page * PAGE).take(PAGE);
    for schedule in shown() {
        message = message.line(line(schedule, zone, now));
    }
    for schedule in shown() {
        let (id, n) = (&schedule.id, schedule.number);
        message = message.row(vec![
            edit(Some(n), schedule, keys),
            switch(Some(n), schedule, keys),
            keys.plain(format!("{n}: Now"), ScheduleAct::Fire.on(id)),
            keys.bad(format!("{n}: Delete"), ScheduleAct::Delete { listed: true }.on(id)),
        ]);
    }
    let turn = |to: usize| Action::Page { line: format!("schedules page {to}") };
    let sooner = (page > 0).then(|| keys.plain("‹ Sooner", turn(page)));
    let later = (page + 1 < pages).then(|| keys.plain("Later ›", turn(page + 2)));
    message.row(sooner.into_iter().chain(later).collect())
}

/// "2. “call Kim”, every Monday at 09:00 (Berlin); next Mon 24 Nov, 09:00 (Berlin)".
fn line(schedule: &Schedule, zone: Tz, now: DateTime<Utc>) -> String {
    format!("{}. {}, {}", schedule.number, duty(schedule), times(schedule, zone, now))
}

/// "every Monday at 09:00 (Berlin); next Mon 24 Nov, 09:00 (Berlin)".
pub(in crate::secretary::wording) fn times(schedule: &Schedule, zone: Tz, now: DateTime<Utc>) -> String {
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
    format!("{rule}{next}")
}

/// A firing that could not be carried out.
pub fn left_out(schedule: &Schedule, now: DateTime<Utc>) -> Message {
    let next = match schedule.wake_at() {
        Some(at) => format!(" The next one comes {}.", when::say_time(at, schedule.tz(), now)),
        None => String::new(),
    };
    Message::lines([format!("I stumbled over this and could not do it: {}.{next}", duty(schedule))])
}

/// "(due 09:00, sent 09:42: I was offline)".
pub fn late(due_at: DateTime<Utc>, now: DateTime<Utc>, zone: Tz) -> String {
    let due =
        if (now - due_at).num_hours() < 12 { when::say_clock(due_at, zone) } else { when::say_time(due_at, zone, now) };
    format!("(due {due}, sent {}: I was offline)", when::say_clock(now, zone))
}

/// "(due 09:00: I could not reach you then)".
pub fn unreached(due_at: DateTime<Utc>, zone: Tz) -> String {
    format!("(due {}: I could not reach you then)", when::say_time(due_at, zone, due_at))
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
