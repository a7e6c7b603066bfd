//! A person's words in notes that agents wrote for others, and in what flows of others keep.

use super::super::database::statement::query;
use super::super::database::tx::DbTx;
use super::super::database::value::{json, parse};
use super::super::people::notes::{is_ours, mark_ours};
use super::chats::Traces;
use crate::ports::store::{NoteChangeRows, NoteRows, Stored};
use crate::secretary::flow::journal::JournalEntry;
use crate::secretary::flow::run::FlowRun;
use crate::secretary::flow::tables::Row;
use crate::secretary::ids::{NoteChangeId, PersonId, WorkspaceId};
use crate::secretary::notes::{Note, Scope, kept_titles};

/// Rows of flows read at once.
const PAGE: i64 = 200;

const STEPS: &str = "SELECT seq, body FROM flow_steps WHERE run = $1 ORDER BY seq";
const ROWS: &str = "SELECT name, seq, body FROM flow_rows WHERE workspace = $1 AND (name > $2 OR (name = $2 AND seq > $3)) \
     ORDER BY name, seq LIMIT $4";

impl DbTx {
    /// Takes somebody's words and name out of the runs of flows here, out of their steps and out of the rows of tables. A run
    /// that is under way may have them in memory, wherever it read them: it counts that, and reads everything again.
    pub(super) async fn scrub_flows(&mut self, here: &WorkspaceId, traces: &Traces) -> Stored<()> {
        for run in self.names("SELECT id FROM flow_runs WHERE workspace = $1", here.as_str()).await? {
            for (seq, body) in self.all::<(i64, String)>(query(STEPS).bind(&run)).await? {
                if let Some(body) = traces.out_of_flow::<JournalEntry>(&body) {
                    let sql = "UPDATE flow_steps SET body = $3 WHERE run = $1 AND seq = $2";
                    self.run(query(sql).bind(&run).bind(seq).bind(body)).await?;
                }
            }
            for body in self.names("SELECT body FROM flow_runs WHERE id = $1", &run).await? {
                let taken = traces.out_of_flow::<FlowRun>(&body);
                let (changed, body) = (taken.is_some(), taken.unwrap_or(body));
                let mut left: FlowRun = parse(&body, "the run of a flow", &run)?;
                if !left.ended() {
                    left.erasures = left.erasures.saturating_add(1);
                } else if !changed {
                    continue;
                }
                let sql = "UPDATE flow_runs SET body = $2 WHERE id = $1";
                self.run(query(sql).bind(&run).bind(json(&left)?)).await?;
            }
        }
        let mut after = (String::new(), 0);
        loop {
            let page = query(ROWS).bind(here.as_str()).bind(&after.0).bind(after.1).bind(PAGE);
            let page: Vec<(String, i64, String)> = self.all(page).await?;
            let Some((name, seq, _)) = page.last() else { return Ok(()) };
            after = (name.clone(), *seq);
            for (name, seq, body) in page {
                if let Some(body) = traces.out_of_flow::<Row>(&body) {
                    let sql = "UPDATE flow_rows SET body = $4 WHERE workspace = $1 AND name = $2 AND seq = $3";
                    self.run(query(sql).bind(here.as_str()).bind(name).bind(seq).bind(body)).await?;
                }
            }
        }
    }

    /// Takes somebody's words out of the notes here that agents alone wrote, as these stand and as they are kept for an undo. Where
    /// people wrote as well, nobody knows which words are whose: such notes stay as they are.
    pub(super) async fn scrub_notes(&mut self, here: &WorkspaceId, traces: &Traces) -> Stored<()> {
        let sql = "SELECT c.id FROM note_changes AS c JOIN rooms AS r ON r.id = c.room WHERE r.workspace = $1";
        for id in self.names(sql, here.as_str()).await? {
            let Some(mut change) = self.note_change(&NoteChangeId::new(id)).await? else { continue };
            let mut changed = false;
            for note in [&mut change.before, &mut change.after].into_iter().flatten() {
                if let Some(next) = self.without_them(here, note, traces).await? {
                    *note = next;
                    changed = true;
                }
            }
            if changed {
                self.save_note_change(&change).await?;
            }
        }
        for owner in self.names("SELECT DISTINCT owner FROM notes WHERE workspace = $1", here.as_str()).await? {
            let scope = match owner.as_str() {
                "" => Scope::everybody(here.clone()),
                _ => Scope::personal(here.clone(), PersonId::new(owner)).own(),
            };
            for note in self.notes(&scope).await? {
                let Some(mut next) = self.without_them(here, &note, traces).await? else { continue };
                self.drop_note(&scope, &note).await?;
                let wanted = next.title.clone();
                let mut titles = kept_titles(&wanted);
                while self.note(&scope, &next.title).await?.is_some() {
                    let Some(title) = titles.next() else { break };
                    next.title = title;
                }
                mark_ours(self, here, &next).await?;
                self.save_note(&scope, &next).await?;
            }
        }
        Ok(())
    }

    /// A note of agents without them, if there were any.
    async fn without_them(&mut self, here: &WorkspaceId, note: &Note, traces: &Traces) -> Stored<Option<Note>> {
        let Some(next) = traces.out_of_note(note)? else { return Ok(None) };
        if !is_ours(self, here, note).await? {
            return Ok(None);
        }
        mark_ours(self, here, &next).await?;
        Ok(Some(next))
    }
}
