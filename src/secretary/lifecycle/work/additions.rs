//! Words that are added to a ticket while it is worked on.

use super::super::step::Outcome;
use super::super::transition::Move;
use crate::secretary::ticket::effect::Class;
use crate::secretary::wording;

/// Adds words: running runs get them, later tasks get them, and people are told who reads them.
pub fn added(mut m: Move<'_>, text: &str) -> Outcome {
    super::tasks::tell(&mut m, text);
    let message = wording::ticket::tickets::added(&m.ticket, text, m.facts);
    let name = format!("added{}", m.ticket.version);
    m.post(&name, message, Class::Receipt);
    let note = wording::ticket::tickets::added_note(m.ticket.number);
    m.noted_and_shown(note)
}
