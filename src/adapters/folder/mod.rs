//! Files of tickets and received files in a folder of this machine, one folder for each home. All access goes through a
//! directory handle, so that no path, link or absolute name leads out of it.

mod keeping;
mod received;
mod watched;

pub use watched::Watched;

use crate::ports::files::{self, DEEPEST, Files, MOST_BYTES, MOST_FILES, RECEIVED, TicketBytes, home_of};
use crate::ports::tool::ToolError;
use crate::secretary::ids::TicketId;
use crate::secretary::settings::disk::DiskFault;
use async_trait::async_trait;
use cap_std::ambient_authority;
use cap_std::fs::{Dir, File, Metadata, OpenOptions};
use sha2::{Digest, Sha256};
use std::io::{self, Read as _, Write as _};
use std::path::{Component, Path, PathBuf};

/// The folders in the data folder that have one for each home.
const BASES: [&str; 2] = ["tickets", "received"];

/// The folder in which a home lies.
fn base_of(home: &str) -> &'static str {
    let [tickets, received] = BASES;
    if home.starts_with(RECEIVED) { received } else { tickets }
}

/// The folder; it is made when it is first needed.
#[derive(Clone, Debug)]
pub struct Folder {
    data: PathBuf,
}

impl Folder {
    /// Files below this folder.
    pub fn new(data: impl Into<PathBuf>) -> Self {
        Self { data: data.into() }
    }

    /// Runs work on the disk where it may wait.
    async fn aside<T: Send + 'static>(
        &self,
        ticket: &TicketId,
        work: impl FnOnce(&Dir) -> Result<T, ToolError> + Send + 'static,
    ) -> Result<T, ToolError> {
        let (data, home) = (self.data.clone(), home_of(ticket));
        match tokio::task::spawn_blocking(move || work(&open(&data, &home)?)).await {
            Ok(done) => done,
            Err(e) => Err(ToolError::Fatal(format!("the work on the disk was interrupted: {e}"))),
        }
    }
}

#[async_trait]
impl Files for Folder {
    async fn list_files(&self, ticket: &TicketId) -> Result<Vec<(String, u64)>, ToolError> {
        self.aside(ticket, list).await
    }

    async fn read_file(&self, ticket: &TicketId, path: &str) -> Result<String, ToolError> {
        let path = path.to_owned();
        self.aside(ticket, move |dir| read_text(dir, &path)).await
    }

    async fn erase_files(&self, ticket: &TicketId) -> Result<(), ToolError> {
        let (folder, home) = (self.clone(), home_of(ticket));
        match tokio::task::spawn_blocking(move || folder.remove(&home)).await {
            Ok(done) => done.map_err(|e| ToolError::Fatal(format!("the files of a ticket could not be removed: {e}"))),
            Err(e) => Err(ToolError::Fatal(format!("the work on the disk was interrupted: {e}"))),
        }
    }
}

#[async_trait]
impl TicketBytes for Folder {
    async fn write_bytes(&self, ticket: &TicketId, path: &str, bytes: &[u8], key: &str) -> Result<(), ToolError> {
        let (path, bytes, key) = (path.to_owned(), bytes.to_vec(), key.to_owned());
        self.aside(ticket, move |dir| write_whole(dir, &path, &bytes, &key)).await
    }
}

/// Opens a home, making it if need be.
fn open(data: &Path, home: &str) -> Result<Dir, ToolError> {
    made(data, home).map_err(|e| ToolError::Disk(fault(&e), format!("the folder of the ticket cannot be opened: {e}")))
}

fn made(data: &Path, home: &str) -> io::Result<Dir> {
    std::fs::create_dir_all(data)?;
    let data = Dir::open_ambient_dir(data, ambient_authority())?;
    let path = Path::new(base_of(home)).join(home);
    data.create_dir_all(&path)?;
    data.open_dir(&path)
}

/// What went wrong, for the model if it can do something about it.
fn explain(path: &str, error: &io::Error) -> ToolError {
    match error.kind() {
        io::ErrorKind::NotFound => files::not_there(path),
        io::ErrorKind::IsADirectory | io::ErrorKind::NotADirectory | io::ErrorKind::AlreadyExists => {
            files::does_not_fit(path)
        }
        // The directory handle refuses what would lead out of the folder in this way.
        io::ErrorKind::PermissionDenied => may_not_be_opened(path),
        _ => ToolError::Disk(fault(error), format!("{path}: {error}")),
    }
}

fn may_not_be_opened(path: &str) -> ToolError {
    ToolError::TellModel(format!("{path} may not be opened."))
}

/// Whether a file has a second name, which may stand anywhere. Nothing in a ticket's folder is given one, and no handle of a
/// folder can tell where the other is.
fn shared(about: &Metadata) -> bool {
    #[cfg(unix)]
    {
        use cap_std::fs::MetadataExt as _;
        about.nlink() > 1
    }
    #[cfg(not(unix))]
    {
        let _ = about;
        false
    }
}

fn fault(error: &io::Error) -> DiskFault {
    match error.kind() {
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => DiskFault::Full,
        io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => DiskFault::Forbidden,
        _ => DiskFault::Broken,
    }
}

