//! OpenDocument texts and presentations: paragraphs, headings, lists and tables. Comments and deleted words are left out.

use super::super::output::Output;
use super::archive::Archive;
use super::paragraphs::{self, Kind};
use super::xml::{Node, attribute, walk};
use crate::ports::documents::Unreadable;

/// The most blanks that one tag stands for.
const MOST_BLANKS: usize = 100;

/// Reads a text or a presentation.
pub(super) fn read(archive: &mut Archive<'_>, output: &mut Output) -> Result<(), Unreadable> {
    check_password(archive)?;
    let bytes = archive.entry("content.xml")?.ok_or(Unreadable::Broken)?;
    content(&bytes, output)
}

/// Whether a document can be read without a password.
pub(super) fn check_password(archive: &mut Archive<'_>) -> Result<(), Unreadable> {
    let Some(manifest) = archive.entry("META-INF/manifest.xml")? else { return Ok(()) };
    let mut encrypted = false;
    walk(&manifest, |node| {
        encrypted = encrypted || matches!(node, Node::Opens("encryption-data", _));
        !encrypted
    })?;
    if encrypted { Err(Unreadable::Encrypted) } else { Ok(()) }
}

/// Reads the content of a document.
pub(super) fn content(bytes: &[u8], output: &mut Output) -> Result<(), Unreadable> {
    let (mut kind, mut lists, mut open) = (Kind::Words, 0_usize, 0_usize);
    paragraphs::read(bytes, output, |paragraphs, node| {
        match node {
            Node::Opens(name, tag) => {
                let number = |of: &str| attribute(tag, of).and_then(|value| value.parse().ok()).unwrap_or(1);
                match name {
                    "annotation" | "tracked-changes" | "styles" => return true,
                    "p" => {
                        open += 1;
                        kind = if lists > 0 { Kind::Item } else { Kind::Words };
                    }
                    "h" => {
                        open += 1;
                        kind = Kind::Heading(number("outline-level"));
                    }
                    "list" => lists += 1,
                    "tab" => paragraphs.words("\t"),
                    "line-break" => paragraphs.words("\n"),
                    "s" => paragraphs.words(&" ".repeat(number("c").min(MOST_BLANKS))),
                    "table" => paragraphs.open_table(),
                    _ => {}
                }
            }
            Node::Words(words) if open > 0 => paragraphs.words(words),
            Node::Words(_) => {}
            Node::Closes("p" | "h") => {
                open = open.saturating_sub(1);
                paragraphs.end(std::mem::take(&mut kind));
            }
            Node::Closes("list") => lists = lists.saturating_sub(1),
            Node::Closes(name) => paragraphs.close(name),
        }
        false
    })
}
