//! What agents did: the journals of runs, and the records of agents.

use crate::adapters::store::database::statement::query;
use crate::adapters::store::database::tx::DbTx;
use crate::adapters::store::database::value::{broken, count, json, micros, parse};
use crate::ports::store::{AgentRows, Stored};
use crate::secretary::dispatch::record::Record;
use crate::secretary::ids::{RunId, WorkspaceId};
use async_trait::async_trait;
use chrono::{DateTime, Utc};
use serde_json::Value;
use std::collections::BTreeMap;

#[async_trait]
impl AgentRows for DbTx {
    async fn steps(&mut self, run: &RunId) -> Stored<Vec<Value>> {
        let sql = "SELECT seq, body FROM steps WHERE run = $1 ORDER BY seq";
        let rows: Vec<(i64, String)> = self.all(query(sql).bind(run.as_str())).await?;
        rows.into_iter().map(|(seq, body)| parse(&body, "a step of run", format!("{run}, {seq}"))).collect()
    }

    /// Numbers count from 0, so that a number is also the place in [`AgentRows::steps`].
    async fn append_step(&mut self, run: &RunId, record: &Value, now: DateTime<Utc>) -> Stored<u32> {
        let sql = "INSERT INTO steps (run, seq, at, body) \
                   VALUES ($1, (SELECT COALESCE(MAX(seq), -1) + 1 FROM steps WHERE run = $1), $2, $3) RETURNING seq";
        let rows: Vec<(i64,)> =
            self.changed(query(sql).bind(run.as_str()).bind(micros(now)).bind(json(record)?)).await?;
        count(rows.first().ok_or_else(|| broken("the number of a new step", run))?.0, run)
    }

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
        self.changed::<()>(row.bind(workspace.as_str())).await.map(drop)
    }
}
