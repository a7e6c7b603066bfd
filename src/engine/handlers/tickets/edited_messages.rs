//! Edited messages: a correction while their ticket is open, never a second ticket.

use crate::engine::context::{Context, Handled, Request, audit_log, say, visibility};
use crate::engine::transition::apply_event;
use crate::ports::store::{EventOutcome, Posted, Stored, TicketFilter};
use crate::secretary::ids::{Slot, TicketId};
use crate::secretary::inbound::ReplyTo;
use crate::secretary::message::{Message, routing};
use crate::secretary::people::workspace::Room;
use crate::secretary::permissions::Operation;
use crate::secretary::ticket::event::Event;
use crate::secretary::ticket::{Stage, Ticket};
use crate::secretary::wording::talk::asides;
use crate::secretary::wording::ticket::tickets;

/// Handles an edited message.
pub async fn edited(context: &mut Context<'_>, request: &Request, message: &str, text: &str) -> Handled {
    let posted = context.tx.posted_as(&request.room.place, message).await?;
    let slot = posted.as_ref().and_then(|posted| posted.slot.as_str().split_once('/'));
    let Some((id, "idea")) = slot else { return edited_otherwise(context, request, message).await };
    let Some(ticket) = context.tx.ticket(&TicketId::new(id)).await? else { return Ok(EventOutcome::Decided(None)) };
    let (_, idea) = routing::priority(without_command(text));
    let changed = routing::has_words(&idea) && idea != reading(&ticket);
    if ticket.closed() && changed {
        return unseen(context, &under(request, message), message).await;
    }
    if ticket.closed() || !changed || audit_log::may(context, request, Operation::Steer(&ticket)).is_err() {
        return Ok(EventOutcome::Decided(None));
    }
    let outcome =
        apply_event::act(context, request, &ticket, &Event::Corrected { text: tickets::idea_reads(&idea) }).await?;
    // In later stages the card or the work shows the change.
    let quiet = matches!(ticket.stage, Stage::Intake | Stage::Clarifying);
    if quiet && matches!(outcome, EventOutcome::Decided(_)) {
        say::say(context, request, asides::changed(ticket.number, &idea)).await?;
    }
    Ok(outcome)
}

/// An edit of a message that was no idea changes nothing. The answer says so if the message did something, and in a direct
/// chat if something is open. Talk among people in a group is ignored.
async fn edited_otherwise(context: &mut Context<'_>, request: &Request, message: &str) -> Handled {
    let did = was_noted(context, request, &did_something(message)).await?
        || (request.room.direct() && open_from_here(context, request).await?);
    if did { unseen(context, &under(request, message), message).await } else { Ok(EventOutcome::Decided(None)) }
}

/// Whether an edit is the first thing that a message of a group says to the secretary: it counts as new words, once.
pub async fn addressed_by_edit(context: &mut Context<'_>, request: &Request, message: &str) -> Stored<bool> {
    let silent = !request.room.direct()
        && context.tx.posted_as(&request.room.place, message).await?.is_none()
        && !was_noted(context, request, &did_something(message)).await?;
    Ok(silent && !noted_before(context, request, &format!("edited/{message}")).await?)
}

/// Says once that an edit of this message changes nothing.
pub async fn unseen(context: &mut Context<'_>, request: &Request, message: &str) -> Handled {
    if first_edit(context, request, message).await? {
        say::say(context, request, Message::lines([asides::edit_unseen()]).silently()).await?;
    }
    Ok(EventOutcome::Decided(None))
}

/// Whether no edit of this message was answered so far. From now on one was.
pub async fn first_edit(context: &mut Context<'_>, request: &Request, message: &str) -> Stored<bool> {
    Ok(!noted_before(context, request, &format!("edit/{message}")).await?)
}

