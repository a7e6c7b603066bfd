//! Settings about people.

pub(super) mod owners;
pub(super) mod roles;
