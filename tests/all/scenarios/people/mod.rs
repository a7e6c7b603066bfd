//! Who belongs, what is theirs, and what is gone when they leave.

mod audit;
mod belonging;
mod codes;
mod erased_traces;
pub mod erasing;
mod privacy;
mod server_roles;
mod workspace_groups;
mod workspaces;
