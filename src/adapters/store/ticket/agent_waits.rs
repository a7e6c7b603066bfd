//! Tasks that wait for an agent, by the agents who could do them.

use super::tickets::rank;
use crate::adapters::store::database::statement::query;
use crate::adapters::store::database::tx::DbTx;
use crate::adapters::store::database::value::micros;
use crate::ports::store::{Stored, WaitRows};
use crate::secretary::ids::TicketId;
use crate::secretary::ticket::{Task, Ticket};
use async_trait::async_trait;
use std::collections::BTreeSet;

pub(in crate::adapters::store) const WAITING: &str = "SELECT DISTINCT priority, created_at, ticket FROM task_waits \
     WHERE agent = $1 ORDER BY priority, created_at, ticket LIMIT $2";

impl DbTx {
    /// Writes for whom the tasks of a ticket wait.
    pub(super) async fn write_waits(&mut self, ticket: &Ticket, before: Option<&Ticket>) -> Stored<()> {
        let waits = waits_of(ticket);
        if before.is_some_and(|before| waits_of(before) == waits) {
            return Ok(());
        }
        self.run(query("DELETE FROM task_waits WHERE ticket = $1").bind(ticket.id.as_str())).await?;
        for (task, agent, priority, created_at) in waits {
            let sql = "INSERT INTO task_waits (agent, ticket, task, priority, created_at) VALUES ($1, $2, $3, $4, $5) \
                       ON CONFLICT (ticket, task, agent) DO NOTHING";
            let row = query(sql).bind(agent).bind(ticket.id.as_str()).bind(task);
            self.run(row.bind(priority).bind(created_at)).await?;
        }
        Ok(())
    }
}

/// The waiting tasks of a ticket, each with an agent who could do it and its place in the queue.
fn waits_of(ticket: &Ticket) -> Vec<(&str, &str, i64, i64)> {
    let (priority, created_at) = (rank(ticket.priority), micros(ticket.created_at));
    let of_task = |task| {
        let task: &Task = task;
        task.fitting.iter().map(move |agent| (task.key.as_str(), agent.as_str(), priority, created_at))
    };
    ticket.waiting_tasks().flat_map(of_task).collect()
}

#[async_trait]
impl WaitRows for DbTx {
    async fn waiting_for(&mut self, agent: &str, limit: u32) -> Stored<Vec<TicketId>> {
        let rows: Vec<(i64, i64, String)> = self.all(query(WAITING).bind(agent).bind(i64::from(limit))).await?;
        Ok(rows.into_iter().map(|(_, _, ticket)| TicketId::new(ticket)).collect())
    }

    async fn wanted(&mut self) -> Stored<BTreeSet<String>> {
        let rows: Vec<(String,)> = self.all(query("SELECT DISTINCT agent FROM task_waits")).await?;
        Ok(rows.into_iter().map(|(agent,)| agent).collect())
    }
}
