//! Finds the workspace of an event and its sender there. A group belongs to one workspace. A direct chat may serve
//! several, with a room in each: a press or reply names the room; anything else goes to the workspace that the chat
//! is set to.

use crate::engine::context::Context;
use crate::engine::handlers::people::{deputies, members};
use crate::engine::home;
use crate::ports::store::Stored;
use crate::secretary::ids::{PersonId, RoomId, WorkspaceId};
use crate::secretary::message::inbound::{Account, ChatKind, Content, Inbound, Place};
use crate::secretary::message::keys::parse_data;
use crate::secretary::people::room_purposes::room_meant;
use crate::secretary::people::workspace::{Person, Role, Room};
use crate::text::names;

/// The sender of an event.
pub enum Sender {
    /// A member of the workspace.
    Member(Box<Person>),
    /// Nobody of the workspace.
    Stranger,
}

/// Finds the workspace of an event, sets it in the context, and returns the sender.
pub async fn sender(context: &mut Context<'_>, inbound: &Inbound, account: &Account) -> Stored<Sender> {
    let members = context.tx.memberships(account).await?;
    let rooms = context.tx.rooms_at(&inbound.place).await?;
    let named = if rooms.len() > 1 { named_room(context, inbound).await? } else { None };
    let room = room_meant(&rooms, &members, named.as_deref());
    context.here = match (room, members.as_slice()) {
        (Some(room), _) => room.workspace.clone(),
        (None, []) => {
            let group = group_of(context, &inbound.place).await?;
            group.as_ref().or(rooms.first()).map_or_else(home, |room| room.workspace.clone())
        }
        (None, [only]) => only.workspace.clone(),
        (None, [first, ..]) => {
            let group = group_of(context, &inbound.place).await?.map(|room| room.workspace);
            let set = set_to(context, &members, account).await?;
            group.or(set).unwrap_or_else(|| first.workspace.clone())
        }
    };
    let mut here = members.into_iter().find(|person| person.workspace == context.here);
    if here.as_ref().is_none_or(|person| person.by_server_role) {
        here = by_server_role(context, inbound, account, here).await?;
    }
    Ok(here.map_or(Sender::Stranger, |person| Sender::Member(Box::new(person))))
}

/// A person who is a member by a server role alone, as long as the server says so. A removed member stays out
/// whatever roles they have, since an owner said so.
async fn by_server_role(
    context: &mut Context<'_>,
    inbound: &Inbound,
    account: &Account,
    known: Option<Person>,
) -> Stored<Option<Person>> {
    if deputies::lent(context, inbound).await?.is_none() {
        return Ok(None);
    }
    if known.is_some() {
        return Ok(known);
    }
    if !members::former_with(context, std::slice::from_ref(account)).await?.is_empty() {
        return Ok(None);
    }
    // Also after everything about them was erased.
    let here = context.workspace();
    if context.tx.kept_out(&here, account, false).await? {
        return Ok(None);
    }
    // The id does not contain the account, since ids stay in the audit log when a person is erased.
    let id = PersonId::new(context.seed.id("person by a role"));
    let name = names::person(&inbound.sender.name);
    let mut person = Person::new(id, context.workspace(), &name, Role::Observer, context.now);
    person.accounts.push(account.clone());
    person.language.clone_from(&inbound.sender.language);
    person.by_server_role = true;
    Ok(Some(person))
}

/// The room of this workspace at a place.
pub async fn room_here(context: &mut Context<'_>, place: &Place) -> Stored<Option<Room>> {
    let here = context.workspace();
    Ok(context.tx.rooms_at(place).await?.into_iter().find(|room| room.workspace == here))
}

/// The rooms that a press or a reply names.
async fn named_room(context: &mut Context<'_>, inbound: &Inbound) -> Stored<Option<Vec<RoomId>>> {
    let message = match &inbound.content {
        Content::Press { data, .. } | Content::Form { data, .. } => {
            let Some((token, _)) = parse_data(data) else { return Ok(None) };
            return Ok(context.tx.prompt(&token).await?.map(|prompt| prompt.rooms));
        }
        Content::Text { reply_to, .. } | Content::Command { reply_to, .. } => reply_to.as_ref(),
        Content::Edited { message, .. } => Some(message),
        Content::Moved { .. }
        | Content::Reachable { .. }
        | Content::Deleted
        | Content::Missed
        | Content::Trouble(_)
        | Content::Unsupported { .. } => None,
    };
    let Some(message) = message else { return Ok(None) };
    Ok(context.tx.posted_as(&inbound.place, message).await?.map(|posted| vec![posted.room]))
}

/// The room of the group of a topic.
async fn group_of(context: &mut Context<'_>, place: &Place) -> Stored<Option<Room>> {
    if place.kind == ChatKind::Direct || place.thread.is_none() {
        return Ok(None);
    }
    let rooms = context.tx.rooms_at(&Place { thread: None, ..place.clone() }).await?;
    Ok(rooms.into_iter().find(|room| room.purposes.any()))
}

/// The workspace that the direct chat of a person with several workspaces is set to. Of linked accounts the chat of
/// this account counts; another one only if this platform has none.
async fn set_to(context: &mut Context<'_>, members: &[Person], account: &Account) -> Stored<Option<WorkspaceId>> {
    let mut chats: Vec<Room> = Vec::new();
    for person in members {
        let mut rooms = context.tx.rooms(&person.workspace).await?;
        rooms.retain(|r| r.direct() && r.active && !r.closed && r.person.as_ref() == Some(&person.id));
        chats.append(&mut rooms);
    }
    let elsewhere = |room: &Room| room.place.platform != account.platform;
    // A direct chat on Telegram has the number of its account; a person may have linked two.
    let another_s = |room: &Room| room.place.chat != account.user;
    let nearest = chats.into_iter().min_by_key(|room| (elsewhere(room), another_s(room)));
    Ok(nearest.map(|room| room.workspace))
}
