//! The files of keys beside the database, which only this user can read. No key is made here.

use std::path::PathBuf;

/// The file with this ending beside a database that is a file.
pub(crate) fn beside(database_url: &str, ending: &str) -> Option<PathBuf> {
    file_of(database_url).map(|path| PathBuf::from(format!("{path}.{ending}")))
}

/// The file of a database that is one.
pub(crate) fn file_of(database_url: &str) -> Option<&str> {
    let path = database_url.strip_prefix("sqlite://").or_else(|| database_url.strip_prefix("sqlite:"))?;
    (!path.is_empty() && !path.starts_with(":memory:")).then_some(path)
}

/// Writes a file that only this user can read.
pub(crate) fn write_private(file: &std::path::Path, text: &str) -> std::io::Result<()> {
    use std::io::Write;
    let _ = std::fs::remove_file(file);
    let mut options = std::fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut open = options.open(file)?;
    open.write_all(text.as_bytes())?;
    open.sync_all()
}
