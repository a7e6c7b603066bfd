//! The secrets of the settings in disguise: in another case or alphabet, backwards, spaced out, escaped once or several times, in
//! base32, or in base64 and digits that are divided. Letters and digits alone are compared, as small ones, and of long secrets any
//! piece: what is drawn by lot does not occur in what people write. A text is read once, and once more where it has escapes.

mod escapes;

use crate::secretary::names::lookalikes::letter_or_digit;
use base64::Engine;
use base64::engine::general_purpose::STANDARD_NO_PAD;
use escapes::unescaped;
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
/// From so many on a secret of words is no chance where it is divided as it is in the settings.
const ALIKE: usize = 12;
/// What the letters beyond the Latin ones are counted as, and how many there are of them.
const OTHERS: (u8, u32) = (128, 27);
/// A part of a find that stands apart and is shorter than this is of the words around it.
const APART: usize = 4;

/// Knows secrets by their letters and digits.
pub(super) struct Disguises {
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
    /// Among them is one that stands by itself, not above or below a letter.
    signed: bool,
}

impl Disguises {
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
            let long = super::spellings::piece_of(letters.len(), 12);
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
            let mut bytes = vec![0; before];
            bytes.extend_from_slice(secret.as_bytes());
            let text = STANDARD_NO_PAD.encode(&bytes);
            let own = text.get((before * 8).div_ceil(6)..bytes.len() * 8 / 6).unwrap_or_default();
            self.plain_form(own.chars().filter_map(letter).collect(), 16);
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
            self.pieces.entry(piece.iter().fold(0, |key, letter| with(key, *letter))).or_insert((at, from));
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
    let code = match letter {
        b'0'..=b'9' => letter - b'0' + 27,
        b'a'..=b'z' => letter - b'a' + 1,
        other => other.saturating_sub(OTHERS.0) + 37,
    };
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

/// Whether so much in it stands apart that it is spaced out: most parts are a sign or two. A few words are not.
fn spaced_out(found: &[Letter], apart: impl Fn(&Letter) -> bool) -> bool {
    let parts = found.iter().skip(1).filter(|letter| apart(letter)).count() + 1;
    parts * 2 >= found.len()
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

/// Whether letters are divided as those of a secret are.
fn are_divided(found: &[Letter], joints: &[(bool, bool)]) -> bool {
    found.iter().skip(1).map(|letter| (letter.signed, letter.apart)).eq(joints.iter().copied())
}

/// A find without letters of the words beside it, which go on like the secret by chance. In what is spaced out all are apart, and
/// of the piece by which it was found nothing is left out.
fn without_neighbours(found: &[Letter], (begin, end): (usize, usize)) -> &[Letter] {
    let (mut from, mut to) = (0, found.len());
    if spaced_out(found, |letter| letter.apart) {
        return found;
    }
    while let Some(at) = (from + 1..to).find(|at| found[*at].apart).filter(|at| at - from < APART && *at <= begin) {
        from = at;
    }
    while let Some(at) = (from + 1..to).rev().find(|at| found[*at].apart).filter(|at| to - at < APART && *at >= end) {
        to = at;
    }
    &found[from..to]
}

/// What the signs of the older alphabets look like; 0 is none.
static NEAR: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let like = |code| char::from_u32(code).and_then(letter_or_digit).and_then(|c| u8::try_from(c).ok());
    (0..0x600).map(|code| like(code).unwrap_or_default()).collect()
});

/// The last of the letters that are Latin ones with something above or below them.
const LAST_LATIN: char = '\u{24f}';

/// The small letter or digit a sign stands for, and one of few for the letters of other alphabets; the same for a capital one.
fn any_letter(c: char) -> Option<u8> {
    let small = c.to_lowercase().next().unwrap_or(c);
    let (first, many) = OTHERS;
    let other = || u8::try_from(u32::from(small) % many).ok().filter(|_| small.is_alphabetic());
    letter(small).or_else(|| other().map(|code| first + code))
}

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
    use crate::app::redaction::encodings::*;
    use crate::app::redaction::spellings::Spellings;
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
        for text in ["tr0ub4dor&3", "T r 0 u b 4 d o r & 3", "Tr0ub4dor%263", "3&rod4bu0rT", "Tr0 ub4d or3"] {
            assert_eq!(hidden(text), MARK, "{text}");
        }
    }

    #[test]
    fn letters_of_every_alphabet_are_known_in_disguise() {
        let swapped =
            |c: char| if c.is_uppercase() { c.to_lowercase().collect() } else { c.to_uppercase().to_string() };
        let small = "Sesam öffne dich 9 Kaffee-Mühle 77 Straße-Nord-12 Тайна-моего-дома-42 我的密码是很长的9号";
        for secret in
            ["Sesam öffne dich 9", "Kaffee-Mühle 77", "Straße-Nord-12", "Тайна-моего-дома-42", "我的密码是很长的9号"]
        {
            let fence = Spellings::outward([secret].into_iter());
            for text in [
                secret.to_uppercase(),
                secret.to_lowercase(),
                secret.chars().map(swapped).collect::<String>(),
                secret.chars().rev().collect(),
                in_full_width(secret),
                secret.bytes().map(|b| format!("\\x{b:02x}")).collect(),
                escaped(&escaped(secret)),
                spaced(secret, " "),
            ] {
                assert_eq!(fence.hide(&text), MARK, "{secret}: {text}");
            }
            let others = small.replace(secret, "");
            assert_eq!(fence.hide(&others), others);
        }
        let fence = Spellings::outward(["Kaffee-Mühle 77"].into_iter());
        for text in ["die kaffee mühle 77", "eine Kaffeemühle für 77 Euro", "Kaffee, Mühle, 77"] {
            assert_eq!(fence.hide(text), text);
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
        let fence = Spellings::outward(["May12026"].into_iter());
        assert_eq!(fence.hide("the party is on May 1 2026"), "the party is on May 1 2026");
    }

    #[test]
    fn the_worst_texts_are_read_once() {
        for begun in [&KEY[..20], "%25", "&#37;", "s ", "\\u0025", "%F0%9F", "4"] {
            let long = begun.repeat(300_000 / begun.len());
            assert!(hidden(&long).len() <= long.len() + MARK.len(), "{begun}");
        }
    }
}
