//! Short answers: to bare words that mean nothing here, and to "undo".

pub mod after_outage;
pub mod asides;
pub mod faults;
pub mod help;
pub mod late;
pub mod no_undo;
pub mod received_files;
pub mod refusals;
pub mod sums;
pub mod understanding;

use super::super::decision::{Decision, Subject};
use super::super::message::Message;
use super::super::message::action::Action;
use super::super::message::keys::Keys;
use super::super::schedule::Schedule;
use super::super::ticket::Ticket;
use super::super::when;
use super::decision::deadlines::silence;
use super::schedules::names::named_apart;
use crate::secretary::language::exact::Alone;
use crate::secretary::names::phrases::short;
use chrono::{DateTime, Utc};
use chrono_tz::Tz;

/// "Give me 5 minutes", to a decision: nobody is asked again as soon as that.
pub fn asked_too_soon(number: i64, least: i64) -> String {
    format!("#{number} stays open. I ask about it again in {least} minutes at the earliest.")
}

/// "Later", to a decision.
pub fn stays_open(ticket: &Ticket, zone: Tz, now: DateTime<Utc>) -> String {
    let number = ticket.number;
    let next = reminds_next(ticket, zone, now);
    let until = ticket.shown_decisions().filter_map(|d| Some((d, d.deadline()?))).min_by_key(|(_, end)| end.at);
    let mut said = format!("All right, #{number} stays open");
    if let Some((_, end)) = until {
        said = format!("{said} until {}", when::say_time(end.at, zone, now));
    }
    said = match next {
        Some(at) => format!("{said}, and I'll remind you on {}.", when::say_time(at, zone, now)),
        None => format!("{said}."),
    };
    match until {
        Some((decision, end)) => format!("{said} {}", silence(decision, end.policy)),
        None => said,
    }
}

/// When people are reminded next of what waits for them.
fn reminds_next(ticket: &Ticket, zone: Tz, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
    let next = |decision: &Decision| match decision.deadline() {
        Some(deadline) => deadline.reminder(decision.asked_at, zone),
        None => (decision.subject != Subject::Redo).then_some(decision.remind_at),
    };
    ticket.shown_decisions().filter_map(next).filter(|at| *at > now).min()
}

/// A decision is reminded of at a time somebody named, besides when it always is.
pub fn still_open(ticket: &Ticket, zone: Tz, now: DateTime<Utc>) -> String {
    let number = ticket.number;
    match reminds_next(ticket, zone, now) {
        Some(at) => {
            let usual = when::say_time(at, zone, now);
            format!("#{number} stays open. Its own reminder, on {usual}, comes all the same: that one I can't move.")
        }
        None => format!("#{number} stays open."),
    }
}

/// "Later", to questions or a card.
pub fn waits(number: i64) -> String {
    format!("All right, #{number} waits until you are ready.")
}

/// A bare word where nothing stands open that it could be about.
pub fn nothing(said: Alone) -> &'static str {
    match said {
        Alone::Help => "I'm here when you need something.",
        Alone::Cancel => "There is nothing to call off just now. /list shows what is open, /schedules what is ahead.",
        Alone::Undo => "There is nothing to undo just now. /list shows what is open, /schedules what is ahead.",
        Alone::Stop => "Nothing is running just now. /list shows what is open, /schedules what is ahead.",
        Alone::Pause => "There is nothing to pause just now. /list shows what is open, /schedules what is ahead.",
        Alone::Resume => "Nothing is paused just now. /list shows what is open, /schedules what is ahead.",
    }
}

/// What somebody did last here has no way back by a word; what was before is left as it is.
pub fn not_the_last() -> &'static str {
    "What you did last here has no Undo, so I leave everything as it is. Where an Undo button stands further up, it still takes \
     back what it stands under."
}

/// What shows all where only the newest are offered, without its slash.
const ALL: &str = "list open";

/// Several things stand open that a bare word may be about: each with its button.
pub fn which(offers: Vec<(String, Action)>, more: bool, keys: &mut Keys) -> Message {
    let mut message = Message::lines([if offers.len() == 1 { "Is that about this?" } else { "Which one?" }]);
    if more {
        message = message.line("These are the newest; /list and /schedules show all.");
    }
    for (label, action) in offers {
        message = message.row(vec![keys.plain(label, action)]);
    }
    let all = more.then(|| keys.plain("Show all", Action::Command { line: ALL.to_owned() }));
    message.row(all.into_iter().chain([keys.plain("Never mind", Action::Leave)]).collect())
}

/// What all buttons of a question were for has ended.
pub fn settled() -> &'static str {
    "That is settled meanwhile."
}

/// "Cancel #3 call Kim", on a button.
pub fn cancel(number: i64, title: &str) -> String {
    format!("Cancel #{number} {}", short(title, 30))
}

/// "Pause #3 call Kim", on a button.
pub fn pause(number: i64, title: &str) -> String {
    format!("Pause #{number} {}", short(title, 30))
}

/// "Stop #3 call Kim", on a button.
pub fn stop(number: i64, title: &str) -> String {
    format!("Stop #{number} {}", short(title, 30))
}

/// "Go on with #3 call Kim", on a button.
pub fn go_on(number: i64, title: &str) -> String {
    format!("Go on with #{number} {}", short(title, 30))
}

/// "Cancel the run of “Price watch”", on a button. `runs`: how many of them are on.
pub fn end_runs(flow: &str, runs: usize) -> String {
    let what = if runs == 1 { "run".to_owned() } else { format!("{runs} runs") };
    format!("Cancel the {what} of “{}”", short(flow, 30))
}

/// What was called off at once is wanted again, on a button.
pub fn all_again() -> &'static str {
    "Go on with what was cancelled"
}

/// "Delete the reminder “call Kim”, Tue 24 Nov, 09:00 (Berlin)", on a button.
pub fn forget(schedule: &Schedule, now: DateTime<Utc>) -> String {
    format!("Delete {}", named_apart(schedule, now))
}

/// "Resume the reminder “call Kim”, every Monday at 09:00 (Berlin)", on a button.
pub fn series_on(schedule: &Schedule, now: DateTime<Utc>) -> String {
    format!("Resume {}", named_apart(schedule, now))
}

/// The label of the Undo button.
pub const UNDO: &str = "Undo";

/// Somebody else pressed the Undo of a setting. `may`: they may set it themselves.
pub fn not_your_undo(name: Option<&str>, may: bool) -> String {
    let who = name.map_or_else(|| "whoever set that".to_owned(), |name| short(name, 40));
    let otherwise = if may { "/help shows how to set it yourself." } else { "An owner can set it anew." };
    format!("Only {who} can take that back with this button. {otherwise}")
}

/// The setting of an Undo was changed again since, or has its former value already.
pub fn set_since() -> String {
    "That was changed again since, so I leave it as it is now.".to_owned()
}

/// "Take back “call Kim”", on a button.
pub fn take_back(what: &str) -> String {
    format!("Take back “{}”", short(what, 30))
}

/// Words that were asked for are not given after all.
pub fn left_as_it_is() -> &'static str {
    "All right, I leave it as it is."
}
