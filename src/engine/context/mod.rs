//! The context of one event inside a transaction: transaction, time, seed, workspace and what the handlers share. It
//! finds out who sent the event and where. It must not decide permissions; `secretary::people::permissions` does.

pub(super) mod apply_event;
pub(super) mod audit_log;
pub(super) mod conversation;
pub(super) mod directory;
pub(super) mod find_room;
pub(super) mod say;
pub(super) mod seed;
pub(super) mod undo_stack;
pub(super) mod visibility;

use crate::engine::context::seed::Seed;
use crate::engine::routing::said_by_us;
use crate::engine::{Engine, home, lock};
use crate::ports::store::{EventOutcome, InboxRow, NewOutboxRow, Prompt, Stored, Tx};
use crate::ports::trial::planted;
use crate::secretary::audit::{Origin, What};
use crate::secretary::ids::{DecisionId, EffectId, RoomId, RunId, Slot, TicketId, Token, WorkspaceId};
use crate::secretary::message::inbound::Inbound;
use crate::secretary::message::keys::Keys;
use crate::secretary::people::workspace::{Person, Room, Settings};
use crate::secretary::ticket::effect::{Class, Effect, ReplyTo};
use crate::secretary::ticket::facts::Actor;
use chrono::{DateTime, Utc};
use chrono_tz::Tz;

/// What every handler needs while one event is decided.
pub(super) struct Context<'a> {
    pub(super) engine: &'a Engine,
    pub(super) tx: &'a mut dyn Tx,
    pub(super) now: DateTime<Utc>,
    pub(super) seed: Seed,
    pub(super) seq: i64,
    /// The workspace of the event.
    pub(super) here: WorkspaceId,
    /// Runs to stop after the commit.
    pub(super) stopped: Vec<RunId>,
    /// Changes of tickets, written to the log after the commit.
    pub(super) trail: Vec<crate::engine::telemetry::trace::Step>,
    /// Entries for the audit log that are not written yet, and their origin.
    pub(super) noted: Vec<(WorkspaceId, What)>,
    pub(super) origin: Option<Origin>,
    pub(super) effects: usize,
    tokens: usize,
    /// Entries of the undo stack, each with the part of the message that made it. A refused part removes its entry.
    pub(super) marked: Vec<(usize, Token)>,
    /// The part of the message that is being handled, counted from 1.
    pub(super) part: usize,
    /// Files came with the message, and the sender does not know yet that they are not read.
    pub(super) unread_files: bool,
    /// The words were forwarded: somebody else wrote them.
    pub(super) passed_on: bool,
    /// A credential in the words was hidden, and the sender does not know yet.
    pub(super) hid: bool,
    /// Edits are not due before this time, so that many edits spread over time.
    pub(super) edits_from: Option<DateTime<Utc>>,
    /// The event as it arrived.
    pub(super) arriving: Option<Inbound>,
    /// An effect replaces the "thinking" sign that a command shows.
    pub(super) filled_in: bool,
}

/// Who wrote or pressed, where, and how to answer.
#[derive(Clone, Debug)]
pub(super) struct Request {
    pub(super) person: Person,
    pub(super) room: Room,
    /// The id of the message with their words, if it was a message.
    pub(super) message: Option<String>,
    pub(super) reply: ReplyTo,
    /// Whether the platform can show a refusal to this person alone.
    pub(super) private: bool,
    /// The message whose page this person turns.
    pub(super) turned: Option<Slot>,
    /// When it was said: now, unless the message waited for the end of an outage.
    pub(super) said_at: DateTime<Utc>,
    /// The decisions that the last list in this room showed. Words may name them.
    pub(super) listed: Vec<(TicketId, DecisionId)>,
    /// The decisions that this person answered here by number a moment ago. Words may refer to them.
    pub(super) answered: Vec<(TicketId, DecisionId)>,
}

impl<'a> Context<'a> {
    pub(super) fn new(engine: &'a Engine, tx: &'a mut dyn Tx, row: &InboxRow) -> Self {
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
            trail,
            noted: Vec::new(),
            origin: None,
            effects: 0,
            tokens: 0,
            marked: Vec::new(),
            part: 0,
            unread_files: false,
            passed_on: false,
            hid: false,
            edits_from: None,
            arriving: None,
            filled_in: false,
        }
    }

    /// A context that only reads, for look-ups outside of a decision.
    pub(super) fn reading(engine: &'a Engine, tx: &'a mut dyn Tx, here: &WorkspaceId) -> Self {
        let row = InboxRow::reading(engine.now());
        Self { here: here.clone(), ..Self::new(engine, tx, &row) }
    }

    /// The workspace of the event.
    pub(super) fn workspace(&self) -> WorkspaceId {
        self.here.clone()
    }

    /// A fresh token for buttons of the context itself.
    pub(super) fn keys(&mut self) -> Keys {
        self.tokens += 1;
        let tokens = self.seed.tokens(&format!("desk/{}", self.tokens));
        Keys::new(tokens.into_iter().next().unwrap_or_else(|| Token::new(self.seed.id("token"))))
    }

    pub(super) async fn bind(&mut self, keys: Keys, rooms: &[RoomId], slot: &Slot) -> Stored<()> {
        let (token, actions) = keys.done();
        if actions.is_empty() {
            return Ok(());
        }
        self.tx.bind(&token, &Prompt { rooms: rooms.to_vec(), actions, slot: Some(slot.clone()) }, self.now).await
    }

    /// Puts an effect into the outbox. The id is the same whenever this event is decided.
    pub(super) async fn enqueue(&mut self, lane: String, ticket: Option<&TicketId>, effect: Effect) -> Stored<()> {
        let now = self.now;
        self.enqueue_at(lane, ticket, effect, now).await
    }

    pub(super) async fn enqueue_at(
        &mut self,
        lane: String,
        ticket: Option<&TicketId>,
        mut effect: Effect,
        due_at: DateTime<Utc>,
    ) -> Stored<()> {
        if let Effect::Post { room, message, class, .. } = &effect
            && !matches!(class, Class::May | Class::Receipt)
        {
            let (room, message) = (room.clone(), message.clone());
            said_by_us(self, &room, &message).await?;
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

    /// The settings of the workspace, or the defaults of this installation.
    pub(super) async fn settings(&mut self) -> Stored<Settings> {
        let here = self.workspace();
        let stored = self.tx.settings(&here).await?;
        Ok(stored.unwrap_or_else(|| self.engine.fresh_settings(here)))
    }

    /// The time zone of a person, else of the workspace.
    pub(super) async fn zone_of(&mut self, person: &Person) -> Stored<Tz> {
        let own = person.zone.as_deref().and_then(|z| z.parse().ok());
        match own {
            Some(zone) => Ok(zone),
            None => Ok(self.settings().await?.zone.parse().unwrap_or(Tz::UTC)),
        }
    }

    pub(super) async fn actor(&mut self, request: &Request) -> Stored<Actor> {
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
pub(super) fn kept_if_unknown(kind: &str, raw: &str, outcome: EventOutcome) -> EventOutcome {
    if raw.is_empty() {
        return outcome;
    }
    tracing::warn!(kind, "something of an unknown form arrived; it is kept as it came");
    EventOutcome::Quarantined(format!("unknown form: {kind}"))
}
