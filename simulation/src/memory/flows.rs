//! Flows, their triggers, their runs with the journal of each, and the tables that flows keep.

use super::MemoryTx;
use super::erasing::Gone;
use super::words::scrubbed;
use async_trait::async_trait;
use secretary::ports::store::{
    FlowCounts, FlowRows, FlowRunRows, FlowStepRows, FlowTableCare, FlowTableRows, FlowTriggerRows, OpenFlowRuns,
    StoreError, Stored, TriggersOf,
};
use secretary::secretary::flow::Flow;
use secretary::secretary::flow::journal::{EntryState, JournalEntry};
use secretary::secretary::flow::line::{self, waits};
use secretary::secretary::flow::run::FlowRun;
use secretary::secretary::flow::tables::{
    FlowRow, FlowTable, Order, Query, Row, RowFault, Written, check_room, check_row, is_there,
};
use secretary::secretary::flow::trigger::{Kind, Trigger};
use secretary::secretary::ids::{FlowId, FlowRunId, PersonId, RoomId, TriggerId, WorkspaceId};
use secretary::secretary::people::workspace::Person;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Where a row stands: its workspace, its table and its place in the order.
type Place = (WorkspaceId, String, i64);

impl MemoryTx {
    /// Their flows with all runs, the runs of others that they paid for or caused, and the rows that their runs wrote.
    pub(super) fn clear_flows(&mut self, gone: &Gone) -> Stored<()> {
        let person = &gone.person.id;
        let triggers: BTreeSet<TriggerId> = {
            let tables = self.tables();
            let owned = |id: &FlowId| tables.flows.get(id).is_some_and(|flow| flow.owner == *person);
            let theirs = tables.flow_triggers.values().filter(|one| one.person == *person || owned(&one.flow));
            theirs.map(|one| one.id.clone()).collect()
        };
        let runs: BTreeSet<FlowRunId> = {
            let tables = self.tables();
            let owned = |id: &FlowId| tables.flows.get(id).is_some_and(|flow| flow.owner == *person);
            let theirs = tables
                .flow_runs
                .values()
                .filter(|run| run.person == *person || run.caused_by.as_ref() == Some(person) || owned(&run.flow));
            theirs.map(|run| run.id.clone()).collect()
        };
        self.clear(|t| &mut t.flow_steps, |(run, _), _| runs.contains(run))?;
        self.clear(|t| &mut t.flow_runs, |id, _| runs.contains(id))?;
        self.clear(|t| &mut t.flow_triggers, |id, _| triggers.contains(id))?;
        self.clear(|t| &mut t.flows, |_, flow| flow.owner == *person)?;
        self.clear(|t| &mut t.flow_rows, |_, row| row.person == *person)
    }

    /// Takes these words out of the runs of flows of a workspace, out of their steps and out of the rows of tables. A run that
    /// is under way counts that.
    pub(super) fn scrub_flows(&mut self, here: &WorkspaceId, words: &BTreeSet<String>) -> Stored<()> {
        let runs: BTreeSet<FlowRunId> = {
            let tables = self.tables();
            let runs = tables.flow_runs.values().filter(|run| run.workspace == *here);
            runs.map(|run| run.id.clone()).collect()
        };
        self.rewrite(
            |t| &mut t.flow_steps,
            |(run, _), step| runs.contains(run).then(|| scrubbed!(&**step, words)).flatten().map(Arc::new),
        )?;
        self.rewrite(
            |t| &mut t.flow_runs,
            |id, run| {
                let here = runs.contains(id);
                let taken: Option<FlowRun> = here.then(|| scrubbed!(&**run, words)).flatten();
                if !here || run.ended() {
                    return taken.map(Arc::new);
                }
                let mut left = taken.unwrap_or_else(|| (**run).clone());
                left.erasures += 1;
                Some(Arc::new(left))
            },
        )?;
        self.rewrite(
            |t| &mut t.flow_rows,
            |(workspace, ..), row| {
                let fields = (workspace == here).then(|| scrubbed!(&row.row, words)).flatten()?;
                Some(FlowRow { row: fields, ..row.clone() })
            },
        )
    }

