//! Credentials without a form of their own that the name before them announces: environment variables and query
//! parameters.

use super::shapes::{BLANK, PASSWORD, blank, in_token, in_value};
use super::{AWS_SECRET, Found, Kind, Scan, drawn_by_lot, mixed};

/// How the names of variables end that hold a password, and those that hold a token or a key.
const PASSWORDS: [&[u8]; 2] = [b"_PASSWORD", b"_SECRET"];
const KEYS: [&[u8]; 2] = [b"_TOKEN", b"_KEY"];
/// The longest name of a variable that is looked at.
pub(super) const NAME: usize = 64;
/// The least characters of a token or a key under a name, and those of it that must read as drawn by lot in a row: "sort_key=name2"
/// is none.
const TOKEN: usize = 16;
const DRAWN: usize = 10;
/// What names in a query stand before one.
const QUERY: [&str; 10] = [
    "token=",
    "access_token=",
    "auth_token=",
    "api_key=",
    "apikey=",
    "key=",
    "sig=",
    "signature=",
    "secret=",
    "client_secret=",
];
/// The characters of one in a query at least: a code to join with, or the id of a film, is shorter.
const IN_QUERY: usize = 20;

impl Scan<'_> {
    /// `DB_PASSWORD=` and the like, in capitals as in the environment of a program: what follows, unless it reads like a word, a
    /// path or something to be filled in.
    pub(super) fn variable(&mut self, at: usize) -> Option<Found> {
        let before = self.bytes.get(at.saturating_sub(NAME)..at)?;
        let plain = |b: &u8| b.is_ascii_uppercase() || b.is_ascii_digit() || *b == b'_';
        let long = before.iter().rev().take_while(|b| plain(b)).count();
        let name = before.get(before.len() - long..)?;
        let password = PASSWORDS.iter().any(|end| name.ends_with(end));
        if !password && !KEYS.iter().any(|end| name.ends_with(end)) {
            return None;
        }
        let quoted = self.bytes.get(at + 1).is_some_and(|b| matches!(b, b'"' | b'\''));
        let from = at + 1 + usize::from(quoted);
        // What begins with this is no value, and what is known by its own form is called what it is.
        let first = self.bytes.get(from).copied()?;
        if b"/~-".contains(&first) || BLANK.contains(&first) || self.known_at(from, first) {
            return None;
        }
        // Nothing was drawn by lot in a value this one is the end of.
        if !password && from < self.dull {
            return None;
        }
        let end = from + self.run(from, usize::MAX, in_value);
        let all = self.bytes.get(from..end)?;
        let mark = all.windows(8).position(|words| words == b"[hidden:").unwrap_or(all.len());
        let all = all.get(..mark)?;
        let behind = all.iter().rev().take_while(|b| b".,;)".contains(b)).count();
        let value = all.get(..all.len() - behind)?;
        // These are known by their company.
        let aws = name.ends_with(b"SECRET_ACCESS_KEY") && value.len() == AWS_SECRET;
        let word = value.iter().all(|b| b.is_ascii_alphabetic() || b"_-.,)".contains(b));
        let least = if password { PASSWORD } else { TOKEN };
        let drawn = password || (mixed(value) && drawn_by_lot(value, DRAWN));
        if value.len() < least || !drawn || word || aws || blank(value) {
            self.dull = if drawn { self.dull } else { end };
            return None;
        }
        let kind = if password { Kind::Password } else { Kind::Access };
        Some(Found { from, to: from + value.len(), kind })
    }

    /// Whether a value is a credential of a known form: that says more of it than its name does.
    pub(super) fn known_at(&mut self, from: usize, first: u8) -> bool {
        let found = match first {
            b'0'..=b'9' => self.telegram(from),
            b'A'..=b'Z' | b'a'..=b'z' => self.word(from, first),
            _ => None,
        };
        found.is_some()
    }

    /// `?token=`, `&sig=` and the like in an address: what follows, if it reads as drawn by lot.
    pub(super) fn query(&self, at: usize) -> Option<Found> {
        let name = QUERY.into_iter().find(|name| self.says_in_any_case(at + 1, name))?;
        let from = at + 1 + name.len();
        let long = self.run(from, usize::MAX, |b| in_token(b) || b".~%+/=".contains(&b));
        let value = self.bytes.get(from..from + long)?;
        let dots = value.iter().rev().take_while(|b| **b == b'.').count();
        let value = value.get(..value.len() - dots)?;
        let fits = value.len() >= IN_QUERY && drawn_by_lot(value, DRAWN);
        fits.then_some(Found { from, to: from + value.len(), kind: Kind::Access })
    }
}
