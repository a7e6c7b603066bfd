//! Triggers: what begins runs of a flow besides people and the clock. This module has the type, what it may be set to, and
//! how many events it takes in an hour. It must not look for events: the engine does.

pub mod came;

use crate::secretary::ids::{FlowId, PersonId, RoomId, TriggerId, WorkspaceId};
use crate::secretary::names::phrases::line;
use crate::secretary::people::workspace::Person;
use chrono::{DateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};
use std::fmt;

/// The most events that one trigger takes in [`WINDOW`].
pub const MOST_EVENTS: usize = 60;
/// The time in which events are counted.
pub const WINDOW: TimeDelta = TimeDelta::hours(1);
/// So long the secret of a webhook stands in the chat where it is shown.
pub const SECRET_SHOWN_FOR: TimeDelta = TimeDelta::minutes(10);
/// The most characters of words that a message must contain.
pub const LONGEST_WORDS: usize = 80;
/// The most files that a folder remembers.
pub const MOST_SEEN: usize = 1_000;
/// The longest name of a watched folder.
pub const LONGEST_FOLDER: usize = 40;

/// What begins runs of a flow.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Trigger {
    /// Its id; of a webhook also the end of its address.
    pub id: TriggerId,
    /// The workspace.
    pub workspace: WorkspaceId,
    /// The flow.
    pub flow: FlowId,
    /// Who set it up.
    pub person: PersonId,
    /// What it waits for.
    pub kind: TriggerKind,
    /// When it was set up.
    pub created_at: DateTime<Utc>,
    /// When it took the events of the last hour, in seconds since 1970, oldest first.
    #[serde(default)]
    pub recent: Vec<i64>,
    /// When people last heard that events are left out, in seconds since 1970.
    #[serde(default)]
    pub told_at: Option<i64>,
}

/// What a trigger waits for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum TriggerKind {
    /// A signed request of another program.
    Hook {
        /// What the request is signed with.
        secret: HookSecret,
    },
    /// A file in a folder.
    Folder {
        /// The folder's name below the folder of all watched ones.
        folder: String,
        /// Digests of the files that were handed over, or stood there before; none until the first look.
        #[serde(default)]
        seen: Option<Vec<String>>,
    },
    /// A message of people.
    Messages {
        /// Where.
        room: RoomId,
        /// What it must contain, in any case.
        words: String,
    },
    /// The end of a ticket.
    Finished,
}

impl TriggerKind {
    /// The kind alone.
    pub fn plain(&self) -> Kind {
        match self {
            Self::Hook { .. } => Kind::Hook,
            Self::Folder { .. } => Kind::Folder,
            Self::Messages { .. } => Kind::Messages,
            Self::Finished => Kind::Finished,
        }
    }
}

/// The secret of a webhook. Debug hides it.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct HookSecret(String);

impl HookSecret {
    /// Takes this text for the secret.
    pub fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    /// The secret itself, to sign with it or to show it once.
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for HookSecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("HookSecret")
    }
}

/// The kinds of triggers, without what they are set to. A flow has at most one of each, and one for messages in each room.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// A webhook.
    Hook,
    /// A watched folder.
    Folder,
    /// Messages in a room.
    Messages,
    /// Finished tickets.
    Finished,
}

impl Kind {
    /// Its name where it is stored.
    pub fn name(self) -> &'static str {
        match self {
            Self::Hook => "hook",
            Self::Folder => "folder",
            Self::Messages => "messages",
            Self::Finished => "finished",
        }
    }
}

/// Why a trigger cannot be set to something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TriggerFault {
    /// The folder has no plain name.
    Folder,
    /// No words are given, or more than [`LONGEST_WORDS`] characters.
    Words,
}

/// What became of an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Taken {
    /// It is taken.
    Yes,
    /// It is one too many.
    No {
        /// From when on the next one is taken.
        until: DateTime<Utc>,
        /// People have not heard of it in the last hour.
        first: bool,
    },
}

/// The name of a folder as it may be watched.
///
/// # Errors
/// It is no plain name.
pub fn folder_name(name: &str) -> Result<String, TriggerFault> {
    let plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    let fits = !name.is_empty() && name.len() <= LONGEST_FOLDER && name.chars().all(plain);
    if fits { Ok(name.to_owned()) } else { Err(TriggerFault::Folder) }
}

