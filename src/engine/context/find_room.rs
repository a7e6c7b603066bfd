//! Finds the room at a place and stores it if it is new. Says what a place is for.

use crate::engine::context::{Context, audit_log, directory};
use crate::engine::handlers::rooms::workspaces;
use crate::engine::inbox::sender;
use crate::engine::operations::upkeep;
use crate::ports::store::Stored;
use crate::secretary::audit::What;
use crate::secretary::ids::{PersonId, RoomId};
use crate::secretary::message::inbound::{ChatKind, Place, Platform};
use crate::secretary::people::workspace::{Person, Purposes, Role, Room};

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
                Box::pin(upkeep::prompts_come_back(context, &room)).await?;
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
    workspaces::tell_apart(context, place).await?;
    Ok(context.tx.room(&room.id).await?.unwrap_or(room))
}

/// The open direct chat of a person. People look into a messenger more often than into the web page.
pub fn chat_of<'r>(rooms: &'r [Room], person: &PersonId) -> Option<&'r Room> {
    let theirs = |room: &&Room| room.direct() && !room.closed && room.person.as_ref() == Some(person);
    rooms.iter().filter(theirs).min_by_key(|room| room.place.platform == Platform::Web)
}

/// Writes a room with other purposes.
pub async fn set_purposes(context: &mut Context<'_>, room: &Room, were: Purposes) -> Stored<()> {
    audit_log::note(context, What::RoomSet { room: room.id.clone(), purposes: room.purposes, were: Some(were) });
    context.tx.save_room(room).await?;
    directory::change_directory(context).await
}

/// Whether a room is closed, so that nothing can be posted there.
pub async fn out_of_reach(context: &mut Context<'_>, room: &RoomId) -> Stored<bool> {
    Ok(context.tx.room(room).await?.is_some_and(|room| room.closed))
}

/// Whether this person may be asked for decisions, for themself or as a deputy.
async fn decides(context: &mut Context<'_>, person: Option<&Person>) -> Stored<bool> {
    let Some(person) = person else { return Ok(false) };
    let stands_in = directory::directory(context).await?.absent.iter().any(|absent| absent.deputy == person.id);
    Ok(person.role <= Role::Approver || stands_in)
}

/// The purposes of a place. A topic follows the group where nothing was said for the topic. Rooms for decisions and
/// reports are looked up elsewhere, since there is one of each.
pub async fn purposes_at(context: &mut Context<'_>, place: &Place, room: Option<&Room>) -> Stored<Purposes> {
    let own = room.map(|room| room.purposes).unwrap_or_default();
    if place.thread.is_none() || room.is_some_and(|room| room.thread_of.is_some()) {
        return Ok(own);
    }
    let group = sender::room_here(context, &Place { thread: None, ..place.clone() }).await?;
    Ok(group.map_or(own, |group| own.within(group.purposes)))
}

/// The room that had this chat before the chat got a new id.
async fn room_that_left(context: &mut Context<'_>, place: &Place) -> Stored<Option<Room>> {
    let rooms = context.tx.rooms(&context.workspace()).await?;
    Ok(rooms.into_iter().find(|room| room.left(place)))
}
