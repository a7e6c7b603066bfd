//! The purposes of a room, as `/room` sets them.

use super::workspace::{Person, Purposes, Room};
use crate::secretary::ids::RoomId;

/// What a room's purpose is switched to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Switch {
    /// On.
    On,
    /// Off.
    Off,
    /// On, and every message counts (intake only).
    Every,
    /// Wait for people (unanswered only).
    Park,
    /// Continue with written assumptions (unanswered only).
    Assume,
}

/// A purpose of a room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// Ideas.
    Intake,
    /// Decision prompts.
    Decisions,
    /// Reports.
    Reports,
    /// What happens to questions nobody answers.
    Unanswered,
}

impl Purposes {
    /// These with one of them switched. Ideas always come in by a direct chat.
    #[must_use]
    pub fn switched(mut self, purpose: Purpose, switch: Switch, direct: bool) -> Self {
        let on = matches!(switch, Switch::On | Switch::Every);
        match purpose {
            Purpose::Intake => {
                self.intake = on || direct;
                self.every_message = switch == Switch::Every;
                self.intake_said = !direct;
            }
            Purpose::Decisions => self.decisions = on,
            Purpose::Reports => self.reports = on,
            Purpose::Unanswered => {
                self.goes_on = switch == Switch::Assume;
                self.goes_on_said = !direct;
            }
        }
        self
    }
}

/// The room that is meant at a place with these rooms, the active one first. None if there is none yet. A group with
/// a purpose belongs to the workspace that gave it, whoever writes there.
pub fn room_meant<'r>(rooms: &'r [Room], members: &[Person], named: Option<&[RoomId]>) -> Option<&'r Room> {
    let belongs = |room: &&Room| members.iter().any(|person| person.workspace == room.workspace);
    let mut there = rooms.iter().filter(|room| !room.given_away());
    if let Some(room) = there.clone().find(|room| named.is_some_and(|ids| ids.contains(&room.id))) {
        return Some(room);
    }
    let claimed = |room: &&Room| room.purposes.any() || room.thread_of.is_some();
    there.find(|room| if room.direct() { belongs(room) } else { claimed(room) })
}
