//! How the context answers: with text, with buttons, with a new page of a list, or with a refusal.

use crate::engine::context::{Context, Handled, Request, effects, find_room, undo_stack};
use crate::ports::store::{EventOutcome, Stored};
use crate::secretary::effect::{Class, Effect};
use crate::secretary::ids::{PersonId, RoomId, Slot, TicketId, TriggerId};
use crate::secretary::inbound::{Content, Inbound, ReplyTo};
use crate::secretary::message::Message;
use crate::secretary::message::action::Action;
use crate::secretary::message::keys::Keys;
use crate::secretary::names::error_id::ErrorId;
use crate::secretary::orders::offers;
use crate::secretary::people::workspace::Person;
use crate::secretary::wording::schedules::flows::triggers;
use crate::secretary::wording::talk::faults;

/// The prefix of slots of messages that say that another message could not be sent.
pub const UNSENT: &str = "unsent/";

/// Posts an answer.
pub async fn post(
    context: &mut Context<'_>,
    room: &RoomId,
    slot: Slot,
    message: Message,
    reply: ReplyTo,
) -> Stored<()> {
    let room = room.clone();
    let effect = Effect::Post { room, slot, message, reply, ticket: None, class: Class::Answer };
    effects::carry_out(context, vec![effect], None).await
}

/// Posts a message that nobody asked for at this moment and that everybody in the room should see.
pub async fn announce(context: &mut Context<'_>, room: &RoomId, slot: Slot, message: Message) -> Stored<()> {
    let (room, reply) = (room.clone(), ReplyTo::default());
    let effect = Effect::Post { room, slot, message, reply, ticket: None, class: Class::Must };
    effects::carry_out(context, vec![effect], None).await
}

/// Tells a member something in their direct chat, if one can be reached.
pub async fn tell_person(context: &mut Context<'_>, person: &PersonId, message: Message) -> Stored<()> {
    let rooms = context.tx.rooms(&context.workspace()).await?;
    let Some(room) = find_room::chat_of(&rooms, person).map(|room| &room.id) else { return Ok(()) };
    let slot = Slot::new(format!("told/{}/{}", context.seq, context.effects));
    announce(context, room, slot, message).await
}

/// Refuses: to this person alone where the platform can, else as a message.
pub async fn refuse(context: &mut Context<'_>, request: &Request, why: String) -> Handled {
    undo_stack::unmark(context, request).await?;
    if !request.private {
        say(context, request, Message::lines([why.clone()]).own()).await?;
        context.refused = Some(why.clone());
    }
    Ok(EventOutcome::Refused(why))
}

/// The slot of an answer without a slot of its own.
pub fn answer_slot(context: &Context<'_>) -> Slot {
    Slot::new(format!("re/{}/{}", context.seq, context.effects))
}

/// Says something in the room where the person wrote.
pub async fn say(context: &mut Context<'_>, request: &Request, message: Message) -> Stored<()> {
    let slot = answer_slot(context);
    post(context, &request.room.id, slot, message, request.reply.clone()).await
}

/// Turns a refusal into a message, since typed words have no toast.
pub async fn said_if_refused(context: &mut Context<'_>, request: &Request, outcome: EventOutcome) -> Handled {
    match outcome {
        EventOutcome::Refused(why) if context.refused.as_ref() != Some(&why) => refuse(context, request, why).await,
        EventOutcome::Refused(why) => Ok(EventOutcome::Refused(why)),
        outcome @ (EventOutcome::Decided(_) | EventOutcome::Again | EventOutcome::Quarantined(_)) => Ok(outcome),
    }
}

/// Takes the next words of this person here for an action.
pub async fn expect(context: &mut Context<'_>, request: &Request, action: &Action) -> Stored<()> {
    context.tx.expect(&request.room.id, &request.person.id, action, context.now).await
}

/// Answers in the room where the person wrote.
pub async fn answer(context: &mut Context<'_>, request: &Request, message: Message) -> Handled {
    say(context, request, message).await?;
    Ok(EventOutcome::Decided(None))
}

/// Answers with buttons that work in this room only.
pub async fn say_with(context: &mut Context<'_>, request: &Request, message: Message, keys: Keys) -> Handled {
    let slot = answer_slot(context);
    put(context, request, slot, message, keys).await
}

/// Answers with a message that makes buttons.
pub async fn ask(context: &mut Context<'_>, request: &Request, message: impl FnOnce(&mut Keys) -> Message) -> Handled {
    let mut keys = context.keys();
    let message = message(&mut keys);
    say_with(context, request, message, keys).await
}

/// Answers with buttons in a message with a slot of its own.
pub async fn put(context: &mut Context<'_>, request: &Request, slot: Slot, message: Message, keys: Keys) -> Handled {
    let message = for_reader(only_reader(request), message, &keys);
    context.bind(keys, std::slice::from_ref(&request.room.id), &slot).await?;
    post(context, &request.room.id, slot, message, request.reply.clone()).await?;
    Ok(EventOutcome::Decided(None))
}

