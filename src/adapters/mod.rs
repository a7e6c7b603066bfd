//! The adapters: one folder for each thing outside. Each may say only `ports`, `text` and `secretary`, never a sibling.

pub mod http;
pub mod discord;
pub mod openai;
pub mod search;
pub mod telegram;
//! Everything that talks to the outside: one folder for each platform, model or database. An adapter
//! implements ports and never names a sibling or the engine.

pub mod web;
