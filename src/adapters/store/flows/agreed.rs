//! Flows, and the numbers of these and of their runs.

use crate::adapters::store::database::statement::query;
use crate::adapters::store::database::tx::DbTx;
use crate::adapters::store::database::value::{broken, json, micros, parse};
use crate::ports::store::{FlowCounts, FlowRows, Stored};
use crate::secretary::flow::Flow;
use crate::secretary::ids::{FlowId, WorkspaceId};
use async_trait::async_trait;

fn decode((id, body): (String, String)) -> Stored<Flow> {
    parse(&body, "flow", id)
}

#[async_trait]
impl FlowRows for DbTx {
    async fn flow(&mut self, id: &FlowId) -> Stored<Option<Flow>> {
        let sql = "SELECT id, body FROM flows WHERE id = $1";
        self.one(query(sql).bind(id.as_str())).await?.map(decode).transpose()
    }

    async fn flow_by_number(&mut self, workspace: &WorkspaceId, number: i64) -> Stored<Option<Flow>> {
        let sql = "SELECT id, body FROM flows WHERE workspace = $1 AND number = $2 AND deleted_at IS NULL";
        self.one(query(sql).bind(workspace.as_str()).bind(number)).await?.map(decode).transpose()
    }

    async fn flows(&mut self, workspace: &WorkspaceId) -> Stored<Vec<Flow>> {
        let sql = "SELECT id, body FROM flows WHERE workspace = $1 AND deleted_at IS NULL ORDER BY number";
        self.all(query(sql).bind(workspace.as_str())).await?.into_iter().map(decode).collect()
    }

    async fn save_flow(&mut self, flow: &Flow) -> Stored<()> {
        let sql = "INSERT INTO flows (id, workspace, number, owner, deleted_at, body) VALUES ($1, $2, $3, $4, $5, $6) \
                   ON CONFLICT (id) DO UPDATE SET workspace = excluded.workspace, number = excluded.number, \
                       owner = excluded.owner, deleted_at = excluded.deleted_at, body = excluded.body";
        let row = query(sql).bind(flow.id.as_str()).bind(flow.workspace.as_str()).bind(flow.number);
        let row = row.bind(flow.owner.as_str()).bind(flow.deleted_at.map(micros)).bind(json(flow)?);
        self.run(row).await.map(drop)
    }
}

#[async_trait]
impl FlowCounts for DbTx {
    async fn next_flow_number(&mut self, workspace: &WorkspaceId) -> Stored<i64> {
        let sql = "INSERT INTO counters (workspace, name, value) VALUES ($1, 'flow', 1) \
                   ON CONFLICT (workspace, name) DO UPDATE SET value = counters.value + 1 RETURNING value";
        let rows: Vec<(i64,)> = self.changed(query(sql).bind(workspace.as_str())).await?;
        rows.first().map(|(number,)| *number).ok_or_else(|| broken("the counter", workspace))
    }

    async fn next_run_number(&mut self, flow: &FlowId) -> Stored<i64> {
        let sql = "UPDATE flows SET runs = runs + 1 WHERE id = $1 RETURNING runs";
        let rows: Vec<(i64,)> = self.changed(query(sql).bind(flow.as_str())).await?;
        rows.first().map(|(number,)| *number).ok_or_else(|| broken("the runs", flow))
    }
}
