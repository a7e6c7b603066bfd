//! The calls of the bot: from the HTTP request over its parameters and the checks of its content to what the method
//! does and the answer. It must not bring updates to the bot, nor act as people.

mod calling;
pub(super) mod content;
pub(super) mod html;
mod methods;
pub(super) mod params;
mod sending;
pub(super) mod server;
