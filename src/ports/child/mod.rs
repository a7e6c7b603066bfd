//! Work that may break or never end, done by the own program in a process of its own: with limits, without settings.
//! What the parent asks and what the child answers is the business of the caller.

use async_trait::async_trait;
use std::time::Duration;

/// What a child process is asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Errand {
    /// The hidden command of the program.
    pub command: &'static str,
    /// Its one argument.
    pub argument: String,
    /// What it reads from its input.
    pub input: Vec<u8>,
    /// The most bytes of its answer; what comes after them is not read.
    pub most_output: u64,
    /// The longest that it may take.
    pub longest: Duration,
}

/// Why a child gave no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// It could not be started, or something outside of it ended it. Another try may go well.
    NotStarted,
    /// It took too much time, and was ended.
    TooLong,
    /// It took too much memory or stack, and was ended.
    TooMuch,
    /// It said itself that it failed.
    Broken,
}

/// Starts child processes.
#[async_trait]
pub trait Children: Send + Sync {
    /// The last line of what a child process wrote. Nothing of it outlives this call, also where nobody waits for the end.
    ///
    /// # Errors
    /// See [`Ended`].
    async fn answer(&self, errand: Errand) -> Result<Vec<u8>, Ended>;
}
