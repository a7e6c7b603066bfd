//! What begins runs of flows from outside: requests of other programs, and folders that are watched.

pub mod folders;
pub mod hooks;
pub mod signature;
