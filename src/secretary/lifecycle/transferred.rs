//! A ticket of a group that belongs to another workspace from now on.

use crate::secretary::effect::Effect;
use crate::secretary::ids::{RoomId, Slot};
use crate::secretary::message::routing::{self, Meant};
use crate::secretary::ticket::event::Event;
use crate::secretary::ticket::{Stage, Ticket};
use crate::secretary::wording::people::workspaces;

/// Whether an event may reopen a finished ticket.
pub fn may_reopen(event: &Event) -> bool {
    matches!(
        event,
        Event::ResumeRequested
            | Event::ReviseRequested { .. }
            | Event::Rated { .. }
            | Event::Added { .. }
            | Event::Corrected { .. }
            | Event::AnswersReceived { .. }
            | Event::QuestionsAnswered { .. }
            | Event::DecisionMade { .. }
            | Event::DecisionChanged { .. }
            | Event::DecisionReopened { .. }
    )
}

/// The ticket in its new room, which is its requester's direct chat or not, and the messages that end in the former
/// one.
pub fn moved(ticket: &Ticket, left: &RoomId, home: &RoomId, own: bool) -> (Ticket, Vec<Slot>) {
    let mut next = Ticket { version: ticket.version + 1, direct: own, room: home.clone(), ..ticket.clone() };
    let mut slots = Vec::new();
    let ends = |slot: &Slot, rooms: &[RoomId]| rooms.contains(left) && !asks_what_is_open(ticket, slot);
    for (slot, rooms) in next.shown.iter_mut().filter(|(slot, rooms)| ends(slot, rooms)) {
        rooms.retain(|room| room != left);
        slots.push(slot.clone());
    }
    next.shown.retain(|_, rooms| !rooms.is_empty());
    for decision in next.decisions.iter_mut().filter(|decision| !decision.open()) {
        decision.rooms.retain(|room| room != left);
    }
    (next, slots)
}

/// Whether this slot is the prompt of an open decision or stands beside one. Such prompts move with words of their
/// own.
fn asks_what_is_open(ticket: &Ticket, slot: &Slot) -> bool {
    !ticket.closed()
        && ticket.open_decisions().any(|decision| {
            let prompt = ticket.slot(decision.key.as_str());
            *slot == prompt || slot.as_str().starts_with(&format!("{prompt}/"))
        })
}

/// The last change of a message in the group: work that goes on is named; any other message keeps its words and loses
/// its buttons.
pub fn last_change(ticket: &Ticket, room: &RoomId, slot: Slot) -> Vec<Effect> {
    let room = room.clone();
    let goes_on = match routing::replied(&slot) {
        _ if slot == ticket.slot(&ticket.progress_name()) => !ticket.closed(),
        Some((_, Meant::Answers)) => ticket.stage == Stage::Clarifying,
        Some((_, Meant::Correction)) => ticket.stage == Stage::Confirming,
        Some((_, Meant::Decision(_) | Meant::Revision | Meant::Addition)) | None => false,
    };
    if !goes_on {
        return vec![Effect::Bare { room, slot }];
    }
    let message = workspaces::goes_on_elsewhere(ticket);
    let edit = Effect::Edit { room: room.clone(), slot: slot.clone(), message, calm: false };
    vec![edit, Effect::BareCopies { room, slot }]
}
