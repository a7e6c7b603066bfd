//! The records of agents.

use crate::adapters::store::database::statement::query;
use crate::adapters::store::database::tx::DbTx;
use crate::ports::store::{RecordRows, Stored};
use crate::secretary::dispatch::record::Record;
use crate::secretary::ids::WorkspaceId;
use async_trait::async_trait;
use std::collections::BTreeMap;

#[async_trait]
impl RecordRows for DbTx {
    async fn records(&mut self, workspace: &WorkspaceId) -> Stored<BTreeMap<String, Record>> {
        if let Some((of, known)) = &self.known().records
            && of == workspace
        {
            return Ok(known.clone());
        }
        let sql = "SELECT agent, done, failed, good, bad FROM agent_records WHERE workspace = $1 ORDER BY agent";
        let rows: Vec<(String, i64, i64, i64, i64)> = self.all(query(sql).bind(workspace.as_str())).await?;
        let record = |(agent, done, failed, good, bad)| (agent, Record { done, failed, good, bad });
        let records: BTreeMap<String, Record> = rows.into_iter().map(record).collect();
        self.known().records = Some((workspace.clone(), records.clone()));
        Ok(records)
    }

    async fn add_record(&mut self, workspace: &WorkspaceId, agent: &str, gained: &Record) -> Stored<()> {
        self.known().records = None;
        let sql = "INSERT INTO agent_records AS r (agent, done, failed, good, bad, workspace) \
                   VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (workspace, agent) DO UPDATE SET done = r.done + excluded.done, failed = r.failed + excluded.failed, \
                   good = r.good + excluded.good, bad = r.bad + excluded.bad RETURNING agent";
        let row = query(sql).bind(agent).bind(gained.done).bind(gained.failed).bind(gained.good).bind(gained.bad);
        let rows: Vec<(String,)> = self.changed(row.bind(workspace.as_str())).await?;
        drop(rows);
        Ok(())
    }
}
