//! What a life is to be like, and what became of it.

use crate::broken::Broken;
use crate::outside::around::Violation;

/// What a life is to be like.
#[derive(Clone, Copy, Debug)]
pub struct Wanted {
    /// Events until the faults are mended.
    pub events: u64,
    /// Whether the story is kept.
    pub story: bool,
    /// What is wrong with it on purpose.
    pub broken: Option<Broken>,
    /// The life ends as soon as all of these invariants were broken.
    pub seeks: &'static [&'static str],
}

impl Wanted {
    /// A sound life with so many events.
    pub const fn sound(events: u64) -> Self {
        Self { events, story: false, broken: None, seeks: &[] }
    }
}

/// What became of a life.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Life {
    /// The seed.
    pub seed: u64,
    /// Events.
    pub events: u64,
    /// The hash of the trace.
    pub hash: u64,
    /// What went against an invariant.
    pub violations: Vec<Violation>,
    /// The story, if it was kept.
    pub story: Vec<String>,
}
