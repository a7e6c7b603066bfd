//! People, rooms and workspaces: who belongs where. `permissions` says who may do what.

pub mod codes;
pub mod deputies;
pub mod merge_members;
pub mod names;
pub mod quiet_hours;
pub mod room_purposes;
pub mod workspace;
