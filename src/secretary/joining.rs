//! Two members turn out to be one person: what a ticket says of the one, it says of the other from then on. Pure.

use super::decision::{Decision, DecisionState};
use super::ids::PersonId;
use super::ticket::Ticket;
use super::turns;
use super::workspace::Person;

/// Between a deputy's name and that of who is away.
const FOR: &str = " for ";

/// Names one member where a ticket named another.
pub fn hand_over(ticket: &mut Ticket, from: &Person, into: &Person) {
    turns::hand_over(ticket, &from.id, &into.id);
    let become_one = Join { from, into };
    become_one.id(&mut ticket.requester);
    if ticket.requester == into.id {
        ticket.requester_name.clone_from(&into.name);
    }
    let cancelled = ticket.hold.cancelled.iter_mut().map(|cancelled| &mut cancelled.by);
    ticket.agreed_by.iter_mut().chain(cancelled).for_each(|name| become_one.name(name));
    ticket.reports.iter_mut().filter_map(|report| report.rated.as_mut()).for_each(|(_, by)| become_one.id(by));
    ticket.decisions.iter_mut().for_each(|decision| become_one.decision(decision));
}

struct Join<'a> {
    from: &'a Person,
    into: &'a Person,
}

impl Join<'_> {
    fn id(&self, id: &mut PersonId) {
        if *id == self.from.id {
            id.clone_from(&self.into.id);
        }
    }

    fn name(&self, name: &mut String) {
        let called = |name: &str| if name == self.from.name { self.into.name.clone() } else { name.to_owned() };
        let named = name.split_once(FOR).map(|(deputy, away)| format!("{}{FOR}{}", called(deputy), called(away)));
        *name = named.unwrap_or_else(|| called(name));
    }

    fn decision(&self, decision: &mut Decision) {
        decision.names().for_each(|name| self.name(name));
        decision.votes.iter_mut().for_each(|vote| self.id(&mut vote.by));
        decision.sure.iter_mut().for_each(|sure| self.id(&mut sure.by));
        match &mut decision.state {
            DecisionState::Made(verdict) => verdict.by.iter_mut().for_each(|by| self.id(by)),
            DecisionState::Open | DecisionState::Dropped => {}
        }
        // One person has one vote, the latest.
        let votes = std::mem::take(&mut decision.votes);
        for vote in votes {
            decision.votes.retain(|earlier| earlier.by != vote.by);
            decision.votes.push(vote);
        }
    }
}
