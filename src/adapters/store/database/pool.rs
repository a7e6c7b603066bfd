//! Connections of either database: how transactions begin, and how dropped ones end.

use super::fault::{connection_lost, refused};
use super::statement::Sql;
use super::tx::Kind;
use crate::ports::store::{StoreError, Stored};
use sqlx::pool::PoolConnection;
use sqlx::{AssertSqlSafe, Error, PgPool, Postgres, Sqlite, SqlitePool};
use std::io;
use std::ops::{Deref, DerefMut};
use std::time::Duration;
use tokio::runtime::Handle;

/// Connections to one database.
#[derive(Clone, Debug)]
pub(crate) enum Pool {
    Sqlite(SqlitePool),
    Postgres(PgPool),
}

/// One of them, in use.
#[derive(Debug)]
pub(crate) enum Connection {
    Sqlite(PoolConnection<Sqlite>),
    Postgres(PoolConnection<Postgres>),
}

/// The same on a connection of either database.
macro_rules! on_either {
    ($connection:expr, $conn:ident => $done:expr) => {
        match $connection {
            Connection::Sqlite($conn) => $done,
            Connection::Postgres($conn) => $done,
        }
    };
}
pub(crate) use on_either;

/// A connection with what was begun on it, which is rolled back before anybody else gets the connection, unless it has
/// ended. The pools' own hook for that does not know whether there is anything to roll back, and a server logs a warning
/// each time there is not.
#[derive(Debug)]
pub(crate) struct Held {
    connection: Option<Connection>,
    begun: bool,
}

/// Those who write wait for each other, also in other processes on the same database: what one decides rests on what it
/// has read, and the queues of the outbox have one head each. The lock is free when the transaction ends.
macro_rules! writers_lock {
    () => {
        "SELECT pg_advisory_xact_lock(hashtext('secretary'), hashtext(current_schema()))"
    };
}
/// The same for a transaction that began beside others; in a file every writer has it.
pub(crate) const WRITERS: Sql = Sql { sqlite: "SELECT 1", postgres: writers_lock!() };
const WRITING: &str = concat!("BEGIN; ", writers_lock!());
const BESIDE: &str = "BEGIN";
const READING: &str = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";

/// How long an answer of a server is waited for. Where its machine is gone or the way to it is cut, nobody says so, and the
/// connection would be waited for until the operating system gives it up, many minutes later.
const PATIENCE: Duration = Duration::from_secs(30);

/// What a server answers in time.
pub(crate) async fn answered<T>(asked: impl Future<Output = Result<T, Error>>) -> Result<T, Error> {
    let silent = || Error::Io(io::Error::new(io::ErrorKind::TimedOut, "the database server does not answer"));
    tokio::time::timeout(PATIENCE, asked).await.unwrap_or_else(|_| Err(silent()))
}

/// Whether a server did not answer in time.
pub(super) fn gave_no_answer(error: &Error) -> bool {
    matches!(error, Error::Io(error) if error.kind() == io::ErrorKind::TimedOut)
}

impl Pool {
    /// A connection with a transaction begun; a writing one for the process of this name, if there may be others, which
    /// nobody takes for dead until it ends.
    pub(crate) async fn begin(&self, kind: Kind, process: Option<&str>) -> Stored<Held> {
        match self {
            Self::Sqlite(pool) => begin_on_file(pool, kind).await,
            Self::Postgres(pool) => begin_on_server(pool, kind, process).await,
        }
    }

    /// How many dead connections may have to be put away until there is one that lives; none of a file, which does not hang up.
    pub(super) fn spares(&self) -> Option<u32> {
        match self {
            Self::Sqlite(_) => None,
            Self::Postgres(pool) => Some(pool.size()),
        }
    }

    pub(crate) async fn close(&self) {
        match self {
            Self::Sqlite(pool) => pool.close().await,
            Self::Postgres(pool) => pool.close().await,
        }
    }
}

