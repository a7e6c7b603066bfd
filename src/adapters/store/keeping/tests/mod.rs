//! Tests with rows in every table: copied, backed up, restored and damaged.

mod backups;
mod checking;
mod copying;
mod looking;

use super::copy::{commit, number, reading, run, writing};
use super::tables::{Kind, TABLES, columns};
use super::{KeepingError, Restored, Way};
use crate::adapters::store::Database;
use crate::adapters::store::database::pool::{Connection, Pool, on_either};
use crate::ports::files::TicketFile;
use sqlx::AssertSqlSafe;
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use tempfile::TempDir;

/// Rows of each table: more than a page.
const ROWS: i64 = 205;
/// Letters that trip naive code; the NUL is one that PostgreSQL does not keep.
const ODD: &str = "Ünïcødé \u{202e}עברית 👩‍👩‍👧 e\u{301} 'quoted\" \\ % _ \u{feff} ß İ $1";

pub(super) struct Place {
    folder: TempDir,
}

impl Place {
    pub(super) fn new() -> Self {
        Self { folder: TempDir::new().unwrap() }
    }

    fn file(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn url(&self, name: &str) -> String {
        format!("sqlite://{}", self.file(name).display())
    }

    /// The address of a database: on its server, or the file of this name.
    async fn address(&self, store: &Database, name: &str) -> String {
        let Pool::Postgres(pool) = &store.writer else { return self.url(name) };
        let mut conn = pool.acquire().await.unwrap();
        let sql = "SELECT current_schema()::text, current_setting('unix_socket_directories')";
        let (schema, socket): (String, String) = sqlx::query_as(sql).fetch_one(&mut *conn).await.unwrap();
        format!("postgres:///postgres?host={socket}&user=tester&options[search_path]={schema}")
    }

    /// Puts the backup of a file of this name where an address says.
    async fn restore(&self, backup: &str, url: &str, way: &Way) -> Result<Restored, KeepingError> {
        Database::restore(&self.file(backup), url, way, self.folder.path()).await
    }
}

async fn do_all(store: &Database, statements: &[&str]) {
    let mut conn = writing(&store.writer).await.unwrap();
    for sql in statements {
        run(&mut conn, (*sql).to_owned()).await.unwrap();
    }
    commit(&mut conn).await.unwrap();
}

/// Fills every column of every table there is. Text columns get `text` and a number.
async fn fill(store: &Database, text: &str) {
    let mut conn = writing(&store.writer).await.unwrap();
    for table in &TABLES {
        let columns = columns(&mut conn, table).await.unwrap();
        for n in 0..ROWS {
            let value = |(name, kind): (&str, Kind)| match (name, kind) {
                ("state", _) if table.name == "outbox" => "'sent'".to_owned(),
                ("state", _) => "'done'".to_owned(),
                ("kind", _) => "'group'".to_owned(),
                (name, Kind::Text) if name == "person" && table.name == "accounts" => format!("'person {n}'"),
                ("id", Kind::Text) if table.name == "people" => format!("'person {n}'"),
                ("why" | "slot" | "fate" | "actor", _)
                    if n % 2 == 0 && matches!(table.name, "inbox" | "outbox" | "events") =>
                {
                    "NULL".to_owned()
                }
                (_, Kind::Text) => format!("'{}{n}'", text.replace('\'', "''")),
                (_, Kind::Number) => (n + 7).to_string(),
                (_, Kind::Bytes) if store.is_shared() => format!("'\\x00ff{n:04x}'"),
                (_, Kind::Bytes) => format!("x'00ff{n:04x}'"),
            };
            let row: Vec<String> = columns.iter().map(|column| value((&column.name, column.kind))).collect();
            let names: Vec<&str> = columns.iter().map(|column| column.name.as_str()).collect();
            let own = store.is_shared() && table.counter.is_some();
            let own = if own { "OVERRIDING SYSTEM VALUE" } else { "" };
            let sql = format!("INSERT INTO {} ({}) {own} VALUES ({})", table.name, names.join(", "), row.join(", "));
            run(&mut conn, sql).await.unwrap_or_else(|error| panic!("{}: {error}", table.name));
        }
    }
    commit(&mut conn).await.unwrap();
}

/// A database at this address, with rows in every table.
async fn filled(url: &str, text: &str) -> Database {
    let store = Database::connect(url).await.unwrap();
    fill(&store, text).await;
    store
}

/// Every table as lines of text, by other statements than those that copy.
async fn lines(store: &Database) -> BTreeMap<&'static str, BTreeSet<String>> {
    let mut conn = reading(&store.readers).await.unwrap();
    let mut all = BTreeMap::new();
    for table in &TABLES {
        let columns = columns(&mut conn, table).await.unwrap();
        let cell = |name: &str, kind: Kind, lite: bool| match (kind, lite) {
            (Kind::Bytes, true) => format!("COALESCE('b' || lower(hex({name})), '-')"),
            (Kind::Bytes, false) => format!("COALESCE('b' || encode({name}, 'hex'), '-')"),
            (Kind::Number | Kind::Text, _) => format!("COALESCE('t' || CAST({name} AS TEXT), '-')"),
        };
        let lite = matches!(&*conn, Connection::Sqlite(_));
        let cells: Vec<String> = columns.iter().map(|column| cell(&column.name, column.kind, lite)).collect();
        let sql = AssertSqlSafe(format!("SELECT {} FROM {}", cells.join(" || '|' || "), table.name));
        let rows: Vec<String> =
            on_either!(&mut *conn, conn => sqlx::query_scalar(sql).fetch_all(&mut **conn).await.unwrap());
        all.insert(table.name, rows.into_iter().collect());
    }
    all
}

fn nothing() -> std::iter::Empty<std::io::Result<TicketFile>> {
    std::iter::empty()
}

fn file(home: &str, path: &str, bytes: &[u8]) -> TicketFile {
    TicketFile { home: home.to_owned(), path: path.to_owned(), bytes: bytes.to_vec() }
}

/// An empty database of every kind that can be filled.
pub(super) async fn targets(place: &Place, name: &str) -> Vec<Database> {
    let mut targets = vec![Database::connect(&place.url(name)).await.unwrap()];
    if let Some(server) = proof::postgres::server() {
        targets.push(Database::connect(&server.fresh().await).await.unwrap());
    }
    targets
}

async fn rows_in(store: &Database) -> i64 {
    let mut conn = reading(&store.readers).await.unwrap();
    let mut rows = 0;
    for table in &TABLES {
        rows += number(&mut conn, format!("SELECT CAST(COUNT(*) AS BIGINT) FROM {}", table.name)).await.unwrap();
    }
    rows
}

/// A file over the middle of which a disk wrote.
fn spoilt(whole: &[u8]) -> Vec<u8> {
    let mut spoilt = whole.to_vec();
    let middle = spoilt.len() / 2 / 4096 * 4096;
    spoilt[middle..middle + 4096].fill(0xa5);
    spoilt
}
