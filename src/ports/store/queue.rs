//! The queue of tickets: whose turn it is, and who waits for which agent.

use super::Stored;
use crate::secretary::ids::TicketId;
use crate::secretary::ticket::{Priority, Ticket};
use async_trait::async_trait;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

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

/// Tasks that wait for an agent, written with their ticket.
#[async_trait]
pub trait WaitRows {
    /// Tickets with a task that waits for this agent, in their turn, at most `limit`.
    async fn waiting_for(&mut self, agent: &str, limit: u32) -> Stored<Vec<TicketId>>;
    /// The agents that any task waits for.
    async fn wanted(&mut self) -> Stored<BTreeSet<String>>;
}
