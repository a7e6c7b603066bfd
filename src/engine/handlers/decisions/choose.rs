//! Decisions that somebody takes by a list or a typed command instead of a press.

use crate::engine::context::{Context, Handled, Request, audit_log, say, visibility};
use crate::engine::handlers::decisions::change_decision;
use crate::engine::transition::{apply_event, ticket_views};
use crate::ports::store::{EventOutcome, Stored};
use crate::secretary::decision::Decision;
use crate::secretary::language::exact;
use crate::secretary::message::views::{Asking, Shows};
use crate::secretary::permissions::visibility::Visibility;
use crate::secretary::permissions::{Operation, sees};
use crate::secretary::ticket::Ticket;
use crate::secretary::ticket::event::Event;
use crate::secretary::wording;
use crate::secretary::wording::lists::{DECISIONS, in_order};
use crate::secretary::wording::talk::{asides, refusals};

/// `/decide`. `place`: the place of the decision in the list of the ticket.
pub async fn decide_typed(
    context: &mut Context<'_>,
    request: &Request,
    (number, place): (i64, Option<usize>),
    text: &str,
) -> Handled {
    let ticket = match decidable(context, request, number).await? {
        Ok(ticket) => ticket,
        Err(why) => {
            audit_log::came_late(context);
            return say::refuse(context, request, why).await;
        }
    };
    let Some(last) = ticket.decisions.last() else {
        return say::refuse(context, request, wording::ticket::waiting::nothing_to_decide(&ticket)).await;
    };
    if text.trim().is_empty() {
        return say::refuse(context, request, refusals::which_option(number)).await;
    }
    let listed = in_order(std::slice::from_ref(&ticket));
    let open: Vec<&Decision> = match place {
        None => listed.iter().map(|(_, decision)| *decision).collect(),
        Some(place) => match ticket.decisions.get(place - 1) {
            Some(decision) => vec![decision],
            None => return say::refuse(context, request, wording::ticket::waiting::never_asked(number)).await,
        },
    };
    let text = text.trim();
    let own = exact::other(text);
    let option_of = |d: &Decision| {
        let labels: Vec<&str> = d.asked.options.iter().map(|option| option.label.as_str()).collect();
        exact::option(text, &labels)
    };
    let decision = match open.as_slice() {
        [] => last,
        [one] => *one,
        several => {
            let mut meant = several.iter().filter(|d| option_of(d).is_some());
            match (meant.next(), meant.next()) {
                (Some(one), None) => *one,
                _ => {
                    let asking = Asking::BackOf(number);
                    return Box::pin(list_decisions(context, request, &listed, asking)).await;
                }
            }
        }
    };
    let key = decision.key.clone();
    if let Err(why) = audit_log::may(context, request, Operation::Decide(&ticket)) {
        return say::refuse(context, request, why).await;
    }
    let option = option_of(decision);
    if let Some(offered) = change_decision::offered(context, request, (&ticket, decision), option).await? {
        return Ok(offered);
    }
    let sure = exact::yes_or_no(text).filter(|_| option.is_none() && decision.sure.is_some());
    if option.is_none() && own.is_none() && sure.is_none() && decision.open() {
        let asked: Vec<_> = listed.iter().copied().filter(|(_, d)| d.key == key).collect();
        return Box::pin(list_decisions(context, request, &asked, Asking::FitsNone(number))).await;
    }
    let text = own.filter(|_| option.is_none()).map(str::to_owned);
    let event = match sure {
        Some(yes) => Event::SureAnswered { decision: key.clone(), number: None, yes },
        None => Event::DecisionMade { decision: key.clone(), option, text },
    };
    let outcome = Box::pin(apply_event::act(context, request, &ticket, &event)).await?;
    if let EventOutcome::Decided(Some(note)) = &outcome {
        // A reply to this message refers to the decision.
        let slot = ticket.slot(&format!("{key}/told{}-{}", context.seq, context.effects));
        let message = asides::note(ticket.number, note);
        say::post(context, &request.room.id, slot, message, request.reply.clone()).await?;
    }
    Ok(outcome)
}

/// The tickets with a decision that is asked in this room and that this person may take.
pub async fn undecided_here(context: &mut Context<'_>, request: &Request) -> Stored<Vec<Ticket>> {
    let mut found = visibility::awaiting(context, Visibility::of_person(&request.person)).await?;
    found.retain(|t| {
        t.shown_decisions().any(|d| is_asked_here(request, t, d)) && audit_log::could(request, Operation::Decide(t))
    });
    Ok(found)
}

/// Lists these decisions with their buttons.
pub async fn list_decisions(
    context: &mut Context<'_>,
    request: &Request,
    found: &[(&Ticket, &Decision)],
    asking: Asking,
) -> Handled {
    let zone = context.zone_of(&request.person).await?;
    let mut keys = context.keys();
    let (shown, more) = (&found[..found.len().min(DECISIONS)], found.len() > DECISIONS);
    let reader = request.room.direct().then_some(&request.person);
    let message = wording::lists::open_decisions(shown, (asking, more), (reader, zone, context.now), &mut keys);
    if shown.is_empty() {
        return say::say_page(context, request, message.own(), keys).await;
    }
    let of = shown.iter().map(|(ticket, decision)| (ticket.id.clone(), decision.key.clone())).collect();
    Box::pin(ticket_views::say_view(context, request, Shows::Decisions { asking, of, more }, message, keys)).await
}

/// A ticket with a decision, also one of a direct chat whose prompt stands in this room.
async fn decidable(context: &mut Context<'_>, request: &Request, number: i64) -> Stored<Result<Ticket, String>> {
    let found = context.tx.ticket_numbered(&context.workspace(), number).await?;
    let asked_here = |t: &Ticket| t.decisions.iter().any(|d| is_asked_here(request, t, d));
    match found.filter(|t| sees(&request.person, t) && asked_here(t)) {
        Some(ticket) => Ok(Ok(ticket)),
        None => visibility::visible(context, request, number).await,
    }
}

/// Whether a decision is asked in this room. This includes a prompt that stood here before the room could not be
/// reached, and the person's own idea from this room.
pub fn is_asked_here(request: &Request, ticket: &Ticket, decision: &Decision) -> bool {
    let own = request.room.direct() && ticket.requester == request.person.id && ticket.room == request.room.id;
    own || decision.stands_in(ticket, &request.room.id)
}
