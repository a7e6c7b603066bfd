//! Media types, and the kind of file that one or the ending of a name tells. What a file holds is not looked at.

use crate::secretary::inbound::FileKind;

/// The longest media type that is taken (RFC 6838, 4.2).
const LONGEST: usize = 127;

/// The media type without its parameters, if it is formed like one.
pub fn essence(given: &str) -> Option<String> {
    let essence = given.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    let sound =
        |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_alphanumeric() || b"!#$&-^_.+".contains(&b));
    let formed = essence.split_once('/').is_some_and(|(kind, form)| sound(kind) && sound(form));
    (formed && essence.len() <= LONGEST).then_some(essence)
}

/// The kind of a file by its media type as [`essence`] gives it, or by the ending of its name where that tells nothing.
/// A drawing (SVG) is a text. Sound is no [`FileKind::Voice`]: only a platform knows what was spoken for the secretary.
pub fn kind(media_type: Option<&str>, name: &str) -> FileKind {
    match media_type.and_then(|media_type| media_type.split_once('/')) {
        Some(("image", form)) if form != "svg+xml" => FileKind::Picture,
        Some(("audio", _)) => FileKind::Audio,
        Some(("video", _)) => FileKind::Video,
        None | Some(("application", "octet-stream")) => kind_by_ending(name),
        Some(_) => FileKind::Document,
    }
}

fn kind_by_ending(name: &str) -> FileKind {
    let ending = name.rsplit_once('.').map(|(_, ending)| ending.to_ascii_lowercase());
    match ending.as_deref() {
        Some("jpg" | "jpeg" | "png" | "gif" | "webp" | "heic" | "heif" | "avif" | "bmp") => FileKind::Picture,
        Some("mp3" | "m4a" | "ogg" | "oga" | "opus" | "wav" | "flac" | "aac" | "amr") => FileKind::Audio,
        Some("mp4" | "m4v" | "mov" | "mkv" | "avi" | "webm") => FileKind::Video,
        Some(_) | None => FileKind::Document,
    }
}

#[cfg(test)]
mod tests {
    use crate::text::media_types::*;

    #[test]
    fn a_kind_follows_the_media_type_and_else_the_ending() {
        for (given, name, taken, expected) in [
            ("image/PNG", "a", Some("image/png"), FileKind::Picture),
            ("image/svg+xml", "a.svg", Some("image/svg+xml"), FileKind::Document),
            ("audio/ogg; codecs=opus", "a", Some("audio/ogg"), FileKind::Audio),
            ("video/mp4", "a.mp3", Some("video/mp4"), FileKind::Video),
            ("text/plain", "a.png", Some("text/plain"), FileKind::Document),
            ("", "IMG_1.HEIC", None, FileKind::Picture),
            ("application/octet-stream", "memo.opus", Some("application/octet-stream"), FileKind::Audio),
            ("<b>/x", "clip.mkv", None, FileKind::Video),
            ("image", "README", None, FileKind::Document),
        ] {
            let essence = essence(given);
            assert_eq!(essence.as_deref(), taken, "{given}");
            assert_eq!(kind(essence.as_deref(), name), expected, "{given} {name}");
        }
        assert_eq!(essence(&format!("a/{}", "x".repeat(200))), None);
    }
}
