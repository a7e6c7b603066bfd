//! Each adapter against a fake of its platform, over real sockets.

mod openai;
mod telegram;
