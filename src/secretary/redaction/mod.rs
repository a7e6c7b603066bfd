//! Finds credentials in a text and removes them. Only certain ones are hidden: people want to keep "my wifi password
//! is hunter2", and hashes, ids and numbers are no secrets. The text is read once; every cut is at an ASCII
//! character.

mod broken;
mod labelled;
mod marks;
mod named;
mod prefixes;
mod shapes;

pub use marks::{Kind, marked, marks, unmarked};

use prefixes::{PREFIXES, Prefix};
use std::borrow::Cow;

/// How far from an AWS key id, or the words for it, a secret key may stand.
const BESIDE: usize = 300;
/// The characters of an AWS secret key.
const AWS_SECRET: usize = 40;
/// What was hidden may uncover the beginning of something else, a few times at most.
const PASSES: usize = 4;

/// The text with a mark in place of everything that looks like a credential; borrowed where there is nothing.
pub fn mask(text: &str) -> Cow<'_, str> {
    let mut masked = Cow::Borrowed(text);
    for _ in 0..PASSES {
        let found = found_in(&masked);
        if found.is_empty() {
            break;
        }
        masked = Cow::Owned(without(&masked, &found));
    }
    masked
}

/// What is to be hidden. Signs in full width are read as what they stand for: whoever copies them is a step from the credential.
fn found_in(text: &str) -> Vec<Found> {
    let narrow = |c: char| {
        let plain = u32::from(c).checked_sub(0xfee0).and_then(char::from_u32);
        plain.filter(|c| c.is_ascii_alphanumeric() || "_-.:/=+".contains(*c))
    };
    // In UTF-8 each of them begins with this byte.
    if !text.as_bytes().contains(&0xef) || !text.contains(|c| narrow(c).is_some()) {
        return all_in(text.as_bytes());
    }
    let mut plain = String::with_capacity(text.len());
    // Where each byte of it stands in the text.
    let mut places = Vec::with_capacity(text.len() + 1);
    for (at, c) in text.char_indices() {
        let sign = narrow(c).unwrap_or(c);
        plain.push(sign);
        places.extend((0..sign.len_utf8()).map(|byte| at + byte));
    }
    places.push(text.len());
    let place = |at: usize| places.get(at).copied();
    let found = all_in(plain.as_bytes()).into_iter();
    found.filter_map(|one| Some(Found { from: place(one.from)?, to: place(one.to)?, ..one })).collect()
}

/// What is to be hidden, in the order of the text; what was broken by the end of a line before what its halves are.
fn all_in(bytes: &[u8]) -> Vec<Found> {
    let (mut found, broken) = (Scan::of(bytes).found, broken::broken(bytes));
    if broken.is_empty() {
        return found;
    }
    let halves = |one: &Found| {
        let next = broken.partition_point(|whole| whole.to <= one.from);
        broken.get(next).is_some_and(|whole| whole.from < one.to)
    };
    found.retain(|one| !halves(one));
    found.extend(broken);
    found.sort_by_key(|one| one.from);
    found
}

fn without(text: &str, found: &[Found]) -> String {
    let (mut out, mut at) = (String::with_capacity(text.len()), 0);
    for one in found {
        // What was found begins and ends beside ASCII characters.
        out.push_str(text.get(at..one.from).unwrap_or_default());
        out.push_str(&one.kind.mark());
        at = one.to;
    }
    out.push_str(text.get(at..).unwrap_or_default());
    out
}

/// A credential: the bytes from one place to another, the second not included.
#[derive(Clone, Copy, Debug)]
struct Found {
    from: usize,
    to: usize,
    kind: Kind,
}

/// A text being looked through.
struct Scan<'t> {
    bytes: &'t [u8],
    found: Vec<Found>,
    /// Where AWS keys are spoken of.
    aws: Vec<usize>,
    /// Where the next end of a private key stands, as far as it was looked for.
    key_end: Option<usize>,
    /// The end before which nothing reads like a key.
    keyless: Option<usize>,
    /// The end of a value of a variable in which nothing was drawn by lot.
    dull: usize,
    /// The end of the header that holds cookies.
    cookies: usize,
}

impl<'t> Scan<'t> {
    fn new(bytes: &'t [u8]) -> Self {
        let (found, aws) = (Vec::new(), Vec::new());
        Self { bytes, found, aws, key_end: Some(0), keyless: None, dull: 0, cookies: 0 }
    }

    fn of(bytes: &'t [u8]) -> Self {
        let mut scan = Self::new(bytes);
        let mut at = 0;
        while at < bytes.len() {
            match scan.at(at) {
                Some(found) if found.to > at => {
                    if found.kind == Kind::AwsId {
                        scan.aws.push(at);
                    }
                    scan.found.push(found);
                    at = found.to;
                }
                Some(_) | None => at += 1,
            }
        }
        if !scan.aws.is_empty() {
            scan.aws_secrets();
        }
        scan
    }

    /// The credential that begins here, or is announced by what begins here.
    fn at(&mut self, at: usize) -> Option<Found> {
        let first = *self.bytes.get(at)?;
        if matches!(first, b's' | b'S') && self.speaks_of_aws(at) {
            self.aws.push(at);
        }
        match first {
            b'0'..=b'9' => self.telegram(at),
            b':' => self.password(at).or_else(|| self.dsn(at)).or_else(|| self.named(at)),
            b'=' => self.variable(at).or_else(|| self.cookie(at)).or_else(|| self.named(at)),
            b'?' | b'&' | b'#' => self.query(at),
            b'-' => self.private_key(at).or_else(|| self.curl(at)),
            b'A'..=b'Z' | b'a'..=b'z' if self.begins(at) => self.word(at, first),
            // Behind a letter nothing counts but what begins so.
            b'a'..=b'z'
                if first == b'g' || !self.bytes.get(at.wrapping_sub(1)).is_some_and(u8::is_ascii_alphabetic) =>
            {
                self.prefixed(at, first, true)
            }
            _ => None,
        }
    }

