//! Copies every row of one database into another in one transaction, page by page. Each table is read back and
//! compared by a hash of every column before the commit.

use super::super::database::pool::{Connection, Held, Pool, on_either};
use super::super::database::statement::{Value, without_nul};
use super::super::database::tx::Kind as Doing;
use super::tables::{Column, FILES, Kind, TABLES, Table, columns};
use super::{KeepingError, TicketFiles, read, written};
use futures_util::{Stream, TryStreamExt};
use sha2::{Digest, Sha256};
use sqlx::{AssertSqlSafe, ColumnIndex, Decode, Error, Row, Type};
use std::collections::BTreeSet;
use std::fmt::Write as _;

/// The most rows written by one statement.
const PAGE: usize = 200;
/// The most bytes held in the memory for one statement, but for a single row.
const PAGE_BYTES: usize = 4 * 1024 * 1024;
/// The most values of one statement; SQLite takes 32,766 (sqlite.org/limits.html).
const MOST_VALUES: usize = 30_000;

/// What became of one table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Copied {
    /// Its name.
    pub table: &'static str,
    /// Rows copied and compared.
    pub rows: u64,
}

/// Rows counted, and the sum of the hashes of each, so that their order does not matter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Tally {
    rows: u64,
    sum: [u64; 4],
}

impl Tally {
    fn add(&mut self, row: &[Value]) {
        let mut hash = Sha256::new();
        for value in row {
            match value {
                Value::Number(None) | Value::Text(None) => hash.update([0]),
                Value::Number(Some(number)) => {
                    hash.update([1]);
                    hash.update(number.to_le_bytes());
                }
                Value::Text(Some(text)) => part(&mut hash, 2, text.as_bytes()),
                Value::Bytes(bytes) => part(&mut hash, 3, bytes),
            }
        }
        self.rows += 1;
        for (sum, chunk) in self.sum.iter_mut().zip(hash.finalize().chunks_exact(8)) {
            *sum = sum.wrapping_add(chunk.iter().fold(0, |number, byte| number << 8 | u64::from(*byte)));
        }
    }
}

fn part(hash: &mut Sha256, kind: u8, bytes: &[u8]) {
    hash.update([kind]);
    hash.update((bytes.len() as u64).to_le_bytes());
    hash.update(bytes);
}

/// Begins to read, for long.
pub(super) async fn reading(pool: &Pool) -> Result<Held, KeepingError> {
    let mut conn = pool.begin(Doing::Reading, None).await.map_err(|error| KeepingError::Read(error.reason()))?;
    for_long(&mut conn).await.map_err(read)?;
    Ok(conn)
}

/// Begins to write, for long.
pub(super) async fn writing(pool: &Pool) -> Result<Held, KeepingError> {
    let mut conn = pool.begin(Doing::Writing, None).await.map_err(|error| KeepingError::Write(error.reason()))?;
    for_long(&mut conn).await.map_err(written)?;
    Ok(conn)
}

/// A server ends sessions that stand still in a transaction, which these may while the other side is at work.
async fn for_long(conn: &mut Connection) -> Result<(), Error> {
    if let Connection::Postgres(conn) = conn {
        sqlx::raw_sql("SET LOCAL idle_in_transaction_session_timeout = 0").execute(&mut **conn).await?;
    }
    Ok(())
}

pub(super) async fn commit(held: &mut Held) -> Result<(), Error> {
    run(held, "COMMIT".to_owned()).await?;
    held.ended();
    Ok(())
}

pub(super) async fn run(conn: &mut Connection, sql: String) -> Result<(), Error> {
    on_either!(conn, conn => sqlx::raw_sql(AssertSqlSafe(sql)).execute(&mut **conn).await.map(|_| ()))
}

pub(super) async fn number(conn: &mut Connection, sql: String) -> Result<i64, Error> {
    on_either!(conn, conn => sqlx::query_scalar(AssertSqlSafe(sql)).fetch_one(&mut **conn).await)
}

