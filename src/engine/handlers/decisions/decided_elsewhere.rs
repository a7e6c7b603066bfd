//! What somebody decided or voted here although it is asked elsewhere, by its number or in a list: "undo", "actually red" and
//! words in reply to the answer they got are about that, as they are where its prompt stands.

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

/// Marks what this person decides here of an idea from another room. Before it is done: it goes again if that is refused.
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

/// Says here what was noted of a decision. Words in reply are about that.
pub(in crate::engine) async fn say_of(
    context: &mut Context<'_>,
    request: &Request,
    (ticket, key): (&Ticket, &DecisionId),
    note: &str,
) -> Stored<()> {
    let slot = ticket.slot(&format!("{key}/told{}-{}", context.seq, context.effects));
    say::post(context, &request.room.id, slot, asides::note(ticket.number, note), request.reply.clone()).await
}

/// The decision that an event of a person decides, votes for or opens again.
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

/// The names under which it is marked what this person decided here.
fn marked_so(request: &Request) -> String {
    format!("{}/decided/", mark_slot(request))
}
