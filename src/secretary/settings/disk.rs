//! Faults of the disk with the files of tools, as far as people can do something about them.

/// A fault of the disk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DiskFault {
    /// No room is left, or no more may be used.
    Full,
    /// Nothing may be read or written there.
    Forbidden,
    /// It does not do what it should.
    Broken,
}
