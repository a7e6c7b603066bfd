//! The undo stack of a room: an entry for each thing that a person did there, stored among the prompts of the room.
//! "Undo" and "yes" must not reach anything that is older than the newest entry.

use crate::engine::context::{Context, Request};
use crate::ports::store::{Prompt, Stored};
use crate::secretary::ids::Slot;
use crate::secretary::lifecycle::step::answers;
use crate::secretary::message::action::{Action, TicketAct};
use crate::secretary::message::routing;
use crate::secretary::ticket::Ticket;
use crate::secretary::ticket::event::Event;
use chrono::TimeDelta;

/// The prefix of the slots of undo entries.
const MARK: &str = "re/mark/";
/// An Undo older than this works by its button only.
pub const UNDO_FOR: TimeDelta = TimeDelta::days(1);
/// The most prompts searched for an Undo.
const LOOKED_AT: u32 = 40;

/// The slot of the undo entries of a person.
pub fn mark_slot(request: &Request) -> Slot {
    Slot::new(format!("{MARK}{}", request.person.id))
}

/// Whether a stored prompt is an undo entry and has no buttons.
pub fn marks(prompt: &Prompt) -> bool {
    prompt.slot.as_ref().is_some_and(|slot| slot.as_str().starts_with(MARK))
}

/// The prompts of this room, newest first; of each message the present buttons.
pub async fn newest(context: &mut Context<'_>, request: &Request, within: TimeDelta) -> Stored<Vec<Prompt>> {
    let mut seen = Vec::new();
    let mut found = context.tx.newest_prompts(request.channel(), context.now - within, LOOKED_AT).await?;
    found.retain(|prompt| {
        let again = prompt.slot.is_some() && seen.contains(&prompt.slot);
        seen.push(prompt.slot.clone());
        !again
    });
    Ok(found)
}

/// The same without progress, which asks nothing.
pub async fn asked(context: &mut Context<'_>, request: &Request, within: TimeDelta) -> Stored<Vec<Prompt>> {
    let mut found = newest(context, request, within).await?;
    found.retain(|prompt| !prompt.slot.as_ref().is_some_and(routing::shows_progress));
    Ok(found)
}

/// Pushes an entry that this person does something here. A bare "undo" no longer means what was done before.
pub async fn mark_operation(context: &mut Context<'_>, request: &Request) -> Stored<()> {
    mark(context, request, Vec::new()).await
}

/// Pushes an entry with the ticket, so that an act without Undo is known and an alternative can be named.
pub async fn mark_on(context: &mut Context<'_>, request: &Request, ticket: &Ticket, event: &Event) -> Stored<()> {
    mark(context, request, vec![kind(ticket, event).on(&ticket.id)]).await
}

/// What this person did here last, as its entry says. None if there is no recent entry.
pub async fn done_last(context: &mut Context<'_>, request: &Request) -> Stored<Option<Vec<Action>>> {
    let last_done = Some(mark_slot(request));
    let newest = newest(context, request, UNDO_FOR).await?;
    Ok(newest.into_iter().find(|prompt| prompt.slot == last_done).map(|prompt| prompt.actions))
}

/// Pushes an entry whose Undo is one of these actions.
pub async fn mark(context: &mut Context<'_>, request: &Request, actions: Vec<Action>) -> Stored<()> {
    let (token, _) = context.keys().done();
    let marked = Prompt { rooms: vec![request.channel().clone()], actions, slot: Some(mark_slot(request)) };
    context.marked.push((context.part, token.clone()));
    context.tx.bind(&token, &marked, context.now).await
}

/// Removes the entry of a request that was refused or changed nothing, so that "undo" means what it meant before. An
/// older question still takes no plain "yes".
pub async fn unmark(context: &mut Context<'_>, request: &Request) -> Stored<()> {
    let slot = Slot::new(format!("{}/nothing", mark_slot(request)));
    let nothing = Prompt { rooms: vec![request.channel().clone()], actions: Vec::new(), slot: Some(slot) };
    let part = context.part;
    for (_, token) in context.marked.extract_if(.., |(of, _)| *of == part).collect::<Vec<_>>() {
        context.tx.bind(&token, &nothing, context.now).await?;
    }
    Ok(())
}

/// What the entry says of an event: a plan was changed, an answer or words were added, or only the ticket.
fn kind(ticket: &Ticket, event: &Event) -> TicketAct {
    if matches!(event, Event::Corrected { .. }) {
        return TicketAct::EditCard { card: ticket.card(), typed: None };
    }
    if answers(event) { TicketAct::Judge { round: ticket.rounds.len() } } else { TicketAct::Show }
}
