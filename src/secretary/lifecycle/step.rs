//! The one pure function of a ticket: `step(ticket, event, facts, now)`. It hands the event to the stage; each stage
//! decides every event, and builds the change in progress (`Move`).

use super::work::clear_buttons;
use crate::secretary::budget::cost::Usage;
use crate::secretary::effect::{Class, Effect};
use crate::secretary::ids::{PersonId, RoomId, RunId, Slot, Token};
use crate::secretary::inbound::ReplyTo;
use crate::secretary::intent::thinking::Purpose;
use crate::secretary::lifecycle;
use crate::secretary::message::action::Action;
use crate::secretary::message::keys::Keys;
use crate::secretary::message::{Message, routing};
use crate::secretary::people::names::NAMELESS;
use crate::secretary::ticket::decisions::authors;
use crate::secretary::ticket::event::{Event, Timer};
use crate::secretary::ticket::facts::Facts;
use crate::secretary::ticket::{Stage, Ticket, Waiting, plan_edit};
use chrono::{DateTime, TimeDelta, Utc};

/// The outcome of an event.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    /// The ticket changed.
    Moved {
        /// The new ticket.
        ticket: Box<Ticket>,
        /// The effects.
        effects: Vec<Effect>,
        /// A short answer to a press.
        note: Option<String>,
        /// Whether a message of the ticket shows what the note says.
        shown: bool,
    },
    /// Nothing to do, for this reason (for the log).
    Ignored(&'static str),
    /// Not possible: a sentence for the person.
    Refused(String),
}

/// Decides what an event means to a ticket.
pub fn step(ticket: &Ticket, event: &Event, facts: &Facts, now: DateTime<Utc>) -> Outcome {
    let mut next = Move::new(ticket, facts, now);
    authors::note(&mut next.ticket, event, facts.actor.as_ref());
    let outcome = match ticket.stage {
        Stage::Intake => lifecycle::intake::step(next, event),
        Stage::Clarifying => lifecycle::clarifying::step(next, event),
        Stage::Confirming => lifecycle::confirming::step(next, event),
        Stage::Working => lifecycle::working::step(next, event),
        Stage::Reporting => lifecycle::reporting::step(next, event),
        Stage::Closed(ending) => lifecycle::closed::step(next, event, ending),
    };
    with_given(ticket, event, facts, outcome)
}

/// Whether an event is an answer to questions, or words that may hold one.
pub fn answers(event: &Event) -> bool {
    matches!(
        event,
        Event::OptionTapped { .. }
            | Event::TicksDone { .. }
            | Event::AnswersReceived { .. }
            | Event::QuestionsAnswered { .. }
            | Event::LeftToJudgement { .. }
            | Event::Added { .. }
    )
}

/// Remembers which questions a person's words or press answered, for their Undo. Words that answered none and are no
/// answer end this, since "undo" would concern them.
fn with_given(before: &Ticket, event: &Event, facts: &Facts, outcome: Outcome) -> Outcome {
    let said = answers(event) || matches!(event, Event::Corrected { .. } | Event::ReviseRequested { .. });
    let Outcome::Moved { mut ticket, effects, note, shown } = outcome else { return outcome };
    if said
        && let Some(was) = before.rounds.last()
        && let Some(is) = ticket.rounds.get_mut(before.rounds.len() - 1)
    {
        is.given = (0..is.answers.len()).filter(|i| is.answers[*i] != was.answers[*i]).collect();
        is.given_by = facts.actor.as_ref().map(|actor| actor.person.clone());
    }
    Outcome::Moved { ticket, effects, note, shown }
}

/// A transition in progress.
#[derive(Debug)]
pub struct Move<'a> {
    /// The next state of the ticket.
    pub ticket: Ticket,
    /// The effects so far.
    pub effects: Vec<Effect>,
    /// The facts.
    pub facts: &'a Facts,
    /// The time of the step.
    pub now: DateTime<Utc>,
    tokens: usize,
}

impl<'a> Move<'a> {
    /// Begins a transition.
    pub fn new(ticket: &Ticket, facts: &'a Facts, now: DateTime<Utc>) -> Self {
        Self { ticket: ticket.clone(), effects: Vec::new(), facts, now, tokens: 0 }
    }

    /// Ends the transition.
    pub fn moved(self) -> Outcome {
        self.finish(None, false)
    }

    /// Ends the transition with a short answer to the press.
    pub fn noted(self, note: impl Into<String>) -> Outcome {
        self.finish(Some(note.into()), false)
    }

    /// Ends the transition with a short answer to the press. A message of the ticket shows the same.
    pub fn noted_and_shown(self, note: impl Into<String>) -> Outcome {
        self.finish(Some(note.into()), true)
    }

