//! The adapters: one folder for each thing outside. Each may say only `ports`, `text` and `secretary`, never a sibling.

pub mod http;
pub mod discord;
pub mod openai;
pub mod search;
pub mod telegram;
