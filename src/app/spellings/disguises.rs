//! The secrets of the settings in disguise: in another case or alphabet, backwards, spaced out, escaped once or several times, in
//! base32, or in base64 and digits that are divided. Letters and digits alone are compared, as small ones, and of long secrets any
//! piece: what is drawn by lot does not occur in what people write. A text is read once, and once more where it has escapes.

use crate::secretary::lookalikes::letter_or_digit;
use base64::Engine;
use base64::engine::general_purpose::STANDARD_NO_PAD;
use std::collections::HashMap;
use std::sync::LazyLock;

/// Fewer letters and digits may stand anywhere.
const FEWEST: usize = 8;
/// From so many on a secret of letters alone is none that occurs by chance.
const WORDS: usize = 16;
/// The most that are looked for at once: so many fit into a key.
const MOST: usize = 21;
/// Bits of a letter or digit in a key; none is 0, so that keys of different lengths are different.
const BITS: usize = 6;
/// The bits that say of most places in a text that nothing is there.
const PASSES: u32 = 18;
/// A part of a find that stands apart and is shorter than this is of the words around it.
const APART: usize = 4;

/// Knows secrets by their letters and digits.
#[derive(Default)]
pub(super) struct Disguises {
    forms: Vec<Vec<u8>>,
    /// Pieces by their key: the form, and where in it they begin.
    pieces: HashMap<u128, (usize, usize)>,
    /// How long pieces are, the shortest first.
    lengths: Vec<usize>,
    /// By the end of a piece, as long as the shortest one.
    ends: Vec<u64>,
}

/// A letter or digit of a text and where it stands.
#[derive(Clone, Copy)]
struct Letter {
    is: u8,
    from: usize,
    to: usize,
    /// Other signs stand before it.
    divided: bool,
    /// Among them is space.
    apart: bool,
}

