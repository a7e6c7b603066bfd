//! Reads the text of documents in a child process, with limits on time, memory and output. No byte of a document is read in
//! this process, and a reader that breaks breaks nothing else.

pub mod child;
mod formats;
#[cfg(any(test, feature = "fuzzing"))]
#[path = "../../../fuzz/readers/adapters/documents.rs"]
pub mod fuzzing;
mod output;
mod packing;
mod picture;

use crate::ports::child::{Children, Ended, Errand};
use crate::ports::documents::{DocumentText, Documents, MOST_CHARS, Unreadable};
use async_trait::async_trait;
use std::sync::Arc;
use std::time::Duration;

/// The hidden command of the program that reads one document.
pub const COMMAND: &str = "read-document";
/// The most bytes of a document.
const MOST_BYTES: usize = 64 * 1024 * 1024;
/// The most bytes of an answer: every character has up to four, and a few thousand may be written longer.
const MOST_OUTPUT: u64 = 5 * MOST_CHARS as u64;
/// The longest that a document is read.
const LONGEST: Duration = Duration::from_secs(20);

/// A reader that starts a child process for each document.
pub struct ChildReader {
    children: Arc<dyn Children>,
}

impl ChildReader {
    /// A reader whose children know [`COMMAND`].
    pub fn new(children: Arc<dyn Children>) -> Self {
        Self { children }
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
        let argument = formats::ending(name);
        let errand = Errand { command: COMMAND, argument, input: bytes, most_output: MOST_OUTPUT, longest: LONGEST };
        let line = self.children.answer(errand).await.map_err(|ended| match ended {
            Ended::NotStarted => Unreadable::NotNow,
            Ended::TooLong | Ended::TooMuch => Unreadable::TooMuch,
            Ended::Broken => Unreadable::Broken,
        })?;
        serde_json::from_slice(&line).unwrap_or(Err(Unreadable::Broken))
    }

    async fn archive(&self, files: Vec<(String, Vec<u8>)>) -> Result<Vec<u8>, Unreadable> {
        let packed = tokio::task::spawn_blocking(move || packing::pack(&files)).await;
        packed.unwrap_or(Err(Unreadable::NotNow))
    }
}
