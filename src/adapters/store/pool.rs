//! Connections of either database and how transactions begin on them.

use super::tx::Kind;
use sqlx::pool::PoolConnection;
use sqlx::{Error, PgPool, Postgres, Sqlite, SqlitePool};

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
const READING: &str = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";

impl Pool {
    /// A connection with a transaction begun.
    pub(super) async fn begin(&self, kind: Kind) -> Result<Connection, Error> {
        match self {
            Self::Sqlite(pool) => {
                let mut conn = pool.acquire().await?;
                let begin = if kind == Kind::Writing { "BEGIN IMMEDIATE" } else { "BEGIN" };
                sqlx::query(begin).execute(&mut *conn).await?;
                Ok(Connection::Sqlite(conn))
            }
            Self::Postgres(pool) => {
                let begin = if kind == Kind::Writing { WRITING } else { READING };
                // After a restart of the server each kept connection turns out to be dead once.
                let mut dead = 0;
                loop {
                    let mut conn = pool.acquire().await?;
                    match sqlx::raw_sql(begin).execute(&mut *conn).await {
                        Ok(_) => return Ok(Connection::Postgres(conn)),
                        Err(error) if error.as_database_error().is_none() && dead < pool.size() => {
                            dead += 1;
                            conn.detach();
                        }
                        Err(error) => return Err(error),
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
