//! What is logged, and in which form.

use super::Lookup;
use super::fault::{ConfigError, Faults, value};

/// RUST_LOG and LOG_FORMAT.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Log {
    /// A filter of tracing-subscriber, checked by it.
    pub filter: String,
    /// How a line looks.
    pub format: LogFormat,
}

/// How a log line looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LogFormat {
    /// For people.
    Text,
    /// One JSON object a line, for machines.
    Json,
}

impl Log {
    /// Reads the section.
    ///
    /// # Errors
    /// A format there is not.
    pub fn from_env(lookup: Lookup<'_>) -> Result<Self, ConfigError> {
        let mut faults = Faults::default();
        let filter = value(lookup, "RUST_LOG").unwrap_or_else(|| "info".to_owned());
        let format = match value(lookup, "LOG_FORMAT").map(|text| text.to_ascii_lowercase()).as_deref() {
            None | Some("text") => LogFormat::Text,
            Some("json") => LogFormat::Json,
            Some(_) => faults.note("LOG_FORMAT", "must be text or json", "json").unwrap_or(LogFormat::Text),
        };
        faults.or(Self { filter, format })
    }
}
