//! The seal over the end of the audit log, made with a key that is not in the database: write access to the database
//! is not enough to make one. A broken seal is never repaired by continuing; only `seal` makes a new beginning.

use crate::adapters::store::Database;
use crate::adapters::store::database::statement::query;
use crate::adapters::store::database::tx::DbTx;
use crate::ports::store::{AuditRows, StoreError, Stored, digest};
use crate::secretary::audit::chain::{End, Sealed};
use crate::secretary::ids::WorkspaceId;
use crate::secretary::message::inbound::Account;
use sha2::{Digest, Sha256};
use std::fmt;

/// The block of SHA-256, in bytes.
const BLOCK: usize = 64;
/// What hidden names of events begin with.
pub(crate) const HIDDEN: &str = "gone/";
/// A row for each person there ever was.
const ANYBODY: &str = "SELECT id FROM people LIMIT 1";
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

    /// How this end stands to this key.
    fn looks_at(&self, head: &Head) -> Sealing {
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
    fn sealed(&self, end: End) -> Head {
        let (sealed_by, seal) = (self.name.clone(), self.seal(&end));
        Head { end, sealed_by, seal }
    }
}

/// HMAC-SHA256 (RFC 2104) in hex.
fn hmac(key: &[u8], text: &[u8]) -> String {
    let mut block = [0; BLOCK];
    if key.len() > BLOCK {
        let short = Sha256::digest(key);
        block[..short.len()].copy_from_slice(&short);
    } else {
        block[..key.len()].copy_from_slice(key);
    }
    let padded = |with: u8| block.map(|byte| byte ^ with);
    let inner = Sha256::new().chain_update(padded(0x36)).chain_update(text).finalize();
    format!("{:x}", Sha256::new().chain_update(padded(0x5c)).chain_update(inner).finalize())
}

impl DbTx {
    /// What stands in place of a platform's name of an event once that would lead to somebody who is erased: always the same, so
    /// that the event is known again as long as the key is the same, and nobody without the key finds out which it was. Where there
    /// is no key, whoever has the database could try all names.
    pub(crate) fn hidden_name(&self, platform: &str, bot: &str, event: &str) -> String {
        let text = format!("event {platform} {bot} {event}");
        let hash = self.seal_key().map_or_else(|| digest(text.as_bytes()), |key| hmac(&key.key, text.as_bytes()));
        format!("{HIDDEN}{hash}")
    }

    /// What is kept of the account of somebody who was taken out and of whom everything else was erased: by it the account is known
    /// again in that workspace alone, as long as the key is the same.
    pub(crate) fn hidden_account(&self, workspace: &WorkspaceId, account: &Account) -> String {
        let text = format!("account {workspace} {} {}", account.platform.name(), account.user);
        let hash = self.seal_key().map_or_else(|| digest(text.as_bytes()), |key| hmac(&key.key, text.as_bytes()));
        format!("{HIDDEN}{hash}")
    }

    /// Where the log ends, with its seal.
    pub(crate) async fn audit_head(&mut self) -> Stored<Head> {
        if let Some(head) = &self.known().audit {
            return Ok(head.clone());
        }
        let sql = "SELECT seq, hash, sealed_by, seal FROM audit_head WHERE name = 'audit'";
        let row: Option<(i64, String, String, String)> = self.one(query(sql)).await?;
        let read = |(seq, hash, sealed_by, seal)| Head { end: End { seq, hash }, sealed_by, seal };
        let head = row.map(read).unwrap_or_default();
        self.known().audit = Some(head.clone());
        Ok(head)
    }

    /// The head that follows. What was not soundly sealed stays so.
    pub(super) fn head_after(&self, before: &Head, end: End) -> Head {
        match self.seal_key() {
            Some(key) if key.looks_at(before) == Sealing::Sound => key.sealed(end),
            _ => Head { end, ..before.clone() },
        }
    }
}

impl Database {
    /// From now on the end of the audit log is sealed with this key, where it was before. The first key that is given stays.
    pub fn seals_with(&self, key: SealKey) {
        self.member.seals_with(key);
    }

    /// How the end of the audit log stands to the key that is here.
    ///
    /// # Errors
    /// The database.
    pub async fn sealing(&self) -> Stored<Sealing> {
        let head = self.reading().await?.audit_head().await?;
        Ok(match self.member.seal_key() {
            Some(key) => key.looks_at(&head),
            None if head.sealed_by.is_empty() => Sealing::Open,
            None => Sealing::NoKey,
        })
    }

    /// Whether there is a key here.
    pub fn has_key(&self) -> bool {
        self.member.seal_key().is_some()
    }

    /// Whether there are people, or ever were.
    ///
    /// # Errors
    /// The database.
    pub async fn has_people(&self) -> Stored<bool> {
        self.reading().await?.is_there(query(ANYBODY)).await
    }

    /// Seals the log where it ends now, whatever seal it had; an entry says so, unless nothing has happened yet.
    ///
    /// # Errors
    /// There is no key, or the database.
    pub async fn seal(&self, workspace: &str, at: i64, entry: String) -> Stored<()> {
        let Some(key) = self.member.seal_key().cloned() else {
            return Err(StoreError::Broken("there is no key to seal the audit log with".to_owned()));
        };
        let mut tx = self.writing().await?;
        let before = tx.audit_head().await?.end;
        let people = tx.is_there(query(ANYBODY)).await?;
        let mut end = before.clone();
        if before.seq > 0 || people {
            let row = Sealed::after(&before, workspace, at, entry, digest);
            tx.append_audit(&before, std::slice::from_ref(&row)).await?;
            end = row.end();
        }
        let head = key.sealed(end);
        let sql = "INSERT INTO audit_head (name, seq, hash, sealed_by, seal) VALUES ('audit', $1, $2, $3, $4) \
             ON CONFLICT (name) DO UPDATE SET sealed_by = excluded.sealed_by, seal = excluded.seal";
        let of = query(sql).bind(head.end.seq).bind(&head.end.hash);
        tx.run(of.bind(&head.sealed_by).bind(&head.seal)).await?;
        tx.known().audit = None;
        tx.finish().await
    }
}

#[cfg(test)]
mod tests {
    use crate::adapters::store::audit::seals::*;

    #[test]
    fn the_seal_is_a_hmac_as_the_standard_has_it() {
        // RFC 4231, cases 2 and 6.
        let known = "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843";
        assert_eq!(hmac(b"Jefe", b"what do ya want for nothing?"), known);
        let known = "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54";
        assert_eq!(hmac(&[0xaa; 131], b"Test Using Larger Than Block-Size Key - Hash Key First"), known);
    }

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
