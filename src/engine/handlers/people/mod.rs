//! People: members, accounts, invitations, deputies, and what is kept of them.

pub(in crate::engine) mod deputies;
pub(in crate::engine) mod erase;
pub(in crate::engine) mod invitations;
pub(in crate::engine) mod leaving;
pub(in crate::engine) mod link_accounts;
pub(in crate::engine) mod members;
pub(in crate::engine) mod orphaned_messages;
pub(in crate::engine) mod pairing;
pub(in crate::engine) mod personal_data;
