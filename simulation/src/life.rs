//! What a life is to be like, and what became of it.

use crate::around::Violation;
use crate::broken::Broken;

/// What a life is to be like.
#[derive(Clone, Copy, Debug)]
pub struct Wanted {
    /// Events until the faults are mended.
    pub events: u64,
    /// Whether the story is kept.
    pub story: bool,
    /// What is wrong with it on purpose.
    pub broken: Option<Broken>,
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
