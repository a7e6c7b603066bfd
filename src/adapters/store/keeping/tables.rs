//! The tables in the order in which they can be filled, and their columns as each database tells them.

use super::super::database::pool::Connection;
use sqlx::Error;
use std::collections::BTreeSet;

/// A table.
#[derive(Debug)]
pub(super) struct Table {
    pub(super) name: &'static str,
    /// The columns of its key, separated by commas.
    pub(super) key: &'static str,
    /// The column that counts by itself. SQLite has the one called `rowid` without being told.
    pub(super) counter: Option<&'static str>,
}

/// A column and what it holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Column {
    pub(super) name: String,
    pub(super) kind: Kind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Number,
    Text,
    Bytes,
}

const fn table(name: &'static str, key: &'static str) -> Table {
    Table { name, key, counter: None }
}

const fn counting(name: &'static str, key: &'static str, counter: &'static str) -> Table {
    Table { name, key, counter: Some(counter) }
}

/// Every table whose rows are the secretary's memory. People stand before the accounts that point to them.
pub(super) const TABLES: [Table; 41] = [
    counting("inbox", "seq", "seq"),
    table("guesses", "platform, account"),
    table("strangers", "platform, account"),
    counting("outbox", "seq", "seq"),
    table("tickets", "id"),
    table("events", "ticket, version"),
    table("task_loads", "ticket, task"),
    table("task_waits", "ticket, task, agent"),
    table("prompt_turns", "ticket, decision, person"),
    table("counters", "workspace, name"),
    table("people", "id"),
    table("accounts", "platform, account, workspace"),
    table("rooms", "id"),
    table("settings", "workspace"),
    table("codes", "workspace, position"),
    table("schedules", "id"),
    table("posts", "slot, room, part"),
    table("copies", "platform, bot, chat, message"),
    counting("prompts", "rowid", "rowid"),
    table("expects", "room, person"),
    table("steps", "run, seq"),
    table("notes", "workspace, owner, key"),
    table("note_appends", "workspace, key"),
    table("note_changes", "id"),
    counting("views", "rowid", "rowid"),
    table("conversation", "room"),
    table("received_files", "home, name, workspace, ticket"),
    table("flows", "id"),
    table("flow_runs", "id"),
    table("flow_steps", "run, seq"),
    table("flow_rows", "workspace, name, key"),
    table("flow_triggers", "id"),
    table("marks", "name"),
    counting("web_log", "id", "id"),
    table("sessions", "key"),
    table("agent_records", "workspace, agent"),
    table("spending", "workspace, period, who"),
    table("holds", "id"),
    table("audit", "seq"),
    table("audit_head", "name"),
    table(FILES, "home, path"),
];

/// The table of the files of tickets.
pub(super) const FILES: &str = "files";

/// The table of what was run to make a database.
pub(super) const RUN: &str = "_sqlx_migrations";

/// Tables that belong to one database alone: what was run to make it, and who lives on it at the moment.
pub(super) const LEFT: [&str; 2] = [RUN, "leases"];

/// The columns of a table, by name.
pub(super) async fn columns(conn: &mut Connection, table: &Table) -> Result<Vec<Column>, Error> {
    let rows: Vec<(String, String)> = match conn {
        Connection::Sqlite(conn) => {
            let sql = "SELECT name, type FROM pragma_table_info($1) ORDER BY cid";
            sqlx::query_as(sql).bind(table.name).fetch_all(&mut **conn).await?
        }
        Connection::Postgres(conn) => {
            let sql = "SELECT column_name::text, data_type::text FROM information_schema.columns \
                       WHERE table_schema = current_schema() AND table_name = $1";
            sqlx::query_as(sql).bind(table.name).fetch_all(&mut **conn).await?
        }
    };
    let kind = |name: &str| match name.to_ascii_lowercase().as_str() {
        "integer" | "bigint" => Kind::Number,
        "blob" | "bytea" => Kind::Bytes,
        _ => Kind::Text,
    };
    let mut columns: Vec<Column> = rows.into_iter().map(|(name, of)| Column { kind: kind(&of), name }).collect();
    if let Some(counter) = table.counter
        && columns.iter().all(|column| column.name != counter)
    {
        columns.push(Column { name: counter.to_owned(), kind: Kind::Number });
    }
    columns.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(columns)
}

/// The names of all tables and views there are, but for those an extension of the server has brought along.
pub(super) async fn all(conn: &mut Connection) -> Result<BTreeSet<String>, Error> {
    let rows: Vec<String> = match conn {
        Connection::Sqlite(conn) => {
            let sql = "SELECT name FROM sqlite_master WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite%'";
            sqlx::query_scalar(sql).fetch_all(&mut **conn).await?
        }
        Connection::Postgres(conn) => {
            let sql = "SELECT c.relname::text FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace \
                       WHERE n.nspname = current_schema() AND c.relkind IN ('r', 'p', 'v', 'm', 'f') \
                       AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.classid = 'pg_class'::regclass \
                       AND d.objid = c.oid AND d.deptype = 'e')";
            sqlx::query_scalar(sql).fetch_all(&mut **conn).await?
        }
    };
    Ok(rows.into_iter().collect())
}

#[cfg(test)]
mod tests {
    use super::super::copy::reading;
    use crate::adapters::store::keeping::tables::*;
    use crate::adapters::store::keeping::tests::{Place, targets};

    #[tokio::test]
    async fn no_table_of_the_migrations_is_forgotten() {
        let named: BTreeSet<String> = TABLES.iter().map(|table| table.name).chain(LEFT).map(str::to_owned).collect();
        assert_eq!(named.len(), TABLES.len() + LEFT.len(), "a table stands here twice");
        for store in targets(&Place::new(), "t.db").await {
            let mut conn = reading(&store.writer).await.unwrap();
            assert_eq!(all(&mut conn).await.unwrap(), named, "{store:?}");
        }
    }

    #[tokio::test]
    async fn both_databases_tell_the_same_columns() {
        let mut told = Vec::new();
        for store in targets(&Place::new(), "t.db").await {
            let mut conn = reading(&store.writer).await.unwrap();
            let mut of_store = Vec::new();
            for table in &TABLES {
                let columns = columns(&mut conn, table).await.unwrap();
                for key in table.key.split(", ").chain(table.counter) {
                    assert!(columns.iter().any(|column| column.name == key), "{}: {key}", table.name);
                }
                of_store.push(columns);
            }
            told.push(of_store);
        }
        assert!(told.iter().all(|of_store| *of_store == told[0]), "{told:#?}");
    }
}
