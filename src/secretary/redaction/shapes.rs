//! Credentials that are known by their whole form: bot tokens, signed tokens, private keys, and credentials in
//! headers and addresses.

use super::{Found, Kind, Scan, drawn_by_lot, mixed};

/// Characters of the second half of a Telegram token.
const TELEGRAM: usize = 35;
/// Bytes of a private key with its two lines, at most.
const KEY: usize = 32 * 1024;
/// Characters without a break from which on it may be the key rather than words about it.
const KEY_LINE: usize = 20;
/// How the addresses of databases and queues begin: in these, passwords are written as they are, with a slash in them, too.
const BASES: [&str; 8] = ["postgres", "mysql", "mariadb", "mongodb", "redis", "amqp", "mssql", "sqlserver"];
/// The longest such address that is looked at.
const BASE: usize = 512;
/// The least characters of a password among other settings.
pub(super) const PASSWORD: usize = 6;
/// How what is to be filled in begins, and what somebody has hidden already.
pub(super) const BLANK: &[u8] = b"$<{[(*%.";

impl Scan<'_> {
    /// `123456789:` and 35 characters.
    pub(super) fn telegram(&self, at: usize) -> Option<Found> {
        if at > 0 && self.bytes[at - 1].is_ascii_digit() {
            return None;
        }
        let digits = self.run(at, 15, |b| b.is_ascii_digit());
        let body = at + digits + 1;
        if !(6..15).contains(&digits) || self.bytes.get(body - 1) != Some(&b':') {
            return None;
        }
        let long = self.run(body, TELEGRAM + 4, in_token);
        let half = self.bytes.get(body..body + TELEGRAM)?;
        // Underscores behind it are those of Markdown.
        let over = self.bytes.get(body + TELEGRAM..body + long)?;
        let drawn = half.iter().any(u8::is_ascii_uppercase) && half.iter().any(u8::is_ascii_lowercase);
        let ends = over.len() < 4 && over.iter().all(|b| *b == b'_');
        (drawn && ends).then_some(Found { from: at, to: body + TELEGRAM, kind: Kind::Telegram })
    }

    /// The id of a bot, a time and a signature, with dots between.
    pub(super) fn discord(&self, at: usize) -> Option<Found> {
        let id = self.run(at, 29, in_token);
        let time = at + id + 1;
        if !(23..29).contains(&id) || self.bytes.get(time - 1) != Some(&b'.') {
            return None;
        }
        let stamp = self.run(time, 8, in_token);
        let body = time + stamp + 1;
        if !(5..8).contains(&stamp) || self.bytes.get(body - 1) != Some(&b'.') {
            return None;
        }
        let to = body + self.run(body, 64, in_token);
        let drawn = mixed(self.bytes.get(at..to)?);
        (to - body >= 27 && drawn).then_some(Found { from: at, to, kind: Kind::Discord })
    }

    /// Three parts with dots between, of which the first two are JSON.
    pub(super) fn signed(&self, at: usize) -> Option<Found> {
        let mut from = at;
        for _ in 0..2 {
            let long = self.run(from, usize::MAX, in_token);
            if !self.says(from, "eyJ") || long < 10 || self.bytes.get(from + long) != Some(&b'.') {
                return None;
            }
            from += long + 1;
        }
        let long = self.run(from, usize::MAX, in_token);
        (long >= 10).then_some(Found { from: at, to: from + long, kind: Kind::Signed })
    }

    /// `sk-` and what reads as drawn by lot, as OpenAI, Anthropic and many others have it.
    pub(super) fn api_key(&self, at: usize) -> Option<Found> {
        if !self.says(at, "sk-") {
            return None;
        }
        let body = at + 3;
        let to = body + self.run(body, usize::MAX, in_token);
        let key = self.bytes.get(body..to)?;
        let has = |of: fn(&u8) -> bool| key.iter().any(of);
        let all = has(u8::is_ascii_uppercase) && has(u8::is_ascii_lowercase) && has(u8::is_ascii_digit);
        let fits = key.len() >= 20 && (drawn_by_lot(key, 16) || (key.len() >= 40 && all));
        let kind = if key.starts_with(b"ant-") { Kind::Anthropic } else { Kind::ApiKey };
        fits.then_some(Found { from: at, to, kind })
    }

    /// `Bearer` and a token.
    pub(super) fn bearer(&self, at: usize) -> Option<Found> {
        if !self.says_in_any_case(at, "bearer") {
            return None;
        }
        let (from, to) = self.behind(at + "bearer".len())?;
        let fits = to - from >= 16 && drawn_by_lot(self.bytes.get(from..to)?, 12);
        fits.then_some(Found { from, to, kind: Kind::Access })
    }

    /// `Authorization:` with `Basic` or `Token`, and what it is.
    pub(super) fn authorized(&self, at: usize) -> Option<Found> {
        let way = ["basic", "token"].into_iter().find(|way| self.says_in_any_case(at, way))?;
        let before = self.bytes.get(at.saturating_sub(24)..at)?.trim_ascii_end();
        let before = before.strip_suffix(b"\"").or_else(|| before.strip_suffix(b"'")).unwrap_or(before);
        let before = before.trim_ascii_end();
        let before = before.strip_suffix(b":").or_else(|| before.strip_suffix(b"="))?;
        let before = before.trim_ascii_end();
        let before = before.strip_suffix(b"\"").or_else(|| before.strip_suffix(b"'")).unwrap_or(before);
        let name = before.len().checked_sub("authorization".len()).and_then(|from| before.get(from..))?;
        let (from, to) = self.behind(at + way.len())?;
        let fits = name.eq_ignore_ascii_case(b"authorization") && to - from >= 8;
        fits.then_some(Found { from, to, kind: Kind::Access })
    }

    /// Where the token of a header stands behind its word.
    fn behind(&self, at: usize) -> Option<(usize, usize)> {
        let gap = self.run(at, 4, |b| b == b' ' || b == b'\t');
        // Before the token is looked at: what only repeats the word would be read again and again.
        if gap == 0 {
            return None;
        }
        let from = at + gap;
        let long = self.run(from, usize::MAX, |b| in_token(b) || matches!(b, b'.' | b'~' | b'+' | b'/' | b'='));
        let words = self.bytes.get(from..from + long)?;
        let dots = words.iter().rev().take_while(|b| **b == b'.').count();
        Some((from, from + long - dots))
    }

    /// `://user:password@`: the password.
    pub(super) fn password(&self, at: usize) -> Option<Found> {
        let scheme = at > 0 && self.bytes[at - 1].is_ascii_alphanumeric();
        if !scheme || !self.says(at, "://") {
            return None;
        }
        let from = at + 3;
        let (base, most) = if self.base(at) { (true, BASE) } else { (false, usize::MAX) };
        let of_it = |b: u8| in_value(b) && b != b'?' && (base || !matches!(b, b'/' | b'#'));
        let whole = self.bytes.get(from..from + self.run(from, most, of_it))?;
        let end = whole.iter().rposition(|b| *b == b'@')?;
        let begin = whole.iter().position(|b| *b == b':').map(|colon| colon + 1)?;
        let (password, host) = (whole.get(begin..end)?, whole.get(end + 1..)?);
        let placed = host.first().is_some_and(|b| b.is_ascii_alphanumeric() || *b == b'[' || !b.is_ascii());
        // Behind a server's name stands a port with a path, and behind a path anything.
        let server = password.split(|b| matches!(b, b'/' | b'#')).next()?;
        let path = whole.get(..begin)?.contains(&b'/')
            || (server.len() < password.len() && server.iter().all(u8::is_ascii_digit));
        (placed && !path && !blank(password)).then_some(Found {
            from: from + begin,
            to: from + end,
            kind: Kind::Password,
        })
    }

    /// Whether the address whose `://` is here is that of a database or a queue.
    fn base(&self, at: usize) -> bool {
        let scheme = |from: &usize| self.bytes[*from].is_ascii_alphanumeric() || self.bytes[*from] == b'+';
        let mut places = (at.saturating_sub(32)..at).rev().take_while(scheme);
        places.any(|from| BASES.iter().any(|base| self.says_in_any_case(from, base)))
    }

    /// `password=` among other settings, as in `?user=bob&password=` and `Server=db;Password=`: what follows, unless it reads like
    /// a word.
    pub(super) fn setting(&self, at: usize) -> Option<Found> {
        let name = ["password=", "passwd=", "pwd="].into_iter().find(|name| self.says_in_any_case(at, name))?;
        let (before, from) = (self.bytes.get(..at)?, at + name.len());
        let among = before.ends_with(b"?") || before.ends_with(b"&") || before.trim_ascii_end().ends_with(b";");
        if !among || self.bytes.get(from).is_none_or(|first| BLANK.contains(first)) {
            return None;
        }
        let long = self.run(from, usize::MAX, |b| in_value(b) && b != b'&' && b != b';');
        let value = self.bytes.get(from..from + long)?;
        let word = value.iter().all(|b| b.is_ascii_alphabetic() || b"_-.,)".contains(b));
        let fits = long >= PASSWORD && !word && !blank(value);
        fits.then_some(Found { from, to: from + long, kind: Kind::Password })
    }

    /// A private key between its two lines, or as much of it as came.
    pub(super) fn private_key(&mut self, at: usize) -> Option<Found> {
        const DASHES: &str = "-----";
        if (at > 0 && self.bytes[at - 1] == b'-') || !self.says(at, "-----BEGIN ") {
            return None;
        }
        let named = at + "-----BEGIN ".len();
        let name = self.run(named, 48, |b| b.is_ascii_uppercase() || b.is_ascii_digit() || b == b' ');
        let private = self.bytes.get(named..named + name)?.windows(11).any(|words| words == b"PRIVATE KEY");
        let body = named + name + DASHES.len();
        if !private || !self.says(named + name, DASHES) {
            return None;
        }
        let in_key = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'/' | b'=');
        if let Some(end) = self.end_of_key(body)
            && end - at <= KEY
        {
            let inside = self.bytes.get(body..end).filter(|_| self.keyless != Some(end))?;
            if !inside.split(|b| !in_key(*b)).any(|part| part.len() >= KEY_LINE) {
                self.keyless = Some(end);
                return None;
            }
            let named = end + "-----END ".len();
            let to = named + self.run(named, 48, |b| b.is_ascii_uppercase() || b.is_ascii_digit() || b == b' ');
            let to = to + self.run(to, DASHES.len(), |b| b == b'-');
            return Some(Found { from: at, to, kind: Kind::PrivateKey });
        }
        // It was cut off: whatever still reads like lines of it.
        let mut to = body;
        loop {
            let mut line = to + self.run(to, 64, |b| b.is_ascii_whitespace());
            while self.says(line, "\\n") || self.says(line, "\\r") {
                line += 2;
            }
            let long = self.run(line, KEY, in_key);
            if long < KEY_LINE {
                break;
            }
            to = line + long;
        }
        (to > body).then_some(Found { from: at, to, kind: Kind::PrivateKey })
    }

    /// The line that ends the next private key. It is looked for once, however many begin before it.
    fn end_of_key(&mut self, from: usize) -> Option<usize> {
        let known = self.key_end?;
        if known < from {
            const END: &[u8] = b"-----END ";
            self.key_end = self.bytes.get(from..)?.windows(END.len()).position(|w| w == END).map(|at| from + at);
        }
        self.key_end
    }
}

/// Whether it may be part of what somebody has put into an address or a setting.
pub(super) fn in_value(byte: u8) -> bool {
    !byte.is_ascii_whitespace() && !byte.is_ascii_control() && !b"\"'<>`\\".contains(&byte)
}

/// Whether it is no password, but stands in the place of one.
pub(super) fn blank(password: &[u8]) -> bool {
    password.first().is_none_or(|first| BLANK.contains(first)) || password.iter().all(|b| b.eq_ignore_ascii_case(&b'x'))
}

/// Whether it may be part of a token.
pub(super) fn in_token(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-')
}
