//! Each adapter against a fake of its platform, over real sockets.

mod discord;
mod openai;
mod telegram;
pub mod web;
