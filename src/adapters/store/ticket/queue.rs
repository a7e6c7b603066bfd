//! The queue, written with its tickets: the line of decisions that are asked or wait, and the tasks that wait for an agent,
//! by the agents who could do them.

use super::tickets::rank;
use crate::adapters::store::database::statement::query;
use crate::adapters::store::database::tx::DbTx;
use crate::adapters::store::database::value::micros;
use crate::ports::store::{QueueRows, Stored};
use crate::secretary::ids::{DecisionId, PersonId, TicketId, WorkspaceId};
use crate::secretary::ticket::decisions::line::{self, Place, Turns};
use crate::secretary::ticket::{Task, Ticket};
use async_trait::async_trait;
use std::collections::{BTreeMap, BTreeSet};

pub(crate) const NEXT: &str = "SELECT ticket, decision FROM prompt_turns \
     WHERE workspace = $1 AND person = $2 AND open = 0 ORDER BY due, asked_at, ticket, decision LIMIT $3";

pub(crate) const WAITING: &str = "SELECT DISTINCT priority, created_at, ticket FROM task_waits \
     WHERE agent = $1 ORDER BY priority, created_at, ticket LIMIT $2";

impl DbTx {
    /// Writes the places that the decisions of a ticket take.
    pub(crate) async fn write_turns(&mut self, ticket: &Ticket, before: Option<&Ticket>) -> Stored<()> {
        let places = line::places(ticket);
        if before.is_some_and(|before| line::places(before) == places) {
            return Ok(());
        }
        self.run(query("DELETE FROM prompt_turns WHERE ticket = $1").bind(ticket.id.as_str())).await?;
        for Place { decision, person, open, due, asked_at } in places {
            let sql = "INSERT INTO prompt_turns (workspace, ticket, decision, person, open, due, asked_at) \
                       VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (ticket, decision, person) DO NOTHING";
            let row = query(sql).bind(ticket.workspace.as_str()).bind(ticket.id.as_str()).bind(decision.as_str());
            // What has no end comes behind everything that has one.
            let due = due.map_or(i64::MAX, micros);
            self.run(row.bind(person.as_str()).bind(open).bind(due).bind(micros(asked_at))).await?;
        }
        Ok(())
    }

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
impl QueueRows for DbTx {
    async fn turns(&mut self, workspace: &WorkspaceId, but: &TicketId) -> Stored<BTreeMap<PersonId, Turns>> {
        let sql = "SELECT person, COUNT(CASE WHEN open = 1 THEN 1 END), COUNT(*) FROM prompt_turns WHERE workspace = $1 AND ticket <> $2 \
                   GROUP BY person";
        let rows: Vec<(String, i64, i64)> = self.all(query(sql).bind(workspace.as_str()).bind(but.as_str())).await?;
        let size = |n: i64| usize::try_from(n).unwrap_or(0);
        let turns = |(person, open, all): (String, i64, i64)| {
            (PersonId::new(person), Turns { open: size(open), waiting: size(all - open) })
        };
        Ok(rows.into_iter().map(turns).collect())
    }

    async fn next_in_line(
        &mut self,
        workspace: &WorkspaceId,
        person: &PersonId,
        most: usize,
    ) -> Stored<Vec<(TicketId, DecisionId)>> {
        let most = i64::try_from(most).unwrap_or(i64::MAX);
        let row = query(NEXT).bind(workspace.as_str()).bind(person.as_str()).bind(most);
        let rows: Vec<(String, String)> = self.all(row).await?;
        Ok(rows.into_iter().map(|(ticket, key)| (TicketId::new(ticket), DecisionId::new(key))).collect())
    }

    async fn waiting_for(&mut self, agent: &str, limit: u32) -> Stored<Vec<TicketId>> {
        let rows: Vec<(i64, i64, String)> = self.all(query(WAITING).bind(agent).bind(i64::from(limit))).await?;
        Ok(rows.into_iter().map(|(_, _, ticket)| TicketId::new(ticket)).collect())
    }

    async fn wanted(&mut self) -> Stored<BTreeSet<String>> {
        let agents: Vec<String> = self.column(query("SELECT DISTINCT agent FROM task_waits")).await?;
        Ok(agents.into_iter().collect())
    }
}
