//! Finds and hides the secrets of the settings in the forms in which they may leak: plain, in other case, quoted, in an
//! address, in base64, in hexadecimal digits, and escaped. Pieces of long secrets count, too, since a secret may come
//! in two halves. A text is read once, however many secrets there are.

use super::forms::forms;
use super::letters_alone::LettersAlone;
use crate::ports::secrets::Secrets;
use crate::secretary::redaction::Kind;
use std::borrow::Cow;
use std::collections::HashMap;

/// Shorter texts are words that occur by chance.
const SHORTEST: usize = 4;
/// From this length on a secret is looked for in other alphabets, and in what is said to people.
pub(super) const LONG: usize = 8;
/// A word is shorter.
const WORD: usize = 16;
/// Some words are shorter than this together, as what stands where no key is needed.
const WORDS: usize = 25;

/// Knows secrets.
pub struct KnownSecrets {
    /// By their first bytes, the longest first.
    known: HashMap<[u8; SHORTEST], Vec<String>>,
    /// The first two bytes of all, one bit each: most places of a text are passed by with a single look.
    begins: Vec<u64>,
    alone: LettersAlone,
    mark: String,
}

impl KnownSecrets {
    /// For the log, where each secret counts, as nobody asks it questions.
    pub fn for_logs<'s>(secrets: impl Iterator<Item = &'s str>) -> Self {
        Self::of(secrets.filter(|s| s.len() >= SHORTEST), "[hidden]".to_owned())
    }

    /// For what people and models read: a short password or a word of a language is left out, since whoever guesses at it
    /// would be told by the mark that they were right.
    pub fn outward<'s>(secrets: impl Iterator<Item = &'s str>) -> Self {
        Self::of(secrets.filter(|s| hard_to_guess(s)), Kind::Own.mark())
    }

    fn of<'s>(secrets: impl Iterator<Item = &'s str>, mark: String) -> Self {
        let mut known: HashMap<[u8; SHORTEST], Vec<String>> = HashMap::new();
        let mut begins = vec![0; (1 << 16) / 64];
        let secrets: Vec<&str> = secrets.collect();
        let alone = LettersAlone::of(secrets.iter().copied().filter(|secret| !are_words(secret)));
        for form in secrets.into_iter().flat_map(forms) {
            let Some(start) = start_of(form.as_bytes()) else { continue };
            let (word, bit) = place_of(start);
            begins[word] |= 1 << bit;
            known.entry(start).or_default().push(form);
        }
        for same in known.values_mut() {
            same.sort_by(|a, b| b.len().cmp(&a.len()).then_with(|| a.cmp(b)));
            same.dedup();
        }
        Self { known, begins, alone, mark }
    }

    /// How many bytes of a secret begin here.
    fn here(&self, rest: &[u8]) -> Option<usize> {
        let start = start_of(rest)?;
        let (word, bit) = place_of(start);
        if self.begins[word] >> bit & 1 == 0 {
            return None;
        }
        let same = self.known.get(&start)?;
        same.iter().find(|form| rest.starts_with(form.as_bytes())).map(String::len)
    }
}

impl Secrets for KnownSecrets {
    fn hide<'t>(&self, text: &'t str) -> Cow<'t, str> {
        let mut found: Vec<(usize, usize)> = Vec::new();
        let bytes = text.as_bytes();
        for at in 0..bytes.len() {
            found.extend(self.here(&bytes[at..]).map(|long| (at, at + long)));
        }
        found.extend(self.alone.find(text));
        if found.is_empty() {
            return Cow::Borrowed(text);
        }
        let (mut out, mut at) = (String::with_capacity(text.len()), 0);
        for (from, to) in together(found) {
            out.push_str(text.get(at..from).unwrap_or_default());
            out.push_str(&self.mark);
            at = to;
        }
        out.push_str(text.get(at..).unwrap_or_default());
        Cow::Owned(out)
    }
}

/// The places in their order, those that overlap as one: pieces of a secret do.
fn together(mut found: Vec<(usize, usize)>) -> Vec<(usize, usize)> {
    found.sort_unstable();
    let mut all: Vec<(usize, usize)> = Vec::with_capacity(found.len());
    for (from, to) in found {
        match all.last_mut() {
            Some((_, end)) if *end >= from => *end = (*end).max(to),
            Some(_) | None => all.push((from, to)),
        }
    }
    all
}

fn start_of(bytes: &[u8]) -> Option<[u8; SHORTEST]> {
    bytes.get(..SHORTEST)?.try_into().ok()
}

fn place_of(start: [u8; SHORTEST]) -> (usize, usize) {
    let first = usize::from(start[0]) << 8 | usize::from(start[1]);
    (first / 64, first % 64)
}

