//! Logging to standard error. Whatever RUST_LOG says, libraries stay at `info` or above, since below they print payloads
//! and headers, and no secret of the settings leaves the program.

use super::scrubbing::Scrubbed;
use crate::config::{Log, LogFormat, Secret};
use std::io::IsTerminal;
use tracing::Metadata;
use tracing::level_filters::LevelFilter;
use tracing_subscriber::filter::{FilterExt, filter_fn};
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{EnvFilter, Layer};

/// Libraries that log payloads, statements or server texts also at the higher levels.
const QUIET: [(&str, LevelFilter); 5] = [
    ("serenity", LevelFilter::OFF),
    ("async_openai", LevelFilter::ERROR),
    ("sqlx", LevelFilter::ERROR),
    ("hyper", LevelFilter::WARN),
    ("tungstenite", LevelFilter::WARN),
];

/// Starts logging.
///
/// # Errors
/// A sentence on a filter that is not understood.
pub fn start(log: &Log, secrets: &[&Secret]) -> Result<(), String> {
    let wanted = EnvFilter::try_new(&log.filter).map_err(|e| {
        format!("RUST_LOG is not understood ({e}). For example: RUST_LOG=info or RUST_LOG=secretary=debug")
    })?;
    let filter = wanted.and(filter_fn(may_be_logged));
    let scrubbed = Scrubbed::new(secrets.iter().map(|secret| secret.reveal()));
    let lines = tracing_subscriber::fmt::layer().with_ansi(std::io::stderr().is_terminal());
    let lines = lines.with_writer(move || scrubbed.line());
    let lines = match log.format {
        LogFormat::Text => lines.boxed(),
        LogFormat::Json => lines.json().boxed(),
    };
    let started = tracing_subscriber::registry().with(lines.with_filter(filter)).try_init();
    started.map_err(|e| format!("Logging cannot start: {e}"))
}

/// Whether a line may be printed at all.
fn may_be_logged(about: &Metadata<'_>) -> bool {
    let library = about.target().split("::").next().unwrap_or_default();
    if library == env!("CARGO_CRATE_NAME") {
        return true;
    }
    let quiet = QUIET.iter().find(|(name, _)| library.starts_with(name));
    *about.level() <= quiet.map_or(LevelFilter::INFO, |(_, most)| *most)
}
