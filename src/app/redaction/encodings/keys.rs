//! Pieces of secrets as rolling numbers: a number holds a fixed count of letters and digits and moves with each
//! letter of the text.

use super::letters::OTHERS;

/// The most letters and digits that are looked for at once: so many fit into a key.
pub(super) const MOST: usize = 21;
/// Bits of a letter or digit in a key; none is 0, so that keys of different lengths are different.
const BITS: usize = 6;
/// The bits that say of most places in a text that nothing is there.
pub(super) const PASSES: u32 = 18;

/// The last letters of a text as it is read.
#[derive(Default)]
pub(super) struct Rolling {
    key: u128,
    count: usize,
}

impl Rolling {
    pub(super) fn next(&mut self, letter: u8) -> (u128, usize) {
        self.key = last(with(self.key, letter), MOST);
        self.count += 1;
        (self.key, self.count)
    }
}

/// The key of these letters.
pub(super) fn key_of(letters: &[u8]) -> u128 {
    letters.iter().fold(0, |key, letter| with(key, *letter))
}

/// A key with one letter more.
fn with(key: u128, letter: u8) -> u128 {
    let code = match letter {
        b'0'..=b'9' => letter - b'0' + 27,
        b'a'..=b'z' => letter - b'a' + 1,
        other => other.saturating_sub(OTHERS.0) + 37,
    };
    key << BITS | u128::from(code)
}

/// The key of so many letters at the end.
pub(super) fn last(key: u128, long: usize) -> u128 {
    key & ((1 << (BITS * long)) - 1)
}

/// The word and the bit that stand for the end of a key.
pub(super) fn place_of(key: u128, shortest: usize) -> (usize, usize) {
    let end = last(key, shortest);
    let low = u64::try_from(end & u128::from(u64::MAX)).unwrap_or_default();
    let high = u64::try_from(end >> 64).unwrap_or_default();
    let spread = (low ^ high.rotate_left(32)).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - PASSES);
    let spread = usize::try_from(spread).unwrap_or_default();
    (spread / 64, spread % 64)
}
