//! Credentials with a line break inside, as a terminal, mail or quotation makes them. Only forms of known length
//! count, since two lines of prose must not be read as one word. Each line is read with its neighbours, so that the
//! text is still read once.

use super::{Found, Kind, Scan, mixed};

/// Forms whose length is fixed: how they begin, and the characters behind that. These may be broken anywhere.
const EXACT: [(&[u8], usize); 12] = [
    (b"ghp_", 36),
    (b"gho_", 36),
    (b"ghu_", 36),
    (b"ghs_", 36),
    (b"ghr_", 36),
    (b"github_pat_", 82),
    (b"glpat-", 20),
    (b"AKIA", 16),
    (b"ASIA", 16),
    (b"AIza", 35),
    (b"npm_", 36),
    (b"hf_", 34),
];
/// Bytes on each side of a break that are looked at: what has no blank for longer is no credential, and a hostile text must not
/// have each of its beginnings read to the end.
const NEAR: usize = 1_024;
/// The characters of any other form that must stand before the break.
const BEFORE: usize = 8;
/// The characters behind the break that belong to a credential which may have been whole before it, at least.
const MORE: usize = 6;

/// What is broken once, in the order of the text.
pub(super) fn broken(bytes: &[u8]) -> Vec<Found> {
    let mut found: Vec<Found> = Vec::new();
    for at in 0..bytes.len() {
        if !matches!(bytes[at], b'\r' | b'\n' | b'\\') {
            continue;
        }
        let Some(behind) = line_end(bytes, at) else { continue };
        let blanks = bytes[..at].iter().rev().take_while(|b| matches!(b, b' ' | b'\t')).count();
        let end = at - blanks;
        let before = end - bytes[..end].iter().rev().take(NEAR).take_while(|b| joint(**b)).count();
        let begin = behind + run(bytes, behind, |b| matches!(b, b' ' | b'\t' | b'>'));
        let long = run(&bytes[..bytes.len().min(begin + NEAR)], begin, joint);
        if before == end || long == 0 || found.last().is_some_and(|last| last.to > before) {
            continue;
        }
        let joined = [&bytes[before..end], &bytes[begin..begin + long]].concat();
        if let Some((from, to, kind)) = across(&joined, end - before) {
            found.push(Found { from: before + from, to: begin + to - (end - before), kind });
        }
    }
    found
}

/// Where the next line begins, if one ends here, also as it is written within a text in quotes.
fn line_end(bytes: &[u8], at: usize) -> Option<usize> {
    let ends: [&[u8]; 4] = [b"\r\n", b"\n", b"\\r\\n", b"\\n"];
    // Behind the first half of one it was looked at already.
    if at > 0 && bytes[at - 1] == b'\r' && bytes[at] == b'\n' {
        return None;
    }
    ends.into_iter().find(|end| bytes[at..].starts_with(end)).map(|end| at + end.len())
}

/// The credential that reaches across the break at `middle`.
fn across(joined: &[u8], middle: usize) -> Option<(usize, usize, Kind)> {
    let mut scan = Scan::new(joined);
    let mut at = 0;
    while at < middle {
        let found = scan.whole(at).filter(|found| found.to > at);
        match found {
            Some(found) if found.to > middle && fits(joined, &found, middle) => {
                return Some((found.from, found.to, found.kind));
            }
            Some(found) if found.to <= middle => at = found.to,
            Some(_) | None => at += 1,
        }
    }
    None
}

/// Whether the two halves are one credential rather than one and a word, or two words.
fn fits(joined: &[u8], found: &Found, middle: usize) -> bool {
    let token = &joined[found.from..found.to];
    if let Some((start, long)) = EXACT.into_iter().find(|(start, _)| token.starts_with(start)) {
        let body = &token[start.len()..];
        // Those of some servers are longer, with dots.
        if start != b"glpat-" || !body.contains(&b'.') {
            return body.len() == long && mixed(body);
        }
    }
    if found.kind == Kind::Telegram {
        return true;
    }
    let (first, second) = (&joined[found.from..middle], &joined[middle..found.to]);
    // The next line may hold a credential of its own.
    if Scan::new(&joined[middle..]).whole(0).is_some() {
        return false;
    }
    let whole = Scan::new(first).whole(0).is_some_and(|found| found.to == first.len());
    // "Then", "then", "2024" go on with the text.
    let tail = second.get(1..).unwrap_or_default();
    let drawn = second.iter().any(u8::is_ascii_digit) || tail.iter().any(u8::is_ascii_uppercase);
    first.len() >= BEFORE && drawn && (!whole || (second.len() >= MORE && mixed(second)))
}

/// Whether it may stand within a credential.
fn joint(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"_-.:/+=%".contains(&byte)
}

fn run(bytes: &[u8], at: usize, of: impl Fn(u8) -> bool) -> usize {
    bytes.get(at..).unwrap_or_default().iter().take_while(|b| of(**b)).count()
}

impl Scan<'_> {
    /// The credential of a known form that begins here.
    fn whole(&mut self, at: usize) -> Option<Found> {
        let first = *self.bytes.get(at)?;
        let found = match first {
            b'0'..=b'9' => self.telegram(at),
            b'A'..=b'Z' | b'a'..=b'z' if self.begins(at) => self.word(at, first),
            b'a'..=b'z' => self.prefixed(at, first, true),
            _ => None,
        };
        found.filter(|found| found.from == at && found.kind != Kind::Password)
    }
}
