//! Sentences about plans that are carried out later, or again and again.

use crate::secretary::agent::Worker;
use crate::secretary::message::{Block, Message, Span};
use crate::secretary::names::phrases::{ended, listed, short};
use crate::secretary::ticket::Ticket;
use crate::secretary::ticket::standing::Standing;
use crate::secretary::when;
use crate::secretary::wording::style::moments;
use chrono::{DateTime, Utc};
use chrono_tz::Tz;

/// The button that agrees to a plan with a time.
pub const CONFIRM: &str = "Confirm";

/// The time of a plan in one line, as the model is told.
pub fn said(standing: &Standing) -> String {
    let rule = when::say_rule(&standing.rule, standing.tz());
    if standing.only_if.is_empty() { rule } else { format!("{rule}; told only if {}", standing.only_if) }
}

/// What became of a ticket that no list shows, in a few words.
pub fn folded(ticket: &Ticket) -> Option<String> {
    let agreed = ticket.ordered().map(|standing| format!("agreed: {}", when::say_rule(&standing.rule, standing.tz())));
    agreed.or_else(|| ticket.folded().then(|| "answered".to_owned()))
}

/// Where to see when a plan that was agreed to with a time is carried out.
pub fn ahead(message: Message, ticket: &Ticket) -> Message {
    if ticket.ordered().is_some() { message.line("/schedules shows when it comes.") } else { message }
}

/// The time of a plan, for the agent that is to set it up.
pub fn left(standing: &Standing) -> String {
    format!("\n\nWhen it is wanted: {}.", said(standing).trim_end_matches('.'))
}

/// The same of a time that cannot be.
pub fn left_open(fault: &str) -> String {
    format!("\n\nThe time that was said for it cannot be: {} Ask for another one.", ended(fault))
}

/// The button of a plan whose time cannot be: nobody asked for it at once.
pub const ONCE_NOW: &str = "Do it once now";

/// Why a time cannot be, and what becomes of the plan. `untimed`: it has no other time.
pub fn no_such_time(fault: &str, untimed: bool) -> String {
    let fault = ended(fault);
    if untimed {
        format!("{fault} Say another time, or press “{ONCE_NOW}”.")
    } else {
        format!("{fault} So its time stays as it was.")
    }
}

/// A dry run of a plan has begun.
pub const TRYING: &str =
    "I am trying it with tools that do nothing. Its report follows, and the plan still waits for you.";

/// At the head of the report of a dry run.
pub const TRIED: &str = "This was a dry run: no tool was used and nothing was changed, so nothing of it was looked up.";

/// What a dry run is called.
pub fn trial_title(title: &str) -> String {
    format!("Dry run: {title}")
}

/// A second press of the button.
pub fn tried_already() -> String {
    "I have tried this plan already. Its report is here, or follows.".to_owned()
}

/// A press on a card that was changed or answered since.
pub fn no_card_to_try() -> String {
    "This plan was changed or answered since. A newer card has a button of its own.".to_owned()
}

/// What the workers are called that were made for a plan, as the head of their list.
const WORKERS: &str = "Workers made for this:";

/// The lines of a card about the workers that were made for its plan: what each does, and with what.
pub fn workers_on_card(mut message: Message, ticket: &Ticket) -> Message {
    if let Some(from) = ticket.team.as_ref().and_then(|team| team.from) {
        message = message.line(format!("Proposed in the work on #{from}."));
    }
    for (index, worker) in ticket.workers_at_it().enumerate() {
        if index == 0 {
            message = message.spans(vec![Span::strong(WORKERS)]);
        }
        message.blocks.push(Block::Item { depth: 0, number: None, spans: introduced(worker, true) });
    }
    message
}

/// "Price checker: looks up the price of X. It may search the web and read pages."
pub fn introduced(worker: &Worker, whole: bool) -> Vec<Span> {
    let does = if whole { format!("{} ", ended(&worker.does())) } else { String::new() };
    vec![Span::strong(format!("{}: ", worker.title)), Span::text(format!("{does}It may {}.", listed(&deeds(worker))))]
}

/// What a worker may do with its tools, in everyday words.
fn deeds(worker: &Worker) -> Vec<String> {
    let mut deeds: Vec<String> = Vec::new();
    for tool in &worker.tools {
        let deed = match tool.as_str() {
            "web_search" => "search the web".to_owned(),
            "read_url" => "read pages".to_owned(),
            "read_note" | "search_notes" | "list_notes" => "read notes".to_owned(),
            "write_note" => "write notes".to_owned(),
            "read_file" | "list_files" => "read files".to_owned(),
            "write_file" => "write files".to_owned(),
            "set_reminder" => "set reminders".to_owned(),
            "calculate" => "calculate".to_owned(),
            "make_chart" => "draw charts".to_owned(),
            "run_python" => "run scripts".to_owned(),
            other => format!("use “{}”", short(other, 40)),
        };
        if !deeds.contains(&deed) {
            deeds.push(deed);
        }
    }
    deeds
}

/// Whoever asked for the setting up may not order work any more.
pub fn may_not_set_up() -> String {
    "I was to set up work that comes by itself, but whoever asked for it may not order such work, so I set nothing up."
        .to_owned()
}

/// The lines of a card about its time: when, the next times, and when people hear of it.
/// `zone_told`: its person has told their zone.
pub fn on_card(mut message: Message, ticket: &Ticket, zone_told: bool) -> Message {
    let Some(standing) = ticket.standing.as_deref() else { return message };
    let zone = standing.tz();
    let rule = when::say_rule(&standing.rule, zone);
    message = message.spans(vec![Span::strong("When: "), Span::text(format!("{rule}."))]);
    message = with_times(message, &standing.next, zone, ticket.updated_at);
    if standing.own_clock && !zone_told {
        let city = when::zone_city(zone);
        let whose = if ticket.direct { "you have not told me yours" } else { "whoever sent it has not told me theirs" };
        message = message.line(format!("That is {city} time, since {whose}. /timezone sets it, and this moves along."));
    }
    if !standing.only_if.is_empty() {
        let only = standing.only_if.trim_end_matches('.');
        message = message.spans(vec![Span::strong("You hear of it only if: "), Span::text(format!("{only}."))]);
    }
    message
}

/// The next times, if there are several.
pub fn with_times(message: Message, times: &[DateTime<Utc>], zone: Tz, now: DateTime<Utc>) -> Message {
    if times.len() < 2 {
        return message;
    }
    times.iter().fold(message.line("Next times:"), |message, at| message.spans(vec![moments::time(*at, zone, now)]))
}

/// A plan with a time was agreed to.
pub fn agreed() -> &'static str {
    "Agreed."
}

/// What is kept of a run whose condition did not hold.
pub fn nothing_to_tell(ticket: &Ticket) -> String {
    let only_if = ticket.by_clock.as_ref().map(|by| by.only_if.trim_end_matches('.')).unwrap_or_default();
    format!("Done, and nothing was to be told: you hear of it only if {only_if}.")
}

/// Whether people hear of how it ended: not of what a flow had done, nor of a time whose condition did not hold.
pub fn heard_of(ticket: &Ticket) -> bool {
    !ticket.of_flow() && ticket.reports.last().is_none_or(|report| report.text != nothing_to_tell(ticket))
}