impl Disguises {
    pub(super) fn of<'s>(secrets: impl Iterator<Item = &'s str>) -> Self {
        let mut known = Self::default();
        let mut all = Vec::new();
        for secret in secrets {
            known.add(secret, &mut all);
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

    fn add(&mut self, secret: &str, letters: &mut Vec<u8>) {
        letters.clear();
        letters.extend(secret.chars().filter_map(letter));
        let backwards: Vec<u8> = letters.iter().rev().copied().collect();
        self.form(letters.clone(), 12);
        self.form(backwards, 12);
        if secret.len() < FEWEST {
            return;
        }
        self.form(secret.bytes().flat_map(|b| format!("{b:02x}").into_bytes()).collect(), 20);
        for before in 0..5 {
            self.form(in_base32(secret.as_bytes(), before), 16);
        }
        for before in 0..3 {
            let mut bytes = vec![0; before];
            bytes.extend_from_slice(secret.as_bytes());
            let text = STANDARD_NO_PAD.encode(&bytes);
            let own = text.get((before * 8).div_ceil(6)..bytes.len() * 8 / 6).unwrap_or_default();
            self.form(own.chars().filter_map(letter).collect(), 16);
        }
    }

    /// A form of a secret, with every piece of so many letters and digits that has both.
    fn form(&mut self, form: Vec<u8>, long: usize) {
        let mixed = |piece: &[u8]| piece.iter().any(u8::is_ascii_digit) && piece.iter().any(u8::is_ascii_alphabetic);
        let whole = form.len() < long || (!mixed(&form) && form.len() <= MOST);
        let long = if whole { form.len() } else { long };
        if long < FEWEST || (whole && !mixed(&form) && long < WORDS) {
            return;
        }
        let at = self.forms.len();
        let mut any = false;
        for (from, piece) in form.windows(long).enumerate().filter(|(_, piece)| whole || mixed(piece)) {
            self.pieces.entry(piece.iter().fold(0, |key, letter| with(key, *letter))).or_insert((at, from));
            any = true;
        }
        if any {
            self.lengths.push(long);
            self.forms.push(form);
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

    /// Where secrets stand among signs that come with their places.
    fn among<I: Iterator<Item = (char, usize, usize)>>(&self, signs: impl Fn() -> I) -> Vec<(usize, usize)> {
        let mut rolling = Rolling::default();
        // Nothing is kept of a text that holds nothing.
        if !signs().filter_map(|(c, ..)| letter(c)).any(|letter| self.ends_here(rolling.next(letter)).is_some()) {
            return Vec::new();
        }
        let (mut letters, mut divided, mut apart) = (Vec::new(), false, false);
        for (c, from, to) in signs() {
            if let Some(is) = letter(c) {
                letters.push(Letter { is, from, to, divided, apart });
                (divided, apart) = (false, false);
            } else {
                (divided, apart) = (true, apart || c.is_whitespace());
            }
        }
        let (mut found, mut done, mut rolling) = (Vec::new(), 0, Rolling::default());
        for at in 0..letters.len() {
            let ends = self.ends_here(rolling.next(letters[at].is));
            let Some((long, form, begin)) = ends.filter(|_| at >= done) else { continue };
            let (mut from, mut to) = (at + 1 - long, at + 1);
            let form = &self.forms[form];
            let (mut first, mut next) = (begin, begin + long);
            while from > 0 && first > 0 && letters[from - 1].is == form[first - 1] {
                (from, first) = (from - 1, first - 1);
            }
            while to < letters.len() && next < form.len() && letters[to].is == form[next] {
                (to, next) = (to + 1, next + 1);
            }
            done = to;
            let own = without_neighbours(&letters[from..to]);
            if let (Some(first), Some(last)) = (own.first(), own.last())
                && !are_words(own)
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

/// The last letters of a text as it is read.
#[derive(Default)]
struct Rolling {
    key: u128,
    count: usize,
}

impl Rolling {
    fn next(&mut self, letter: u8) -> (u128, usize) {
        self.key = last(with(self.key, letter), MOST);
        self.count += 1;
        (self.key, self.count)
    }
}

/// A key with one letter more.
fn with(key: u128, letter: u8) -> u128 {
    let code = if letter.is_ascii_digit() { letter - b'0' + 27 } else { letter - b'a' + 1 };
    key << BITS | u128::from(code)
}

/// The key of so many letters at the end.
fn last(key: u128, long: usize) -> u128 {
    key & ((1 << (BITS * long)) - 1)
}

fn place_of(key: u128, shortest: usize) -> (usize, usize) {
    let end = last(key, shortest);
    let low = u64::try_from(end & u128::from(u64::MAX)).unwrap_or_default();
    let high = u64::try_from(end >> 64).unwrap_or_default();
    let spread = (low ^ high.rotate_left(32)).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - PASSES);
    let spread = usize::try_from(spread).unwrap_or_default();
    (spread / 64, spread % 64)
}

/// Whether so much in it stands apart that it is spaced out.
fn spaced_out(found: &[Letter], apart: impl Fn(&Letter) -> bool) -> bool {
    found.iter().skip(1).filter(|letter| apart(letter)).count() * 4 >= found.len() - 1
}

/// Whether a find may as well be a few words and numbers that somebody put side by side, as in "Summer 2026".
fn are_words(found: &[Letter]) -> bool {
    if found.len() >= WORDS || spaced_out(found, |letter| letter.divided) {
        return false;
    }
    let (mut digits, mut others) = (false, false);
    for (at, letter) in found.iter().enumerate() {
        if at > 0 && letter.divided {
            (digits, others) = (false, false);
        }
        (digits, others) = (digits || letter.is.is_ascii_digit(), others || !letter.is.is_ascii_digit());
        if digits && others {
            return false;
        }
    }
    true
}

/// A find without letters of the words beside it, which go on like the secret by chance. In what is spaced out all are apart.
fn without_neighbours(found: &[Letter]) -> &[Letter] {
    let (mut from, mut to) = (0, found.len());
    if spaced_out(found, |letter| letter.apart) {
        return found;
    }
    while let Some(long) = (from + 1..to).find(|at| found[*at].apart).map(|at| at - from).filter(|long| *long < APART) {
        from += long;
    }
    while let Some(at) = (from + 1..to).rev().find(|at| found[*at].apart).filter(|at| to - at < APART) {
        to = at;
    }
    &found[from..to]
}

/// What the signs of the older alphabets look like; 0 is none.
static NEAR: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let like = |code| char::from_u32(code).and_then(letter_or_digit).and_then(|c| u8::try_from(c).ok());
    (0..0x600).map(|code| like(code).unwrap_or_default()).collect()
});

/// The small letter or digit a sign stands for, if any.
fn letter(c: char) -> Option<u8> {
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

/// The signs of a text without its escapes, as often as it was escaped, and where each stands; none where nothing is escaped.
fn unescaped(text: &str) -> Option<Vec<(char, usize, usize)>> {
    if !text.bytes().any(|b| matches!(b, b'%' | b'\\' | b'&')) {
        return None;
    }
    let (mut out, mut places) = (Vec::with_capacity(text.len()), Vec::with_capacity(text.len()));
    let mut any = false;
    for (at, byte) in text.bytes().enumerate() {
        out.push(byte);
        places.push((at, at + 1));
        // What comes of an escape may be the end of one.
        while let Some((long, sign)) = escape(&out) {
            any = true;
            let from = out.len() - long;
            let place = (places.get(from).map_or(at, |(from, _)| *from), at + 1);
            out.truncate(from);
            out.extend_from_slice(&sign);
            places.truncate(from);
            places.resize(out.len(), place);
        }
    }
    any.then(|| {
        let (mut signs, mut at) = (Vec::with_capacity(out.len()), 0);
        for chunk in out.utf8_chunks() {
            for c in chunk.valid().chars() {
                let end = at + c.len_utf8();
                signs.push((c, places[at].0, places[end - 1].1));
                at = end;
            }
            at += chunk.invalid().len();
        }
        signs
    })
}

/// The escape at the end of a text: how long it is, and the bytes it stands for.
fn escape(text: &[u8]) -> Option<(usize, Vec<u8>)> {
    let end = *text.last()?;
    if !(end == b';' || end.is_ascii_hexdigit()) {
        return None;
    }
    let sign = |code: u32| char::from_u32(code).map(|c| c.to_string().into_bytes());
    let digits = |long: usize| text.get(text.len().checked_sub(long)?..);
    if let Some([b'%', digits @ ..]) = digits(3)
        && let Some(code) = number(digits, 16)
    {
        return Some((3, vec![u8::try_from(code).ok()?]));
    }
    if let Some([b'\\', b'x', digits @ ..]) = digits(4)
        && let Some(code) = number(digits, 16)
    {
        return Some((4, vec![u8::try_from(code).ok()?]));
    }
    if let Some([b'\\', b'u', digits @ ..]) = digits(6)
        && let Some(code) = number(digits, 16)
    {
        return Some((6, sign(code)?));
    }
    let body = text.strip_suffix(b";")?;
    let begin = body.iter().rev().take(10).position(|b| *b == b'&')?;
    let inside = body.get(body.len() - begin..)?.strip_prefix(b"#")?;
    let code = match inside {
        [b'x' | b'X', digits @ ..] => number(digits, 16),
        digits => number(digits, 10),
    };
    Some((begin + 2, sign(code?)?))
}

/// A number of digits alone.
fn number(digits: &[u8], radix: u32) -> Option<u32> {
    let text = std::str::from_utf8(digits).ok().filter(|text| text.bytes().all(|b| b.is_ascii_hexdigit()))?;
    u32::from_str_radix(text, radix).ok()
}

/// What base32 makes of bytes when so many others stand before them: the part that does not depend on these, nor on what
/// follows, in small letters.
fn in_base32(bytes: &[u8], before: usize) -> Vec<u8> {
    const SIGNS: &[u8; 32] = b"abcdefghijklmnopqrstuvwxyz234567";
    let bit = |at: usize| bytes.get(at / 8 - before).map_or(0, |byte| byte >> (7 - at % 8) & 1);
    let signs = (before * 8).div_ceil(5)..(before + bytes.len()) * 8 / 5;
    signs.map(|sign| SIGNS[(0..5).fold(0, |value, n| value << 1 | usize::from(bit(sign * 5 + n)))]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::spellings::Spellings;
    use crate::ports::secrets::Secrets;

    const KEY: &str = "sk-very-secret-key-4711-Ab1cD2eF3gH4";
    const MARK: &str = "[hidden: a secret setting]";

    fn hidden(text: &str) -> String {
        Spellings::outward([KEY, "123456789:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw1", "Tr0ub4dor&3"].into_iter())
            .hide(text)
            .into_owned()
    }

    fn escaped(text: &str) -> String {
        text.bytes().map(|b| format!("%{b:02X}")).collect()
    }

    fn in_full_width(text: &str) -> String {
        let wide = |c: char| char::from_u32(u32::from(c) + 0xfee0).unwrap();
        text.chars().map(|c| if c.is_ascii_graphic() { wide(c) } else { c }).collect()
    }

    fn base32(text: &str) -> String {
        String::from_utf8(in_base32(text.as_bytes(), 0)).unwrap().to_uppercase()
    }

    fn spaced(text: &str, with: &str) -> String {
        text.chars().map(String::from).collect::<Vec<_>>().join(with)
    }

    #[test]
    fn a_secret_is_known_in_every_disguise() {
        let mathematical = |c: char| match c {
            'a'..='z' => char::from_u32(0x1d41a + u32::from(c) - u32::from('a')).unwrap(),
            '0'..='9' => char::from_u32(0x1d7ce + u32::from(c) - u32::from('0')).unwrap(),
            _ => c,
        };
        for text in [
            KEY.to_uppercase(),
            KEY.to_lowercase(),
            KEY.chars().rev().collect(),
            KEY.replace('-', "%2D"),
            escaped(KEY),
            escaped(KEY).to_lowercase(),
            escaped(&escaped(KEY)),
            escaped(&escaped(&escaped(KEY))),
            KEY.replace('s', "%2573").replace('-', "%252d"),
            in_full_width(KEY),
            escaped(&in_full_width(KEY)),
            KEY.chars().map(mathematical).collect(),
            KEY.replace('e', "\u{435}").replace('c', "\u{441}"),
            spaced(KEY, " "),
            spaced(KEY, "\n"),
            spaced(KEY, "·"),
            spaced(&KEY.chars().rev().collect::<String>(), " "),
            KEY.bytes().map(|b| format!("&#{b};")).collect(),
            KEY.bytes().map(|b| format!("&#x{b:x};")).collect(),
            KEY.bytes().map(|b| format!("\\u{b:04x}")).collect(),
            KEY.bytes().map(|b| format!("\\x{b:02x}")).collect(),
            KEY.bytes().map(|b| format!("{b:02X} ")).collect::<String>().trim_end().to_owned(),
            KEY.bytes().map(|b| format!("{b:02x}:")).collect::<String>().trim_end_matches(':').to_owned(),
        ] {
            assert_eq!(hidden(&text), MARK, "{text}");
            assert_eq!(hidden(&format!("It is\n{text}, dear.")), format!("It is\n{MARK}, dear."), "{text}");
        }
        for (before, text) in ["", "x", "xy", "xyz", "wxyz"].into_iter().map(|b| (b, base32(&format!("{b}{KEY} end"))))
        {
            let left = hidden(&text);
            assert!(left.contains(MARK) && left.len() < MARK.len() + before.len() * 2 + 12, "{text} became {left}");
        }
        for text in ["tr0ub4dor&3", "T r 0 u b 4 d o r & 3", "Tr0ub4dor%263", "3&rod4bu0rT"] {
            assert_eq!(hidden(text), MARK, "{text}");
        }
    }

    #[test]
    fn a_half_in_disguise_is_known_as_well() {
        let (one, other) = KEY.split_at(19);
        let text = format!("first {} then {}.", escaped(one), in_full_width(other));
        assert!(hidden(&text).ends_with(&format!(" then {MARK}.")), "{}", hidden(&text));
        assert_eq!(hidden(&format!("{}!", other.to_uppercase())), format!("{MARK}!"));
    }

    #[test]
    fn ordinary_words_stay() {
        for text in [
            "the secret key is very secret, 4711 or not",
            "sk-very-secret-key",
            "Trouble with a door, 3 of them & 100 % sure %41 %zz \\u00zz &#; &#x110000; %",
            "bot 123456789 is on",
            "Ich habe 47110815 Gründe, и ещё 1000 причин — 还有更多的理由",
            "",
            "%",
            "&#;",
        ] {
            assert_eq!(hidden(text), text);
        }
        let fence = Spellings::outward(["Summer2026", "Budget-2026-plan"].into_iter());
        for text in ["in Summer 2026", "summer-2026", "the budget 2026 plan", "2026: plan the budget"] {
            assert_eq!(fence.hide(text), text);
        }
        assert_eq!(fence.hide("it is SUMMER2026"), format!("it is {MARK}"));
    }

    #[test]
    fn the_worst_texts_are_read_once() {
        for begun in [&KEY[..20], "%25", "&#37;", "s ", "\\u0025", "%F0%9F", "4"] {
            let long = begun.repeat(300_000 / begun.len());
            assert!(hidden(&long).len() <= long.len() + MARK.len(), "{begun}");
        }
    }
}
