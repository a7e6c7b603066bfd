//! The folder of a ticket: the only place tools may read and write files in. All access goes through a
//! directory handle, so that no path, link or absolute name leads out of it.

use super::schema::tell;
use crate::ports::tool::ToolError;
use crate::secretary::disk::DiskFault;
use crate::secretary::ids::TicketId;
use cap_std::ambient_authority;
use cap_std::fs::{Dir, OpenOptions};
use sha2::{Digest, Sha256};
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};

/// The most bytes of one file.
pub(super) const MOST_BYTES: u64 = 1024 * 1024;
/// The most files of one ticket.
pub(super) const MOST_FILES: usize = 200;
/// Folders inside folders, at most.
const DEEPEST: usize = 5;
/// The longest name of one file or folder, in bytes; file systems take 255.
const LONGEST_NAME: usize = 100;
/// Names systems keep for devices, with any ending.
const RESERVED: [&str; 22] = [
    "con", "prn", "aux", "nul", "com1", "com2", "com3", "com4", "com5", "com6", "com7", "com8", "com9", "lpt1", "lpt2",
    "lpt3", "lpt4", "lpt5", "lpt6", "lpt7", "lpt8", "lpt9",
];

/// The name of a ticket's folder under `tickets/` in the data folder: different for different tickets,
/// on file systems which ignore case as well.
pub fn folder_name(ticket: &TicketId) -> String {
    let mut name = String::from("t-");
    for byte in ticket.as_str().bytes() {
        if byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-' {
            name.push(char::from(byte));
        } else {
            name.push_str(&format!("_{byte:02x}"));
        }
    }
    if name.len() > LONGEST_NAME {
        let digest = Sha256::digest(ticket.as_str().as_bytes());
        let end: String = digest.iter().take(16).map(|b| format!("{b:02x}")).collect();
        // The name is ASCII, so that any cut is at a character. No short name has an equals sign.
        name.truncate(60);
        name = format!("{name}={end}");
    }
    name
}

/// Opens the ticket's folder, making it if need be.
pub(super) fn open(data_dir: &Path, ticket: &TicketId) -> Result<Dir, ToolError> {
    let opened = std::fs::create_dir_all(data_dir).and_then(|()| {
        let data = Dir::open_ambient_dir(data_dir, ambient_authority())?;
        let path = Path::new("tickets").join(folder_name(ticket));
        data.create_dir_all(&path)?;
        data.open_dir(&path)
    });
    opened.map_err(|e| ToolError::Disk(fault(&e), format!("the folder of the ticket cannot be opened: {e}")))
}

/// A path a model gave, if it names something inside the folder on every system.
pub(super) fn path_of(text: &str) -> Result<PathBuf, ToolError> {
    let refuse = |why: &str| Err(tell(format!("“{}” cannot be used: {why}.", text.escape_debug())));
    let parts: Vec<&str> = text.trim().split('/').collect();
    if parts.len() > DEEPEST {
        return refuse("too many folders inside each other");
    }
    for part in &parts {
        let stem = part.split('.').next().unwrap_or_default().trim().to_ascii_lowercase();
        if part.is_empty() {
            return refuse("give a path like notes/list.md, without a slash at its ends");
        }
        if part.starts_with('.') || part.ends_with(['.', ' ']) || part.starts_with(' ') {
            return refuse("no name may begin or end with a dot or a space");
        }
        if part.contains(|c: char| c.is_control() || "\\:*?\"<>|".contains(c)) {
            return refuse("it has a character which file names may not have");
        }
        if part.len() > LONGEST_NAME || RESERVED.contains(&stem.as_str()) {
            return refuse("the name is reserved or too long");
        }
    }
    Ok(parts.iter().collect())
}

/// What went wrong, for the model if it can do something about it.
fn explain(path: &Path, error: &io::Error) -> ToolError {
    let path = path.display();
    match error.kind() {
        io::ErrorKind::NotFound => tell(format!("There is no file {path}; list_files shows what there is.")),
        io::ErrorKind::IsADirectory | io::ErrorKind::NotADirectory | io::ErrorKind::AlreadyExists => {
            tell(format!("{path} does not fit: a folder and a file cannot have the same name."))
        }
        // The directory handle refuses what would lead out of the folder in this way.
        io::ErrorKind::PermissionDenied => tell(format!("{path} may not be opened.")),
        _ => ToolError::Disk(fault(error), format!("{path}: {error}")),
    }
}

