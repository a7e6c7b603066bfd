//! Finds the workspace of an event and its sender there. A group belongs to one workspace. A direct chat may serve
//! several, with a room in each: a press or reply names the room; anything else goes to the workspace that the chat
//! is set to. Makes the request of an event.

use crate::engine::context::{Context, Request, directory, find_room, say};
use crate::engine::home;
use crate::ports::store::Stored;
use crate::secretary::ids::{PersonId, RoomId, WorkspaceId};
use crate::secretary::inbound::{Account, ChatKind, Content, Inbound, Place, Platform, ReplyTo};
use crate::secretary::message::keys::parse_data;
use crate::secretary::people::room_purposes::room_meant;
use crate::secretary::people::workspace::{AtHand, Person, Role, Room};
use crate::text::names;
use chrono::{DateTime, TimeDelta, Utc};

/// A message that waited longer than this waited for the end of an outage.
const AWAY: TimeDelta = TimeDelta::minutes(10);
/// How long a platform surely waits for a short answer: a second less than `inbox/short_answer.rs` and the adapters
/// wait.
const ANSWERED: TimeDelta = TimeDelta::seconds(9);

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
    sender_here(context, inbound, account, members).await
}

/// The sender in the workspace of the context.
async fn sender_here(
    context: &mut Context<'_>,
    inbound: &Inbound,
    account: &Account,
    members: Vec<Person>,
) -> Stored<Sender> {
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
    if lent(context, inbound).await?.is_none() {
        return Ok(None);
    }
    if known.is_some() {
        return Ok(known);
    }
    if !directory::former_with(context, std::slice::from_ref(account)).await?.is_empty() {
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

/// The request of an event: sender, room, and how to answer.
pub fn request(context: &Context<'_>, inbound: &Inbound, person: Person, room: Room) -> Request {
    let message = inbound.message().cloned();
    let group_reply = if room.direct() { None } else { message.clone() };
    let handle = say::answerable(inbound);
    let private = handle.is_some() && is_awaited(context, inbound);
    let said_at = said_at(context, inbound);
    let reply = ReplyTo { message: group_reply, handle };
    Request { person, room, message, reply, private, turned: None, said_at }
}

/// The request of an earlier message, with the present rights of its sender. None: the sender is no member any more.
pub async fn request_of(context: &mut Context<'_>, inbound: &Inbound) -> Stored<Option<Request>> {
    let account = Account { platform: inbound.place.platform, user: inbound.sender.user.clone() };
    let members = context.tx.memberships(&account).await?;
    // The sender's chat may be set to another workspace now; the message belongs to this one.
    let Sender::Member(person) = sender_here(context, inbound, &account, members).await? else { return Ok(None) };
    let mut person = *person;
    at_hand(context, &mut person, inbound).await?;
    let Some(mut room) = directory::room_here(context, &inbound.place).await? else { return Ok(None) };
    room.purposes = find_room::purposes_at(context, &inbound.place, Some(&room)).await?;
    Ok(Some(request(context, inbound, person, room)))
}

/// Completes a member with what holds at this moment: the role that a server lends, and those who named them as
/// deputy.
pub async fn at_hand(context: &mut Context<'_>, person: &mut Person, inbound: &Inbound) -> Stored<()> {
    let lent = lent(context, inbound).await?;
    person.at_hand = AtHand { lent, ..directory::at_hand(context, &person.id).await? };
    Ok(())
}

/// The role that the sender's roles on a Discord server lend them here.
pub async fn lent(context: &mut Context<'_>, inbound: &Inbound) -> Stored<Option<Role>> {
    if inbound.place.platform != Platform::Discord || inbound.sender.roles.is_empty() {
        return Ok(None);
    }
    let lends = context.settings().await?.server_roles;
    Ok(lends.iter().filter(|lends| inbound.sender.roles.contains(&lends.id)).map(|lends| lends.role).min())
}

/// When an event was said: its send time if it waited, else now.
pub fn said_at(context: &Context<'_>, inbound: &Inbound) -> DateTime<Utc> {
    if waited(context, inbound) { inbound.sent_at } else { context.now }
}

/// Whether the platform may still take a short answer. After a stop or under load it may not; the deferred answer is
/// filled in instead.
pub fn is_awaited(context: &Context<'_>, inbound: &Inbound) -> bool {
    context.now - inbound.sent_at <= ANSWERED
}

/// Whether a message waited for the end of an outage.
pub fn waited(context: &Context<'_>, inbound: &Inbound) -> bool {
    context.now - inbound.sent_at >= AWAY
}
