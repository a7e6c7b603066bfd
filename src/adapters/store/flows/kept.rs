//! The tables that flows keep for a workspace. What a query finds is compared in code, alike on every database.

use crate::adapters::store::database::statement::query;
use crate::adapters::store::database::tx::DbTx;
use crate::adapters::store::database::value::{count, json, micros, moment, parse};
use crate::ports::store::{FlowTableCare, FlowTableRows, Stored};
use crate::secretary::flow::tables::{
    FlowRow, FlowTable, Order, Query, Row, RowFault, Written, check_room, check_row, is_there,
};
use crate::secretary::ids::{PersonId, WorkspaceId};
use async_trait::async_trait;

/// Rows read at once.
const PAGE: u32 = 200;

const INSERT: &str = "INSERT INTO flow_rows (workspace, name, key, seq, person, created_at, changed_at, body) \
     VALUES ($1, $2, $3, $4, $5, $6, $6, $7) ON CONFLICT DO NOTHING";

const LAST: &str = "SELECT seq FROM flow_rows WHERE workspace = $1 AND name = $2 ORDER BY seq DESC LIMIT 1";

const COUNTED: &str = "SELECT COUNT(*) FROM flow_rows WHERE workspace = $1 AND name = $2";
const TABLES: &str = "SELECT name, COUNT(*) FROM flow_rows WHERE workspace = $1 GROUP BY name ORDER BY name";

/// A row as it is read: its table, key and place, whose it is, its times and its fields.
type Read = (String, String, i64, String, i64, i64, String);

pub(crate) const ROWS: &str = "SELECT name, key, seq, person, created_at, changed_at, body FROM flow_rows \
     WHERE workspace = $1 AND name = $2 AND seq > $3 ORDER BY seq LIMIT $4";

pub(crate) const NEWEST: &str = "SELECT name, key, seq, person, created_at, changed_at, body FROM flow_rows \
     WHERE workspace = $1 AND name = $2 AND seq < $3 ORDER BY seq DESC LIMIT $4";

const ONE: &str = "SELECT name, key, seq, person, created_at, changed_at, body FROM flow_rows \
     WHERE workspace = $1 AND name = $2 AND key = $3";

fn decode((table, key, seq, person, created_at, changed_at, body): Read) -> Stored<FlowRow> {
    let place = format!("{table}, {seq}");
    Ok(FlowRow {
        row: parse(&body, "a row of", &place)?,
        person: PersonId::new(person),
        created_at: moment(created_at, &place)?,
        changed_at: moment(changed_at, &place)?,
        table,
        key,
    })
}

#[async_trait]
impl FlowTableRows for DbTx {
    async fn insert_flow_row(&mut self, written: Written<'_>) -> Stored<Result<String, RowFault>> {
        let Written { workspace, table, key, row, person, at } = written;
        let room = self.room_for_row(workspace, table).await?;
        if let Err(fault) = check_row(table, key, row).and(room) {
            return Ok(Err(fault));
        }
        let last: Option<i64> = self.value(query(LAST).bind(workspace.as_str()).bind(table)).await?;
        let (mut next, body) = (last.unwrap_or(0), json(row)?);
        loop {
            next = next.saturating_add(1);
            let given = key.map_or_else(|| next.to_string(), str::to_owned);
            if self.has_flow_row(workspace, table, &given).await? {
                if key.is_some() {
                    return Ok(Err(RowFault::Taken(table.to_owned(), given)));
                }
                continue;
            }
            let insert = query(INSERT).bind(workspace.as_str()).bind(table).bind(&given).bind(next);
            if self.run(insert.bind(person.as_str()).bind(micros(at)).bind(&body)).await? > 0 {
                return Ok(Ok(given));
            }
        }
    }

    async fn update_flow_row(&mut self, written: Written<'_>) -> Stored<Result<bool, RowFault>> {
        let Written { workspace, table, row, at, .. } = written;
        let key = written.key.unwrap_or_default();
        let Some(FlowRow { row: mut fields, .. }) = self.flow_row(workspace, table, key).await? else {
            return Ok(check_row(table, Some(key), row).map(|()| false));
        };
        fields.extend(row.clone());
        if let Err(fault) = check_row(table, Some(key), &fields) {
            return Ok(Err(fault));
        }
        let sql = "UPDATE flow_rows SET body = $4, changed_at = $5 WHERE workspace = $1 AND name = $2 AND key = $3";
        let row = query(sql).bind(workspace.as_str()).bind(table).bind(key).bind(json(&fields)?).bind(micros(at));
        Ok(Ok(self.run(row).await? > 0))
    }

