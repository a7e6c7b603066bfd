//! PowerPoint presentations: the text of each slide, in the order of their numbers.

use super::super::output::Output;
use super::archive::Archive;
use super::paragraphs::{self, Kind};
use super::xml::{Node, attribute};
use crate::ports::documents::Unreadable;

/// Reads the slides of a presentation.
pub(super) fn read(archive: &mut Archive<'_>, output: &mut Output) -> Result<(), Unreadable> {
    for name in archive.all("ppt/slides/slide", ".xml") {
        let Some(bytes) = archive.entry(&name)? else { continue };
        slide(&bytes, output)?;
        output.push("\n");
        if output.is_full() {
            break;
        }
    }
    Ok(())
}

/// Reads one slide.
pub(super) fn slide(bytes: &[u8], output: &mut Output) -> Result<(), Unreadable> {
    let (mut title, mut in_text) = (false, false);
    paragraphs::read(bytes, output, |paragraphs, node| {
        match node {
            Node::Opens(name, tag) => match name {
                "sp" => title = false,
                "ph" => title = attribute(tag, "type").is_some_and(|kind| kind == "title" || kind == "ctrTitle"),
                "t" => in_text = true,
                "br" => paragraphs.words(" "),
                "tbl" => paragraphs.open_table(),
                _ => {}
            },
            Node::Words(words) if in_text => paragraphs.words(words),
            Node::Words(_) => {}
            Node::Closes("t") => in_text = false,
            Node::Closes("p") => paragraphs.end(if title { Kind::Heading(2) } else { Kind::Words }),
            Node::Closes(name) => paragraphs.close(name),
        }
        false
    })
}
