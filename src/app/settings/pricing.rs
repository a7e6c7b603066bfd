//! The prices of models, from the file that the settings name.

use crate::secretary::budget::cost::Prices;
use std::io::{Error, ErrorKind};

/// Reads the list.
pub(crate) fn prices(file: &str) -> anyhow::Result<Prices> {
    let text = std::fs::read_to_string(file).map_err(|error| anyhow::anyhow!(unreadable(file, &error)))?;
    Prices::read(&text).map_err(|wrong| anyhow::anyhow!("PRICES_FILE: {file}: {wrong}"))
}

/// Why the file cannot be read, and what to do.
fn unreadable(file: &str, error: &Error) -> String {
    match error.kind() {
        ErrorKind::NotFound => format!("PRICES_FILE: there is no file {file}. Correct its path, or unset PRICES_FILE."),
        ErrorKind::PermissionDenied => format!("PRICES_FILE: the secretary has no right to read {file}."),
        ErrorKind::InvalidData => format!("PRICES_FILE: {file} is no text; a list of prices in JSON is wanted."),
        ErrorKind::IsADirectory => format!("PRICES_FILE: {file} is a folder; a file with a list of prices is wanted."),
        _ => format!("PRICES_FILE: {file} cannot be read: {error}"),
    }
}

#[cfg(test)]
mod tests {
    use crate::app::settings::pricing::*;

    #[test]
    fn a_file_that_cannot_be_used_is_named_in_plain_words() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("prices.json");
        let path = file.to_string_lossy().into_owned();
        let wrong = |path: &str| format!("{:#}", prices(path).unwrap_err());
        let missing = wrong(&path);
        assert!(missing.contains("there is no file") && !missing.contains("os error"), "{missing}");
        assert!(wrong(&folder.path().to_string_lossy()).contains("is a folder"));
        std::fs::write(&file, "nope").unwrap();
        assert!(wrong(&path).ends_with(r#"{"currency": "EUR", "models": {"small": {"in": 0.25, "out": 2}}}"#));
        std::fs::write(&file, [0xff, 0xfe]).unwrap();
        assert!(wrong(&path).contains("is no text"));
    }
}
