//! Tools for the files of a ticket.

pub(super) mod list_files;
pub(super) mod path;
pub(super) mod read_file;
pub(super) mod write_file;
