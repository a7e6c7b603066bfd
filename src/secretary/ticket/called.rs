//! What a ticket is called, and the names of people in it.

use super::Ticket;
use super::decisions::line;
use super::decisions::votes::renamed;
use crate::secretary::decision::{Decision, DecisionState, Verdict};
use crate::secretary::ids::PersonId;
use crate::secretary::names::phrases::short;
use crate::secretary::people::names::NAMELESS;
use crate::secretary::people::workspace::Person;

impl Ticket {
    /// A few words for it: the agreed title, else its own words.
    pub fn short_title(&self) -> String {
        if self.requirement.title.is_empty() { self.title.clone() } else { short(&self.requirement.title, 80) }
    }

    /// The ticket as people read it, with this word for a person without a name.
    #[must_use]
    pub fn calling(&self, nameless: &str) -> Self {
        let mut ticket = self.clone();
        let go = ticket.go.iter_mut().map(|go| &mut go.name);
        let decided = ticket.decisions.iter_mut().flat_map(Decision::names).chain(go);
        let cancelled = ticket.hold.cancelled.iter_mut().map(|c| &mut c.by);
        for name in decided.chain(cancelled).chain(std::iter::once(&mut ticket.requester_name)) {
            // The person may be one of several voters, or have a deputy.
            *name = renamed(name, NAMELESS, nameless);
        }
        ticket
    }

    /// Names one member where the ticket named another.
    pub fn hand_over(&mut self, from: &Person, into: &Person) {
        line::hand_over(self, &from.id, &into.id);
        let become_one = Join { from, into };
        become_one.id(&mut self.requester);
        self.shaped_by.iter_mut().for_each(|id| become_one.id(id));
        let requester = self.requester.clone();
        self.shaped_by.retain(|id| *id != requester);
        self.shaped_by.dedup();
        self.rounds.iter_mut().filter_map(|round| round.given_by.as_mut()).for_each(|id| become_one.id(id));
        if self.requester == into.id {
            self.requester_name.clone_from(&into.name);
        }
        let cancelled = self.hold.cancelled.iter_mut().map(|cancelled| &mut cancelled.by);
        cancelled.for_each(|name| become_one.name(name));
        self.go.iter_mut().for_each(|go| become_one.verdict(go));
        self.reports.iter_mut().filter_map(|report| report.rated.as_mut()).for_each(|(_, by)| become_one.id(by));
        self.decisions.iter_mut().for_each(|decision| become_one.decision(decision));
    }
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
        *name = renamed(name, &self.from.name, &self.into.name);
    }

    fn verdict(&self, verdict: &mut Verdict) {
        self.name(&mut verdict.name);
        verdict.by.iter_mut().for_each(|by| self.id(by));
    }

    fn decision(&self, decision: &mut Decision) {
        decision.names().for_each(|name| self.name(name));
        for vote in &mut decision.votes {
            self.id(&mut vote.by);
            vote.deputy.iter_mut().for_each(|deputy| self.id(deputy));
        }
        decision.sure.iter_mut().for_each(|sure| self.id(&mut sure.by));
        if let DecisionState::Made(verdict) = &mut decision.state {
            verdict.by.iter_mut().for_each(|by| self.id(by));
        }
        // One person has one vote, the latest.
        let votes = std::mem::take(&mut decision.votes);
        for vote in votes {
            decision.votes.retain(|earlier| earlier.by != vote.by);
            decision.votes.push(vote);
        }
    }
}
