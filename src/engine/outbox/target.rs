//! The target of a message at the moment of sending: place, time zone and language of the readers.

use crate::engine::Engine;
use crate::engine::transition::ticket_views::{asks_to_change, asks_which, lists_questions};
use crate::ports::store::{Stored, Tx};
use crate::secretary::ids::{PersonId, RoomId, Slot, TicketId};
use crate::secretary::inbound::{Account, Place};
use crate::secretary::message::routing::{self, Meant};
use crate::secretary::message::{Block, Message, Span};
use crate::secretary::names::languages::Language;
use crate::secretary::people::workspace::Room;
use crate::secretary::ticket::Ticket;
use crate::secretary::wording::decision::voting;
use crate::secretary::wording::people::workspaces;
use crate::secretary::wording::translations::{self, Clock};
use chrono::{DateTime, Utc};
use chrono_tz::Tz;
use std::borrow::Cow;

/// The target of a message.
pub struct Target {
    pub room: Room,
    pub place: Place,
    pub people: Vec<(PersonId, Account)>,
    reader: Reader,
}

/// What the text depends on: the readers of a message.
#[derive(Default)]
struct Reader {
    /// Their clock, if the message names a time.
    clock: Option<Clock>,
    /// Their language, if the message asks people something or is a word of the secretary's own.
    language: Language,
    /// How much of it is said in their language.
    translated: Translated,
    /// The only reader has no vote in the decision, so there is nothing for them to withdraw.
    no_vote: bool,
}

/// How much of a message is said in the language of its readers.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Translated {
    /// Each line that is the secretary's.
    #[default]
    Each,
    /// All of it or nothing.
    Whole,
    /// What stands beneath the words of a script, which stay.
    Beneath,
}

impl Target {
    /// The message for these readers: times in their zone, questions, outcomes and the secretary's own words in their
    /// language, no buttons that only others can use, and the name of the workspace first in a shared chat. `since`: when
    /// it was written.
    pub fn said<'m>(&self, message: &'m Message, since: DateTime<Utc>) -> Cow<'m, Message> {
        let theirs = if self.reader.no_vote { voting::without_take_back(message) } else { None };
        let theirs = theirs.map_or(Cow::Borrowed(message), Cow::Owned);
        let Reader { language, translated, .. } = self.reader;
        let other = language != Language::English;
        let kept = match translated {
            Translated::Each => false,
            Translated::Whole => other && !translations::whole(&theirs),
            Translated::Beneath => true,
        };
        let all = if kept { Language::English } else { language };
        let read = translations::read(&theirs, self.reader.clock, all, since).map_or(theirs, Cow::Owned);
        let beneath = if translated == Translated::Beneath { translations::beneath(&read, language) } else { None };
        let read = beneath.map_or(read, Cow::Owned);
        if self.room.called.is_empty() {
            return read;
        }
        Cow::Owned(workspaces::named(&read, &self.room.called))
    }
}

impl Engine {
    pub(crate) async fn target(
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
            // The thread is locked or gone: its channel has the same people (platform-facts D38).
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
        for id in message.people() {
            let person = tx.person(&id).await?;
            let account = person.and_then(|p| p.accounts.into_iter().find(|a| a.platform == place.platform));
            people.extend(account.map(|account| (id, account)));
        }
        let translated = if asks(slot) {
            Some(Translated::Each)
        } else if message.own || routing::own_word(slot) {
            Some(Translated::Whole)
        } else {
            routing::of_flow(slot).then_some(Translated::Beneath)
        };
        let mut reader = if translated.is_some() || names_a_moment(message) {
            self.reader_in(tx.as_mut(), (&room, slot), translated.is_some()).await?
        } else {
            Reader::default()
        };
        reader.translated = translated.unwrap_or_default();
        if let (Some(person), true) = (&room.person, voting::offers_take_back(message)) {
            reader.no_vote = without_vote(tx.as_mut(), slot, person).await?;
        }
        Ok(Some(Target { room, place, people, reader }))
    }

