//! Each adapter against a fake of its platform, over real sockets.

pub mod discord;
pub mod documents;
mod long;
mod openai;
mod scripts;
pub mod telegram;
pub mod web;
