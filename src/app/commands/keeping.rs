//! `secretary move`, `backup`, `restore` and `check`: what they print, and where the files of tickets come from and go to.

use crate::adapters::folder::Folder;
use crate::adapters::store::{Copied, Database, KeepingError, Way};
use crate::adapters::system_clock::System;
use crate::app::say;
use crate::config::Config;
use crate::ports::clock::Clock;
use crate::secretary::when;
use anyhow::{Context, bail};
use std::path::{Path, PathBuf};

/// Opens the database for a start, and says where a new one was made: whoever meant another finds nothing of theirs in it.
///
/// # Errors
/// A sentence on why it cannot be used.
pub(crate) async fn open(config: &Config) -> anyhow::Result<Database> {
    let url = config.storage.database_url.reveal().trim();
    let new = crate::app::settings::key_files::file_of(url)
        .map(Path::new)
        .filter(|file| matches!(file.try_exists(), Ok(false)));
    let store = Database::connect(url).await?;
    if let Some(file) = new {
        let place = std::path::absolute(file).unwrap_or_else(|_| file.to_owned());
        say(&format!("A new database was made at {}; nothing is in it yet.", place.display()));
    }
    unpack(config, &store).await?;
    Ok(store)
}

/// Copies everything to another, empty database and says how to use that.
///
/// # Errors
/// A sentence; then nothing counts of what was copied.
pub async fn move_to(config: &Config, to: &str) -> anyhow::Result<()> {
    let own = config.storage.database_url.reveal();
    if own.trim() == to.trim() {
        bail!("That is the database of DATABASE_URL itself. Name an empty one to move to.");
    }
    let from = Database::look_alone(own).await?;
    Database::vacant(to).await.context("Nothing was moved")?;
    let target = Database::connect(to).await.context("The database to move to cannot be used")?;
    let folder = Folder::new(&config.storage.data_dir);
    let copied = if from.is_shared() == target.is_shared() {
        // Two files have the same folder beside them, and two servers their own table.
        from.copy_into(&target, &mut std::iter::empty()).await?
    } else {
        from.copy_into(&target, &mut files(&from, &folder).await?).await?
    };
    for Copied { table, rows } in &copied {
        say(&format!("{table}: {rows} rows, each compared"));
    }
    if !target.is_shared() {
        unpack(config, &target).await?;
    }
    target.close().await;
    from.close().await;
    say(&format!(
        "All is there, and nothing was changed where it came from. Now set DATABASE_URL={}",
        without_password(to)
    ));
    say("(with its password, if it has one) in .env or wherever you set it, and start the secretary.");
    if target.is_shared() && !from.is_shared() {
        say(
            "Files of tickets are in the database now; the folder of DATA_DIR and the old database can go when all is well.",
        );
    }
    Ok(())
}

/// Writes a backup, also while the secretary runs.
///
/// # Errors
/// A sentence; then there is no backup.
pub async fn backup(config: &Config, to: Option<&Path>) -> anyhow::Result<()> {
    let default = format!("secretary-backup-{}.db", moment(config));
    let to = match to {
        Some(folder) if folder.is_dir() => folder.join(default),
        Some(file) => file.to_owned(),
        None => PathBuf::from(default),
    };
    let store = Database::look(config.storage.database_url.reveal()).await?;
    let rows = write(config, &store, &to).await?;
    store.close().await;
    say(&format!("The backup {} is complete and was checked: {rows}.", to.display()));
    say(&format!("“secretary restore {}” puts it back, into a file or a PostgreSQL server.", to.display()));
    Ok(())
}

/// Puts a backup in the place of the database.
///
/// # Errors
/// A sentence; then everything is as it was.
pub async fn restore(config: &Config, from: &Path, replace: bool) -> anyhow::Result<()> {
    // Before a folder is made or a copy written.
    if !from.is_file() {
        bail!(KeepingError::NoBackup(from.to_owned()));
    }
    let url = config.storage.database_url.reveal();
    let folder = Folder::new(&config.storage.data_dir);
    let ending = format!("before-{}", moment(config));
    let shared = !url.trim().starts_with("sqlite:");
    let before = format!(".{ending}");
    let way = match (replace, shared) {
        (false, _) => Way::Fresh,
        (true, true) => Way::Replace(before),
        (true, false) => Way::WithFiles { before, folder: ending.clone() },
    };
    if shared && replace {
        keep_server(config, &ending).await?;
    }
    let homes = || folder.homes().map_err(KeepingError::TicketFile);
    // Where a database is there as well, that is what stands in the way, and another folder would not help.
    if !shared && !replace && !Database::stands(url)? && !homes()?.is_empty() {
        bail!(
            "There are files of tickets in {} already. Give another DATA_DIR, or say --replace, which keeps them under \
             another name.",
            config.storage.data_dir
        );
    }
    let scratch = Path::new(&config.storage.data_dir);
    if shared {
        std::fs::create_dir_all(scratch).with_context(|| format!("The folder {} cannot be made", scratch.display()))?;
    }
    let restored = match Database::restore(from, url, &way, scratch).await {
        Err(KeepingError::Exists(place)) if !replace => bail!(
            "There is a database already: {}. Say --replace to put the backup in its place; it is kept under another name.",
            place.display()
        ),
        Err(KeepingError::NotEmpty(table)) => bail!(
            "There is a database already: its table “{table}” has rows. Say --replace to put the backup in its place; a backup \
             of what is there is written first."
        ),
        other => other?,
    };
    if let Some(before) = &restored.before {
        say(&format!("The database before is kept as {}.", before.display()));
    }
    if !shared {
        let store = Database::connect(url).await?;
        unpack(config, &store).await?;
        store.close().await;
    }
    say(&format!("{} is restored: {}. Start the secretary when you like.", from.display(), told(&restored.tables)));
    Ok(())
}

