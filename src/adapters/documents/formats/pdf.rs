//! PDF: the text of each page. The library panics at odd fonts, so each page is read by itself, and one that cannot be
//! read is left out.

use super::super::output::Output;
use crate::ports::documents::Unreadable;
use pdf_extract::encryption::DecryptionError;
use pdf_extract::{Document, Error, Object, PlainTextOutput, output_doc_page};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Reads a PDF. One that is encrypted with an empty password is read as well, as every viewer does.
pub(super) fn read(bytes: &[u8], output: &mut Output) -> Result<(), Unreadable> {
    let locked = |error: Error| match error {
        Error::InvalidPassword | Error::Decryption(DecryptionError::IncorrectPassword) => Unreadable::Encrypted,
        // Kinds of encryption that the library does not know end in other errors.
        _ if names_encryption(bytes) => Unreadable::Encrypted,
        _ => Unreadable::Broken,
    };
    let opened = catch_unwind(|| -> Result<Document, Error> {
        let mut document = Document::load_mem(bytes)?;
        if document.is_encrypted() {
            document.decrypt("")?;
        }
        Ok(document)
    });
    let mut document = opened.map_err(|_| Unreadable::Broken)?.map_err(locked)?;
    let pictures = empty_pictures(&mut document);
    let pages = document.get_pages();
    if pages.is_empty() {
        return Err(Unreadable::Broken);
    }
    let mut failed = 0;
    for page in pages.keys() {
        match text_of(&document, *page) {
            Some(text) => output.line(&text),
            None => failed += 1,
        }
        if output.is_full() {
            break;
        }
    }
    if failed > 0 {
        output.leave_out();
    }
    if !output.is_blank() {
        Ok(())
    } else if pictures > 0 {
        Err(Unreadable::OnlyPictures)
    } else if failed == pages.len() {
        Err(Unreadable::Broken)
    } else {
        Err(Unreadable::Empty)
    }
}

fn text_of(document: &Document, page: u32) -> Option<String> {
    catch_unwind(AssertUnwindSafe(|| {
        let mut text = String::new();
        output_doc_page(document, &mut PlainTextOutput::new(&mut text), page).ok()?;
        Some(text)
    }))
    .ok()
    .flatten()
}

/// Takes out what pictures hold, which the library would read as text, and tells how many there are.
fn empty_pictures(document: &mut Document) -> usize {
    let mut pictures = 0;
    for stream in document.objects.values_mut().filter_map(|object| object.as_stream_mut().ok()) {
        let kind = stream.dict.get(b"Subtype").and_then(Object::as_name);
        if kind.is_ok_and(|kind| kind == b"Image") {
            pictures += 1;
            stream.content = Vec::new();
            stream.dict.remove(b"Filter");
        }
    }
    pictures
}

fn names_encryption(bytes: &[u8]) -> bool {
    bytes.windows(8).any(|name| name == b"/Encrypt")
}
