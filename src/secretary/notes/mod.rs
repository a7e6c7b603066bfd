//! Notes and lists: what people ask for, what a change is, and how it is undone. A list is a note whose title says
//! so, with one entry in each line. Pure: the engine reads and writes notes.

pub mod action;
mod finding;
mod lists;
mod scope;

pub use finding::{Hit, find};
pub use lists::{Struck, added, is_list, items, list_title, resembling, struck};
pub use scope::{Owner, Scope, Whose, small, title_meant};

use super::ids::{NoteChangeId, PersonId, RoomId};
use super::names::phrases::{bare, capital, line, short};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

/// The most characters of one dictated note; more is refused and never cut.
pub const LONGEST: usize = 20_000;
/// The most characters a note may grow to.
pub const FULL: usize = 100_000;
/// The longest title made from a text.
const TITLE: usize = 48;
/// So much of a title is repeated in that of an earlier version.
const KEPT_TITLE: usize = 100;

/// A note: a titled text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Note {
    /// Whose it is.
    #[serde(default)]
    pub owner: Owner,
    /// The title, unique among the notes of its owner without regard to case.
    pub title: String,
    /// The text, Markdown.
    pub text: String,
    /// When it was last written.
    pub updated_at: DateTime<Utc>,
}

/// What somebody wants done with notes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Wish {
    /// Keep these words.
    Keep {
        /// All of them.
        text: String,
    },
    /// Keep something that was not said yet.
    KeepWhat,
    /// Find what was noted.
    Find {
        /// The words of the question.
        words: String,
        /// It was asked of notes and of nothing else.
        explicit: bool,
    },
    /// Show all notes.
    ShowAll,
    /// Show all lists.
    ShowLists,
    /// Show what is on a list.
    ShowList {
        /// Which.
        list: List,
    },
    /// Put things on a list.
    Add {
        /// The things.
        items: Vec<String>,
        /// Which.
        list: List,
    },
    /// Take things off a list.
    TakeOff {
        /// The things.
        items: Vec<String>,
        /// Which.
        list: List,
    },
    /// Take everything off a list.
    Clear {
        /// Which.
        list: List,
    },
    /// Throw a list away.
    Drop {
        /// Which.
        list: List,
    },
    /// Begin a list.
    Begin {
        /// Its title.
        title: String,
        /// What is on it.
        items: Vec<String>,
    },
    /// Throw a note away.
    Forget {
        /// What it is about.
        about: String,
    },
    /// Write a note anew.
    Rewrite {
        /// What it is about.
        about: String,
        /// How it shall read.
        text: String,
    },
    /// A button of an older version, which does nothing any more.
    #[serde(alias = "Show", alias = "IsOn", alias = "Done", alias = "Correct")]
    Forgotten {},
    /// The same, in the form without words.
    UndoLast,
}

impl Wish {
    /// The same with its list named.
    #[must_use]
    pub fn on(mut self, title: &str) -> Self {
        if let Self::Add { list, .. }
        | Self::TakeOff { list, .. }
        | Self::Clear { list }
        | Self::Drop { list }
        | Self::ShowList { list } = &mut self
        {
            *list = List::Named(title.to_owned());
        }
        self
    }
}

/// Which list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum List {
    /// "the list": the one in use.
    Recent,
    /// By its title.
    Named(String),
}

/// A change of a note, stored so that it can be undone or corrected.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Change {
    /// Its id.
    pub id: NoteChangeId,
    /// Who made it.
    pub person: PersonId,
    /// Where.
    pub room: RoomId,
    /// The note before, if there was one.
    pub before: Option<Note>,
    /// The note after, if there is one.
    pub after: Option<Note>,
    /// The words that came in; empty if something was taken away.
    pub entry: String,
    /// When.
    pub at: DateTime<Utc>,
    /// The change was undone.
    pub undone: bool,
}

/// How the ids of changes that work made begin.
const BY_WORK: &str = "work-";

impl Change {
    /// The id of a change that work made, from what tells it from every other one.
    pub fn id_of_work(unique: &str) -> NoteChangeId {
        NoteChangeId::new(format!("{BY_WORK}{unique}"))
    }

    /// Whether work made it: nobody's own words came in, and no message of its own shows it.
    pub fn by_work(&self) -> bool {
        self.id.as_str().starts_with(BY_WORK)
    }

    /// The present or last title of the note.
    pub fn title(&self) -> &str {
        let note = self.after.as_ref().or(self.before.as_ref());
        note.map_or("", |note| note.title.as_str())
    }

    /// Whose note it is.
    pub fn owner(&self) -> &Owner {
        let note = self.after.as_ref().or(self.before.as_ref());
        note.map_or(&Owner::Everybody, |note| &note.owner)
    }

    /// Whether the change replaced words.
    pub fn rewrites(&self) -> bool {
        match (&self.before, &self.after) {
            (Some(before), Some(after)) => !after.text.starts_with(&before.text),
            (None, _) | (_, None) => false,
        }
    }

