//! The scope of notes: the notes that the words of a person may concern. A note outside of the scope is not found,
//! read, named or changed. `permissions` says who gets which scope.

use super::super::ids::{PersonId, RoomId, WorkspaceId};
use super::super::names::phrases::{after, bare, capital};
use super::is_list;
use serde::{Deserialize, Serialize};

/// The word before a title that means everybody's note, as the secretary shows it.
const SHARED: &[&str] = &["shared"];
/// The word before a title that means a person's own note.
const OWN: &[&str] = &["own"];

/// Whose a note is.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Owner {
    /// Everybody's in the workspace.
    #[default]
    Everybody,
    /// This person's alone.
    Person(PersonId),
}

/// The notes that words may be about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scope {
    /// The workspace.
    pub workspace: WorkspaceId,
    owner: Owner,
    shared: bool,
    /// The person and chat for which work writes: that person can undo it there.
    asked: Option<(PersonId, RoomId)>,
}

/// Whose a note is, as far as it is to be said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Whose {
    /// It goes without saying.
    Plain,
    /// Everybody's, said to somebody who has notes of their own here.
    Shared,
    /// Their own, while everybody has one of the same name.
    Own,
}

impl Scope {
    /// Everybody's notes alone.
    pub fn everybody(workspace: WorkspaceId) -> Self {
        Self { workspace, owner: Owner::Everybody, shared: true, asked: None }
    }

    /// A person's notes and everybody's.
    pub fn personal(workspace: WorkspaceId, person: PersonId) -> Self {
        Self { workspace, owner: Owner::Person(person), shared: true, asked: None }
    }

    /// The same for work that this person asked for in this chat.
    #[must_use]
    pub fn asked_by(self, person: &PersonId, room: &RoomId) -> Self {
        Self { asked: Some((person.clone(), room.clone())), ..self }
    }

    /// Who asked for the work that writes, and where; none where no work does.
    pub fn asked(&self) -> Option<&(PersonId, RoomId)> {
        self.asked.as_ref()
    }

    /// Whose a new note is.
    pub fn owner(&self) -> &Owner {
        &self.owner
    }

    /// Whether everybody's notes are in it.
    pub fn has_shared(&self) -> bool {
        self.shared || self.owner == Owner::Everybody
    }

    /// Whether somebody's own notes are in it.
    pub fn is_personal(&self) -> bool {
        self.owner != Owner::Everybody
    }

    /// Whether a note of this owner is in it.
    pub fn holds(&self, owner: &Owner) -> bool {
        *owner == self.owner || (*owner == Owner::Everybody && self.shared)
    }

    /// The notes of this owner alone; none if they are outside.
    pub fn only(&self, owner: &Owner) -> Option<Self> {
        self.holds(owner).then(|| Self { owner: owner.clone(), shared: false, ..self.clone() })
    }

    /// The notes of the owner of a new note.
    pub fn own(&self) -> Self {
        Self { shared: false, ..self.clone() }
    }

    /// The notes among which one with this title is looked for, to write to. Entries may go to a shared list;
    /// dictated words never go to a shared note.
    pub fn for_writing(&self, title: &str) -> Self {
        if is_list(title) { self.clone() } else { self.own() }
    }

    /// What is said of whose a note is.
    pub fn whose(&self, owner: &Owner) -> Whose {
        if self.is_personal() && *owner == Owner::Everybody { Whose::Shared } else { Whose::Plain }
    }

    /// A note's name in this scope: by it alone the same note is found again.
    pub fn called(&self, owner: &Owner, title: &str) -> String {
        match self.whose(owner) {
            Whose::Shared => format!("Shared {}", small(title)),
            Whose::Plain | Whose::Own => title.to_owned(),
        }
    }

    /// A name that says whose the note is ("shared shopping list"): the notes it means, and the name without that.
    ///
    /// # Errors
    /// It means somebody's own notes, and there are none here.
    #[allow(clippy::result_unit_err, reason = "there is one reason, and wording says it")]
    pub fn named(&self, name: &str) -> Result<Option<(Self, String)>, ()> {
        let (shared, title) = match apart(name) {
            None => return Ok(None),
            Some((false, _)) if !self.is_personal() => return Err(()),
            Some(found) => found,
        };
        let owner = if shared { &Owner::Everybody } else { &self.owner };
        Ok(self.only(owner).filter(|_| !title.is_empty()).map(|scope| (scope, title)))
    }
}

/// Whether a name says that everybody's note is meant, and the title without that; none if it does not say whose.
fn apart(name: &str) -> Option<(bool, String)> {
    let (shared, rest) = match (after(name, SHARED), after(name, OWN)) {
        (Some(rest), _) => (true, rest),
        (None, Some(rest)) => (false, rest),
        (None, None) => return None,
    };
    Some((shared, capital(&bare(rest))))
}

/// The title a name means that says whose the note is: what a rule about titles is held against besides the name itself.
pub fn title_meant(name: &str) -> Option<String> {
    apart(name.trim()).map(|(_, title)| title)
}

/// A title within a sentence: "shopping list", but "PIN".
pub fn small(title: &str) -> String {
    let mut chars = title.chars();
    if chars.clone().nth(1).is_some_and(char::is_uppercase) {
        return title.to_owned();
    }
    chars.next().map_or_else(String::new, |c| c.to_lowercase().chain(chars).collect())
}
