//! The journals of runs of flows: what a script called, and the one outcome of each call.

use crate::adapters::store::database::statement::query;
use crate::adapters::store::database::tx::DbTx;
use crate::adapters::store::database::value::{json, micros, parse};
use crate::ports::store::{FlowStepRows, Stored};
use crate::secretary::flow::journal::{EntryState, JournalEntry};
use crate::secretary::ids::FlowRunId;
use async_trait::async_trait;

pub(crate) const NEWEST: &str = "SELECT seq, body FROM flow_steps WHERE run = $1 ORDER BY seq DESC LIMIT $2";

fn decode(run: &FlowRunId, (seq, body): (i64, String)) -> Stored<JournalEntry> {
    parse(&body, "a call of run", format!("{run}, {seq}"))
}

#[async_trait]
impl FlowStepRows for DbTx {
    async fn flow_steps(&mut self, run: &FlowRunId) -> Stored<Vec<JournalEntry>> {
        let sql = "SELECT seq, body FROM flow_steps WHERE run = $1 ORDER BY seq";
        let rows: Vec<(i64, String)> = self.all(query(sql).bind(run.as_str())).await?;
        rows.into_iter().map(|row| decode(run, row)).collect()
    }

    async fn newest_flow_steps(&mut self, run: &FlowRunId, limit: u32) -> Stored<Vec<JournalEntry>> {
        let newest = query(NEWEST).bind(run.as_str()).bind(i64::from(limit));
        let rows: Vec<(i64, String)> = self.all(newest).await?;
        rows.into_iter().map(|row| decode(run, row)).collect()
    }

    async fn append_flow_step(&mut self, run: &FlowRunId, entry: &JournalEntry) -> Stored<bool> {
        let sql = "INSERT INTO flow_steps (run, seq, answered, at, body) VALUES ($1, $2, $3, $4, $5) \
                   ON CONFLICT (run, seq) DO NOTHING";
        let row = query(sql).bind(run.as_str()).bind(i64::from(entry.index)).bind(entry.answered());
        Ok(self.run(row.bind(micros(entry.at)).bind(json(entry)?)).await? > 0)
    }

    async fn answer_flow_step(&mut self, run: &FlowRunId, index: u32, outcome: &EntryState) -> Stored<bool> {
        let sql = "SELECT body FROM flow_steps WHERE run = $1 AND seq = $2 AND answered = 0";
        let open = query(sql).bind(run.as_str()).bind(i64::from(index));
        let Some(body) = self.value::<String>(open).await? else { return Ok(false) };
        let mut entry: JournalEntry = parse(&body, "a call of run", format!("{run}, {index}"))?;
        if !entry.answer(outcome.clone()) {
            return Ok(false);
        }
        let sql = "UPDATE flow_steps SET answered = 1, body = $3 WHERE run = $1 AND seq = $2 AND answered = 0";
        Ok(self.run(query(sql).bind(run.as_str()).bind(i64::from(index)).bind(json(&entry)?)).await? > 0)
    }
}
