//! The context of one event inside a transaction: transaction, time, seed, workspace and what the handlers share. It
//! finds out who sent the event and where. It must not decide permissions; `secretary::permissions` does.

pub mod audit_log;
pub mod conversation;
pub mod directory;
pub mod effects;
pub mod facts;
pub mod find_room;
pub mod say;
pub mod seed;
pub mod sender;
pub mod undo_stack;
pub mod visibility;

use crate::engine::context::seed::Seed;
use crate::engine::{Engine, home, lock};
use crate::ports::store::{Arrival, EventOutcome, InboxRow, NewOutboxRow, Prompt, Stored, Tx};
use crate::ports::trial::planted;
use crate::secretary::audit::{Origin, What};
use crate::secretary::effect::{Class, Effect};
use crate::secretary::ids::{EffectId, FlowId, PersonId, RoomId, RunId, Slot, TicketId, Token, WorkspaceId};
use crate::secretary::inbound::{Inbound, Referred, ReplyTo};
use crate::secretary::message::Message;
use crate::secretary::message::keys::Keys;
use crate::secretary::people::workspace::{Person, Room, Settings};
use crate::secretary::received::ReceivedFile;
use crate::secretary::ticket::facts::Actor;
use chrono::{DateTime, Utc};
use chrono_tz::Tz;
use std::collections::BTreeSet;

/// The outcome of what a handler did.
pub type Handled = Stored<EventOutcome>;

/// What every handler needs while one event is decided.
pub struct Context<'a> {
    pub engine: &'a Engine,
    pub tx: &'a mut dyn Tx,
    pub now: DateTime<Utc>,
    pub seed: Seed,
    pub seq: i64,
    /// The workspace of the event.
    pub here: WorkspaceId,
    /// Runs to stop after the commit.
    pub stopped: Vec<RunId>,
    /// Flows whose cards are written anew once the event is decided.
    pub flows: BTreeSet<FlowId>,
    /// Changes of tickets, written to the log after the commit.
    pub trail: Vec<crate::engine::telemetry::trace::Step>,
    /// Entries for the audit log that are not written yet, and their origin.
    pub noted: Vec<(WorkspaceId, What)>,
    pub origin: Option<Origin>,
    pub effects: usize,
    tokens: usize,
    /// Entries of the undo stack, each with the part of the message that made it. A refused part removes its entry.
    pub marked: Vec<(usize, Token)>,
    /// The part of the message that is being handled, counted from 1.
    pub part: usize,
    /// The files that came with the words.
    pub files: Vec<ReceivedFile>,
    /// What the words refer to.
    pub refers: Vec<Referred>,
    /// What the sender is to know of what came, such as that something was hidden or could not be read: said on top of the
    /// answer, or else by itself.
    pub notice: Option<Message>,
    /// The sentence that refused something and stands in the chat already.
    pub refused: Option<String>,
    /// The words were forwarded: somebody else wrote them.
    pub passed_on: bool,
    /// Edits are not due before this time, so that many edits spread over time.
    pub edits_from: Option<DateTime<Utc>>,
    /// A message of the ticket shows the note of the last step.
    pub note_shown: bool,
    /// The event as it arrived.
    pub arriving: Option<Inbound>,
    /// An effect replaces the "thinking" sign that a command shows.
    pub filled_in: bool,
}

/// Who wrote or pressed, where, and how to answer.
#[derive(Clone, Debug)]
pub struct Request {
    pub person: Person,
    pub room: Room,
    /// The id of the message with their words, if it was a message.
    pub message: Option<String>,
    pub reply: ReplyTo,
    /// Whether the platform can show a refusal to this person alone.
    pub private: bool,
    /// The message whose page this person turns.
    pub turned: Option<Slot>,
    /// When it was said: now, unless the message waited for the end of an outage.
    pub said_at: DateTime<Utc>,
}

impl Request {
    /// The room whose buttons count: for a thread its channel.
    pub fn channel(&self) -> &RoomId {
        self.room.thread_of.as_ref().map_or(&self.room.id, |(_, channel)| channel)
    }

    /// The only reader of an answer; none in a group.
    pub fn reader(&self) -> Option<&PersonId> {
        self.room.direct().then_some(&self.person.id)
    }
}

impl<'a> Context<'a> {
    pub fn new(engine: &'a Engine, tx: &'a mut dyn Tx, row: &InboxRow) -> Self {
        let (now, seed) = (engine.now(), Seed(row.seed));
        let (stopped, trail) = (Vec::new(), Vec::new());
        Self {
            engine,
            tx,
            now,
            seed,
            seq: row.seq,
            here: home(),
            stopped,
            flows: BTreeSet::new(),
            trail,
            noted: Vec::new(),
            origin: None,
            effects: 0,
            tokens: 0,
            marked: Vec::new(),
            part: 0,
            files: Vec::new(),
            refers: Vec::new(),
            notice: None,
            refused: None,
            passed_on: false,
            edits_from: None,
            note_shown: false,
            arriving: None,
            filled_in: false,
        }
    }

