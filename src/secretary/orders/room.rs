//! Reads what follows `/room`: a purpose of a room, and what it is switched to.

use crate::secretary::people::room_purposes::{Purpose, Switch};
use crate::secretary::wording::talk::refusals;

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

#[cfg(test)]
mod tests {
    use crate::secretary::orders::room::*;

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
