//! All files of tickets and all received files, for a backup and a restore. It waits on nothing but the disk.

use super::{BASES, Folder, base_of, made, one_step, walk, write_bytes};
use crate::ports::files::TicketFile;
use cap_std::ambient_authority;
use cap_std::fs::Dir;
use std::io;
use std::path::PathBuf;

impl Folder {
    /// The homes there are, by name.
    ///
    /// # Errors
    /// A folder is there and cannot be read.
    pub fn homes(&self) -> io::Result<Vec<String>> {
        let mut homes = Vec::new();
        for name in BASES {
            let Some(base) = self.base(name)? else { continue };
            for entry in base.entries()? {
                let entry = entry?;
                let home = entry.file_name().to_string_lossy().into_owned();
                if entry.file_type()?.is_dir() && base_of(&home) == name {
                    homes.push(home);
                }
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
        let dir = self.base(base_of(home))?.ok_or(io::ErrorKind::NotFound)?.open_dir(home)?;
        let mut files = Vec::new();
        walk(&dir, "", 0, usize::MAX, &mut files)?;
        files.sort();
        Ok((dir, files.into_iter().map(|(path, _)| path).collect()))
    }

    /// Writes a file, over an older one. Both names are as a backup has them, which anybody may have made.
    ///
    /// # Errors
    /// It cannot be written, or the names would lead out of the folder of homes.
    pub fn put(&self, home: &str, path: &str, bytes: &[u8]) -> io::Result<()> {
        if !one_step(home) || !path.split('/').all(one_step) {
            let why = format!("{} in {} is no file of a home", path.escape_debug(), home.escape_debug());
            return Err(io::Error::new(io::ErrorKind::InvalidInput, why));
        }
        write_bytes(&made(&self.data, home)?, path, bytes, "put")
    }

    /// Removes a home with everything in it; nothing, where there is none.
    pub(super) fn remove(&self, home: &str) -> io::Result<()> {
        let Some(base) = self.base(base_of(home))? else { return Ok(()) };
        match base.remove_dir_all(home) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            Ok(()) | Err(_) => Ok(()),
        }
    }

    /// Gives the folders of all homes other names, with a number where those are taken, and tells them; none where there
    /// are no such folders.
    ///
    /// # Errors
    /// One cannot be renamed.
    pub fn set_aside(&self, ending: &str) -> io::Result<Vec<PathBuf>> {
        let mut aside = Vec::new();
        for base in BASES {
            aside.extend(self.rename(base, ending)?);
        }
        // Only where a folder can be opened like a file.
        if cfg!(unix) && !aside.is_empty() {
            std::fs::File::open(&self.data)?.sync_all()?;
        }
        Ok(aside)
    }

    fn rename(&self, base: &str, ending: &str) -> io::Result<Option<PathBuf>> {
        let from = self.data.join(base);
        if !from.try_exists()? {
            return Ok(None);
        }
        let mut to = self.data.join(format!("{base}.{ending}"));
        let mut number = 1;
        while to.try_exists()? {
            number += 1;
            to = self.data.join(format!("{base}.{ending}-{number}"));
        }
        std::fs::rename(&from, &to)?;
        Ok(Some(to))
    }

    /// One of the folders that have one for each home; none where it was not made yet.
    pub(super) fn base(&self, name: &str) -> io::Result<Option<Dir>> {
        let opened = Dir::open_ambient_dir(&self.data, ambient_authority()).and_then(|data| data.open_dir(name));
        match opened {
            Ok(dir) => Ok(Some(dir)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }
}