    /// A context that only reads, for look-ups outside of a decision.
    pub fn reading(engine: &'a Engine, tx: &'a mut dyn Tx, here: &WorkspaceId) -> Self {
        let row = InboxRow::reading(engine.now());
        Self { here: here.clone(), ..Self::new(engine, tx, &row) }
    }

    /// The workspace of the event.
    pub fn workspace(&self) -> WorkspaceId {
        self.here.clone()
    }

    /// A fresh token for buttons of the context itself.
    pub fn keys(&mut self) -> Keys {
        self.tokens += 1;
        let tokens = self.seed.tokens(&format!("desk/{}", self.tokens));
        Keys::new(tokens.into_iter().next().unwrap_or_else(|| Token::new(self.seed.id("token"))))
    }

    pub async fn bind(&mut self, keys: Keys, rooms: &[RoomId], slot: &Slot) -> Stored<()> {
        let (token, actions) = keys.done();
        if actions.is_empty() {
            return Ok(());
        }
        self.tx.bind(&token, &Prompt { rooms: rooms.to_vec(), actions, slot: Some(slot.clone()) }, self.now).await
    }

    /// Puts an effect into the outbox. The id is the same whenever this event is decided.
    pub async fn enqueue(&mut self, lane: String, ticket: Option<&TicketId>, effect: Effect) -> Stored<()> {
        let now = self.now;
        self.enqueue_at(lane, ticket, effect, now).await
    }

    pub async fn enqueue_at(
        &mut self,
        lane: String,
        ticket: Option<&TicketId>,
        mut effect: Effect,
        due_at: DateTime<Utc>,
    ) -> Stored<()> {
        if let Effect::Post { room, slot, message, class, .. } = &effect
            && !matches!(class, Class::May | Class::Receipt)
        {
            let (room, slot, message) = (room.clone(), slot.clone(), message.clone());
            conversation::said_by_us(self, &room, &slot, &message).await?;
        }
        // There is one "thinking" sign; a second message would replace the first answer.
        if let Effect::Post { reply, .. } = &mut effect
            && reply.handle.is_some()
            && std::mem::replace(&mut self.filled_in, true)
        {
            reply.handle = None;
        }
        let id = EffectId::new(format!("e{}.{}", self.seq, self.effects));
        self.effects += 1;
        let due_at =
            if let Effect::Post { room, .. } = &effect { lock(&self.engine.pace).turn(room, due_at) } else { due_at };
        let alone = planted::is("lanes-lost") && matches!(effect, Effect::Post { .. });
        let lane = if alone { format!("{lane}/{id}") } else { lane };
        let row = NewOutboxRow { id, lane, ticket: ticket.cloned(), effect, due_at };
        self.tx.enqueue(&row, self.now).await
    }

    /// Writes an event of our own, which is decided later. The key makes it happen once.
    pub async fn tell(&mut self, key: &str, arrival: &Arrival) -> Stored<()> {
        self.tx.tell(key, arrival, self.seed.further(key), self.now).await?;
        self.engine.arrivals.notify_one();
        Ok(())
    }

    /// The settings of the workspace, or the defaults of this installation.
    pub async fn settings(&mut self) -> Stored<Settings> {
        let here = self.workspace();
        let stored = self.tx.settings(&here).await?;
        Ok(stored.unwrap_or_else(|| self.engine.fresh_settings(here)))
    }

    /// Stores changed settings. `name`: the setting that changed, for the audit log.
    pub async fn save_settings(&mut self, name: &str, was: &Settings, settings: &Settings) -> Stored<()> {
        audit_log::note(self, What::setting(name, was, settings));
        self.tx.save_settings(settings).await
    }

    /// The time zone of a person, else of the workspace.
    pub async fn zone_of(&mut self, person: &Person) -> Stored<Tz> {
        let own = person.zone.as_deref().and_then(|z| z.parse().ok());
        match own {
            Some(zone) => Ok(zone),
            None => Ok(self.settings().await?.zone.parse().unwrap_or(Tz::UTC)),
        }
    }

    pub async fn actor(&mut self, request: &Request) -> Stored<Actor> {
        Ok(Actor {
            person: request.person.id.clone(),
            name: request.person.name.clone(),
            role: request.person.power(),
            platform: request.room.place.platform,
            room: request.room.id.clone(),
            direct: request.room.direct(),
            zone: self.zone_of(&request.person).await?,
            reply: request.reply.clone(),
            stands_in_for: request.person.at_hand.stands_in_for.clone(),
        })
    }
}

/// Keeps the raw text of an event that could not be decoded, for diagnosis. Known events need none.
pub fn kept_if_unknown(kind: &str, raw: &str, outcome: EventOutcome) -> EventOutcome {
    if raw.is_empty() {
        return outcome;
    }
    tracing::warn!(kind, "something of an unknown form arrived; it is kept as it came");
    EventOutcome::Quarantined(format!("unknown form: {kind}"))
}
