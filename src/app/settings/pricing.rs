//! The prices of models, from the file that the settings name.

use super::setting_files::{text_of, unusable};
use crate::secretary::budget::cost::Prices;
use std::io::ErrorKind;

/// Reads the list.
pub(crate) fn prices(file: &str) -> anyhow::Result<Prices> {
    let wrong = |error: std::io::Error| match error.kind() {
        ErrorKind::NotFound => format!("PRICES_FILE: there is no file {file}. Correct its path, or unset PRICES_FILE."),
        _ => unusable(&format!("PRICES_FILE: {file}"), "a list of prices in JSON", &error),
    };
    let text = text_of(file).map_err(|error| anyhow::anyhow!(wrong(error)))?;
    Prices::read(&text).map_err(|wrong| anyhow::anyhow!("PRICES_FILE: {file}: {wrong}"))
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
        std::fs::write(&file, " ".repeat(1_000_001)).unwrap();
        assert!(wrong(&path).contains("is longer than a megabyte"));
    }
}