/// How often a file is looked at that changes meanwhile.
const LOOKS: usize = 4;

/// Opens a file that has no other name: the one that was opened, and the one its name stands for afterwards. A second name
/// that was taken away between opening and looking would not be seen otherwise.
fn open_own(dir: &Dir, path: &str) -> Result<File, ToolError> {
    let told = |e: io::Error| explain(path, &e);
    for _ in 0..LOOKS {
        let file = dir.open(path).map_err(told)?;
        let opened = file.metadata().map_err(told)?;
        if !opened.is_file() || shared(&opened) {
            return Err(may_not_be_opened(path));
        }
        let now = dir.metadata(path).map_err(told)?;
        if same(&opened, &now) && !shared(&now) {
            return Ok(file);
        }
    }
    Err(may_not_be_opened(path))
}

/// Whether two looks were at one file.
fn same(one: &Metadata, other: &Metadata) -> bool {
    #[cfg(unix)]
    {
        use cap_std::fs::MetadataExt as _;
        (one.dev(), one.ino()) == (other.dev(), other.ino())
    }
    #[cfg(not(unix))]
    {
        let _ = (one, other);
        true
    }
}

fn read_text(dir: &Dir, path: &str) -> Result<String, ToolError> {
    String::from_utf8(read_bytes(dir, path)?).map_err(|_| files::no_text(path))
}

fn read_bytes(dir: &Dir, path: &str) -> Result<Vec<u8>, ToolError> {
    let told = |e: io::Error| explain(path, &e);
    let about = dir.metadata(path).map_err(told)?;
    if !about.is_file() {
        return Err(files::a_folder(path));
    }
    let file = open_own(dir, path)?;
    let mut bytes = Vec::new();
    file.take(MOST_BYTES as u64 + 1).read_to_end(&mut bytes).map_err(told)?;
    if bytes.len() > MOST_BYTES {
        return Err(ToolError::TellModel(format!("{path} is bigger than {MOST_BYTES} bytes.")));
    }
    Ok(bytes)
}

fn write_whole(dir: &Dir, path: &str, bytes: &[u8], key: &str) -> Result<(), ToolError> {
    if bytes.len() > MOST_BYTES {
        return Err(files::too_long(bytes.len()));
    }
    let there = dir.symlink_metadata(path).ok();
    if there.as_ref().is_some_and(Metadata::is_dir) {
        return Err(files::a_folder(path));
    }
    if there.is_none() && list(dir)?.len() >= MOST_FILES {
        return Err(files::too_many());
    }
    write_bytes(dir, path, bytes, key).map_err(|e| explain(path, &e))
}

/// Writes beside and renames, so that there is either the old or the new file. `key` names what is half-written, so that a
/// repeated call writes over what a crash left behind.
fn write_bytes(dir: &Dir, path: &str, bytes: &[u8], key: &str) -> io::Result<()> {
    if let Some((parent, _)) = path.rsplit_once('/') {
        dir.create_dir_all(parent)?;
    }
    let digest: String = Sha256::digest(key.as_bytes()).iter().take(8).map(|b| format!("{b:02x}")).collect();
    let fresh = PathBuf::from(format!(".new-{digest}"));
    // What a crash left, or what somebody laid there: never written into, since it may be another file's second name.
    let _ = dir.remove_file(&fresh);
    let write = || {
        let mut options = OpenOptions::new();
        let mut file = dir.open_with(&fresh, options.write(true).create_new(true))?;
        file.write_all(bytes)?;
        file.sync_all()?;
        dir.rename(&fresh, dir, path)
    };
    write().inspect_err(|_| {
        // What is left would only take room; failing to remove it changes nothing for the caller.
        let _ = dir.remove_file(&fresh);
    })
}

/// Whether a name is one step down, and so leads nowhere else.
fn one_step(name: &str) -> bool {
    let mut parts = Path::new(name).components();
    matches!((parts.next(), parts.next()), (Some(Component::Normal(_)), None)) && !name.contains(['/', '\\', '\0'])
}

/// The files with their sizes in bytes, by name; half-written ones and links are left out.
fn list(dir: &Dir) -> Result<Vec<(String, u64)>, ToolError> {
    let mut files = Vec::new();
    walk(dir, "", 0, MOST_FILES + 1, &mut files)
        .map_err(|e| ToolError::Disk(fault(&e), format!("the folder cannot be read: {e}")))?;
    files.sort();
    Ok(files)
}

fn walk(dir: &Dir, prefix: &str, depth: usize, most: usize, files: &mut Vec<(String, u64)>) -> io::Result<()> {
    for entry in dir.entries()? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        let kind = entry.file_type()?;
        if name.starts_with('.') || files.len() >= most {
            continue;
        }
        if kind.is_file() {
            files.push((format!("{prefix}{name}"), entry.metadata()?.len()));
        } else if kind.is_dir() && depth < DEEPEST {
            walk(&entry.open_dir()?, &format!("{prefix}{name}/"), depth + 1, most, files)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests;
