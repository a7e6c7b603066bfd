//! Bytes as text: by their mark, as UTF-8, as UTF-16 without a mark, else by the most likely old encoding. What is no text
//! is told apart.

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{Encoding, UTF_16BE, UTF_16LE};
use std::borrow::Cow;

/// Bytes at the beginning that are looked at to guess an encoding.
const LOOKED_AT: usize = 256 * 1024;
/// One character in so many may be none that stands in texts.
const MOST_ODD: usize = 50;

/// The text; none for bytes that are something else.
pub(super) fn decode(bytes: &[u8]) -> Option<Cow<'_, str>> {
    if let Some((encoding, mark)) = Encoding::for_bom(bytes) {
        let (text, _) = encoding.decode_without_bom_handling(bytes.get(mark..)?);
        return is_text(&text).then_some(text);
    }
    match std::str::from_utf8(bytes) {
        Ok(text) if is_text(text) => return Some(Cow::Borrowed(text)),
        // It was cut in the middle of a character.
        Err(error) if error.error_len().is_none() => {
            let whole = bytes.get(..error.valid_up_to()).and_then(|whole| std::str::from_utf8(whole).ok());
            if let Some(whole) = whole.filter(|whole| !whole.is_empty() && is_text(whole)) {
                return Some(Cow::Borrowed(whole));
            }
        }
        Ok(_) | Err(_) => {}
    }
    let begin = bytes.get(..LOOKED_AT).unwrap_or(bytes);
    if is_known(begin) {
        return None;
    }
    let encoding = wide(begin).or_else(|| narrow(begin))?;
    let (text, _) = encoding.decode_without_bom_handling(bytes);
    is_text(&text).then_some(text)
}

/// UTF-16 without a mark: in most scripts a text has blanks and line ends, whose one byte is nil.
fn wide(begin: &[u8]) -> Option<&'static Encoding> {
    let nils = |odd: usize| begin.iter().skip(odd).step_by(2).filter(|byte| **byte == 0).count();
    let (even, odd, pairs) = (nils(0), nils(1), begin.len() / 2);
    let many = |nils: usize| nils * 20 > pairs;
    match (many(even), many(odd)) {
        (false, true) => Some(UTF_16LE),
        (true, false) => Some(UTF_16BE),
        (true, true) | (false, false) => None,
    }
}

/// Whether it is a known kind of file that is no text. Some kinds begin with letters alone, and so do texts.
fn is_known(begin: &[u8]) -> bool {
    let binary = begin.iter().any(|byte| matches!(byte, 0..=8 | 14..=26));
    binary && infer::get(begin).is_some_and(|kind| kind.matcher_type() != infer::MatcherType::Text)
}

/// An encoding with one or more bytes for a character.
fn narrow(begin: &[u8]) -> Option<&'static Encoding> {
    if begin.contains(&0) {
        return None;
    }
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    detector.feed(begin, true);
    Some(detector.guess(None, Utf8Detection::Deny))
}

/// Whether nearly all characters are such as stand in texts.
fn is_text(text: &str) -> bool {
    let (mut all, mut odd) = (0_usize, 0_usize);
    for c in text.chars().take(LOOKED_AT) {
        all += 1;
        let plain = matches!(c, '\n' | '\r' | '\t' | '\u{b}' | '\u{c}' | '\u{1b}' | '\u{8}');
        odd += usize::from(!plain && (c.is_control() || c == '\u{fffd}'));
    }
    odd * MOST_ODD <= all
}
