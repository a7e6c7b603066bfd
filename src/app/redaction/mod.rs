//! Redaction of the secrets of the settings in logs and messages.

mod forms;
pub mod known_secrets;
mod letters_alone;
pub(super) mod log_writer;
