//! What an agent proposes to set up: opens the ticket whose card asks people about it, or asks whether a flow is to run by
//! the clock; and tries what waits on such a card. It makes no schedule: that follows when somebody agrees.

use crate::engine::context::{Context, Handled, say};
use crate::engine::transition::apply_event;
use crate::ports::store::{EventOutcome, Stored};
use crate::secretary::budget::cost::Usage;
use crate::secretary::flow::Flow;
use crate::secretary::ids::TicketId;
use crate::secretary::message::Message;
use crate::secretary::people::workspace::Person;
use crate::secretary::permissions::{Operation, Verdict, authorize};
use crate::secretary::ticket::event::Event;
use crate::secretary::ticket::standing::{ByClock, Opener, SetUp, Standing};
use crate::secretary::ticket::{Ending, Stage, Ticket};
use crate::secretary::wording::schedules::flows::{cards, commands};
use crate::secretary::wording::schedules::work;
use crate::secretary::wording::ticket::standing::{self, may_not_set_up};

/// Shows what a run of a ticket proposes. A ticket that was cancelled meanwhile proposes nothing.
pub async fn propose(context: &mut Context<'_>, from: &TicketId, set_up: &SetUp) -> Handled {
    let Some(from) = context.tx.ticket(from).await? else { return Ok(EventOutcome::Decided(None)) };
    let Some(person) = context.tx.person(&from.requester).await? else { return Ok(EventOutcome::Decided(None)) };
    if from.stage == Stage::Closed(Ending::Cancelled) {
        return Ok(EventOutcome::Decided(None));
    }
    context.here = from.workspace.clone();
    if !may(&person, Operation::SendIdea) || !may(&person, Operation::Schedule) {
        return tell(context, &from, Message::lines([may_not_set_up()])).await;
    }
    if let Some(number) = set_up.flow {
        return flow_by_clock(context, (&from, &person), number, &set_up.standing).await;
    }
    let number = context.tx.next_number(&from.workspace).await?;
    let id = TicketId::new(context.seed.id("ticket"));
    let ticket = set_up.ticket(&from, (id, number), &person, context.now);
    let event = Event::IdeaUnderstood { triage: Box::new(set_up.triage()), usage: Usage::default() };
    apply_event::apply_to(context, &ticket, &event, None).await
}

fn may(person: &Person, operation: Operation<'_>) -> bool {
    matches!(authorize(person, operation), Verdict::Allowed)
}

/// Asks the person whether a flow is to run by the clock, if it may run and they may order that.
async fn flow_by_clock(
    context: &mut Context<'_>,
    (from, person): (&Ticket, &Person),
    number: i64,
    standing: &Standing,
) -> Handled {
    let Some(flow) = shown_here(context, from, number).await? else {
        return tell(context, from, Message::lines([commands::no_flow(number)])).await;
    };
    if !may(person, Operation::SteerFlow(&flow)) {
        return tell(context, from, Message::lines([may_not_set_up()])).await;
    }
    if !flow.runs() {
        return tell(context, from, Message::lines([cards::agree_first()])).await;
    }
    let mut keys = context.keys();
    let message = work::flow_by_clock(&flow, standing, &person.id, context.now, &mut keys);
    let slot = from.slot(&format!("flow{}", context.seq));
    context.bind(keys, std::slice::from_ref(&from.room), &slot).await?;
    say::announce(context, &from.room, slot, message).await?;
    Ok(EventOutcome::Decided(None))
}

/// The flow of this number, unless it was made in another direct chat: what was made there stays there.
async fn shown_here(context: &mut Context<'_>, from: &Ticket, number: i64) -> Stored<Option<Flow>> {
    let flows = context.tx.flows(&from.workspace).await?;
    let Some(flow) = flows.into_iter().find(|flow| flow.number == number && !flow.deleted()) else { return Ok(None) };
    let direct = context.tx.room(&flow.room).await?.is_none_or(|room| room.direct());
    Ok(Some(flow).filter(|flow| !direct || flow.room == from.room))
}

/// "Dry run" under a card: carries its plan out once, with tools that do nothing, in a ticket of its own. One version of a
/// card is tried once, however often that is pressed.
pub async fn try_out(context: &mut Context<'_>, ticket: &Ticket, card: usize) -> Handled {
    if ticket.stage != Stage::Confirming || ticket.card() != card {
        return Ok(EventOutcome::Refused(standing::no_card_to_try()));
    }
    let id = TicketId::new(format!("{}-trial{card}", ticket.id));
    if context.tx.ticket(&id).await?.is_some() {
        return Ok(EventOutcome::Refused(standing::tried_already()));
    }
    let number = context.tx.next_number(&ticket.workspace).await?;
    let by = ByClock { by: Opener::Trial, late: None, only_if: String::new() };
    let trial = Ticket::of_template(&ticket.template(), (id, number), by, context.now);
    let trial = Ticket { title: standing::trial_title(&trial.title), ..trial };
    match apply_event::apply_to(context, &trial, &Event::WorkDue, None).await? {
        EventOutcome::Decided(_) => Ok(EventOutcome::Decided(Some(standing::TRYING.to_owned()))),
        outcome @ (EventOutcome::Refused(_) | EventOutcome::Again | EventOutcome::Quarantined(_)) => Ok(outcome),
    }
}

async fn tell(context: &mut Context<'_>, from: &Ticket, message: Message) -> Handled {
    let slot = from.slot(&format!("set-up{}", context.seq));
    say::announce(context, &from.room, slot, message).await?;
    Ok(EventOutcome::Decided(None))
}
