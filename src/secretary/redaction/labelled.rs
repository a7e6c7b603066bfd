//! Credentials after a name in any notation (`api_key=`, `"password":`, `X-Api-Key:`), in a netrc file (`machine …
//! login … password …`), after `curl -u`, in cookies, and in the address of an error reporter. The name stays.

use super::named::NAME;
use super::shapes::{BLANK, PASSWORD, blank, in_token, in_value};
use super::{Found, Kind, Scan, drawn_by_lot, mixed};

/// How names end that hold a password.
const PASSWORDS: [&[u8]; 5] = [b"password", b"passwort", b"passwd", b"passphrase", b"pwd"];
/// How names end that hold a key, and those that hold a token, with an underscore for every joint.
const KEYS: [&[u8]; 4] = [b"api_key", b"apikey", b"secret_key", b"access_key"];
const TOKENS: [&[u8]; 9] = [
    b"access_token",
    b"accesstoken",
    b"api_token",
    b"auth_token",
    b"refresh_token",
    b"session_token",
    b"id_token",
    b"client_secret",
    b"clientsecret",
];
/// The characters of a key or a token behind its name, at least.
const KEY: usize = 8;
/// The longest value that is looked at.
const VALUE: usize = 1_024;
/// How what is only an example begins.
const EXAMPLES: [&[u8]; 4] = [b"your", b"my_", b"my-", b"example"];
/// The characters of a cookie at least, and those of one whose name says that it lets somebody in.
const COOKIE: usize = 16;
const SESSION: usize = 6;
/// What such a name has in it.
const SESSIONS: [&[u8]; 5] = [b"sess", b"auth", b"token", b"sid", b"jwt"];
/// How far before a password its `curl` or its `machine` may stand.
const FAR: usize = 256;

impl<'t> Scan<'t> {
    /// A name that ends before the `=` or the `:` here, and the one word behind it.
    pub(super) fn named(&mut self, at: usize) -> Option<Found> {
        let (name, begin) = self.name_before(at)?;
        let is = |ends: &[&[u8]]| ends.iter().any(|end| ends_in(name, end));
        let password = is(&PASSWORDS);
        if !password && !is(&KEYS) && !is(&TOKENS) {
            self.cookies_begin(name, at);
            return None;
        }
        // "the wifi password: hunter22" is prose, of somebody who wants it kept; a setting begins its line, or follows
        // another one.
        let bare = PASSWORDS.iter().any(|word| name.eq_ignore_ascii_case(word));
        if password && (bare || self.bytes[at] == b'=') && !self.is_setting(begin) {
            return None;
        }
        let behind = at + if self.says(at + 1, "**") { 3 } else { 1 };
        let gap = behind + self.run(behind, 4, |b| b == b' ' || b == b'\t');
        let quote = self.bytes.get(gap).copied().filter(|b| matches!(b, b'"' | b'\''));
        let escaped = self.says(gap, "\\\"");
        let from = gap + usize::from(quote.is_some()) + if escaped { 2 } else { 0 };
        let first = self.bytes.get(from).copied()?;
        if b"/~-".contains(&first) || BLANK.contains(&first) || self.known_at(from, first) {
            return None;
        }
        let inside = |b: u8| !b.is_ascii_control() && Some(b) != quote && b != b'\\';
        let long = match quote {
            Some(_) => self.run(from, VALUE, inside),
            None => self.run(from, VALUE, |b| in_value(b) && b != b';' && (password || b != b'&')),
        };
        let whole = self.bytes.get(from..from + long)?;
        let mark = whole.windows(8).position(|words| words == b"[hidden:").unwrap_or(whole.len());
        let whole = &whole[..mark];
        let end = if quote.is_some() { 0 } else { whole.iter().rev().take_while(|b| b".,:?)]}*`".contains(b)).count() };
        let value = &whole[..whole.len() - end];
        let fits = if password { is_password(value) } else { is_key(value) };
        let kind = if password {
            Kind::Password
        } else if is(&KEYS) {
            Kind::ApiKey
        } else {
            Kind::Access
        };
        fits.then_some(Found { from, to: from + value.len(), kind })
    }

    /// The name that ends before this place, perhaps in quotes, and where it begins.
    fn name_before(&self, at: usize) -> Option<(&'t [u8], usize)> {
        let bytes: &'t [u8] = self.bytes;
        let before = &bytes[at.saturating_sub(NAME)..at];
        let before = before.trim_ascii_end();
        let before = ["\\\"", "\"", "'", "`", "**"]
            .iter()
            .find_map(|quote| before.strip_suffix(quote.as_bytes()))
            .unwrap_or(before);
        let long = before.iter().rev().take_while(|b| in_token(**b)).count();
        let start = before.len() - long;
        // Where it is longer than what is looked at, it is no name.
        let begin = at.saturating_sub(NAME) + start;
        (long > 2 && (start > 0 || begin == 0)).then(|| (&before[start..], begin))
    }

    /// Whether a name that begins here begins a line, or stands behind another setting.
    fn is_setting(&self, begin: usize) -> bool {
        let lead = |b: &&u8| matches!(b, b' ' | b'\t' | b'>' | b'-' | b'*' | b'"' | b'\'' | b'`' | b'\\');
        let skipped = self.bytes[..begin].iter().rev().take(16).take_while(lead).count();
        let before = &self.bytes[..begin - skipped];
        before.last().is_none_or(|b| matches!(b, b'\n' | b'\r' | b'{' | b',' | b';' | b'('))
            || before.ends_with(b"export")
    }

