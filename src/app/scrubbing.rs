//! The last fence around secrets: a writer for log lines that blots them out, should one ever get into a line. It knows
//! the secrets of the settings in the spellings a log may give them.

use std::io::{self, Write};
use std::sync::Arc;

/// What stands in place of a secret.
const BLOT: &str = "[hidden]";
/// Shorter texts are words that occur by chance.
const SHORTEST: usize = 4;

/// Writers to standard error that blot out secrets.
#[derive(Clone)]
pub struct Scrubbed {
    secrets: Arc<[String]>,
}

impl Scrubbed {
    /// Writers that know these secrets.
    pub fn new<'s>(secrets: impl Iterator<Item = &'s str>) -> Self {
        let mut spellings: Vec<String> = secrets.filter(|s| s.len() >= SHORTEST).flat_map(spellings).collect();
        // The longest first, so that no part of one is left when another is a part of it.
        spellings.sort_by_key(|spelling| std::cmp::Reverse(spelling.len()));
        spellings.dedup();
        Self { secrets: spellings.into() }
    }

    /// A writer for one line; the formatter hands it over in one piece.
    pub fn line(&self) -> Line {
        Line { fence: self.clone() }
    }

    fn blot(&self, line: &str) -> String {
        self.secrets.iter().fold(line.to_owned(), |line, secret| {
            if line.contains(secret.as_str()) { line.replace(secret.as_str(), BLOT) } else { line }
        })
    }
}

/// A secret as it is, quoted as in Debug and in JSON, and as part of an address.
fn spellings(secret: &str) -> Vec<String> {
    let quoted = format!("{secret:?}");
    let json = serde_json::Value::from(secret).to_string();
    let inside = |text: &str| text[1..text.len() - 1].to_owned();
    let address: String = url::form_urlencoded::byte_serialize(secret.as_bytes()).collect();
    vec![secret.to_owned(), inside(&quoted), inside(&json), address]
}

/// Writes one line.
pub struct Line {
    fence: Scrubbed,
}

impl Write for Line {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        io::stderr().write_all(self.fence.blot(&String::from_utf8_lossy(line)).as_bytes())?;
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        io::stderr().flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_are_blotted_out_in_every_spelling() {
        let fence = Scrubbed::new(["12:AAb", "pass \"word\"", "12:AAb-long", "no", ""].into_iter());
        for (line, blotted) in [
            ("https://x/bot12:AAb/getMe", "https://x/bot[hidden]/getMe"),
            ("12:AAb-long", "[hidden]"),
            ("bot12%3AAAb/", "bot[hidden]/"),
            (r#"{"key":"pass \"word\""}"#, r#"{"key":"[hidden]"}"#),
            ("pass \"word\"", "[hidden]"),
            ("no secret", "no secret"),
        ] {
            assert_eq!(fence.blot(line), blotted);
        }
    }
}
