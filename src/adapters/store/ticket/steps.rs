//! The journal of runs.

use crate::adapters::store::database::statement::query;
use crate::adapters::store::database::tx::DbTx;
use crate::adapters::store::database::value::{broken, count, json, micros, parse};
use crate::ports::store::{StepRows, Stored};
use crate::secretary::ids::RunId;
use async_trait::async_trait;
use chrono::{DateTime, Utc};
use serde_json::Value;

#[async_trait]
impl StepRows for DbTx {
    async fn steps(&mut self, run: &RunId) -> Stored<Vec<Value>> {
        let sql = "SELECT seq, body FROM steps WHERE run = $1 ORDER BY seq";
        let rows: Vec<(i64, String)> = self.all(query(sql).bind(run.as_str())).await?;
        rows.into_iter().map(|(seq, body)| parse(&body, "a step of run", format!("{run}, {seq}"))).collect()
    }

    /// Numbers count from 0, so that a number is also the place in [`StepRows::steps`].
    async fn append_step(&mut self, run: &RunId, record: &Value, now: DateTime<Utc>) -> Stored<u32> {
        let sql = "INSERT INTO steps (run, seq, at, body) \
                   VALUES ($1, (SELECT COALESCE(MAX(seq), -1) + 1 FROM steps WHERE run = $1), $2, $3) RETURNING seq";
        let rows: Vec<(i64,)> =
            self.changed(query(sql).bind(run.as_str()).bind(micros(now)).bind(json(record)?)).await?;
        count(rows.first().ok_or_else(|| broken("the number of a new step", run))?.0, run)
    }
}
