//! Reads the text of documents in a child process: the own program with a hidden command, an empty environment and limits
//! on time, memory and output. No byte of a document is read in this process, and a reader that breaks breaks nothing else.

pub mod child;
mod formats;
#[cfg(any(test, feature = "fuzzing"))]
#[path = "../../../fuzz/readers/adapters/documents.rs"]
pub mod fuzzing;
mod output;
mod packing;
mod picture;

use crate::ports::documents::{DocumentText, Documents, MOST_CHARS, Unreadable};
use async_trait::async_trait;
use std::path::PathBuf;
use std::process::Stdio;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::process::Command;
use tokio::sync::Semaphore;

/// The hidden command of the program that reads one document.
pub const COMMAND: &str = "read-document";
/// The most bytes of a document.
const MOST_BYTES: usize = 64 * 1024 * 1024;
/// The most bytes of an answer: every character has up to four, and a few thousand may be written longer.
const MOST_OUTPUT: u64 = 5 * MOST_CHARS as u64;
/// The longest that a document is read.
const LONGEST: Duration = Duration::from_secs(20);
/// Children at the same time.
const CHILDREN: usize = 2;

/// A reader that starts a child process for each document.
#[derive(Debug)]
pub struct ChildReader {
    program: PathBuf,
    children: Semaphore,
}

impl ChildReader {
    /// A reader that runs this program, which must know [`COMMAND`].
    pub fn new(program: impl Into<PathBuf>) -> Self {
        Self { program: program.into(), children: Semaphore::new(CHILDREN) }
    }

    async fn ask(&self, ending: &str, bytes: Vec<u8>) -> Result<DocumentText, Unreadable> {
        let mut command = Command::new(&self.program);
        command.args([COMMAND, "--", ending]).env_clear().kill_on_drop(true);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().map_err(|error| {
            tracing::warn!(%error, "the reader of documents could not be started");
            Unreadable::NotNow
        })?;
        let (Some(mut stdin), Some(stdout)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(Unreadable::NotNow);
        };
        let send = async move {
            // A child that has ended takes no more; how it ended is seen below.
            let _ = stdin.write_all(&bytes).await;
        };
        let mut answer = Vec::new();
        let mut stdout = stdout.take(MOST_OUTPUT);
        let ((), received) = tokio::join!(send, stdout.read_to_end(&mut answer));
        // The pipe closes, so that a child with more to say ends.
        drop(stdout);
        let ended = child.wait().await.map_err(|_| Unreadable::NotNow)?;
        // Killed: by the limits on memory and time, or by a stack that was too small for what is nested in it.
        let Some(code) = ended.code() else { return Err(Unreadable::TooMuch) };
        if code != 0 || received.is_err() {
            return Err(Unreadable::Broken);
        }
        // Libraries may have printed something before.
        let line = answer.split(|byte| *byte == b'\n').rfind(|line| !line.is_empty()).unwrap_or_default();
        serde_json::from_slice(line).unwrap_or(Err(Unreadable::Broken))
    }
}

#[async_trait]
impl Documents for ChildReader {
    async fn text(&self, name: &str, bytes: Vec<u8>) -> Result<DocumentText, Unreadable> {
        if bytes.is_empty() {
            return Err(Unreadable::Empty);
        }
        if bytes.len() > MOST_BYTES {
            return Err(Unreadable::TooMuch);
        }
        let _turn = self.children.acquire().await.map_err(|_| Unreadable::NotNow)?;
        let ending = formats::ending(name);
        tokio::time::timeout(LONGEST, self.ask(&ending, bytes)).await.unwrap_or(Err(Unreadable::TooMuch))
    }

    async fn archive(&self, files: Vec<(String, Vec<u8>)>) -> Result<Vec<u8>, Unreadable> {
        let packed = tokio::task::spawn_blocking(move || packing::pack(&files)).await;
        packed.unwrap_or(Err(Unreadable::NotNow))
    }
}
