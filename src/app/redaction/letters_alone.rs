//! Finds secrets by their letters and digits alone: spaced out, backwards, in full-width letters, in other case, or
//! with escapes among them. Only whole secrets count, since pieces of letters occur by chance.

/// Fewer letters and digits occur by chance.
const FEWEST: usize = 16;
/// How often escapes of escapes are read.
const PASSES: usize = 3;
/// How far full-width signs stand behind those of ASCII (Unicode, Halfwidth and Fullwidth Forms).
const FULL_WIDTH: u32 = 0xfee0;

/// Knows secrets by their letters and digits, forwards and backwards.
pub(super) struct LettersAlone(Vec<String>);

/// A sign with the bytes of the text that it stands for.
#[derive(Clone, Copy)]
struct Sign {
    is: char,
    from: usize,
    to: usize,
}

impl LettersAlone {
    pub(super) fn of<'s>(secrets: impl Iterator<Item = &'s str>) -> Self {
        let mut forms = Vec::new();
        for secret in secrets {
            let form: Vec<char> = signs(secret).into_iter().filter_map(|sign| folded(sign.is)).collect();
            if form.len() >= FEWEST {
                forms.extend([form.iter().rev().collect(), form.iter().collect()]);
            }
        }
        Self(forms)
    }

    /// The bytes where one of them stands, as it is or escaped.
    pub(super) fn find(&self, text: &str) -> Vec<(usize, usize)> {
        let mut signs = signs(text);
        let mut found = self.among(&signs);
        for _ in 0..PASSES {
            let read = unescaped(&signs);
            if read.len() == signs.len() {
                break;
            }
            signs = read;
            found.extend(self.among(&signs));
        }
        found
    }

    fn among(&self, signs: &[Sign]) -> Vec<(usize, usize)> {
        let (mut letters, mut places) = (String::new(), Vec::new());
        for sign in signs {
            let Some(letter) = folded(sign.is) else { continue };
            letters.push(letter);
            places.resize(letters.len(), (sign.from, sign.to));
        }
        let found = self.0.iter().flat_map(|form| letters.match_indices(form.as_str()));
        found.map(|(at, form)| (places[at].0, places[at + form.len() - 1].1)).collect()
    }
}

fn signs(text: &str) -> Vec<Sign> {
    text.char_indices().map(|(from, is)| Sign { is, from, to: from + is.len_utf8() }).collect()
}

/// A letter or digit in lower case and of usual width.
fn folded(sign: char) -> Option<char> {
    let usual = match sign {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(sign) - FULL_WIDTH).unwrap_or(sign),
        _ => sign,
    };
    usual.to_lowercase().next().filter(|letter| letter.is_alphanumeric())
}

/// The signs with each "%41" read as what it stands for.
fn unescaped(signs: &[Sign]) -> Vec<Sign> {
    let (mut read, mut rest) = (Vec::with_capacity(signs.len()), signs);
    while let [first, after @ ..] = rest {
        let code = match after {
            [high, low, ..] if first.is == '%' => high.is.to_digit(16).zip(low.is.to_digit(16)),
            _ => None,
        };
        let stands_for = code.and_then(|(high, low)| char::from_u32(high * 16 + low)).filter(char::is_ascii);
        let (sign, taken) = match stands_for {
            Some(is) => (Sign { is, from: first.from, to: after[1].to }, 3),
            None => (*first, 1),
        };
        read.push(sign);
        rest = &rest[taken..];
    }
    read
}
