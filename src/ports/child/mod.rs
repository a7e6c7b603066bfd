//! Work that may break or never end, done by the own program in a process of its own: with limits, without settings.
//! What the parent asks and what the child answers is the business of the caller.

use async_trait::async_trait;
use std::time::Duration;

/// Begins a line that a child answers and may be asked more after. What libraries print in between has no mark.
pub const MARK: u8 = 0x1e;

/// What a child process is asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Errand {
    /// The hidden command of the program.
    pub command: &'static str,
    /// Its one argument.
    pub argument: String,
    /// What it reads from its input: a single line where more is asked later.
    pub input: Vec<u8>,
    /// The most bytes of an answer; what comes after them is not read.
    pub most_output: u64,
    /// The longest that an answer may take.
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
    /// The last line of what a child process wrote, without its [`MARK`]. Nothing of the child outlives this call, also
    /// where nobody waits for the end.
    ///
    /// # Errors
    /// See [`Ended`].
    async fn answer(&self, errand: Errand) -> Result<Vec<u8>, Ended>;

    /// The first line with a [`MARK`] that a child process wrote, and the child, which may be asked more. Nothing of the
    /// child outlives what is given here, nor this call where nobody waits for the end.
    ///
    /// # Errors
    /// See [`Ended`].
    async fn begin(&self, errand: Errand) -> Result<(Vec<u8>, Box<dyn Talk>), Ended>;
}

/// A child process that has answered and may be asked more. It ends when this is dropped, and its input ends with the
/// program.
#[async_trait]
pub trait Talk: Send {
    /// The next line with a [`MARK`] that the child writes once it has read this line. The child stands still before and
    /// after, and counts among those that work at the same time only in between. Whoever does not wait for the end must
    /// drop the child.
    ///
    /// # Errors
    /// See [`Ended`]. The child has ended then, or must be dropped.
    async fn ask(&mut self, line: Vec<u8>) -> Result<Vec<u8>, Ended>;
}