    /// What one member had a part in is the other's from now on.
    pub(super) fn hand_over_flows(&mut self, from: &Person, into: &Person) -> Stored<()> {
        let flows: Vec<Arc<Flow>> = self.tables().flows.values().cloned().collect();
        for flow in flows.into_iter().filter(|flow| flow.workspace == from.workspace) {
            let mut next = (*flow).clone();
            next.hand_over(from, into);
            self.put(|t| &mut t.flows, next.id.clone(), Arc::new(next))?;
        }
        let runs: Vec<Arc<FlowRun>> = self.tables().flow_runs.values().cloned().collect();
        for run in runs.into_iter().filter(|run| run.workspace == from.workspace) {
            let mut next = (*run).clone();
            next.hand_over(from, into);
            self.put(|t| &mut t.flow_runs, next.id.clone(), Arc::new(next))?;
        }
        let triggers: Vec<Arc<Trigger>> = self.tables().flow_triggers.values().cloned().collect();
        for trigger in triggers.into_iter().filter(|trigger| trigger.workspace == from.workspace) {
            let mut next = (*trigger).clone();
            next.hand_over(from, into);
            self.put(|t| &mut t.flow_triggers, next.id.clone(), Arc::new(next))?;
        }
        let rows: Vec<(Place, FlowRow)> =
            self.tables().flow_rows.iter().map(|(place, row)| (place.clone(), row.clone())).collect();
        for (place, row) in rows.into_iter().filter(|(_, row)| row.person == from.id) {
            self.put(|t| &mut t.flow_rows, place, FlowRow { person: into.id.clone(), ..row })?;
        }
        Ok(())
    }

    /// The rows of a table in their order, with their places.
    fn rows_in(&self, workspace: &WorkspaceId, table: &str) -> Vec<(Place, FlowRow)> {
        let of = |seq: i64| (workspace.clone(), table.to_owned(), seq);
        let tables = self.tables();
        let rows = tables.flow_rows.range(of(i64::MIN)..=of(i64::MAX));
        rows.map(|(place, row)| (place.clone(), row.clone())).collect()
    }
}

#[async_trait]
impl FlowRows for MemoryTx {
    async fn flow(&mut self, id: &FlowId) -> Stored<Option<Flow>> {
        Ok(self.tables().flows.get(id).map(|flow| (**flow).clone()))
    }

    async fn flow_by_number(&mut self, workspace: &WorkspaceId, number: i64) -> Stored<Option<Flow>> {
        Ok(self.flows(workspace).await?.into_iter().find(|flow| flow.number == number))
    }

    async fn flows(&mut self, workspace: &WorkspaceId) -> Stored<Vec<Flow>> {
        let tables = self.tables();
        let here = tables.flows.values().filter(|flow| flow.workspace == *workspace && !flow.deleted());
        let mut flows: Vec<Flow> = here.map(|flow| (**flow).clone()).collect();
        flows.sort_by_key(|flow| flow.number);
        Ok(flows)
    }

    async fn save_flow(&mut self, flow: &Flow) -> Stored<()> {
        self.put(|t| &mut t.flows, flow.id.clone(), Arc::new(flow.clone())).map(drop)
    }
}

#[async_trait]
impl FlowCounts for MemoryTx {
    async fn next_flow_number(&mut self, workspace: &WorkspaceId) -> Stored<i64> {
        self.count(&format!("flow/{workspace}"))
    }

    async fn next_run_number(&mut self, flow: &FlowId) -> Stored<i64> {
        if !self.tables().flows.contains_key(flow) {
            return Err(StoreError::Broken(format!("the runs of {flow}")));
        }
        self.count(&format!("run/{flow}"))
    }
}

#[async_trait]
impl FlowRunRows for MemoryTx {
    async fn flow_run(&mut self, id: &FlowRunId) -> Stored<Option<FlowRun>> {
        Ok(self.tables().flow_runs.get(id).map(|run| (**run).clone()))
    }

    async fn flow_runs(&mut self, flow: &FlowId, limit: u32) -> Stored<Vec<FlowRun>> {
        let tables = self.tables();
        let mut runs: Vec<&Arc<FlowRun>> =
            tables.flow_runs.values().filter(|run| run.flow == *flow && !waits(run)).collect();
        runs.sort_by_key(|run| std::cmp::Reverse(run.number));
        Ok(runs.into_iter().take(limit as usize).map(|run| (**run).clone()).collect())
    }

    async fn running_flows(&mut self, after: Option<&FlowRunId>, limit: u32) -> Stored<Vec<FlowRun>> {
        let tables = self.tables();
        let open = tables.flow_runs.values().filter(|run| !run.ended() && after.is_none_or(|after| run.id > *after));
        Ok(open.take(limit as usize).map(|run| (**run).clone()).collect())
    }

    async fn save_flow_run(&mut self, run: &FlowRun) -> Stored<()> {
        self.put(|t| &mut t.flow_runs, run.id.clone(), Arc::new(run.clone())).map(drop)
    }
}

