//! Logging to standard error. Whatever RUST_LOG says, libraries stay at `info` or above, since they print payloads
//! and headers below that; secrets of the settings never appear.

use super::redaction::log_writer::Scrubbed;
use crate::config::{Log, LogFormat, Secret};
use std::io::IsTerminal;
use tracing::Metadata;
use tracing::level_filters::LevelFilter;
use tracing_subscriber::filter::filter_fn;
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
    let refused = |why: String| {
        format!("RUST_LOG is not understood ({why}). For example: RUST_LOG=info or RUST_LOG=secretary=debug")
    };
    if let Some(word) = no_level(&log.filter) {
        return Err(refused(format!("{word} is no level: error, warn, info, debug or trace")));
    }
    let wanted = EnvFilter::try_new(&log.filter).map_err(|error| refused(error.to_string()))?;
    let scrubbed = Scrubbed::new(secrets.iter().map(|secret| secret.reveal()));
    let lines = tracing_subscriber::fmt::layer().with_ansi(std::io::stderr().is_terminal());
    let lines = lines.with_writer(move || scrubbed.line());
    let lines = match log.format {
        LogFormat::Text => lines.boxed(),
        LogFormat::Json => lines.json().boxed(),
    };
    // Both for everything, not for the layer of the lines: a library that asks by itself whether a line would be wanted
    // makes a filter of one layer swallow the next line of the same thread (tokio-rs/tracing, issue 2519).
    let filtered = tracing_subscriber::registry().with(wanted).with(filter_fn(may_be_logged));
    let started = filtered.with(lines).try_init();
    started.map_err(|e| format!("Logging cannot start: {e}"))
}

/// A word that stands where a level or a part of the program is wanted. It would be taken for the name of a part, and everything
/// else would be silent.
fn no_level(filter: &str) -> Option<&str> {
    let known = |word: &str| {
        word.starts_with(env!("CARGO_CRATE_NAME")) || word.contains(['=', '[']) || word.parse::<LevelFilter>().is_ok()
    };
    filter.split(',').map(str::trim).find(|word| !word.is_empty() && !known(word))
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
