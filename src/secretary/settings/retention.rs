//! Retention periods as people are told. What is kept until somebody erases it has no period here.

/// Days each kind is kept; none: until it is erased.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Keeping {
    /// That something arrived and was decided about; its words are gone at once.
    pub inbox: Option<u16>,
    /// What nothing could be decided about.
    pub quarantine: Option<u16>,
    /// Messages that were sent.
    pub outbox: Option<u16>,
    /// What agents did step by step, of tickets that are closed.
    pub journal: Option<u16>,
    /// Messages of the web chat.
    pub web: Option<u16>,
    /// Closed tickets with all that belongs to them.
    pub tickets: Option<u16>,
    /// What there is of members who have left, counted from when they were taken out.
    pub former: Option<u16>,
    /// The data for undoing changes of notes.
    pub undo: Option<u16>,
    /// What buttons mean.
    pub buttons: Option<u16>,
}
