//! Sentences about failures of the secretary: what happened, what comes next, and the error id for the operator.
//! Never the failure itself.

use crate::secretary::message::action::TicketAct;
use crate::secretary::message::keys::Keys;
use crate::secretary::message::{Message, Span};
use crate::secretary::names::error_id::ErrorId;
use crate::secretary::settings::disk::DiskFault;
use crate::secretary::ticket::Ticket;
use crate::secretary::wording::ticket::tickets::{about, number};

/// "Note E-7K2P for the one who looks after me."
fn note(id: &ErrorId) -> String {
    format!("Note {id} for the one who looks after me.")
}

/// One message that could not be handled, after three tries.
pub fn quarantined(id: &ErrorId) -> String {
    format!(
        "I stumbled over one of your messages and could not handle it. I kept it; please try it in other words. {}",
        note(id)
    )
}

/// A step of a ticket could not be handled.
pub fn stumbled(ticket: &Ticket, id: &ErrorId, keys: &mut Keys) -> Message {
    about(ticket, " I stumbled while working on this. Everything is kept.").line(note(id)).row(vec![
        keys.good("Try again", TicketAct::Resume.on(&ticket.id)),
        keys.bad("Cancel", TicketAct::Cancel.on(&ticket.id)),
    ])
}

/// Words that could not be stored, and why.
pub fn unstored(why: &str) -> String {
    format!(
        "I could not store that just now: {why}. I try again by myself every few seconds, so you need not send it again. \
         If this goes on, somebody has to look after the machine I run on."
    )
}

/// A press that could not be stored, and why. Its platform brings it again for a short time only (platform-facts T2).
pub fn unstored_press(why: &str) -> String {
    format!(
        "I could not store that just now: {why}. I try again by myself every few seconds. If nothing has happened in two \
         minutes, please press the button again. If this goes on, somebody has to look after the machine I run on."
    )
}

/// A message the platform did not take, whatever it was.
pub fn unsent(ticket: Option<&Ticket>, id: &ErrorId) -> Message {
    let message = match ticket {
        Some(ticket) => Message::default().spans(vec![
            number(ticket),
            Span::text(format!(
                " I could not show you a message about this here. /show {} tells how it stands.",
                ticket.number
            )),
        ]),
        None => Message::lines(["I could not show you my answer here. Please try again, or ask me in a direct chat."]),
    };
    message.line(note(id))
}

/// Of a message that may not have arrived and is not sent again.
pub fn perhaps_missing(ticket: &Ticket) -> Message {
    Message::default().spans(vec![
        number(ticket),
        Span::text(format!(" A message about this may be missing here. /show {} tells how it stands.", ticket.number)),
    ])
}

/// Why a task failed: something of the secretary's own broke. Follows "… did not work:" or stands alone.
pub fn broke(id: &ErrorId) -> String {
    format!("something on my side did not work while doing this. {}", note(id))
}

/// Why a task failed: the disk its files are on. Follows "… did not work:" or stands alone.
pub fn disk(fault: DiskFault, id: &ErrorId) -> String {
    let (wrong, todo) = match fault {
        DiskFault::Full => ("the disk I keep files on is full", "make room on it"),
        DiskFault::Forbidden => ("I may not write in the folder I keep files in (DATA_DIR)", "give me the right to"),
        DiskFault::Broken => ("I cannot get at the folder I keep files in (DATA_DIR)", "look at it and at its disk"),
    };
    format!("{wrong}. The one who looks after me must {todo}; then try again. {}", note(id))
}

/// Why a task or a report failed: the model's answer was of no use.
pub fn unusable(id: &ErrorId) -> String {
    format!("the language model gave no answer I could use. {}", note(id))
}
