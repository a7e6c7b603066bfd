//! Where a message goes, as things are at the moment it is sent.

use super::Engine;
use super::change_asked::asks_to_change;
use super::endings::mentioned;
use super::which_one::asks_which;
use crate::ports::store::{Stored, Tx};
use crate::secretary::ids::{PersonId, RoomId, Slot, TicketId};
use crate::secretary::inbound::{Account, Place};
use crate::secretary::message::{Block, Message, Span};
use crate::secretary::routing::{self, Meant};
use crate::secretary::tongue::Tongue;
use crate::secretary::wording::{tongues, workspaces};
use crate::secretary::workspace::Room;
use chrono::{DateTime, Utc};
use chrono_tz::Tz;
use std::borrow::Cow;

/// Where a message goes, looked up at the last moment.
pub(super) struct Target {
    pub(super) room: Room,
    pub(super) place: Place,
    pub(super) people: Vec<(PersonId, Account)>,
    reader: Reader,
}

/// How those who read a message would have it.
#[derive(Default)]
struct Reader {
    /// Their zone, where it is known and some moment is named.
    zone: Option<Tz>,
    /// Their language, where the message asks people something.
    tongue: Tongue,
}

impl Target {
    /// A message as it is said here: moments are in the zone of who reads it, questions to people and what came of them in
    /// their language, and in a chat that several workspaces share it begins with the name of its own.
    /// `since`: when it was written.
    pub(super) fn said<'m>(&self, message: &'m Message, since: DateTime<Utc>) -> Cow<'m, Message> {
        let read = tongues::read(message, self.reader.zone, self.reader.tongue, since);
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
        slot: &Slot,
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
        let asks = asks(slot);
        let reader = if asks || names_a_moment(message) {
            self.reader_in(tx.as_mut(), &room, asks).await?
        } else {
            Reader::default()
        };
        Ok(Some(Target { room, place, people, reader }))
    }

    /// Zone and language of the one person of a direct chat, else those that were set for all. Whoever has said no zone reads
    /// moments in the one that holds for everybody, as they are asked about it. In a group where nobody set one, moments stay in
    /// the zone they were written in, which is named behind them.
    /// `asks`: the message asks people something, or says what came of that.
    async fn reader_in(&self, tx: &mut dyn Tx, room: &Room, asks: bool) -> Stored<Reader> {
        let person = match &room.person {
            Some(person) => tx.person(person).await?,
            None => None,
        };
        let settings = tx.settings(&room.workspace).await?;
        let settings = settings.unwrap_or_else(|| self.fresh_settings(room.workspace.clone()));
        let of_all = (settings.zone_chosen || person.is_some()).then_some(settings.zone);
        let language = settings.language_chosen.then_some(settings.language);
        let (own_zone, own_language) = person.map_or((None, None), |person| (person.zone, person.language));
        let own_zone = own_zone.and_then(|zone| zone.parse().ok());
        Ok(Reader {
            zone: own_zone.or_else(|| of_all?.parse().ok()),
            tongue: own_language.or(language).filter(|_| asks).map_or_else(Tongue::default, |code| Tongue::of(&code)),
        })
    }
}

/// Whether the message under this slot is a question to people, or about one: of a decision, a plan, or a round of questions.
fn asks(slot: &Slot) -> bool {
    match routing::replied(slot) {
        Some((_, Meant::Decision(_) | Meant::Correction | Meant::Answers)) => true,
        Some((_, Meant::Revision | Meant::Addition)) => false,
        // What is asked about a decision, or about words, beside the messages of a ticket.
        None => asks_to_change(slot) || asks_which(slot),
    }
}

fn names_a_moment(message: &Message) -> bool {
    message.blocks.iter().flat_map(Block::spans).any(|span| matches!(span, Span::Time { .. }))
}
