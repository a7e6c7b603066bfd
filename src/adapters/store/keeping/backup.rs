//! A copy of the database in one file while it is in use: the rows of one moment and the files of the tickets. The
//! copy is always an SQLite file that can be restored anywhere.

use super::super::Database;
use super::super::database::pool::{Connection, Pool};
use super::super::database::sqlite;
use super::copy::{Copied, commit, copy, reading, writing};
use super::look::{nobody_runs, nobody_wakes};
use super::restore::clear;
use super::tables::TABLES;
use super::{KeepingError, TicketFiles, beside, of_file, read, sync_folder, written};
use crate::ports::files::TicketFile;
use crate::ports::trial::planted;
use std::io;
use std::path::Path;

/// Files of tickets taken out of the database at once.
const AT_ONCE: i64 = 20;

impl Database {
    /// Writes a backup of what [`Database::look`] opened, with the given files of tickets. The file appears under its name
    /// when it is complete and was checked.
    ///
    /// # Errors
    /// A file of this name is there; one of the two cannot be read or written; the copy is not whole.
    pub async fn backup(&self, to: &Path, files: TicketFiles<'_>) -> Result<Vec<Copied>, KeepingError> {
        if to.try_exists().map_err(of_file(to))? {
            return Err(KeepingError::Exists(to.to_owned()));
        }
        if planted::is("backup-in-place") {
            return self.write_backup(to, files).await;
        }
        if let Some(folder) = to.parent().filter(|folder| !folder.as_os_str().is_empty() && !folder.is_dir()) {
            return Err(KeepingError::NoFolder(folder.to_owned()));
        }
        let part = beside(to, &format!(".part-{}", std::process::id()));
        std::fs::File::create(&part).map_err(of_file(to))?;
        std::fs::remove_file(&part).map_err(of_file(&part))?;
        let done = self.write_backup(&part, files).await;
        let done = match done {
            Ok(copied) => put_in_place(&part, to).map(|()| copied),
            Err(error) => Err(error),
        };
        clear(&part);
        done
    }

    async fn write_backup(&self, part: &Path, files: TicketFiles<'_>) -> Result<Vec<Copied>, KeepingError> {
        let copied = match &self.readers {
            Pool::Sqlite(pool) => {
                let name = part.to_str().ok_or_else(|| of_file(part)(io::ErrorKind::InvalidFilename.into()))?;
                // It writes into an empty file as well, and leaves the rights of that file as they are.
                sqlite::private(part);
                sqlx::query("VACUUM INTO $1").bind(name).execute(pool).await.map_err(written)?;
                let copy = sqlite::plain(part).await?;
                let mut tx = writing(&copy.writer).await?;
                super::copy::add(&mut tx, files).await?;
                commit(&mut tx).await.map_err(written)?;
                drop(tx);
                let copied = copy.counted().await?;
                copy.close().await;
                copied
            }
            Pool::Postgres(_) => {
                let copy = sqlite::plain(part).await?;
                let copied = self.copy_into(&copy, files).await?;
                copy.close().await;
                copied
            }
        };
        let copy = sqlite::look(part, None).await?;
        let faults = copy.damage().await?;
        copy.close().await;
        match faults.into_iter().next() {
            Some(fault) => Err(KeepingError::Write(fault)),
            None => std::fs::File::open(part).and_then(|file| file.sync_all()).map_err(of_file(part)).map(|()| copied),
        }
    }

    /// Copies everything into an empty database, in one transaction there.
    ///
    /// # Errors
    /// The other one is not empty, or somebody runs with it; one of the two cannot be read or written.
    pub async fn copy_into(&self, to: &Self, files: TicketFiles<'_>) -> Result<Vec<Copied>, KeepingError> {
        self.copy_over(to, files, false).await
    }

    /// The same, over what is there: it is gone when the copy counts.
    pub(super) async fn copy_over(
        &self,
        to: &Self,
        files: TicketFiles<'_>,
        emptied: bool,
    ) -> Result<Vec<Copied>, KeepingError> {
        let mut into = writing(&to.writer).await?;
        nobody_runs(&mut into).await?;
        nobody_wakes(&mut into).await.map_err(written)?;
        if emptied {
            super::copy::empty(&mut into).await.map_err(written)?;
        }
        let mut from = reading(&self.readers).await?;
        let copied = copy(&mut from, &mut into, files).await?;
        drop(from);
        commit(&mut into).await.map_err(written)?;
        Ok(copied)
    }

    /// Hands the files of tickets that came with a backup or a move to where they live beside a database in a file, and
    /// takes them out of it. Stopped in the middle, it goes on the next time.
    ///
    /// # Errors
    /// A file cannot be written, or the database not be changed.
    pub async fn unpack(&self, mut put: impl FnMut(&TicketFile) -> io::Result<()>) -> Result<u64, KeepingError> {
        let mut unpacked = 0;
        // On a server they are at home.
        if self.is_shared() {
            return Ok(unpacked);
        }
        loop {
            let mut conn = writing(&self.writer).await?;
            let Connection::Sqlite(inner) = &mut *conn else { return Ok(unpacked) };
            let sql = "SELECT home, path, bytes FROM files ORDER BY home, path LIMIT $1";
            let rows: Vec<(String, String, Vec<u8>)> =
                sqlx::query_as(sql).bind(AT_ONCE).fetch_all(&mut **inner).await.map_err(read)?;
            if rows.is_empty() {
                return Ok(unpacked);
            }
            for (home, path, bytes) in rows {
                let file = TicketFile { home, path, bytes };
                put(&file).map_err(KeepingError::TicketFile)?;
                let sql = "DELETE FROM files WHERE home = $1 AND path = $2";
                let row = sqlx::query(sql).bind(&file.home).bind(&file.path);
                row.execute(&mut **inner).await.map_err(written)?;
                unpacked += 1;
            }
            commit(&mut conn).await.map_err(written)?;
        }
    }

    /// The rows of each table.
    pub(super) async fn counted(&self) -> Result<Vec<Copied>, KeepingError> {
        let mut conn = reading(&self.readers).await?;
        let mut counted = Vec::new();
        for table in &TABLES {
            let sql = format!("SELECT CAST(COUNT(*) AS BIGINT) FROM {}", table.name);
            let rows = super::copy::number(&mut conn, sql).await.map_err(read)?;
            counted.push(Copied { table: table.name, rows: rows.unsigned_abs() });
        }
        Ok(counted)
    }
}

/// Gives a finished file its name, unless somebody took it meanwhile.
fn put_in_place(part: &Path, to: &Path) -> Result<(), KeepingError> {
    match std::fs::hard_link(part, to) {
        Ok(()) => {}
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => return Err(KeepingError::Exists(to.to_owned())),
        // A file system without links.
        Err(_) => std::fs::rename(part, to).map_err(of_file(to))?,
    }
    sync_folder(to)
}
