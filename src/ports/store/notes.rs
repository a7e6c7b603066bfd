//! Rows of notes, changes of notes, and schedules.

use super::Stored;
use crate::secretary::ids::{FlowId, NoteChangeId, PersonId, RoomId, ScheduleId, WorkspaceId};
use crate::secretary::notes::{Change, Note, Scope};
use crate::secretary::schedule::Schedule;
use async_trait::async_trait;

/// Schedule rows.
#[async_trait]
pub trait ScheduleRows {
    /// A schedule by id.
    async fn schedule(&mut self, id: &ScheduleId) -> Stored<Option<Schedule>>;
    /// Writes a schedule.
    async fn save_schedule(&mut self, schedule: &Schedule) -> Stored<()>;
    /// Removes a schedule.
    async fn drop_schedule(&mut self, id: &ScheduleId) -> Stored<()>;
    /// The schedules of a workspace by number.
    async fn schedules(&mut self, workspace: &WorkspaceId) -> Stored<Vec<Schedule>>;
}

/// Schedules of a flow.
#[async_trait]
pub trait FlowSchedules {
    /// Those of a workspace that run this flow, by number.
    async fn schedules_of_flow(&mut self, workspace: &WorkspaceId, flow: &FlowId) -> Stored<Vec<Schedule>>;
}

/// Notes, as far as a scope reaches.
#[async_trait]
pub trait NoteRows {
    /// A note by title, without regard to case; the person's own before everybody's.
    async fn note(&mut self, scope: &Scope, title: &str) -> Stored<Option<Note>>;
    /// Every note, newest first.
    async fn notes(&mut self, scope: &Scope) -> Stored<Vec<Note>>;
    /// Writes a note, over an older one of the same owner and title. One outside the scope is refused.
    async fn save_note(&mut self, scope: &Scope, note: &Note) -> Stored<()>;
    /// Removes a note. One outside the scope is refused.
    async fn drop_note(&mut self, scope: &Scope, note: &Note) -> Stored<()>;
}

/// Changes of notes by people, for their Undo.
#[async_trait]
pub trait NoteChangeRows {
    /// A change by id.
    async fn note_change(&mut self, id: &NoteChangeId) -> Stored<Option<Change>>;
    /// The newest changes a person made in a room, newest first.
    async fn note_changes(&mut self, room: &RoomId, person: &PersonId, limit: u32) -> Stored<Vec<Change>>;
    /// Writes a change.
    async fn save_note_change(&mut self, change: &Change) -> Stored<()>;
}
