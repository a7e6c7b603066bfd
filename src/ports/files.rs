//! The files of tickets: each ticket has a place of its own, and no path leads out of it. Every implementation has
//! the same names and bounds.

use super::tool::ToolError;
use crate::secretary::ids::TicketId;
use async_trait::async_trait;
use sha2::{Digest, Sha256};

/// The most bytes of one file.
pub const MOST_BYTES: usize = 1024 * 1024;
/// The most files of one ticket.
pub const MOST_FILES: usize = 200;
/// Folders inside folders, at most.
pub const DEEPEST: usize = 5;
/// The longest name of one file, folder or home, in bytes; file systems take 255.
pub const LONGEST_NAME: usize = 100;

/// What the names of homes of received files begin with; those of tickets begin with `t-`.
pub const RECEIVED: &str = "r-";

/// The storage of files of tickets. A path is names joined by `/`, none of them empty, `.` or `..`; the caller has
/// checked that.
#[async_trait]
pub trait Files: ReceivedFiles + TicketBytes + Send + Sync {
    /// The files with their sizes in bytes, by path.
    ///
    /// # Errors
    /// The home cannot be read.
    async fn list_files(&self, ticket: &TicketId) -> Result<Vec<(String, u64)>, ToolError>;

    /// The text of a file.
    ///
    /// # Errors
    /// [`ToolError::TellModel`] where there is none or it is no text; else the home cannot be read.
    async fn read_file(&self, ticket: &TicketId, path: &str) -> Result<String, ToolError>;

    /// Writes a text as [`TicketBytes::write_bytes`] writes bytes.
    ///
    /// # Errors
    /// As there.
    async fn write_file(&self, ticket: &TicketId, path: &str, text: &str, key: &str) -> Result<(), ToolError> {
        self.write_bytes(ticket, path, text.as_bytes(), key).await
    }

    /// Removes the home of a ticket with everything in it; nothing, where there is none.
    ///
    /// # Errors
    /// Not all of it could be removed.
    async fn erase_files(&self, ticket: &TicketId) -> Result<(), ToolError>;
}

/// What writes the files of tickets, also those that are no text.
#[async_trait]
pub trait TicketBytes: Send + Sync {
    /// Writes a file, over an older one of the same path, so that there is either the old or the new one, also after a
    /// crash. `key` is the same when a call is repeated.
    ///
    /// # Errors
    /// [`ToolError::TellModel`] where a bound is reached or a folder has the name; else the home cannot be written.
    async fn write_bytes(&self, ticket: &TicketId, path: &str, bytes: &[u8], key: &str) -> Result<(), ToolError>;
}

/// The storage of files that people sent, and the bytes of files that agents wrote. What belongs to one message lies in
/// one home, named by the engine with `[a-z0-9-]{1,100}`; the names in it are plain file names without folders.
#[async_trait]
pub trait ReceivedFiles: Send + Sync {
    /// Keeps a file, over an older one of the same name, so that there is either the old or the new one.
    ///
    /// # Errors
    /// The home cannot be written.
    async fn keep(&self, home: &str, name: &str, bytes: &[u8]) -> Result<(), ToolError>;

    /// The bytes of a kept file; none where there is none.
    ///
    /// # Errors
    /// The home cannot be read.
    async fn kept(&self, home: &str, name: &str) -> Result<Option<Vec<u8>>, ToolError>;

    /// Removes a home of kept files with everything in it; nothing, where there is none.
    ///
    /// # Errors
    /// Not all of it could be removed.
    async fn erase_kept(&self, home: &str) -> Result<(), ToolError>;

    /// The bytes of a file in the home of a ticket, as an agent wrote it.
    ///
    /// # Errors
    /// As [`Files::read_file`].
    async fn file_bytes(&self, ticket: &TicketId, path: &str) -> Result<Vec<u8>, ToolError>;
}

/// A file of a ticket, read from its home.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TicketFile {
    /// The name of the home, as [`home_of`] gives it.
    pub home: String,
    /// The path in it.
    pub path: String,
    /// What it holds.
    pub bytes: Vec<u8>,
}

