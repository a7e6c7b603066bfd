//! The second question before an irreversible act. The typed action says what it does, never words of a model.

use super::approvals::operation_of;
use crate::secretary::decision::Decision;
use crate::secretary::decision::approval::Permit;
use crate::secretary::message::action::TicketAct;
use crate::secretary::message::keys::Keys;
use crate::secretary::message::{Message, Span};
use crate::secretary::names::phrases::short;
use crate::secretary::people::names::NAMELESS;
use crate::secretary::ticket::Ticket;
use crate::secretary::ticket::facts::Facts;

/// What choosing this does, to stand after "Yes, ".
fn does(decision: &Decision, option: usize) -> String {
    let Some(proposed) = &decision.proposed else { return String::new() };
    let operation = operation_of(proposed);
    match proposed.chosen(Some(option)) {
        Some(Permit::Always) => format!("always {operation}"),
        Some(Permit::Once | Permit::LeftOut | Permit::Stop) | None => operation,
    }
}

/// The question with its two buttons, below a prompt; nothing where none is open.
pub fn question(ticket: &Ticket, decision: &Decision, facts: &Facts, message: Message, keys: &mut Keys) -> Message {
    let Some(sure) = &decision.sure else { return message };
    let alone = ticket.direct && decision.rooms.iter().all(|room| *room == ticket.room);
    let name = if sure.name == NAMELESS { facts.nameless } else { sure.name.as_str() };
    let whom = if alone { String::new() } else { format!("{name}: ") };
    let text = format!("{whom}this can't be taken back. Really {}?", does(decision, sure.option));
    let answer = |yes| TicketAct::Sure { decision: decision.key.clone(), number: sure.number, yes }.on(&ticket.id);
    let yes = keys.bad(short(&format!("Yes, {}", does(decision, sure.option)), 60), answer(true));
    let no = keys.plain("No, don't", answer(false));
    message.spans(vec![Span::strong(crate::secretary::names::phrases::capital(&text))]).row(vec![yes, no])
}

/// The short answer to the first choice.
pub fn asked(ticket: &Ticket, decision: &Decision, option: usize) -> String {
    let n = ticket.number;
    let what = short(&does(decision, option), 50);
    let how = if decision.waits() { "Send" } else { "Press “Yes, …” at its question, or send" };
    format!("This can't be taken back, so I ask once more: really {what}? {how} /decide {n} yes")
}

/// It is the question of somebody else.
pub fn somebody_else_s(name: &str) -> String {
    format!("That was asked of {name}. Choose it yourself, and I ask you.")
}

/// It was asked too long ago, or something else was chosen since.
pub fn gone() -> String {
    "That question is over. Choose again, and I ask once more.".to_owned()
}

/// Ten minutes have passed.
pub fn too_late() -> String {
    "That was asked more than ten minutes ago. Choose again, and I ask once more.".to_owned()
}

/// They are not sure.
pub fn kept() -> String {
    "Not done. The question stays open.".to_owned()
}
