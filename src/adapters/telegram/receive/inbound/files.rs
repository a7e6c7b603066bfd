//! The files of a message: what kind each is, what it is called, how large it is. Nothing is fetched here.

use crate::secretary::inbound::{Attachment, FileKind};
use crate::text::{media_types, names};
use serde_json::Value;

/// The largest file a bot may fetch, in bytes (platform-facts T34).
const MOST: u64 = 20 * 1024 * 1024;

/// The kinds of files, as (field of the message, kind, what one without a name is called, what it holds if it does
/// not say so).
const KINDS: [(&str, FileKind, &str, &str); 6] = [
    ("document", FileKind::Document, "document", ""),
    ("voice", FileKind::Voice, "voice", "audio/ogg"),
    ("audio", FileKind::Audio, "audio", "audio/mpeg"),
    ("video", FileKind::Video, "video", "video/mp4"),
    ("video_note", FileKind::Video, "video", "video/mp4"),
    ("animation", FileKind::Video, "animation", "video/mp4"),
];

/// The endings of files by their media type.
const ENDINGS: [(&str, &str); 20] = [
    ("application/json", "json"),
    ("application/pdf", "pdf"),
    ("application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", "xlsx"),
    ("application/vnd.openxmlformats-officedocument.wordprocessingml.document", "docx"),
    ("application/zip", "zip"),
    ("audio/mp4", "m4a"),
    ("audio/mpeg", "mp3"),
    ("audio/ogg", "ogg"),
    ("audio/wav", "wav"),
    ("image/gif", "gif"),
    ("image/jpeg", "jpg"),
    ("image/png", "png"),
    ("image/webp", "webp"),
    ("message/rfc822", "eml"),
    ("text/csv", "csv"),
    ("text/html", "html"),
    ("text/markdown", "md"),
    ("text/plain", "txt"),
    ("video/mp4", "mp4"),
    ("video/webm", "webm"),
];

/// The files of a message, or of what another message says of it.
pub(super) fn of(raw: &Value) -> Vec<Attachment> {
    let mut found: Vec<Attachment> = photo(raw).into_iter().collect();
    for (field, kind, name, media_type) in KINDS {
        // An animation is listed as a document as well, for older bots.
        let twice = field == "document" && raw.get("animation").is_some();
        let file = raw.get(field).filter(|_| !twice);
        found.extend(file.and_then(|file| attachment(file, kind, name, media_type)));
    }
    let album = raw.get("media_group_id").and_then(Value::as_str);
    for file in &mut found {
        file.album = album.map(str::to_owned);
    }
    found
}

/// Of a photo the largest size that can be fetched.
fn photo(raw: &Value) -> Option<Attachment> {
    let sizes = raw.get("photo")?.as_array()?;
    let area = |size: &&Value| number(size, "width").saturating_mul(number(size, "height"));
    let largest = sizes.iter().filter(|size| number(size, "file_size") <= MOST).max_by_key(area);
    attachment(largest?, FileKind::Picture, "photo", "image/jpeg")
}

fn attachment(file: &Value, kind: FileKind, called: &str, usual: &str) -> Option<Attachment> {
    let handle = file.get("file_id")?.as_str()?.to_owned();
    let told = |field: &str| file.get(field).and_then(Value::as_str).map(str::trim).filter(|text| !text.is_empty());
    let media_type = told("mime_type").and_then(media_types::essence).or_else(|| media_types::essence(usual));
    let ending = ENDINGS.iter().find(|(of, _)| Some(*of) == media_type.as_deref());
    let unnamed = || ending.map_or_else(|| called.to_owned(), |(_, ending)| format!("{called}.{ending}"));
    let name = told("file_name").map_or_else(unnamed, names::file);
    // Pictures and recordings may be sent as documents, too.
    let document = kind == FileKind::Document;
    Some(Attachment {
        kind: if document { media_types::kind(media_type.as_deref(), &name) } else { kind },
        name,
        handle,
        bytes: number(file, "file_size"),
        album: None,
        media_type,
        seconds: file.get("duration").and_then(Value::as_u64).and_then(|seconds| u32::try_from(seconds).ok()),
    })
}

fn number(value: &Value, field: &str) -> u64 {
    value.get(field).and_then(Value::as_u64).unwrap_or(0)
}
