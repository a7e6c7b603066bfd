//! After an absence that is longer than platforms keep presses: open prompts say so and get fresh buttons in place.
//! Nobody is notified and nothing is decided.

use super::super::step::{Move, Outcome};
use super::deadlines;
use crate::secretary::ids::Slot;
use crate::secretary::lifecycle::late;
use crate::secretary::lifecycle::questions::asking;
use crate::secretary::message::Message;
use crate::secretary::ticket::Stage;
use crate::secretary::wording;

/// Shows the open prompts among these messages anew.
pub fn alive(mut m: Move<'_>, slots: &[Slot]) -> Outcome {
    let before = m.effects.len();
    questions(&mut m, slots);
    card(&mut m, slots);
    decisions(&mut m, slots);
    if m.effects.len() == before { late::stale() } else { m.moved() }
}

fn questions(m: &mut Move<'_>, slots: &[Slot]) {
    let open = m.ticket.open_round().filter(|(index, round)| slots.contains(&m.ticket.slot(&round.name(*index))));
    if let Some((index, _)) = open {
        asking::show(m, index, show);
    }
}

fn card(m: &mut Move<'_>, slots: &[Slot]) {
    let name = m.card_name();
    if m.ticket.stage == Stage::Confirming && slots.contains(&m.ticket.slot(&name)) {
        let mut keys = m.keys();
        let message = wording::ticket::cards::card_as_it_stands(&m.ticket, m.facts, &mut keys);
        show(m, &name, message);
        m.ticket.token = Some(m.bind(&name, keys));
    }
}

fn decisions(m: &mut Move<'_>, slots: &[Slot]) {
    for index in 0..m.ticket.decisions.len() {
        let decision = m.ticket.decisions[index].clone();
        if decision.open() && slots.contains(&m.ticket.slot(decision.key.as_str())) {
            deadlines::after_absence(m, index);
            let decision = m.ticket.decisions[index].clone();
            let mut keys = m.keys();
            let message = wording::decision::decisions::prompt(&m.ticket, &decision, m.facts, m.now, &mut keys);
            show(m, decision.key.as_str(), message);
            m.ticket.decisions[index].token = m.bind(decision.key.as_str(), keys);
        }
    }
}

fn show(m: &mut Move<'_>, name: &str, message: Message) {
    let message = message.line(wording::talk::after_outage::press_again(m.facts.zone, m.now)).silently();
    m.edit(name, &message);
}
