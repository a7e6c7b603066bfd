//! "Undo" of one of several requests of a message, and of acts without an Undo: the answer says what can be done
//! instead.

use crate::engine::context::apply_event;
use crate::engine::context::audit_log;
use crate::engine::context::say;
use crate::engine::context::undo_stack;
use crate::engine::context::undo_stack::{mark_slot, marks};
use crate::engine::context::{Context, Request};
use crate::engine::inbox::short_answer;
use crate::engine::routing::commands;
use crate::engine::routing::exact::single_words::{JUST_MADE, Offer, UNDO_FOR};
use crate::engine::routing::exact::{candidates, single_words};
use crate::engine::routing::undo::undo_buttons;
use crate::ports::store::{EventOutcome, Prompt, Stored};
use crate::secretary::intent::exact::Alone;
use crate::secretary::message::action::{Action, ScheduleAct, TicketAct};
use crate::secretary::message::{Message, views};
use crate::secretary::people::permissions::Operation;
use crate::secretary::people::workspace::Grant;
use crate::secretary::policy::Source;
use crate::secretary::ticket::Ticket;
use crate::secretary::ticket::effect::Effect;
use crate::secretary::ticket::event::Event;
use crate::secretary::wording::talk;
use crate::secretary::wording::talk::no_undo;

/// The Undo actions of the earlier requests of the same message. Empty: none is left, or the message had one request.
pub(in crate::engine) async fn ways_before(
    context: &mut Context<'_>,
    request: &Request,
    action: &Action,
) -> Stored<Vec<Action>> {
    let mut ways = undo_stack::done_last(context, request).await?.unwrap_or_default();
    let this = as_echoed(action.clone());
    Ok(match ways.iter().position(|way| *way == this) {
        Some(at) => ways.split_off(at + 1),
        None => Vec::new(),
    })
}

/// The Undo actions of these that still work.
async fn stand_still(context: &mut Context<'_>, request: &Request, ways: Vec<Action>) -> Stored<Vec<Offer>> {
    let mut offers = Vec::new();
    for way in ways {
        offers.extend(undo_buttons::way_of(context, request, vec![way], None, UNDO_FOR).await?);
    }
    Ok(offers)
}

/// Says which other requests of the same message are still in effect, if any.
pub(in crate::engine) async fn others_stand(
    context: &mut Context<'_>,
    request: &Request,
    ways: Vec<Action>,
) -> Stored<()> {
    let stand = stand_still(context, request, ways).await?.len();
    if stand > 0 {
        say::say(context, request, Message::lines([no_undo::others_stand(stand)]).silently()).await?;
    }
    Ok(())
}

/// Says why a bare word means nothing here. An act without an Undo may have another way back.
pub(in crate::engine) async fn nothing_meant(
    context: &mut Context<'_>,
    request: &Request,
    said: Alone,
    only: Option<&Ticket>,
) -> Stored<EventOutcome> {
    let done = if said == Alone::Undo { undo_stack::done_last(context, request).await? } else { None };
    let Some(done) = done else {
        return commands::answer(context, request, Message::lines([talk::nothing(said)])).await;
    };
    match done.first() {
        Some(Action::OnTicket { ticket, act }) => match context.tx.ticket(ticket).await? {
            Some(ticket) if only.is_none_or(|only| only.id == ticket.id) => {
                match answer_taken_back(context, request, &ticket, act).await? {
                    Some(outcome) => Ok(outcome),
                    None => no_undo_of(context, request, &ticket, act).await,
                }
            }
            Some(_) | None => commands::answer(context, request, Message::lines([talk::not_the_last()])).await,
        },
        Some(Action::Command { line }) if invites(context).await? => {
            let mut keys = context.keys();
            let message = no_undo::invited(line, &mut keys);
            say::say_with(context, request, message, keys).await?;
            Ok(EventOutcome::Decided(None))
        }
        Some(_) | None => commands::answer(context, request, Message::lines([talk::not_the_last()])).await,
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
        || short_answer::refusal_of(context, ticket, &event, actor).await?.is_some()
    {
        return Ok(None);
    }
    if let Err(why) = audit_log::may(context, request, Operation::Steer(ticket)) {
        return say::refuse(context, request, why).await.map(Some);
    }
    // The button makes an idea of the words, since sending them again would answer again.
    let passed_on = ticket.read.contains(&Source::Forwarded);
    let new = |text: &str| Action::NewIdea { text: text.to_owned(), passed_on };
    let words = round.given().first().filter(|_| round.doubtful.len() == 1).copied().map(new);
    let mut keys = context.keys();
    let message = no_undo::answer_back(ticket, &round.given(), words, &mut keys);
    undo_stack::mark_operation(context, request).await?;
    say::say_with(context, request, message, keys).await?;
    let actor = context.actor(request).await?;
    apply_event::apply_to(context, ticket, &event, Some(actor)).await.map(Some)
}

/// Whether this person was the last one to say or press something about a ticket here.
async fn said_last_to(context: &mut Context<'_>, request: &Request, ticket: &Ticket) -> Stored<bool> {
    let its = |prompt: &Prompt| prompt.actions.iter().any(|action| views::about(action) == Some(&ticket.id));
    let newest = single_words::newest(context, request, UNDO_FOR).await?;
    let last = newest.into_iter().find(|prompt| marks(prompt) && its(prompt));
    Ok(last.is_some_and(|prompt| prompt.slot == Some(mark_slot(request))))
}

/// Answers "undo" where the last act on this ticket has no Undo. An idea that was sent just now can be cancelled.
async fn no_undo_of(
    context: &mut Context<'_>,
    request: &Request,
    ticket: &Ticket,
    act: &TicketAct,
) -> Stored<EventOutcome> {
    let mut keys = context.keys();
    if ticket.folded() && ticket.requester == request.person.id {
        // The button of the receipt moves here, so that the words become an idea only once.
        let effect = Effect::Bare { room: ticket.room.clone(), slot: ticket.slot("receipt") };
        apply_event::carry_out(context, vec![effect], None).await?;
        let message = no_undo::added(ticket, &mut keys);
        say::say_with(context, request, message, keys).await?;
        return Ok(EventOutcome::Decided(None));
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
        return commands::answer(context, request, message).await;
    }
    let Offer { label, action, .. } = Offer::of(ticket, talk::cancel, TicketAct::Cancel);
    let message = message.row(vec![keys.plain(label, action)]);
    say::say_with(context, request, message, keys).await?;
    Ok(EventOutcome::Decided(None))
}

/// Whether an unused invitation is open here.
async fn invites(context: &mut Context<'_>) -> Stored<bool> {
    let codes = context.tx.codes(&context.workspace()).await?;
    Ok(codes.iter().any(|code| matches!(code.grant, Grant::Invite(_)) && code.expires_at > context.now))
}

/// The Undo action as its own message offers it: a reminder by the "Delete" under it.
fn as_echoed(action: Action) -> Action {
    if let Action::OnSchedule { schedule, act: ScheduleAct::Delete { .. } } = &action {
        return ScheduleAct::Delete { listed: false }.on(schedule);
    }
    action
}
