//! The child process that reads one document: it limits itself, reads the bytes from its input and writes one line of JSON.
//! It opens no file, no database and no socket.

use super::formats;
use super::output::Output;
use crate::ports::documents::{DocumentText, Unreadable};
use std::io::{self, Read, Write};

/// Bytes of memory that the child may have.
#[cfg(unix)]
const MEMORY: u64 = 768 * 1024 * 1024;
/// Seconds of the processor that it may take.
#[cfg(unix)]
const SECONDS: u64 = 15;
/// Files that it may have open.
#[cfg(unix)]
const FILES: u64 = 16;

/// Reads a document whose name ends in this way, and writes its text or why there is none.
///
/// # Errors
/// Its input cannot be read, or nobody takes the answer.
pub fn answer(ending: &str, mut input: impl Read, mut output: impl Write) -> io::Result<()> {
    limit();
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

/// Limits what this process may use. A limit that a system does not know is left out; the parent ends the child by the
/// clock in any case.
#[cfg(unix)]
fn limit() {
    use rlimit::Resource;
    let limits = [
        (Resource::AS, MEMORY),
        (Resource::CPU, SECONDS),
        (Resource::FSIZE, 0),
        (Resource::NOFILE, FILES),
        (Resource::NPROC, 0),
        (Resource::CORE, 0),
    ];
    for (resource, most) in limits {
        let hard = resource.get().map_or(most, |(_, hard)| hard);
        let _ = resource.set(most.min(hard), most.min(hard));
    }
}

#[cfg(not(unix))]
fn limit() {}
