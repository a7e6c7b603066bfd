//! Restores a backup: checks it first, then replaces the database in one step. The former database is kept under
//! another name. The backup itself is only read.

use super::super::Database;
use super::super::database::connect::ConnectError;
use super::super::database::sqlite;
use super::copy::Copied;
use super::look::{on_server, shown};
use super::{KeepingError, aside, beside, of_file, sync_folder};
use crate::ports::trial::planted;
use std::io;
use std::path::{Path, PathBuf};

/// What becomes of a database that is there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Way {
    /// Nothing: there must be none.
    Fresh,
    /// It is kept under its name with this behind it.
    Replace(String),
    /// As above; and the folder with the files of tickets is to be moved aside with this suffix.
    WithFiles {
        /// What comes behind the name of the database.
        before: String,
        /// What comes behind the name of the folder ([`Database::to_set_aside`]).
        folder: String,
    },
}

/// What a restore did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Restored {
    /// The rows of each table now.
    pub tables: Vec<Copied>,
    /// The name the database before has now.
    pub before: Option<PathBuf>,
}

impl Database {
    /// Whether the file an address names is there.
    ///
    /// # Errors
    /// No address of a file; a disk.
    pub fn stands(url: &str) -> Result<bool, KeepingError> {
        let Some(place) = sqlite::place(url)? else { return Ok(false) };
        place.try_exists().map_err(of_file(&place))
    }

    /// Puts a backup where an address says. On a server its tables must be empty, or are emptied with [`Way::Replace`] in the
    /// transaction that fills them; `scratch` is a folder for a copy of the backup meanwhile.
    ///
    /// # Errors
    /// The secretary runs there; something is in the way; the backup is not whole or of a newer version; a disk.
    pub async fn restore(file: &Path, url: &str, way: &Way, scratch: &Path) -> Result<Restored, KeepingError> {
        if !file.is_file() {
            return Err(KeepingError::NoBackup(file.to_owned()));
        }
        let url = url.trim();
        if on_server(url) {
            let to = Self::connect(url).await?;
            let copy = scratch.join(format!("restoring-{}.db", std::process::id()));
            let done = fill_server(file, &copy, &to, way).await;
            clear(&copy);
            to.close().await;
            return done.map(|tables| Restored { tables, before: None });
        }
        let place = sqlite::place(url)?.ok_or(KeepingError::Memory)?;
        if let Some(folder) = place.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            std::fs::create_dir_all(folder).map_err(|error| ConnectError::Folder(folder.to_owned(), error))?;
        }
        let _lock = sqlite::lock(&place)?;
        let there = place.try_exists().map_err(of_file(&place))?;
        if there && same(file, &place) {
            return Err(KeepingError::Itself(place));
        }
        if there && *way == Way::Fresh {
            return Err(KeepingError::Exists(place));
        }
        if planted::is("restore-gap") {
            let _ = std::fs::remove_file(&place);
        }
        // The lock keeps others away from it; one that was cut off may have left it.
        let copy = beside(&place, ".restoring");
        clear(&copy);
        let done = put_back(file, &copy, &place, way).await;
        clear(&copy);
        done
    }
}

async fn put_back(file: &Path, copy: &Path, place: &Path, way: &Way) -> Result<Restored, KeepingError> {
    let tables = looked_over(file, copy).await?;
    if let Way::WithFiles { folder, .. } = way {
        aside::ask(copy, folder).await?;
    }
    let before = swap(copy, place, way).await?;
    Ok(Restored { tables, before })
}

async fn fill_server(file: &Path, copy: &Path, to: &Database, way: &Way) -> Result<Vec<Copied>, KeepingError> {
    looked_over(file, copy).await?;
    let from = sqlite::plain(copy).await?;
    let copied = from.copy_over(to, &mut std::iter::empty(), *way != Way::Fresh).await;
    from.close().await;
    copied
}

/// Copies a backup, looks the copy over, and brings it up to date.
async fn looked_over(file: &Path, copy: &Path) -> Result<Vec<Copied>, KeepingError> {
    copied(file, copy)?;
    // Of a database that was copied by hand.
    let wal = beside(file, "-wal");
    if wal.is_file() {
        copied(&wal, &beside(copy, "-wal"))?;
    }
    let look = sqlite::look(copy, None).await.map_err(|_| KeepingError::NotOurs(shown(file)))?;
    look.is_ours(&shown(file)).await?;
    if let Some(fault) = look.damage().await?.into_iter().next() {
        return Err(KeepingError::Damaged(fault));
    }
    look.close().await;
    let store = sqlite::plain(copy).await?;
    let counted = store.counted().await;
    store.close().await;
    std::fs::File::open(copy).and_then(|file| file.sync_all()).map_err(of_file(copy))?;
    counted
}

/// Copies what stands in a file, and not who may read it.
fn copied(from: &Path, to: &Path) -> Result<(), KeepingError> {
    sqlite::private(to);
    let mut source = std::fs::File::open(from).map_err(of_file(from))?;
    let mut target = std::fs::OpenOptions::new().write(true).truncate(true).open(to).map_err(of_file(to))?;
    match io::copy(&mut source, &mut target) {
        Ok(_) => Ok(()),
        Err(error) if error.kind() == io::ErrorKind::StorageFull => Err(KeepingError::Full(to.to_owned())),
        Err(error) => Err(of_file(from)(error)),
    }
}

/// Gives the copy the place of the database. There is one under its name at every moment.
async fn swap(copy: &Path, place: &Path, way: &Way) -> Result<Option<PathBuf>, KeepingError> {
    let mut before = None;
    if let Way::Replace(ending) | Way::WithFiles { before: ending, .. } = way
        && place.try_exists().map_err(of_file(place))?
    {
        // What was not yet carried over into the file comes along if the file is whole; else it keeps its own name beside.
        sqlite::settle(place).await;
        let old = unused(place, ending)?;
        if std::fs::hard_link(place, &old).is_err() {
            std::fs::copy(place, &old).map_err(of_file(&old))?;
        }
        for ending in ["-wal", "-journal"] {
            let rest = beside(place, ending);
            if rest.is_file() {
                std::fs::rename(&rest, beside(&old, ending)).map_err(of_file(&rest))?;
            }
        }
        before = Some(old);
    }
    // None belongs to the file that comes now, and would spoil it.
    for ending in ["-wal", "-journal", "-shm"] {
        let _ = std::fs::remove_file(beside(place, ending));
    }
    std::fs::rename(copy, place).map_err(of_file(place))?;
    sync_folder(place)?;
    Ok(before)
}

/// The name of a file with this behind it, and a number where that is taken, as by another restore of the same second.
fn unused(place: &Path, ending: &str) -> Result<PathBuf, KeepingError> {
    let mut name = beside(place, ending);
    let mut number = 1;
    loop {
        let mut taken = false;
        for rest in ["", "-wal", "-journal"] {
            taken |= beside(&name, rest).try_exists().map_err(of_file(&name))?;
        }
        if !taken {
            return Ok(name);
        }
        number += 1;
        name = beside(place, &format!("{ending}-{number}"));
    }
}

fn same(one: &Path, other: &Path) -> bool {
    matches!((one.canonicalize(), other.canonicalize()), (Ok(one), Ok(other)) if one == other)
}

/// Removes a copy and what lies beside it.
pub(super) fn clear(copy: &Path) {
    for ending in ["", "-journal", "-wal", "-shm"] {
        let _ = std::fs::remove_file(beside(copy, ending));
    }
}
