//! Posted messages, the actions of their buttons, and whose words are awaited.

use super::Stored;
use crate::secretary::ids::{PersonId, RoomId, Slot, TicketId, Token};
use crate::secretary::inbound::Place;
use crate::secretary::message::action::Action;
use crate::secretary::message::views::View;
use async_trait::async_trait;
use chrono::{DateTime, Utc};

/// A posted part of a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Posted {
    /// The slot of the message.
    pub slot: Slot,
    /// The room it was meant for.
    pub room: RoomId,
    /// Which part of it.
    pub part: u32,
    /// The place: that of the room, or the thread of a ticket.
    pub place: Place,
    /// The platform's id.
    pub message: String,
    /// When it was posted or last edited.
    pub at: DateTime<Utc>,
}

impl Posted {
    /// The value as stored: without the name of its chat, which may hold words of an erased person and finds no
    /// message.
    pub fn untitled(&self) -> Self {
        Self { place: Place { title: None, ..self.place.clone() }, ..self.clone() }
    }
}

/// Posted messages. Messages of people that became ideas are stored, too, under the slot "…/idea".
#[async_trait]
pub trait PostRows {
    /// The parts of a message in a room, in order.
    async fn posted(&mut self, slot: &Slot, room: &RoomId) -> Stored<Vec<Posted>>;
    /// The message with this platform id at a place, also a duplicate.
    async fn posted_as(&mut self, place: &Place, message: &str) -> Stored<Option<Posted>>;
    /// Stores a posted part. A part that was known as a duplicate no longer is one.
    async fn save_posted(&mut self, posted: &Posted) -> Stored<()>;
    /// The thread of a ticket in a channel, as long as it can be written in.
    async fn thread(&mut self, ticket: &TicketId, room: &RoomId) -> Stored<Option<Place>>;
}

/// Duplicates of posted messages. On a platform without a key for messages, a send whose answer was lost may leave a
/// duplicate that is unknown until somebody presses its buttons.
#[async_trait]
pub trait PostCare {
    /// The duplicates of a message in a room, oldest first.
    async fn copies(&mut self, slot: &Slot, room: &RoomId) -> Stored<Vec<Posted>>;
    /// Stores a duplicate.
    async fn save_copy(&mut self, copy: &Posted) -> Stored<()>;
    /// The rooms in which a message with this slot was posted, or is about to be.
    async fn rooms_with(&mut self, slot: &Slot) -> Stored<Vec<RoomId>>;
    /// Removes a part that was deleted.
    async fn forget_part(&mut self, part: &Posted) -> Stored<()>;
}

/// The meaning of a token.
#[derive(Clone, Debug, PartialEq)]
pub struct Prompt {
    /// The rooms in which its buttons may be pressed.
    pub rooms: Vec<RoomId>,
    /// The actions, by index.
    pub actions: Vec<Action>,
    /// The slot of their message.
    pub slot: Option<Slot>,
}

/// The actions of buttons, and whose words are awaited.
#[async_trait]
pub trait PromptRows {
    /// Gives a token its meaning.
    async fn bind(&mut self, token: &Token, prompt: &Prompt, now: DateTime<Utc>) -> Stored<()>;
    /// The meaning of a token.
    async fn prompt(&mut self, token: &Token) -> Stored<Option<Prompt>>;
    /// The next words of this person in this room are for this action.
    async fn expect(&mut self, room: &RoomId, person: &PersonId, action: &Action, now: DateTime<Utc>) -> Stored<()>;
    /// Removes what their words are awaited for, and returns it with its time.
    async fn expected(&mut self, room: &RoomId, person: &PersonId) -> Stored<Option<(Action, DateTime<Utc>)>>;
}

/// Prompts without their token.
#[async_trait]
pub trait PromptCare {
    /// The prompts of a room since a time, newest first.
    async fn newest_prompts(&mut self, room: &RoomId, since: DateTime<Utc>, limit: u32) -> Stored<Vec<Prompt>>;
}

/// Rows of views.
#[async_trait]
pub trait ViewRows {
    /// Remembers what a message shows, in place of what it showed before.
    async fn save_view(&mut self, view: &View) -> Stored<()>;
    /// The messages that show this ticket, oldest first.
    async fn views_of(&mut self, ticket: &TicketId) -> Stored<Vec<View>>;
    /// Removes a view, which no longer changes.
    async fn drop_view(&mut self, slot: &Slot, room: &RoomId) -> Stored<()>;
}
