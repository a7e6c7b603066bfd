//! One transaction on one connection of either database. No table is named here.

use super::fault::{ends_transaction, refused};
use super::pool::{Connection, Pool};
use super::processes::{Member, write};
use super::statement::{Statement, query};
use super::value::json;
use crate::ports::store::{StoreError, Stored, Tx};
use crate::secretary::ids::RunId;
use async_trait::async_trait;
use sqlx::postgres::PgRow;
use sqlx::sqlite::SqliteRow;
use sqlx::{Error, FromRow};
use std::collections::BTreeSet;
use std::sync::Arc;

/// A transaction. The pool rolls back whatever is left open when a connection returns to it; sqlx's own `Transaction` is
/// not used, because it miscounts after SQLite has rolled back by itself (a full disk) and then refuses every later
/// transaction.
#[derive(Debug)]
pub struct DbTx {
    conn: Connection,
    kind: Kind,
    state: State,
    member: Arc<Member>,
    touched: BTreeSet<Touched>,
}

/// What a transaction changed that somebody waits for.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Touched {
    Inbox,
    Outbox,
    Fates,
    WebLog,
    Stop(RunId),
    /// At this place, as JSON.
    Typing(String),
}

/// What a transaction is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Reads, and sees one moment.
    Reading,
    /// Writes, while nobody else does.
    Writing,
    /// Writes beside others what no decision rests on.
    Beside,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Open,
    /// PostgreSQL takes nothing more until it is undone to a savepoint, and would answer a commit with a roll-back that
    /// looks like success.
    Failed,
    /// The database may have ended it by itself: anything more would be written outside of it.
    Over,
}

/// A row's shape: a tuple of columns.
pub(super) trait Shape: Send + Unpin + for<'r> FromRow<'r, SqliteRow> + for<'r> FromRow<'r, PgRow> {}
impl<T: Send + Unpin + for<'r> FromRow<'r, SqliteRow> + for<'r> FromRow<'r, PgRow>> Shape for T {}

impl DbTx {
    pub(super) async fn begin(pool: &Pool, kind: Kind, member: &Arc<Member>) -> Stored<Self> {
        let conn = pool.begin(kind, member.name()).await?;
        Ok(Self { conn, kind, state: State::Open, member: member.clone(), touched: BTreeSet::new() })
    }

    /// Notes what other processes are to hear of once it is durable.
    pub(super) fn touch(&mut self, touched: Touched) {
        self.touched.insert(touched);
    }

    /// The name of this process, if there may be others.
    pub(super) fn process(&self) -> Option<&str> {
        self.member.name()
    }

    /// Makes it durable.
    pub(super) async fn finish(mut self) -> Stored<()> {
        self.ready(false)?;
        let touched = std::mem::take(&mut self.touched);
        if let Some(channel) = self.member.channel().filter(|_| !touched.is_empty()) {
            let words: Vec<String> = touched.iter().map(write).collect();
            let sql = "SELECT pg_notify($1, w.value) FROM json_array_elements_text(CAST($2 AS json)) AS w(value)";
            self.perform(query(sql).bind(channel).bind(json(&words)?)).await?;
        }
        self.perform(query("COMMIT")).await.map(|_| ())
    }

    /// Changes rows and tells how many.
    pub(super) async fn run(&mut self, statement: Statement) -> Stored<u64> {
        self.ready(true)?;
        self.perform(statement).await
    }

    async fn perform(&mut self, statement: Statement) -> Stored<u64> {
        let done = match &mut self.conn {
            Connection::Sqlite(conn) => statement.sqlite().execute(&mut **conn).await.map(|done| done.rows_affected()),
            Connection::Postgres(conn) => {
                statement.postgres().execute(&mut **conn).await.map(|done| done.rows_affected())
            }
        };
        self.settle(done)
    }

    /// Reads all rows.
    pub(super) async fn all<O: Shape>(&mut self, statement: Statement) -> Stored<Vec<O>> {
        self.ready(false)?;
        let rows = match &mut self.conn {
            Connection::Sqlite(conn) => statement.sqlite_as().fetch_all(&mut **conn).await,
            Connection::Postgres(conn) => statement.postgres_as().fetch_all(&mut **conn).await,
        };
        self.settle(rows)
    }

    /// Reads one row.
    pub(super) async fn one<O: Shape>(&mut self, statement: Statement) -> Stored<Option<O>> {
        self.ready(false)?;
        let row = match &mut self.conn {
            Connection::Sqlite(conn) => statement.sqlite_as().fetch_optional(&mut **conn).await,
            Connection::Postgres(conn) => statement.postgres_as().fetch_optional(&mut **conn).await,
        };
        self.settle(row)
    }

    /// Changes rows and reads them.
    pub(super) async fn changed<O: Shape>(&mut self, statement: Statement) -> Stored<Vec<O>> {
        self.ready(true)?;
        self.all(statement).await
    }

    /// Whether it may write.
    pub(super) fn writes(&self) -> bool {
        self.kind != Kind::Reading
    }

    fn ready(&self, to_write: bool) -> Stored<()> {
        if self.state != State::Open {
            return Err(StoreError::Later("the transaction has failed before".to_owned()));
        }
        if to_write && !self.writes() {
            return Err(StoreError::Later("a reading transaction does not write".to_owned()));
        }
        Ok(())
    }

    fn settle<T>(&mut self, result: Result<T, Error>) -> Stored<T> {
        result.map_err(|error| {
            let lost = ends_transaction(&error);
            self.state = match (&self.conn, lost) {
                (Connection::Sqlite(_), false) => self.state,
                (Connection::Postgres(_), false) if self.state == State::Open => State::Failed,
                (Connection::Sqlite(_) | Connection::Postgres(_), _) => State::Over,
            };
            refused(&error)
        })
    }
}

#[async_trait]
impl Tx for DbTx {
    async fn commit(self: Box<Self>) -> Stored<()> {
        self.finish().await
    }

    async fn savepoint(&mut self) -> Stored<()> {
        self.run(query("SAVEPOINT s")).await.map(|_| ())
    }

    async fn release(&mut self) -> Stored<()> {
        self.run(query("RELEASE SAVEPOINT s")).await.map(|_| ())
    }

    async fn undo(&mut self) -> Stored<()> {
        if self.state == State::Failed {
            // One more failure here, as without a savepoint, ends it for good.
            self.perform(query("ROLLBACK TO SAVEPOINT s")).await?;
            self.state = State::Open;
        } else {
            self.run(query("ROLLBACK TO SAVEPOINT s")).await?;
        }
        self.release().await
    }
}
