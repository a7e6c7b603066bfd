//! The text of a document while it is collected: it takes no more than is kept, and is cleaned at the end.

use crate::ports::documents::{DocumentText, MOST_CHARS};
use crate::text::neutral;

/// The most bytes that are collected: with fewer of them there may be too few characters.
const MOST_BYTES: usize = 4 * MOST_CHARS + 4;

/// A text that grows up to a limit.
#[derive(Debug, Default)]
pub(super) struct Output {
    text: String,
    cut: bool,
}

impl Output {
    /// Adds words, as far as there is room.
    pub(super) fn push(&mut self, words: &str) {
        let room = MOST_BYTES.saturating_sub(self.text.len());
        if words.len() <= room {
            self.text.push_str(words);
            return;
        }
        self.cut = true;
        self.text.push_str(words.get(..words.floor_char_boundary(room)).unwrap_or_default());
    }

    /// Adds a line.
    pub(super) fn line(&mut self, words: &str) {
        self.push(words);
        self.push("\n");
    }

    /// Says that something of the document is not in the text.
    pub(super) fn leave_out(&mut self) {
        self.cut = true;
    }

    /// Whether nothing more is taken.
    pub(super) fn is_full(&self) -> bool {
        self.text.len() + 4 > MOST_BYTES
    }

    /// Whether there are no words yet.
    pub(super) fn is_blank(&self) -> bool {
        self.text.trim().is_empty()
    }

    /// The text without what nobody sees, with at most two blank lines in a row, and cut where there is too much.
    pub(super) fn finish(self) -> DocumentText {
        let clean = neutral(&self.text);
        let (mut text, mut blank, mut chars) = (String::with_capacity(clean.len()), 0, 0);
        let mut cut = self.cut || self.is_full();
        for line in clean.trim().lines() {
            let line = line.trim_end();
            blank = if line.is_empty() { blank + 1 } else { 0 };
            if blank > 2 {
                continue;
            }
            let room = MOST_CHARS - chars;
            if let Some((end, _)) = line.char_indices().nth(room) {
                text.push_str(line.get(..end).unwrap_or_default());
                cut = true;
                break;
            }
            text.push_str(line);
            chars += line.chars().count();
            if chars < MOST_CHARS {
                text.push('\n');
                chars += 1;
            }
        }
        text.truncate(text.trim_end().len());
        DocumentText { text, cut }
    }
}

#[cfg(test)]
mod tests {
    use crate::adapters::documents::output::*;

    fn finished(words: &str) -> DocumentText {
        let mut output = Output::default();
        output.push(words);
        output.finish()
    }

    #[test]
    fn a_text_is_cleaned_and_cut_between_characters() {
        for (words, text) in
            [("\u{feff}a\r\nb\0\u{7}\tc\u{202e}d", "a\nb\tcd"), ("a \n\n\n\n\n\nb\n\n", "a\n\n\nb"), (" \r\n\t", "")]
        {
            assert_eq!(finished(words), DocumentText { text: text.to_owned(), cut: false });
        }
        for (sign, more) in [("a", 0), ("é", 1), ("😀", 1), ("a\n", 5), ("😀", MOST_CHARS)] {
            let times = MOST_CHARS / sign.chars().count() + more;
            let DocumentText { text, cut } = finished(&sign.repeat(times));
            let chars = text.chars().count();
            assert!((MOST_CHARS - 1..=MOST_CHARS).contains(&chars), "{sign:?}: {chars}");
            assert_eq!(cut, more > 0, "{sign:?}");
        }
    }
}