/// The name of a ticket's home: different for different tickets, on file systems which ignore case as well.
pub fn home_of(ticket: &TicketId) -> String {
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

/// No storage: there are no files, and none can be written.
#[async_trait]
impl Files for () {
    async fn list_files(&self, _ticket: &TicketId) -> Result<Vec<(String, u64)>, ToolError> {
        Ok(Vec::new())
    }

    async fn read_file(&self, _ticket: &TicketId, path: &str) -> Result<String, ToolError> {
        Err(not_there(path))
    }

    async fn erase_files(&self, _ticket: &TicketId) -> Result<(), ToolError> {
        Ok(())
    }
}

#[async_trait]
impl TicketBytes for () {
    async fn write_bytes(&self, _ticket: &TicketId, _path: &str, _bytes: &[u8], _key: &str) -> Result<(), ToolError> {
        Err(too_many())
    }
}

#[async_trait]
impl ReceivedFiles for () {
    async fn keep(&self, _home: &str, _name: &str, _bytes: &[u8]) -> Result<(), ToolError> {
        Err(too_many())
    }

    async fn kept(&self, _home: &str, _name: &str) -> Result<Option<Vec<u8>>, ToolError> {
        Ok(None)
    }

    async fn erase_kept(&self, _home: &str) -> Result<(), ToolError> {
        Ok(())
    }

    async fn file_bytes(&self, _ticket: &TicketId, path: &str) -> Result<Vec<u8>, ToolError> {
        Err(not_there(path))
    }
}

/// Whether a home and a name are those of a received file: no home of a ticket, and no name that leads elsewhere or
/// is hidden.
///
/// # Errors
/// They are not.
pub fn check_received(home: &str, name: &str) -> Result<(), ToolError> {
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    let own = home.starts_with(RECEIVED) && home.len() <= LONGEST_NAME && home.chars().all(plain);
    if own && !name.is_empty() && !name.starts_with('.') && !name.contains(['/', '\\', '\0']) {
        return Ok(());
    }
    Err(ToolError::Fatal(format!("{} in {} is no received file", name.escape_debug(), home.escape_debug())))
}

/// Bytes that are too many for a file.
pub fn too_long(bytes: usize) -> ToolError {
    ToolError::TellModel(format!("{bytes} bytes are too many; {MOST_BYTES} are the most for one file."))
}

/// One file more than a ticket may have.
pub fn too_many() -> ToolError {
    ToolError::TellModel(format!("There are {MOST_FILES} files already, which are the most; write over one of them."))
}

/// A path nothing has.
pub fn not_there(path: &str) -> ToolError {
    ToolError::TellModel(format!("There is no file {path}; list_files shows what there is."))
}

/// A path that names a folder.
pub fn a_folder(path: &str) -> ToolError {
    ToolError::TellModel(format!("{path} is a folder, not a file."))
}

/// A path through a file, or to a folder.
pub fn does_not_fit(path: &str) -> ToolError {
    ToolError::TellModel(format!("{path} does not fit: a folder and a file cannot have the same name."))
}

/// Bytes that are no text.
pub fn no_text(path: &str) -> ToolError {
    ToolError::TellModel(format!("{path} is not a text."))
}

#[cfg(test)]
mod tests {
    use crate::ports::files::*;
    use std::collections::HashSet;

    #[test]
    fn homes_are_distinct_and_harmless() {
        let long = "x".repeat(300);
        let longer = "x".repeat(301);
        let ids = ["", ".", "..", "a/b", "a_b", "a:b", "A", "a", "nul", "../../etc", "a\0", &long, &longer, "é", "_41"];
        let names: HashSet<String> = ids.iter().map(|id| home_of(&TicketId::new(*id))).collect();
        assert_eq!(names.len(), ids.len());
        for name in names {
            assert!(name.len() <= LONGEST_NAME && name.starts_with("t-"));
            assert!(name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || "-_=".contains(c)), "{name}");
        }
    }
}
