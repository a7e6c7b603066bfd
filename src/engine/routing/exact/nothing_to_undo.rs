//! "Undo" of acts without an Undo: the answer says what can be done instead.

use crate::engine::context::undo_stack::{self, UNDO_FOR, mark_slot, marks};
use crate::engine::context::{Context, Handled, Request, audit_log, facts, say};
use crate::engine::routing::exact::candidates::{self, JUST_MADE, Offer};
use crate::engine::transition::apply_event;
use crate::ports::store::{EventOutcome, Prompt, Stored};
use crate::secretary::language::exact::Alone;
use crate::secretary::message::action::{Action, TicketAct};
use crate::secretary::message::{Message, views};
use crate::secretary::people::workspace::Grant;
use crate::secretary::permissions::Operation;
use crate::secretary::ticket::Ticket;
use crate::secretary::ticket::event::Event;
use crate::secretary::wording::talk::{self, no_undo};

/// Says why a bare word means nothing here. An act without an Undo may have another way back.
pub async fn nothing_meant(
    context: &mut Context<'_>,
    request: &Request,
    said: Alone,
    only: Option<&Ticket>,
) -> Handled {
    let done = if said == Alone::Undo { undo_stack::done_last(context, request).await? } else { None };
    let Some(done) = done else {
        return say::answer(context, request, Message::lines([talk::nothing(said)])).await;
    };
    match done.first() {
        Some(Action::OnTicket { ticket, act }) => match context.tx.ticket(ticket).await? {
            Some(ticket) if only.is_none_or(|only| only.id == ticket.id) => {
                match answer_taken_back(context, request, &ticket, act).await? {
                    Some(outcome) => Ok(outcome),
                    None => no_undo_of(context, request, &ticket, act).await,
                }
            }
            Some(_) | None => say::answer(context, request, Message::lines([talk::not_the_last()])).await,
        },
        Some(Action::Command { line }) if invites(context).await? => {
            say::ask(context, request, |keys| no_undo::invited(line, keys)).await
        }
        Some(_) | None => say::answer(context, request, Message::lines([talk::not_the_last()])).await,
    }
}

/// Withdraws the last answer of this person and reopens its questions, while no work depends on it. `act`: what was
/// done last to this ticket. None: that was no answer, or it cannot be withdrawn any more.
async fn answer_taken_back(
    context: &mut Context<'_>,
    request: &Request,
    ticket: &Ticket,
    act: &TicketAct,
) -> Stored<Option<EventOutcome>> {
    let (TicketAct::Judge { .. }, Some(round)) = (act, ticket.rounds.last()) else { return Ok(None) };
    let event = Event::NotMeant { text: None };
    let actor = context.actor(request).await?;
    if round.given().is_empty()
        || round.given_by.as_ref() != Some(&request.person.id)
        || !said_last_to(context, request, ticket).await?
        || facts::refusal_of(context, ticket, &event, actor).await?.is_some()
    {
        return Ok(None);
    }
    if let Err(why) = audit_log::may(context, request, Operation::Steer(ticket)) {
        return say::refuse(context, request, why).await.map(Some);
    }
    let (message, keys) = (no_undo::answer_back(ticket, &round.given()), context.keys());
    undo_stack::mark_operation(context, request).await?;
    say::say_with(context, request, message, keys).await?;
    let actor = context.actor(request).await?;
    apply_event::apply_to(context, ticket, &event, Some(actor)).await.map(Some)
}

/// Whether this person was the last one to say or press something about a ticket here.
async fn said_last_to(context: &mut Context<'_>, request: &Request, ticket: &Ticket) -> Stored<bool> {
    let its = |prompt: &Prompt| prompt.actions.iter().any(|action| views::about(action) == Some(&ticket.id));
    let newest = undo_stack::newest(context, request, UNDO_FOR).await?;
    let last = newest.into_iter().find(|prompt| marks(prompt) && its(prompt));
    Ok(last.is_some_and(|prompt| prompt.slot == Some(mark_slot(request))))
}

/// Answers "undo" where the last act on this ticket has no Undo. An idea that was sent just now can be cancelled.
async fn no_undo_of(context: &mut Context<'_>, request: &Request, ticket: &Ticket, act: &TicketAct) -> Handled {
    if ticket.folded() && ticket.requester == request.person.id {
        // The button of the receipt moves here, so that the words become an idea only once.
        say::bare(context, &ticket.room, &ticket.slot("receipt")).await?;
        return say::ask(context, request, |keys| no_undo::added(ticket, keys)).await;
    }
    let line = if ticket.closed() {
        None
    } else if matches!(act, TicketAct::EditCard { .. }) {
        Some(no_undo::plan(ticket))
    } else {
        matches!(act, TicketAct::Judge { .. }).then(|| no_undo::said(ticket))
    };
    let line = line.unwrap_or_else(|| talk::not_the_last().to_owned());
    let message = Message::lines([line]);
    let lately = ticket.requester == request.person.id && ticket.created_at >= context.now - JUST_MADE;
    let open = candidates::open_here(context, request, None).await?;
    if !lately || !open.iter().any(|other| other.id == ticket.id) {
        return say::answer(context, request, message).await;
    }
    let Offer { label, action, .. } = Offer::of(ticket, talk::cancel, TicketAct::Cancel);
    say::ask(context, request, |keys| message.row(vec![keys.plain(label, action)])).await
}

/// Whether an unused invitation is open here.
async fn invites(context: &mut Context<'_>) -> Stored<bool> {
    let codes = context.tx.codes(&context.workspace()).await?;
    Ok(codes.iter().any(|code| matches!(code.grant, Grant::Invite(_)) && code.expires_at > context.now))
}
