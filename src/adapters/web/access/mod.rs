//! Access to the page: guards, logins and connections.

pub(super) mod connections;
pub(super) mod guard;
pub(super) mod login;
pub(super) mod tries;
