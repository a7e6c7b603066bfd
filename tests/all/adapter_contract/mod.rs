//! Each adapter against a fake of its platform, over real sockets.

mod discord;
mod openai;
mod telegram;
//! What each adapter promises, over real sockets.

pub mod web;
