//! Rows of flows: the flows, their triggers, their runs with the journal of each, and the tables that flows keep for a workspace. What
//! takes a workspace sees nothing of another one.

use super::Stored;
use crate::secretary::flow::Flow;
use crate::secretary::flow::journal::{EntryState, JournalEntry};
use crate::secretary::flow::line::Place;
use crate::secretary::flow::run::FlowRun;
use crate::secretary::flow::tables::{FlowRow, FlowTable, Query, Row, RowFault, Written};
use crate::secretary::flow::trigger::Trigger;
use crate::secretary::ids::{FlowId, FlowRunId, PersonId, RoomId, TriggerId, WorkspaceId};
use async_trait::async_trait;

/// Flows.
#[async_trait]
pub trait FlowRows {
    /// A flow by id, also a deleted one.
    async fn flow(&mut self, id: &FlowId) -> Stored<Option<Flow>>;
    /// A flow by the number people see, unless it is deleted.
    async fn flow_by_number(&mut self, workspace: &WorkspaceId, number: i64) -> Stored<Option<Flow>>;
    /// The flows of a workspace by number, without deleted ones.
    async fn flows(&mut self, workspace: &WorkspaceId) -> Stored<Vec<Flow>>;
    /// Writes a flow.
    async fn save_flow(&mut self, flow: &Flow) -> Stored<()>;
}

/// Numbers that are given once.
#[async_trait]
pub trait FlowCounts {
    /// The next free number of a flow in a workspace.
    async fn next_flow_number(&mut self, workspace: &WorkspaceId) -> Stored<i64>;
    /// The next free number of a run. Fails where there is no such flow.
    async fn next_run_number(&mut self, flow: &FlowId) -> Stored<i64>;
}

/// Runs.
#[async_trait]
pub trait FlowRunRows {
    /// A run by id.
    async fn flow_run(&mut self, id: &FlowRunId) -> Stored<Option<FlowRun>>;
    /// The newest runs of a flow that have begun, newest first: none that waits for its turn.
    async fn flow_runs(&mut self, flow: &FlowId, limit: u32) -> Stored<Vec<FlowRun>>;
    /// Runs of every workspace that are not over, by id, from the one after this on.
    async fn running_flows(&mut self, after: Option<&FlowRunId>, limit: u32) -> Stored<Vec<FlowRun>>;
    /// Writes a run.
    async fn save_flow_run(&mut self, run: &FlowRun) -> Stored<()>;
}

/// Runs that are not over.
#[async_trait]
pub trait OpenFlowRuns {
    /// Those that wait for somebody's answer in a room, by id.
    async fn asking_flow_runs(&mut self, room: &RoomId, limit: u32) -> Stored<Vec<FlowRun>>;
    /// Those of a flow that have begun, by number: none that waits for its turn.
    async fn open_flow_runs(&mut self, flow: &FlowId, limit: u32) -> Stored<Vec<FlowRun>>;
    /// Those of a flow in this place of its line, by number.
    async fn flow_runs_at(&mut self, flow: &FlowId, place: Place, limit: u32) -> Stored<Vec<FlowRun>>;
    /// How many there are in this place.
    async fn count_flow_runs_at(&mut self, flow: &FlowId, place: Place) -> Stored<u32>;
}

/// The journals of runs.
#[async_trait]
pub trait FlowStepRows {
    /// The calls of a run in their order.
    async fn flow_steps(&mut self, run: &FlowRunId) -> Stored<Vec<JournalEntry>>;
    /// The newest calls of a run, newest first.
    async fn newest_flow_steps(&mut self, run: &FlowRunId, limit: u32) -> Stored<Vec<JournalEntry>>;
    /// Writes a call that begins. False if there is one in its place: nothing is changed then.
    async fn append_flow_step(&mut self, run: &FlowRunId, entry: &JournalEntry) -> Stored<bool>;
    /// Writes the outcome of a call. False if it has one, or there is no such call: nothing is changed then.
    async fn answer_flow_step(&mut self, run: &FlowRunId, index: u32, outcome: &EntryState) -> Stored<bool>;
}

/// The rows of tables.
#[async_trait]
pub trait FlowTableRows {
    /// Adds a row and gives its key: this one, or the next free number of the table.
    async fn insert_flow_row(&mut self, written: Written<'_>) -> Stored<Result<String, RowFault>>;
    /// Writes these fields into the row of this key; its other fields stay, and it stays with whoever wrote it first. False
    /// if there is no such row.
    async fn update_flow_row(&mut self, written: Written<'_>) -> Stored<Result<bool, RowFault>>;
    /// Deletes the rows of a table that have these fields ([`FlowRow::matches`]) and gives how many.
    async fn delete_flow_rows(&mut self, workspace: &WorkspaceId, table: &str, only: &Row) -> Stored<u64>;
    /// The rows of a table that a query finds ([`FlowRow::matches`]).
    async fn flow_rows(&mut self, workspace: &WorkspaceId, table: &str, wanted: &Query) -> Stored<Vec<FlowRow>>;
}

/// Whole tables.
#[async_trait]
pub trait FlowTableCare {
    /// The tables of a workspace by name, without deleted ones.
    async fn flow_tables(&mut self, workspace: &WorkspaceId) -> Stored<Vec<FlowTable>>;
    /// Gives a table another name, and says how many rows it has. Nothing is changed where that name has rows.
    async fn rename_flow_table(&mut self, workspace: &WorkspaceId, from: &str, to: &str) -> Stored<u64>;
    /// The rows that runs of a person wrote first, by table, in the order in which they came.
    async fn flow_rows_of(&mut self, workspace: &WorkspaceId, person: &PersonId) -> Stored<Vec<FlowRow>>;
}

/// Which triggers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TriggersOf<'a> {
    /// Those of a flow, also of a deleted one.
    Flow(&'a FlowId),
    /// Those that wait for messages in a room.
    Room(&'a RoomId),
    /// Those that wait for finished tickets of a workspace.
    Finished(&'a WorkspaceId),
    /// Those that watch a folder, of every workspace.
    Folders,
    /// Those that a person set up.
    Person(&'a PersonId),
}

/// Triggers.
#[async_trait]
pub trait FlowTriggerRows {
    /// A trigger by id.
    async fn flow_trigger(&mut self, id: &TriggerId) -> Stored<Option<Trigger>>;
    /// Triggers by id.
    async fn flow_triggers(&mut self, of: TriggersOf<'_>) -> Stored<Vec<Trigger>>;
    /// Writes a trigger.
    async fn save_flow_trigger(&mut self, trigger: &Trigger) -> Stored<()>;
    /// Deletes a trigger. False if there was none.
    async fn drop_flow_trigger(&mut self, id: &TriggerId) -> Stored<bool>;
}
