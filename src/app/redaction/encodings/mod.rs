//! Finds the secrets of the settings in other encodings: another case or alphabet, backwards, spaced out, escaped
//! once or several times, in base32, or in divided base64 and digits. Only letters and digits are compared, in lower
//! case, and any piece of a long secret counts, since random text does not occur in what people write. A text is read
//! once, and once more if it has escapes.

mod escapes;
mod finds;
mod keys;
mod letters;
#[cfg(test)]
mod tests;

use super::spellings::{in_base64, piece_of};
use base64::engine::general_purpose::STANDARD_NO_PAD;
use escapes::unescaped;
use finds::{Letter, are_divided, are_words, without_neighbours};
use keys::{MOST, PASSES, Rolling, key_of, last, place_of};
use letters::{LAST_LATIN, any_letter, letter};
use std::collections::HashMap;

/// Fewer letters and digits may stand anywhere.
const FEWEST: usize = 8;
/// From so many on a secret of letters alone is none that occurs by chance.
const WORDS: usize = 16;
/// From so many on a secret of words is no chance where it is divided as it is in the settings.
const ALIKE: usize = 12;

/// Knows secrets by their letters and digits.
pub(super) struct Encodings {
    reads: fn(char) -> Option<u8>,
    forms: Vec<Form>,
    /// Pieces by their key: the form, and where in it they begin.
    pieces: HashMap<u128, (usize, usize)>,
    /// How long pieces are, the shortest first.
    lengths: Vec<usize>,
    /// By the end of a piece, as long as the shortest one.
    ends: Vec<u64>,
}

/// A secret in letters and digits.
struct Form {
    letters: Vec<u8>,
    /// How each but the first is divided from the one before it, where that is known.
    joints: Vec<(bool, bool)>,
}

