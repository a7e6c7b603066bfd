//! The web: pages, search, the log of the web chat, and what its page shows beside it.

pub mod fetch;
pub mod overview;
pub mod search;
pub mod sessions;
pub mod weblog;
