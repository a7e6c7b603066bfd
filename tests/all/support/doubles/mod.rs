//! What stands in for the world: platforms, the web, the model, a tool, time and crashes.

pub mod board;
pub mod chats;
pub mod clock;
pub mod documents;
pub mod fuse;
pub mod inbound;
pub mod letters;
pub mod mind;
pub mod pages;
pub mod plan;
pub mod requests;