    /// What begins with a letter.
    fn word(&mut self, at: usize, first: u8) -> Option<Found> {
        let found = match first {
            b'e' => self.signed(at),
            b'M' | b'N' | b'O' => self.discord(at),
            b'b' | b'B' => self.bearer(at).or_else(|| self.authorized(at)),
            b't' | b'T' => self.authorized(at),
            b's' => self.api_key(at),
            b'p' | b'P' => self.setting(at).or_else(|| self.netrc(at)),
            _ => None,
        };
        found.or_else(|| self.prefixed(at, first, false))
    }

    /// What is known by how it begins; within a word, only what is known for certain there.
    fn prefixed(&self, at: usize, first: u8, within: bool) -> Option<Found> {
        // Most words end here: each text that goes in or out is looked through.
        if !self.bytes.get(at + 1).is_some_and(|second| prefixes::may_begin(first, *second)) {
            return None;
        }
        let behind = at.checked_sub(1).and_then(|before| self.bytes.get(before)).copied();
        let here = |known: &&Prefix| !within || known.within(behind);
        let known = PREFIXES.iter().filter(|known| known.start.as_bytes().first() == Some(&first)).filter(here);
        for known in known.filter(|known| self.says(at, known.start)) {
            let body = at + known.start.len();
            let mut to = body + self.run(body, known.most, |b| known.takes(b));
            let fits = to - body >= known.least && (!(known.mixed || within) || mixed(&self.bytes[body..to]));
            let longer = known.least == known.most && self.bytes.get(to).is_some_and(u8::is_ascii_alphanumeric);
            if !fits || longer {
                continue;
            }
            // Some go on behind a dot; a dot at the end is that of the sentence.
            while known.dotted
                && self.bytes.get(to) == Some(&b'.')
                && self.bytes.get(to + 1).is_some_and(|b| known.takes(*b))
            {
                to += 1 + self.run(to + 1, usize::MAX, |b| known.takes(b));
            }
            return Some(Found { from: at, to, kind: known.kind });
        }
        None
    }

    /// Secret keys that stand near an AWS key id, or near the words for them: they have no form of their own.
    fn aws_secrets(&mut self) {
        let part = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'/' | b'+');
        let (mut at, mut secrets) = (0, Vec::new());
        while at < self.bytes.len() {
            let long = self.run(at, usize::MAX, part);
            let run = &self.bytes[at..at + long];
            let has = |of: fn(&u8) -> bool| run.iter().any(of);
            let random = has(u8::is_ascii_uppercase) && has(u8::is_ascii_lowercase) && has(u8::is_ascii_digit);
            if long == AWS_SECRET && random && self.near_aws(at) {
                secrets.push(Found { from: at, to: at + long, kind: Kind::AwsSecret });
            }
            at += long.max(1);
        }
        secrets.retain(|secret| !self.found.iter().any(|found| found.from < secret.to && secret.from < found.to));
        self.found.append(&mut secrets);
        self.found.sort_by_key(|found| found.from);
    }

    fn near_aws(&self, at: usize) -> bool {
        let next = self.aws.partition_point(|place| *place < at);
        let near = |place: Option<&usize>| place.is_some_and(|place| place.abs_diff(at) <= BESIDE);
        near(self.aws.get(next)) || near(next.checked_sub(1).and_then(|before| self.aws.get(before)))
    }

    fn speaks_of_aws(&self, at: usize) -> bool {
        self.says_in_any_case(at, "secret")
            && ["_access_key", "accesskey", " access key", "-access-key"]
                .iter()
                .any(|words| self.says_in_any_case(at + "secret".len(), words))
    }

    /// Whether a word may begin here: no letter, digit or joint stands before, but for the underscores of Markdown and the
    /// letter of an escaped line break.
    fn begins(&self, at: usize) -> bool {
        let mut before = at;
        while before > 0 && at - before < 3 && self.bytes[before - 1] == b'_' {
            before -= 1;
        }
        if before == 0 || self.found.last().is_some_and(|found| found.to == before) {
            return true;
        }
        let last = self.bytes[before - 1];
        let escaped = before == at
            && matches!(last, b'n' | b'r' | b't')
            && before.checked_sub(2).is_some_and(|b| self.bytes[b] == b'\\');
        escaped || !(last.is_ascii_alphanumeric() || matches!(last, b'_' | b'-'))
    }

    fn says(&self, at: usize, words: &str) -> bool {
        self.bytes.get(at..).is_some_and(|rest| rest.starts_with(words.as_bytes()))
    }

    fn says_in_any_case(&self, at: usize, words: &str) -> bool {
        self.bytes.get(at..at + words.len()).is_some_and(|here| here.eq_ignore_ascii_case(words.as_bytes()))
    }

    /// How many bytes from here on are of a kind, at most so many.
    fn run(&self, at: usize, most: usize, of: impl Fn(u8) -> bool) -> usize {
        self.bytes.get(at..).unwrap_or_default().iter().take(most).take_while(|b| of(**b)).count()
    }
}

/// Whether there are both letters and digits.
fn mixed(bytes: &[u8]) -> bool {
    bytes.iter().any(u8::is_ascii_digit) && bytes.iter().any(u8::is_ascii_alphabetic)
}

/// Whether something in it reads like drawn by lot: so many letters and digits in a row, of both kinds.
fn drawn_by_lot(bytes: &[u8], least: usize) -> bool {
    bytes.split(|b| !b.is_ascii_alphanumeric()).any(|part| part.len() >= least && mixed(part))
}

#[cfg(test)]
mod tests;
