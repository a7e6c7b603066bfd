//! Tickets, their history, and who waits for which agent.

use crate::broken::Broken;
use crate::memory::MemoryTx;
use crate::memory::ledger::Fact;
use async_trait::async_trait;
use chrono::{DateTime, Utc};
use secretary::ports::store::{QueueRows, StoreError, Stored, TicketCounts, TicketFilter, TicketRows, Turn};
use secretary::secretary::ids::{DecisionId, PersonId, TicketId, WorkspaceId};
use secretary::secretary::permissions::visibility::Visibility;
use secretary::secretary::policy::Quorum;
use secretary::secretary::ticket::decisions::line;
use secretary::secretary::ticket::event::Event;
use secretary::secretary::ticket::{Status, TaskState, Ticket};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The order of the queue.
fn place(turn: &Turn) -> impl Ord + use<> {
    (turn.priority, turn.created_at, turn.number)
}

fn covers(filter: &TicketFilter, ticket: &Ticket) -> bool {
    let awaits = || !ticket.closed() && ticket.open_decisions().next().is_some();
    !ticket.folded()
        && (filter.statuses.is_empty() || filter.statuses.contains(&ticket.status()))
        && filter.workspace.as_ref().is_none_or(|w| ticket.workspace == *w)
        && filter.requester.as_ref().is_none_or(|p| ticket.requester == *p)
        && filter.room.as_ref().is_none_or(|r| ticket.room == *r)
        && filter.visibility.covers(ticket)
        && (!filter.awaiting || awaits())
        && filter.changed_since.is_none_or(|at| ticket.updated_at >= at)
        && filter.decided_before.is_none_or(|at| ticket.decided_at().is_some_and(|decided| decided < at))
        && filter.number_prefix.as_deref().is_none_or(|p| p.is_empty() || ticket.number.to_string().starts_with(p))
        && filter.before.is_none_or(|number| ticket.number < number)
        && filter.after.as_ref().is_none_or(|turn| place(&Turn::of(ticket)) > place(turn))
}

#[async_trait]
impl TicketRows for MemoryTx {
    async fn ticket(&mut self, id: &TicketId) -> Stored<Option<Ticket>> {
        let mut found = self.tables().tickets.get(id).map(|ticket| (**ticket).clone());
        if self.is(Broken::ReadsBadly)
            && let Some(ticket) = &mut found
        {
            ticket.additions.clear();
            ticket.usage = secretary::secretary::budget::cost::Usage::default();
        }
        for decision in found.iter_mut().flat_map(|ticket| &mut ticket.decisions) {
            decision.four_eyes &= !self.is(Broken::ForgetsFourEyes);
            if self.is(Broken::ForgetsQuorums) {
                decision.quorum = Quorum::Any;
            }
        }
        Ok(found)
    }

    async fn ticket_numbered(&mut self, workspace: &WorkspaceId, number: i64) -> Stored<Option<Ticket>> {
        let tables = self.tables();
        let found = tables.tickets.values().find(|t| t.number == number && t.workspace == *workspace);
        Ok(found.map(|ticket| (**ticket).clone()))
    }

    async fn save_ticket(
        &mut self,
        ticket: &Ticket,
        _before: Option<&Ticket>,
        event: &Event,
        actor: Option<&PersonId>,
    ) -> Stored<()> {
        let mut ticket = ticket.clone();
        if self.is(Broken::ForgetsFourEyes) {
            // It stays written; it is not heeded.
            let written = self.tables().tickets.get(&ticket.id).cloned();
            for decision in &mut ticket.decisions {
                let was = written.as_ref().and_then(|t| t.decision(&decision.key));
                decision.four_eyes |= was.is_some_and(|was| was.four_eyes);
            }
        }
        let (ticket, reads_back) = self.written(&ticket)?;
        let line = (ticket.id.clone(), ticket.version);
        if self.tables().history.contains_key(&line) {
            return Err(StoreError::Refused(format!("ticket {} was changed meanwhile", ticket.id)));
        }
        self.put(|t| &mut t.history, line, Arc::new((ticket.updated_at, actor.cloned(), event.clone())))?;
        let before = self.put(|t| &mut t.tickets, ticket.id.clone(), ticket.clone())?;
        self.tell_ledger(Fact::Saved {
            before,
            after: ticket,
            event: Box::new(event.clone()),
            actor: actor.cloned(),
            reads_back,
        });
        Ok(())
    }