#[async_trait]
impl OpenFlowRuns for MemoryTx {
    async fn asking_flow_runs(&mut self, room: &RoomId, limit: u32) -> Stored<Vec<FlowRun>> {
        let tables = self.tables();
        let here = tables.flow_runs.values().filter(|run| run.room == *room && run.asks());
        Ok(here.take(limit as usize).map(|run| (**run).clone()).collect())
    }

    async fn open_flow_runs(&mut self, flow: &FlowId, limit: u32) -> Stored<Vec<FlowRun>> {
        let tables = self.tables();
        let mut open: Vec<&Arc<FlowRun>> =
            tables.flow_runs.values().filter(|run| run.flow == *flow && !run.ended() && !waits(run)).collect();
        open.sort_by_key(|run| run.number);
        Ok(open.into_iter().take(limit as usize).map(|run| (**run).clone()).collect())
    }

    async fn flow_runs_at(&mut self, flow: &FlowId, at: line::Place, limit: u32) -> Stored<Vec<FlowRun>> {
        let tables = self.tables();
        let mut runs: Vec<&Arc<FlowRun>> =
            tables.flow_runs.values().filter(|run| run.flow == *flow && line::place(run) == Some(at)).collect();
        runs.sort_by_key(|run| run.number);
        Ok(runs.into_iter().take(limit as usize).map(|run| (**run).clone()).collect())
    }

    async fn count_flow_runs_at(&mut self, flow: &FlowId, at: line::Place) -> Stored<u32> {
        let runs = self.flow_runs_at(flow, at, u32::MAX).await?;
        Ok(u32::try_from(runs.len()).unwrap_or(u32::MAX))
    }
}

#[async_trait]
impl FlowStepRows for MemoryTx {
    async fn flow_steps(&mut self, run: &FlowRunId) -> Stored<Vec<JournalEntry>> {
        let tables = self.tables();
        let steps = tables.flow_steps.range((run.clone(), 0)..=(run.clone(), u32::MAX));
        Ok(steps.map(|(_, entry)| (**entry).clone()).collect())
    }

    async fn newest_flow_steps(&mut self, run: &FlowRunId, limit: u32) -> Stored<Vec<JournalEntry>> {
        Ok(self.flow_steps(run).await?.into_iter().rev().take(limit as usize).collect())
    }

    async fn append_flow_step(&mut self, run: &FlowRunId, entry: &JournalEntry) -> Stored<bool> {
        let place = (run.clone(), entry.index);
        if self.tables().flow_steps.contains_key(&place) {
            return Ok(false);
        }
        self.put(|t| &mut t.flow_steps, place, Arc::new(entry.clone())).map(|_| true)
    }

    async fn answer_flow_step(&mut self, run: &FlowRunId, index: u32, outcome: &EntryState) -> Stored<bool> {
        let place = (run.clone(), index);
        let Some(mut entry) = self.tables().flow_steps.get(&place).map(|entry| (**entry).clone()) else {
            return Ok(false);
        };
        if !entry.answer(outcome.clone()) {
            return Ok(false);
        }
        self.put(|t| &mut t.flow_steps, place, Arc::new(entry)).map(|_| true)
    }
}

#[async_trait]
impl FlowTableRows for MemoryTx {
    async fn insert_flow_row(&mut self, written: Written<'_>) -> Stored<Result<String, RowFault>> {
        let Written { workspace, table, key, row, person, at } = written;
        let there = self.rows_in(workspace, table);
        let tables = self.flow_tables(workspace).await?.len();
        if let Err(fault) = check_row(table, key, row).and(check_room(table, there.len(), tables)) {
            return Ok(Err(fault));
        }
        let taken = |key: &str| there.iter().any(|(_, row)| row.key == key);
        if let Some(key) = key.filter(|key| taken(key)) {
            return Ok(Err(RowFault::Taken(table.to_owned(), key.to_owned())));
        }
        let mut seq = there.last().map_or(0, |((_, _, seq), _)| *seq) + 1;
        while key.is_none() && taken(&seq.to_string()) {
            seq += 1;
        }
        let key = key.map_or_else(|| seq.to_string(), str::to_owned);
        let row = FlowRow {
            table: table.to_owned(),
            key: key.clone(),
            row: row.clone(),
            person: person.clone(),
            created_at: at,
            changed_at: at,
        };
        self.put(|t| &mut t.flow_rows, (workspace.clone(), table.to_owned(), seq), row)?;
        Ok(Ok(key))
    }

