//! The ticket of a new idea.

use super::hold::Hold;
use super::plan::Requirement;
use super::{Priority, Stage, Ticket};
use crate::secretary::budget::cost::Usage;
use crate::secretary::ids::{RoomId, TicketId};
use crate::secretary::names::phrases::short;
use crate::secretary::people::workspace::Person;
use chrono::{DateTime, Utc};
use std::collections::BTreeMap;

impl Ticket {
    /// The ticket of an idea of this person, before its first event.
    pub fn new(
        id: TicketId,
        number: i64,
        (priority, idea): (Priority, String),
        person: &Person,
        room: RoomId,
        now: DateTime<Utc>,
    ) -> Self {
        Self {
            id,
            workspace: person.workspace.clone(),
            number,
            requester: person.id.clone(),
            requester_name: person.name.clone(),
            room,
            direct: false,
            written: Vec::new(),
            received: Vec::new(),
            refers: Vec::new(),
            title: short(&idea, 80),
            idea,
            priority,
            stage: Stage::Intake,
            paused: false,
            hold: Hold::default(),
            rounds: Vec::new(),
            shaped_by: Vec::new(),
            edits: Vec::new(),
            additions: Vec::new(),
            curious: false,
            taken_back: 0,
            go: None,
            replanned: Vec::new(),
            minutes: None,
            understood: None,
            requirement: Requirement::default(),
            standing: None,
            untimed: false,
            by_clock: None,
            team: None,
            tasks: Vec::new(),
            decisions: Vec::new(),
            read: Vec::new(),
            allowed_once: Vec::new(),
            files: Vec::new(),
            reports: Vec::new(),
            usage: Usage::default(),
            waiting: None,
            doing: String::new(),
            token: None,
            shown: BTreeMap::new(),
            asked: 0,
            created_at: now,
            updated_at: now,
            started_at: None,
            version: 0,
        }
    }
}