    async fn tickets(&mut self, filter: &TicketFilter) -> Stored<Vec<Ticket>> {
        let tables = self.tables();
        let mut found: Vec<&Arc<Ticket>> = tables.tickets.values().filter(|t| covers(filter, t)).collect();
        if filter.newest_first {
            found.sort_by_key(|t| std::cmp::Reverse((t.created_at, t.number)));
        } else if filter.decided_before.is_some() && !filter.awaiting {
            found.sort_by_key(|t| std::cmp::Reverse(t.decided_at()));
        } else {
            found.sort_by_key(|t| place(&Turn::of(t)));
        }
        Ok(found.into_iter().take(filter.limit as usize).map(|ticket| (**ticket).clone()).collect())
    }
}

#[async_trait]
impl TicketCounts for MemoryTx {
    async fn next_number(&mut self, workspace: &WorkspaceId) -> Stored<i64> {
        let number = self.count(&format!("ticket/{workspace}"))?;
        Ok(if self.is(Broken::RepeatsNumbers) { (number + 1) / 2 } else { number })
    }

    async fn by_status(&mut self, workspace: &WorkspaceId, visibility: &Visibility) -> Stored<BTreeMap<Status, u64>> {
        let mut counts = BTreeMap::new();
        let here = |t: &&Arc<Ticket>| t.workspace == *workspace && !t.folded() && visibility.covers(t);
        for ticket in self.tables().tickets.values().filter(here) {
            *counts.entry(ticket.status()).or_insert(0) += 1;
        }
        Ok(counts)
    }

    async fn loads(&mut self) -> Stored<BTreeMap<String, u32>> {
        let mut loads = BTreeMap::new();
        if self.is(Broken::ForgetsLoads) {
            return Ok(loads);
        }
        for ticket in self.tables().tickets.values().filter(|t| !t.closed()) {
            for task in ticket.tasks.iter().filter(|t| matches!(t.state, TaskState::Claimed | TaskState::InProgress)) {
                if let Some(agent) = &task.agent {
                    *loads.entry(agent.clone()).or_insert(0) += 1;
                }
            }
        }
        Ok(loads)
    }

    async fn history(&mut self, ticket: &TicketId) -> Stored<Vec<(u64, DateTime<Utc>, Option<PersonId>, Event)>> {
        let (first, last) = ((ticket.clone(), 0), (ticket.clone(), u64::MAX));
        let tables = self.tables();
        let lines = tables.history.range(first..=last);
        Ok(lines.map(|((_, version), line)| (*version, line.0, line.1.clone(), line.2.clone())).collect())
    }
}

#[async_trait]
impl QueueRows for MemoryTx {
    async fn turns(&mut self, workspace: &WorkspaceId, but: &TicketId) -> Stored<BTreeMap<PersonId, line::Turns>> {
        if self.is(Broken::ForgetsTurns) {
            return Ok(BTreeMap::new());
        }
        let tables = self.tables();
        let others = tables.tickets.values().filter(|t| t.workspace == *workspace && t.id != *but);
        Ok(line::count(others.flat_map(|ticket| line::places(ticket))))
    }

    async fn next_in_line(
        &mut self,
        workspace: &WorkspaceId,
        person: &PersonId,
        most: usize,
    ) -> Stored<Vec<(TicketId, DecisionId)>> {
        let tables = self.tables();
        let here = tables.tickets.values().filter(|t| t.workspace == *workspace);
        let places = here.flat_map(|ticket| line::places(ticket).into_iter().map(move |place| (&ticket.id, place)));
        let mut waiting: Vec<_> = places.filter(|(_, place)| !place.open && place.person == person).collect();
        let last = DateTime::<Utc>::MAX_UTC;
        waiting.sort_by_key(|(ticket, p)| (p.due.unwrap_or(last), p.asked_at, *ticket, p.decision));
        Ok(waiting.into_iter().take(most).map(|(ticket, place)| (ticket.clone(), place.decision.clone())).collect())
    }

    async fn waiting_for(&mut self, agent: &str, limit: u32) -> Stored<Vec<TicketId>> {
        if self.is(Broken::ForgetsWaiting) {
            return Ok(Vec::new());
        }
        let tables = self.tables();
        let waits = |t: &&Arc<Ticket>| t.waiting_tasks().any(|task| task.fitting.iter().any(|name| name == agent));
        let mut found: Vec<_> = tables.tickets.values().filter(waits).collect();
        found.sort_by(|a, b| (a.priority, a.created_at, &a.id).cmp(&(b.priority, b.created_at, &b.id)));
        Ok(found.into_iter().take(limit as usize).map(|ticket| ticket.id.clone()).collect())
    }

    async fn wanted(&mut self) -> Stored<BTreeSet<String>> {
        let tables = self.tables();
        let fitting = tables.tickets.values().flat_map(|t| t.waiting_tasks().flat_map(|task| task.fitting.clone()));
        Ok(fitting.collect())
    }
}