/// The words that a message must contain, on one line.
///
/// # Errors
/// There are none, or too many.
pub fn wanted_words(words: &str) -> Result<String, TriggerFault> {
    let words = line(words);
    let fits = words.chars().any(char::is_alphanumeric) && words.chars().count() <= LONGEST_WORDS;
    if fits { Ok(words) } else { Err(TriggerFault::Words) }
}

impl Trigger {
    /// A new trigger of a flow.
    pub fn new(
        id: TriggerId,
        (workspace, flow): (WorkspaceId, FlowId),
        person: PersonId,
        kind: TriggerKind,
        created_at: DateTime<Utc>,
    ) -> Self {
        Self { id, workspace, flow, person, kind, created_at, recent: Vec::new(), told_at: None }
    }

    /// The room whose messages it waits for.
    pub fn room(&self) -> Option<&RoomId> {
        match &self.kind {
            TriggerKind::Messages { room, .. } => Some(room),
            TriggerKind::Hook { .. } | TriggerKind::Folder { .. } | TriggerKind::Finished => None,
        }
    }

    /// The folder that is watched.
    pub fn folder(&self) -> Option<&String> {
        match &self.kind {
            TriggerKind::Folder { folder, .. } => Some(folder),
            TriggerKind::Hook { .. } | TriggerKind::Messages { .. } | TriggerKind::Finished => None,
        }
    }

    /// The secret of a webhook.
    pub fn secret(&self) -> Option<&HookSecret> {
        match &self.kind {
            TriggerKind::Hook { secret } => Some(secret),
            TriggerKind::Folder { .. } | TriggerKind::Messages { .. } | TriggerKind::Finished => None,
        }
    }

    /// Whether a message contains what it waits for.
    pub fn waits_for(&self, text: &str) -> bool {
        match &self.kind {
            TriggerKind::Messages { words, .. } => line(text).to_lowercase().contains(&words.to_lowercase()),
            TriggerKind::Hook { .. } | TriggerKind::Folder { .. } | TriggerKind::Finished => false,
        }
    }

    /// Takes an event, if fewer than [`MOST_EVENTS`] came in the last hour.
    pub fn take(&mut self, now: DateTime<Utc>) -> Taken {
        let (at, window) = (now.timestamp(), WINDOW.num_seconds());
        // After the clock was set back the window begins anew.
        self.recent.retain(|before| at - *before < window && *before <= at);
        let oldest = self.recent.first().copied().filter(|_| self.recent.len() >= MOST_EVENTS);
        let Some(oldest) = oldest else {
            self.recent.push(at);
            return Taken::Yes;
        };
        let first = self.told_at.is_none_or(|told| at - told >= window || told > at);
        if first {
            self.told_at = Some(at);
        }
        Taken::No { until: DateTime::from_timestamp(oldest + window, 0).unwrap_or(now + WINDOW), first }
    }

    /// Whether a file of its folder was handed over, or stood there before.
    pub fn has_seen(&self, file: &str) -> bool {
        matches!(&self.kind, TriggerKind::Folder { seen: Some(seen), .. } if seen.iter().any(|one| one == file))
    }

    /// Notes that a file of its folder was handed over. Of more than [`MOST_SEEN`] files those are forgotten first that are
    /// not among `there` any more. All others are kept, since another process may look into a folder of its own.
    pub fn saw(&mut self, file: &str, there: &[String]) {
        if let TriggerKind::Folder { seen, .. } = &mut self.kind {
            let kept = seen.get_or_insert_default();
            kept.push(file.to_owned());
            let mut surplus = kept.len().saturating_sub(MOST_SEEN);
            kept.retain(|one| {
                let goes = surplus > 0 && !there.contains(one);
                surplus -= usize::from(goes);
                !goes
            });
        }
    }

    /// Notes what stands in its folder when the watch begins. None of that is an event.
    pub fn begins_with(&mut self, there: &[String]) {
        if let TriggerKind::Folder { seen, .. } = &mut self.kind {
            *seen = Some(there.to_vec());
        }
    }