    fn finish(mut self, note: Option<String>, shown: bool) -> Outcome {
        clear_buttons::clear(&mut self);
        self.ticket.version += 1;
        self.ticket.updated_at = self.now;
        Outcome::Moved { ticket: Box::new(self.ticket), effects: self.effects, note, shown }
    }

    /// A fresh token for a prompt's buttons.
    pub fn fresh_token(&mut self) -> Token {
        self.tokens += 1;
        self.facts.token(self.tokens - 1)
    }

    /// New buttons under a fresh token.
    pub fn keys(&mut self) -> Keys {
        Keys::new(self.fresh_token())
    }

    /// Posts a message with this name in the room of the idea.
    pub fn post(&mut self, name: &str, message: Message, class: Class) {
        let room = self.ticket.room.clone();
        self.post_in(&room, name, message, class);
    }

    /// Posts a message with this name in a room.
    pub fn post_in(&mut self, room: &RoomId, name: &str, message: Message, class: Class) {
        self.send(room, name, message, ReplyTo::default(), class);
    }

    /// Posts a message with this name in the room of the idea and in the rooms for reports.
    pub fn post_report(&mut self, name: &str, message: &Message) {
        self.post(name, message.clone(), Class::Must);
        let facts = self.facts;
        let home = self.ticket.room.clone();
        for room in facts.report_rooms.iter().filter(|room| **room != home) {
            self.post_in(room, name, message.clone(), Class::Must);
        }
    }

    /// Posts a message with this name as the answer to the actor.
    pub fn answer(&mut self, name: &str, message: Message, class: Class) {
        let actor = self.facts.actor.as_ref();
        let room = actor.map_or_else(|| self.ticket.room.clone(), |a| a.room.clone());
        let reply = actor.map(|a| a.reply.clone()).unwrap_or_default();
        self.send(&room, name, message, reply, class);
    }

    fn send(&mut self, room: &RoomId, name: &str, message: Message, reply: ReplyTo, class: Class) {
        let slot = self.ticket.slot(name);
        let rooms = self.ticket.shown.entry(slot.clone()).or_default();
        if !rooms.contains(room) {
            rooms.push(room.clone());
        }
        let ticket = Some(self.ticket.id.clone());
        self.effects.push(Effect::Post { room: room.clone(), slot, message, reply, ticket, class });
    }

    /// Edits every copy of the message with this name.
    pub fn edit(&mut self, name: &str, message: &Message) {
        self.change(name, message, false);
    }

    /// Edits every copy of a progress message. The engine keeps the least distance between such edits.
    pub fn edit_calmly(&mut self, name: &str, message: &Message) {
        self.change(name, message, true);
    }

    fn change(&mut self, name: &str, message: &Message, calm: bool) {
        let slot = self.ticket.slot(name);
        for room in self.ticket.shown.get(&slot).cloned().unwrap_or_default() {
            self.effects.push(Effect::Edit { room, slot: slot.clone(), message: message.clone(), calm });
        }
    }

    /// Edits every message with this prefix for the last time and forgets its rooms.
    pub fn retire(&mut self, prefix: &str, message: &Message) {
        let first = self.ticket.slot(prefix);
        let begins = |slot: &Slot| slot.as_str().starts_with(first.as_str());
        let slots: Vec<Slot> = self.ticket.shown.keys().filter(|s| begins(s)).cloned().collect();
        for slot in slots {
            for room in self.ticket.shown.remove(&slot).unwrap_or_default() {
                self.effects.push(Effect::Edit { room, slot: slot.clone(), message: message.clone(), calm: false });
            }
        }
    }

    /// Edits the newest message of a kind ("stop3", "stop7") for the last time.
    pub fn retire_newest(&mut self, kind: &str, message: &Message) {
        let Some((_, slot)) = self.of_kind(kind).pop() else { return };
        for room in self.ticket.shown.remove(&slot).unwrap_or_default() {
            self.effects.push(Effect::Edit { room, slot: slot.clone(), message: message.clone(), calm: false });
        }
    }

    /// The messages of a kind with their numbers, oldest first.
    fn of_kind(&self, kind: &str) -> Vec<(u64, Slot)> {
        let first = self.ticket.slot(kind);
        let number = |slot: &Slot| slot.as_str().strip_prefix(first.as_str()).and_then(|n| n.parse::<u64>().ok());
        let mut found: Vec<(u64, Slot)> =
            self.ticket.shown.keys().filter_map(|slot| Some((number(slot)?, slot.clone()))).collect();
        found.sort_unstable_by_key(|(n, _)| *n);
        found
    }

