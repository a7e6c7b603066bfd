//! The last turns of a room. Pure; it says how many are kept and how long each may be.

use crate::secretary::ids::PersonId;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

/// The most turns kept of a room.
pub const MOST_TURNS: usize = 24;
/// The most characters kept of one turn.
pub const LONGEST_TURN: usize = 600;

/// One thing that was said.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Said {
    /// Who said it; none for the secretary.
    pub by: Option<PersonId>,
    /// What people call them.
    pub who: String,
    /// The words, cut to [`LONGEST_TURN`].
    pub text: String,
    /// When.
    pub at: DateTime<Utc>,
    /// The message: the slot of one of the secretary, the platform's id of one of a person. None in older turns.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
}

/// What the newest message with one of these names said, as far as it is among the turns.
pub fn text_of<'t>(turns: &'t [Said], names: &[&str]) -> Option<&'t str> {
    let named = |said: &&Said| said.message.as_deref().is_some_and(|message| names.contains(&message));
    turns.iter().rev().find(named).map(|said| said.text.as_str())
}

/// Adds a turn and lets go of the oldest ones.
pub fn say(turns: &mut Vec<Said>, said: Said) {
    let text: String = said.text.chars().take(LONGEST_TURN).collect();
    if text.trim().is_empty() {
        return;
    }
    turns.push(Said { text, ..said });
    let over = turns.len().saturating_sub(MOST_TURNS);
    turns.drain(..over);
}

#[cfg(test)]
mod tests {
    use crate::secretary::message::conversation::*;

    fn said(text: &str) -> Said {
        let (by, who, text) = (None, "Secretary".to_owned(), text.to_owned());
        Said { by, who, text, at: DateTime::UNIX_EPOCH, message: None }
    }

    #[test]
    fn a_message_is_found_by_its_name() {
        let named = |text: &str, message: &str| Said { message: Some(message.to_owned()), ..said(text) };
        let turns = [named("which one?", "T1/d1"), said("and so on"), named("which one now?", "T1/d1")];
        assert_eq!(text_of(&turns, &["1001", "T1/d1"]), Some("which one now?"));
        assert_eq!(text_of(&turns, &["T1/d2"]), None);
        let old = r#"{"by":null,"who":"","text":"x","at":"1970-01-01T00:00:00Z"}"#;
        assert_eq!(serde_json::from_str::<Said>(old).unwrap().message, None);
    }

    #[test]
    fn the_oldest_turns_make_way() {
        let mut turns = Vec::new();
        for n in 0..MOST_TURNS + 3 {
            say(&mut turns, said(&n.to_string()));
            assert_eq!(turns.len(), (n + 1).min(MOST_TURNS));
        }
        let texts: Vec<&str> = turns.iter().map(|said| said.text.as_str()).collect();
        assert_eq!((texts[0], texts[MOST_TURNS - 1]), ("3", "26"));
        // More than there should be, as a row of an older version may hold.
        let mut many = vec![said("old"); MOST_TURNS * 2];
        say(&mut many, said("new"));
        assert_eq!((many.len(), many[MOST_TURNS - 1].text.as_str()), (MOST_TURNS, "new"));
    }

    #[test]
    fn a_long_turn_is_cut_between_letters_and_an_empty_one_is_none() {
        let mut turns = Vec::new();
        for text in ["", " \n\t", &" ".repeat(LONGEST_TURN + 1)] {
            say(&mut turns, said(text));
        }
        assert_eq!(turns, []);
        say(&mut turns, said(&"ß".repeat(LONGEST_TURN)));
        say(&mut turns, said(&"👩".repeat(LONGEST_TURN + 1)));
        assert_eq!(turns[0].text, "ß".repeat(LONGEST_TURN));
        assert_eq!(turns[1].text, "👩".repeat(LONGEST_TURN));
        assert_eq!((&turns[1].by, turns[1].who.as_str(), turns[1].at), (&None, "Secretary", DateTime::UNIX_EPOCH));
    }
}
