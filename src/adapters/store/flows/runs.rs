//! Runs of flows. When one is due is in the outbox, not here.

use crate::adapters::store::database::statement::query;
use crate::adapters::store::database::tx::DbTx;
use crate::adapters::store::database::value::{json, micros, parse};
use crate::ports::store::{FlowRunRows, OpenFlowRuns, Stored};
use crate::secretary::flow::line::{self, Place};
use crate::secretary::flow::run::FlowRun;
use crate::secretary::ids::{FlowId, FlowRunId, PersonId, RoomId};
use async_trait::async_trait;

/// Those that are not over.
pub(crate) const OPEN: &str = "SELECT id, body FROM flow_runs WHERE ended_at IS NULL AND id > $1 ORDER BY id LIMIT $2";

/// Those of a room that ask.
pub(crate) const HERE: &str = "SELECT id, body FROM flow_runs WHERE room = $1 AND asks = 1 ORDER BY id LIMIT $2";

/// Those of a flow that are not over and have begun ([`Place::InLine`]).
pub(crate) const GOING: &str = "SELECT id, body FROM flow_runs \
     WHERE flow = $1 AND ended_at IS NULL AND COALESCE(turn, 0) <> 4 ORDER BY number LIMIT $2";

/// Those of a flow that have begun.
pub(crate) const BEGUN: &str = "SELECT id, body FROM flow_runs \
     WHERE flow = $1 AND COALESCE(turn, 0) <> 4 ORDER BY number DESC LIMIT $2";

/// Those of a flow in a place of its line.
pub(crate) const AT: &str = "SELECT id, body FROM flow_runs WHERE flow = $1 AND turn = $2 ORDER BY number LIMIT $3";

/// How many these are.
pub(crate) const LENGTH: &str = "SELECT COUNT(*) FROM flow_runs WHERE flow = $1 AND turn = $2";

fn decode((id, body): (String, String)) -> Stored<FlowRun> {
    parse(&body, "the run of a flow", id)
}

#[async_trait]
impl FlowRunRows for DbTx {
    async fn flow_run(&mut self, id: &FlowRunId) -> Stored<Option<FlowRun>> {
        let sql = "SELECT id, body FROM flow_runs WHERE id = $1";
        self.one(query(sql).bind(id.as_str())).await?.map(decode).transpose()
    }

    async fn flow_runs(&mut self, flow: &FlowId, limit: u32) -> Stored<Vec<FlowRun>> {
        self.all(query(BEGUN).bind(flow.as_str()).bind(i64::from(limit))).await?.into_iter().map(decode).collect()
    }

    async fn running_flows(&mut self, after: Option<&FlowRunId>, limit: u32) -> Stored<Vec<FlowRun>> {
        let after = after.map_or("", FlowRunId::as_str);
        self.all(query(OPEN).bind(after).bind(i64::from(limit))).await?.into_iter().map(decode).collect()
    }

    async fn save_flow_run(&mut self, run: &FlowRun) -> Stored<()> {
        let sql = "INSERT INTO flow_runs (id, flow, workspace, number, person, caused_by, ended_at, body, room, asks, \
                   turn) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) ON CONFLICT (id) DO UPDATE SET \
                       person = excluded.person, room = excluded.room, caused_by = excluded.caused_by, \
                       ended_at = excluded.ended_at, asks = excluded.asks, turn = excluded.turn, body = excluded.body";
        let row =
            query(sql).bind(run.id.as_str()).bind(run.flow.as_str()).bind(run.workspace.as_str()).bind(run.number);
        let row = row.bind(run.person.as_str()).bind(run.caused_by.as_ref().map(PersonId::as_str));
        let row = row.bind(run.ended_at.map(micros)).bind(json(run)?).bind(run.room.as_str()).bind(run.asks());
        let row = row.bind(line::place(run).map(|place| i64::from(place.number())));
        self.run(row).await.map(drop)
    }
}

#[async_trait]
impl OpenFlowRuns for DbTx {
    async fn asking_flow_runs(&mut self, room: &RoomId, limit: u32) -> Stored<Vec<FlowRun>> {
        let runs = query(HERE).bind(room.as_str()).bind(i64::from(limit));
        self.all(runs).await?.into_iter().map(decode).collect()
    }

    async fn open_flow_runs(&mut self, flow: &FlowId, limit: u32) -> Stored<Vec<FlowRun>> {
        let runs = query(GOING).bind(flow.as_str()).bind(i64::from(limit));
        self.all(runs).await?.into_iter().map(decode).collect()
    }

    async fn flow_runs_at(&mut self, flow: &FlowId, place: Place, limit: u32) -> Stored<Vec<FlowRun>> {
        let runs = query(AT).bind(flow.as_str()).bind(i64::from(place.number())).bind(i64::from(limit));
        self.all(runs).await?.into_iter().map(decode).collect()
    }

    async fn count_flow_runs_at(&mut self, flow: &FlowId, place: Place) -> Stored<u32> {
        let counted = query(LENGTH).bind(flow.as_str()).bind(i64::from(place.number()));
        let counted: i64 = self.value(counted).await?.unwrap_or(0);
        Ok(u32::try_from(counted).unwrap_or(u32::MAX))
    }
}
