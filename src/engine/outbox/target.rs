//! Where a message goes, as things are at the moment it is sent.

use super::failed_rows::mentioned;
use crate::engine::Engine;
use crate::engine::routing::exact::change_asked::asks_to_change;
use crate::engine::routing::exact::which_one::asks_which;
use crate::ports::store::{Stored, Tx};
use crate::secretary::ids::{PersonId, RoomId, Slot, TicketId};
use crate::secretary::message::inbound::{Account, Place};
use crate::secretary::message::routing::Meant;
use crate::secretary::message::{Block, Message, Span, routing};
use crate::secretary::names::language_guess::Language;
use crate::secretary::people::workspace::Room;
use crate::secretary::wording::decision::voting;
use crate::secretary::wording::people::workspaces;
use crate::secretary::wording::translations;
use crate::secretary::wording::translations::Clock;
use chrono::{DateTime, Utc};
use chrono_tz::Tz;
use std::borrow::Cow;

/// Where a message goes, looked up at the last moment.
pub(in crate::engine) struct Target {
    pub(in crate::engine) room: Room,
    pub(in crate::engine) place: Place,
    pub(in crate::engine) people: Vec<(PersonId, Account)>,
    reader: Reader,
}

/// How those who read a message would have it.
#[derive(Default)]
struct Reader {
    /// Their clock, where some moment is named.
    clock: Option<Clock>,
    /// Their language, where the message asks people something.
    language: Language,
    /// They alone read it and have no vote in what it asks, so that there is nothing for them to take back.
    no_vote: bool,
}

impl Target {
    /// A message as it is said here: moments are in the zone of who reads it, questions to people and what came of them in
    /// their language, what only others can do has no button, and in a chat that several workspaces share it begins with the
    /// name of its own.
    /// `since`: when it was written.
    pub(in crate::engine) fn said<'m>(&self, message: &'m Message, since: DateTime<Utc>) -> Cow<'m, Message> {
        let theirs = if self.reader.no_vote { voting::without_take_back(message) } else { None };
        let theirs = theirs.map_or(Cow::Borrowed(message), Cow::Owned);
        let read = translations::read(&theirs, self.reader.clock, self.reader.language, since);
        let read = read.map_or(theirs, Cow::Owned);
        if self.room.called.is_empty() {
            return read;
        }
        Cow::Owned(workspaces::named(&read, &self.room.called))
    }
}

impl Engine {
    pub(in crate::engine) async fn target(
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
        let mut reader = if asks || names_a_moment(message) {
            self.reader_in(tx.as_mut(), (&room, slot), asks).await?
        } else {
            Reader::default()
        };
        if let (Some(person), true) = (&room.person, voting::offers_take_back(message)) {
            reader.no_vote = without_vote(tx.as_mut(), slot, person).await?;
        }
        Ok(Some(Target { room, place, people, reader }))
    }

    /// Zone and language of the one person of a direct chat, else those that were set for all. Whoever has said no zone reads
    /// moments in the one that holds for everybody, as they are asked about it. So does a group, whoever asked: its times are to
    /// be compared. Where no owner set that zone, it is named behind a time of day as well; and where it is but the UTC that
    /// stands for none, the group reads moments in the zone of whoever sent the idea.
    /// `asks`: the message asks people something, or says what came of that.
    async fn reader_in(&self, tx: &mut dyn Tx, (room, slot): (&Room, &Slot), asks: bool) -> Stored<Reader> {
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
                .filter(|_| asks)
                .map_or_else(Language::default, |code| Language::of(&code)),
            no_vote: false,
        })
    }
}

/// The zone of whoever sent the idea that a message is about, if they have said one.
async fn zone_of_sender(tx: &mut dyn Tx, slot: &Slot) -> Stored<Option<Tz>> {
    let Some((ticket, _)) = routing::replied(slot) else { return Ok(None) };
    let Some(ticket) = tx.ticket(&ticket).await? else { return Ok(None) };
    let sender = tx.person(&ticket.requester).await?;
    Ok(sender.and_then(|person| person.zone?.parse().ok()))
}

/// Whether somebody neither has a vote in the decision under this slot nor gave one for somebody else.
async fn without_vote(tx: &mut dyn Tx, slot: &Slot, person: &PersonId) -> Stored<bool> {
    let Some((ticket, Meant::Decision(key))) = routing::replied(slot) else { return Ok(false) };
    let ticket = tx.ticket(&ticket).await?;
    let votes = ticket.as_ref().and_then(|ticket| ticket.decision(&key)).map(|decision| &decision.votes);
    Ok(votes.is_some_and(|votes| !votes.is_empty() && votes.iter().all(|vote| !vote.of(person))))
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
