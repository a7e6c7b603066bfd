//! All files of all tickets, for a backup and a restore. It waits on nothing but the disk.

use super::{Folder, TICKETS, made, one_step, walk, write_bytes};
use crate::ports::files::TicketFile;
use cap_std::ambient_authority;
use cap_std::fs::Dir;
use std::io;

impl Folder {
    /// The homes there are, by name.
    ///
    /// # Errors
    /// The folder is there and cannot be read.
    pub fn homes(&self) -> io::Result<Vec<String>> {
        let Some(tickets) = self.tickets()? else { return Ok(Vec::new()) };
        let mut homes = Vec::new();
        for entry in tickets.entries()? {
            let entry = entry?;
            if entry.file_type()?.is_dir() {
                homes.push(entry.file_name().to_string_lossy().into_owned());
            }
        }
        homes.sort();
        Ok(homes)
    }

    /// The files of a home, each read when it is asked for.
    pub fn files_of(&self, home: &str) -> impl Iterator<Item = io::Result<TicketFile>> + use<> {
        let (opened, home) = (self.opened(home), home.to_owned());
        let (dir, paths, failed) = match opened {
            Ok((dir, paths)) => (Some(dir), paths, None),
            Err(error) => (None, Vec::new(), Some(Err(error))),
        };
        let file = move |path: String| {
            let bytes = dir.as_ref().ok_or_else(|| io::Error::from(io::ErrorKind::NotFound))?.read(&path)?;
            Ok(TicketFile { home: home.clone(), path, bytes })
        };
        failed.into_iter().chain(paths.into_iter().map(file))
    }

    fn opened(&self, home: &str) -> io::Result<(Dir, Vec<String>)> {
        if !one_step(home) {
            return Err(io::ErrorKind::NotFound.into());
        }
        let dir = self.tickets()?.ok_or(io::ErrorKind::NotFound)?.open_dir(home)?;
        let mut files = Vec::new();
        walk(&dir, "", 0, usize::MAX, &mut files)?;
        files.sort();
        Ok((dir, files.into_iter().map(|(path, _)| path).collect()))
    }

    /// Writes a file, over an older one. Both names are as a backup has them, which anybody may have made.
    ///
    /// # Errors
    /// It cannot be written, or the names would lead out of the folder of tickets.
    pub fn put(&self, home: &str, path: &str, bytes: &[u8]) -> io::Result<()> {
        if !one_step(home) || !path.split('/').all(one_step) {
            let why = format!("{} in {} is no file of a ticket", path.escape_debug(), home.escape_debug());
            return Err(io::Error::new(io::ErrorKind::InvalidInput, why));
        }
        write_bytes(&made(&self.data, home)?, path, bytes, "put")
    }

    /// Removes a home with everything in it; nothing, where there is none.
    pub(super) fn remove(&self, home: &str) -> io::Result<()> {
        let Some(tickets) = self.tickets()? else { return Ok(()) };
        match tickets.remove_dir_all(home) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            Ok(()) | Err(_) => Ok(()),
        }
    }

    /// Gives the folder of all tickets another name, with a number where that is taken, and tells it; none where there is no
    /// such folder.
    ///
    /// # Errors
    /// It cannot be renamed.
    pub fn set_aside(&self, ending: &str) -> io::Result<Option<std::path::PathBuf>> {
        let from = self.data.join(TICKETS);
        if !from.try_exists()? {
            return Ok(None);
        }
        let mut to = self.data.join(format!("{TICKETS}.{ending}"));
        let mut number = 1;
        while to.try_exists()? {
            number += 1;
            to = self.data.join(format!("{TICKETS}.{ending}-{number}"));
        }
        std::fs::rename(&from, &to)?;
        // Only where a folder can be opened like a file.
        if cfg!(unix) {
            std::fs::File::open(&self.data)?.sync_all()?;
        }
        Ok(Some(to))
    }

    fn tickets(&self) -> io::Result<Option<Dir>> {
        let opened = Dir::open_ambient_dir(&self.data, ambient_authority()).and_then(|data| data.open_dir(TICKETS));
        match opened {
            Ok(dir) => Ok(Some(dir)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }
}
