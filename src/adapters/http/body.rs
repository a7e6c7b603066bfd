//! The body of an answer as text: which content types count as text, and their character sets. It reads nothing from
//! the network.

/// The content type without parameters, lower case, and its charset parameter.
pub(super) fn content_type(header: &str) -> (String, Option<String>) {
    let mut parts = header.split(';');
    let kind = parts.next().unwrap_or_default().trim().to_ascii_lowercase();
    let charset = parts.find_map(|p| {
        let (name, value) = p.split_once('=')?;
        name.trim().eq_ignore_ascii_case("charset").then(|| value.trim().trim_matches(['"', '\'']).to_ascii_lowercase())
    });
    (kind, charset)
}

/// Whether a content type is text: `text/*`, JSON, XML, XHTML and their relatives.
pub(super) fn is_text(kind: &str) -> bool {
    let Some((family, form)) = kind.split_once('/') else { return false };
    family == "text"
        || (family == "application"
            && (matches!(form, "json" | "xml" | "ld+json" | "x-ndjson")
                || form.ends_with("+json")
                || form.ends_with("+xml")))
}

/// The bytes as text: by byte order mark, by the named charset, by the one an HTML page names in its
/// head, else UTF-8, else Western European (of which Latin-1 is a part). `cut` says that the last
/// character may be incomplete.
pub(super) fn decode(bytes: &[u8], charset: Option<&str>, kind: &str, cut: bool) -> String {
    match bytes {
        [0xef, 0xbb, 0xbf, rest @ ..] => return utf8(rest, cut),
        [0xff, 0xfe, rest @ ..] => return utf16(rest, u16::from_le_bytes),
        [0xfe, 0xff, rest @ ..] => return utf16(rest, u16::from_be_bytes),
        _ => {}
    }
    let named = charset.map(str::to_owned).or_else(|| kind.contains("html").then(|| named_inside(bytes)).flatten());
    match named.as_deref() {
        Some("utf-8" | "utf8" | "us-ascii" | "ascii") => utf8(bytes, cut),
        Some("iso-8859-1" | "latin1" | "latin-1" | "windows-1252" | "cp1252" | "iso-8859-15") => western(bytes),
        Some(_) | None => {
            let whole = std::str::from_utf8(bytes);
            let only_cut = whole.is_err_and(|e| cut && e.error_len().is_none());
            if whole.is_ok() || only_cut { utf8(bytes, cut) } else { western(bytes) }
        }
    }
}

fn utf8(bytes: &[u8], cut: bool) -> String {
    let end = match std::str::from_utf8(bytes) {
        Err(e) if cut && e.error_len().is_none() => e.valid_up_to(),
        Ok(_) | Err(_) => bytes.len(),
    };
    String::from_utf8_lossy(&bytes[..end]).into_owned()
}

fn utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> String {
    let units = bytes.chunks_exact(2).map(|pair| unit([pair[0], pair[1]]));
    char::decode_utf16(units).map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER)).collect()
}

/// Windows-1252, which the web reads wherever Latin-1 is named.
fn western(bytes: &[u8]) -> String {
    const HIGH: [char; 32] = [
        '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}', '\u{90}', '‘',
        '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
    ];
    bytes.iter().map(|b| if (0x80..0xa0).contains(b) { HIGH[usize::from(b - 0x80)] } else { char::from(*b) }).collect()
}

/// The charset a page names in its first 1024 bytes.
fn named_inside(bytes: &[u8]) -> Option<String> {
    let head = String::from_utf8_lossy(&bytes[..bytes.len().min(1024)]).to_ascii_lowercase();
    let after = head.split_once("charset=")?.1.trim_start_matches(['"', '\'']);
    Some(after.chars().take_while(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_')).collect())
}

#[cfg(test)]
mod tests {
    use crate::adapters::http::body::*;

    #[test]
    fn types_are_told_apart() {
        for (header, text) in [
            ("text/html; charset=UTF-8", true),
            ("application/json", true),
            ("application/rss+xml", true),
            ("application/xhtml+xml;x=y", true),
            ("application/pdf", false),
            ("image/svg+xml", false),
            ("application/octet-stream", false),
            ("garbage", false),
        ] {
            assert_eq!(is_text(&content_type(header).0), text, "{header}");
        }
        assert_eq!(content_type("Text/HTML ; Charset=\"UTF-8\"").1.as_deref(), Some("utf-8"));
    }

    #[test]
    fn letters_come_out_right() {
        assert_eq!(decode("größe".as_bytes(), None, "text/plain", false), "größe");
        assert_eq!(decode(b"gr\xf6\xdfe \x80", None, "text/plain", false), "größe €");
        assert_eq!(decode(b"gr\xf6\xdfe", Some("iso-8859-1"), "text/html", false), "größe");
        assert_eq!(decode(b"<meta charset='latin1'>\xf6", None, "text/html", false), "<meta charset='latin1'>ö");
        assert_eq!(decode(b"\xff\xfea\0b\0", None, "text/plain", false), "ab");
        assert_eq!(decode(&"aö".as_bytes()[..2], None, "text/plain", true), "a");
    }
}
