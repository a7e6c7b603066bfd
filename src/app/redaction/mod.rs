//! Redaction of the secrets of the settings in logs and messages.

pub mod known_secrets;
pub(super) mod log_writer;
