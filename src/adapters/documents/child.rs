//! The child process that reads one document: it reads the bytes from its input and writes one line of JSON. It opens no
//! file, no database and no socket.

use super::formats;
use super::output::Output;
use crate::ports::documents::{DocumentText, Unreadable};
use std::io::{self, Read, Write};

/// Bytes of memory that the child may have.
pub const MEMORY: u64 = 768 * 1024 * 1024;
/// Seconds of the processor that it may take.
pub const SECONDS: u64 = 15;

/// Reads a document whose name ends in this way, and writes its text or why there is none. The process has its limits
/// already.
///
/// # Errors
/// Its input cannot be read, or nobody takes the answer.
pub fn answer(ending: &str, mut input: impl Read, mut output: impl Write) -> io::Result<()> {
    let mut bytes = Vec::new();
    input.by_ref().take(super::MOST_BYTES as u64 + 1).read_to_end(&mut bytes)?;
    let read = if bytes.len() > super::MOST_BYTES { Err(Unreadable::TooMuch) } else { text(ending, &bytes) };
    let line = serde_json::to_string(&read)?;
    writeln!(output, "\n{line}")?;
    output.flush()
}

/// The text of a document, cleaned.
pub(super) fn text(ending: &str, bytes: &[u8]) -> Result<DocumentText, Unreadable> {
    let mut output = Output::default();
    formats::read(&formats::ending(ending), bytes, &mut output)?;
    let text = output.finish();
    if text.text.is_empty() { Err(Unreadable::Empty) } else { Ok(text) }
}
