//! Reads the short files that settings are or name. A complaint shows nothing of what is in them.

use std::fs::File;
use std::io::{Error, ErrorKind, Read, Result};

/// A file of so many bytes is none of settings; it may have no end.
const TOO_LONG: u64 = 1_000_000;

/// The text of such a file.
///
/// # Errors
/// It cannot be read, is too long, or is no UTF-8.
pub fn text_of(file: &str) -> Result<String> {
    let mut bytes = Vec::new();
    let mut reader = File::open(file)?.take(TOO_LONG + 1);
    reader.read_to_end(&mut bytes)?;
    if reader.limit() == 0 {
        return Err(ErrorKind::FileTooLarge.into());
    }
    String::from_utf8(bytes).map_err(|_| ErrorKind::InvalidData.into())
}

/// Why such a file cannot be used, and what is wanted in its place.
pub fn unusable(file: &str, wanted: &str, error: &Error) -> String {
    match error.kind() {
        ErrorKind::PermissionDenied => format!("{file} cannot be read: the secretary has no right to."),
        ErrorKind::InvalidData => format!("{file} is no text; {wanted} is wanted."),
        ErrorKind::IsADirectory => format!("{file} is a folder; a file with {wanted} is wanted."),
        ErrorKind::FileTooLarge => format!("{file} is longer than a megabyte; {wanted} is wanted."),
        _ => format!("{file} cannot be read: {error}"),
    }
}
