//! What is said about stopping work that has begun: one question first, since a slip of the finger is no wish.

use super::super::action::TicketAct;
use super::super::keys::Keys;
use super::super::message::{Message, Span};
use super::super::ticket::Ticket;
use super::tickets::number;

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
    Message::default().spans(vec![number(ticket), Span::text(what)]).silently()
}
