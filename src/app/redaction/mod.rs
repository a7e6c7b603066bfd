//! The secrets of the settings are kept out of logs and messages.

mod encodings;
pub(super) mod log_writer;
pub mod spellings;
