//! Where a message goes, as things are at the moment it is sent.

use super::Engine;
use super::endings::mentioned;
use crate::ports::store::{Stored, Tx};
use crate::secretary::ids::{PersonId, RoomId, TicketId};
use crate::secretary::inbound::{Account, Place};
use crate::secretary::message::{Block, Message, Span};
use crate::secretary::wording::{deadlines, workspaces};
use crate::secretary::workspace::Room;
use chrono::{DateTime, Utc};
use chrono_tz::Tz;
use std::borrow::Cow;

/// Where a message goes, looked up at the last moment.
pub(super) struct Target {
    pub(super) room: Room,
    pub(super) place: Place,
    pub(super) people: Vec<(PersonId, Account)>,
    /// The zone of those who read it, where that is known and some moment is named.
    zone: Option<Tz>,
}

impl Target {
    /// A message as it is said here: moments are in the zone of who reads it, and in a chat that several workspaces share
    /// it begins with the name of its own.
    /// `since`: when it was written.
    pub(super) fn said<'m>(&self, message: &'m Message, since: DateTime<Utc>) -> Cow<'m, Message> {
        let read = self.zone.and_then(|zone| deadlines::read_in(message, zone, since));
        let read = read.map_or(Cow::Borrowed(message), Cow::Owned);
        if self.room.called.is_empty() {
            return read;
        }
        Cow::Owned(workspaces::named(&read, &self.room.called))
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
        let zone = if names_a_moment(message) { zone_in(tx.as_mut(), &room).await? } else { None };
        Ok(Some(Target { room, place, people, zone }))
    }
}

fn names_a_moment(message: &Message) -> bool {
    message.blocks.iter().flat_map(Block::spans).any(|span| matches!(span, Span::Time { .. }))
}

/// The zone of the one person of a direct chat, else the one that was set for all. Where neither said one, moments stay in
/// the zone they were written in, which is named behind them.
async fn zone_in(tx: &mut dyn Tx, room: &Room) -> Stored<Option<Tz>> {
    let own = match &room.person {
        Some(person) => tx.person(person).await?.and_then(|person| person.zone),
        None => None,
    };
    let zone = match own {
        Some(zone) => Some(zone),
        None => {
            tx.settings(&room.workspace).await?.filter(|settings| settings.zone_chosen).map(|settings| settings.zone)
        }
    };
    Ok(zone.and_then(|zone| zone.parse().ok()))
}
