//! Notes by owner. Letter case is folded here, since the database folds ASCII only.

use crate::adapters::store::Database;
use crate::adapters::store::database::statement::{Sql, query};
use crate::adapters::store::database::tx::DbTx;
use crate::adapters::store::database::value::{json, micros, moment, parse};
use crate::adapters::store::ticket::ticket_list::texts;
use crate::ports::store::{NoteChangeRows, NoteRows, StoreError, Stored};
use crate::ports::tool::{Note, Notes, Owner, Scope, ToolError, Written};
use crate::secretary::ids::{NoteChangeId, PersonId, RoomId, WorkspaceId};
use crate::secretary::notes::{Change, kept_titles};
use async_trait::async_trait;
use sha2::{Digest, Sha256};

type Row = (String, String, String, i64);

fn key(title: &str) -> String {
    title.trim().to_lowercase()
}

/// An owner as a column has it; sorted downwards, a person comes before everybody.
fn column(owner: &Owner) -> &str {
    match owner {
        Owner::Everybody => "",
        Owner::Person(person) => person.as_str(),
    }
}

/// The owners of a scope: two columns to compare with, perhaps the same twice.
fn owners(scope: &Scope) -> (&str, &str) {
    let own = column(scope.owner());
    (own, if scope.has_shared() { "" } else { own })
}

fn within(scope: &Scope, note: &Note) -> Stored<()> {
    if scope.holds(&note.owner) { Ok(()) } else { Err(StoreError::Broken("a note outside of its scope".to_owned())) }
}

fn decode((owner, title, text, updated_at): Row, workspace: &WorkspaceId) -> Stored<Note> {
    let owner = if owner.is_empty() { Owner::Everybody } else { Owner::Person(PersonId::new(owner)) };
    Ok(Note { owner, title, text, updated_at: moment(updated_at, format!("a note of {workspace}"))? })
}

async fn read(tx: &mut DbTx, scope: &Scope, title: &str) -> Stored<Option<Note>> {
    let sql = "SELECT owner, title, text, updated_at FROM notes WHERE workspace = $1 AND owner IN ($2, $3) AND key = $4 \
               ORDER BY owner DESC LIMIT 1";
    let (one, other) = owners(scope);
    let found = query(sql).bind(scope.workspace.as_str()).bind(one).bind(other).bind(key(title));
    tx.one(found).await?.map(|row| decode(row, &scope.workspace)).transpose()
}

async fn write(tx: &mut DbTx, scope: &Scope, note: &Note) -> Stored<()> {
    within(scope, note)?;
    let sql = "INSERT INTO notes (workspace, owner, key, title, text, words, updated_at) \
               VALUES ($1, $2, $3, $4, $5, $6, $7) \
               ON CONFLICT (workspace, owner, key) DO UPDATE SET title = excluded.title, text = excluded.text, \
                   words = excluded.words, updated_at = excluded.updated_at";
    let words = format!("{}\n{}", note.title, note.text).to_lowercase();
    let row = query(sql).bind(scope.workspace.as_str()).bind(column(&note.owner)).bind(key(&note.title));
    tx.run(row.bind(&note.title).bind(&note.text).bind(words).bind(micros(note.updated_at))).await.map(|_| ())
}

/// An owner whose account was joined to another one since the work began is nobody any more: a note of theirs would be
/// found by nobody. The work fails, and what is begun anew knows the right one.
async fn is_somebody(tx: &mut DbTx, owner: &Owner) -> Stored<()> {
    let Owner::Person(person) = owner else { return Ok(()) };
    if tx.is_there(query("SELECT id FROM people WHERE id = $1").bind(person.as_str())).await? {
        return Ok(());
    }
    Err(StoreError::Refused("the owner of a note goes by another account now".to_owned()))
}

/// Whether an append under this key is the first one.
async fn first_time(tx: &mut DbTx, workspace: &WorkspaceId, key: &str) -> Stored<bool> {
    let sql = "INSERT INTO note_appends (workspace, key) VALUES ($1, $2) ON CONFLICT (workspace, key) DO NOTHING";
    Ok(tx.run(query(sql).bind(workspace.as_str()).bind(key)).await? == 1)
}

/// What marks a note as it is as written by agents alone: whatever people change about it, it fits no more.
fn seal(note: &Note) -> String {
    let of = format!("{}\n{}\n{}", column(&note.owner), key(&note.title), note.text);
    format!("agents/{:x}", Sha256::digest(of.as_bytes()))
}

