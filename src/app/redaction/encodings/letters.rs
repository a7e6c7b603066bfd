//! The letter or digit that a character of a text stands for, in any alphabet or style.

use crate::secretary::names::lookalikes::letter_or_digit;
use std::sync::LazyLock;

/// What the letters beyond the Latin ones are counted as, and how many there are of them.
pub(super) const OTHERS: (u8, u32) = (128, 27);
/// The last of the letters that are Latin ones with something above or below them.
pub(super) const LAST_LATIN: char = '\u{24f}';

/// What the signs of the older alphabets look like; 0 is none.
static NEAR: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let like = |code| char::from_u32(code).and_then(letter_or_digit).and_then(|c| u8::try_from(c).ok());
    (0..0x600).map(|code| like(code).unwrap_or_default()).collect()
});

/// The small letter or digit a sign stands for, and one of few for the letters of other alphabets; the same for a capital one.
pub(super) fn any_letter(c: char) -> Option<u8> {
    let small = c.to_lowercase().next().unwrap_or(c);
    let (first, many) = OTHERS;
    let other = || u8::try_from(u32::from(small) % many).ok().filter(|_| small.is_alphabetic());
    letter(small).or_else(|| other().map(|code| first + code))
}

/// The small letter or digit a sign stands for, if any.
pub(super) fn letter(c: char) -> Option<u8> {
    if c.is_ascii() {
        let byte = u8::try_from(c).ok()?;
        return byte.is_ascii_alphanumeric().then(|| byte.to_ascii_lowercase());
    }
    let code = u32::from(c);
    if let Some(like) = usize::try_from(code).ok().and_then(|code| NEAR.get(code)) {
        return (*like != 0).then_some(*like);
    }
    match code {
        0x1d00..=0x1eff
        | 0x2070..=0x214f
        | 0x2460..=0x24ff
        | 0xa730..=0xa7ff
        | 0xff01..=0xff5e
        | 0x1_d400..=0x1_d7ff
        | 0x1_f100..=0x1_f1ff => letter_or_digit(c).and_then(|c| u8::try_from(c).ok()),
        _ => None,
    }
}
