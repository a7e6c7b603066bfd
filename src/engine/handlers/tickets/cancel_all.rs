//! `/cancel all`: asks first and names the number. The question then shows the outcome, with one Undo for all
//! tickets.

use crate::engine::context::{Context, Handled, Request, audit_log, directory, say, visibility};
use crate::engine::transition::{apply_event, ticket_views};
use crate::ports::store::{EventOutcome, Stored, TicketFilter};
use crate::secretary::ids::{Slot, TicketId};
use crate::secretary::permissions::Operation;
use crate::secretary::ticket::event::Event;
use crate::secretary::ticket::{Ending, Stage, Ticket};
use crate::secretary::wording::ticket::stopping;

/// `/cancel all`
pub async fn ask_cancel_all(context: &mut Context<'_>, request: &Request) -> Handled {
    let open = own_open(context, request).await?;
    if open.is_empty() {
        return say::refuse(context, request, stopping::nothing_open()).await;
    }
    say::ask(context, request, |keys| stopping::cancel_all(&open, keys)).await
}

/// The button: cancels the tickets that the question named, that are still open, and that this person may cancel.
pub async fn cancel_all(context: &mut Context<'_>, request: &Request, named: &[TicketId]) -> Handled {
    let mut open = Vec::new();
    for id in named {
        let ticket = context.tx.ticket(id).await?;
        open.extend(ticket.filter(|ticket| !ticket.closed() && audit_log::could(request, Operation::Steer(ticket))));
    }
    if open.is_empty() {
        return Ok(EventOutcome::Refused(stopping::nothing_open()));
    }
    for ticket in &open {
        apply_event::act(context, request, ticket, &Event::CancelRequested { reason: String::new(), with_all: true })
            .await?;
    }
    let open = ended(context, &open).await?;
    if open.is_empty() {
        return ticket_views::leave(context, request).await;
    }
    let asked = say::turned(context, request).await?;
    let told = asked.clone().unwrap_or_else(|| say::answer_slot(context));
    let by = directory::called(context, &request.person).await?;
    let mut keys = context.keys();
    let message = stopping::called_off(&open, &by, &told, &mut keys);
    if asked.is_some() {
        say::rewrite(context, request, told, message, keys).await?;
    } else {
        say::put(context, request, told, message, keys).await?;
    }
    Ok(EventOutcome::Decided(Some(stopping::all_cancelled(open.len()))))
}

/// The tickets of these that ended as cancelled. A ticket with a report and no open revision stays done instead.
async fn ended(context: &mut Context<'_>, named: &[Ticket]) -> Stored<Vec<Ticket>> {
    let mut ended = Vec::new();
    for ticket in named {
        let now = context.tx.ticket(&ticket.id).await?;
        let called_off = now.is_some_and(|now| now.stage == Stage::Closed(Ending::Cancelled));
        ended.extend(called_off.then(|| ticket.clone()));
    }
    Ok(ended)
}

/// "Undo": reopens the tickets that nobody has reopened since.
pub async fn take_up_all(context: &mut Context<'_>, request: &Request, tickets: &[TicketId], told: &Slot) -> Handled {
    let mut back = Vec::new();
    for id in tickets {
        let Some(ticket) = context.tx.ticket(id).await? else { continue };
        if ticket.stage == Stage::Closed(Ending::Cancelled) && audit_log::could(request, Operation::Steer(&ticket)) {
            apply_event::act(context, request, &ticket, &Event::ResumeRequested).await?;
            back.push(ticket);
        }
    }
    if back.is_empty() {
        return Ok(EventOutcome::Refused(stopping::nothing_to_bring_back()));
    }
    let by = directory::called(context, &request.person).await?;
    let room = request.room.id.clone();
    if context.tx.posted(told, &room).await?.is_empty() {
        say::bare(context, &room, told).await?;
    } else {
        say::edit(context, room, told.clone(), stopping::brought_back(&back, &by)).await?;
    }
    Ok(EventOutcome::Decided(Some(stopping::all_back(back.len()))))
}

/// The open tickets of this command: in a direct chat the person's own, in a group those of the room that the person
/// may steer.
async fn own_open(context: &mut Context<'_>, request: &Request) -> Stored<Vec<Ticket>> {
    let room = request.channel();
    let direct = request.room.direct();
    let filter = TicketFilter {
        statuses: visibility::open_statuses(),
        requester: direct.then(|| request.person.id.clone()),
        room: (!direct).then(|| room.clone()),
        ..TicketFilter::default()
    };
    let mut found = visibility::every(context, filter).await?;
    found.retain(|t| audit_log::could(request, Operation::Steer(t)));
    Ok(found)
}
