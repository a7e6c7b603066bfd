//! Opening a database that is there, as it is: nothing is made, changed or brought up to date by looking.

use super::super::pool::{Connection, Pool};
use super::super::{Database, postgres, sqlite};
use super::copy::reading;
use super::{KeepingError, read};
use crate::adapters::store::connect::ConnectError;
use sqlx::migrate::Migrator;
use std::path::Path;

/// Whether a server is meant.
pub(super) fn on_server(url: &str) -> bool {
    url.starts_with("postgres://") || url.starts_with("postgresql://")
}

impl Database {
    /// Opens a database to read it, also while the secretary runs with it.
    ///
    /// # Errors
    /// It is not there, not ours, or of another version.
    pub async fn look(url: &str) -> Result<Self, KeepingError> {
        Self::open_as_it_is(url, false).await
    }

    /// The same, but nobody may run with it; a file stays locked as long as this is held.
    ///
    /// # Errors
    /// As [`Database::look`], or the secretary runs with it.
    pub async fn look_alone(url: &str) -> Result<Self, KeepingError> {
        Self::open_as_it_is(url, true).await
    }

    async fn open_as_it_is(url: &str, alone: bool) -> Result<Self, KeepingError> {
        let url = url.trim();
        let (store, name) = if on_server(url) {
            (postgres::look(url).await?, "DATABASE_URL".to_owned())
        } else {
            let path = sqlite::place(url)?.ok_or(KeepingError::Memory)?;
            if !path.is_file() {
                return Err(KeepingError::Missing(path));
            }
            let lock = if alone { Some(sqlite::lock(&path)?) } else { None };
            (sqlite::look(&path, lock).await?, path.display().to_string())
        };
        store.is_ours(&name).await?;
        if !store.is_current().await? {
            return Err(KeepingError::Older);
        }
        if alone {
            let mut conn = reading(&store.readers).await?;
            nobody_runs(&mut conn).await?;
        }
        Ok(store)
    }

    /// Whether the migrations that were run are the first ones of this program's.
    pub(super) async fn is_ours(&self, name: &str) -> Result<(), KeepingError> {
        let mut conn = reading(&self.readers).await.map_err(|_| KeepingError::NotOurs(name.to_owned()))?;
        let run = history(&mut conn).await.map_err(|_| KeepingError::NotOurs(name.to_owned()))?;
        if run.is_empty() {
            return Err(KeepingError::NotOurs(name.to_owned()));
        }
        for (version, checksum) in &run {
            match self.migrations().iter().find(|known| known.version == *version) {
                None => return Err(ConnectError::Newer(*version).into()),
                Some(known) if known.checksum.as_ref() != checksum => {
                    return Err(ConnectError::Foreign(*version).into());
                }
                Some(_) => {}
            }
        }
        Ok(())
    }

    async fn is_current(&self) -> Result<bool, KeepingError> {
        let mut conn = reading(&self.readers).await?;
        Ok(history(&mut conn).await.map_err(read)?.len() == self.migrations().iter().count())
    }

    fn migrations(&self) -> &'static Migrator {
        match self.writer {
            Pool::Sqlite(_) => &sqlite::MIGRATIONS,
            Pool::Postgres(_) => &postgres::MIGRATIONS,
        }
    }
}

async fn history(conn: &mut Connection) -> Result<Vec<(i64, Vec<u8>)>, sqlx::Error> {
    let sql = "SELECT version, checksum FROM _sqlx_migrations WHERE success ORDER BY version";
    match conn {
        Connection::Sqlite(conn) => sqlx::query_as(sql).fetch_all(&mut **conn).await,
        Connection::Postgres(conn) => sqlx::query_as(sql).fetch_all(&mut **conn).await,
    }
}

/// Sees whether a process says that it lives on the tables of this schema on a server; a file has its lock.
pub(super) async fn nobody_runs(conn: &mut Connection) -> Result<(), KeepingError> {
    let Connection::Postgres(conn) = conn else { return Ok(()) };
    let alive: i64 = sqlx::query_scalar(postgres::ALIVE).fetch_one(&mut **conn).await.map_err(read)?;
    if alive > 0 { Err(KeepingError::Running(alive.unsigned_abs())) } else { Ok(()) }
}

/// Sees that a process which stands still, and whose lease has run out, can do nothing here when it wakes up.
pub(super) async fn nobody_wakes(conn: &mut Connection) -> Result<(), sqlx::Error> {
    if let Connection::Postgres(conn) = conn {
        sqlx::query("DELETE FROM leases").execute(&mut **conn).await?;
    }
    Ok(())
}

/// The name of a file in an error.
pub(super) fn shown(path: &Path) -> String {
    path.display().to_string()
}
