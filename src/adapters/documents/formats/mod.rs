//! What kind a document is, and a reader for each kind. The first bytes decide; the ending of the name decides only between
//! kinds of text. Archives in documents are never unpacked.

mod archive;
mod html;
mod mail;
mod open_document;
mod paragraphs;
mod pdf;
mod plain;
mod sheets;
mod slides;
mod word;
mod xml;

use super::output::Output;
use crate::ports::documents::Unreadable;
use archive::Archive;
use image::ImageFormat;

/// The longest ending of a name, in characters.
const LONGEST_ENDING: usize = 12;
/// Endings of kinds that are read from packed or binary files: whatever else such a file holds is damaged.
const PACKED: [&str; 11] = ["pdf", "docx", "docm", "xlsx", "xlsm", "xlsb", "xls", "pptx", "odt", "ods", "odp"];
/// What an OLE compound file begins with: old Office files, and new ones with a password.
const COMPOUND: [u8; 8] = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];

/// The ending of a name without its dot, in small letters; empty if it has none.
pub(super) fn ending(name: &str) -> String {
    let ending = name.rsplit('.').next().unwrap_or_default();
    let plain = ending.len() <= LONGEST_ENDING && ending.chars().all(|c| c.is_ascii_alphanumeric());
    if plain { ending.to_ascii_lowercase() } else { String::new() }
}

/// Reads a document whose name has this ending.
pub(super) fn read(ending: &str, bytes: &[u8], output: &mut Output) -> Result<(), Unreadable> {
    let begins = bytes.trim_ascii_start();
    if begins.is_empty() {
        return Err(Unreadable::Empty);
    }
    if begins.starts_with(b"%PDF-") {
        pdf::read(begins, output)
    } else if bytes.starts_with(b"PK\x03\x04") {
        zipped(ending, bytes, output)
    } else if bytes.starts_with(&COMPOUND) {
        compound(ending, bytes, output)
    } else if let Some(kind) = image::guess_format(bytes).ok().filter(ImageFormat::reading_enabled) {
        Err(super::picture::looked_at(kind, bytes))
    } else if let Some(text) = plain::decode(bytes) {
        written(ending, bytes, &text, output)
    } else {
        Err(unread(ending))
    }
}

/// Why a file is not read that is none of the kinds that are.
fn unread(ending: &str) -> Unreadable {
    if PACKED.contains(&ending) { Unreadable::Broken } else { Unreadable::Unknown }
}

/// Reads a zip archive that is a document.
fn zipped(ending: &str, bytes: &[u8], output: &mut Output) -> Result<(), Unreadable> {
    let mut archive = match Archive::open(bytes) {
        Err(Unreadable::Broken) => return Err(unread(ending)),
        opened => opened?,
    };
    if let Some(main) = archive.first("word/document", ".xml") {
        word::read(&mut archive, &main, output)
    } else if archive.first("xl/workbook", ".xml").is_some() {
        sheets::xlsx(bytes, output)
    } else if archive.first("xl/workbook", ".bin").is_some() {
        sheets::xlsb(bytes, output)
    } else if archive.first("ppt/presentation", ".xml").is_some() {
        slides::read(&mut archive, output)
    } else {
        let kind = archive.entry("mimetype")?.unwrap_or_default();
        let kind = String::from_utf8_lossy(&kind);
        match kind.trim().strip_prefix("application/vnd.oasis.opendocument.") {
            Some("spreadsheet") => sheets::ods(&mut archive, bytes, output),
            Some("text" | "presentation") => open_document::read(&mut archive, output),
            Some(_) | None => Err(unread(ending)),
        }
    }
}

/// Reads an OLE compound file that is a sheet; others are not read.
fn compound(ending: &str, bytes: &[u8], output: &mut Output) -> Result<(), Unreadable> {
    let has = |name: &str| {
        let name: Vec<u8> = name.encode_utf16().flat_map(u16::to_le_bytes).collect();
        // The entries of its directory lie at multiples of 128 bytes, each beginning with its name.
        bytes.chunks(128).any(|entry| entry.starts_with(&name))
    };
    if has("EncryptedPackage") {
        Err(Unreadable::Encrypted)
    } else if has("Workbook") || has("Book") {
        sheets::xls(bytes, output)
    } else if ending == "xls" {
        Err(Unreadable::Broken)
    } else {
        Err(Unreadable::Unknown)
    }
}

/// Reads a text: a page, a mail, or words as they are.
fn written(ending: &str, bytes: &[u8], text: &str, output: &mut Output) -> Result<(), Unreadable> {
    let page = |text: &str| {
        let begins = text.trim_start().chars().take(14).collect::<String>().to_ascii_lowercase();
        begins.starts_with("<!doctype html") || begins.starts_with("<html")
    };
    match ending {
        "eml" | "mht" | "mhtml" => mail::read(bytes, output),
        "rtf" => Err(Unreadable::Unknown),
        "html" | "htm" | "xhtml" => {
            html::read(text, output);
            Ok(())
        }
        _ => {
            if page(text) {
                html::read(text, output);
            } else {
                output.push(text);
            }
            Ok(())
        }
    }
}

/// The readers one by one, for arbitrary bytes.
#[cfg(any(test, feature = "fuzzing"))]
pub(super) fn inner(which: u8, bytes: &[u8], output: &mut Output) -> Result<(), Unreadable> {
    match which % 6 {
        0 => word::document(bytes, &word::Styles::default(), output),
        1 => slides::slide(bytes, output),
        2 => open_document::content(bytes, output),
        3 => mail::read(bytes, output),
        4 => {
            html::read(&String::from_utf8_lossy(bytes), output);
            Ok(())
        }
        _ => read("txt", bytes, output),
    }
}