/// Marks a note, as it is, as written by agents alone.
pub(crate) async fn mark_ours(tx: &mut DbTx, workspace: &WorkspaceId, note: &Note) -> Stored<()> {
    first_time(tx, workspace, &seal(note)).await.map(drop)
}

/// Whether no person wrote anything of a note.
pub(crate) async fn is_ours(tx: &mut DbTx, workspace: &WorkspaceId, note: &Note) -> Stored<bool> {
    if note.text.trim().is_empty() {
        return Ok(true);
    }
    let sql = "SELECT key FROM note_appends WHERE workspace = $1 AND key = $2";
    tx.is_there(query(sql).bind(workspace.as_str()).bind(seal(note))).await
}

/// Keeps a note under a title of its own, before another one takes its place.
async fn keep(tx: &mut DbTx, scope: &Scope, old: Note) -> Stored<Option<String>> {
    let Some(own) = scope.only(&old.owner) else { return Ok(None) };
    for title in kept_titles(&old.title) {
        match read(tx, &own, &title).await? {
            Some(other) if other.text != old.text => {}
            Some(_) => return Ok(Some(title)),
            None => {
                write(tx, scope, &Note { title: title.clone(), ..old }).await?;
                return Ok(Some(title));
            }
        }
    }
    Ok(None)
}

/// The title of the newest note that was kept for this one, for a call that is repeated after a crash.
async fn kept_before(tx: &mut DbTx, scope: &Scope, note: &Note) -> Stored<Option<String>> {
    let Some(own) = scope.only(&note.owner) else { return Ok(None) };
    let mut newest = None;
    for title in kept_titles(&note.title) {
        if read(tx, &own, &title).await?.is_none() {
            break;
        }
        newest = Some(title);
    }
    Ok(newest)
}

/// The name of a change that work makes under this key.
fn change_by_work(scope: &Scope, key: &str) -> NoteChangeId {
    let unique = format!("{}\n{key}", scope.workspace.as_str());
    Change::id_of_work(&format!("{:x}", Sha256::digest(unique.as_bytes())))
}

/// Stores the change that work made to a note, so that the person who asked for the work can undo it.
async fn remember(tx: &mut DbTx, scope: &Scope, (before, after): (Option<Note>, &Note), key: &str) -> Stored<()> {
    let Some((person, room)) = scope.asked().cloned() else { return Ok(()) };
    let id = change_by_work(scope, key);
    // Whoever is gone meanwhile can take nothing back, and nothing is kept for them.
    if is_somebody(tx, &Owner::Person(person.clone())).await.is_err() {
        return Ok(());
    }
    let (after, at) = (Some(after.clone()), after.updated_at);
    tx.save_note_change(&Change { id, person, room, before, after, entry: String::new(), at, undone: false }).await
}

macro_rules! find {
    ($db:ident, $place:literal) => {
        concat!(
            "SELECT owner, title, text, updated_at FROM notes AS n WHERE workspace = $1 AND owner IN ($2, $3) \
             AND NOT EXISTS (SELECT 1 FROM ",
            texts!($db, "$4", "w"),
            " WHERE ",
            $place,
            "(n.words, w.value) = 0) ORDER BY updated_at DESC, key, owner DESC LIMIT $5"
        )
    };
}
const FIND: Sql = Sql { sqlite: find!(sqlite, "instr"), postgres: find!(postgres, "strpos") };

async fn find(tx: &mut DbTx, scope: &Scope, words: &str, limit: u32) -> Stored<Vec<Note>> {
    let apart = |c: char| c.is_whitespace() || c == '\0';
    let words: Vec<String> = words.split(apart).filter(|word| !word.is_empty()).map(str::to_lowercase).collect();
    let (one, other) = owners(scope);
    let found = query(FIND).bind(scope.workspace.as_str()).bind(one).bind(other).bind(json(&words)?);
    let rows: Vec<Row> = tx.all(found.bind(i64::from(limit))).await?;
    rows.into_iter().map(|row| decode(row, &scope.workspace)).collect()
}

#[async_trait]
impl Notes for Database {
    async fn note(&self, scope: &Scope, title: &str) -> Result<Option<Note>, ToolError> {
        let mut tx = self.reading().await?;
        Ok(read(&mut tx, scope, title).await?)
    }

