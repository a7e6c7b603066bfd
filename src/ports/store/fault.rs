//! Errors of the database.

/// Why the database did not do it. The caller rolls back.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StoreError {
    /// No space, a failed write, a locked or closed file, a server out of reach: the database takes nothing now, and
    /// the same may work later.
    #[error("the database does not take it now: {0}")]
    Later(String),
    /// The database refuses this write only: a constraint, or a version of a ticket that exists already.
    #[error("the database does not take this: {0}")]
    Refused(String),
    /// This process stood still for so long that its peers have taken over its work.
    #[error("this process stood still, and others have taken over its work")]
    Ousted,
    /// A row that cannot be read back: a fault of the program or of the file.
    #[error("the database holds something unreadable: {0}")]
    Broken(String),
}

impl StoreError {
    /// What happened, without what it means for the caller.
    pub fn reason(self) -> String {
        match self {
            Self::Later(why) | Self::Refused(why) | Self::Broken(why) => why,
            Self::Ousted => self.to_string(),
        }
    }
}

/// What a method gives.
pub type Stored<T> = Result<T, StoreError>;
