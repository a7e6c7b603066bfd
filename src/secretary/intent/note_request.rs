//! What a message about notes and lists was understood to ask for.

use super::{ListAct, NoteAct};
use crate::secretary::notes::{List, Wish};

impl Wish {
    /// What an understood note asks for.
    pub fn of_note(act: NoteAct, title: &str, text: &str) -> Self {
        let about = if title.trim().is_empty() { text } else { title };
        match act {
            NoteAct::Keep if text.trim().is_empty() => Self::KeepWhat,
            NoteAct::Keep if title.trim().is_empty() => Self::Keep { text: text.to_owned() },
            NoteAct::Keep => Self::Keep { text: format!("{title}: {text}") },
            NoteAct::Change => Self::Rewrite { about: about.to_owned(), text: text.to_owned() },
            NoteAct::Find if about.trim().is_empty() => Self::ShowAll,
            NoteAct::Find => Self::Find { words: about.to_owned(), explicit: true },
            NoteAct::Delete => Self::Forget { about: about.to_owned() },
        }
    }

    /// What an understood list asks for.
    pub fn of_list(act: ListAct, title: &str, things: &[String]) -> Self {
        let title = title.trim();
        let list = if title.is_empty() { List::Recent } else { List::Named(title.to_owned()) };
        let items = things.to_vec();
        match act {
            ListAct::Show if title.is_empty() => Self::ShowLists,
            ListAct::Show => Self::ShowList { list },
            ListAct::Add if items.is_empty() => Self::Begin { title: title.to_owned(), items },
            ListAct::Add => Self::Add { items, list },
            ListAct::Remove => Self::TakeOff { items, list },
            ListAct::Clear => Self::Clear { list },
            ListAct::Delete => Self::Drop { list },
        }
    }
}
