//! The notes of a workspace. Letter case is folded here and not by the database, which knows only ASCII.

use super::tx::SqliteTx;
use super::value::{json, micros, moment, parse};
use super::{SqliteStore, sentence};
use crate::ports::store::{NoteRows, StoreError, Stored};
use crate::ports::tool::{Note, Notes, ToolError};
use crate::secretary::ids::{NoteChangeId, PersonId, RoomId, WorkspaceId};
use crate::secretary::notes::Change;
use async_trait::async_trait;
use sqlx::{query, query_as};

type Row = (String, String, i64);

fn key(title: &str) -> String {
    title.trim().to_lowercase()
}

fn decode((title, text, updated_at): Row, workspace: &WorkspaceId) -> Stored<Note> {
    Ok(Note { title, text, updated_at: moment(updated_at, format!("a note of {workspace}"))? })
}

async fn read(tx: &mut SqliteTx, workspace: &WorkspaceId, title: &str) -> Stored<Option<Note>> {
    let sql = "SELECT title, text, updated_at FROM notes WHERE workspace = $1 AND key = $2";
    let row = tx.one(query_as(sql).bind(workspace.as_str()).bind(key(title))).await?;
    row.map(|row| decode(row, workspace)).transpose()
}

async fn write(tx: &mut SqliteTx, workspace: &WorkspaceId, note: &Note) -> Stored<()> {
    let sql = "INSERT INTO notes (workspace, key, title, text, words, updated_at) VALUES ($1, $2, $3, $4, $5, $6) \
               ON CONFLICT (workspace, key) DO UPDATE SET title = excluded.title, text = excluded.text, \
                   words = excluded.words, updated_at = excluded.updated_at";
    let words = format!("{}\n{}", note.title, note.text).to_lowercase();
    let row = query(sql).bind(workspace.as_str()).bind(key(&note.title)).bind(&note.title).bind(&note.text);
    tx.run(row.bind(words).bind(micros(note.updated_at))).await.map(|_| ())
}

/// Whether an append under this key is the first one.
async fn first_time(tx: &mut SqliteTx, workspace: &WorkspaceId, key: &str) -> Stored<bool> {
    let sql = "INSERT INTO note_appends (workspace, key) VALUES ($1, $2) ON CONFLICT (workspace, key) DO NOTHING";
    Ok(tx.run(query(sql).bind(workspace.as_str()).bind(key)).await? == 1)
}

async fn find(tx: &mut SqliteTx, workspace: &WorkspaceId, words: &str, limit: u32) -> Stored<Vec<Note>> {
    let words: Vec<String> = words.split_whitespace().map(str::to_lowercase).collect();
    let sql = "SELECT title, text, updated_at FROM notes AS n WHERE workspace = $1 \
               AND NOT EXISTS (SELECT 1 FROM json_each($2) AS w WHERE instr(n.words, w.value) = 0) \
               ORDER BY updated_at DESC, key LIMIT $3";
    let found = query_as(sql).bind(workspace.as_str()).bind(json(&words)?).bind(i64::from(limit));
    let rows: Vec<Row> = tx.all(found).await?;
    rows.into_iter().map(|row| decode(row, workspace)).collect()
}

fn fatal(error: StoreError) -> ToolError {
    ToolError::Fatal(sentence(&error))
}

#[async_trait]
impl Notes for SqliteStore {
    async fn note(&self, workspace: &WorkspaceId, title: &str) -> Result<Option<Note>, ToolError> {
        let mut tx = self.reading().await.map_err(fatal)?;
        read(&mut tx, workspace, title).await.map_err(fatal)
    }

    async fn write_note(&self, workspace: &WorkspaceId, note: Note, append: bool, key: &str) -> Result<(), ToolError> {
        let done = async {
            let mut tx = self.writing().await?;
            let mut note = note;
            if append {
                if !first_time(&mut tx, workspace, key).await? {
                    return Ok(());
                }
                if let Some(old) = read(&mut tx, workspace, &note.title).await? {
                    note.title = old.title;
                    if !old.text.is_empty() {
                        note.text = format!("{}\n{}", old.text, note.text);
                    }
                }
            }
            write(&mut tx, workspace, &note).await?;
            tx.finish().await
        };
        done.await.map_err(fatal)
    }

    async fn find_notes(&self, workspace: &WorkspaceId, words: &str, limit: u32) -> Result<Vec<Note>, ToolError> {
        let mut tx = self.reading().await.map_err(fatal)?;
        find(&mut tx, workspace, words, limit).await.map_err(fatal)
    }
}

fn change_of((id, body): (String, String)) -> Stored<Change> {
    parse(&body, "change of a note", id)
}

#[async_trait]
impl NoteRows for SqliteTx {
    async fn note(&mut self, workspace: &WorkspaceId, title: &str) -> Stored<Option<Note>> {
        read(self, workspace, title).await
    }

    async fn notes(&mut self, workspace: &WorkspaceId) -> Stored<Vec<Note>> {
        find(self, workspace, "", u32::MAX).await
    }

    async fn save_note(&mut self, workspace: &WorkspaceId, note: &Note) -> Stored<()> {
        write(self, workspace, note).await
    }

    async fn drop_note(&mut self, workspace: &WorkspaceId, title: &str) -> Stored<()> {
        let sql = "DELETE FROM notes WHERE workspace = $1 AND key = $2";
        self.run(query(sql).bind(workspace.as_str()).bind(key(title))).await.map(|_| ())
    }

    async fn note_change(&mut self, id: &NoteChangeId) -> Stored<Option<Change>> {
        let sql = "SELECT id, body FROM note_changes WHERE id = $1";
        self.one(query_as(sql).bind(id.as_str())).await?.map(change_of).transpose()
    }

    async fn note_changes(&mut self, room: &RoomId, person: &PersonId, limit: u32) -> Stored<Vec<Change>> {
        let sql = "SELECT id, body FROM note_changes WHERE room = $1 AND person = $2 ORDER BY at DESC, id LIMIT $3";
        let rows = query_as(sql).bind(room.as_str()).bind(person.as_str()).bind(i64::from(limit));
        self.all(rows).await?.into_iter().map(change_of).collect()
    }

    async fn save_note_change(&mut self, change: &Change) -> Stored<()> {
        let sql = "INSERT INTO note_changes (id, room, person, at, body) VALUES ($1, $2, $3, $4, $5) \
                   ON CONFLICT (id) DO UPDATE SET body = excluded.body";
        let row = query(sql).bind(change.id.as_str()).bind(change.room.as_str()).bind(change.person.as_str());
        self.run(row.bind(micros(change.at)).bind(json(change)?)).await.map(|_| ())
    }
}
