//! Settings, schedules, notes, journals, the records of agents, and the files that people sent.

use crate::broken::Broken;
use crate::memory::MemoryTx;
use crate::memory::ledger::Fact;
use crate::memory::tables::{FileKey, FileRow};
use crate::memory::words::scrubbed;
use async_trait::async_trait;
use chrono::{DateTime, Utc};
use secretary::ports::store::{
    AgentRows, FlowSchedules, NoteChangeRows, NoteRows, Prompt, ReceivedRow, ReceivedRows, ScheduleRows, SentFile,
    SettingRows, StoreError, Stored,
};
use secretary::secretary::budget::Limits;
use secretary::secretary::dispatch::record::Record;
use secretary::secretary::ids::{FlowId, NoteChangeId, PersonId, RoomId, RunId, ScheduleId, WorkspaceId};
use secretary::secretary::notes::{Change, Note, Owner, Scope};
use secretary::secretary::people::workspace::{Code, Settings};
use secretary::secretary::received::ReceivedFile;
use secretary::secretary::schedule::{Duty, Schedule};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

#[async_trait]
impl SettingRows for MemoryTx {
    async fn settings(&mut self, workspace: &WorkspaceId) -> Stored<Option<Settings>> {
        let mut settings = self.tables().settings.get(workspace).cloned();
        if self.is(Broken::ForgetsBudgets)
            && let Some(settings) = &mut settings
        {
            settings.budget = Limits::default();
        }
        Ok(settings)
    }

    async fn save_settings(&mut self, settings: &Settings) -> Stored<()> {
        self.put(|t| &mut t.settings, settings.workspace.clone(), settings.clone()).map(drop)
    }

    async fn codes(&mut self, workspace: &WorkspaceId) -> Stored<Vec<Code>> {
        Ok(self.tables().codes.get(workspace).cloned().unwrap_or_default())
    }

    async fn save_codes(&mut self, workspace: &WorkspaceId, codes: &[Code]) -> Stored<()> {
        self.put(|t| &mut t.codes, workspace.clone(), codes.to_vec()).map(drop)
    }
}

impl MemoryTx {
    /// Takes these words out of the work by the clock of a workspace, and out of buttons with such work in them.
    pub(in crate::memory) fn scrub_orders(&mut self, here: &WorkspaceId, words: &BTreeSet<String>) -> Stored<()> {
        let rooms = self.rooms_of(here);
        self.rewrite(
            |t| &mut t.prompts,
            |_, (prompt, at, order)| {
                let text = serde_json::to_string(&prompt.actions).unwrap_or_default();
                let kept = text.contains("\"template\":{") && prompt.rooms.iter().any(|room| rooms.contains(room));
                let actions = kept.then(|| scrubbed!(&prompt.actions, words)).flatten()?;
                Some((Arc::new(Prompt { actions, ..(**prompt).clone() }), *at, *order))
            },
        )?;
        self.rewrite(
            |t| &mut t.schedules,
            |_, schedule| {
                let work = schedule.workspace == *here && matches!(schedule.duty, Duty::Work(_));
                work.then(|| scrubbed!(schedule, words)).flatten()
            },
        )
    }
}

#[async_trait]
impl ScheduleRows for MemoryTx {
    async fn schedule(&mut self, id: &ScheduleId) -> Stored<Option<Schedule>> {
        Ok(self.tables().schedules.get(id).cloned())
    }

    async fn save_schedule(&mut self, schedule: &Schedule) -> Stored<()> {
        let mut schedule = schedule.clone();
        let fired = self.tables().schedules.get(&schedule.id).is_some_and(|old| old.fired < schedule.fired);
        schedule.fired += u64::from(fired && self.is(Broken::FiresTwice));
        let before = self.put(|t| &mut t.schedules, schedule.id.clone(), schedule.clone())?;
        self.tell_ledger(Fact::Scheduled { before: before.map(Box::new), after: Box::new(schedule) });
        Ok(())
    }

    async fn drop_schedule(&mut self, id: &ScheduleId) -> Stored<()> {
        self.take(|t| &mut t.schedules, id).map(drop)
    }