    /// `Cookie:` and `Set-Cookie:`: from here to the end of the line.
    fn cookies_begin(&mut self, name: &[u8], at: usize) {
        let is = name.eq_ignore_ascii_case(b"cookie") || name.eq_ignore_ascii_case(b"set-cookie");
        if is && self.bytes[at] == b':' && at >= self.cookies {
            self.cookies = at + self.run(at, 4 * VALUE, |b| b != b'\n' && b != b'\r');
        }
    }

    /// What a cookie holds that lets somebody in; `Path=/` and the like do not.
    pub(super) fn cookie(&self, at: usize) -> Option<Found> {
        if at >= self.cookies {
            return None;
        }
        let (name, _) = self.name_before(at)?;
        let name = name.to_ascii_lowercase();
        let long = self.run(at + 1, 4 * VALUE, |b| in_value(b) && b != b';' && b != b',');
        let value = self.bytes.get(at + 1..at + 1 + long)?;
        let session = SESSIONS.iter().any(|part| name.windows(part.len()).any(|here| here == *part));
        let fits = if session {
            value.len() >= SESSION && mixed(value)
        } else {
            value.len() >= COOKIE && drawn_by_lot(value, 10)
        };
        (fits && !blank(value)).then_some(Found { from: at + 1, to: at + 1 + long, kind: Kind::Access })
    }

    /// `machine … login … password …`, on one line or several.
    pub(super) fn netrc(&self, at: usize) -> Option<Found> {
        if !self.says(at, "password") {
            return None;
        }
        let gap = self.run(at + 8, 64, |b| b.is_ascii_whitespace());
        let before = &self.bytes[at.saturating_sub(FAR)..at];
        let mut words = before.split(u8::is_ascii_whitespace).rev().filter(|word| !word.is_empty());
        let (_, login, host) = (words.next()?, words.next()?, words.next()?);
        let machine = host == b"default" || words.next() == Some(b"machine");
        let from = at + 8 + gap;
        let long = self.run(from, VALUE, in_value);
        let value = self.bytes.get(from..from + long)?;
        let fits = gap > 0 && login == b"login" && machine && value.len() >= 4 && !blank(value);
        fits.then_some(Found { from, to: from + long, kind: Kind::Password })
    }

    /// `curl -u name:password`.
    pub(super) fn curl(&self, at: usize) -> Option<Found> {
        let option = ["--user", "-u"].into_iter().find(|option| self.says(at, option))?;
        let before = &self.bytes[at.saturating_sub(FAR)..at];
        let own = before.last().is_some_and(u8::is_ascii_whitespace) && before.windows(5).any(|word| word == b"curl ");
        let gap = at + option.len() + self.run(at + option.len(), 4, |b| matches!(b, b' ' | b'='));
        let from = gap + self.run(gap, 1, |b| matches!(b, b'"' | b'\''));
        let name = self.run(from, FAR, |b| in_value(b) && b != b':');
        let from = from + name + 1;
        let long = self.run(from, VALUE, in_value);
        let value = self.bytes.get(from..from + long)?;
        let fits = own && name > 0 && self.bytes[from - 1] == b':' && value.len() >= 3 && !blank(value);
        fits.then_some(Found { from, to: from + long, kind: Kind::Password })
    }

    /// `https://` and 32 hexadecimal digits before an `@`: where an error reporter sends to.
    pub(super) fn dsn(&self, at: usize) -> Option<Found> {
        let from = at + 3;
        let long = self.run(from, 33, |b| b.is_ascii_hexdigit());
        let fits = self.says(at, "://") && long == 32 && self.bytes.get(from + 32) == Some(&b'@');
        fits.then_some(Found { from, to: from + 32, kind: Kind::Access })
    }
}

/// Whether a name is this, or ends in it behind a joint.
fn ends_in(name: &[u8], end: &[u8]) -> bool {
    let alike = |(a, b): (&u8, &u8)| a.to_ascii_lowercase() == *b || (*a == b'-' && *b == b'_');
    let Some(at) = name.len().checked_sub(end.len()) else { return false };
    name[at..].iter().zip(end).all(alike) && at.checked_sub(1).is_none_or(|before| matches!(name[before], b'_' | b'-'))
}

/// Whether one word reads like a password: with a digit or a sign that no prose has within a word.
fn is_password(value: &[u8]) -> bool {
    let sign = |b: &u8| b.is_ascii_digit() || b"!@#$%^&*+=~?|<>".contains(b);
    let address = value.contains(&b'@') && value.contains(&b'.') && !value.iter().any(u8::is_ascii_digit);
    // What ends a sentence is none.
    let end = value.iter().rev().take_while(|b| **b == b'!').count();
    let link = value.windows(3).any(|sign| sign == b"://");
    value.len() >= PASSWORD
        && !link
        && value[..value.len() - end].iter().any(sign)
        && !address
        && !filled_in_later(value)
}

/// Whether what stands behind the name of a key reads like one.
fn is_key(value: &[u8]) -> bool {
    let token = value.iter().all(|b| in_token(*b) || b".~+/=".contains(b));
    value.len() >= KEY && token && mixed(value) && !filled_in_later(value)
}

fn filled_in_later(value: &[u8]) -> bool {
    let example = |start: &[u8]| value.get(..start.len()).is_some_and(|here| here.eq_ignore_ascii_case(start));
    blank(value) || EXAMPLES.iter().any(|start| example(start))
}
