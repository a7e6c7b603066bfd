//! Calls that need a person: what is asked before them, what is never done twice, and what stays secret.

mod addresses;
mod foreign_words;
mod large;
pub mod leave;
mod rules;
mod secrecy;
mod standing_permissions;
mod sure;
mod unknown;
