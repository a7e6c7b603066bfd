//! The room at a place: stored if it is new, and opened again. Open prompts come back to a room that opens, and leave
//! a room in which nobody can answer them.

use crate::engine::context::{Context, directory, say, visibility};
use crate::engine::transition::apply_event;
use crate::ports::store::Stored;
use crate::secretary::decision::Decision;
use crate::secretary::decision::prompt_loss::Loss;
use crate::secretary::ids::RoomId;
use crate::secretary::inbound::{ChatKind, Inbound, Place, ReplyTo};
use crate::secretary::message::Message;
use crate::secretary::people::workspace::{Person, Purposes, Role, Room};
use crate::secretary::permissions::visibility::Visibility;
use crate::secretary::policy::Quorum;
use crate::secretary::ticket::event::Event;

/// The room at a place, stored if it is new. A new group has no purpose until an owner sets one.
pub async fn room_for(context: &mut Context<'_>, place: &Place, person: Option<&Person>) -> Stored<Room> {
    let rooms = context.tx.rooms_at(place).await?;
    let here = context.workspace();
    // A chat in which only a stranger was answered belongs to no workspace yet.
    let nobodys = |room: &&Room| {
        room.direct() && room.person.is_none() && !room.closed && !rooms.iter().any(|r| r.workspace == here)
    };
    if person.is_some()
        && let Some(room) = rooms.iter().find(nobodys)
    {
        let room = Room { workspace: here.clone(), ..room.clone() };
        context.tx.save_room(&room).await?;
        return Box::pin(room_for(context, place, person)).await;
    }
    if let Some(mut room) = rooms.iter().find(|room| room.workspace == here).cloned() {
        let owner = person.filter(|_| room.direct()).map(|p| p.id.clone());
        // The direct chat of a removed member is opened again by a member only.
        let reopens = room.closed && (owner.is_some() || !room.direct());
        if reopens || (owner.is_some() && room.person != owner) {
            room.closed = false;
            room.person = owner.or(room.person);
            context.tx.save_room(&room).await?;
            directory::change_directory(context).await?;
            if reopens {
                Box::pin(prompts_come_back(context, &room)).await?;
            }
        }
        return Ok(room);
    }
    let direct = place.kind == ChatKind::Direct;
    if !direct && let Some(room) = room_that_left(context, place).await? {
        return Ok(room);
    }
    // One event may store several rooms of a chat.
    let id = if rooms.is_empty() { context.seed.id("room") } else { context.seed.id(&format!("room/{here}")) };
    let room = Room {
        id: RoomId::new(id),
        workspace: here,
        place: place.clone(),
        purposes: Purposes { intake: direct, ..Purposes::default() },
        closed: false,
        active: !rooms.iter().any(|room| room.active && !room.closed),
        called: String::new(),
        person: person.filter(|_| direct).map(|p| p.id.clone()),
        thread_of: None,
        former: Vec::new(),
    };
    // The directory stays valid: a new room has no purpose yet. Reading all people and rooms again at the first
    // message of each person would get slower the more there are. It is read again only where deciders can be asked
    // in the new room.
    context.tx.save_room(&room).await?;
    if direct && decides(context, person).await? {
        directory::change_directory(context).await?;
    }
    if rooms.is_empty() {
        return Ok(room);
    }
    tell_apart(context, place).await?;
    Ok(context.tx.room(&room.id).await?.unwrap_or(room))
}

/// Whether this person may be asked for decisions, for themself or as a deputy.
async fn decides(context: &mut Context<'_>, person: Option<&Person>) -> Stored<bool> {
    let Some(person) = person else { return Ok(false) };
    let stands_in = directory::directory(context).await?.absent.iter().any(|absent| absent.deputy == person.id);
    Ok(person.role <= Role::Approver || stands_in)
}

/// The room that had this chat before the chat got a new id.
async fn room_that_left(context: &mut Context<'_>, place: &Place) -> Stored<Option<Room>> {
    let rooms = context.tx.rooms(&context.workspace()).await?;
    Ok(rooms.into_iter().find(|room| room.left(place)))
}

/// Marks the rooms of a shared chat, so that each message there names its workspace; a chat of one workspace has no
/// mark. One room is active.
pub async fn tell_apart(context: &mut Context<'_>, place: &Place) -> Stored<()> {
    let rooms = context.tx.rooms_at(place).await?;
    let used = rooms.iter().filter(|r| r.direct() && r.person.is_some() && !r.closed).count();
    let mut active = rooms.iter().any(|r| r.active && !r.closed);
    for room in rooms {
        let mut changed = room.clone();
        changed.called = if used > 1 && room.direct() {
            directory::workspace_name(context, &room.workspace).await?
        } else {
            String::new()
        };
        if !active && !room.closed {
            (changed.active, active) = (true, true);
        }
        if changed != room {
            context.tx.save_room(&changed).await?;
        }
    }
    Ok(())
}

/// Answers at the place of an event whose sender may be unknown. In a group it is a reply, so that nobody else is
/// addressed.
pub async fn say_at(context: &mut Context<'_>, inbound: &Inbound, text: String) -> Stored<()> {
    let room = room_for(context, &inbound.place, None).await?;
    let slot = say::answer_slot(context);
    let message = inbound.message().filter(|_| !room.direct()).cloned();
    let reply = ReplyTo { message, handle: say::answerable(inbound) };
    say::post(context, &room.id, slot, Message::lines([text]), reply).await
}

/// A room can be reached again: open decisions that belong there are asked there.
pub async fn prompts_come_back(context: &mut Context<'_>, room: &Room) -> Stored<()> {
    if room.thread_of.is_some() {
        return Ok(());
    }
    for ticket in visibility::awaiting(context, Visibility::Everything).await? {
        let several = ticket.open_decisions().any(|d| d.four_eyes || d.quorum != Quorum::Any);
        let concerns = room.purposes.decisions || ticket.room == room.id || ticket.direct || several;
        let elsewhere = |d: &Decision| !d.rooms.contains(&room.id) && (concerns || d.stands_in(&ticket, &room.id));
        if ticket.open_decisions().any(elsewhere) {
            let back = Event::PromptLost { room: room.id.clone(), why: Loss::Back };
            apply_event::apply_to(context, &ticket, &back, None).await?;
        }
    }
    Ok(())
}

/// Moves the open prompts of a room in which they cannot be answered.
pub async fn move_prompts(context: &mut Context<'_>, room: &RoomId, why: &Loss) -> Stored<()> {
    for ticket in visibility::awaiting(context, Visibility::Everything).await? {
        if ticket.open_decisions().any(|d| d.stands_in(&ticket, room)) {
            let lost = Event::PromptLost { room: room.clone(), why: why.clone() };
            apply_event::apply_to(context, &ticket, &lost, None).await?;
        }
    }
    Ok(())
}
