//! `secretary read-document`: reads the text of one document in a process of its own, which the program starts for itself.
//! It needs no settings.

use crate::adapters::child::limits::limit;
use crate::adapters::documents::child;
use std::io;

/// Reads the document on the input, whose name ends in this way, and writes its text to the output.
///
/// # Errors
/// The input cannot be read, or nobody takes the output.
pub fn read_document(ending: &str) -> io::Result<()> {
    limit(child::MEMORY, child::SECONDS);
    child::answer(ending, io::stdin().lock(), io::stdout().lock())
}