    /// What somebody had a part in becomes another one's, because both are one person.
    pub fn hand_over(&mut self, from: &Person, into: &Person) {
        if self.person == from.id {
            self.person = into.id.clone();
        }
    }
}

#[cfg(test)]
pub(in crate::secretary) mod tests {
    use crate::secretary::flow::trigger::*;

    pub(in crate::secretary) fn trigger(kind: TriggerKind) -> Trigger {
        let flow = (WorkspaceId::home(), FlowId::new("f1"));
        Trigger::new(TriggerId::new("t"), flow, PersonId::new("kim"), kind, DateTime::UNIX_EPOCH)
    }

    fn at(minutes: i64) -> DateTime<Utc> {
        DateTime::UNIX_EPOCH + TimeDelta::minutes(minutes)
    }

    #[test]
    fn it_takes_so_many_events_in_an_hour_and_people_hear_of_more_once() {
        let mut one = trigger(TriggerKind::Finished);
        for minute in 0..60 {
            assert_eq!(one.take(at(minute / 2)), Taken::Yes);
        }
        assert_eq!(one.take(at(31)), Taken::No { until: at(60), first: true });
        assert_eq!(one.take(at(59)), Taken::No { until: at(60), first: false });
        assert_eq!(one.take(at(60)), Taken::Yes);
        assert_eq!(one.take(at(60)), Taken::Yes, "two came in the first minute");
        assert_eq!(one.take(at(60)), Taken::No { until: at(61), first: false });
        assert_eq!(one.recent.len(), MOST_EVENTS, "no more is kept than is counted");
        for _ in 0..MOST_EVENTS {
            assert_eq!(one.take(at(200)), Taken::Yes);
        }
        assert_eq!(one.take(at(201)), Taken::No { until: at(260), first: true }, "another time");
    }

    #[test]
    fn a_message_contains_its_words_in_any_case() {
        let words = wanted_words(" Invoice \n from ").unwrap();
        let one = trigger(TriggerKind::Messages { room: RoomId::new("r"), words });
        for text in ["an INVOICE from Acme", "invoice\nfrom", "the invoice  from"] {
            assert!(one.waits_for(text), "{text}");
        }
        for text in ["an invoice", "from invoice", ""] {
            assert!(!one.waits_for(text), "{text}");
        }
        assert!(!trigger(TriggerKind::Finished).waits_for("invoice"));
    }

    #[test]
    fn what_it_cannot_be_set_to_is_refused() {
        assert_eq!(folder_name("in-voices_2"), Ok("in-voices_2".to_owned()));
        for name in ["", "..", "a/b", "a b", "ä", ".hidden", &"x".repeat(LONGEST_FOLDER + 1)] {
            assert_eq!(folder_name(name), Err(TriggerFault::Folder), "{name}");
        }
        for words in ["", " \n", "…", &"x".repeat(LONGEST_WORDS + 1)] {
            assert_eq!(wanted_words(words), Err(TriggerFault::Words), "{words}");
        }
    }

    #[test]
    fn a_folder_remembers_its_files_and_forgets_only_those_that_went_away() {
        let mut one = trigger(TriggerKind::Folder { folder: "in".to_owned(), seen: None });
        let names = |from: usize, to: usize| (from..to).map(|n| format!("file{n}")).collect::<Vec<_>>();
        assert!(!one.has_seen("file0"));
        one.begins_with(&names(0, MOST_SEEN));
        one.saw("new", &names(1, MOST_SEEN));
        assert!(!one.has_seen("file0") && one.has_seen("file1") && one.has_seen("new"));
        one.saw("other", &[names(1, MOST_SEEN), vec!["new".to_owned(), "other".to_owned()]].concat());
        assert!(one.has_seen("file1") && one.has_seen("other"), "all of them are still there");
    }

    #[test]
    fn a_secret_is_shown_to_nobody_by_chance_and_reads_back() {
        let one = trigger(TriggerKind::Hook { secret: HookSecret::new("zebrafinch") });
        assert!(!format!("{one:?}").contains("zebrafinch"));
        let text = serde_json::to_string(&one).unwrap();
        assert_eq!(serde_json::from_str::<Trigger>(&text).unwrap(), one);
    }
}
