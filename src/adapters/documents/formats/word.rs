//! Word documents: paragraphs, headings, lists and tables. Deleted words, fields' code and second forms of a drawing are
//! left out.

use super::super::output::Output;
use super::archive::Archive;
use super::paragraphs::{self, Kind};
use super::xml::{Node, attribute, walk};
use crate::ports::documents::Unreadable;
use std::collections::HashMap;

/// What a style makes of a paragraph, by the style's id. Names of built-in styles are the same in every language.
pub(super) type Styles = HashMap<String, Kind>;

/// The outline level that is no heading.
const BODY: usize = 9;

/// Reads a document whose text is the entry `main`.
pub(super) fn read(archive: &mut Archive<'_>, main: &str, output: &mut Output) -> Result<(), Unreadable> {
    let styles = archive.entry("word/styles.xml")?;
    let styles = styles.and_then(|bytes| styles_of(&bytes).ok()).unwrap_or_default();
    let main = archive.entry(main)?.ok_or(Unreadable::Broken)?;
    document(&main, &styles, output)
}

fn styles_of(bytes: &[u8]) -> Result<Styles, Unreadable> {
    let (mut styles, mut id) = (Styles::new(), String::new());
    walk(bytes, |node| {
        if let Node::Opens(name, tag) = node {
            let value = || attribute(tag, "val").unwrap_or_default();
            let kind = match name {
                "style" => {
                    id = attribute(tag, "styleId").unwrap_or_default();
                    None
                }
                "name" => {
                    let named = value().to_ascii_lowercase();
                    match named.strip_prefix("heading ").map(str::parse::<usize>) {
                        Some(Ok(level)) => Some(Kind::Heading(level)),
                        Some(Err(_)) | None => (named == "title").then_some(Kind::Heading(1)),
                    }
                }
                "outlineLvl" => outline(&value()),
                "numId" => listed(&value()),
                _ => None,
            };
            if let Some(kind) = kind {
                // A heading with a number stays a heading.
                styles.entry(id.clone()).and_modify(|known| *known = stronger(*known, kind)).or_insert(kind);
            }
        }
        true
    })?;
    Ok(styles)
}

fn outline(value: &str) -> Option<Kind> {
    value.parse::<usize>().ok().filter(|level| *level < BODY).map(|level| Kind::Heading(level + 1))
}

fn listed(value: &str) -> Option<Kind> {
    (value != "0").then_some(Kind::Item)
}

fn stronger(known: Kind, kind: Kind) -> Kind {
    if matches!(known, Kind::Heading(_)) { known } else { kind }
}

/// Reads the text of a document.
pub(super) fn document(bytes: &[u8], styles: &Styles, output: &mut Output) -> Result<(), Unreadable> {
    let (mut kind, mut in_text) = (Kind::Words, false);
    paragraphs::read(bytes, output, |paragraphs, node| {
        match node {
            Node::Opens(name, tag) => {
                let value = || attribute(tag, "val").unwrap_or_default();
                match name {
                    "Fallback" | "moveFrom" | "del" => return true,
                    "p" => kind = Kind::Words,
                    "pStyle" => kind = styles.get(&value()).copied().unwrap_or_default(),
                    "outlineLvl" => kind = outline(&value()).map_or(kind, |other| stronger(kind, other)),
                    "numId" => kind = listed(&value()).map_or(kind, |other| stronger(kind, other)),
                    "t" => in_text = true,
                    // In a style's list of tabs it means nothing.
                    "tab" if attribute(tag, "pos").is_none() => paragraphs.words("\t"),
                    "br" | "cr" => paragraphs.words("\n"),
                    "noBreakHyphen" => paragraphs.words("-"),
                    "tbl" => paragraphs.open_table(),
                    _ => {}
                }
            }
            Node::Words(words) if in_text => paragraphs.words(words),
            Node::Words(_) => {}
            Node::Closes("t") => in_text = false,
            Node::Closes("p") => paragraphs.end(std::mem::take(&mut kind)),
            Node::Closes(name) => paragraphs.close(name),
        }
        false
    })
}
