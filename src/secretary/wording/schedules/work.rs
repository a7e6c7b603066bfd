//! Sentences about work that a schedule does.

use super::edit_form;
use crate::secretary::flow::Flow;
use crate::secretary::ids::PersonId;
use crate::secretary::intent::Intent;
use crate::secretary::message::action::{Action, ScheduleAct};
use crate::secretary::message::keys::Keys;
use crate::secretary::message::{Message, Span};
use crate::secretary::names::phrases::short;
use crate::secretary::schedule::work::{RunResult, WorkOrder};
use crate::secretary::schedule::{Duty, Schedule};
use crate::secretary::ticket::Ticket;
use crate::secretary::ticket::standing::Standing;
use crate::secretary::when::{self, Rule};
use crate::secretary::wording::style::moments;
use crate::secretary::wording::ticket::standing::{CONFIRM, introduced, with_times};
use chrono::{DateTime, Utc};

/// A firing of work by hand went out.
pub const BEGUN: &str = "It begins now.";
/// The same while all work is paused.
pub const HELD: &str = "All work is paused. It begins when that goes on: /resume.";
/// A firing of work by hand came to nothing, which a message explains.
pub const LEFT_OUT: &str = "It does not begin now: the last time is still on, or nobody may give me this work.";
/// What happens to further times as long as the last one is still on.
pub(super) const LEAVES_OUT: &str = "I leave out the next ones, too, until that is over.";

/// How the card of a new schedule begins: workers that were made for it are there from now on.
pub(super) fn lead(schedule: &Schedule) -> String {
    let made = matches!(&schedule.duty, Duty::Work(work) if work.template.workers_at_it().next().is_some());
    if made { "Set up. ".to_owned() } else { String::new() }
}

/// Who was made for it, when people hear of it, and how the last time went.
pub(super) fn state(mut message: Message, schedule: &Schedule, work: &WorkOrder, now: DateTime<Utc>) -> Message {
    for worker in work.template.workers_at_it() {
        message = message.spans(introduced(worker, false));
    }
    message = heard_if(work).into_iter().fold(message, Message::line);
    if let Some(last) = work.results.last() {
        let how = how(last);
        let time = moments::time(last.at, schedule.tz(), now);
        message =
            message.spans(vec![Span::text("Last time: "), time, Span::text(format!(", {how} (#{}).", last.number))]);
    }
    message
}

/// What must hold for people to hear of it, if something must.
pub(super) fn heard_if(work: &WorkOrder) -> Option<String> {
    let only_if = work.only_if.trim_end_matches('.');
    (!only_if.is_empty()).then(|| format!("You hear of it only if: {only_if}."))
}

/// How one time went, in a few words.
pub(super) fn how(result: &RunResult) -> &'static str {
    if result.done { "done" } else { "it did not work" }
}

/// How to order work that comes again.
pub fn how_to() -> &'static str {
    "Tell me when and what, for example: /every Monday at 9 check https://example.org for new prices"
}

/// A time without work.
pub fn no_work() -> &'static str {
    "That is a time. What shall I do then? For example: /every Monday at 9 check https://example.org for new prices"
}

/// Work without a time.
pub fn no_time() -> &'static str {
    "I found no time in that. For example: /every Monday at 9 check https://example.org for new prices"
}

/// Work with a time that does not come again.
pub fn only_once() -> &'static str {
    "That time comes only once. On which days shall I do it? For example: /every Monday at 9 check https://example.org for \
     new prices"
}

/// A bare number in front may be a time of day or a day of the month. `order`: what the time comes to, with what stands
/// behind the number.
pub fn which_number(number: u32, what: &str, order: impl Fn(String) -> Action, keys: &mut Keys) -> Message {
    let evening = (number < 12).then(|| number + 12);
    let hours = [Some(number).filter(|hour| *hour < 24), evening].into_iter().flatten();
    let mut message = Message::lines([format!("When is “{number}”?")]);
    let with = |time: String| order(format!("{time} {what}").trim().to_owned());
    for hour in hours {
        let label = format!("Every day at {hour}:00");
        message = message.row(vec![keys.plain(label, with(format!("every day at {hour}:00")))]);
    }
    let monthly = with(format!("every month on the {number}."));
    message.row(vec![keys.plain(format!("On day {number} of each month"), monthly)])
}

/// An agent proposes to run a flow by the clock: when, and the button of whoever it works for that agrees.
pub fn flow_by_clock(
    flow: &Flow,
    standing: &Standing,
    person: &PersonId,
    now: DateTime<Utc>,
    keys: &mut Keys,
) -> Message {
    let zone = standing.tz();
    let (name, rule) = (short(&flow.name, 80), when::say_rule(&standing.rule, zone));
    let message = Message::lines([format!("Shall I run “{name}” (flow {}): {rule}?", flow.number)]);
    let time = match &standing.rule {
        Rule::Once { at } => at.with_timezone(&zone).format("%Y-%m-%d %H:%M").to_string(),
        Rule::Wall { cron, .. } => cron.clone(),
    };
    let order = Intent::Command { name: "flow".to_owned(), text: format!("{} schedule {time}", flow.number) };
    let agree = Action::Understood { person: person.clone(), intent: Box::new(order), item: None };
    with_times(message, &standing.next, zone, now)
        .line("Nothing runs before you press Confirm.")
        .row(vec![keys.good(CONFIRM, agree)])
}

/// It is due while the last time is still being worked on.
pub fn still_at_it(schedule: &Schedule, running: &Ticket) -> Message {
    let title = short(schedule.what(), 80);
    let number = running.number;
    Message::lines([format!(
        "“{title}” is due, but I am still at it from the last time (#{number}), so I leave this time out."
    )])
    .line(LEAVES_OUT)
}

/// Whoever ordered it may not send work any more.
pub fn nobody_to_work_for(schedule: &Schedule) -> Message {
    let title = short(schedule.what(), 80);
    Message::lines([format!(
        "“{title}” is due, but whoever ordered it may not give me work any more, so I have paused it. /schedules shows it."
    )])
}

/// It did not work several times in a row. `tickets`: the numbers of the last ones, where each time has a ticket.
pub fn keeps_failing(
    schedule: &Schedule,
    failures: u32,
    tickets: &[i64],
    now: DateTime<Utc>,
    keys: &mut Keys,
) -> Message {
    let title = short(schedule.what(), 80);
    let numbers: Vec<String> = tickets.iter().map(|number| format!("#{number}")).collect();
    let which = if numbers.is_empty() { String::new() } else { format!(" ({})", numbers.join(", ")) };
    let (id, form) = (&schedule.id, edit_form(schedule, None));
    Message::lines([format!("“{title}” did not work {failures} times in a row{which}. What shall I do?")])
        .line(format!("Without a word I keep trying. {}", next(schedule, now)))
        .row(vec![
            keys.plain("Pause", ScheduleAct::Pause.on(id)),
            keys.form("Other time", &form.title, &form.label, ScheduleAct::Edit.on(id)),
            keys.plain("Try now", ScheduleAct::Fire.on(id)),
            keys.bad("Delete", ScheduleAct::Delete { listed: true }.on(id)),
        ])
}

fn next(schedule: &Schedule, now: DateTime<Utc>) -> String {
    match schedule.wake_at() {
        Some(at) => format!("The next time is {}.", when::say_time(at, schedule.tz(), now)),
        None => "There is no next time.".to_owned(),
    }
}
