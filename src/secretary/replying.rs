//! What a few words ask of the one thing they are said about: in reply to the message that echoes it, or right behind it.
//! First the bare words, then verbs with nothing behind them but "it", "the reminder", "please". Pure: what it comes to
//! for a reminder or a note is found by the desk. It must not take words that say something of their own.

use super::talk::{self, Bare, Talk};

/// What is asked of the thing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ask {
    /// "delete it": it shall not be there.
    Delete,
    /// "never mind", "cancel": what was just made or changed is not wanted.
    Drop,
    /// "undo"
    Undo,
    /// "stop": nothing more of it.
    Stop,
    /// "done"
    Done,
    /// "no": something about it is wrong.
    No,
    /// "ok", "yes", "cool": heard.
    Heard,
}

/// Verbs, and what they ask.
const VERBS: &[(Ask, &str)] = &[
    (Ask::Delete, "delete|remove|erase|throw away|get rid of|take off|lösche|lösch|entferne|löschen|borra|supprime"),
    (Ask::Drop, "cancel|drop|forget|forget about|scrap|call off|dont remind me|do not remind me|never mind|vergiss"),
    (Ask::Undo, "undo|revert|take back|bring back"),
    (Ask::Stop, "stop|end|quit|no more"),
    (
        Ask::Done,
        "done|did|finished|completed|all done|already done|did that already|im done|its done|thats done|is done|\
         i did|ive done|i have done|mark as done|mark done|erledigt|fertig|hat sich erledigt|das hat sich erledigt|\
         hecho|fait",
    ),
];
/// What may stand behind a verb without saying anything of its own.
const OBJECTS: &str = "it|that|this|one|the|my|a|an|reminder|reminders|reminding|me|note|entry|series|digest|again|\
                       please|pls|bitte|now|then|completely|altogether|away|off|already|thanks|too|es|das|instead";
/// What may stand before one.
const OPENINGS: &str = "no|nope|please|pls|oh|sorry|actually|ok|okay|just|well|hm|bitte|nein|lets|yes";

/// Reads what a few words ask of a thing; none where they say something of their own.
pub fn read(text: &str) -> Option<Ask> {
    let bare = match talk::read(text) {
        Some(Talk::Bare(bare)) => Some(bare),
        Some(Talk::Small(_)) | None => None,
    };
    match bare {
        Some(Bare::Drop) => Some(verb(text).unwrap_or(Ask::Drop)),
        Some(Bare::Undo) => Some(Ask::Undo),
        Some(Bare::Stop) => Some(Ask::Stop),
        Some(Bare::No) => Some(Ask::No),
        Some(Bare::Nod | Bare::Ok | Bare::Yes | Bare::Start) => Some(Ask::Heard),
        Some(Bare::DropLast) => Some(Ask::Drop),
        Some(Bare::Pause | Bare::Resume) => None,
        None => verb(text),
    }
}

/// A verb that nothing of its own follows.
fn verb(text: &str) -> Option<Ask> {
    if text.len() > 60 {
        return None;
    }
    let kept = |c: char| if c.is_alphanumeric() { c } else { ' ' };
    let plain: String = text.to_lowercase().replace(['\'', '’'], "").chars().map(kept).collect();
    let mut words: Vec<&str> = plain.split_whitespace().collect();
    while words.len() > 1 && OPENINGS.split('|').any(|o| Some(&o) == words.first()) && !opens(&words) {
        words.remove(0);
    }
    asked(&words)
}

/// Whether the words begin with a verb as they are.
fn opens(words: &[&str]) -> bool {
    asked(words).is_some()
}

fn asked(words: &[&str]) -> Option<Ask> {
    VERBS.iter().find_map(|(ask, verbs)| {
        let fits = |verb: &str| {
            let verb: Vec<&str> = verb.split(' ').collect();
            words
                .strip_prefix(verb.as_slice())
                .is_some_and(|rest| rest.iter().all(|w| OBJECTS.split('|').any(|o| o == *w)))
        };
        verbs.split('|').any(fits).then_some(*ask)
    })
}

#[cfg(test)]
mod tests {
    use super::{Ask, read};

    #[test]
    fn verbs_with_nothing_of_their_own_are_told_from_words() {
        for (text, wanted) in [
            ("delete", Some(Ask::Delete)),
            ("Delete it, please!", Some(Ask::Delete)),
            ("no, remove the reminder", Some(Ask::Delete)),
            ("cancel", Some(Ask::Drop)),
            ("cancel the reminder", Some(Ask::Drop)),
            ("never mind", Some(Ask::Drop)),
            ("forget it", Some(Ask::Drop)),
            ("don't remind me", Some(Ask::Drop)),
            ("undo", Some(Ask::Undo)),
            ("stop", Some(Ask::Stop)),
            ("stop reminding me", Some(Ask::Stop)),
            ("done", Some(Ask::Done)),
            ("I did it already", Some(Ask::Done)),
            ("no", Some(Ask::No)),
            ("hat sich erledigt", Some(Ask::Done)),
            ("lieber nicht", Some(Ask::No)),
            ("don't delete it", Some(Ask::Heard)),
            ("don't call it off", Some(Ask::Heard)),
            ("cancel the last one", Some(Ask::Drop)),
            ("remove the last one", None),
            ("ok", Some(Ask::Heard)),
            ("cancel the newspaper", None),
            ("stop smoking", None),
            ("delete the old photos", None),
            ("done with the rent", None),
            ("forget the milk", None),
            ("call Ana", None),
            ("", None),
        ] {
            assert_eq!(read(text), wanted, "{text}");
        }
    }
}
