//! Marks among the buttons of a room that somebody did something there: "undo" and "yes" mean nothing that stands before.

use crate::engine::context::{Context, Request};
use crate::engine::routing::exact::single_words;
use crate::engine::routing::exact::single_words::{UNDO_FOR, here};
use crate::ports::store::{Prompt, Stored};
use crate::secretary::ids::{ScheduleId, Slot};
use crate::secretary::message::action::{Action, ScheduleAct, TicketAct};
use crate::secretary::ticket::Ticket;
use crate::secretary::ticket::event::Event;

/// How the names begin under which it stands among the buttons of a room that somebody did something there.
const MARK: &str = "re/mark/";

pub(in crate::engine) fn mark_slot(request: &Request) -> Slot {
    Slot::new(format!("{MARK}{}", request.person.id))
}

/// Whether these are no buttons, but a mark that somebody did something.
pub(in crate::engine) fn marks(prompt: &Prompt) -> bool {
    prompt.slot.as_ref().is_some_and(|slot| slot.as_str().starts_with(MARK))
}

/// Marks that this person does something here: from now on a bare "undo" means nothing that was done before.
pub(in crate::engine) async fn mark_operation(context: &mut Context<'_>, request: &Request) -> Stored<()> {
    mark(context, request, Vec::new()).await
}

/// The same of a ticket: what has no Undo is then at least known, and so is what can be said instead.
pub(in crate::engine) async fn mark_on(
    context: &mut Context<'_>,
    request: &Request,
    ticket: &Ticket,
    event: &Event,
) -> Stored<()> {
    mark(context, request, vec![kind(ticket, event).on(&ticket.id)]).await
}

/// The same where this command ends what was done.
pub(in crate::engine) async fn mark_ended_by(context: &mut Context<'_>, request: &Request, line: &str) -> Stored<()> {
    mark(context, request, vec![Action::Command { line: line.to_owned() }]).await
}

/// What this person did here last, as far as its mark says; none if they did nothing lately.
pub(in crate::engine) async fn done_last(context: &mut Context<'_>, request: &Request) -> Stored<Option<Vec<Action>>> {
    let last_done = Some(mark_slot(request));
    let newest = single_words::newest(context, request, UNDO_FOR).await?;
    Ok(newest.into_iter().find(|prompt| prompt.slot == last_done).map(|prompt| prompt.actions))
}

/// The same of an order that was paused or let go on: `back` takes that back.
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

/// What was asked for was refused, or is so already: nothing was done by it, and "undo" means what it meant before. What was
/// asked before that takes no plain "yes" any more all the same.
pub(in crate::engine) async fn unmark(context: &mut Context<'_>, request: &Request) -> Stored<()> {
    let slot = Slot::new(format!("{}/nothing", mark_slot(request)));
    let nothing = Prompt { rooms: vec![here(request).clone()], actions: Vec::new(), slot: Some(slot) };
    let part = context.part;
    for (_, token) in context.marked.extract_if(.., |(of, _)| *of == part).collect::<Vec<_>>() {
        context.tx.bind(&token, &nothing, context.now).await?;
    }
    Ok(())
}

/// What a mark says of an event: that a plan was changed, that something was answered or added, or no more than its ticket.
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