/// Copies all tables and the given files of tickets. Nothing counts before the caller commits `to`.
pub(super) async fn copy(
    from: &mut Connection,
    to: &mut Connection,
    files: TicketFiles<'_>,
) -> Result<Vec<Copied>, KeepingError> {
    let mut plans = Vec::new();
    for table in &TABLES {
        let theirs = columns(from, table).await.map_err(read)?;
        if columns(to, table).await.map_err(written)? != theirs || theirs.is_empty() {
            return Err(KeepingError::Different(table.name));
        }
        if has_rows(to, table).await.map_err(written)? {
            return Err(KeepingError::NotEmpty(table.name));
        }
        plans.push((table, theirs));
    }
    let mut copied = Vec::new();
    for (table, columns) in &plans {
        let mut tally = copy_table(from, to, table, columns).await?;
        if table.name == FILES {
            add_files(to, &mut *files, table, columns, &mut tally).await?;
        }
        if let Some(counter) = table.counter {
            let highest = highest(from, table, counter).await.map_err(read)?;
            restart(to, table, counter, highest).await.map_err(written)?;
        }
        copied.push((table, columns, tally));
    }
    for (table, columns, tally) in &copied {
        let there = tally_of(to, table, columns).await?;
        if there != *tally {
            return Err(KeepingError::Unlike { table: table.name, read: tally.rows, written: there.rows });
        }
    }
    Ok(copied.into_iter().map(|(table, _, tally)| Copied { table: table.name, rows: tally.rows }).collect())
}

pub(super) async fn has_rows(conn: &mut Connection, table: &Table) -> Result<bool, Error> {
    let sql = format!("SELECT CAST(COUNT(*) AS BIGINT) FROM (SELECT 1 FROM {} LIMIT 1) AS one", table.name);
    Ok(number(conn, sql).await? > 0)
}

/// Empties all tables.
pub(super) async fn empty(conn: &mut Connection) -> Result<(), Error> {
    for table in TABLES.iter().rev() {
        run(conn, format!("DELETE FROM {}", table.name)).await?;
    }
    Ok(())
}

fn names(columns: &[Column]) -> String {
    columns.iter().map(|column| column.name.as_str()).collect::<Vec<_>>().join(", ")
}

fn select(table: &Table, columns: &[Column]) -> AssertSqlSafe<String> {
    AssertSqlSafe(format!("SELECT {} FROM {} ORDER BY {}", names(columns), table.name, table.key))
}

fn values<R: Row>(row: &R, columns: &[Column]) -> Result<Vec<Value>, Error>
where
    usize: ColumnIndex<R>,
    i64: Type<R::Database> + for<'r> Decode<'r, R::Database>,
    String: Type<R::Database> + for<'r> Decode<'r, R::Database>,
    Vec<u8>: Type<R::Database> + for<'r> Decode<'r, R::Database>,
{
    let value = |(at, column): (usize, &Column)| {
        Ok(match column.kind {
            Kind::Number => Value::Number(row.try_get(at)?),
            Kind::Text => Value::Text(row.try_get(at)?),
            Kind::Bytes => Value::Bytes(row.try_get(at)?),
        })
    };
    columns.iter().enumerate().map(value).collect()
}

async fn copy_table(
    from: &mut Connection,
    to: &mut Connection,
    table: &Table,
    columns: &[Column],
) -> Result<Tally, KeepingError> {
    let sql = select(table, columns);
    on_either!(from, conn => {
        let rows = sqlx::query(sql).fetch(&mut **conn).and_then(async |row| values(&row, columns));
        fill(std::pin::pin!(rows), to, table, columns).await
    })
}

async fn fill(
    mut rows: impl Stream<Item = Result<Vec<Value>, Error>> + Unpin,
    to: &mut Connection,
    table: &Table,
    columns: &[Column],
) -> Result<Tally, KeepingError> {
    let most = PAGE.min(MOST_VALUES / columns.len());
    let mut tally = Tally::default();
    let (mut page, mut bytes) = (Vec::new(), 0);
    while let Some(row) = rows.try_next().await.map_err(read)? {
        let row = as_kept(row, to);
        tally.add(&row);
        bytes += row.iter().map(size).sum::<usize>();
        page.push(row);
        if page.len() >= most || bytes >= PAGE_BYTES {
            insert(to, table, columns, std::mem::take(&mut page)).await.map_err(written)?;
            bytes = 0;
        }
    }
    insert(to, table, columns, page).await.map_err(written)?;
    Ok(tally)
}

/// A row as the database it goes to can keep it.
fn as_kept(row: Vec<Value>, to: &Connection) -> Vec<Value> {
    match to {
        Connection::Sqlite(_) => row,
        Connection::Postgres(_) => row
            .into_iter()
            .map(|value| match value {
                Value::Text(text) => Value::Text(text.map(without_nul)),
                Value::Number(_) | Value::Bytes(_) => value,
            })
            .collect(),
    }
}

fn size(value: &Value) -> usize {
    match value {
        Value::Number(_) | Value::Text(None) => 8,
        Value::Text(Some(text)) => text.len(),
        Value::Bytes(bytes) => bytes.len(),
    }
}

macro_rules! with_values {
    ($query:expr, $page:expr) => {
        $page.into_iter().flatten().fold($query, |query, value| match value {
            Value::Number(number) => query.bind(number),
            Value::Text(text) => query.bind(text),
            Value::Bytes(bytes) => query.bind(bytes),
        })
    };
}

