//! The prices of models, from the file the settings name.

use crate::secretary::cost::Prices;
use anyhow::Context;

/// Reads the list.
pub(super) fn prices(file: &str) -> anyhow::Result<Prices> {
    let text = std::fs::read_to_string(file).with_context(|| format!("PRICES_FILE: {file} cannot be read"))?;
    Prices::read(&text).map_err(|wrong| anyhow::anyhow!("PRICES_FILE: {file}: {wrong}"))
}
