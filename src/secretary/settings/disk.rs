//! What can be wrong with the disk the tools' files are on, as far as people can do something about it.

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
