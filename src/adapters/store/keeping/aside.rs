//! The files of tickets beside a database that a backup replaces: they are moved aside before the files of the backup
//! are unpacked. The restored database holds this task, so that both begin together and an interruption never
//! overwrites a file.

use super::super::Database;
use super::super::database::pool::Connection;
use super::super::database::sqlite;
use super::super::messages::marks::SET_MARK;
use super::copy::{commit, reading, writing};
use super::{KeepingError, of_file, read, written};
use std::path::Path;

/// The mark whose value is what the folder's name ends in then.
const ASIDE: &str = "restore:aside";

impl Database {
    /// The suffix for the folder with the files of tickets, if it is still to be moved aside.
    ///
    /// # Errors
    /// The database cannot be read.
    pub async fn to_set_aside(&self) -> Result<Option<String>, KeepingError> {
        // There files of tickets are in the database.
        if self.is_shared() {
            return Ok(None);
        }
        let mut conn = reading(&self.readers).await?;
        let Connection::Sqlite(inner) = &mut *conn else { return Ok(None) };
        let row = sqlx::query_scalar("SELECT value FROM marks WHERE name = $1").bind(ASIDE);
        row.fetch_optional(&mut **inner).await.map_err(read)
    }

    /// Records that the folder was moved aside, or that there was none.
    ///
    /// # Errors
    /// The database cannot be written; then it is asked for again, and finds no folder.
    pub async fn is_set_aside(&self) -> Result<(), KeepingError> {
        let mut conn = writing(&self.writer).await?;
        let Connection::Sqlite(inner) = &mut *conn else { return Ok(()) };
        let row = sqlx::query("DELETE FROM marks WHERE name = $1").bind(ASIDE);
        row.execute(&mut **inner).await.map_err(written)?;
        commit(&mut conn).await.map_err(written)
    }
}

/// Writes into the copy of a backup what is to become of the folder.
pub(super) async fn ask(copy: &Path, ending: &str) -> Result<(), KeepingError> {
    let store = sqlite::plain(copy).await?;
    let mut conn = writing(&store.writer).await?;
    if let Connection::Sqlite(inner) = &mut *conn {
        let row = sqlx::query(SET_MARK).bind(ASIDE).bind(ending);
        row.execute(&mut **inner).await.map_err(written)?;
    }
    commit(&mut conn).await.map_err(written)?;
    drop(conn);
    store.close().await;
    std::fs::File::open(copy).and_then(|file| file.sync_all()).map_err(of_file(copy))
}
