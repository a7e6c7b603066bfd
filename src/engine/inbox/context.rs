//! The context: one event on it at a time, inside a transaction. Finds out who sent it and where, and
//! hands it to the right place. Whether somebody may do something is asked of `permissions`.

use super::answer::answerable;
use super::sender::Sender;
use crate::engine::operations::upkeep::Contact;
use crate::engine::routing::said_by_us;
use crate::engine::routing::understanding::apply;
use crate::engine::seed::Seed;
use crate::engine::{Engine, home, lock};
use crate::ports::store::{Arrival, EventOutcome, InboxRow, NewOutboxRow, Prompt, Stored, Tx};
use crate::ports::trial::planted;
use crate::secretary::audit::{Origin, What, Why};
use crate::secretary::ids::{DecisionId, EffectId, RoomId, RunId, Slot, TicketId, Token, WorkspaceId};
use crate::secretary::message::Message;
use crate::secretary::message::inbound::{Account, Inbound};
use crate::secretary::message::keys::Keys;
use crate::secretary::names::languages;
use crate::secretary::people::workspace::{Person, Room, Settings};
use crate::secretary::ticket::effect::{Class, Effect, ReplyTo};
use crate::secretary::ticket::facts::Actor;
use crate::secretary::wording::people::NAMELESS;
use crate::secretary::wording::people::names::apart;
use chrono::{DateTime, Utc};
use chrono_tz::Tz;

/// One event being decided about.
pub(in crate::engine) struct Context<'a> {
    pub(in crate::engine) engine: &'a Engine,
    pub(in crate::engine) tx: &'a mut dyn Tx,
    pub(in crate::engine) now: DateTime<Utc>,
    pub(in crate::engine) seed: Seed,
    pub(in crate::engine) seq: i64,
    /// The workspace the event is about.
    pub(in crate::engine) here: WorkspaceId,
    /// Runs to be stopped once this is committed.
    pub(in crate::engine) stopped: Vec<RunId>,
    /// What became of tickets, to be told once this is committed.
    pub(in crate::engine) trail: Vec<crate::engine::operations::trace::Step>,
    /// What is still to be written into the audit log, and where it comes from.
    pub(in crate::engine) noted: Vec<(WorkspaceId, What)>,
    pub(in crate::engine) origin: Option<Origin>,
    pub(in crate::engine) effects: usize,
    tokens: usize,
    /// The marks that somebody did something here, each with the request it is about: they go again if it is refused.
    pub(in crate::engine) marked: Vec<(usize, Token)>,
    /// Which of several requests in one message is, from 1.
    pub(in crate::engine) part: usize,
    /// Files came with the words, and nobody was told yet that they are not read.
    pub(in crate::engine) unread_files: bool,
    /// The words are somebody else's, passed on.
    pub(in crate::engine) passed_on: bool,
    /// Something in the words was hidden, and nobody was told yet.
    pub(in crate::engine) hid: bool,
    /// Edits are not due before this, so that many of them spread over time.
    pub(in crate::engine) edits_from: Option<DateTime<Utc>>,
    /// What is being decided about, as it arrived.
    pub(in crate::engine) arriving: Option<Inbound>,
    /// Something takes the place of the sign of waiting that a command shows.
    filled_in: bool,
}

/// Who acts, where, and how to answer them.
#[derive(Clone, Debug)]
pub(in crate::engine) struct Request {
    pub(in crate::engine) person: Person,
    pub(in crate::engine) room: Room,
    /// The message that holds their words, if the words came as one.
    pub(in crate::engine) message: Option<String>,
    pub(in crate::engine) reply: ReplyTo,
    /// The platform shows a refusal to the presser alone.
    pub(in crate::engine) private: bool,
    /// The message whose page they turn.
    pub(in crate::engine) turned: Option<Slot>,
    /// When they said it: now, unless it waited for an outage to end.
    pub(in crate::engine) said_at: DateTime<Utc>,
    /// The decisions that were listed here last, which their words may take.
    pub(in crate::engine) listed: Vec<(TicketId, DecisionId)>,
    /// What they answered here by its number a moment ago: their words may be about that, too.
    pub(in crate::engine) answered: Vec<(TicketId, DecisionId)>,
}

