//! Why the database did not do something.

/// Why the database did not do it. The caller rolls back and tries again later.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StoreError {
    /// No room, a failed write, a locked or closed file: may work later.
    #[error("the database does not take it now: {0}")]
    Later(String),
    /// This process stood still for so long that others have taken over its work.
    #[error("this process stood still, and others have taken over its work")]
    Ousted,
    /// A row that cannot be read back: a fault of the program or of the file.
    #[error("the database holds something unreadable: {0}")]
    Broken(String),
}

/// What a method gives.
pub type Stored<T> = Result<T, StoreError>;
