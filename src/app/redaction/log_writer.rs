//! The redaction of the log: a writer for log lines that removes secrets from them.

use super::known_secrets::KnownSecrets;
use crate::ports::secrets::Secrets;
use std::io::{self, Write};
use std::sync::Arc;

/// Writers to standard error that blot out secrets.
#[derive(Clone)]
pub struct Scrubbed {
    secrets: Arc<KnownSecrets>,
}

impl Scrubbed {
    /// Writers that know these secrets.
    pub fn new<'s>(secrets: impl Iterator<Item = &'s str>) -> Self {
        Self { secrets: Arc::new(KnownSecrets::for_logs(secrets)) }
    }

    /// A writer for one line; the formatter hands it over in one piece.
    pub fn line(&self) -> Line {
        Line { scrubbed: self.clone() }
    }
}

/// Writes one line.
pub struct Line {
    scrubbed: Scrubbed,
}

impl Write for Line {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        io::stderr().write_all(self.scrubbed.secrets.hide(&String::from_utf8_lossy(line)).as_bytes())?;
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        io::stderr().flush()
    }
}
