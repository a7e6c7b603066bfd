//! Rooms and workspaces: what each is for, whose it is, and what is shown there.

pub mod reachable_rooms;
pub mod transferred_groups;
pub mod workspaces;
