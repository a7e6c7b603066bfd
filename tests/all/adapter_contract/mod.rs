//! Each adapter against a fake of its platform, over real sockets.

mod discord;
mod long;
mod openai;
mod telegram;
pub mod web;
