//! Rows of the audit log, which are only added, and the end of the log in a table of its own.

use crate::adapters::store::database::statement::query;
use crate::adapters::store::database::tx::DbTx;
use crate::adapters::store::database::value::json;
use crate::ports::store::{AuditRows, StoreError, Stored};
use crate::secretary::audit::chain::{End, Sealed};
use async_trait::async_trait;
use serde_json::json as object;

const ADD: &str = "INSERT INTO audit (seq, workspace, at, body, hash) VALUES ($1, $2, $3, $4, $5)";

/// Goes on only from where the log ended when it was read. Whoever else has added meanwhile is found by this, also where
/// it is still to be committed.
const GO_ON: &str = "INSERT INTO audit_head (name, seq, hash, sealed_by, seal) VALUES ('audit', $1, $2, $5, $6) \
     ON CONFLICT (name) DO UPDATE SET seq = excluded.seq, hash = excluded.hash, sealed_by = excluded.sealed_by, \
     seal = excluded.seal \
     WHERE audit_head.seq = $3 AND audit_head.hash = $4";

/// Both of these at once: on a server the round trips are what counts.
const ADD_AND_GO_ON: &str = "WITH added AS (INSERT INTO audit (seq, workspace, at, body, hash) \
     SELECT CAST(w.value->>'seq' AS BIGINT), w.value->>'workspace', CAST(w.value->>'at' AS BIGINT), w.value->>'body', w.value->>'hash' \
     FROM json_array_elements(CAST($7 AS json)) AS w(value)) \
     INSERT INTO audit_head (name, seq, hash, sealed_by, seal) VALUES ('audit', $1, $2, $5, $6) \
     ON CONFLICT (name) DO UPDATE SET seq = excluded.seq, hash = excluded.hash, sealed_by = excluded.sealed_by, \
     seal = excluded.seal \
     WHERE audit_head.seq = $3 AND audit_head.hash = $4";

#[async_trait]
impl AuditRows for DbTx {
    async fn append_audit(&mut self, end: &End, rows: &[Sealed]) -> Stored<()> {
        let Some(last) = rows.last() else { return Ok(()) };
        let before = self.audit_head().await?;
        let head = self.head_after(&before, last.end());
        self.known().audit = None;
        let from_to = |sql| {
            let moved = query(sql).bind(last.seq).bind(&last.hash).bind(end.seq).bind(&end.hash);
            moved.bind(&head.sealed_by).bind(&head.seal)
        };
        let went_on = if self.on_server() {
            let listed: Vec<_> = rows
                .iter()
                .map(|r| object!({"seq": r.seq, "workspace": r.workspace, "at": r.at, "body": r.body, "hash": r.hash}))
                .collect();
            self.run(from_to(ADD_AND_GO_ON).bind(json(&listed)?)).await?
        } else {
            for row in rows {
                let of = query(ADD).bind(row.seq).bind(&row.workspace);
                self.run(of.bind(row.at).bind(&row.body).bind(&row.hash)).await?;
            }
            self.run(from_to(GO_ON)).await?
        };
        if went_on != 1 {
            return Err(StoreError::Broken("the end of the audit log (secretary audit verify says more)".to_owned()));
        }
        self.known().audit = Some(head);
        Ok(())
    }

    async fn audit_page(&mut self, from: i64, limit: u32) -> Stored<Vec<Sealed>> {
        let sql = "SELECT seq, workspace, at, body, hash FROM audit WHERE seq >= $1 ORDER BY seq LIMIT $2";
        let rows: Vec<(i64, String, i64, String, String)> =
            self.all(query(sql).bind(from).bind(i64::from(limit))).await?;
        let sealed = |(seq, workspace, at, body, hash)| Sealed { seq, workspace, at, body, hash };
        Ok(rows.into_iter().map(sealed).collect())
    }

    async fn audit_end(&mut self) -> Stored<End> {
        Ok(self.audit_head().await?.end)
    }
}