    async fn delete_flow_rows(&mut self, workspace: &WorkspaceId, table: &str, only: &Row) -> Stored<u64> {
        let found = self.flow_rows(workspace, table, &Query::first(only, u32::MAX)).await?;
        let mut deleted = 0;
        for FlowRow { key, .. } in found {
            let sql = "DELETE FROM flow_rows WHERE workspace = $1 AND name = $2 AND key = $3";
            deleted += self.run(query(sql).bind(workspace.as_str()).bind(table).bind(&key)).await?;
        }
        Ok(deleted)
    }

    async fn flow_rows(&mut self, workspace: &WorkspaceId, table: &str, wanted: &Query) -> Stored<Vec<FlowRow>> {
        let (limit, mut skip) = (u64::from(wanted.limit), wanted.skip);
        if let Some(key) = wanted.key() {
            let row = self.flow_row(workspace, table, key).await?;
            let row = row.filter(|row| skip == 0 && limit > 0 && row.matches(&wanted.only));
            return Ok(row.into_iter().collect());
        }
        let (sql, mut place) = match wanted.order {
            Order::Oldest => (ROWS, 0),
            Order::Newest => (NEWEST, i64::MAX),
        };
        let mut found = Vec::new();
        loop {
            let page = query(sql).bind(workspace.as_str()).bind(table).bind(place).bind(i64::from(PAGE));
            let page: Vec<Read> = self.all(page).await?;
            let Some(last) = page.last().map(|row| row.2) else { return Ok(found) };
            place = last;
            for read in page {
                if found.len() as u64 >= limit {
                    return Ok(found);
                }
                let row = decode(read)?;
                if !row.matches(&wanted.only) {
                    continue;
                }
                if skip > 0 {
                    skip -= 1;
                } else {
                    found.push(row);
                }
            }
        }
    }
}

#[async_trait]
impl FlowTableCare for DbTx {
    async fn flow_tables(&mut self, workspace: &WorkspaceId) -> Stored<Vec<FlowTable>> {
        let tables: Vec<(String, i64)> = self.all(query(TABLES).bind(workspace.as_str())).await?;
        let there = tables.into_iter().filter(|(name, _)| is_there(name));
        there.map(|(name, rows)| Ok(FlowTable { rows: count(rows, &name)?, name })).collect()
    }

    async fn rename_flow_table(&mut self, workspace: &WorkspaceId, from: &str, to: &str) -> Stored<u64> {
        let there: Option<i64> = self.value(query(LAST).bind(workspace.as_str()).bind(to)).await?;
        if there.is_some() {
            return Ok(0);
        }
        let sql = "UPDATE flow_rows SET name = $3 WHERE workspace = $1 AND name = $2";
        self.run(query(sql).bind(workspace.as_str()).bind(from).bind(to)).await
    }

    async fn flow_rows_of(&mut self, workspace: &WorkspaceId, person: &PersonId) -> Stored<Vec<FlowRow>> {
        let sql = "SELECT name, key, seq, person, created_at, changed_at, body FROM flow_rows \
                   WHERE person = $2 AND workspace = $1 ORDER BY name, seq";
        let rows: Vec<Read> = self.all(query(sql).bind(workspace.as_str()).bind(person.as_str())).await?;
        rows.into_iter().map(decode).collect()
    }
}

impl DbTx {
    async fn room_for_row(&mut self, workspace: &WorkspaceId, table: &str) -> Stored<Result<(), RowFault>> {
        let rows: Option<i64> = self.value(query(COUNTED).bind(workspace.as_str()).bind(table)).await?;
        let (rows, mut tables) = (count(rows.unwrap_or(0), table)?, 0);
        if rows == 0 {
            tables = self.flow_tables(workspace).await?.len();
        }
        Ok(check_room(table, rows, tables))
    }

    async fn flow_row(&mut self, workspace: &WorkspaceId, table: &str, key: &str) -> Stored<Option<FlowRow>> {
        let one = query(ONE).bind(workspace.as_str()).bind(table).bind(key);
        self.one(one).await?.map(decode).transpose()
    }

    async fn has_flow_row(&mut self, workspace: &WorkspaceId, table: &str, key: &str) -> Stored<bool> {
        let sql = "SELECT key FROM flow_rows WHERE workspace = $1 AND name = $2 AND key = $3";
        self.is_there(query(sql).bind(workspace.as_str()).bind(table).bind(key)).await
    }
}