    /// The note after the undo of the change; none for no note at all.
    ///
    /// # Errors
    /// The note was changed since, so that this change can no longer be undone.
    #[allow(clippy::result_unit_err, reason = "there is one reason, and wording says it")]
    pub fn taken_back(&self, now: Option<&Note>) -> Result<Option<Note>, ()> {
        let text = |note: Option<&Note>| note.map(|n| n.text.clone());
        if text(now) == text(self.after.as_ref()) {
            return Ok(self.before.clone());
        }
        // Other lines came or went meanwhile: only the lines of this change are undone.
        let rows = |note: Option<&Note>| -> Vec<String> {
            text(note).map(|t| t.lines().map(str::to_owned).collect()).unwrap_or_default()
        };
        let (before, after, mut left) = (rows(self.before.as_ref()), rows(self.after.as_ref()), rows(now));
        for row in without(&after, &before) {
            let at = left.iter().rposition(|r| *r == row).ok_or(())?;
            left.remove(at);
        }
        let back = without(&before, &after);
        if back.iter().any(|row| left.contains(row)) {
            return Err(());
        }
        left.extend(back);
        let Some(note) = self.before.as_ref().or(now).or(self.after.as_ref()) else { return Err(()) };
        let text = left.join("\n");
        let gone = text.trim().is_empty() && self.before.is_none();
        Ok((!gone).then(|| Note { text, ..note.clone() }))
    }
}

/// The rows of `all` that are not among `others`, counted.
fn without(all: &[String], others: &[String]) -> Vec<String> {
    let mut others = others.to_vec();
    let mut left = all.to_vec();
    left.retain(|row| match others.iter().position(|o| o == row) {
        Some(at) => {
            others.remove(at);
            false
        }
        None => true,
    });
    left
}

/// The title and the text of a dictated note: "Garden: beans left", else the first words are the title.
pub fn titled(text: &str) -> (String, String) {
    if let Some((head, body)) = text.split_once(": ").or_else(|| text.split_once(":\n")) {
        let name = head.chars().count() <= TITLE && head.split(' ').count() <= 5 && !head.contains(['/', '\n', '[']);
        if name && head.starts_with(char::is_alphabetic) && !body.trim().is_empty() {
            return (capital(&line(head)), body.trim().to_owned());
        }
    }
    (title_of(text), text.to_owned())
}

/// The title under which a note is kept whose place a new one takes; the first of these that is free.
pub fn kept_titles(title: &str) -> impl Iterator<Item = String> {
    let title = short(title, KEPT_TITLE);
    (1..).map(move |n| if n == 1 { format!("{title} (earlier)") } else { format!("{title} (earlier {n})") })
}

/// A title of the first words of a text.
fn title_of(text: &str) -> String {
    let first = text.lines().map(bare).find(|row| !row.is_empty()).unwrap_or_default();
    let words: Vec<&str> = first.split_whitespace().take(7).collect();
    let title = bare(&short(&words.join(" "), TITLE));
    if title.is_empty() { "Note".to_owned() } else { capital(&title) }
}

/// The lines of a list as words, anything else as it is.
pub fn plain(text: &str) -> String {
    let list = !text.is_empty() && text.lines().all(|row| row.starts_with("- "));
    if list { items(text).join(", ") } else { text.to_owned() }
}

/// A note with more words at its end; the new one where there is none yet.
pub fn continued(note: Option<&Note>, more: Note) -> Note {
    match note.filter(|note| !note.text.trim().is_empty()) {
        Some(old) => {
            Note { text: format!("{}\n{}", old.text.trim_end(), more.text), updated_at: more.updated_at, ..old.clone() }
        }
        None => more,
    }
}

/// Two notes of one title as one, when their owners turn out to be the same person: nothing of either is lost.
pub fn joined(kept: &Note, other: &Note) -> Note {
    let updated_at = kept.updated_at.max(other.updated_at);
    let text = if is_list(&kept.title) {
        added(&kept.text, &items(&other.text)).0
    } else if kept.text.contains(&other.text) {
        kept.text.clone()
    } else {
        return continued(Some(kept), Note { owner: kept.owner.clone(), updated_at, ..other.clone() });
    };
    Note { text, updated_at, ..kept.clone() }
}

/// The note with these words in place of those that came in last; none where they no longer stand.
pub fn reworded(note: &Note, entry: &str, text: &str, now: DateTime<Utc>) -> Option<Note> {
    let at = note.text.rfind(entry)?;
    let (head, tail) = (note.text.get(..at)?, note.text.get(at + entry.len()..)?);
    let own = head.is_empty() && tail.is_empty() && note.title == title_of(entry);
    let title = if own { title_of(text) } else { note.title.clone() };
    Some(Note { owner: note.owner.clone(), title, text: format!("{head}{text}{tail}"), updated_at: now })
}

/// The entries that a text names for a list: its lines, or its parts between commas.
pub fn things(text: &str) -> Vec<String> {
    let lines = text.lines().flat_map(|line| line.split(','));
    let clean = |part: &str| part.trim().trim_start_matches(['-', '*', '•']).trim().to_owned();
    lines.map(clean).filter(|part| !part.is_empty()).collect()
}