    async fn schedules(&mut self, workspace: &WorkspaceId) -> Stored<Vec<Schedule>> {
        let mut all: Vec<Schedule> = self.tables().schedules.values().cloned().collect();
        all.retain(|schedule| schedule.workspace == *workspace);
        all.sort_by(|a, b| (a.number, &a.id).cmp(&(b.number, &b.id)));
        Ok(all)
    }
}

#[async_trait]
impl FlowSchedules for MemoryTx {
    async fn schedules_of_flow(&mut self, workspace: &WorkspaceId, flow: &FlowId) -> Stored<Vec<Schedule>> {
        let mut all = self.schedules(workspace).await?;
        all.retain(|schedule| schedule.runs(flow));
        Ok(all)
    }
}

fn column(owner: &Owner) -> String {
    match owner {
        Owner::Everybody => String::new(),
        Owner::Person(person) => person.to_string(),
    }
}

fn folded(title: &str) -> String {
    title.trim().to_lowercase()
}

fn within(scope: &Scope, note: &Note) -> Stored<()> {
    if scope.holds(&note.owner) { Ok(()) } else { Err(StoreError::Broken("a note outside of its scope".to_owned())) }
}

#[async_trait]
impl NoteRows for MemoryTx {
    async fn note(&mut self, scope: &Scope, title: &str) -> Stored<Option<Note>> {
        let tables = self.tables();
        let of = |owner: String| tables.notes.get(&(owner, folded(title))).cloned();
        Ok(of(column(scope.owner())).or_else(|| of(String::new()).filter(|note| scope.holds(&note.owner))))
    }

    async fn notes(&mut self, scope: &Scope) -> Stored<Vec<Note>> {
        let mut all: Vec<Note> =
            self.tables().notes.values().filter(|note| scope.holds(&note.owner)).cloned().collect();
        all.sort_by_key(|note| (std::cmp::Reverse(note.updated_at), folded(&note.title)));
        Ok(all)
    }

    async fn save_note(&mut self, scope: &Scope, note: &Note) -> Stored<()> {
        within(scope, note)?;
        self.put(|t| &mut t.notes, (column(&note.owner), folded(&note.title)), note.clone()).map(drop)
    }

    async fn drop_note(&mut self, scope: &Scope, note: &Note) -> Stored<()> {
        within(scope, note)?;
        self.take(|t| &mut t.notes, &(column(&note.owner), folded(&note.title))).map(drop)
    }
}

#[async_trait]
impl NoteChangeRows for MemoryTx {
    async fn note_change(&mut self, id: &NoteChangeId) -> Stored<Option<Change>> {
        Ok(self.tables().note_changes.get(id).cloned())
    }

    async fn note_changes(&mut self, room: &RoomId, person: &PersonId, limit: u32) -> Stored<Vec<Change>> {
        let tables = self.tables();
        let mut found: Vec<_> =
            tables.note_changes.values().filter(|c| c.room == *room && c.person == *person).collect();
        found.sort_by_key(|change| std::cmp::Reverse((change.at, change.id.clone())));
        Ok(found.into_iter().take(limit as usize).cloned().collect())
    }

    async fn save_note_change(&mut self, change: &Change) -> Stored<()> {
        self.put(|t| &mut t.note_changes, change.id.clone(), change.clone()).map(drop)
    }
}

#[async_trait]
impl AgentRows for MemoryTx {
    async fn steps(&mut self, run: &RunId) -> Stored<Vec<Value>> {
        Ok(self.tables().journal(run).iter().map(|step| (**step).clone()).collect())
    }

    async fn append_step(&mut self, run: &RunId, record: &Value, _now: DateTime<Utc>) -> Stored<u32> {
        let last =
            self.tables().steps.range((run.clone(), 0)..=(run.clone(), u32::MAX)).next_back().map(|(key, _)| key.1);
        let number = last.map_or(0, |last| last + 1);
        let number = if self.is(Broken::SkipsSteps) && number > 2 { number + 1 } else { number };
        let Some(record) = self.record(record).map(Arc::new) else { return Ok(number) };
        self.tell_ledger(Fact::Step { run: run.clone(), number, record: record.clone() });
        self.put(|t| &mut t.steps, (run.clone(), number), record)?;
        Ok(number)
    }

