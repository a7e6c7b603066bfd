//! Connections of either database and how transactions begin on them.

use super::fault::refused;
use super::tx::Kind;
use crate::ports::store::{StoreError, Stored};
use sqlx::pool::PoolConnection;
use sqlx::{AssertSqlSafe, PgPool, Postgres, Sqlite, SqlitePool};

/// Connections to one database.
#[derive(Clone, Debug)]
pub(super) enum Pool {
    Sqlite(SqlitePool),
    Postgres(PgPool),
}

/// One of them, in use.
#[derive(Debug)]
pub(super) enum Connection {
    Sqlite(PoolConnection<Sqlite>),
    Postgres(PoolConnection<Postgres>),
}

/// Those who write wait for each other, also in other processes on the same database: what one decides rests on what it
/// has read, and the queues of the outbox have one head each. The lock is free when the transaction ends.
const WRITING: &str = "BEGIN; SELECT pg_advisory_xact_lock(hashtext('secretary'), hashtext(current_schema()))";
const BESIDE: &str = "BEGIN";
const READING: &str = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";

impl Pool {
    /// A connection with a transaction begun; a writing one for the process of this name, if there may be others, which
    /// nobody takes for dead until it ends.
    pub(super) async fn begin(&self, kind: Kind, process: Option<&str>) -> Stored<Connection> {
        match self {
            Self::Sqlite(pool) => {
                let mut conn = pool.acquire().await.map_err(|error| refused(&error))?;
                let begin = if kind == Kind::Reading { "BEGIN" } else { "BEGIN IMMEDIATE" };
                sqlx::query(begin).execute(&mut *conn).await.map_err(|error| refused(&error))?;
                Ok(Connection::Sqlite(conn))
            }
            Self::Postgres(pool) => {
                let (begin, rows) = match kind {
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
                let mut dead = 0;
                loop {
                    let mut conn = pool.acquire().await.map_err(|error| refused(&error))?;
                    let begun = sqlx::raw_sql(AssertSqlSafe(begin.clone())).fetch_all(&mut *conn).await;
                    match begun {
                        Ok(found) if process.is_some() && found.len() == rows => return Err(StoreError::Ousted),
                        Ok(_) => return Ok(Connection::Postgres(conn)),
                        Err(error) if error.as_database_error().is_none() && dead < pool.size() => {
                            dead += 1;
                            conn.detach();
                        }
                        Err(error) => return Err(refused(&error)),
                    }
                }
            }
        }
    }

    pub(super) async fn close(&self) {
        match self {
            Self::Sqlite(pool) => pool.close().await,
            Self::Postgres(pool) => pool.close().await,
        }
    }
}
