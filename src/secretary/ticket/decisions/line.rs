//! The line of prompts: at most five decisions are asked of one person at a time; the others wait. The earliest
//! deadline goes first, then the order of asking. Pure; the store keeps the line (`prompt_turns`).

use super::votes;
use crate::secretary::decision::{Decision, Subject};
use crate::secretary::ids::{DecisionId, PersonId, RoomId};
use crate::secretary::ticket::Ticket;
use crate::secretary::ticket::event::Event;
use crate::secretary::ticket::facts::Facts;
use chrono::{DateTime, Utc};
use std::collections::{BTreeMap, BTreeSet};

/// Decisions that are put to one person at a time.
pub const MOST_OPEN: usize = 5;

/// How many decisions are put to somebody, and how many wait until they have answered one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Turns {
    /// Put to them and not decided.
    pub open: usize,
    /// Not shown to them yet.
    pub waiting: usize,
}

/// One person's place in the line for one decision.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place<'t> {
    /// The decision.
    pub decision: &'t DecisionId,
    /// The person.
    pub person: &'t PersonId,
    /// It is put to them.
    pub open: bool,
    /// When its time ends, if it has one.
    pub due: Option<DateTime<Utc>>,
    /// When it was asked.
    pub asked_at: DateTime<Utc>,
}

impl Decision {
    /// Whether its prompt is posted or pending in this room, also in one that could not be reached for a while.
    pub fn stands_in(&self, ticket: &Ticket, room: &RoomId) -> bool {
        let shown = ticket.shown.get(&ticket.slot(self.key.as_str()));
        self.rooms.contains(room) || shown.is_some_and(|rooms| rooms.contains(room))
    }
}

/// The places that the decisions of a ticket take.
pub fn places(ticket: &Ticket) -> Vec<Place<'_>> {
    let of = |d| {
        let d: &Decision = d;
        let due = d.asked.deadline.map(|deadline| deadline.at);
        let place = move |person, open| Place { decision: &d.key, person, open, due, asked_at: d.asked_at };
        let asks = d.asks.iter().map(move |p| place(p, true));
        asks.chain(d.queued.iter().map(move |p| place(p, false)))
    };
    if ticket.closed() { Vec::new() } else { ticket.open_decisions().flat_map(of).collect() }
}

/// The same as counts.
pub fn count<'t>(places: impl IntoIterator<Item = Place<'t>>) -> BTreeMap<PersonId, Turns> {
    let mut counts: BTreeMap<PersonId, Turns> = BTreeMap::new();
    for place in places {
        let turns = counts.entry(place.person.clone()).or_default();
        if place.open {
            turns.open += 1;
        } else {
            turns.waiting += 1;
        }
    }
    counts
}

/// Those who had a turn for a decision and have it no more: somebody else's may begin.
pub fn freed(before: &Ticket, next: &Ticket) -> BTreeSet<PersonId> {
    let next = places(next);
    let stays =
        |was: &Place<'_>| next.iter().any(|is| (is.decision, is.person, is.open) == (was.decision, was.person, true));
    places(before).into_iter().filter(|was| was.open && !stays(was)).map(|was| was.person.clone()).collect()
}

/// Whether what follows from an event may put a decision to somebody: only then is the line looked at.
pub fn concerns(event: &Event) -> bool {
    !matches!(
        event,
        Event::IdeaReceived
            | Event::TaskProgressed { .. }
            | Event::TokensSpent { .. }
            | Event::ThinkingDelayed { .. }
            | Event::FilesReceived { .. }
            | Event::ForeignRead { .. }
    )
}

/// How many decisions are put to somebody and wait for them, with this ticket's own as they are now.
pub fn of(person: &PersonId, ticket: &Ticket, facts: &Facts) -> Turns {
    let others = facts.turns.get(person).copied().unwrap_or_default();
    let own = places(ticket).into_iter().filter(|place| place.person == person);
    own.fold(others, |turns, place| Turns {
        open: turns.open + usize::from(place.open),
        waiting: turns.waiting + usize::from(!place.open),
    })
}

/// The most decisions that wait behind this one for a single person.
pub fn behind(decision: &Decision, ticket: &Ticket, facts: &Facts) -> usize {
    decision.asks.iter().map(|person| of(person, ticket, facts).waiting).max().unwrap_or(0)
}

