//! People: members, accounts, invitations, deputies, and what is kept of them.

pub mod deputies;
pub mod erase;
pub mod invitations;
pub mod leaving;
pub mod link_accounts;
pub mod members;
pub mod orphaned_messages;
pub mod pairing;
pub mod personal_data;
