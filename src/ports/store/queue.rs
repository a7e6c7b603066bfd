//! The queue of tickets: whose turn it is, and which ticket waits for which agent.

use super::Stored;
use crate::secretary::ids::{DecisionId, PersonId, TicketId, WorkspaceId};
use crate::secretary::ticket::decisions::line::Turns;
use crate::secretary::ticket::{Priority, Ticket};
use async_trait::async_trait;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// A ticket's place in the queue: the most urgent first, then the oldest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Turn {
    /// How urgent.
    pub priority: Priority,
    /// When it came.
    pub created_at: DateTime<Utc>,
    /// Its number.
    pub number: i64,
}

impl Turn {
    /// The place of a ticket.
    pub fn of(ticket: &Ticket) -> Self {
        Self { priority: ticket.priority, created_at: ticket.created_at, number: ticket.number }
    }
}

/// The line of decisions that are asked or wait, and the tasks that wait for an agent; both written with their ticket.
#[async_trait]
pub trait QueueRows {
    /// How many decisions each person of a workspace is asked, and how many wait for them, without those of one
    /// ticket.
    async fn turns(&mut self, workspace: &WorkspaceId, but: &TicketId) -> Stored<BTreeMap<PersonId, Turns>>;
    /// The decisions that wait for a person, at most `most`: what ends soonest first, then what was asked first.
    async fn next_in_line(
        &mut self,
        workspace: &WorkspaceId,
        person: &PersonId,
        most: usize,
    ) -> Stored<Vec<(TicketId, DecisionId)>>;
    /// Tickets with a task that waits for this agent, in their turn, at most `limit`.
    async fn waiting_for(&mut self, agent: &str, limit: u32) -> Stored<Vec<TicketId>>;
    /// The agents that any task waits for.
    async fn wanted(&mut self) -> Stored<BTreeSet<String>>;
}
