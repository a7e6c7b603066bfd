//! What happened in a life: always as a hash, by which two lives are known to be the same, and as a story when somebody
//! wants to read it.

use chrono::{DateTime, Utc};

/// The trace of one life.
#[derive(Debug)]
pub struct Trace {
    hash: u64,
    /// The lines, if they are kept.
    lines: Option<Vec<String>>,
}

impl Trace {
    /// A trace of nothing.
    pub fn new(story: bool) -> Self {
        Self { hash: 0xCBF2_9CE4_8422_2325, lines: story.then(Vec::new) }
    }

    /// Something happened: the facts by which it is known again, and how it is told.
    pub fn note(&mut self, now: DateTime<Utc>, kind: &str, facts: &[&str], tell: impl FnOnce() -> String) {
        self.mix(&now.timestamp_micros().to_be_bytes());
        self.mix(kind.as_bytes());
        for fact in facts {
            self.mix(fact.as_bytes());
            self.mix(&[0]);
        }
        if let Some(lines) = &mut self.lines {
            lines.push(format!("{} {kind:<9} {}", now.format("%m-%d %H:%M:%S%.3f"), tell()));
        }
    }

    fn mix(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.hash = (self.hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01B3);
        }
    }

    /// The hash of everything so far.
    pub fn hash(&self) -> u64 {
        self.hash
    }

    /// The story, if it was kept.
    pub fn story(&mut self) -> Vec<String> {
        self.lines.take().unwrap_or_default()
    }
}