    /// Removes the buttons of messages of this kind ("report1", "report2") and forgets their rooms, except the newest
    /// one if `newest_stays`: one live keyboard for each thing.
    pub fn bare(&mut self, kind: &str, newest_stays: bool) {
        let mut found = self.of_kind(kind);
        if newest_stays {
            found.pop();
        }
        for (_, slot) in found {
            self.bare_at(slot);
        }
    }

    /// The same for the message with exactly this slot.
    pub fn bare_at(&mut self, slot: Slot) {
        for room in self.ticket.shown.remove(&slot).unwrap_or_default() {
            self.effects.push(Effect::Bare { room, slot: slot.clone() });
        }
    }

    /// Whether a message with this name was posted.
    pub fn shown(&self, name: &str) -> bool {
        self.ticket.shown.contains_key(&self.ticket.slot(name))
    }

    /// Binds the buttons to their actions in the rooms of the message with this name.
    pub fn bind(&mut self, name: &str, keys: Keys) -> Token {
        let rooms = self.ticket.shown.get(&self.ticket.slot(name)).cloned().unwrap_or_default();
        let (token, actions) = keys.done();
        if !actions.is_empty() {
            self.effects.push(Effect::Bind { token: token.clone(), rooms, actions });
        }
        token
    }

    /// The person who caused this event, if any.
    pub fn author(&self) -> Option<PersonId> {
        self.facts.actor.as_ref().map(|actor| actor.person.clone())
    }

    /// Awaits the next words of the actor in this room for this action.
    pub fn expect(&mut self, action: Action) {
        if let Some(actor) = &self.facts.actor {
            self.effects.push(Effect::Expect { room: actor.room.clone(), person: actor.person.clone(), action });
        }
    }

    /// Asks the model; an older request of the ticket is superseded.
    pub fn think(&mut self, purpose: Purpose) {
        let was = self.ticket.asked;
        self.ticket.asked += 1;
        if let Some(Waiting::Model(since)) = self.ticket.waiting {
            // It is the same wait: the hour after which people are told again continues.
            self.drop_timer(&Timer::Model(was));
            self.set_timer(Timer::Model(self.ticket.asked), since + TimeDelta::hours(1));
        }
        self.effects.push(Effect::AskModel { asked: self.ticket.asked, purpose });
    }

    /// Sets a timer of the ticket.
    pub fn set_timer(&mut self, timer: Timer, at: DateTime<Utc>) {
        self.effects.push(Effect::SetTimer { name: timer.name(), at, event: Event::TimerFired { timer } });
    }

    /// Drops a timer of the ticket.
    pub fn drop_timer(&mut self, timer: &Timer) {
        self.effects.push(Effect::DropTimer { name: timer.name() });
    }

    /// Adds the usage of a model call.
    pub fn spend(&mut self, usage: Usage) {
        self.ticket.usage = self.ticket.usage.plus(usage);
    }

    /// Adds the usage of a run, which reports its total; a part may be counted already.
    pub fn spend_run(&mut self, task: &str, run: &RunId, total: Usage) {
        let Some(task) = self.ticket.task_mut(task).filter(|t| t.run.as_ref() == Some(run)) else { return };
        let before = std::mem::replace(&mut task.spent, total);
        self.spend(total.since(before));
    }

    /// The actor's name for people.
    pub fn actor_name(&self) -> String {
        let name = self.stored_name();
        if name == NAMELESS { self.facts.nameless.to_owned() } else { name }
    }

    /// The name of the present card: each version gets a new message, since people must act on it.
    pub fn card_name(&self) -> String {
        routing::card_name(&self.ticket)
    }

    /// The name of the actor as stored; the word for a person without a name is added when it is read.
    pub fn stored_name(&self) -> String {
        self.facts.actor.as_ref().map_or_else(|| "the secretary".to_owned(), |a| a.name.clone())
    }

    /// The ticket as people read it now.
    pub fn as_read(&self) -> Ticket {
        self.ticket.calling(self.facts.nameless)
    }

    /// Whether neither model calls nor work may begin.
    pub fn halted(&self) -> bool {
        self.ticket.paused || self.facts.settings.paused
    }

    /// What the person said so far: the idea, answers, corrections, additions.
    pub fn said(&self) -> Vec<String> {
        let t = &self.ticket;
        let mut said = vec![t.idea.clone()];
        for round in &t.rounds {
            for (question, answer) in round.questions.iter().zip(&round.answers) {
                said.push(format!("{} — {}", question.text, answer.as_deref().unwrap_or("left to you")));
            }
        }
        said.extend(self.corrections());
        said.extend(t.additions.iter().cloned());
        said
    }

    /// The corrections of the card for the model. Exact edits are left out, since they were applied already.
    pub fn corrections(&self) -> impl Iterator<Item = String> {
        let all = self.ticket.edits.iter();
        all.filter(|text| self.facts.reads || plan_edit::read(text).is_none()).cloned()
    }
}
