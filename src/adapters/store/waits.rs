//! Tasks that wait for an agent, by the agents who could do them.

use super::statement::query;
use super::tickets::rank;
use super::tx::DbTx;
use super::value::micros;
use crate::ports::store::{Stored, WaitRows};
use crate::secretary::ids::TicketId;
use crate::secretary::ticket::Ticket;
use async_trait::async_trait;

pub(super) const WAITING: &str = "SELECT DISTINCT priority, created_at, ticket FROM task_waits \
     WHERE agent = $1 ORDER BY priority, created_at, ticket LIMIT $2";

impl DbTx {
    /// Writes for whom the tasks of a ticket wait.
    pub(super) async fn write_waits(&mut self, ticket: &Ticket) -> Stored<()> {
        self.run(query("DELETE FROM task_waits WHERE ticket = $1").bind(ticket.id.as_str())).await?;
        for task in ticket.waiting_tasks() {
            for agent in &task.fitting {
                let sql = "INSERT INTO task_waits (agent, ticket, task, priority, created_at) VALUES ($1, $2, $3, $4, $5) \
                           ON CONFLICT (ticket, task, agent) DO NOTHING";
                let row = query(sql).bind(agent).bind(ticket.id.as_str()).bind(&task.key);
                self.run(row.bind(rank(ticket.priority)).bind(micros(ticket.created_at))).await?;
            }
        }
        Ok(())
    }
}

#[async_trait]
impl WaitRows for DbTx {
    async fn waiting_for(&mut self, agent: &str, limit: u32) -> Stored<Vec<TicketId>> {
        let rows: Vec<(i64, i64, String)> = self.all(query(WAITING).bind(agent).bind(i64::from(limit))).await?;
        Ok(rows.into_iter().map(|(_, _, ticket)| TicketId::new(ticket)).collect())
    }
}