    async fn update_flow_row(&mut self, written: Written<'_>) -> Stored<Result<bool, RowFault>> {
        let Written { workspace, table, row, at, .. } = written;
        let key = written.key.unwrap_or_default();
        let found = self.rows_in(workspace, table).into_iter().find(|(_, row)| row.key == key);
        let Some((place, before)) = found else { return Ok(check_row(table, Some(key), row).map(|()| false)) };
        let mut fields = before.row.clone();
        fields.extend(row.clone());
        if let Err(fault) = check_row(table, Some(key), &fields) {
            return Ok(Err(fault));
        }
        self.put(|t| &mut t.flow_rows, place, FlowRow { row: fields, changed_at: at, ..before })?;
        Ok(Ok(true))
    }

    async fn delete_flow_rows(&mut self, workspace: &WorkspaceId, table: &str, only: &Row) -> Stored<u64> {
        let mut deleted = 0;
        for (place, _) in self.rows_in(workspace, table).into_iter().filter(|(_, row)| row.matches(only)) {
            deleted += u64::from(self.take(|t| &mut t.flow_rows, &place)?.is_some());
        }
        Ok(deleted)
    }

    async fn flow_rows(&mut self, workspace: &WorkspaceId, table: &str, wanted: &Query) -> Stored<Vec<FlowRow>> {
        let mut rows: Vec<FlowRow> = self.rows_in(workspace, table).into_iter().map(|(_, row)| row).collect();
        if wanted.order == Order::Newest {
            rows.reverse();
        }
        let found = rows.into_iter().filter(|row| row.matches(&wanted.only));
        Ok(found.skip(wanted.skip as usize).take(wanted.limit as usize).collect())
    }
}

#[async_trait]
impl FlowTableCare for MemoryTx {
    async fn flow_tables(&mut self, workspace: &WorkspaceId) -> Stored<Vec<FlowTable>> {
        let mut counted: BTreeMap<String, usize> = BTreeMap::new();
        for (here, table, _) in self.tables().flow_rows.keys() {
            if here == workspace && is_there(table) {
                *counted.entry(table.clone()).or_default() += 1;
            }
        }
        Ok(counted.into_iter().map(|(name, rows)| FlowTable { name, rows }).collect())
    }

    async fn rename_flow_table(&mut self, workspace: &WorkspaceId, from: &str, to: &str) -> Stored<u64> {
        if !self.rows_in(workspace, to).is_empty() {
            return Ok(0);
        }
        let rows = self.rows_in(workspace, from);
        for (place, row) in &rows {
            self.take(|t| &mut t.flow_rows, place)?;
            let renamed = FlowRow { table: to.to_owned(), ..row.clone() };
            self.put(|t| &mut t.flow_rows, (workspace.clone(), to.to_owned(), place.2), renamed)?;
        }
        Ok(rows.len() as u64)
    }

    async fn flow_rows_of(&mut self, workspace: &WorkspaceId, person: &PersonId) -> Stored<Vec<FlowRow>> {
        let tables = self.tables();
        let rows = tables.flow_rows.iter().filter(|((here, ..), row)| here == workspace && row.person == *person);
        Ok(rows.map(|(_, row)| row.clone()).collect())
    }
}

#[async_trait]
impl FlowTriggerRows for MemoryTx {
    async fn flow_trigger(&mut self, id: &TriggerId) -> Stored<Option<Trigger>> {
        Ok(self.tables().flow_triggers.get(id).map(|trigger| (**trigger).clone()))
    }

    async fn flow_triggers(&mut self, of: TriggersOf<'_>) -> Stored<Vec<Trigger>> {
        let tables = self.tables();
        let wanted = |trigger: &Trigger| match of {
            TriggersOf::Flow(flow) => trigger.flow == *flow,
            TriggersOf::Room(room) => trigger.room() == Some(room),
            TriggersOf::Person(person) => trigger.person == *person,
            TriggersOf::Finished(here) => trigger.kind.plain() == Kind::Finished && trigger.workspace == *here,
            TriggersOf::Folders => trigger.kind.plain() == Kind::Folder,
        };
        let found = tables.flow_triggers.values().filter(|trigger| wanted(trigger));
        Ok(found.map(|trigger| (**trigger).clone()).collect())
    }

    async fn save_flow_trigger(&mut self, trigger: &Trigger) -> Stored<()> {
        self.put(|t| &mut t.flow_triggers, trigger.id.clone(), Arc::new(trigger.clone())).map(drop)
    }

    async fn drop_flow_trigger(&mut self, id: &TriggerId) -> Stored<bool> {
        Ok(self.take(|t| &mut t.flow_triggers, id)?.is_some())
    }
}
