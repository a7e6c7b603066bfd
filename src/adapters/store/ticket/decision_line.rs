//! The line of decisions: those that are asked and those that wait, written with their tickets.

use crate::adapters::store::database::statement::query;
use crate::adapters::store::database::tx::DbTx;
use crate::adapters::store::database::value::micros;
use crate::ports::store::{Stored, TurnRows};
use crate::secretary::decision::line;
use crate::secretary::decision::line::{Place, Turns};
use crate::secretary::ids::{DecisionId, PersonId, TicketId, WorkspaceId};
use crate::secretary::ticket::Ticket;
use async_trait::async_trait;
use std::collections::BTreeMap;

pub(in crate::adapters::store) const NEXT: &str = "SELECT ticket, decision FROM prompt_turns \
     WHERE workspace = $1 AND person = $2 AND open = 0 ORDER BY due, asked_at, ticket, decision LIMIT $3";

impl DbTx {
    /// Writes the places that the decisions of a ticket take.
    pub(in crate::adapters::store) async fn write_turns(
        &mut self,
        ticket: &Ticket,
        before: Option<&Ticket>,
    ) -> Stored<()> {
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
}

#[async_trait]
impl TurnRows for DbTx {
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
}
