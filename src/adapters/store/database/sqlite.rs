//! Opens a database in an SQLite file: its folder, the lock that keeps a second process out, and the settings of the
//! connections.

use super::connect::{ConnectError, embedded, migration, why};
use super::pool::Pool;
use crate::adapters::store::Database;
use crate::ports::trial::{failpoint, planted};
use sqlx::migrate::Migrator;
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{Connection, SqliteConnection, SqlitePool};
use std::fs::{File, OpenOptions, TryLockError};
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock};
use std::time::Duration;

/// How long a connection waits for another program that holds the file, such as a backup.
const BUSY: Duration = Duration::from_secs(5);
/// Connections for reading.
const READERS: u32 = 4;
/// The first version without the WAL-reset fault (platform-facts S2).
const OLDEST: (u32, u32, u32) = (3, 51, 3);

/// What was ever changed in the tables of a file.
pub(crate) static MIGRATIONS: LazyLock<Migrator> =
    LazyLock::new(|| embedded(&include!(concat!(env!("OUT_DIR"), "/sqlite.rs"))));

/// Opens or makes a database file, or one in memory.
pub(crate) async fn connect(url: &str) -> Result<Database, ConnectError> {
    let Some(path) = place(url)? else {
        let pool = writer_options().connect_with(SqliteConnectOptions::new().in_memory(true)).await.map_err(open)?;
        prepare(&pool).await?;
        return Ok(database(pool.clone(), pool, None));
    };
    if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        std::fs::create_dir_all(folder).map_err(|error| ConnectError::Folder(folder.to_owned(), error))?;
    }
    let lock = lock(&path)?;
    let file = SqliteConnectOptions::new().filename(&path).busy_timeout(BUSY).foreign_keys(true);
    // A commit stays when the power goes.
    let durable = if planted::is("unsynced") { SqliteSynchronous::Off } else { SqliteSynchronous::Full };
    let writing = file.clone().create_if_missing(true).journal_mode(SqliteJournalMode::Wal).synchronous(durable);
    let named = |error: ConnectError| of_file(error, &path);
    private(&path);
    // A pool may go on trying for half a minute; a file that cannot be used is to be known at once.
    let first = SqliteConnection::connect_with(&writing).await.map_err(open).map_err(named)?;
    first.close().await.map_err(open).map_err(named)?;
    let writer = writer_options().connect_with(writing).await.map_err(open).map_err(named)?;
    prepare(&writer).await.map_err(named)?;
    let readers = pool_options(READERS).connect_lazy_with(file.read_only(true));
    Ok(database(writer, readers, Some(lock)))
}

fn database(writer: SqlitePool, readers: SqlitePool, lock: Option<File>) -> Database {
    let writer = Pool::Sqlite(writer);
    let readers = Pool::Sqlite(readers);
    Database { beside: writer.clone(), writer, readers, member: Arc::default(), _lock: lock.map(Arc::new) }
}

/// Opens a file as it is, to read it; whoever writes it meanwhile is not disturbed. A change that was cut off is undone
/// first, for who only reads can neither do that nor read.
pub(crate) async fn look(path: &Path, lock: Option<File>) -> Result<Database, ConnectError> {
    if undoing(path).exists() {
        settle(path).await;
    }
    let reading = SqliteConnectOptions::new().filename(path).busy_timeout(BUSY).read_only(true);
    let first = SqliteConnection::connect_with(&reading).await.map_err(open).map_err(|error| of_file(error, path))?;
    first.close().await.map_err(open)?;
    let pool = pool_options(READERS).connect_lazy_with(reading);
    Ok(database(pool.clone(), pool, lock))
}

/// Opens or makes a file that nobody else knows of, brings it up to date, and leaves nothing beside it when it is closed.
pub(crate) async fn plain(path: &Path) -> Result<Database, ConnectError> {
    let writing = SqliteConnectOptions::new()
        .filename(path)
        .create_if_missing(true)
        .foreign_keys(true)
        .journal_mode(SqliteJournalMode::Delete)
        .synchronous(SqliteSynchronous::Full);
    private(path);
    let pool = writer_options().connect_with(writing).await.map_err(open).map_err(|error| of_file(error, path))?;
    prepare(&pool).await.map_err(|error| of_file(error, path))?;
    Ok(database(pool.clone(), pool, None))
}

/// What undoes a change to a file that was cut off; there is none while it is kept with a log.
pub(crate) fn undoing(path: &Path) -> PathBuf {
    beside(path, "-journal")
}

/// The name of a file with something behind it.
pub(crate) fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    PathBuf::from(name)
}

/// Carries what stands in the log beside a file over into it, as far as that can be done, so that the file is all there is.
pub(crate) async fn settle(path: &Path) {
    let options = SqliteConnectOptions::new().filename(path).busy_timeout(BUSY);
    if let Ok(mut conn) = SqliteConnection::connect_with(&options).await {
        let _ = sqlx::query("PRAGMA wal_checkpoint(TRUNCATE)").execute(&mut conn).await;
        let _ = conn.close().await;
    }
}