async fn insert(to: &mut Connection, table: &Table, columns: &[Column], page: Vec<Vec<Value>>) -> Result<(), Error> {
    if page.is_empty() {
        return Ok(());
    }
    let given =
        if matches!(to, Connection::Postgres(_)) && table.counter.is_some() { " OVERRIDING SYSTEM VALUE" } else { "" };
    let mut sql = format!("INSERT INTO {} ({}){given} VALUES ", table.name, names(columns));
    let mut next = 1;
    for row in 0..page.len() {
        sql.push_str(if row == 0 { "(" } else { ", (" });
        for at in 0..columns.len() {
            let _ = write!(sql, "{}${next}", if at == 0 { "" } else { ", " });
            next += 1;
        }
        sql.push(')');
    }
    on_either!(to, conn => with_values!(sqlx::query(AssertSqlSafe(sql)), page).execute(&mut **conn).await.map(|_| ()))
}

async fn tally_of(conn: &mut Connection, table: &Table, columns: &[Column]) -> Result<Tally, KeepingError> {
    let sql = select(table, columns);
    let mut tally = Tally::default();
    on_either!(conn, conn => {
        let mut rows = sqlx::query(sql).fetch(&mut **conn);
        while let Some(row) = rows.try_next().await.map_err(written)? {
            tally.add(&values(&row, columns).map_err(written)?);
        }
    });
    Ok(tally)
}

/// Adds files of tickets to the table of a copy, but for those that stand there already: they are newer than the folder.
pub(super) async fn add(to: &mut Connection, files: TicketFiles<'_>) -> Result<(), KeepingError> {
    let Some(table) = TABLES.iter().find(|table| table.name == FILES) else { return Ok(()) };
    let columns = columns(to, table).await.map_err(written)?;
    add_files(to, files, table, &columns, &mut Tally::default()).await
}

async fn add_files(
    to: &mut Connection,
    files: TicketFiles<'_>,
    table: &Table,
    columns: &[Column],
    tally: &mut Tally,
) -> Result<(), KeepingError> {
    let sql = "SELECT home, path FROM files";
    let kept: Result<Vec<_>, Error> = on_either!(to, conn => sqlx::query_as(sql).fetch_all(&mut **conn).await);
    let kept: BTreeSet<(String, String)> = kept.map_err(written)?.into_iter().collect();
    for file in files {
        let file = file.map_err(KeepingError::TicketFile)?;
        if kept.contains(&(file.home.clone(), file.path.clone())) {
            continue;
        }
        let value = |column: &Column| match column.name.as_str() {
            "home" => Value::from(&file.home),
            "path" => Value::from(&file.path),
            _ => Value::from(file.bytes.clone()),
        };
        let row = as_kept(columns.iter().map(value).collect(), to);
        tally.add(&row);
        insert(to, table, columns, vec![row]).await.map_err(written)?;
    }
    Ok(())
}

/// The highest number that was ever given.
async fn highest(from: &mut Connection, table: &Table, counter: &str) -> Result<i64, Error> {
    let name = table.name;
    let standing = number(from, format!("SELECT CAST(COALESCE(MAX({counter}), 0) AS BIGINT) FROM {name}")).await?;
    let given = match from {
        Connection::Sqlite(_) => {
            format!("SELECT COALESCE((SELECT MAX(seq) FROM sqlite_sequence WHERE name = '{name}'), 0)")
        }
        Connection::Postgres(_) => {
            format!(
                "SELECT COALESCE(pg_sequence_last_value(pg_get_serial_sequence('{name}', '{counter}')::regclass), 0)"
            )
        }
    };
    Ok(standing.max(number(from, given).await?))
}

/// Lets the counter of a table go on behind the highest number.
async fn restart(to: &mut Connection, table: &Table, counter: &str, highest: i64) -> Result<(), Error> {
    let name = table.name;
    match to {
        // SQLite counts on from the highest row by itself; what had higher numbers once is known only where it keeps a list.
        Connection::Sqlite(_) if counter != "rowid" => {
            run(to, format!("DELETE FROM sqlite_sequence WHERE name = '{name}'")).await?;
            run(to, format!("INSERT INTO sqlite_sequence (name, seq) VALUES ('{name}', {highest})")).await
        }
        Connection::Sqlite(_) => Ok(()),
        Connection::Postgres(_) => {
            run(to, format!("ALTER TABLE {name} ALTER COLUMN {counter} RESTART WITH {}", highest.saturating_add(1)))
                .await
        }
    }
}