    async fn write_note(&self, scope: &Scope, note: Note, append: bool, key: &str) -> Result<Written, ToolError> {
        let mut tx = self.writing().await?;
        let old = read(&mut tx, &scope.for_writing(&note.title), &note.title).await?;
        let owner = old.as_ref().map_or(scope.owner(), |old| &old.owner).clone();
        is_somebody(&mut tx, &owner).await?;
        let mut note = Note { owner: owner.clone(), ..note };
        let before = old.clone();
        if append {
            if !first_time(&mut tx, &scope.workspace, key).await? {
                return Ok(Written { owner, kept: None });
            }
            let all_ours = match &old {
                Some(old) => is_ours(&mut tx, &scope.workspace, old).await?,
                None => true,
            };
            if let Some(old) = old {
                note.title = old.title;
                if !old.text.is_empty() {
                    note.text = format!("{}\n{}", old.text, note.text);
                }
            }
            if all_ours {
                mark_ours(&mut tx, &scope.workspace, &note).await?;
            }
            write(&mut tx, scope, &note).await?;
            remember(&mut tx, scope, (before, &note), key).await?;
            tx.finish().await?;
            return Ok(Written { owner, kept: None });
        }
        // A repeated call does not write again what was written and undone since.
        if tx.note_change(&change_by_work(scope, key)).await?.is_some() {
            return Ok(Written { owner, kept: None });
        }
        let again = old.as_ref().is_some_and(|old| old.text == note.text);
        let kept = match old {
            Some(old) if !again && !is_ours(&mut tx, &scope.workspace, &old).await? => {
                keep(&mut tx, scope, old).await?
            }
            Some(_) if again => kept_before(&mut tx, scope, &note).await?,
            Some(_) | None => None,
        };
        if !again {
            mark_ours(&mut tx, &scope.workspace, &note).await?;
            write(&mut tx, scope, &note).await?;
            remember(&mut tx, scope, (before, &note), key).await?;
        }
        tx.finish().await?;
        Ok(Written { owner, kept })
    }

    async fn find_notes(&self, scope: &Scope, words: &str, limit: u32) -> Result<Vec<Note>, ToolError> {
        let mut tx = self.reading().await?;
        Ok(find(&mut tx, scope, words, limit).await?)
    }
}

fn change_of((id, body): (String, String)) -> Stored<Change> {
    parse(&body, "change of a note", id)
}

#[async_trait]
impl NoteRows for DbTx {
    async fn note(&mut self, scope: &Scope, title: &str) -> Stored<Option<Note>> {
        read(self, scope, title).await
    }

    async fn notes(&mut self, scope: &Scope) -> Stored<Vec<Note>> {
        find(self, scope, "", u32::MAX).await
    }

    async fn save_note(&mut self, scope: &Scope, note: &Note) -> Stored<()> {
        write(self, scope, note).await
    }

    async fn drop_note(&mut self, scope: &Scope, note: &Note) -> Stored<()> {
        within(scope, note)?;
        let sql = "DELETE FROM notes WHERE workspace = $1 AND owner = $2 AND key = $3";
        let row = query(sql).bind(scope.workspace.as_str()).bind(column(&note.owner)).bind(key(&note.title));
        self.run(row).await.map(|_| ())
    }
}

#[async_trait]
impl NoteChangeRows for DbTx {
    async fn note_change(&mut self, id: &NoteChangeId) -> Stored<Option<Change>> {
        let sql = "SELECT id, body FROM note_changes WHERE id = $1";
        self.one(query(sql).bind(id.as_str())).await?.map(change_of).transpose()
    }

    async fn note_changes(&mut self, room: &RoomId, person: &PersonId, limit: u32) -> Stored<Vec<Change>> {
        let sql = "SELECT id, body FROM note_changes WHERE room = $1 AND person = $2 ORDER BY at DESC, id LIMIT $3";
        let rows = query(sql).bind(room.as_str()).bind(person.as_str()).bind(i64::from(limit));
        self.all(rows).await?.into_iter().map(change_of).collect()
    }

    async fn save_note_change(&mut self, change: &Change) -> Stored<()> {
        let sql = "INSERT INTO note_changes (id, room, person, at, body) VALUES ($1, $2, $3, $4, $5) \
                   ON CONFLICT (id) DO UPDATE SET person = excluded.person, body = excluded.body";
        let row = query(sql).bind(change.id.as_str()).bind(change.room.as_str()).bind(change.person.as_str());
        self.run(row.bind(micros(change.at)).bind(json(change)?)).await.map(|_| ())
    }
}