/// Changes a message of this room in place, with its buttons.
pub async fn rewrite(
    context: &mut Context<'_>,
    request: &Request,
    slot: Slot,
    message: Message,
    keys: Keys,
) -> Stored<()> {
    rewrite_for(context, (&request.room.id, slot), only_reader(request), (message, keys)).await
}

/// Changes a message in place, with its buttons. `reader`: who alone reads it; none in a group.
pub async fn rewrite_for(
    context: &mut Context<'_>,
    (room, slot): (&RoomId, Slot),
    reader: Option<&Person>,
    (message, keys): (Message, Keys),
) -> Stored<()> {
    let message = for_reader(reader, message, &keys);
    context.bind(keys, std::slice::from_ref(room), &slot).await?;
    edit(context, room.clone(), slot, message.silently()).await
}

/// Who alone reads an answer, with what holds for them at this moment; none in a group.
fn only_reader(request: &Request) -> Option<&Person> {
    request.room.direct().then_some(&request.person)
}

/// The message with the buttons that its only reader may press. In a group others read it, too.
fn for_reader(reader: Option<&Person>, message: Message, keys: &Keys) -> Message {
    match reader {
        Some(reader) => offers::pressable(reader, message, keys),
        None => message,
    }
}

/// Changes a message.
pub async fn edit(context: &mut Context<'_>, room: RoomId, slot: Slot, message: Message) -> Stored<()> {
    effects::carry_out(context, vec![Effect::Edit { room, slot, message, calm: false }], None).await
}

/// Removes the buttons of a message.
pub async fn bare(context: &mut Context<'_>, room: &RoomId, slot: &Slot) -> Stored<()> {
    let bare = Effect::Bare { room: room.clone(), slot: slot.clone() };
    effects::carry_out(context, vec![bare], None).await
}

/// The message whose page is turned, while it exists.
pub async fn turned(context: &mut Context<'_>, request: &Request) -> Stored<Option<Slot>> {
    match &request.turned {
        Some(slot) if !context.tx.posted(slot, &request.room.id).await?.is_empty() => Ok(Some(slot.clone())),
        Some(_) | None => Ok(None),
    }
}

/// Answers with a page of a list. It replaces the page that was turned while that message exists; otherwise it is a
/// new message.
pub async fn say_page(context: &mut Context<'_>, request: &Request, message: Message, keys: Keys) -> Handled {
    let Some(slot) = turned(context, request).await? else { return say_with(context, request, message, keys).await };
    rewrite(context, request, slot, message, keys).await?;
    Ok(EventOutcome::Decided(None))
}

/// Tells the people of a ticket that one of its steps failed, with ways on.
pub async fn say_stumbled(context: &mut Context<'_>, ticket: &TicketId, id: &ErrorId) -> Stored<()> {
    let Some(ticket) = context.tx.ticket(ticket).await? else { return Ok(()) };
    let mut keys = context.keys();
    let message = faults::stumbled(&ticket, id, &mut keys);
    let slot = ticket.slot(&format!("stumbled{}", context.seq));
    context.bind(keys, std::slice::from_ref(&ticket.room), &slot).await?;
    announce(context, &ticket.room, slot, message).await
}

/// Tells people once that a platform did not take a message, or perhaps did not.
pub async fn unsent(
    context: &mut Context<'_>,
    room: &RoomId,
    ticket: Option<&TicketId>,
    error: &str,
    perhaps: bool,
) -> Handled {
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

/// Tells people that a message with the secret of a webhook may not have arrived, with a way to a new one.
pub async fn perhaps_shown(context: &mut Context<'_>, room: &RoomId, hook: &TriggerId) -> Handled {
    let flow = match context.tx.flow_trigger(hook).await? {
        Some(trigger) => context.tx.flow(&trigger.flow).await?,
        None => None,
    };
    // The secret of what is gone opens nothing.
    if let Some(flow) = flow.filter(|flow| !flow.deleted()) {
        let mut keys = context.keys();
        let message = triggers::perhaps_shown(&flow, &mut keys);
        let slot = Slot::new(format!("{UNSENT}{}", context.seq));
        context.bind(keys, std::slice::from_ref(room), &slot).await?;
        post(context, room, slot, message, ReplyTo::default()).await?;
    }
    Ok(EventOutcome::Decided(None))
}

/// The handle with which a deferred answer can be filled in. The handle of a press belongs to the pressed message.
pub fn answerable(inbound: &Inbound) -> Option<String> {
    let stands_alone =
        matches!(inbound.content, Content::Command { .. } | Content::Form { .. } | Content::Unsupported { .. });
    inbound.handle.clone().filter(|_| stands_alone)
}
