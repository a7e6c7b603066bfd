//! The database as a whole: moved, copied while in use, restored and checked. It does not know what rows mean; every
//! copy is counted and compared before it is used.

mod aside;
mod backup;
mod check;
mod copy;
mod look;
mod restore;
mod rows;
mod tables;

#[cfg(test)]
mod tests;

pub use check::Checked;
pub use copy::Copied;
pub use restore::{Restored, Way};

use super::database::connect::{ConnectError, why};
use super::database::sqlite::beside;
use crate::ports::files::TicketFile;
use std::io;
use std::path::PathBuf;

/// Files of tickets that are not in a database.
pub type TicketFiles<'a> = &'a mut dyn Iterator<Item = io::Result<TicketFile>>;

/// Why nothing was copied, put back or looked over; each a sentence for people.
#[derive(Debug, thiserror::Error)]
pub enum KeepingError {
    /// The database cannot be opened.
    #[error(transparent)]
    Connect(#[from] ConnectError),
    /// No file of that name.
    #[error("There is no database at {0}.")]
    Missing(PathBuf),
    /// A file of another user's.
    #[error(
        "This user may not read {0}. Run the command as the user the secretary runs as, or give this one the right to read it."
    )]
    Shut(PathBuf),
    /// No backup of that name.
    #[error("There is no file {0} to restore.")]
    NoBackup(PathBuf),
    /// The database is no backup of itself.
    #[error("{0} is the database itself. Name a backup of it.")]
    Itself(PathBuf),
    /// In memory there is nothing to keep.
    #[error("DATABASE_URL names a database in memory, which ends with its program: there is nothing to keep.")]
    Memory,
    /// Another program's file, or an empty one.
    #[error(
        "{0} is no database of the secretary, is empty, or is damaged. Look at the name; if it is right, put a backup in its place: \
         secretary restore BACKUP --replace"
    )]
    NotOurs(String),
    /// Not brought up to date yet.
    #[error(
        "The database was last used by an older version of the secretary. Start this version once, which brings it up to \
         date, and try again."
    )]
    Older,
    /// So many processes live on the server.
    #[error(
        "The secretary is running with this database ({}). Stop it first, wherever it runs; if it was killed just \
         now, try again in ten seconds.",
        if *.0 == 1 { "1 process".to_owned() } else { format!("{} processes", .0) }
    )]
    Running(u64),
    /// There is something in the way.
    #[error("The database to fill is not empty: its table “{0}” has rows. Give an empty one.")]
    NotEmpty(&'static str),
    /// Somebody else's database.
    #[error("The database to fill has a table of another program (“{0}”). Give an empty one.")]
    Strangers(String),
    /// The two databases have other columns.
    #[error("The two databases have different columns in the table “{0}”. Both must be of the same version.")]
    Different(&'static str),
    /// What was written is not what was read.
    #[error(
        "The copy of the table “{table}” is not what was read ({read} rows read, {written} written). Nothing of the copy was \
         kept, and nothing was changed where it came from. Try again, and look after the disks."
    )]
    Unlike {
        /// The table.
        table: &'static str,
        /// Rows where it came from.
        read: u64,
        /// Rows in the copy.
        written: u64,
    },
    /// A file or folder that is not to be written over.
    #[error("{0} is there already and is not written over.")]
    Exists(PathBuf),
    /// There is nowhere to put the backup.
    #[error("There is no folder {0} for the backup. Make it first, or name another place.")]
    NoFolder(PathBuf),
    /// A copy does not fit.
    #[error("The disk is full: {0} does not fit. Nothing was changed; make room and try again.")]
    Full(PathBuf),
    /// A file in the backup or beside the database.
    #[error("{0}: {1}")]
    File(PathBuf, io::Error),
    /// A file of a ticket.
    #[error("The files of tickets cannot be copied: {0}")]
    TicketFile(io::Error),
    /// The database that is read.
    #[error("The database cannot be read: {0}.")]
    Read(String),
    /// The database that is written.
    #[error("The copy cannot be written: {0}. Nothing of it was kept.")]
    Write(String),
    /// What should be put back is not whole.
    #[error("The backup is damaged and was not put back: {0} Nothing was changed; try an older backup.")]
    Damaged(String),
}

fn read(error: sqlx::Error) -> KeepingError {
    KeepingError::Read(why(&error))
}

fn written(error: sqlx::Error) -> KeepingError {
    KeepingError::Write(why(&error))
}

/// A fault of a file, with its name.
fn of_file(path: &std::path::Path) -> impl Fn(io::Error) -> KeepingError {
    let path = path.to_owned();
    move |error| KeepingError::File(path.clone(), error)
}

/// Makes the names in a file's folder durable.
fn sync_folder(path: &std::path::Path) -> Result<(), KeepingError> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let folder = folder.unwrap_or_else(|| std::path::Path::new("."));
    // Only where a folder can be opened like a file.
    if cfg!(unix) {
        std::fs::File::open(folder).and_then(|folder| folder.sync_all()).map_err(of_file(folder))?;
    }
    Ok(())
}
