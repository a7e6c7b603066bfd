//! One transaction on one connection, and what SQLite's failures mean to the caller. No table is named here.

use crate::ports::store::{StoreError, Stored, Tx};
use async_trait::async_trait;
use sqlx::pool::PoolConnection;
use sqlx::query::{Query, QueryAs};
use sqlx::sqlite::{Sqlite, SqliteArguments, SqlitePool, SqliteRow};
use sqlx::{Error, FromRow};
use std::error::Error as _;

/// A transaction of an SQLite database. The pool rolls back whatever is left open when a connection returns
/// to it; sqlx's own `Transaction` is not used, because it miscounts after SQLite has rolled back by itself
/// (a full disk) and then refuses every later transaction.
#[derive(Debug)]
pub struct SqliteTx {
    conn: PoolConnection<Sqlite>,
    writes: bool,
    /// SQLite may have ended the transaction by itself: anything more would be written outside of it.
    over: bool,
}

/// A row's shape: a tuple of columns.
pub(super) trait Shape: Send + Unpin + for<'r> FromRow<'r, SqliteRow> {}
impl<T: Send + Unpin + for<'r> FromRow<'r, SqliteRow>> Shape for T {}

type Change<'q> = Query<'q, Sqlite, SqliteArguments>;
type Question<'q, O> = QueryAs<'q, Sqlite, O, SqliteArguments>;

impl SqliteTx {
    pub(super) async fn begin(pool: &SqlitePool, writes: bool) -> Stored<Self> {
        let conn = pool.acquire().await.map_err(|error| refused(&error))?;
        let mut tx = Self { conn, writes, over: false };
        let begin = if writes { "BEGIN IMMEDIATE" } else { "BEGIN" };
        let done = sqlx::query(begin).execute(&mut *tx.conn).await;
        tx.settle(done)?;
        Ok(tx)
    }

    /// Makes it durable.
    pub(super) async fn finish(mut self) -> Stored<()> {
        self.ready(false)?;
        let done = sqlx::query("COMMIT").execute(&mut *self.conn).await;
        self.settle(done).map(|_| ())
    }

    /// Changes rows and tells how many.
    pub(super) async fn run(&mut self, query: Change<'_>) -> Stored<u64> {
        self.ready(true)?;
        let done = query.execute(&mut *self.conn).await;
        Ok(self.settle(done)?.rows_affected())
    }

    /// Reads all rows.
    pub(super) async fn all<O: Shape>(&mut self, query: Question<'_, O>) -> Stored<Vec<O>> {
        self.ready(false)?;
        let rows = query.fetch_all(&mut *self.conn).await;
        self.settle(rows)
    }

    /// Reads one row.
    pub(super) async fn one<O: Shape>(&mut self, query: Question<'_, O>) -> Stored<Option<O>> {
        self.ready(false)?;
        let row = query.fetch_optional(&mut *self.conn).await;
        self.settle(row)
    }

    /// Changes rows and reads them.
    pub(super) async fn changed<O: Shape>(&mut self, query: Question<'_, O>) -> Stored<Vec<O>> {
        self.ready(true)?;
        self.all(query).await
    }

    /// Whether it may write.
    pub(super) fn writes(&self) -> bool {
        self.writes
    }

    fn ready(&self, to_write: bool) -> Stored<()> {
        if self.over {
            return Err(StoreError::Later("the transaction has failed before".to_owned()));
        }
        if to_write && !self.writes {
            return Err(StoreError::Later("a reading transaction does not write".to_owned()));
        }
        Ok(())
    }

    fn settle<T>(&mut self, result: Result<T, Error>) -> Stored<T> {
        result.map_err(|error| {
            self.over |= ends_transaction(&error);
            refused(&error)
        })
    }
}

#[async_trait]
impl Tx for SqliteTx {
    async fn commit(self: Box<Self>) -> Stored<()> {
        self.finish().await
    }

    async fn savepoint(&mut self) -> Stored<()> {
        self.run(sqlx::query("SAVEPOINT s")).await.map(|_| ())
    }

    async fn release(&mut self) -> Stored<()> {
        self.run(sqlx::query("RELEASE s")).await.map(|_| ())
    }

    async fn undo(&mut self) -> Stored<()> {
        self.run(sqlx::query("ROLLBACK TO s")).await?;
        self.run(sqlx::query("RELEASE s")).await.map(|_| ())
    }
}

/// SQLite's primary result code, if the error is SQLite's.
fn code(error: &Error) -> Option<i64> {
    let extended: i64 = error.as_database_error()?.code()?.parse().ok()?;
    Some(extended & 0xff)
}

/// Errors after which SQLite may have rolled back the whole transaction: BUSY, NOMEM, INTERRUPT, IOERR,
/// CORRUPT, FULL (sqlite.org/lang_transaction.html, section 3).
fn ends_transaction(error: &Error) -> bool {
    error.as_database_error().is_none() && !unreadable(error) || matches!(code(error), Some(5 | 7 | 9 | 10 | 11 | 13))
}

fn unreadable(error: &Error) -> bool {
    matches!(
        error,
        Error::ColumnDecode { .. } | Error::Decode(_) | Error::TypeNotFound { .. } | Error::ColumnNotFound(_)
    )
}

/// What the caller is told. SQLite's messages name tables and columns, never values.
pub(super) fn refused(error: &Error) -> StoreError {
    if unreadable(error) {
        return StoreError::Broken(error.to_string());
    }
    match code(error) {
        Some(5 | 6) => StoreError::Later("another program holds the database file".to_owned()),
        Some(8) => StoreError::Later("the database file cannot be written to".to_owned()),
        Some(10) => StoreError::Later("the disk reports an error".to_owned()),
        Some(11 | 26) => StoreError::Broken("the database file is damaged".to_owned()),
        Some(13) => StoreError::Later("the disk is full".to_owned()),
        Some(_) => StoreError::Later(error.as_database_error().map_or_else(String::new, |e| e.message().to_owned())),
        None => StoreError::Later(match error.source() {
            Some(source) => format!("{error}: {source}"),
            None => error.to_string(),
        }),
    }
}
