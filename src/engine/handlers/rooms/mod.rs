//! Rooms and workspaces: what each is for, whose it is, and what is shown there.

pub(in crate::engine) mod transferred_groups;
pub(in crate::engine) mod workspaces;
