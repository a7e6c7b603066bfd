//! Additions to a ticket: words, or another ticket about the same subject.

use super::super::step::Outcome;
use super::super::transition::Move;
use super::winding_down;
use crate::secretary::ids::TicketId;
use crate::secretary::ticket::effect::{Class, Effect};
use crate::secretary::ticket::event::Event;
use crate::secretary::ticket::{Ending, Stage};
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

/// Folds the ticket into another one.
pub fn fold(mut m: Move<'_>, into: TicketId, number: i64) -> Outcome {
    // The source of the words is recorded before they are passed on.
    for source in m.ticket.read.clone() {
        m.effects.push(Effect::Tell { ticket: into.clone(), event: Event::ForeignRead { source } });
    }
    let event = Event::Added { text: m.ticket.idea.clone() };
    m.effects.push(Effect::Tell { ticket: into, event });
    winding_down::wind_down(&mut m);
    m.ticket.stage = Stage::Closed(Ending::Folded);
    let card_name = crate::secretary::lifecycle::questions::reading::card_name(&m);
    let note = wording::ticket::tickets::added_note(number);
    let card = wording::ticket::cards::card_settled(&m.ticket, m.facts, &note);
    m.edit(&card_name, &card);
    let mut keys = m.keys();
    let message = wording::ticket::tickets::folded(&m.ticket, number, &mut keys);
    m.edit("receipt", &message);
    m.bind("receipt", keys);
    // An idea that waits for a language model no longer starts by itself.
    let moved = wording::ticket::tickets::folded_away(&m.ticket, number);
    m.retire("setup", &moved);
    m.noted(note)
}
