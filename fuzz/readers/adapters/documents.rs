//! The readers of documents for arbitrary bytes (`crate::fuzzing`), with their promises. No child process is started, and
//! PDF is left out: its library panics, which the child process is for.

use super::formats;
use super::output::Output;
use crate::ports::documents::{DocumentText, MOST_CHARS};

/// Reads bytes as a document: by what they begin with, and by the reader that the first byte picks.
pub fn document(input: &[u8]) {
    let Some((which, bytes)) = input.split_first() else { return };
    if !bytes.trim_ascii_start().starts_with(b"%PDF-") {
        let mut output = Output::default();
        let _ = formats::read("docx", bytes, &mut output);
        holds(&output.finish(), bytes);
    }
    let mut output = Output::default();
    let _ = formats::inner(*which, bytes, &mut output);
    holds(&output.finish(), bytes);
}

/// A text is clean and has a size that goes with its document's.
fn holds(read: &DocumentText, bytes: &[u8]) {
    let DocumentText { text, .. } = read;
    assert!(text.chars().count() <= MOST_CHARS && text.trim() == text, "{text:?}");
    assert!(!text.chars().any(|c| c.is_control() && c != '\n' && c != '\t'), "{text:?}");
    assert!(!text.contains("\n\n\n\n") && !text.contains('\u{202e}'), "{text:?}");
    // A line of a list in lists is indented, and a tag can stand for many blanks.
    assert!(text.len() <= 4_096 + 1_024 * bytes.len(), "{} bytes became {}", bytes.len(), text.len());
}
