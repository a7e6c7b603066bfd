//! Decisions that somebody took here by number or in a list although the prompt stands in another room. "Undo",
//! "actually red" and a reply to the answer refer to them as they do beside the prompt.

use crate::engine::context::say;
use crate::engine::context::undo_stack::mark_slot;
use crate::engine::context::{Context, Request};
use crate::engine::routing::exact::single_words::here;
use crate::ports::store::{Prompt, Stored};
use crate::secretary::ids::{DecisionId, Slot};
use crate::secretary::message::action::TicketAct;
use crate::secretary::ticket::Ticket;
use crate::secretary::ticket::event::Event;
use crate::secretary::wording::talk::asides;

/// Pushes an undo entry for a decision about an idea from another room. It is pushed before the act, since a refusal
/// removes it.
pub(in crate::engine) async fn mark_decided(
    context: &mut Context<'_>,
    request: &Request,
    ticket: &Ticket,
    event: &Event,
) -> Stored<()> {
    let room = here(request).clone();
    let Some(decision) = decided_by(event).filter(|_| ticket.room != room) else { return Ok(()) };
    let slot = Some(Slot::new(format!("{}{}/{decision}", marked_so(request), ticket.id)));
    let act = TicketAct::DecideOther { decision: decision.clone() };
    let (token, _) = context.keys().done();
    context.marked.push((context.part, token.clone()));
    let marked = Prompt { rooms: vec![room], actions: vec![act.on(&ticket.id)], slot };
    context.tx.bind(&token, &marked, context.now).await
}

/// Says here what was noted of a decision. A reply to this message refers to it.
pub(in crate::engine) async fn say_of(
    context: &mut Context<'_>,
    request: &Request,
    (ticket, key): (&Ticket, &DecisionId),
    note: &str,
) -> Stored<()> {
    let slot = ticket.slot(&format!("{key}/told{}-{}", context.seq, context.effects));
    say::post(context, &request.room.id, slot, asides::note(ticket.number, note), request.reply.clone()).await
}

/// The decision that an event of a person takes, votes on or reopens.
fn decided_by(event: &Event) -> Option<&DecisionId> {
    if let Event::DecisionMade { decision, .. }
    | Event::DecisionChanged { decision, .. }
    | Event::DecisionReopened { decision }
    | Event::SureAnswered { decision, .. } = event
    {
        Some(decision)
    } else {
        None
    }
}

/// The prefix of the slots of these undo entries.
fn marked_so(request: &Request) -> String {
    format!("{}/decided/", mark_slot(request))
}
