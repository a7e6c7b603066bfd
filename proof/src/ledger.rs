//! A ledger: one JSON object a line, written as things happen, so that somebody else can judge afterwards. It judges
//! nothing and is never read by who writes it.

use std::fs::File;
use std::io::Write;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde_json::{Value, json};

/// A ledger that is open for writing; clones write to the same one.
#[derive(Clone, Debug)]
pub struct Ledger(Arc<Mutex<File>>);

impl Ledger {
    /// Begins a ledger in a file, or goes on with it.
    ///
    /// # Errors
    /// The file cannot be opened.
    pub fn open(path: &Path) -> std::io::Result<Self> {
        let file = File::options().create(true).append(true).open(path)?;
        Ok(Self(Arc::new(Mutex::new(file))))
    }

    /// Writes an entry of this kind with the time, milliseconds since the Unix epoch.
    pub fn write(&self, kind: &str, mut entry: Value) {
        entry["entry"] = json!(kind);
        entry["at"] = json!(now_ms());
        let line = format!("{entry}\n");
        let mut file = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        file.write_all(line.as_bytes()).expect("a ledger can be written");
    }
}

/// Real time, milliseconds since the Unix epoch.
pub(crate) fn now_ms() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or(Duration::ZERO).as_millis() as u64
}