/// The path an address names; none for a database in memory.
pub(crate) fn place(url: &str) -> Result<Option<PathBuf>, ConnectError> {
    let rest = url.trim().strip_prefix("sqlite:").ok_or(ConnectError::Address)?;
    if rest == ":memory:" || rest == "//:memory:" {
        return Ok(None);
    }
    let path = rest.strip_prefix("//").unwrap_or(rest);
    if path.is_empty() || path.ends_with('/') || path.contains(['?', '\0']) {
        return Err(ConnectError::Address);
    }
    Ok(Some(PathBuf::from(path)))
}

/// Makes a file that only its owner can read, unless it is there: what people said will stand in it. SQLite gives what it
/// writes beside a file the rights of that file (sqlite.org/src/file/src/os_unix.c, findCreateFileMode). Why it cannot be made
/// is said when it is opened.
pub(crate) fn private(path: &Path) {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    drop(options.open(path));
}

/// Where the lock of a database file is.
fn lock_file(database: &Path) -> PathBuf {
    beside(database, ".lock")
}

/// Whether nobody holds the lock of a database file; where its file cannot be opened, nobody is known to.
pub(super) fn unlocked(database: &Path) -> Result<(), ConnectError> {
    let held = |file: File| matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock));
    if File::open(lock_file(database)).is_ok_and(held) {
        return Err(ConnectError::Running(database.to_owned()));
    }
    Ok(())
}

pub(crate) fn lock(database: &Path) -> Result<File, ConnectError> {
    let path = lock_file(database);
    let failed = |error| ConnectError::LockFile(path.clone(), error);
    let file = OpenOptions::new().create(true).truncate(false).write(true).open(&path).map_err(failed)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(ConnectError::Running(database.to_owned())),
        Err(TryLockError::Error(error)) => Err(failed(error)),
    }
}

/// Names the file in a fault that does not.
fn of_file(error: ConnectError, path: &Path) -> ConnectError {
    match error {
        ConnectError::Open(why) => ConnectError::Open(format!("{why} ({})", path.display())),
        other => other,
    }
}

fn pool_options(size: u32) -> SqlitePoolOptions {
    SqlitePoolOptions::new()
        .max_connections(size)
        .idle_timeout(None)
        .max_lifetime(None)
        // A file does not hang up; asking whether it is there would cost a turn of the connection's thread each time.
        .test_before_acquire(false)
}

/// One connection that stays: a database in memory lives in it.
fn writer_options() -> SqlitePoolOptions {
    pool_options(1).min_connections(1)
}

async fn prepare(pool: &SqlitePool) -> Result<(), ConnectError> {
    let mut conn = pool.acquire().await.map_err(open)?;
    conn.ping().await.map_err(open)?;
    let version: String = sqlx::query_scalar("SELECT sqlite_version()").fetch_one(&mut *conn).await.map_err(open)?;
    if numbers(&version) < OLDEST {
        return Err(ConnectError::OldSqlite(version));
    }
    failpoint::before("migrate", "");
    MIGRATIONS.run(&mut *conn).await.map_err(|error| migration(error, open))?;
    failpoint::after("migrate", "");
    super::cleaning::clean_if_unclean(&mut conn).await.map_err(open)
}

fn numbers(version: &str) -> (u32, u32, u32) {
    let mut parts = version.split('.').map(|part| part.parse().unwrap_or(0));
    let mut next = || parts.next().unwrap_or(0);
    (next(), next(), next())
}

fn open(error: sqlx::Error) -> ConnectError {
    ConnectError::Open(why(&error))
}

#[cfg(test)]
mod tests {
    use crate::adapters::store::database::sqlite::*;

    #[test]
    fn addresses() {
        for (url, path) in [
            ("sqlite::memory:", None),
            ("sqlite:secretary.db", Some("secretary.db")),
            ("sqlite://data/secretary.db", Some("data/secretary.db")),
            (" sqlite:///var/lib/s ä.db ", Some("/var/lib/s ä.db")),
        ] {
            assert_eq!(place(url).unwrap(), path.map(PathBuf::from), "{url}");
        }
        for url in ["", "sqlite:", "sqlite://", "sqlite://data/", "sqlite:a?mode=ro"] {
            let error = place(url).unwrap_err().to_string();
            assert!(error.contains("sqlite://data/secretary.db") && !error.contains("secret@"), "{url}: {error}");
        }
    }

    #[test]
    fn versions_compare_by_number() {
        assert!(numbers("3.9.1") < OLDEST && numbers("3.51.2") < OLDEST);
        assert!(numbers("3.51.3") >= OLDEST && numbers("3.100.0") >= OLDEST);
    }
}