async fn begin_on_file(pool: &SqlitePool, kind: Kind) -> Stored<Held> {
    let conn = pool.acquire().await.map_err(|error| refused(&error))?;
    let begin = match kind {
        Kind::Asking => return Ok(Held::new(Connection::Sqlite(conn), false)),
        Kind::Reading => "BEGIN",
        Kind::Writing | Kind::Beside => "BEGIN IMMEDIATE",
    };
    let mut held = Held::new(Connection::Sqlite(conn), true);
    if let Connection::Sqlite(conn) = &mut *held {
        sqlx::query(begin).execute(&mut **conn).await.map_err(|error| refused(&error))?;
    }
    Ok(held)
}

async fn begin_on_server(pool: &PgPool, kind: Kind, process: Option<&str>) -> Stored<Held> {
    let (begin, rows) = match kind {
        Kind::Asking => {
            let conn = pool.acquire().await.map_err(|error| refused(&error))?;
            return Ok(Held::new(Connection::Postgres(conn), false));
        }
        Kind::Reading => (READING, 0),
        Kind::Beside => (BESIDE, 0),
        Kind::Writing => (WRITING, 1),
    };
    let process = process.filter(|_| kind != Kind::Reading);
    let lease = process.map_or_else(String::new, |name| {
        // The name is of our own making: letters and digits.
        format!("; SELECT 1 FROM leases WHERE name = 'process/{name}' FOR KEY SHARE")
    });
    let begin = format!("{begin}{lease}");
    // After a restart of the server each kept connection turns out to be dead once.
    let (mut dead, most) = (0, pool.size());
    loop {
        let conn = pool.acquire().await.map_err(|error| refused(&error))?;
        let mut held = Held::new(Connection::Postgres(conn), true);
        let Connection::Postgres(conn) = &mut *held else { return Ok(held) };
        match answered(sqlx::raw_sql(AssertSqlSafe(begin.clone())).fetch_all(&mut **conn)).await {
            Ok(found) if process.is_some() && found.len() == rows => return Err(StoreError::Ousted),
            Ok(_) => return Ok(held),
            Err(error) if gave_no_answer(&error) => {
                held.let_go();
                return Err(refused(&error));
            }
            Err(error) if connection_lost(&error) && dead < most => {
                dead += 1;
                held.let_go();
            }
            Err(error) => return Err(refused(&error)),
        }
    }
}

impl Held {
    fn new(connection: Connection, begun: bool) -> Self {
        Self { connection: Some(connection), begun }
    }

    /// What was begun has ended: there is nothing to roll back.
    pub(crate) fn ended(&mut self) {
        self.begun = false;
    }

    /// Nobody gets this connection any more, and its place in the pool is free.
    pub(crate) fn let_go(&mut self) {
        self.begun = false;
        match self.connection.take() {
            Some(Connection::Sqlite(mut conn)) => conn.close_on_drop(),
            Some(Connection::Postgres(mut conn)) => conn.close_on_drop(),
            None => {}
        }
    }
}

impl Deref for Held {
    type Target = Connection;

    fn deref(&self) -> &Connection {
        match &self.connection {
            Some(connection) => connection,
            None => unreachable!("only its end takes it out"),
        }
    }
}

impl DerefMut for Held {
    fn deref_mut(&mut self) -> &mut Connection {
        match &mut self.connection {
            Some(connection) => connection,
            None => unreachable!("only its end takes it out"),
        }
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        if !self.begun {
            return;
        }
        // Without a runtime the pool cannot accept the connection either, and everything ends.
        if let (Ok(runtime), Some(connection)) = (Handle::try_current(), self.connection.take()) {
            // Nobody waits for the task, but whoever closes the pool waits for its connection. A pool gives back in the same way.
            drop(runtime.spawn(roll_back(connection)));
        }
    }
}

/// Ends what was begun. A file may have ended it by itself, and says then that there is nothing to roll back.
async fn roll_back(connection: Connection) {
    match connection {
        Connection::Sqlite(mut conn) => match sqlx::query("ROLLBACK").execute(&mut *conn).await {
            Ok(_) | Err(Error::Database(_)) => {}
            Err(error) => {
                tracing::warn!(%error, "a database connection is given up");
                conn.close_on_drop();
            }
        },
        Connection::Postgres(mut conn) => {
            if answered(sqlx::raw_sql("ROLLBACK").execute(&mut *conn)).await.is_err() {
                conn.close_on_drop();
            }
        }
    }
}
