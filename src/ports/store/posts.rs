//! Posted messages, the actions of their buttons, and whose words are awaited.

use super::Stored;
use crate::secretary::ids::{PersonId, RoomId, Slot, TicketId, Token};
use crate::secretary::message::action::Action;
use crate::secretary::message::inbound::Place;
use crate::secretary::message::views::View;
use async_trait::async_trait;
use chrono::{DateTime, Utc};

/// A message as it stands on a platform.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Posted {
    /// Its name.
    pub slot: Slot,
    /// The room it was meant for.
    pub room: RoomId,
    /// Which part of it.
    pub part: u32,
    /// Where it stands: the room's place or a ticket's thread.
    pub place: Place,
    /// The platform's id.
    pub message: String,
    /// When it was posted or last edited.
    pub at: DateTime<Utc>,
}

impl Posted {
    /// As it is kept: without what its chat is called, which may be words of somebody who is erased, and finds no message.
    pub fn untitled(&self) -> Self {
        Self { place: Place { title: None, ..self.place.clone() }, ..self.clone() }
    }
}

/// Where messages stand. People's own messages that became ideas are kept too, under the slot "…/idea".
#[async_trait]
pub trait PostRows {
    /// The parts of a message in a room, in order.
    async fn posted(&mut self, slot: &Slot, room: &RoomId) -> Stored<Vec<Posted>>;
    /// The message with this platform id at a place, also a further copy.
    async fn posted_as(&mut self, place: &Place, message: &str) -> Stored<Option<Posted>>;
    /// Writes where a part stands; if it was known as a further copy, it is none any more.
    async fn save_posted(&mut self, posted: &Posted) -> Stored<()>;
    /// The thread of a ticket in a channel, as long as it can be written in.
    async fn thread(&mut self, ticket: &TicketId, room: &RoomId) -> Stored<Option<Place>>;
}

/// Care of where messages stand. Where a platform has no key for a message, a send whose answer was lost may leave a
/// second copy that nobody knew of until somebody pressed its buttons.
#[async_trait]
pub trait PostCare {
    /// The further copies of a message in a room, oldest first.
    async fn copies(&mut self, slot: &Slot, room: &RoomId) -> Stored<Vec<Posted>>;
    /// Remembers a further copy.
    async fn save_copy(&mut self, copy: &Posted) -> Stored<()>;
    /// Forgets a part that was taken away.
    async fn forget_part(&mut self, part: &Posted) -> Stored<()>;
}

/// What a token's buttons mean.
#[derive(Clone, Debug, PartialEq)]
pub struct Prompt {
    /// Where they may be pressed.
    pub rooms: Vec<RoomId>,
    /// The actions, by index.
    pub actions: Vec<Action>,
    /// The message they stand under.
    pub slot: Option<Slot>,
}

/// What buttons mean, and whose words are awaited.
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

/// Finding buttons again without their token.
#[async_trait]
pub trait PromptCare {
    /// What buttons of a room were given their meaning since a moment, the newest first.
    async fn newest_prompts(&mut self, room: &RoomId, since: DateTime<Utc>, limit: u32) -> Stored<Vec<Prompt>>;
}

/// Messages that show tickets beside their own.
#[async_trait]
pub trait ViewRows {
    /// Remembers what a message shows, in place of what it showed before.
    async fn save_view(&mut self, view: &View) -> Stored<()>;
    /// The messages that show this ticket, oldest first.
    async fn views_of(&mut self, ticket: &TicketId) -> Stored<Vec<View>>;
    /// Forgets a message: it shows nothing that changes any more.
    async fn drop_view(&mut self, slot: &Slot, room: &RoomId) -> Stored<()>;
}
