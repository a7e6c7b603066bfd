//! Rooms and workspaces: what each is for, whose it is, and what is shown there.

pub(in crate::engine) mod find_room;
pub(in crate::engine) mod transferred_groups;
pub(in crate::engine) mod visibility;
pub(in crate::engine) mod workspaces;