/// The request of an edited message, as of the message itself.
pub fn under(request: &Request, message: &str) -> Request {
    let reply = if request.room.direct() { request.reply.message.clone() } else { Some(message.to_owned()) };
    let reply = ReplyTo { message: reply, ..request.reply.clone() };
    Request { reply, message: Some(message.to_owned()), ..request.clone() }
}

/// Remembers the message that made what the message under this slot confirms, so that an edit of it is understood.
pub async fn made(context: &mut Context<'_>, request: &Request, confirmed: &Slot) -> Stored<()> {
    let Some(message) = request.message.clone() else { return Ok(()) };
    let (slot, place) = (routing::said(confirmed), request.room.place.clone());
    if context.tx.posted_as(&place, &message).await?.is_some_and(|posted| posted.slot != slot) {
        noted_before(context, request, &several(&message)).await?;
    }
    let posted = Posted { slot, room: request.room.id.clone(), part: 0, place, message, at: context.now };
    context.tx.save_posted(&posted).await
}

/// Whether a message made several things. An edit of it is not understood.
pub async fn made_several(context: &mut Context<'_>, request: &Request, message: &str) -> Stored<bool> {
    was_noted(context, request, &several(message)).await
}

fn several(message: &str) -> String {
    format!("several/{message}")
}

/// Whether a ticket of this person from this room is open.
async fn open_from_here(context: &mut Context<'_>, request: &Request) -> Stored<bool> {
    let filter = TicketFilter {
        workspace: Some(context.workspace()),
        statuses: visibility::open_statuses(),
        requester: Some(request.person.id.clone()),
        room: Some(request.room.id.clone()),
        limit: 1,
        ..TicketFilter::default()
    };
    Ok(!context.tx.tickets(&filter).await?.is_empty())
}

/// Notes that this message did something with a ticket, so that an edit of it is answered. The message of
/// an idea is known by the ticket.
pub async fn words_did(context: &mut Context<'_>, request: &Request, message: &str) -> Stored<()> {
    if context.tx.posted_as(&request.room.place, message).await?.is_none() {
        noted_before(context, request, &did_something(message)).await?;
    }
    Ok(())
}

/// Whether something was noted in this room before. It is noted from now on.
pub async fn noted_before(context: &mut Context<'_>, request: &Request, what: &str) -> Stored<bool> {
    noted_in(context, &request.room, what).await
}

/// The same for a room with a possibly unknown sender.
pub async fn noted_in(context: &mut Context<'_>, room: &Room, what: &str) -> Stored<bool> {
    let slot = Slot::new(format!("re/{what}"));
    if !context.tx.posted(&slot, &room.id).await?.is_empty() {
        return Ok(true);
    }
    let note = Posted {
        slot,
        room: room.id.clone(),
        part: 0,
        place: room.place.clone(),
        // No platform uses such a message id.
        message: format!("note/{what}"),
        at: context.now,
    };
    context.tx.save_posted(&note).await?;
    Ok(false)
}

/// Whether something was noted in this room before.
pub async fn was_noted(context: &mut Context<'_>, request: &Request, what: &str) -> Stored<bool> {
    let slot = Slot::new(format!("re/{what}"));
    Ok(!context.tx.posted(&slot, &request.room.id).await?.is_empty())
}

/// The key of the note that a question was answered.
pub fn answered(asked: &Slot) -> String {
    format!("answered/{asked}")
}

/// The key of the note that a message did something.
fn did_something(message: &str) -> String {
    format!("did/{message}")
}

/// The present text of the idea.
fn reading(ticket: &Ticket) -> &str {
    let said = ticket.edits.iter().chain(&ticket.additions).rev();
    said.into_iter().find_map(|words| tickets::read_now(words)).unwrap_or(&ticket.idea)
}

/// The text without a leading command: "/new paint it" is the idea "paint it".
fn without_command(text: &str) -> &str {
    let line = text.trim();
    line.strip_prefix('/').and_then(|line| line.split_once(char::is_whitespace)).map_or(line, |(_, rest)| rest.trim())
}
