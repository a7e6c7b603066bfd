//! Redaction of the secrets of the settings in logs and messages.

mod encodings;
pub(super) mod log_writer;
pub mod spellings;
