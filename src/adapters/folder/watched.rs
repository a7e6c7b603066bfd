//! Watched folders: what lies in them, and what stands in a file. It changes nothing but makes a folder that is missing, and
//! follows no link.

use super::{open_own, same, shared};
use crate::ports::triggers::folders::{MOST_FILES, WatchedFile, WatchedFolders};
use crate::secretary::flow::trigger::came::Unfit;
use async_trait::async_trait;
use cap_std::ambient_authority;
use cap_std::fs::{Dir, Metadata};
use std::cmp::Reverse;
use std::io::{self, Read as _};
use std::path::PathBuf;

/// The folder with all watched folders.
#[derive(Clone, Debug)]
pub struct Watched {
    base: PathBuf,
}

impl Watched {
    /// Folders below this one.
    pub fn new(base: impl Into<PathBuf>) -> Self {
        Self { base: base.into() }
    }

    /// Runs work on the disk where it may wait.
    async fn aside<T: Send + 'static>(
        &self,
        folder: &str,
        work: impl FnOnce(&Dir) -> io::Result<T> + Send + 'static,
    ) -> io::Result<T> {
        let (base, folder) = (self.base.clone(), folder.to_owned());
        let done = tokio::task::spawn_blocking(move || {
            std::fs::create_dir_all(&base)?;
            let base = Dir::open_ambient_dir(&base, ambient_authority())?;
            match base.symlink_metadata(&folder) {
                Ok(about) if about.is_symlink() => return Err(io::Error::other("it is a link")),
                Ok(_) | Err(_) => base.create_dir_all(&folder)?,
            }
            work(&base.open_dir(&folder)?)
        });
        done.await.map_err(io::Error::other)?
    }
}

#[async_trait]
impl WatchedFolders for Watched {
    async fn look(&self, folder: &str) -> Result<Vec<WatchedFile>, String> {
        self.aside(folder, files).await.map_err(|error| error.to_string())
    }

    async fn text(&self, folder: &str, name: &str, most: usize) -> Option<String> {
        let name = name.to_owned();
        self.aside(folder, move |dir| Ok(text(dir, &name, most))).await.ok().flatten()
    }
}

/// The files, those changed last first. One whose name is no text cannot be named to a script, and one with a second name may
/// show what stands outside of the folder.
fn files(dir: &Dir) -> io::Result<Vec<WatchedFile>> {
    let mut found = Vec::new();
    for entry in dir.entries()? {
        let entry = entry?;
        let (name, named) = match entry.file_name().into_string() {
            Ok(name) => (name, true),
            Err(odd) => (odd.to_string_lossy().into_owned(), false),
        };
        if name.starts_with('.') || !entry.file_type()?.is_file() {
            continue;
        }
        // It may have gone since the folder was read.
        let Ok(about) = entry.metadata() else { continue };
        let Ok(changed) = about.modified() else { continue };
        let changed_at = changed.into_std().into();
        let linked = shared(&about).then_some(Unfit::Linked);
        let unfit = if named { linked } else { Some(Unfit::Name) };
        found.push(WatchedFile { name, bytes: about.len(), changed_at, unfit });
    }
    found.sort_by(|a, b| (Reverse(a.changed_at), &a.name).cmp(&(Reverse(b.changed_at), &b.name)));
    found.truncate(MOST_FILES);
    Ok(found)
}

fn text(dir: &Dir, name: &str, most: usize) -> Option<String> {
    let about = dir.symlink_metadata(name).ok().filter(Metadata::is_file)?;
    let file = open_own(dir, name).ok()?;
    if !same(&about, &file.metadata().ok()?) {
        return None;
    }
    let mut bytes = Vec::new();
    let limit = u64::try_from(most).unwrap_or(u64::MAX).saturating_add(1);
    file.take(limit).read_to_end(&mut bytes).ok()?;
    if bytes.len() > most { None } else { String::from_utf8(bytes).ok() }
}

#[cfg(test)]
mod tests {
    use crate::adapters::folder::watched::*;

    fn names(files: &[WatchedFile]) -> Vec<(&str, u64)> {
        files.iter().map(|file| (file.name.as_str(), file.bytes)).collect()
    }

    #[tokio::test]
    async fn a_missing_folder_is_made_and_only_plain_files_are_seen() {
        let home = tempfile::tempdir().unwrap();
        let watched = Watched::new(home.path().join("watched"));
        assert_eq!(watched.look("in").await.unwrap(), []);
        let folder = home.path().join("watched/in");
        std::fs::write(folder.join("a.txt"), "hello").unwrap();
        std::fs::write(folder.join(".hidden"), "x").unwrap();
        std::fs::create_dir(folder.join("inner")).unwrap();
        std::fs::write(home.path().join("outside.txt"), "secret").unwrap();
        #[cfg(unix)]
        std::os::unix::fs::symlink(home.path().join("outside.txt"), folder.join("link.txt")).unwrap();
        assert_eq!(names(&watched.look("in").await.unwrap()), [("a.txt", 5)]);
        assert_eq!(watched.text("in", "a.txt", 5).await.as_deref(), Some("hello"));
        assert_eq!(watched.text("in", "a.txt", 4).await, None, "it is too long");
        for other in ["link.txt", "../../outside.txt", "inner", "gone.txt"] {
            assert_eq!(watched.text("in", other, 99).await, None, "{other}");
        }
        std::fs::write(folder.join("b.bin"), [0xff, 0xfe]).unwrap();
        assert_eq!(watched.text("in", "b.bin", 99).await, None, "it is no text");
    }

    #[cfg(unix)]
    #[tokio::test]
    async fn a_file_that_begins_nothing_says_why() {
        use std::os::unix::ffi::OsStrExt as _;
        let home = tempfile::tempdir().unwrap();
        let (watched, folder) = (Watched::new(home.path()), home.path().join("in"));
        watched.look("in").await.unwrap();
        std::fs::write(home.path().join("outside.txt"), "secret").unwrap();
        std::fs::hard_link(home.path().join("outside.txt"), folder.join("linked.txt")).unwrap();
        std::fs::write(folder.join(std::ffi::OsStr::from_bytes(b"b\xffd.txt")), "x").unwrap();
        std::fs::write(folder.join("fine.txt"), "y").unwrap();
        let mut found = watched.look("in").await.unwrap();
        found.sort_by(|a, b| a.name.cmp(&b.name));
        let unfit: Vec<(&str, Option<Unfit>)> = found.iter().map(|one| (one.name.as_str(), one.unfit)).collect();
        let (name, linked) = (Some(Unfit::Name), Some(Unfit::Linked));
        assert_eq!(unfit, [("b\u{fffd}d.txt", name), ("fine.txt", None), ("linked.txt", linked)]);
    }

    #[cfg(unix)]
    #[tokio::test]
    async fn a_folder_that_is_a_link_is_not_watched() {
        let home = tempfile::tempdir().unwrap();
        let watched = Watched::new(home.path());
        std::os::unix::fs::symlink("/tmp", home.path().join("in")).unwrap();
        assert!(watched.look("in").await.is_err());
    }
}
