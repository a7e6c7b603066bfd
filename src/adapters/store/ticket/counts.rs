//! Counting tickets, and their history.

use super::ticket_list::{Eyes, texts};
use crate::adapters::store::database::statement::{Sql, query};
use crate::adapters::store::database::tx::DbTx;
use crate::adapters::store::database::value::{broken, count, moment, parse};
use crate::ports::store::{Stored, TicketCounts};
use crate::secretary::ids::{PersonId, TicketId, WorkspaceId};
use crate::secretary::permissions::visibility::Visibility;
use crate::secretary::ticket::Status;
use crate::secretary::ticket::event::Event;
use async_trait::async_trait;
use chrono::{DateTime, Utc};
use std::collections::BTreeMap;

pub(crate) const BY_STATUS: &str = "SELECT status, COUNT(*) FROM tickets WHERE workspace = $1 AND folded = 0 \
     AND ($2 = 0 OR direct = 0 OR requester = $3) GROUP BY status";
/// The same of some rooms, by the index of these.
macro_rules! by_status_here {
    ($db:ident) => {
        concat!(
            "SELECT t.status, COUNT(*) FROM ",
            texts!($db, "$2", "r"),
            " CROSS JOIN tickets AS t WHERE t.room = r.value AND t.workspace = $1 AND t.folded = 0 AND t.direct = 0 \
              GROUP BY t.status"
        )
    };
}
pub(crate) const BY_STATUS_HERE: Sql = Sql { sqlite: by_status_here!(sqlite), postgres: by_status_here!(postgres) };

#[async_trait]
impl TicketCounts for DbTx {
    async fn next_number(&mut self, workspace: &WorkspaceId) -> Stored<i64> {
        let sql = "INSERT INTO counters (workspace, name, value) VALUES ($1, 'ticket', 1) \
                   ON CONFLICT (workspace, name) DO UPDATE SET value = counters.value + 1 RETURNING value";
        let rows: Vec<(i64,)> = self.changed(query(sql).bind(workspace.as_str())).await?;
        rows.first().map(|(number,)| *number).ok_or_else(|| broken("the counter", workspace))
    }

    async fn by_status(&mut self, workspace: &WorkspaceId, visibility: &Visibility) -> Stored<BTreeMap<Status, u64>> {
        let Eyes { no_private, but_of, rooms } = Eyes::of(visibility)?;
        let counted = match &rooms {
            Some(rooms) => query(BY_STATUS_HERE).bind(workspace.as_str()).bind(rooms),
            None => query(BY_STATUS).bind(workspace.as_str()).bind(no_private).bind(but_of),
        };
        let rows: Vec<(String, i64)> = self.all(counted).await?;
        let named = |(name, tickets): (String, i64)| {
            let status = Status::of_name(&name).ok_or_else(|| broken("a status", workspace))?;
            Ok((status, count(tickets, workspace)?))
        };
        rows.into_iter().map(named).collect()
    }

    async fn loads(&mut self) -> Stored<BTreeMap<String, u32>> {
        if let Some(known) = &self.known().loads {
            return Ok(known.clone());
        }
        let sql = "SELECT agent, COUNT(*) FROM task_loads GROUP BY agent";
        let rows: Vec<(String, i64)> = self.all(query(sql)).await?;
        let load = |(agent, tasks)| Ok((agent, count(tasks, "the loads")?));
        let loads: BTreeMap<String, u32> = rows.into_iter().map(load).collect::<Stored<_>>()?;
        self.known().loads = Some(loads.clone());
        Ok(loads)
    }

    async fn history(&mut self, ticket: &TicketId) -> Stored<Vec<(u64, DateTime<Utc>, Option<PersonId>, Event)>> {
        let sql = "SELECT version, at, actor, body FROM events WHERE ticket = $1 ORDER BY version";
        let rows: Vec<(i64, i64, Option<String>, String)> = self.all(query(sql).bind(ticket.as_str())).await?;
        let line = |(version, at, actor, body): (i64, i64, Option<String>, String)| {
            let row = format!("{ticket} version {version}");
            let event = parse(&body, "an event of ticket", &row)?;
            Ok((count(version, &row)?, moment(at, &row)?, actor.map(PersonId::new), event))
        };
        rows.into_iter().map(line).collect()
    }
}
