//! The secretary: people talk to it in Telegram, Discord and a web chat, and it gets things done for them.
//!
//! The layer rule, enforced by the test module `architecture` (who may say `crate::…`):
//!
//! ```text
//! main → app → everything
//! engine → workers, prompts, ports, text, secretary
//! workers → prompts, ports, secretary
//! tools → ports, secretary
//! prompts → secretary
//! adapters/x → ports, text, secretary (never a sibling, never engine)
//! text → secretary
//! ports → secretary
//! config → std
//! secretary → itself, std, serde, serde_json, chrono(-tz), croner, strsim, thiserror, url
//! ```

pub mod adapters;
pub mod app;
pub mod config;
pub mod engine;
#[cfg(any(test, feature = "fuzzing"))]
#[path = "../fuzz/readers/mod.rs"]
pub mod fuzzing;
pub mod ports;
pub mod prompts;
pub mod secretary;
pub mod text;
pub mod tools;
pub mod workers;
