//! The records of agents.

use super::statement::query;
use super::tx::DbTx;
use crate::ports::store::{RecordRows, Stored};
use crate::secretary::record::Record;
use async_trait::async_trait;
use std::collections::BTreeMap;

#[async_trait]
impl RecordRows for DbTx {
    async fn records(&mut self) -> Stored<BTreeMap<String, Record>> {
        if let Some(known) = &self.known().records {
            return Ok(known.clone());
        }
        let sql = "SELECT agent, done, failed, good, bad FROM agent_records ORDER BY agent";
        let rows: Vec<(String, i64, i64, i64, i64)> = self.all(query(sql)).await?;
        let record = |(agent, done, failed, good, bad)| (agent, Record { done, failed, good, bad });
        let records: BTreeMap<String, Record> = rows.into_iter().map(record).collect();
        self.known().records = Some(records.clone());
        Ok(records)
    }

    async fn add_record(&mut self, agent: &str, gained: &Record) -> Stored<()> {
        self.known().records = None;
        let sql = "INSERT INTO agent_records AS r (agent, done, failed, good, bad) VALUES ($1, $2, $3, $4, $5) \
                   ON CONFLICT (agent) DO UPDATE SET done = r.done + excluded.done, failed = r.failed + excluded.failed, \
                   good = r.good + excluded.good, bad = r.bad + excluded.bad RETURNING agent";
        let rows: Vec<(String,)> = self
            .changed(query(sql).bind(agent).bind(gained.done).bind(gained.failed).bind(gained.good).bind(gained.bad))
            .await?;
        drop(rows);
        Ok(())
    }
}
