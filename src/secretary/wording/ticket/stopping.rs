//! Sentences about stopping work that has begun: one question first, since the press may be a slip.

use super::tickets::{about, number};
use crate::secretary::ids::Slot;
use crate::secretary::message::action::{Action, TicketAct};
use crate::secretary::message::keys::Keys;
use crate::secretary::message::{Message, Span};
use crate::secretary::names::phrases::{plural, short};
use crate::secretary::ticket::Ticket;

/// The question.
pub fn question(ticket: &Ticket, asked: u64, keys: &mut Keys) -> Message {
    let stop = |sure| TicketAct::Stop { asked, sure }.on(&ticket.id);
    Message::default()
        .spans(vec![Span::text("Stop "), number(ticket), Span::text("? What is done so far is kept.")])
        .row(vec![keys.bad("Stop it", stop(true)), keys.plain("Keep going", stop(false))])
}

/// A second press while the question stands.
pub fn asked_already() -> String {
    "I have just asked below: Stop it, or Keep going?".to_owned()
}

/// The question, once it was asked again further down.
pub fn asked_again(ticket: &Ticket) -> Message {
    settled(ticket, " I ask again below whether to stop.")
}

/// The question, answered with "Keep going".
pub fn kept(ticket: &Ticket) -> Message {
    settled(ticket, " Not stopped; it goes on.")
}

/// "Keep going", for the presser.
pub fn keeps_going() -> &'static str {
    "It goes on."
}

/// The question, once the ticket has ended by itself.
pub fn too_late(ticket: &Ticket) -> Message {
    settled(ticket, " Nothing to stop any more: it has ended meanwhile.")
}

fn settled(ticket: &Ticket, what: &str) -> Message {
    about(ticket, what).silently()
}

/// Everything is to be called off.
pub fn cancel_all(open: &[Ticket], keys: &mut Keys) -> Message {
    let (n, what) = (open.len(), plural(open.len(), "open ticket", "open tickets"));
    let mut message = Message::lines([format!("Cancel {}?", if n == 1 { what } else { format!("all {what}") })]);
    message = named(message, open);
    let label = if n == 1 { "Cancel it".to_owned() } else { format!("Cancel all {n}") };
    message.line("Reminders and digests are not touched; “/schedules delete all” deletes your reminders.").row(vec![
        keys.bad(label, Action::CancelAll { tickets: open.iter().map(|ticket| ticket.id.clone()).collect() }),
        keys.plain(if n == 1 { "Keep it" } else { "Keep them" }, Action::Leave),
        keys.plain("Show the list", Action::Command { line: "list".to_owned() }),
    ])
}

fn named(mut message: Message, tickets: &[Ticket]) -> Message {
    for ticket in tickets.iter().take(SHOWN) {
        message = message.spans(vec![number(ticket), Span::text(format!(" {}", short(&ticket.short_title(), 60)))]);
    }
    if tickets.len() > SHOWN {
        message = message.line(format!("… and {} more.", tickets.len() - SHOWN));
    }
    message
}

/// Everything was called off: stands where it was asked.
pub fn called_off(all: &[Ticket], by: &str, told: &Slot, keys: &mut Keys) -> Message {
    let what = plural(all.len(), "ticket", "tickets");
    let head = Message::default().spans(vec![Span::strong(format!("Cancelled by {by}: {what}."))]);
    let undo = Action::TakeUpAll { tickets: all.iter().map(|t| t.id.clone()).collect(), told: told.clone() };
    let label = if all.len() == 1 { "Undo" } else { "Undo all" };
    named(head, all).row(vec![keys.plain(label, undo)]).silently()
}

/// The cancellation was undone.
pub fn brought_back(back: &[Ticket], by: &str) -> Message {
    let what = plural(back.len(), "ticket", "tickets");
    named(Message::lines([format!("Cancelled, and taken up again by {by}: {what}.")]), back).silently()
}

/// The cancellation was undone, for the person who pressed.
pub fn all_back(n: usize) -> String {
    format!("Taken up again: {}.", plural(n, "ticket", "tickets"))
}

/// Nothing of what was called off is still so.
pub fn nothing_to_bring_back() -> String {
    "Nothing of that is cancelled any more. /list shows how things stand.".to_owned()
}

/// Tickets named in that question.
const SHOWN: usize = 8;

/// Nothing is open that could be called off.
pub fn nothing_open() -> String {
    "There is nothing open to cancel. /schedules shows what comes by the clock.".to_owned()
}

/// Everything was called off, for the presser.
pub fn all_cancelled(n: usize) -> String {
    format!("Cancelled: {}.", plural(n, "ticket", "tickets"))
}
