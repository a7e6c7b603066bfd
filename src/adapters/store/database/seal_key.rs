//! The seal over the end of the audit log, made with a key that is not in the database: write access to the database
//! is not enough to make one. It reads and writes no row.

use crate::ports::store::digest;
use crate::ports::triggers::signature::hmac;
use crate::secretary::audit::chain::End;
use std::fmt;

/// Letters of a key's name.
const NAME: usize = 16;

/// A key that seals. Debug hides it.
#[derive(Clone, PartialEq, Eq)]
pub struct SealKey {
    name: String,
    key: Vec<u8>,
}

impl fmt::Debug for SealKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SealKey").field("name", &self.name).finish_non_exhaustive()
    }
}

/// How the end of the log stands to the key that is here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sealing {
    /// It has no seal.
    Open,
    /// Its seal was made with this key, over this end.
    Sound,
    /// It was made with this key, but not over this end.
    Broken,
    /// It was made with another key.
    Foreign,
    /// There is no key here.
    NoKey,
}

/// Where the log ends, with its seal.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Head {
    pub(crate) end: End,
    pub(crate) sealed_by: String,
    pub(crate) seal: String,
}

impl SealKey {
    /// A key of these bytes.
    pub fn of(bytes: &[u8]) -> Self {
        let name: String = digest(&[b"the name of ", bytes].concat()).chars().take(NAME).collect();
        Self { name, key: bytes.to_vec() }
    }

    fn seal(&self, end: &End) -> String {
        let text = format!("audit end {}:{}", end.seq, end.hash);
        hmac(&self.key, text.as_bytes())
    }

    /// What stands for a text that only this key can make again.
    pub(crate) fn hides(&self, text: &str) -> String {
        hmac(&self.key, text.as_bytes())
    }

    /// How this end stands to this key.
    pub(crate) fn looks_at(&self, head: &Head) -> Sealing {
        if head.sealed_by.is_empty() {
            Sealing::Open
        } else if head.sealed_by != self.name {
            Sealing::Foreign
        } else if head.seal == self.seal(&head.end) {
            Sealing::Sound
        } else {
            Sealing::Broken
        }
    }

    /// The head for this end, sealed.
    pub(crate) fn sealed(&self, end: End) -> Head {
        let (sealed_by, seal) = (self.name.clone(), self.seal(&end));
        Head { end, sealed_by, seal }
    }
}

#[cfg(test)]
mod tests {
    use crate::adapters::store::database::seal_key::*;

    #[test]
    fn a_seal_is_of_one_key_and_one_end() {
        let (one, other) = (SealKey::of(b"one key"), SealKey::of(b"another key"));
        let head = one.sealed(End { seq: 7, hash: "ab".to_owned() });
        assert_eq!(one.looks_at(&head), Sealing::Sound);
        assert_eq!(other.looks_at(&head), Sealing::Foreign);
        assert_eq!(one.looks_at(&Head::default()), Sealing::Open);
        for end in [End { seq: 6, hash: "ab".to_owned() }, End { seq: 7, hash: "ac".to_owned() }, End::default()] {
            assert_eq!(one.looks_at(&Head { end, ..head.clone() }), Sealing::Broken);
        }
        let renamed = Head { sealed_by: other.name.clone(), ..head };
        assert_eq!(other.looks_at(&renamed), Sealing::Broken);
        assert!(!format!("{one:?}").contains("one key"));
    }
}
