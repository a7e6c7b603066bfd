//! Counting tickets, and their history.

use super::ticket_list::Eyes;
use super::tx::SqliteTx;
use super::value::{broken, count, moment, parse};
use crate::ports::store::{Stored, TicketCounts};
use crate::secretary::event::Event;
use crate::secretary::ids::{PersonId, TicketId, WorkspaceId};
use crate::secretary::sight::Sight;
use crate::secretary::ticket::Status;
use async_trait::async_trait;
use chrono::{DateTime, Utc};
use sqlx::query_as;
use std::collections::BTreeMap;

pub(super) const BY_STATUS: &str = "SELECT status, COUNT(*) FROM tickets WHERE workspace = $1 AND folded = 0 \
     AND ($2 = 0 OR direct = 0 OR requester = $3) GROUP BY status";
/// The same of some rooms, by the index of these.
pub(super) const BY_STATUS_HERE: &str = "SELECT t.status, COUNT(*) FROM json_each($2) AS r \
     CROSS JOIN tickets AS t ON t.room = r.value WHERE t.workspace = $1 AND t.folded = 0 AND t.direct = 0 \
     GROUP BY t.status";

#[async_trait]
impl TicketCounts for SqliteTx {
    async fn next_number(&mut self, workspace: &WorkspaceId) -> Stored<i64> {
        let sql = "INSERT INTO counters (workspace, name, value) VALUES ($1, 'ticket', 1) \
                   ON CONFLICT (workspace, name) DO UPDATE SET value = counters.value + 1 RETURNING value";
        let rows: Vec<(i64,)> = self.changed(query_as(sql).bind(workspace.as_str())).await?;
        rows.first().map(|(number,)| *number).ok_or_else(|| broken("the counter", workspace))
    }

    async fn by_status(&mut self, workspace: &WorkspaceId, sight: &Sight) -> Stored<BTreeMap<Status, u64>> {
        let Eyes { no_private, but_of, rooms } = Eyes::of(sight)?;
        let counted = match &rooms {
            Some(rooms) => query_as(BY_STATUS_HERE).bind(workspace.as_str()).bind(rooms),
            None => query_as(BY_STATUS).bind(workspace.as_str()).bind(no_private).bind(but_of),
        };
        let rows: Vec<(String, i64)> = self.all(counted).await?;
        let named = |(name, tickets): (String, i64)| {
            let status = Status::of_name(&name).ok_or_else(|| broken("a status", workspace))?;
            Ok((status, count(tickets, workspace)?))
        };
        rows.into_iter().map(named).collect()
    }

    async fn loads(&mut self) -> Stored<BTreeMap<String, u32>> {
        let sql = "SELECT agent, COUNT(*) FROM task_loads GROUP BY agent";
        let rows: Vec<(String, i64)> = self.all(query_as(sql)).await?;
        rows.into_iter().map(|(agent, tasks)| Ok((agent, count(tasks, "the loads")?))).collect()
    }

    async fn history(&mut self, ticket: &TicketId) -> Stored<Vec<(u64, DateTime<Utc>, Option<PersonId>, Event)>> {
        let sql = "SELECT version, at, actor, body FROM events WHERE ticket = $1 ORDER BY version";
        let rows: Vec<(i64, i64, Option<String>, String)> = self.all(query_as(sql).bind(ticket.as_str())).await?;
        let line = |(version, at, actor, body): (i64, i64, Option<String>, String)| {
            let row = format!("{ticket} version {version}");
            let event = parse(&body, "an event of ticket", &row)?;
            Ok((count(version, &row)?, moment(at, &row)?, actor.map(PersonId::new), event))
        };
        rows.into_iter().map(line).collect()
    }
}
