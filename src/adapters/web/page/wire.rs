//! The JSON for the page: entries of the log with expanded Markdown, and short answers. No markup is made here; the
//! page builds elements from the block tree.

use crate::ports::inbox::Ack;
use crate::ports::web::overview::Section;
use crate::ports::web::weblog::{Author, Entry};
use crate::secretary::inbound::Attachment;
use crate::secretary::message::{Block, Message, Span};
use crate::secretary::ticket::task::Attached;
use crate::text::{clean, markdown, names};
use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};

/// One entry for the page.
pub(crate) fn entry(entry: &Entry) -> Value {
    let mut message = entry.message.message.clone();
    if entry.message.author == Author::Secretary {
        message.blocks = markdown::expand(&message.blocks);
    }
    disarm(&mut message);
    let mut shown = json!(message);
    if let Some(file) = message.file.as_ref().filter(|file| file.at.is_some()) {
        shown["file"] = stored(entry, file);
    }
    let of_a_person = entry.message.author == Author::Person;
    json!({
        "seq": entry.seq,
        "id": entry.id,
        "author": entry.message.author,
        "at": entry.message.at,
        "reply_to": entry.message.reply_to,
        "client": entry.message.client,
        "seen": entry.message.seen,
        "files": entry.message.files.iter().filter(|_| of_a_person).map(file).collect::<Vec<_>>(),
        "message": shown,
    })
}

/// A file that a person sent; the page has no use for its handle.
fn file(file: &Attachment) -> Value {
    json!({ "name": names::file(&file.name), "bytes": file.bytes, "kind": file.kind })
}

/// A file of the secretary that lies elsewhere: where to load it, if it was kept, but nothing about tickets.
fn stored(entry: &Entry, file: &Attached) -> Value {
    match entry.message.files.first() {
        Some(kept) => {
            json!({ "name": file.name, "bytes": kept.bytes, "url": format!("/api/files/{}", entry.id) })
        }
        None => json!({ "name": file.name, "bytes": file.bytes }),
    }
}

/// A section of the overview for the page.
pub(super) fn section(section: Section) -> Value {
    let mut items = section.items;
    items.iter_mut().for_each(disarm);
    json!({ "title": section.title, "items": items })
}

/// A short answer for the page.
pub(super) fn ack(ack: &Ack) -> Value {
    match ack {
        Ack::Defer => json!({ "kind": "defer" }),
        Ack::OpenForm { data, form } => json!({
            "kind": "form", "data": data, "title": form.title, "label": form.label, "filled": form.filled,
        }),
        Ack::Toast(text) => json!({ "kind": "toast", "text": text }),
        Ack::RefusePrivately(text) => json!({ "kind": "refusal", "text": text }),
    }
}

/// A refusal of a request, as a sentence the page shows.
pub(crate) fn refusal(status: StatusCode, sentence: &str) -> Response {
    (status, Json(json!({ "error": sentence }))).into_response()
}

/// An answer in place of the one that was asked for. As large as a response is, it would make every result large.
pub(crate) struct Refused(Box<Response>);

impl From<Response> for Refused {
    fn from(answer: Response) -> Self {
        Self(Box::new(answer))
    }
}

impl IntoResponse for Refused {
    fn into_response(self) -> Response {
        *self.0
    }
}

/// The same refusal, as an error.
pub(crate) fn refused(status: StatusCode, sentence: &str) -> Refused {
    refusal(status, sentence).into()
}

/// Takes invisible tricks out of every word shown, and makes links say where they lead.
fn disarm(message: &mut Message) {
    for block in &mut message.blocks {
        match block {
            Block::Line(spans) | Block::Heading(spans) | Block::Item { spans, .. } | Block::Quote(spans) => {
                spans.iter_mut().for_each(disarm_span);
            }
            Block::Code { language, text } => {
                *language = clean::neutral(language);
                *text = clean::neutral(text);
            }
            Block::Table(rows) => rows.iter_mut().flatten().for_each(|cell| *cell = clean::neutral(cell)),
            Block::Markdown(text) => *text = clean::neutral(text),
            Block::Gap => {}
        }
    }
    for button in message.buttons.iter_mut().flatten() {
        button.label = clean::neutral(&button.label);
    }
    if let Some(file) = &mut message.file {
        file.name = names::file(&file.name);
    }
}

fn disarm_span(span: &mut Span) {
    match span {
        Span::Text(text) | Span::Strong(text) | Span::Soft(text) | Span::Struck(text) | Span::Code(text) => {
            *text = clean::neutral(text);
        }
        Span::Link { text, url } => *text = clean::link_label(text, url),
        Span::Time { text, .. } => *text = clean::neutral(text),
        Span::Person { name, .. } => *name = clean::neutral(name),
    }
}