/// The people asked in a room: the person of a direct chat, elsewhere all deciders or their deputies.
fn readers(room: &RoomId, four_eyes: bool, ticket: &Ticket, facts: &Facts) -> BTreeSet<PersonId> {
    if *room == ticket.room && ticket.direct {
        return [ticket.requester.clone()].into();
    }
    if let Some(person) = facts.direct_rooms.get(room) {
        return [person.clone()].into();
    }
    let deputy = |person: &PersonId| {
        let decider = facts.deciders.iter().find(|d| d.id == *person);
        decider.and_then(|d| d.deputy.as_ref()).map_or_else(|| person.clone(), |(deputy, _)| deputy.clone())
    };
    votes::voters(ticket, four_eyes, facts).iter().map(deputy).collect()
}

/// Gives a decision the free turns in these rooms: sets who is asked and who is in line, and returns the rooms in
/// which it can be shown now. `first`: it is not in line yet and goes behind those that are.
pub fn give(decision: &mut Decision, rooms: &[RoomId], first: bool, (ticket, facts): (&Ticket, &Facts)) -> Vec<RoomId> {
    // The answer to somebody's own press, who is looking at it, waits for nothing.
    if decision.subject == Subject::Redo {
        return rooms.to_vec();
    }
    let mut queued = BTreeSet::new();
    let mut shown = Vec::new();
    for room in rooms {
        let readers = readers(room, decision.four_eyes, ticket, facts);
        let mut anybody = readers.is_empty();
        for person in readers {
            let turns = of(&person, ticket, facts);
            let taken = if first { turns.open + turns.waiting } else { turns.open };
            if decision.asks.contains(&person) {
                anybody = true;
            } else if taken < MOST_OPEN {
                decision.asks.push(person);
                anybody = true;
            } else {
                queued.insert(person);
            }
        }
        if anybody {
            shown.push(room.clone());
        }
    }
    decision.queued = queued.into_iter().filter(|person| !decision.asks.contains(person)).collect();
    shown
}

/// Removes a room from a decision: people who read it nowhere else, or may not decide any more, lose their turn.
pub fn take_back(decision: &mut Decision, left: &RoomId, (ticket, facts): (&Ticket, &Facts)) {
    let four_eyes = decision.four_eyes;
    let reads = |room: &RoomId| readers(room, four_eyes, ticket, facts);
    // In a chat that only cannot be reached for a while, the prompt still exists.
    let shown = ticket.shown.get(&ticket.slot(decision.key.as_str())).into_iter().flatten();
    let rooms = decision.rooms.iter().chain(shown).filter(|room| *room != left);
    let stays: BTreeSet<PersonId> = rooms.flat_map(reads).collect();
    let gone = reads(left);
    let own = |person: &PersonId| facts.requester_decides && ticket.requester == *person;
    let acts = |person: &PersonId| {
        let acts_for = |deputy: &Option<(PersonId, String)>| deputy.as_ref().is_some_and(|(id, _)| id == person);
        facts.deciders.iter().any(|decider| decider.id == *person || acts_for(&decider.deputy))
    };
    let keeps = |person: &PersonId| !gone.contains(person) && (own(person) || acts(person));
    decision.asks.retain(|person| stays.contains(person) || keeps(person));
}

/// Two members became one: their places are one person's.
pub fn hand_over(ticket: &mut Ticket, from: &PersonId, into: &PersonId) {
    for decision in &mut ticket.decisions {
        for people in [&mut decision.asks, &mut decision.queued] {
            if people.contains(from) {
                people.retain(|person| person != from && person != into);
                people.push(into.clone());
            }
        }
        let asks = decision.asks.clone();
        decision.queued.retain(|person| !asks.contains(person));
    }
}

/// Removes a person from the line; returns whether they were in it. The last one stays: the line is looked through
/// while somebody is in it, and other deciders are found then.
pub fn leave(ticket: &mut Ticket, person: &PersonId) -> bool {
    let mut left = false;
    for decision in &mut ticket.decisions {
        let last = decision.waits() && decision.queued.iter().all(|queued| queued == person);
        for people in [&mut decision.asks, &mut decision.queued] {
            if !last && people.contains(person) {
                people.retain(|one| one != person);
                left = true;
            }
        }
    }
    left
}

#[cfg(test)]
mod tests {
    use crate::secretary::ticket::decisions::line::*;

    #[test]
    fn most_events_look_at_the_line_and_chatter_does_not() {
        assert!(concerns(&Event::Confirmed) && concerns(&Event::DispatchRequested));
        assert!(!concerns(&Event::IdeaReceived));
    }
}