impl<'a> Context<'a> {
    pub(in crate::engine) fn new(engine: &'a Engine, tx: &'a mut dyn Tx, row: &InboxRow) -> Self {
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

    /// A context that only reads, for what is looked up outside of a decision.
    pub(in crate::engine) fn reading(engine: &'a Engine, tx: &'a mut dyn Tx, here: &WorkspaceId) -> Self {
        let row = InboxRow::reading(engine.now());
        Self { here: here.clone(), ..Self::new(engine, tx, &row) }
    }

    /// Decides about an event.
    pub(in crate::engine) async fn arrived(&mut self, arrival: &Arrival) -> Stored<EventOutcome> {
        match arrival {
            // Boxed, here and below: one large future inside of the next would not fit onto a thread's stack.
            Arrival::Outside(inbound) => Box::pin(self.outside(inbound)).await,
            Arrival::Ticket { ticket, event } => self.apply(ticket, event, None).await,
            Arrival::Due(schedule) => self.due(schedule).await,
            Arrival::Remind { ticket, text, rule } => self.remind_for(ticket, text, rule).await,
            Arrival::RoomClosed(room) => self.set_reachable(room, Contact::Refused).await,
            Arrival::RoomDeleted(room) => self.set_reachable(room, Contact::Deleted).await,
            Arrival::RoomMoved { room, chat } => self.room_moved(room, chat).await,
            Arrival::Unsent { room, ticket, error, perhaps } => {
                self.unsent(room, ticket.as_ref(), error, *perhaps).await
            }
            Arrival::Understood { spoken, heard, usage } => {
                Box::pin(apply::understood(self, spoken, heard, *usage)).await
            }
            Arrival::Spending { ticket, person, over, low } => {
                self.tell_of_spending(ticket.as_ref(), person.as_ref(), over, *low).await
            }
            Arrival::AgentsFree => self.agents_free(None).await,
            Arrival::AgentsFreeAfter(last) => self.agents_free(Some(*last)).await,
            Arrival::CameBack { after, shown } => self.came_back(*after, *shown).await,
            Arrival::Erase { person, since } => Box::pin(self.erase(person, *since)).await,
            Arrival::AllHear { workspace, paused, by, after } => {
                self.here = workspace.clone();
                self.all_hear_on(*paused, by, *after).await
            }
        }
    }

    /// The workspace the event is about.
    pub(in crate::engine) fn workspace(&self) -> WorkspaceId {
        self.here.clone()
    }

    async fn outside(&mut self, inbound: &Inbound) -> Stored<EventOutcome> {
        if let Some(outcome) = self.housekeeping(inbound).await? {
            return Ok(outcome);
        }
        self.origin = Some(Origin::of(inbound));
        self.arriving = Some(inbound.clone());
        if inbound.sender.bot {
            self.turned_away(Why::Bot);
            return Ok(EventOutcome::Decided(None));
        }
        if inbound.sender.anonymous {
            return self.anonymous(inbound).await;
        }
        let account = Account { platform: inbound.place.platform, user: inbound.sender.user.clone() };
        let mut person = match self.sender(inbound, &account).await? {
            Sender::Member(person) => *person,
            Sender::Stranger => {
                self.heard_without_role(inbound, &account).await?;
                return self.stranger(inbound, &account).await;
            }
        };
        if person.by_server_role {
            self.heard_by_role(&mut person, inbound).await?;
        }
        self.get_to_know(&mut person, inbound).await?;
        self.at_hand(&mut person, inbound).await?;
        if self.overheard(inbound).await? {
            return Ok(EventOutcome::Decided(None));
        }
        let mut room = self.room_for(&inbound.place, Some(&person)).await?;
        self.comes_from(&person, &room);
        room.purposes = self.purposes_at(&inbound.place, Some(&room)).await?;
        self.show_again(&room.id).await?;
        let mut request = self.request(inbound, person, room);
        if let Some(outcome) = Box::pin(self.slow_down(&request, inbound)).await? {
            return Ok(outcome);
        }
        self.learn_zone(&mut request, inbound).await?;
        self.come_back(&request, inbound).await?;
        let outcome = self.heard(&request, inbound).await?;
        // What takes the place of the sign of waiting is the answer.
        let answered = self.filled_in && matches!(outcome, EventOutcome::Decided(Some(_)));
        Ok(if answered { EventOutcome::Decided(None) } else { outcome })
    }

    /// Who sends this, and where they are.
    fn request(&self, inbound: &Inbound, person: Person, room: Room) -> Request {
        let message = inbound.message().cloned();
        let group_reply = if room.direct() { None } else { message.clone() };
        let handle = answerable(inbound);
        let private = handle.is_some() && self.is_awaited(inbound);
        let said_at = self.said_at(inbound);
        let reply = ReplyTo { message: group_reply, handle };
        let (listed, answered) = (Vec::new(), Vec::new());
        Request { person, room, message, reply, private, turned: None, said_at, listed, answered }
    }

    /// The same for a message that arrived before, by what its sender may do now. None: they do not belong here any more.
    pub(in crate::engine) async fn visit_of(&mut self, inbound: &Inbound) -> Stored<Option<Request>> {
        let here = self.here.clone();
        let account = Account { platform: inbound.place.platform, user: inbound.sender.user.clone() };
        let found = self.sender(inbound, &account).await?;
        if self.here != here {
            // They talk to another workspace by now; the message belongs to this one.
            self.here = here;
        }
        let Sender::Member(person) = found else { return Ok(None) };
        let mut person = *person;
        if person.workspace != self.here {
            return Ok(None);
        }
        self.at_hand(&mut person, inbound).await?;
        let Some(mut room) = self.tx.room_at(&inbound.place).await? else { return Ok(None) };
        room.purposes = self.purposes_at(&inbound.place, Some(&room)).await?;
        Ok(Some(self.request(inbound, person, room)))
    }

    /// Language and name as the platform tells them: the name where none is known yet, the language as their app has it now.
    async fn get_to_know(&mut self, person: &mut Person, inbound: &Inbound) -> Stored<()> {
        let before = person.clone();
        let told = inbound.sender.language.as_ref();
        if told.is_some_and(|code| person.language.is_none() || languages::known(code)) {
            person.language = told.cloned();
        }
        let nameless =
            person.name == NAMELESS && inbound.place.platform != crate::secretary::message::inbound::Platform::Web;
        let told = crate::text::names::person(&inbound.sender.name);
        // Stored before names that read like words of ours were set apart.
        let apart = if person.name == NAMELESS { NAMELESS.to_owned() } else { apart(&person.name) };
        let name = if nameless && !told.is_empty() { told } else { apart };
        if person.name != name {
            person.name = name;
            self.change_directory().await?;
        }
        if *person == before { Ok(()) } else { self.tx.save_person(person).await }
    }

    /// Posts an answer.
    pub(in crate::engine) async fn post(
        &mut self,
        room: &RoomId,
        slot: Slot,
        message: Message,
        reply: ReplyTo,
    ) -> Stored<()> {
        let room = room.clone();
        let effect = Effect::Post { room, slot, message, reply, ticket: None, class: Class::Answer };
        self.carry_out(vec![effect], None).await
    }

    /// Posts what nobody asked for at this moment, and everybody there is to see.
    pub(in crate::engine) async fn announce(&mut self, room: &RoomId, slot: Slot, message: Message) -> Stored<()> {
        let (room, reply) = (room.clone(), ReplyTo::default());
        let effect = Effect::Post { room, slot, message, reply, ticket: None, class: Class::Must };
        self.carry_out(vec![effect], None).await
    }

    /// New buttons of the context itself, under a fresh token.
    pub(in crate::engine) fn keys(&mut self) -> Keys {
        self.tokens += 1;
        let tokens = self.seed.tokens(&format!("desk/{}", self.tokens));
        Keys::new(tokens.into_iter().next().unwrap_or_else(|| Token::new(self.seed.id("token"))))
    }

    pub(in crate::engine) async fn bind(&mut self, keys: Keys, rooms: &[RoomId], slot: &Slot) -> Stored<()> {
        let (token, actions) = keys.done();
        if actions.is_empty() {
            return Ok(());
        }
        self.tx.bind(&token, &Prompt { rooms: rooms.to_vec(), actions, slot: Some(slot.clone()) }, self.now).await
    }

    /// Puts an effect into the outbox under an id that is the same whenever this event is decided.
    pub(in crate::engine) async fn enqueue(
        &mut self,
        lane: String,
        ticket: Option<&TicketId>,
        effect: Effect,
    ) -> Stored<()> {
        let now = self.now;
        self.enqueue_at(lane, ticket, effect, now).await
    }

    pub(in crate::engine) async fn enqueue_at(
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
        // There is one sign of waiting, which a second message would write over.
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

    /// The settings, with the defaults of this install when there are none yet.
    pub(in crate::engine) async fn settings(&mut self) -> Stored<Settings> {
        let here = self.workspace();
        let stored = self.tx.settings(&here).await?;
        Ok(stored.unwrap_or_else(|| self.engine.fresh_settings(here)))
    }

    /// A person's zone, or the workspace's.
    pub(in crate::engine) async fn zone_of(&mut self, person: &Person) -> Stored<Tz> {
        let own = person.zone.as_deref().and_then(|z| z.parse().ok());
        match own {
            Some(zone) => Ok(zone),
            None => Ok(self.settings().await?.zone.parse().unwrap_or(Tz::UTC)),
        }
    }

    pub(in crate::engine) async fn actor(&mut self, request: &Request) -> Stored<Actor> {
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

/// What could not be decoded is kept as it came, so that it can be looked at; what is known needs no keeping.
pub(in crate::engine) fn kept_if_unknown(kind: &str, raw: &str, outcome: EventOutcome) -> EventOutcome {
    if raw.is_empty() {
        return outcome;
    }
    tracing::warn!(kind, "something of an unknown form arrived; it is kept as it came");
    EventOutcome::Quarantined(format!("unknown form: {kind}"))
}
