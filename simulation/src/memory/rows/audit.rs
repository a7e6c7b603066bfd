//! The audit log.

use crate::broken::Broken;
use crate::memory::MemoryTx;
use async_trait::async_trait;
use secretary::ports::store::{AuditRows, StoreError, Stored};
use secretary::secretary::audit::chain::{End, Sealed};
use std::sync::Arc;

#[async_trait]
impl AuditRows for MemoryTx {
    async fn append_audit(&mut self, end: &End, rows: &[Sealed]) -> Stored<()> {
        let Some(last) = rows.last() else { return Ok(()) };
        if self.audit_end().await? != *end {
            return Err(StoreError::Broken("the end of the audit log".to_owned()));
        }
        if self.is(Broken::ForgetsToAudit) && rows.iter().any(|row| row.body.contains("decision_made")) {
            return Ok(());
        }
        for row in rows {
            if self.is(Broken::LosesAuditRows) && row.seq % 11 == 0 {
                continue;
            }
            if self.put(|t| &mut t.audit, row.seq, Arc::new(row.clone()))?.is_some() {
                return Err(StoreError::Broken("a place of the audit log that is taken".to_owned()));
            }
        }
        self.put(|t| &mut t.audit_head, (), last.end()).map(drop)
    }

    async fn audit_page(&mut self, from: i64, limit: u32) -> Stored<Vec<Sealed>> {
        let tables = self.tables();
        Ok(tables.audit.range(from..).take(limit as usize).map(|(_, row)| (**row).clone()).collect())
    }

    async fn audit_end(&mut self) -> Stored<End> {
        Ok(self.tables().audit_head.get(&()).cloned().unwrap_or_default())
    }
}
