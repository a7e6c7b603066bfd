//! Logging to standard error. Libraries that would log message bodies are kept quiet.

use crate::config::{Log, LogFormat};
use std::io::IsTerminal;
use tracing_subscriber::EnvFilter;

/// Libraries that log payloads or server texts when something is odd.
const QUIET: [&str; 4] = ["serenity=off", "async_openai=error", "sqlx=warn", "hyper=warn"];

/// Starts logging.
///
/// # Errors
/// A sentence on a filter that is not understood.
pub fn start(log: &Log) -> Result<(), String> {
    let text = QUIET.iter().fold(log.filter.clone(), |text, quiet| {
        let name = quiet.split('=').next().unwrap_or(quiet);
        if text.contains(name) { text } else { format!("{text},{quiet}") }
    });
    let filter = EnvFilter::try_new(&text).map_err(|e| {
        format!("RUST_LOG is not understood ({e}). For example: RUST_LOG=info or RUST_LOG=secretary=debug")
    })?;
    let builder = tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr);
    let builder = builder.with_ansi(std::io::stderr().is_terminal());
    let started = match log.format {
        LogFormat::Text => builder.try_init(),
        LogFormat::Json => builder.json().try_init(),
    };
    started.map_err(|e| format!("Logging cannot start: {e}"))
}