fn hard_to_guess(secret: &str) -> bool {
    let word = secret.bytes().all(|b| b.is_ascii_alphabetic());
    let least = if are_words(secret) { WORDS } else { LONG };
    secret.len() >= if word { WORD } else { least }
}

/// Whether it is words side by side, like "not-needed": each is small or in capitals, and can be said.
fn are_words(secret: &str) -> bool {
    let cased = |of: fn(&u8) -> bool| move |part: &str| part.bytes().all(|b| of(&b));
    let (small, capital) = (cased(u8::is_ascii_lowercase), cased(u8::is_ascii_uppercase));
    let said = |part: &str| part.len() <= 2 || part.bytes().any(|b| b"aeiouy".contains(&b.to_ascii_lowercase()));
    let mut parts = secret.split(['-', '_', '.', ' ']);
    parts.all(|part| !part.is_empty() && (small(part) || capital(part) || named(part)) && said(part))
}

/// Whether a word begins with a capital and goes on small.
fn named(part: &str) -> bool {
    let rest = part.strip_prefix(|c: char| c.is_ascii_uppercase());
    rest.is_some_and(|rest| rest.bytes().all(|b| b.is_ascii_lowercase()))
}

#[cfg(test)]
mod tests {
    use crate::app::redaction::forms::{each_byte, in_address};
    use crate::app::redaction::known_secrets::*;
    use base64::Engine;
    use base64::engine::general_purpose::{STANDARD, STANDARD_NO_PAD, URL_SAFE};

    const TOKEN: &str = "123456789:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw1";

    fn outward(secrets: &[&str]) -> KnownSecrets {
        KnownSecrets::outward(secrets.iter().copied())
    }

