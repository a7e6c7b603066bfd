//! Rows of people and rooms.

use super::Stored;
use crate::secretary::ids::{PersonId, RoomId, WorkspaceId};
use crate::secretary::inbound::{Account, Place, Platform};
use crate::secretary::people::workspace::{Person, Room, Settings};
use async_trait::async_trait;

/// People rows.
#[async_trait]
pub trait PersonRows {
    /// A member by id.
    async fn person(&mut self, id: &PersonId) -> Stored<Option<Person>>;
    /// The member an account belongs to in a workspace.
    async fn member(&mut self, workspace: &WorkspaceId, account: &Account) -> Stored<Option<Person>>;
    /// Writes a member with exactly these accounts; an account moves from another member of the workspace to this one.
    async fn save_person(&mut self, person: &Person) -> Stored<()>;
    /// All members of a workspace, owners first, then by name.
    async fn people(&mut self, workspace: &WorkspaceId) -> Stored<Vec<Person>>;
}

/// Merging and removing members.
#[async_trait]
pub trait PersonCare {
    /// Everything of one member becomes the other's (tickets, schedules, rooms); the first is removed.
    async fn merge_person(&mut self, from: &PersonId, into: &PersonId) -> Stored<()>;
    /// Removes the accounts of a member, who is a stranger from then on. Their words stay.
    async fn remove_person(&mut self, id: &PersonId) -> Stored<()>;
    /// The former members of a workspace, including erased ones, by id, with the accounts that they had. Whom these
    /// accounts belong to now is another matter.
    async fn former_people(&mut self, workspace: &WorkspaceId) -> Stored<Vec<Person>>;
    /// Whether the owner of this account was removed from a workspace, or left it, before being erased. `again`: they
    /// were invited since, so forget that.
    async fn kept_out(&mut self, workspace: &WorkspaceId, account: &Account, again: bool) -> Stored<bool>;
}

/// Room rows. Unique by workspace and place (platform, bot, chat, thread).
#[async_trait]
pub trait RoomRows {
    /// A room by id.
    async fn room(&mut self, id: &RoomId) -> Stored<Option<Room>>;
    /// The room at a place: of several, for each workspace one, the one that is active.
    async fn room_at(&mut self, place: &Place) -> Stored<Option<Room>>;
    /// Writes a room.
    async fn save_room(&mut self, room: &Room) -> Stored<()>;
    /// All rooms of a workspace.
    async fn rooms(&mut self, workspace: &WorkspaceId) -> Stored<Vec<Room>>;
}

/// Chats, each one or more rooms; and the version of people and rooms, so that they need not be read again for every
/// decision.
#[async_trait]
pub trait ChatRows {
    /// The rooms of the chat this place is in: the chat itself and its topics, in every workspace.
    async fn rooms_of_chat(&mut self, place: &Place) -> Stored<Vec<RoomId>>;
    /// All rooms at a place, one for each workspace, the active one first.
    async fn rooms_at(&mut self, place: &Place) -> Stored<Vec<Room>>;
    /// The present version of people and rooms; empty before the first change.
    async fn directory_version(&mut self) -> Stored<String>;
    /// Sets a new version, unlike any before.
    async fn change_directory(&mut self, version: &str) -> Stored<()>;
}

/// The name of the mark with the name of a bot on a platform.
pub fn bot_name_mark(platform: Platform) -> String {
    format!("called/{platform}")
}

/// All workspaces and their members.
#[async_trait]
pub trait WorkspaceRows {
    /// The name of the bot on a platform (without "@"), once the platform has told it.
    async fn bot_name(&mut self, platform: Platform) -> Stored<Option<String>>;
    /// The settings of every workspace, by its id.
    async fn workspaces(&mut self) -> Stored<Vec<Settings>>;
    /// The members an account belongs to, one in each of its workspaces, by workspace.
    async fn memberships(&mut self, account: &Account) -> Stored<Vec<Person>>;
}
