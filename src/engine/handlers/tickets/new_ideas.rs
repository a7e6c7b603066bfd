//! New ideas: opens a ticket for each.

use crate::engine::context::{Context, Handled, Request, audit_log, say};
use crate::engine::handlers::tickets::received_files;
use crate::engine::transition::apply_event;
use crate::ports::store::{Posted, Stored};
use crate::secretary::ids::TicketId;
use crate::secretary::message::routing;
use crate::secretary::permissions::Operation;
use crate::secretary::policy::Source;
use crate::secretary::redaction;
use crate::secretary::ticket::Ticket;
use crate::secretary::ticket::event::Event;

/// Opens a ticket for a new idea. `message`: the message with the words, whose edit corrects them.
pub async fn idea(context: &mut Context<'_>, request: &Request, text: &str, message: Option<&String>) -> Handled {
    if let Err(why) = audit_log::may(context, request, Operation::SendIdea) {
        return say::refuse(context, request, why).await;
    }
    let ticket = opened(context, request, text, message).await?;
    apply_event::act(context, request, &ticket, &Event::IdeaReceived).await
}

/// Opens a ticket whose first event is still to come.
pub async fn opened(
    context: &mut Context<'_>,
    request: &Request,
    text: &str,
    message: Option<&String>,
) -> Stored<Ticket> {
    let (priority, idea) = routing::priority(text);
    // The receipt says that something was hidden.
    if redaction::marked(&idea) {
        context.notice = None;
    }
    let number = context.tx.next_number(&context.workspace()).await?;
    let id = TicketId::new(fresh_id(context, "ticket"));
    let room = request.channel().clone();
    let mut ticket = Ticket {
        workspace: context.workspace(),
        direct: request.room.direct() && request.room.thread_of.is_none(),
        read: if context.passed_on { vec![Source::Forwarded] } else { Vec::new() },
        created_at: request.said_at,
        ..Ticket::new(id, number, (priority, idea), &request.person, room, context.now)
    };
    // Several ideas of one message all have its files.
    let (files, refers) = (context.files.clone(), context.refers.clone());
    if ticket.receive(&files, &refers) {
        received_files::belong(context, request, &ticket.id).await?;
    }
    if let Some(message) = message.cloned() {
        let (slot, room, place) = (ticket.slot("idea"), request.room.id.clone(), request.room.place.clone());
        context.tx.save_posted(&Posted { slot, room, part: 0, place, message, at: context.now }).await?;
    }
    Ok(ticket)
}

/// An id derived from this event. Each of several requests in one message has its own.
pub fn fresh_id(context: &Context<'_>, what: &str) -> String {
    match context.part {
        0 | 1 => context.seed.id(what),
        part => context.seed.id(&format!("{what}/{part}")),
    }
}
