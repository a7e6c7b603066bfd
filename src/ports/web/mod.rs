//! The web: pages, search, and the log of the web chat.

pub mod fetch;
pub mod search;
pub mod sessions;
pub mod weblog;