    async fn records(&mut self, workspace: &WorkspaceId) -> Stored<BTreeMap<String, Record>> {
        let tables = self.tables();
        let here = tables.records.iter().filter(|((of, _), _)| of == workspace);
        Ok(here.map(|((_, agent), record)| (agent.clone(), *record)).collect())
    }

    async fn add_record(&mut self, workspace: &WorkspaceId, agent: &str, gained: &Record) -> Stored<()> {
        let key = (workspace.clone(), agent.to_owned());
        let mut record = self.tables().records.get(&key).copied().unwrap_or_default();
        record.done += gained.done;
        record.failed += gained.failed;
        record.good += gained.good;
        record.bad += gained.bad;
        self.put(|t| &mut t.records, key, record).map(drop)
    }
}

impl MemoryTx {
    /// The rows of a file in a workspace.
    fn rows_of_file(&self, file: &ReceivedFile, workspace: &WorkspaceId) -> Vec<(FileKey, FileRow)> {
        let tables = self.tables();
        let of = |(home, name, here, _): &FileKey| *home == file.home && *name == file.name && here == workspace;
        tables.received.iter().filter(|(key, _)| of(key)).map(|(key, row)| (key.clone(), row.clone())).collect()
    }
}

#[async_trait]
impl ReceivedRows for MemoryTx {
    async fn save_received(&mut self, row: &ReceivedRow, now: DateTime<Utc>) -> Stored<()> {
        let (mut next, mut at) = (row.clone(), now);
        let known = self.rows_of_file(&row.file, &row.workspace);
        if let Some((_, (before, since))) = known.first() {
            // The first who sent it is the one.
            if row.file.of_others || !before.file.of_others {
                next.person = before.person.clone();
            }
            if row.file.bytes == 0 {
                next.file = before.file.clone();
            }
            next.file.of_others = row.file.of_others && before.file.of_others;
            at = *since;
        }
        for (key, (before, since)) in &known {
            let renewed = ReceivedRow { ticket: before.ticket.clone(), room: before.room.clone(), ..next.clone() };
            self.put(|t| &mut t.received, key.clone(), (renewed, *since))?;
        }
        let key = |ticket| (row.file.home.clone(), row.file.name.clone(), row.workspace.clone(), ticket);
        let there = known.iter().any(|((_, _, _, ticket), _)| *ticket == row.ticket);
        if !there && (known.is_empty() || row.ticket.is_some()) {
            self.put(|t| &mut t.received, key(row.ticket.clone()), (next, at))?;
        }
        if row.ticket.is_some() {
            self.take(|t| &mut t.received, &key(None))?;
        }
        Ok(())
    }

    async fn note_kept(&mut self, workspace: &WorkspaceId, file: &ReceivedFile) -> Stored<bool> {
        let rows = self.rows_of_file(file, workspace);
        if rows.is_empty() {
            return Ok(self.tables().received.keys().any(|(home, ..)| *home == file.home));
        }
        for (key, (mut row, at)) in rows {
            if file.bytes > 0 {
                row.file.bytes = file.bytes;
            }
            self.put(|t| &mut t.received, key, (row, at))?;
        }
        Ok(true)
    }

    async fn received_since(
        &mut self,
        workspace: &WorkspaceId,
        person: &PersonId,
        since: DateTime<Utc>,
    ) -> Stored<Vec<SentFile>> {
        let mut sent: BTreeMap<(String, String), SentFile> = BTreeMap::new();
        for (row, at) in self.tables().received.values() {
            let theirs = row.person == *person && row.workspace == *workspace;
            if theirs && *at >= since && row.file.bytes > 0 {
                let ReceivedFile { home, name, bytes, .. } = row.file.clone();
                sent.entry((home.clone(), name.clone())).or_insert(SentFile { home, name, bytes, at: *at });
            }
        }
        let mut sent: Vec<SentFile> = sent.into_values().collect();
        sent.sort_by_key(|file| file.at);
        Ok(sent)
    }
}