/// What a refusal of the disk means for people.
fn fault(error: &io::Error) -> DiskFault {
    match error.kind() {
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => DiskFault::Full,
        io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => DiskFault::Forbidden,
        _ => DiskFault::Broken,
    }
}

/// The text of a file.
pub(super) fn read_text(dir: &Dir, path: &Path) -> Result<String, ToolError> {
    let told = |e: io::Error| explain(path, &e);
    let about = dir.metadata(path).map_err(told)?;
    if !about.is_file() {
        return Err(tell(format!("{} is a folder, not a file.", path.display())));
    }
    let mut bytes = Vec::new();
    dir.open(path).map_err(told)?.take(MOST_BYTES + 1).read_to_end(&mut bytes).map_err(told)?;
    if bytes.len() as u64 > MOST_BYTES {
        return Err(tell(format!("{} is bigger than {MOST_BYTES} bytes.", path.display())));
    }
    String::from_utf8(bytes).map_err(|_| tell(format!("{} is not a text.", path.display())))
}

/// Writes a file so that there is either the old or the new one, also after a crash.
pub(super) fn write_text(dir: &Dir, path: &Path, text: &str, key: &str) -> Result<(), ToolError> {
    let told = |e: io::Error| explain(path, &e);
    if text.len() as u64 > MOST_BYTES {
        return Err(tell(format!("{} bytes are too many; {MOST_BYTES} are the most for one file.", text.len())));
    }
    let there = dir.symlink_metadata(path).ok();
    if there.as_ref().is_some_and(cap_std::fs::Metadata::is_dir) {
        return Err(tell(format!("{} is a folder.", path.display())));
    }
    if there.is_none() && list(dir)?.len() >= MOST_FILES {
        return Err(tell(format!("There are {MOST_FILES} files already, which are the most; write over one of them.")));
    }
    if let Some(parent) = path.parent().filter(|p| !p.as_os_str().is_empty()) {
        dir.create_dir_all(parent).map_err(told)?;
    }
    // Named by the call, so that a repeated call writes over what a crash left behind.
    let digest: String = Sha256::digest(key.as_bytes()).iter().take(8).map(|b| format!("{b:02x}")).collect();
    let fresh = PathBuf::from(format!(".new-{digest}"));
    let write = || {
        let mut options = OpenOptions::new();
        let mut file = dir.open_with(&fresh, options.write(true).create(true).truncate(true))?;
        file.write_all(text.as_bytes())?;
        file.sync_all()?;
        dir.rename(&fresh, dir, path)
    };
    write().map_err(|e| {
        // What is left would only take room; failing to remove it changes nothing for the caller.
        let _ = dir.remove_file(&fresh);
        explain(path, &e)
    })
}

/// The files with their sizes in bytes, by name; half-written ones and links are left out.
pub(super) fn list(dir: &Dir) -> Result<Vec<(String, u64)>, ToolError> {
    let mut files = Vec::new();
    walk(dir, "", 0, &mut files).map_err(|e| ToolError::Disk(fault(&e), format!("the folder cannot be read: {e}")))?;
    files.sort();
    Ok(files)
}

fn walk(dir: &Dir, prefix: &str, depth: usize, files: &mut Vec<(String, u64)>) -> io::Result<()> {
    for entry in dir.entries()? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        let kind = entry.file_type()?;
        if name.starts_with('.') || files.len() > MOST_FILES {
            continue;
        }
        if kind.is_file() {
            files.push((format!("{prefix}{name}"), entry.metadata()?.len()));
        } else if kind.is_dir() && depth < DEEPEST {
            walk(&entry.open_dir()?, &format!("{prefix}{name}/"), depth + 1, files)?;
        }
    }
    Ok(())
}

/// Runs work on the disk where it may wait.
pub(super) async fn aside<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, ToolError> + Send + 'static,
) -> Result<T, ToolError> {
    match tokio::task::spawn_blocking(work).await {
        Ok(done) => done,
        Err(e) => Err(ToolError::Fatal(format!("the work on the disk was interrupted: {e}"))),
    }
}

#[cfg(test)]
mod tests;
