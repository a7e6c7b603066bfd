//! Opens a database by its address and migrates its tables. Every refusal is a sentence for the person who starts the
//! program.

use super::{postgres, sqlite};
use crate::adapters::store::Database;
use sqlx::SqlStr;
use sqlx::migrate::{MigrateError, Migration, MigrationType, Migrator};
use std::path::PathBuf;

/// Why the database cannot be used; each a sentence for people.
#[derive(Debug, thiserror::Error)]
pub enum ConnectError {
    /// Not an address of a database we know. The address is not repeated: it may hold a password.
    #[error(
        "The database address is not understood. Write it like sqlite://data/secretary.db or \
         postgres://user:password@host/secretary"
    )]
    Address,
    /// The folder is not there and cannot be made.
    #[error("The folder {0} for the database cannot be created: {1}")]
    Folder(PathBuf, std::io::Error),
    /// The lock file cannot be used.
    #[error("The file {0} beside the database cannot be opened: {1}")]
    LockFile(PathBuf, std::io::Error),
    /// Somebody else has it.
    #[error(
        "The secretary is already running with this database ({0}). Stop the other one first, or give this one another database."
    )]
    Running(PathBuf),
    /// A build with an SQLite that can damage files.
    #[error("This program was built with SQLite {0}, which can damage a database; version 3.51.3 or newer is needed.")]
    OldSqlite(String),
    /// A server that lacks what is used here.
    #[error("The database server is PostgreSQL {0}; version 13 or newer is needed.")]
    OldPostgres(String),
    /// The server does not answer or does not let us in.
    #[error("The database server cannot be used: {0}.")]
    Server(String),
    /// Processes of an older program work with tables that have to be changed.
    #[error(
        "The database is of an older version of the secretary, which is running with it. Stop it first, wherever it \
         runs, then start this version; if it was killed just now, try again in ten seconds."
    )]
    OlderRuns,
    /// The file was used by a newer program.
    #[error(
        "The database was written by a newer version of the secretary (migration {0}). Install that version or a later one."
    )]
    Newer(i64),
    /// A migration is not the one that was run.
    #[error(
        "The database was set up by another build of the secretary: migration {0} differs. Install the build that made it."
    )]
    Foreign(i64),
    /// Anything else.
    #[error("The database cannot be opened: {0}")]
    Open(String),
}

/// The migrations of one folder, from the list that the build script wrote: version, description, text.
pub(super) fn embedded(files: &[(i64, &'static str, &'static str)]) -> Migrator {
    let one = |(version, description, text): &(i64, &'static str, &'static str)| {
        Migration::new(*version, (*description).into(), MigrationType::Simple, SqlStr::from_static(text), false)
    };
    Migrator::with_migrations(files.iter().map(one).collect())
}

impl Database {
    /// Opens a database, creating the folder and file of one in a file, and bringing its tables up to date. Addresses are
    /// `sqlite://path`, `sqlite:path` (both relative to the working folder, or absolute), `sqlite::memory:` and
    /// `postgres://user:password@host/name`.
    ///
    /// # Errors
    /// [`ConnectError`], a sentence for people.
    pub async fn connect(url: &str) -> Result<Self, ConnectError> {
        let url = url.trim();
        if url.starts_with("postgres://") || url.starts_with("postgresql://") {
            return postgres::connect(url).await;
        }
        sqlite::connect(url).await
    }

    /// Looks whether no other process runs with a database in a file, without making anything. Processes share one on a server.
    ///
    /// # Errors
    /// [`ConnectError::Running`].
    pub fn not_running(url: &str) -> Result<(), ConnectError> {
        // An address that is not understood is refused when it is opened.
        let place = sqlite::place(url).ok().flatten();
        place.map_or(Ok(()), |path| sqlite::unlocked(&path))
    }
}

pub(crate) fn migration(error: MigrateError, open: impl Fn(sqlx::Error) -> ConnectError) -> ConnectError {
    match error {
        MigrateError::VersionMissing(version) | MigrateError::VersionTooNew(version, _) => ConnectError::Newer(version),
        MigrateError::VersionMismatch(version) => ConnectError::Foreign(version),
        MigrateError::Execute(error) | MigrateError::ExecuteMigration(error, _) => open(error),
        other => ConnectError::Open(other.to_string()),
    }
}

/// The words of a failure to open.
pub(crate) fn why(error: &sqlx::Error) -> String {
    super::fault::refused(error).reason()
}
