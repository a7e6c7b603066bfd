//! The adapters: one folder for each thing outside. Each may name only `ports`, `text` and `secretary`, never a
//! sibling and never the engine.

pub mod charts;
pub mod child;
pub mod discord;
pub mod documents;
pub mod folder;
pub mod http;
pub mod offline;
pub mod openai;
#[cfg(feature = "failpoints")]
pub mod orders;
pub mod scripts;
pub mod search;
pub mod store;
pub mod system_clock;
pub mod telegram;
pub mod web;
