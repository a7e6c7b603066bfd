//! The undo stack of a room: an entry for each thing that a person did there, stored among the prompts of the room.
//! "Undo" and "yes" must not reach anything that is older than the newest entry.

use crate::engine::context::{Context, Request};
use crate::engine::routing::exact::single_words;
use crate::engine::routing::exact::single_words::{UNDO_FOR, here};
use crate::ports::store::{Prompt, Stored};
use crate::secretary::ids::{ScheduleId, Slot};
use crate::secretary::message::action::{Action, ScheduleAct, TicketAct};
use crate::secretary::ticket::Ticket;
use crate::secretary::ticket::event::Event;

/// The prefix of the slots of undo entries.
const MARK: &str = "re/mark/";

pub(in crate::engine) fn mark_slot(request: &Request) -> Slot {
    Slot::new(format!("{MARK}{}", request.person.id))
}

/// Whether a stored prompt is an undo entry and has no buttons.
pub(in crate::engine) fn marks(prompt: &Prompt) -> bool {
    prompt.slot.as_ref().is_some_and(|slot| slot.as_str().starts_with(MARK))
}

/// Pushes an entry that this person does something here. A bare "undo" no longer means what was done before.
pub(in crate::engine) async fn mark_operation(context: &mut Context<'_>, request: &Request) -> Stored<()> {
    mark(context, request, Vec::new()).await
}

/// Pushes an entry with the ticket, so that an act without Undo is known and an alternative can be named.
pub(in crate::engine) async fn mark_on(
    context: &mut Context<'_>,
    request: &Request,
    ticket: &Ticket,
    event: &Event,
) -> Stored<()> {
    mark(context, request, vec![kind(ticket, event).on(&ticket.id)]).await
}

/// Pushes an entry whose Undo is this command line.
pub(in crate::engine) async fn mark_ended_by(context: &mut Context<'_>, request: &Request, line: &str) -> Stored<()> {
    mark(context, request, vec![Action::Command { line: line.to_owned() }]).await
}

/// What this person did here last, as its entry says. None if there is no recent entry.
pub(in crate::engine) async fn done_last(context: &mut Context<'_>, request: &Request) -> Stored<Option<Vec<Action>>> {
    let last_done = Some(mark_slot(request));
    let newest = single_words::newest(context, request, UNDO_FOR).await?;
    Ok(newest.into_iter().find(|prompt| prompt.slot == last_done).map(|prompt| prompt.actions))
}

/// Pushes an entry for a schedule that was paused or resumed; `back` reverts it.
pub(in crate::engine) async fn mark_switch(
    context: &mut Context<'_>,
    request: &Request,
    id: &ScheduleId,
    back: ScheduleAct,
) -> Stored<()> {
    mark(context, request, vec![back.on(id)]).await
}

pub(in crate::engine) async fn mark(context: &mut Context<'_>, request: &Request, actions: Vec<Action>) -> Stored<()> {
    let (token, _) = context.keys().done();
    let marked = Prompt { rooms: vec![here(request).clone()], actions, slot: Some(mark_slot(request)) };
    context.marked.push((context.part, token.clone()));
    context.tx.bind(&token, &marked, context.now).await
}

/// Removes the entry of a request that was refused or changed nothing, so that "undo" means what it meant before. An
/// older question still takes no plain "yes".
pub(in crate::engine) async fn unmark(context: &mut Context<'_>, request: &Request) -> Stored<()> {
    let slot = Slot::new(format!("{}/nothing", mark_slot(request)));
    let nothing = Prompt { rooms: vec![here(request).clone()], actions: Vec::new(), slot: Some(slot) };
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
    let said = matches!(
        event,
        Event::OptionTapped { .. }
            | Event::TicksDone { .. }
            | Event::AnswersReceived { .. }
            | Event::QuestionsAnswered { .. }
            | Event::LeftToJudgement { .. }
            | Event::Added { .. }
    );
    if said { TicketAct::Judge { round: ticket.rounds.len() } } else { TicketAct::Show }
}
