//! The encoded forms of a secret: in an address, in base64, in hexadecimal digits, escaped.

use super::known_secrets::LONG;
use base64::Engine;
use base64::engine::general_purpose::{STANDARD_NO_PAD, URL_SAFE_NO_PAD};

/// Every encoded form of a secret, with the pieces of long ones.
pub(super) fn forms(secret: &str) -> Vec<String> {
    let quoted = format!("{secret:?}");
    let json = serde_json::Value::from(secret).to_string();
    let inside = |text: &str| text.get(1..text.len() - 1).unwrap_or_default().to_owned();
    let address = in_address(secret);
    let mut all = Vec::new();
    let texts = [secret.to_owned(), inside(&quoted), inside(&json)];
    let addresses = [address.replace('+', "%20"), in_small(&address), in_address(&address), address];
    for text in texts.into_iter().chain(addresses) {
        pieces(text, 12, &mut all);
    }
    if secret.len() >= LONG {
        for before in 0..3 {
            for alphabet in [&STANDARD_NO_PAD, &URL_SAFE_NO_PAD] {
                pieces(in_base64(secret, before, alphabet), 16, &mut all);
            }
        }
        let digits = each_byte(secret, |b| format!("{b:02x}"));
        pieces(digits.to_uppercase(), 24, &mut all);
        pieces(digits, 24, &mut all);
        pieces(secret.to_lowercase(), 12, &mut all);
        pieces(secret.to_uppercase(), 12, &mut all);
        all.extend(escaped(secret));
    }
    all
}

/// A secret with every sign escaped, or with its bytes apart. Pieces of these do not count.
fn escaped(secret: &str) -> [String; 10] {
    let each_sign = |form: fn(u32) -> String| secret.chars().map(|c| form(u32::from(c))).collect::<String>();
    [
        each_byte(secret, |b| format!("%{b:02X}")),
        each_byte(secret, |b| format!("%{b:02x}")),
        each_byte(secret, |b| format!("%25{b:02X}")),
        each_byte(secret, |b| format!("\\x{b:02x}")),
        each_sign(|c| format!("\\u{c:04x}")),
        each_sign(|c| format!("&#{c};")),
        each_sign(|c| format!("&#x{c:x};")),
        each_byte(secret, |b| format!("{b:02x} ")).trim_end().to_owned(),
        each_byte(secret, |b| format!("{b:02X} ")).trim_end().to_owned(),
        each_byte(secret, |b| format!("{b:02x}:")).trim_end_matches(':').to_owned(),
    ]
}

pub(super) fn each_byte(secret: &str, form: fn(u8) -> String) -> String {
    secret.bytes().map(form).collect()
}

pub(super) fn in_address(text: &str) -> String {
    url::form_urlencoded::byte_serialize(text.as_bytes()).collect()
}

/// An encoded form, and for a long one every piece of that length that is more than a word or a number. The pieces are
/// shorter than usual if the form is long enough for two pieces only then.
fn pieces(form: String, usual: usize, all: &mut Vec<String>) {
    let shorter = usual * 11 / 12;
    let long = if (2 * shorter..2 * usual).contains(&form.len()) { shorter } else { usual };
    if form.is_ascii() && form.len() >= 2 * long {
        let drawn = |piece: &[u8]| {
            // A short one is as long as some words.
            if long < usual && !drawn_by_lot(piece) {
                return false;
            }
            let has = |of: fn(&u8) -> bool| usize::from(piece.iter().any(of));
            let kinds = has(u8::is_ascii_digit) + has(u8::is_ascii_lowercase) + has(u8::is_ascii_uppercase);
            let signs = usize::from(piece.iter().any(u8::is_ascii_punctuation));
            // Words of a pass phrase are words of a language, too; with signs among them they are not.
            kinds > 1 && (!piece.contains(&b' ') || kinds + signs > 2)
        };
        let windows = form.as_bytes().windows(long).filter(|piece| drawn(piece));
        all.extend(windows.map(|piece| String::from_utf8_lossy(piece).into_owned()));
    }
    all.push(form);
}

/// Whether there are both digits and letters, or capitals inside words.
fn drawn_by_lot(piece: &[u8]) -> bool {
    let inside = piece.windows(2).filter(|two| two[0].is_ascii_lowercase() && two[1].is_ascii_uppercase()).count();
    inside > 1 || (piece.iter().any(u8::is_ascii_digit) && piece.iter().any(u8::is_ascii_alphabetic))
}

/// What base64 makes of a secret when so many other bytes stand before it: the part that does not depend on them, nor on
/// what follows.
fn in_base64(secret: &str, before: usize, alphabet: &impl Engine) -> String {
    let mut bytes = vec![0; before];
    bytes.extend_from_slice(secret.as_bytes());
    let text = alphabet.encode(&bytes);
    let whole = bytes.len() * 8 / 6;
    text.get((before * 8).div_ceil(6)..whole).unwrap_or_default().to_owned()
}

/// An address with small letters in its escapes.
fn in_small(address: &str) -> String {
    let mut escaped = 0;
    let small = |c: char| {
        escaped = if c == '%' { 3_u8 } else { escaped.saturating_sub(1) };
        if escaped > 0 { c.to_ascii_lowercase() } else { c }
    };
    address.chars().map(small).collect()
}