    /// The place of the last change of a message in a transferred group. Nothing else goes there.
    pub(crate) async fn left_for_good(
        &self,
        room: &RoomId,
        slot: &Slot,
        ticket: Option<&TicketId>,
        message: &Message,
    ) -> Stored<Option<Target>> {
        let Some(id) = ticket else { return Ok(None) };
        let mut tx = self.parts.store.read().await?;
        if tx.room(room).await?.is_none_or(|room| !room.given_away()) {
            return Ok(None);
        }
        let stands = |ticket: &Ticket| ticket.shown.get(slot).is_some_and(|rooms| rooms.contains(room));
        if tx.ticket(id).await?.is_none_or(|ticket| stands(&ticket)) {
            return Ok(None);
        }
        drop(tx);
        self.target(room, slot, ticket, message, true).await
    }

    /// Zone and language of the person of a direct chat, else those of the workspace. A person without a zone and a
    /// group read times in the zone of the workspace. If no owner set that zone, times of day name it. If it is only
    /// the UTC of an unset zone, the group reads times in the requester's zone. `translated`: the message may
    /// be said in their language.
    async fn reader_in(&self, tx: &mut dyn Tx, (room, slot): (&Room, &Slot), translated: bool) -> Stored<Reader> {
        let person = match &room.person {
            Some(person) => tx.person(person).await?,
            None => None,
        };
        let settings = tx.settings(&room.workspace).await?;
        let settings = settings.unwrap_or_else(|| self.fresh_settings(room.workspace.clone()));
        let named = !settings.zone_chosen && !room.direct();
        let language = settings.language_chosen.then_some(settings.language);
        let (own_zone, own_language) = person.map_or((None, None), |person| (person.zone, person.language));
        let own_zone = own_zone.and_then(|zone| zone.parse().ok());
        let mut zone = own_zone.or_else(|| settings.zone.parse().ok());
        if named && zone == Some(Tz::UTC) {
            zone = zone_of_sender(tx, slot).await?.or(zone);
        }
        Ok(Reader {
            clock: zone.map(|zone| Clock { zone, named }),
            language: own_language
                .or(language)
                .filter(|_| translated)
                .map_or_else(Language::default, |code| Language::of(&code)),
            translated: Translated::default(),
            no_vote: false,
        })
    }
}

/// The zone of the requester of the ticket of a message, if they have set one.
async fn zone_of_sender(tx: &mut dyn Tx, slot: &Slot) -> Stored<Option<Tz>> {
    let Some((ticket, _)) = routing::replied(slot) else { return Ok(None) };
    let Some(ticket) = tx.ticket(&ticket).await? else { return Ok(None) };
    let sender = tx.person(&ticket.requester).await?;
    Ok(sender.and_then(|person| person.zone?.parse().ok()))
}

/// Whether a person has no vote in the decision of this slot and gave none for somebody else.
async fn without_vote(tx: &mut dyn Tx, slot: &Slot, person: &PersonId) -> Stored<bool> {
    let Some((ticket, Meant::Decision(key))) = routing::replied(slot) else { return Ok(false) };
    let ticket = tx.ticket(&ticket).await?;
    let votes = ticket.as_ref().and_then(|ticket| ticket.decision(&key)).map(|decision| &decision.votes);
    Ok(votes.is_some_and(|votes| !votes.is_empty() && votes.iter().all(|vote| !vote.of(person))))
}

/// Whether the message of this slot is or concerns a question to people: of a decision, a plan, a round of questions, or a
/// flow.
fn asks(slot: &Slot) -> bool {
    match routing::replied(slot) {
        Some((_, Meant::Decision(_) | Meant::Correction | Meant::Answers)) => true,
        Some((_, Meant::Revision | Meant::Addition)) => false,
        // Questions about a decision or about words, lists of them, and those of flows, which are no messages of a ticket.
        None => asks_to_change(slot) || asks_which(slot) || lists_questions(slot) || routing::asked_by(slot).is_some(),
    }
}

fn names_a_moment(message: &Message) -> bool {
    message.blocks.iter().flat_map(Block::spans).any(|span| matches!(span, Span::Time { .. }))
}
