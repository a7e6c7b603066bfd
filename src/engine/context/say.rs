//! How the context answers: with text, with buttons, with a new page of a list, or with a refusal.

use super::{Context, Request};
use crate::engine::context::apply_event;
use crate::engine::context::find_room;
use crate::engine::context::undo_stack;
use crate::ports::store::{EventOutcome, Stored};
use crate::secretary::ids::{RoomId, Slot, TicketId};
use crate::secretary::message::Message;
use crate::secretary::message::inbound::{Content, Inbound};
use crate::secretary::message::keys::Keys;
use crate::secretary::names::error_id::ErrorId;
use crate::secretary::ticket::effect::{Class, Effect, ReplyTo};
use crate::secretary::wording::talk::faults;

/// The prefix of slots of messages that say that another message could not be sent.
pub(in crate::engine) const UNSENT: &str = "unsent/";

/// Posts an answer.
pub(in crate::engine) async fn post(
    context: &mut Context<'_>,
    room: &RoomId,
    slot: Slot,
    message: Message,
    reply: ReplyTo,
) -> Stored<()> {
    let room = room.clone();
    let effect = Effect::Post { room, slot, message, reply, ticket: None, class: Class::Answer };
    apply_event::carry_out(context, vec![effect], None).await
}

/// Posts a message that nobody asked for at this moment and that everybody in the room should see.
pub(in crate::engine) async fn announce(
    context: &mut Context<'_>,
    room: &RoomId,
    slot: Slot,
    message: Message,
) -> Stored<()> {
    let (room, reply) = (room.clone(), ReplyTo::default());
    let effect = Effect::Post { room, slot, message, reply, ticket: None, class: Class::Must };
    apply_event::carry_out(context, vec![effect], None).await
}

/// Refuses: to this person alone where the platform can, else as a message.
pub(in crate::engine) async fn refuse(
    context: &mut Context<'_>,
    request: &Request,
    why: String,
) -> Stored<EventOutcome> {
    undo_stack::unmark(context, request).await?;
    if !request.private {
        say(context, request, Message::lines([why.clone()])).await?;
    }
    Ok(EventOutcome::Refused(why))
}

/// Answers in the room where the person wrote.
pub(in crate::engine) async fn say(context: &mut Context<'_>, request: &Request, message: Message) -> Stored<()> {
    let slot = Slot::new(format!("re/{}/{}", context.seq, context.effects));
    post(context, &request.room.id, slot, message, request.reply.clone()).await
}

/// Answers with buttons that work in this room only.
pub(in crate::engine) async fn say_with(
    context: &mut Context<'_>,
    request: &Request,
    message: Message,
    keys: Keys,
) -> Stored<()> {
    let rooms = [request.room.id.clone()];
    let slot = Slot::new(format!("re/{}/{}", context.seq, context.effects));
    context.bind(keys, &rooms, &slot).await?;
    post(context, &request.room.id, slot, message, request.reply.clone()).await
}

/// Answers with a page of a list. It replaces the page that was turned while that message exists; otherwise it is a
/// new message.
pub(in crate::engine) async fn say_page(
    context: &mut Context<'_>,
    request: &Request,
    message: Message,
    keys: Keys,
) -> Stored<EventOutcome> {
    let room = &request.room.id;
    match &request.turned {
        Some(slot) if !context.tx.posted(slot, room).await?.is_empty() => {
            context.bind(keys, std::slice::from_ref(room), slot).await?;
            let (room, slot, message) = (room.clone(), slot.clone(), message.silently());
            apply_event::carry_out(context, vec![Effect::Edit { room, slot, message, calm: false }], None).await?;
        }
        Some(_) | None => say_with(context, request, message, keys).await?,
    }
    Ok(EventOutcome::Decided(None))
}

/// Answers at the place of an event whose sender may be unknown. In a group it is a reply, so that nobody else is
/// addressed.
pub(in crate::engine) async fn say_at(context: &mut Context<'_>, inbound: &Inbound, text: String) -> Stored<()> {
    let room = find_room::room_for(context, &inbound.place, None).await?;
    let slot = Slot::new(format!("re/{}/{}", context.seq, context.effects));
    let message = inbound.message().filter(|_| !room.direct()).cloned();
    let reply = ReplyTo { message, handle: answerable(inbound) };
    post(context, &room.id, slot, Message::lines([text]), reply).await
}

/// Tells the people of a ticket that one of its steps failed, with ways on.
pub(in crate::engine) async fn say_stumbled(context: &mut Context<'_>, ticket: &TicketId, id: &ErrorId) -> Stored<()> {
    let Some(ticket) = context.tx.ticket(ticket).await? else { return Ok(()) };
    let mut keys = context.keys();
    let message = faults::stumbled(&ticket, id, &mut keys);
    let slot = ticket.slot(&format!("stumbled{}", context.seq));
    context.bind(keys, std::slice::from_ref(&ticket.room), &slot).await?;
    announce(context, &ticket.room, slot, message).await
}

/// Tells people once that a platform did not take a message, or perhaps did not.
pub(in crate::engine) async fn unsent(
    context: &mut Context<'_>,
    room: &RoomId,
    ticket: Option<&TicketId>,
    error: &str,
    perhaps: bool,
) -> Stored<EventOutcome> {
    let ticket = match ticket {
        Some(ticket) => context.tx.ticket(ticket).await?,
        None => None,
    };
    let message = match &ticket {
        Some(ticket) if perhaps => faults::perhaps_missing(ticket),
        ticket => faults::unsent(ticket.as_ref(), &ErrorId::of(error)),
    };
    let slot = Slot::new(format!("{UNSENT}{}", context.seq));
    post(context, room, slot, message, ReplyTo::default()).await?;
    Ok(EventOutcome::Decided(None))
}

/// The handle with which a deferred answer can be filled in. The handle of a press belongs to the pressed message.
pub(in crate::engine) fn answerable(inbound: &Inbound) -> Option<String> {
    let stands_alone = match inbound.content {
        Content::Command { .. } | Content::Form { .. } | Content::Unsupported { .. } => true,
        Content::Text { .. }
        | Content::Press { .. }
        | Content::Edited { .. }
        | Content::Moved { .. }
        | Content::Reachable { .. }
        | Content::Deleted
        | Content::Missed
        | Content::Trouble(_) => false,
    };
    inbound.handle.clone().filter(|_| stands_alone)
}
