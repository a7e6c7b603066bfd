//! Attacks on single parts: webhooks, redaction, addresses, folders, markup, the web chat and what unfolds.

mod s05_webhooks;
mod s06_secrets;
mod s07_ssrf;
mod s08_files;
mod s10_output;
mod s15_exposure;
mod s16_bombs;