/// Looks whether the database is whole.
///
/// # Errors
/// What is wrong with it.
pub async fn check(config: &Config) -> anyhow::Result<()> {
    let store = Database::look(config.storage.database_url.reveal()).await?;
    let checked = store.check().await?;
    store.close().await;
    if checked.faults.is_empty() {
        say(&format!("The database is whole: {} entries were read back, and every queue is in order.", checked.rows));
        return Ok(());
    }
    bail!("The database is not whole.\n- {}", checked.faults.join("\n- "))
}

/// Puts the files of tickets from a backup or a move in place, if there are any. The files of a replaced database are
/// moved aside first, also if the restore was interrupted before that.
///
/// # Errors
/// A disk.
async fn unpack(config: &Config, store: &Database) -> anyhow::Result<()> {
    let folder = Folder::new(&config.storage.data_dir);
    if let Some(ending) = store.to_set_aside().await? {
        for before in folder.set_aside(&ending).map_err(KeepingError::TicketFile)? {
            say(&format!("The files of tickets before are kept in {}.", before.display()));
        }
        store.is_set_aside().await?;
    }
    let files = store.unpack(|file| folder.put(&file.home, &file.path, &file.bytes)).await?;
    if files > 0 {
        say(&format!("{files} files of tickets were put into {}.", config.storage.data_dir));
    }
    Ok(())
}

/// Before the rows of a server are replaced they are written to a file.
async fn keep_server(config: &Config, ending: &str) -> anyhow::Result<()> {
    let store = match Database::look_alone(config.storage.database_url.reveal()).await {
        Err(KeepingError::NotOurs(_)) => return Ok(()),
        other => other?,
    };
    let mut to = PathBuf::from(format!("secretary-{ending}.db"));
    let mut number = 1;
    // Another restore of the same second has kept something under that name.
    while to.try_exists().with_context(|| format!("The file {} cannot be looked at", to.display()))? {
        number += 1;
        to = PathBuf::from(format!("secretary-{ending}-{number}.db"));
    }
    let rows = write(config, &store, &to).await?;
    store.close().await;
    say(&format!("What was there is kept in {}: {rows}.", to.display()));
    Ok(())
}

async fn write(config: &Config, store: &Database, to: &Path) -> anyhow::Result<String> {
    let folder = Folder::new(&config.storage.data_dir);
    let copied = store.backup(to, &mut files(store, &folder).await?).await?;
    Ok(told(&copied))
}

/// The files of tickets beside a database in a file. A shared database has its own; files that are still to be moved
/// aside do not belong to it.
async fn files<'a>(
    store: &Database,
    folder: &'a Folder,
) -> anyhow::Result<impl Iterator<Item = std::io::Result<crate::ports::files::TicketFile>> + 'a> {
    let others = store.is_shared() || store.to_set_aside().await?.is_some();
    let homes = if others { Vec::new() } else { folder.homes().map_err(KeepingError::TicketFile)? };
    Ok(homes.into_iter().flat_map(move |home| folder.files_of(&home)))
}

fn told(tables: &[Copied]) -> String {
    let of = |name: &str| tables.iter().find(|copied| copied.table == name).map_or(0, |copied| copied.rows);
    let all: u64 = tables.iter().map(|copied| copied.rows).sum();
    let number = |name: &str, one: &str, more: &str| match of(name) {
        1 => format!("1 {one}"),
        count => format!("{count} {more}"),
    };
    format!(
        "{all} rows, among them {}, {} and {}",
        number("tickets", "ticket", "tickets"),
        number("people", "person", "people"),
        number("files", "file of a ticket", "files of tickets")
    )
}

/// Now, for the name of a file, in the zone of the house.
fn moment(config: &Config) -> String {
    let now = System.now();
    match when::parse_zone(&config.place.timezone) {
        Ok(zone) => now.with_timezone(&zone).format("%Y-%m-%d-%H%M%S").to_string(),
        Err(_) => now.format("%Y-%m-%d-%H%M%S").to_string(),
    }
}

/// An address that may be shown.
fn without_password(url: &str) -> String {
    let Some((scheme, rest)) = url.split_once("://") else { return url.to_owned() };
    let (rest, query) = rest.split_once('?').map_or((rest, None), |(rest, query)| (rest, Some(query)));
    let rest = match rest.rsplit_once('@') {
        Some((login, host)) => format!("{}@{host}", login.split(':').next().unwrap_or_default()),
        None => rest.to_owned(),
    };
    let open = |pair: &&str| !pair.starts_with("password=");
    let query = query.map(|query| query.split('&').filter(open).collect::<Vec<_>>().join("&"));
    match query.filter(|query| !query.is_empty()) {
        Some(query) => format!("{scheme}://{rest}?{query}"),
        None => format!("{scheme}://{rest}"),
    }
}

#[cfg(test)]
mod tests {
    use crate::app::commands::keeping::*;

    #[test]
    fn an_address_is_shown_without_its_password() {
        for (url, shown) in [
            ("postgres://me:hush@host:5432/db", "postgres://me@host:5432/db"),
            ("postgres://me@host/db?password=hush&sslmode=require", "postgres://me@host/db?sslmode=require"),
            ("postgres:///db?password=hush", "postgres:///db"),
            ("postgres://host/db", "postgres://host/db"),
            ("sqlite://new.db", "sqlite://new.db"),
            ("sqlite:new.db", "sqlite:new.db"),
        ] {
            assert_eq!(without_password(url), shown);
        }
    }
}