impl Encodings {
    /// By letters that look like Latin ones, and digits.
    pub(super) fn of<'s>(secrets: impl Iterator<Item = &'s str>) -> Self {
        Self::read_by(letter, secrets)
    }

    /// Those with letters of other alphabets, by every letter they have.
    pub(super) fn of_other_letters<'s>(secrets: impl Iterator<Item = &'s str>) -> Self {
        let other = |c: char| c.is_alphabetic() && (c > LAST_LATIN || letter(c).is_none());
        Self::read_by(any_letter, secrets.filter(|secret| secret.contains(other)))
    }

    fn read_by<'s>(reads: fn(char) -> Option<u8>, secrets: impl Iterator<Item = &'s str>) -> Self {
        let (forms, pieces) = (Vec::new(), HashMap::new());
        let mut known = Self { reads, forms, pieces, lengths: Vec::new(), ends: Vec::new() };
        for secret in secrets {
            known.add(secret);
        }
        known.lengths.sort_unstable();
        known.lengths.dedup();
        known.ends = vec![0; (1 << PASSES) / 64];
        let shortest = known.lengths.first().copied().unwrap_or_default();
        for key in known.pieces.keys() {
            let (word, bit) = place_of(*key, shortest);
            known.ends[word] |= 1 << bit;
        }
        known
    }

    fn add(&mut self, secret: &str) {
        // A letter may be two in capitals.
        for spelled in [secret.to_owned(), secret.to_uppercase()] {
            let read = self.letters(spelled.char_indices().map(|(at, c)| (c, at, at + c.len_utf8())));
            let mut letters: Vec<u8> = read.iter().map(|letter| letter.is).collect();
            if self.forms.iter().any(|form| form.letters == letters) {
                continue;
            }
            let mut joints: Vec<(bool, bool)> = read.iter().skip(1).map(|l| (l.signed, l.apart)).collect();
            let long = piece_of(letters.len(), 12);
            self.form(Form { letters: letters.clone(), joints: joints.clone() }, long);
            letters.reverse();
            joints.reverse();
            self.form(Form { letters, joints }, long);
        }
        if secret.len() < FEWEST {
            return;
        }
        self.plain_form(secret.bytes().flat_map(|b| format!("{b:02x}").into_bytes()).collect(), 20);
        for before in 0..5 {
            self.plain_form(in_base32(secret.as_bytes(), before), 16);
        }
        for before in 0..3 {
            let text = in_base64(secret, before, &STANDARD_NO_PAD);
            self.plain_form(text.chars().filter_map(letter).collect(), 16);
        }
    }

    fn plain_form(&mut self, letters: Vec<u8>, long: usize) {
        self.form(Form { letters, joints: Vec::new() }, long);
    }

    /// A form of a secret, with every piece of so many letters and digits that has both.
    fn form(&mut self, of: Form, long: usize) {
        let form = &of.letters;
        let mixed =
            |piece: &[u8]| piece.iter().any(u8::is_ascii_digit) && piece.iter().any(|letter| !letter.is_ascii_digit());
        let whole = form.len() < long || (!mixed(form) && form.len() <= MOST);
        let long = if whole { form.len() } else { long };
        if long < FEWEST || (whole && !mixed(form) && long < WORDS) {
            return;
        }
        let at = self.forms.len();
        let mut any = false;
        for (from, piece) in form.windows(long).enumerate().filter(|(_, piece)| whole || mixed(piece)) {
            self.pieces.entry(key_of(piece)).or_insert((at, from));
            any = true;
        }
        if any {
            self.lengths.push(long);
            self.forms.push(of);
        }
    }

    /// Where secrets stand in a text.
    pub(super) fn find(&self, text: &str) -> Vec<(usize, usize)> {
        if self.lengths.is_empty() {
            return Vec::new();
        }
        let mut found = self.among(|| text.char_indices().map(|(at, c)| (c, at, at + c.len_utf8())));
        if let Some(unescaped) = unescaped(text) {
            found.extend(self.among(|| unescaped.iter().copied()));
        }
        found
    }

    /// The letters and digits of signs that come with their places.
    fn letters(&self, signs: impl Iterator<Item = (char, usize, usize)>) -> Vec<Letter> {
        let (mut letters, mut divided, mut apart, mut signed) = (Vec::new(), false, false, false);
        for (c, from, to) in signs {
            if let Some(is) = (self.reads)(c) {
                letters.push(Letter { is, from, to, divided, apart, signed });
                (divided, apart, signed) = (false, false, false);
            } else {
                let above = matches!(c, '\u{300}'..='\u{36f}');
                (divided, apart, signed) = (true, apart || c.is_whitespace(), signed || !above);
            }
        }
        letters
    }

    /// Where secrets stand among signs that come with their places.
    fn among<I: Iterator<Item = (char, usize, usize)>>(&self, signs: impl Fn() -> I) -> Vec<(usize, usize)> {
        let mut rolling = Rolling::default();
        // Nothing is kept of a text that holds nothing.
        if !signs().filter_map(|(c, ..)| (self.reads)(c)).any(|letter| self.ends_here(rolling.next(letter)).is_some()) {
            return Vec::new();
        }
        let letters = self.letters(signs());
        let (mut found, mut done, mut rolling) = (Vec::new(), 0, Rolling::default());
        for at in 0..letters.len() {
            let ends = self.ends_here(rolling.next(letters[at].is));
            let Some((long, form, begin)) = ends.filter(|_| at >= done) else { continue };
            let (mut from, mut to) = (at + 1 - long, at + 1);
            let Form { letters: form, joints } = &self.forms[form];
            let (mut first, mut next) = (begin, begin + long);
            while from > 0 && first > 0 && letters[from - 1].is == form[first - 1] {
                (from, first) = (from - 1, first - 1);
            }
            while to < letters.len() && next < form.len() && letters[to].is == form[next] {
                (to, next) = (to + 1, next + 1);
            }
            done = to;
            let piece = (at + 1 - long - from, at + 1 - from);
            let all = &letters[from..to];
            let alike = all.len() >= ALIKE && all.len() == form.len() && are_divided(all, joints);
            let own = if alike { all } else { without_neighbours(all, piece) };
            if let (Some(first), Some(last)) = (own.first(), own.last())
                && (alike || !are_words(own))
            {
                found.push((first.from, last.to));
            }
        }
        found
    }

    /// The piece that ends with these letters: its length, its form, and where in that it begins.
    fn ends_here(&self, (key, count): (u128, usize)) -> Option<(usize, usize, usize)> {
        let shortest = *self.lengths.first().filter(|shortest| **shortest <= count)?;
        let (word, bit) = place_of(key, shortest);
        if self.ends[word] >> bit & 1 == 0 {
            return None;
        }
        let lengths = self.lengths.iter().rev().filter(|long| **long <= count);
        lengths.map(|long| (*long, last(key, *long))).find_map(|(long, key)| {
            let (form, begin) = self.pieces.get(&key)?;
            Some((long, *form, *begin))
        })
    }
}

/// What base32 makes of bytes when so many others stand before them: the part that does not depend on these, nor on what
/// follows, in small letters.
fn in_base32(bytes: &[u8], before: usize) -> Vec<u8> {
    const SIGNS: &[u8; 32] = b"abcdefghijklmnopqrstuvwxyz234567";
    let bit = |at: usize| bytes.get(at / 8 - before).map_or(0, |byte| byte >> (7 - at % 8) & 1);
    let signs = (before * 8).div_ceil(5)..(before + bytes.len()) * 8 / 5;
    signs.map(|sign| SIGNS[(0..5).fold(0, |value, n| value << 1 | usize::from(bit(sign * 5 + n)))]).collect()
}
