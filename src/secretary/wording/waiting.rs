//! What is said when a ticket stands still although nobody has to decide: a model that is down, nobody free,
//! something not set up, a silent run.

use super::super::action::TicketAct;
use super::super::keys::Keys;
use super::super::message::{Message, Span};
use super::super::ticket::Ticket;
use super::tickets::{number, sentence};

/// The model does not answer.
pub fn model_down(ticket: &Ticket, long: bool, keys: &mut Keys) -> Message {
    let text = if long {
        " The language model has not answered for over an hour. I keep trying; an owner may want to look at it."
    } else {
        " The language model does not answer. This waits and goes on by itself; I'll tell you if it takes over an hour."
    };
    Message::default().spans(vec![number(ticket), Span::text(text)]).row(vec![
        keys.good("Try now", TicketAct::Resume.on(&ticket.id)),
        keys.bad("Cancel", TicketAct::Cancel.on(&ticket.id)),
    ])
}

/// The message about the model, once it answers again.
pub fn model_back(ticket: &Ticket) -> Message {
    Message::default()
        .spans(vec![number(ticket), Span::text(" The language model answers again; going on.")])
        .silently()
}

/// The account of the model is empty.
pub fn no_credit(why: &str) -> String {
    format!("the language model's account is out of credit ({why}). An owner can top it up")
}

/// The model turns the request down.
pub fn model_refuses(why: &str) -> String {
    format!("the language model refuses: {why}")
}

/// The model says nothing.
pub fn no_answer() -> String {
    "the language model does not answer".to_owned()
}

/// Somebody must set something up first.
pub fn needs_setup(ticket: &Ticket, what: &str, keys: &mut Keys) -> Message {
    Message::default()
        .spans(vec![number(ticket), Span::text(format!(" I can't do this yet. {}", sentence(what)))])
        .line("I keep it; tap “Try now” once that is done.")
        .row(vec![
            keys.good("Try now", TicketAct::Resume.on(&ticket.id)),
            keys.bad("Cancel", TicketAct::Cancel.on(&ticket.id)),
        ])
}

/// Nobody free or fitting.
pub fn no_agent(ticket: &Ticket, why: &str) -> String {
    format!("{why}; #{} starts by itself as soon as somebody is free", ticket.number)
}

/// A run has been silent.
pub fn stalled(ticket: &Ticket, who: &str, keys: &mut Keys) -> Message {
    Message::default()
        .spans(vec![number(ticket), Span::text(format!(" {who} has said nothing for ten minutes. I keep waiting."))])
        .row(vec![keys.bad("Stop", TicketAct::Cancel.on(&ticket.id))])
}
