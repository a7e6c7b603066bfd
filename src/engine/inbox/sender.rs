//! Which workspace something that arrived is about, and who its sender is there. A group belongs to one workspace. A direct
//! chat may serve several, each with a room of its own in it: what is pressed or replied to tells which, and anything else is
//! for the one the chat is set to.

use super::context::Context;
use crate::engine::home;
use crate::ports::store::Stored;
use crate::secretary::ids::{PersonId, RoomId, WorkspaceId};
use crate::secretary::message::inbound::{Account, ChatKind, Content, Inbound, Place};
use crate::secretary::message::keys::parse_data;
use crate::secretary::people::workspace::{Person, Role, Room};
use crate::text::names;

/// Who sent something.
pub(in crate::engine) enum Sender {
    /// This member of the workspace it is about.
    Member(Box<Person>),
    /// Somebody who does not belong to it.
    Stranger,
}

impl Context<'_> {
    /// Finds the workspace of what arrived, which is from here on, and the sender's place in it.
    pub(in crate::engine) async fn sender(&mut self, inbound: &Inbound, account: &Account) -> Stored<Sender> {
        let members = self.tx.memberships(account).await?;
        let rooms = self.tx.rooms_at(&inbound.place).await?;
        let named = if rooms.len() > 1 { self.named_room(inbound).await? } else { None };
        let room = choose(&rooms, &members, named.as_ref());
        self.here = match (room, members.as_slice()) {
            (Some(room), _) => room.workspace.clone(),
            (None, []) => {
                let group = self.group_of(&inbound.place).await?;
                group.as_ref().or(rooms.first()).map_or_else(home, |room| room.workspace.clone())
            }
            (None, [only]) => only.workspace.clone(),
            (None, [first, ..]) => {
                let group = self.group_of(&inbound.place).await?.map(|room| room.workspace);
                let set = self.set_to(&members, account).await?;
                group.or(set).unwrap_or_else(|| first.workspace.clone())
            }
        };
        let mut here = members.into_iter().find(|person| person.workspace == self.here);
        if here.as_ref().is_none_or(|person| person.by_server_role) {
            here = self.by_server_role(inbound, account, here).await?;
        }
        Ok(here.map_or(Sender::Stranger, |person| Sender::Member(Box::new(person))))
    }

    /// Somebody whom nothing but a role of the server makes a member here, as long as the server says that they have it. Whoever
    /// was taken out, or left, stays out whatever their roles there: an owner said so of this very person.
    async fn by_server_role(
        &mut self,
        inbound: &Inbound,
        account: &Account,
        known: Option<Person>,
    ) -> Stored<Option<Person>> {
        if self.lent(inbound).await?.is_none() {
            return Ok(None);
        }
        if known.is_some() {
            return Ok(known);
        }
        if !self.former_with(std::slice::from_ref(account)).await?.is_empty() {
            return Ok(None);
        }
        // Also once everything of theirs was erased.
        let here = self.workspace();
        if self.tx.kept_out(&here, account, false).await? {
            return Ok(None);
        }
        // The account is no part of it: ids stay in the log when everything of somebody is erased.
        let id = PersonId::new(self.seed.id("person by a role"));
        let name = names::person(&inbound.sender.name);
        let mut person = Person::new(id, self.workspace(), &name, Role::Observer, self.now);
        person.accounts.push(account.clone());
        person.language.clone_from(&inbound.sender.language);
        person.by_server_role = true;
        Ok(Some(person))
    }

    /// The room of this workspace at a place.
    pub(in crate::engine) async fn room_here(&mut self, place: &Place) -> Stored<Option<Room>> {
        let here = self.workspace();
        Ok(self.tx.rooms_at(place).await?.into_iter().find(|room| room.workspace == here))
    }

    /// The room that a press or a reply is about.
    async fn named_room(&mut self, inbound: &Inbound) -> Stored<Option<Vec<RoomId>>> {
        let message = match &inbound.content {
            Content::Press { data, .. } | Content::Form { data, .. } => {
                let Some((token, _)) = parse_data(data) else { return Ok(None) };
                return Ok(self.tx.prompt(&token).await?.map(|prompt| prompt.rooms));
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
        Ok(self.tx.posted_as(&inbound.place, message).await?.map(|posted| vec![posted.room]))
    }

    /// The room of the group a topic belongs to.
    async fn group_of(&mut self, place: &Place) -> Stored<Option<Room>> {
        if place.kind == ChatKind::Direct || place.thread.is_none() {
            return Ok(None);
        }
        let rooms = self.tx.rooms_at(&Place { thread: None, ..place.clone() }).await?;
        Ok(rooms.into_iter().find(|room| room.purposes.any()))
    }

    /// The workspace that the direct chat of somebody who belongs to several is set to: of linked accounts the chat of the one that
    /// is heard now counts, and one elsewhere only where there is none on its platform.
    async fn set_to(&mut self, members: &[Person], account: &Account) -> Stored<Option<WorkspaceId>> {
        let mut chats: Vec<Room> = Vec::new();
        for person in members {
            let mut rooms = self.tx.rooms(&person.workspace).await?;
            rooms.retain(|r| r.direct() && r.active && !r.closed && r.person.as_ref() == Some(&person.id));
            chats.append(&mut rooms);
        }
        let elsewhere = |room: &Room| room.place.platform != account.platform;
        // On Telegram the chat has the number of the account, of which somebody may have linked two there.
        let another_s = |room: &Room| room.place.chat != account.user;
        let nearest = chats.into_iter().min_by_key(|room| (elsewhere(room), another_s(room)));
        Ok(nearest.map(|room| room.workspace))
    }
}

/// Of the rooms at one place, the active one first, the one that is meant; none if a room is still to be made. A group that is
/// for something belongs to the workspace it is for something in, whoever speaks there.
fn choose<'r>(rooms: &'r [Room], members: &[Person], named: Option<&Vec<RoomId>>) -> Option<&'r Room> {
    let belongs = |room: &&Room| members.iter().any(|person| person.workspace == room.workspace);
    let mut there = rooms.iter().filter(|room| !room.given_away());
    if let Some(room) = there.clone().find(|room| named.is_some_and(|ids| ids.contains(&room.id))) {
        return Some(room);
    }
    let claimed = |room: &&Room| room.purposes.any() || room.thread_of.is_some();
    there.find(|room| if room.direct() { belongs(room) } else { claimed(room) })
}
