//! Rows of tickets. A save writes the ticket, its history and its working agents in the same transaction.

use crate::adapters::store::database::statement::query;
use crate::adapters::store::database::tx::DbTx;
use crate::adapters::store::database::value::{json, micros, parse};
use crate::ports::store::{StoreError, Stored, TicketFilter, TicketRows};
use crate::secretary::ids::{PersonId, TicketId, WorkspaceId};
use crate::secretary::ticket::event::Event;
use crate::secretary::ticket::{Priority, Task, TaskState, Ticket};
use async_trait::async_trait;

/// The place of a priority in the queue; the order of the database.
pub(super) fn rank(priority: Priority) -> i64 {
    match priority {
        Priority::Urgent => 0,
        Priority::High => 1,
        Priority::Medium => 2,
        Priority::Low => 3,
    }
}

pub(crate) fn decode((id, body): (String, String)) -> Stored<Ticket> {
    parse(&body, "ticket", id)
}

impl DbTx {
    /// Writes the row of a ticket, without a word in its history.
    pub(crate) async fn write_ticket(&mut self, ticket: &Ticket) -> Stored<()> {
        let sql = "INSERT INTO tickets (id, workspace, number, requester, room, direct, status, priority, created_at, \
                       updated_at, decided_at, folded, awaits, body) \
                   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14) \
                   ON CONFLICT (id) DO UPDATE SET workspace = excluded.workspace, number = excluded.number, \
                       requester = excluded.requester, room = excluded.room, direct = excluded.direct, \
                       status = excluded.status, priority = excluded.priority, created_at = excluded.created_at, \
                       updated_at = excluded.updated_at, decided_at = excluded.decided_at, folded = excluded.folded, \
                       awaits = excluded.awaits, body = excluded.body";
        let row = query(sql)
            .bind(ticket.id.as_str())
            .bind(ticket.workspace.as_str())
            .bind(ticket.number)
            .bind(ticket.requester.as_str())
            .bind(ticket.room.as_str())
            .bind(ticket.direct)
            .bind(ticket.status().name())
            .bind(rank(ticket.priority))
            .bind(micros(ticket.created_at))
            .bind(micros(ticket.updated_at))
            .bind(ticket.decided_at().map(micros))
            .bind(ticket.folded())
            .bind(!ticket.closed() && ticket.open_decisions().next().is_some())
            .bind(json(ticket)?);
        self.run(row).await.map(|_| ())
    }

    async fn write_event(&mut self, ticket: &Ticket, event: &Event, actor: Option<&PersonId>) -> Stored<()> {
        let version = i64::try_from(ticket.version)
            .map_err(|_| StoreError::Broken(format!("the version of ticket {}", ticket.id)))?;
        let sql = "INSERT INTO events (ticket, version, at, actor, body) VALUES ($1, $2, $3, $4, $5) \
                   ON CONFLICT (ticket, version) DO NOTHING";
        let row = query(sql)
            .bind(ticket.id.as_str())
            .bind(version)
            .bind(micros(ticket.updated_at))
            .bind(actor.map(PersonId::as_str))
            .bind(json(event)?);
        if self.run(row).await? == 1 {
            return Ok(());
        }
        Err(StoreError::Refused(format!(
            "ticket {} already has a version {version}: it was changed meanwhile",
            ticket.id
        )))
    }

    async fn write_loads(&mut self, ticket: &Ticket, before: Option<&Ticket>) -> Stored<()> {
        let loads = loads_of(ticket);
        if before.is_some_and(|before| loads_of(before) == loads) {
            return Ok(());
        }
        self.known().loads = None;
        self.run(query("DELETE FROM task_loads WHERE ticket = $1").bind(ticket.id.as_str())).await?;
        for (task, agent) in loads {
            let sql = "INSERT INTO task_loads (ticket, task, agent) VALUES ($1, $2, $3) \
                       ON CONFLICT (ticket, task) DO UPDATE SET agent = excluded.agent";
            self.run(query(sql).bind(ticket.id.as_str()).bind(task).bind(agent)).await?;
        }
        Ok(())
    }
}

/// The tasks of a ticket that agents are at, each with its agent.
fn loads_of(ticket: &Ticket) -> Vec<(&str, &str)> {
    let at_work = |task: &&Task| matches!(task.state, TaskState::Claimed | TaskState::InProgress);
    let open = ticket.tasks.iter().filter(|_| !ticket.closed());
    open.filter(at_work).filter_map(|task| Some((task.key.as_str(), task.agent.as_deref()?))).collect()
}

#[async_trait]
impl TicketRows for DbTx {
    async fn ticket(&mut self, id: &TicketId) -> Stored<Option<Ticket>> {
        let sql = "SELECT id, body FROM tickets WHERE id = $1";
        self.one(query(sql).bind(id.as_str())).await?.map(decode).transpose()
    }

    async fn ticket_numbered(&mut self, workspace: &WorkspaceId, number: i64) -> Stored<Option<Ticket>> {
        let sql = "SELECT id, body FROM tickets WHERE workspace = $1 AND number = $2";
        self.one(query(sql).bind(workspace.as_str()).bind(number)).await?.map(decode).transpose()
    }

    async fn save_ticket(
        &mut self,
        ticket: &Ticket,
        before: Option<&Ticket>,
        event: &Event,
        actor: Option<&PersonId>,
    ) -> Stored<()> {
        self.write_event(ticket, event, actor).await?;
        self.write_ticket(ticket).await?;
        self.write_loads(ticket, before).await?;
        self.write_turns(ticket, before).await?;
        self.write_waits(ticket, before).await
    }

    async fn tickets(&mut self, filter: &TicketFilter) -> Stored<Vec<Ticket>> {
        self.list_tickets(filter).await
    }
}
