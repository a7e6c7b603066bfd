//! Opens an existing database as it is: nothing is created, changed or migrated.

use super::super::Database;
use super::super::database::pool::{Connection, Pool, on_either};
use super::super::database::{postgres, sqlite};
use super::copy::{has_rows, reading};
use super::tables::{LEFT, RUN, TABLES, all};
use super::{KeepingError, beside, read};
use crate::adapters::store::database::connect::ConnectError;
use sqlx::migrate::Migrator;
use std::io;
use std::path::{Path, PathBuf};

/// Whether a server is meant.
pub(super) fn on_server(url: &str) -> bool {
    url.starts_with("postgres://") || url.starts_with("postgresql://")
}

impl Database {
    /// Opens a database to read it, also while the secretary runs with it.
    ///
    /// # Errors
    /// It is not there, may not be read, is not ours, or of another version.
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

    /// Sees that a database to fill is empty before anything is made in it: it may have tables of ours without rows, as
    /// after a move that was cut off. What is not there yet is empty.
    ///
    /// # Errors
    /// There is something in it; it cannot be reached or read.
    pub async fn vacant(url: &str) -> Result<(), KeepingError> {
        let url = url.trim();
        let store = if on_server(url) {
            postgres::look(url).await?
        } else {
            match sqlite::place(url)? {
                Some(path) if path.is_file() => sqlite::look(&path, None).await?,
                Some(_) | None => return Ok(()),
            }
        };
        let looked = store.holds_nothing().await;
        store.close().await;
        looked
    }

    async fn holds_nothing(&self) -> Result<(), KeepingError> {
        let mut conn = reading(&self.readers).await?;
        let there = all(&mut conn).await.map_err(read)?;
        // Where nothing of ours was ever run, a table of one of our names is another program's, too.
        let made = there.contains(RUN);
        let ours = |name: &str| made && TABLES.iter().map(|table| table.name).chain(LEFT).any(|known| known == name);
        if let Some(other) = there.iter().find(|name| !ours(name.as_str())) {
            return Err(KeepingError::Strangers(other.clone()));
        }
        for table in TABLES.iter().filter(|table| there.contains(table.name)) {
            if has_rows(&mut conn, table).await.map_err(read)? {
                return Err(KeepingError::NotEmpty(table.name));
            }
        }
        Ok(())
    }

    async fn open_as_it_is(url: &str, alone: bool) -> Result<Self, KeepingError> {
        let url = url.trim();
        let file = if on_server(url) { None } else { Some(sqlite::place(url)?.ok_or(KeepingError::Memory)?) };
        // What this user may not read looks like no database from here.
        let told = |error: KeepingError| file.as_deref().and_then(shut).unwrap_or(error);
        let store = match &file {
            None => postgres::look(url).await?,
            Some(path) => {
                is_there(path)?;
                let lock = if alone { Some(sqlite::lock(path)?) } else { None };
                sqlite::look(path, lock).await.map_err(|error| told(error.into()))?
            }
        };
        let name = file.as_deref().map_or_else(|| "DATABASE_URL".to_owned(), shown);
        store.is_ours(&name).await.map_err(told)?;
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

fn is_there(path: &Path) -> Result<(), KeepingError> {
    match std::fs::metadata(path) {
        Ok(about) if about.is_file() => Ok(()),
        Err(error) if error.kind() == io::ErrorKind::PermissionDenied => Err(KeepingError::Shut(path.to_owned())),
        Ok(_) | Err(_) => Err(KeepingError::Missing(path.to_owned())),
    }
}

/// What this user may not read of a database in a file: itself, or what lies beside it while it is used.
fn shut(path: &Path) -> Option<KeepingError> {
    let closed =
        |part: &PathBuf| std::fs::File::open(part).is_err_and(|error| error.kind() == io::ErrorKind::PermissionDenied);
    ["", "-wal", "-shm"].into_iter().map(|ending| beside(path, ending)).find(closed).map(KeepingError::Shut)
}

async fn history(conn: &mut Connection) -> Result<Vec<(i64, Vec<u8>)>, sqlx::Error> {
    let sql = "SELECT version, checksum FROM _sqlx_migrations WHERE success ORDER BY version";
    on_either!(conn, conn => sqlx::query_as(sql).fetch_all(&mut **conn).await)
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
