//! Where a message goes, as things are at the moment it is sent.

use super::Engine;
use super::endings::mentioned;
use crate::ports::store::Stored;
use crate::secretary::ids::{PersonId, RoomId, TicketId};
use crate::secretary::inbound::{Account, Place};
use crate::secretary::message::Message;
use crate::secretary::wording::workspaces;
use crate::secretary::workspace::Room;
use std::borrow::Cow;

/// Where a message goes, looked up at the last moment.
pub(super) struct Target {
    pub(super) room: Room,
    pub(super) place: Place,
    pub(super) people: Vec<(PersonId, Account)>,
}

impl Target {
    /// A message as it is said here: in a chat that several workspaces share it begins with the name of its own.
    pub(super) fn named<'m>(&self, message: &'m Message) -> Cow<'m, Message> {
        if self.room.called.is_empty() {
            return Cow::Borrowed(message);
        }
        Cow::Owned(workspaces::named(message, &self.room.called))
    }
}

impl Engine {
    pub(super) async fn target(
        &self,
        room: &RoomId,
        ticket: Option<&TicketId>,
        message: &Message,
        answers: bool,
    ) -> Stored<Option<Target>> {
        let mut tx = self.parts.store.read().await?;
        let Some(mut room) = tx.room(room).await? else { return Ok(None) };
        if room.closed
            && let Some((_, channel)) = &room.thread_of
        {
            // A thread that is locked or gone: its channel is there for the same people (platform-facts D38).
            let Some(channel) = tx.room(channel).await? else { return Ok(None) };
            room = channel;
        }
        if room.closed && !answers {
            return Ok(None);
        }
        let thread = match ticket {
            Some(ticket) => tx.thread(ticket, &room.id).await?,
            None => None,
        };
        let place = thread.unwrap_or_else(|| room.place.clone());
        let mut people = Vec::new();
        for id in mentioned(message) {
            let person = tx.person(&id).await?;
            let account = person.and_then(|p| p.accounts.into_iter().find(|a| a.platform == place.platform));
            people.extend(account.map(|account| (id, account)));
        }
        Ok(Some(Target { room, place, people }))
    }
}
