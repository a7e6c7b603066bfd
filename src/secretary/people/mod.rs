//! People, rooms and workspaces: who belongs where and who may do what.

pub mod codes;
pub mod deputies;
pub mod export;
pub mod merge_members;
pub mod permissions;
pub mod room_purposes;
pub mod visibility;
pub mod workspace;
