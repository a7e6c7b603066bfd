//! Schedules. When they are due is in the outbox, not here.

use crate::adapters::store::database::statement::query;
use crate::adapters::store::database::tx::DbTx;
use crate::adapters::store::database::value::{json, parse};
use crate::ports::store::{FlowSchedules, ScheduleRows, Stored};
use crate::secretary::ids::{FlowId, ScheduleId, WorkspaceId};
use crate::secretary::schedule::Schedule;
use async_trait::async_trait;

fn decode((id, body): (String, String)) -> Stored<Schedule> {
    parse(&body, "schedule", id)
}

#[async_trait]
impl ScheduleRows for DbTx {
    async fn schedule(&mut self, id: &ScheduleId) -> Stored<Option<Schedule>> {
        let sql = "SELECT id, body FROM schedules WHERE id = $1";
        self.one(query(sql).bind(id.as_str())).await?.map(decode).transpose()
    }

    async fn save_schedule(&mut self, schedule: &Schedule) -> Stored<()> {
        let sql = "INSERT INTO schedules (id, workspace, number, owner, body) VALUES ($1, $2, $3, $4, $5) \
                   ON CONFLICT (id) DO UPDATE SET workspace = excluded.workspace, number = excluded.number, \
                       owner = excluded.owner, body = excluded.body";
        let row = query(sql).bind(schedule.id.as_str()).bind(schedule.workspace.as_str()).bind(schedule.number);
        self.run(row.bind(schedule.owner.as_str()).bind(json(schedule)?)).await.map(|_| ())
    }

    async fn drop_schedule(&mut self, id: &ScheduleId) -> Stored<()> {
        self.run(query("DELETE FROM schedules WHERE id = $1").bind(id.as_str())).await.map(|_| ())
    }

    async fn schedules(&mut self, workspace: &WorkspaceId) -> Stored<Vec<Schedule>> {
        let sql = "SELECT id, body FROM schedules WHERE workspace = $1 ORDER BY number, id";
        self.all(query(sql).bind(workspace.as_str())).await?.into_iter().map(decode).collect()
    }
}

#[async_trait]
impl FlowSchedules for DbTx {
    async fn schedules_of_flow(&mut self, workspace: &WorkspaceId, flow: &FlowId) -> Stored<Vec<Schedule>> {
        // The body names the flow. Only such rows are decoded, so that the other ones of the workspace cost little.
        let sql = "SELECT id, body FROM schedules WHERE workspace = $1 AND body LIKE $2 ORDER BY number, id";
        let rows = self.all(query(sql).bind(workspace.as_str()).bind(format!("%\"{flow}\"%"))).await?;
        let found: Vec<Schedule> = rows.into_iter().map(decode).collect::<Stored<_>>()?;
        Ok(found.into_iter().filter(|schedule| schedule.runs(flow)).collect())
    }
}
