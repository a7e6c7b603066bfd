//! The sealed end of the audit log. A broken seal is never repaired by continuing; only `seal` makes a new beginning.

use crate::adapters::store::Database;
use crate::adapters::store::database::seal_key::{Head, SealKey, Sealing};
use crate::adapters::store::database::statement::query;
use crate::adapters::store::database::tx::DbTx;
use crate::ports::store::{AuditRows, StoreError, Stored, digest};
use crate::secretary::audit::chain::{End, Sealed};
use crate::secretary::ids::WorkspaceId;
use crate::secretary::inbound::Account;

/// What hidden names of events begin with.
pub(crate) const HIDDEN: &str = "gone/";
/// A row for each person there ever was.
const ANYBODY: &str = "SELECT id FROM people LIMIT 1";

impl DbTx {
    /// What stands in place of a platform's name of an event once that would lead to somebody who is erased: always the same, so
    /// that the event is known again as long as the key is the same, and nobody without the key finds out which it was. Where there
    /// is no key, whoever has the database could try all names.
    pub(crate) fn hidden_name(&self, platform: &str, bot: &str, event: &str) -> String {
        let text = format!("event {platform} {bot} {event}");
        let hash = self.seal_key().map_or_else(|| digest(text.as_bytes()), |key| key.hides(&text));
        format!("{HIDDEN}{hash}")
    }

    /// What is kept of the account of somebody who was taken out and of whom everything else was erased: by it the account is known
    /// again in that workspace alone, as long as the key is the same.
    pub(crate) fn hidden_account(&self, workspace: &WorkspaceId, account: &Account) -> String {
        let text = format!("account {workspace} {} {}", account.platform.name(), account.user);
        let hash = self.seal_key().map_or_else(|| digest(text.as_bytes()), |key| key.hides(&text));
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