    #[test]
    fn secrets_are_blotted_out_in_every_form() {
        let known = KnownSecrets::for_logs(["12:AAb", "pass \"word\"", "12:AAb-long", "no", ""].into_iter());
        for (line, blotted) in [
            ("https://x/bot12:AAb/getMe", "https://x/bot[hidden]/getMe"),
            ("12:AAb-long", "[hidden]"),
            ("bot12%3AAAb/", "bot[hidden]/"),
            ("bot12%3aAAb/", "bot[hidden]/"),
            (r#"{"key":"pass \"word\""}"#, r#"{"key":"[hidden]"}"#),
            ("pass \"word\"", "[hidden]"),
            ("?p=pass%20%22word%22", "?p=[hidden]"),
            ("no secret", "no secret"),
        ] {
            assert_eq!(known.hide(line), blotted);
        }
    }

    #[test]
    fn other_alphabets_are_read_wherever_the_secret_stands_in_them() {
        for secret in [TOKEN, "Tr0ub4dor&3", "pässwörter-1", "sk-proj-Ab1_cd-Ef2_gh/Ij3+kl"] {
            let known = outward(&[secret]);
            let hex = each_byte(secret, |b| format!("{b:02x}"));
            let mut texts = vec![hex.to_uppercase(), hex, in_address(secret), secret.to_owned()];
            for before in ["", "x", "xy", "xyz", "wxyz"] {
                let text = format!("{before}{secret} and more");
                texts.extend([STANDARD.encode(&text), URL_SAFE.encode(&text), STANDARD_NO_PAD.encode(secret)]);
            }
            for text in texts {
                let hidden = known.hide(&text);
                assert!(hidden.contains("[hidden: a secret setting]"), "{secret}: {text} became {hidden}");
            }
        }
    }

    #[test]
    fn of_a_long_secret_both_halves_are_known() {
        // The others are just long enough.
        let (least, more) = ("aB3dE5gH7jK9mN1pQ2sT4v", "aB3dE5gH7jK9mN1pQ2sT4vX");
        for (secret, cuts) in [(TOKEN, 12..TOKEN.len() - 12), (least, 11..12), (more, 11..13)] {
            let known = outward(&[secret]);
            for (one, other) in cuts.map(|cut| secret.split_at(cut)) {
                let hidden = known.hide(&format!("first {one} then {other}.")).into_owned();
                assert_eq!(hidden, "first [hidden: a secret setting] then [hidden: a secret setting].");
                assert!(secret == TOKEN || known.hide(&other.to_uppercase()) == Kind::Own.mark(), "{other}");
            }
        }
        assert_eq!(outward(&[TOKEN]).hide("bot 123456789 is on"), "bot 123456789 is on");
        assert_eq!(outward(&["Password-for-the-house9"]).hide("a Password-for-the-hut"), "a Password-for-the-hut");
    }

    #[test]
    fn of_a_password_with_spaces_both_halves_are_known() {
        let known = outward(&["planted42-Password/of+the Web\"Chat\"x"]);
        for half in ["planted42-Password", "d/of+the Web\"Chat\"x"] {
            assert!(known.hide(half).contains("[hidden"), "{half}");
        }
        let known = outward(&["correct horse battery staple of the house"]);
        assert_eq!(known.hide("a correct horse battery staple"), "a correct horse battery staple");
    }

    #[test]
    fn what_is_easily_guessed_is_not_confirmed() {
        let known = outward(&["postgres", "hunter2", "Password", "correcthorse", ""]);
        for text in ["postgres", "hunter2", "my Password", "correcthorse"] {
            assert_eq!(known.hide(text), text);
        }
        let placeholders = ["not-needed", "lm-studio", "no-key-set", "sk-no-key-required", "DUMMY_KEY", "Not needed"];
        for word in placeholders {
            let text = format!("the extra chairs are {word} on Friday");
            assert_eq!(outward(&[word]).hide(&text), text);
            let logged = KnownSecrets::for_logs([word].into_iter());
            assert_eq!(logged.hide(&text), "the extra chairs are [hidden] on Friday");
        }
        for secret in ["tulip-grape-9", "qwrt-zxpl-kjhg", "aB-cDe-FgH", "a-key-of-the-house-by-the-sea"] {
            assert_eq!(outward(&[secret]).hide(secret), Kind::Own.mark());
        }
        assert_eq!(outward(&["correcthorsebatterystaple"]).hide("correcthorsebatterystaple"), Kind::Own.mark());
    }

    #[test]
    fn odd_texts_are_cut_where_letters_begin() {
        let known = outward(&["grüße-42-🙂", TOKEN]);
        for text in ["ügrüße-42-🙂é", "🙂grüße-42-🙂🙂", "grüße-42-", "", "ü"] {
            assert!(!known.hide(text).contains("grüße-42-🙂"));
        }
        assert_eq!(known.hide("ügrüße-42-🙂é"), "ü[hidden: a secret setting]é");
    }

    #[test]
    fn a_secret_is_known_in_other_case_and_escaped() {
        const KEY: &str = "sk-very-secret-key-4711-Ab1cD2eF3gH4";
        for secret in [KEY, "Tr0ub4dor&3", "Sesam öffne dich 9", "Straße-Nord-12", "Тайна-моего-дома-42"]
        {
            let known = outward(&[secret]);
            let percent = each_byte(secret, |b| format!("%{b:02X}"));
            let codes = |form: fn(u32) -> String| secret.chars().map(|c| form(u32::from(c))).collect::<String>();
            for text in [
                secret.to_uppercase(),
                secret.to_lowercase(),
                percent.to_lowercase(),
                percent.replace('%', "%25"),
                percent,
                in_address(&in_address(secret)),
                each_byte(secret, |b| format!("\\x{b:02x}")),
                codes(|c| format!("\\u{c:04x}")),
                codes(|c| format!("&#{c};")),
                codes(|c| format!("&#x{c:x};")),
                each_byte(secret, |b| format!("{b:02X} ")).trim_end().to_owned(),
                each_byte(secret, |b| format!("{b:02x}:")).trim_end_matches(':').to_owned(),
            ] {
                let (said, hidden) = (format!("It is\n{text}, dear."), format!("It is\n{}, dear.", Kind::Own.mark()));
                assert_eq!(known.hide(&said), hidden, "{text}");
            }
        }
        let half = KEY[19..].to_uppercase();
        assert_eq!(outward(&[KEY]).hide(&half), Kind::Own.mark());
    }

    #[test]
    fn ordinary_words_stay() {
        let known = outward(&["sk-very-secret-key-4711-Ab1cD2eF3gH4", TOKEN, "Tr0ub4dor&3"]);
        for text in [
            "the secret key is very secret, 4711 or not",
            "sk-very-secret-key",
            "Trouble with a door, 3 of them & 100 % sure %41 %zz \\u00zz &#; &#x110000; %",
            "Ich habe 47110815 Gründe, и ещё 1000 причин — 还有更多的理由",
            "",
            "%",
        ] {
            assert_eq!(known.hide(text), text);
        }
        let known = outward(&["Summer2026", "Budget-2026-plan", "Kaffee-Mühle 77"]);
        for text in ["in Summer 2026", "summer-2026", "the budget 2026 plan", "eine Kaffeemühle für 77 Euro"] {
            assert_eq!(known.hide(text), text);
        }
        assert_eq!(known.hide("it is SUMMER2026"), format!("it is {}", Kind::Own.mark()));
    }
}
