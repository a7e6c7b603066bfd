//! Opens a database on a PostgreSQL server.

use super::connect::{ConnectError, embedded, migration, why};
use super::pool::Pool;
use crate::adapters::store::Database;
use crate::ports::trial::failpoint;
use sqlx::migrate::Migrator;
use sqlx::postgres::{PgConnectOptions, PgPoolOptions};
use sqlx::{ConnectOptions, Connection, PgConnection};
use std::str::FromStr;
use std::sync::{Arc, LazyLock};
use std::time::Duration;
use tracing::log::LevelFilter;

/// Connections for reading.
const READERS: u32 = 4;
/// Connections for writing beside others: taking in, claiming, journals.
const BESIDE: u32 = 3;
/// How long a free connection is waited for, and a server that does not answer.
const PATIENCE: Duration = Duration::from_secs(10);
/// The oldest server this was tried with in its own tests of each statement.
const OLDEST: i64 = 130_000;

/// What each connection asks of the server. One that is stopped in the middle of a transaction, or whose machine is gone,
/// must not keep the others waiting for its locks: a process that starts meanwhile waits that long, and then as long as any
/// process may be silent (eight seconds) before it takes over, which together stays below the 15 s of a takeover.
const SESSION: [(&str, &str); 5] = [
    ("idle_in_transaction_session_timeout", "4000"),
    ("tcp_keepalives_idle", "5"),
    ("tcp_keepalives_interval", "2"),
    ("tcp_keepalives_count", "3"),
    ("client_min_messages", "warning"),
];

/// How many processes say that they live on the tables of this schema.
pub(crate) const ALIVE: &str = "SELECT COUNT(*) FROM leases \
     WHERE name LIKE 'process/%' AND until > (EXTRACT(EPOCH FROM clock_timestamp()) * 1000000)::bigint";

/// What was ever changed in the tables on a server.
pub(crate) static MIGRATIONS: LazyLock<Migrator> =
    LazyLock::new(|| embedded(&include!(concat!(env!("OUT_DIR"), "/postgres.rs"))));

/// Connects to a server, and makes or brings up to date the tables in the database its address names.
pub(crate) async fn connect(url: &str) -> Result<Database, ConnectError> {
    let (mut first, options) = reach(url).await?;
    nobody_runs_an_older_version(&mut first).await?;
    failpoint::before("migrate", "");
    MIGRATIONS.run(&mut first).await.map_err(|error| migration(error, open))?;
    failpoint::after("migrate", "");
    first.close().await.map_err(open)?;
    Ok(database(&options))
}

/// Sees that nobody works with tables that are about to change: what an older version writes would not fit into them.
async fn nobody_runs_an_older_version(first: &mut PgConnection) -> Result<(), ConnectError> {
    let sql = "SELECT to_regclass('leases') IS NOT NULL AND to_regclass('_sqlx_migrations') IS NOT NULL";
    let there: bool = sqlx::query_scalar(sql).fetch_one(&mut *first).await.map_err(open)?;
    if !there {
        return Ok(());
    }
    let sql = "SELECT COUNT(*) FROM _sqlx_migrations WHERE success";
    let run: i64 = sqlx::query_scalar(sql).fetch_one(&mut *first).await.map_err(open)?;
    let older = usize::try_from(run).is_ok_and(|run| run < MIGRATIONS.iter().count());
    let alive: i64 = sqlx::query_scalar(ALIVE).fetch_one(&mut *first).await.map_err(open)?;
    if older && alive > 0 { Err(ConnectError::OlderRuns) } else { Ok(()) }
}

/// Connects to a server whose tables stay as they are.
pub(crate) async fn look(url: &str) -> Result<Database, ConnectError> {
    let (first, options) = reach(url).await?;
    first.close().await.map_err(open)?;
    Ok(database(&options))
}

/// A first connection, and how further ones are made.
async fn reach(url: &str) -> Result<(PgConnection, PgConnectOptions), ConnectError> {
    let options = PgConnectOptions::from_str(url)
        .map_err(|_| ConnectError::Address)?
        .application_name("secretary")
        .options(SESSION)
        .log_statements(LevelFilter::Trace);
    let mut first = tokio::time::timeout(PATIENCE, PgConnection::connect_with(&options))
        .await
        .map_err(|_| ConnectError::Server(at("it does not answer", &options)))?
        .map_err(|error| ConnectError::Server(at(&why(&error), &options)))?;
    let (version, number): (String, i64) =
        sqlx::query_as("SELECT current_setting('server_version'), current_setting('server_version_num')::bigint")
            .fetch_one(&mut first)
            .await
            .map_err(open)?;
    if number < OLDEST {
        return Err(ConnectError::OldPostgres(version));
    }
    Ok((first, options))
}

/// What is wrong with a server, and where it was looked for.
fn at(why: &str, options: &PgConnectOptions) -> String {
    let place = match options.get_socket() {
        Some(socket) => socket.display().to_string(),
        None => format!("{}:{}", options.get_host(), options.get_port()),
    };
    format!("{why}. It was looked for at {place}")
}

fn database(options: &PgConnectOptions) -> Database {
    let pool = |size| {
        let pool = PgPoolOptions::new()
            .max_connections(size)
            .acquire_timeout(PATIENCE)
            .test_before_acquire(false)
            .connect_lazy_with(options.clone());
        Pool::Postgres(pool)
    };
    // One for writing: within a process writers wait for it here, and so never take all connections from readers.
    Database { writer: pool(1), readers: pool(READERS), beside: pool(BESIDE), member: Arc::default(), _lock: None }
}

fn open(error: sqlx::Error) -> ConnectError {
    ConnectError::Server(why(&error))
}
