//! The purposes of a room, as `/room` reads and sets them.

use super::workspace::{Person, Purposes, Room};
use crate::secretary::ids::RoomId;
use crate::secretary::wording::talk::refusals;

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

/// Reads what follows `/room`; nothing asks how things stand.
///
/// # Errors
/// A sentence with an example.
pub fn read(args: &str) -> Result<Option<(Purpose, Switch)>, String> {
    let words: Vec<String> = args.split_whitespace().map(str::to_ascii_lowercase).collect();
    let (purpose, switch) = match words.as_slice() {
        [] => return Ok(None),
        // What it is for is shown, and nothing is switched on by asking.
        [purpose] if matches!(purpose.as_str(), "intake" | "decisions" | "reports") => return Ok(None),
        [purpose] => (purpose.as_str(), ""),
        [purpose, switch] => (purpose.as_str(), switch.as_str()),
        _ => return Err(refusals::how_to_room()),
    };
    let purpose = match purpose {
        "intake" => Purpose::Intake,
        "decisions" => Purpose::Decisions,
        "reports" => Purpose::Reports,
        "unanswered" => Purpose::Unanswered,
        _ => return Err(refusals::how_to_room()),
    };
    let switch = match (switch, purpose) {
        ("park", Purpose::Unanswered) => Switch::Park,
        ("assume", Purpose::Unanswered) => Switch::Assume,
        (_, Purpose::Unanswered) => return Err(refusals::how_to_room()),
        ("on", _) => Switch::On,
        ("off", _) => Switch::Off,
        ("every", Purpose::Intake) => Switch::Every,
        _ => return Err(refusals::how_to_room()),
    };
    Ok(Some((purpose, switch)))
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

#[cfg(test)]
mod tests {
    use crate::secretary::people::room_purposes::*;

    #[test]
    fn purposes_and_their_switches_are_read() {
        for (args, read_as) in [
            ("", None),
            ("decisions", None),
            ("decisions on", Some((Purpose::Decisions, Switch::On))),
            ("Intake EVERY", Some((Purpose::Intake, Switch::Every))),
            ("unanswered assume", Some((Purpose::Unanswered, Switch::Assume))),
            ("unanswered park", Some((Purpose::Unanswered, Switch::Park))),
        ] {
            assert_eq!(read(args), Ok(read_as), "{args}");
        }
        for odd in ["decisions every", "unanswered", "unanswered on", "reports park", "party on", "a b c"] {
            assert!(read(odd).unwrap_err().contains("/room"), "{odd}");
        }
    }
}
