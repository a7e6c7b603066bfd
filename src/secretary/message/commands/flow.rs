//! What `/flow` orders.

use crate::secretary::flow::LONGEST_NAME;
use crate::secretary::flow::trigger::Kind;

/// What is to be done with flows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FlowOrder {
    /// Show a page of them, counted from 1.
    List(usize),
    /// Show those that come with the program.
    Examples,
    /// Show the one of this name that comes with the program.
    Example(String),
    /// Have a model change one that comes with the program.
    Adapt {
        /// Its name.
        name: String,
        /// What it is to do otherwise, or empty to be asked.
        words: String,
    },
    /// Say how to make one, and what a script may call.
    HowToMake,
    /// Make one.
    New {
        /// What it is to be called.
        name: String,
        /// Its script; empty where that is in a file, or still to come.
        script: String,
    },
    /// Make one of those that come with the program.
    From(String),
    /// Have a model write one that does this.
    Write(String),
    /// Something with the one of this number.
    One(i64, FlowDeed),
}

/// What is to be done with one flow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FlowDeed {
    /// Show it.
    Show,
    /// Try it: nothing is changed.
    Dry,
    /// Agree to it.
    Agree,
    /// Run it now.
    Run,
    /// Run it by the clock; when, or empty to be asked.
    Schedule(String),
    /// Run it by the clock no longer.
    Unschedule,
    /// Send its script.
    File,
    /// End what runs of it.
    Cancel,
    /// Delete it.
    Delete,
    /// Have a model change its script: what it is to do otherwise, or empty to be asked.
    Change(String),
    /// Delete the table of this name, which its script keeps.
    DeleteTable(String),
    /// Let something begin its runs, or no longer.
    Trigger(TriggerOrder),
}

/// What is to be done about what begins runs of a flow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TriggerOrder {
    /// Show the address of its webhook, which is made if there is none.
    Hook,
    /// Give its webhook a new secret.
    NewHook,
    /// Watch the folder of this name.
    Folder(String),
    /// Wait here for messages with these words.
    Messages(String),
    /// Wait for tickets that end.
    Finished,
    /// No longer wait for this.
    Off(Kind),
}

impl TriggerOrder {
    /// What these words order; none if they order nothing of this.
    fn of_words(word: &str, more: &str) -> Option<Self> {
        let kind = Self::kind(word)?;
        Some(match (kind, more.to_ascii_lowercase().as_str()) {
            (kind, "off") => Self::Off(kind),
            (Kind::Hook, "") => Self::Hook,
            (Kind::Hook, "new") => Self::NewHook,
            (Kind::Finished, "") => Self::Finished,
            (Kind::Folder | Kind::Messages, "") | (Kind::Hook | Kind::Finished, _) => return None,
            (Kind::Folder, _) => Self::Folder(more.to_owned()),
            (Kind::Messages, _) => Self::Messages(more.to_owned()),
        })
    }

    /// The kind of trigger that a word of a command means.
    pub fn kind(word: &str) -> Option<Kind> {
        match word {
            "hook" | "webhook" => Some(Kind::Hook),
            "folder" => Some(Kind::Folder),
            "messages" | "message" => Some(Kind::Messages),
            "finished" => Some(Kind::Finished),
            _ => None,
        }
    }
}

/// The ways to divide words that begin with the name of a flow: the name, and what follows it; the shortest name first.
pub fn by_name(words: &str) -> Vec<(&str, &str)> {
    let words = words.trim();
    let ends = words.char_indices().filter(|(_, c)| c.is_whitespace()).map(|(at, _)| at).chain([words.len()]);
    let divided = ends.map(|end| words.split_at(end));
    divided
        .take_while(|(name, _)| name.chars().count() <= LONGEST_NAME)
        .map(|(name, rest)| (name, rest.trim()))
        .collect()
}

/// Whether words that begin with the name of a flow only show something, whatever part of them is its name.
pub(super) fn only_shows(words: &str) -> bool {
    by_name(words).into_iter().filter_map(|(_, rest)| FlowDeed::read(rest)).all(|deed| deed.only_shows())
}

/// Whether words that begin with the name of a flow may be an agreement.
pub(super) fn may_agree(words: &str) -> bool {
    by_name(words).into_iter().any(|(_, rest)| FlowDeed::read(rest) == Some(FlowDeed::Agree))
}

impl FlowDeed {
    /// What words behind a number or a name order.
    pub fn read(words: &str) -> Option<Self> {
        let words = words.trim();
        let (word, more) = words.split_once(char::is_whitespace).unwrap_or((words, ""));
        Self::of_words(&word.to_ascii_lowercase(), more.trim())
    }

    /// Whether it only shows something.
    fn only_shows(&self) -> bool {
        match self {
            Self::Show | Self::File => true,
            Self::Dry
            | Self::Agree
            | Self::Run
            | Self::Schedule(_)
            | Self::Unschedule
            | Self::Cancel
            | Self::Delete
            | Self::Change(_)
            | Self::DeleteTable(_)
            | Self::Trigger(_) => false,
        }
    }

    /// What this word orders, with what stands behind it.
    fn of_words(word: &str, more: &str) -> Option<Self> {
        Some(match word {
            "schedule" if more.eq_ignore_ascii_case("off") => Self::Unschedule,
            "schedule" => Self::Schedule(more.to_owned()),
            "change" => Self::Change(more.to_owned()),
            "table" => {
                let table =
                    more.rsplit_once(char::is_whitespace).filter(|(_, verb)| verb.eq_ignore_ascii_case("delete"));
                Self::DeleteTable(table?.0.trim().to_owned())
            }
            _ if TriggerOrder::kind(word).is_some() => Self::Trigger(TriggerOrder::of_words(word, more)?),
            _ if !more.is_empty() => return None,
            "" | "show" => Self::Show,
            "dry" => Self::Dry,
            "agree" => Self::Agree,
            "run" | "now" => Self::Run,
            "file" => Self::File,
            "cancel" | "stop" => Self::Cancel,
            "delete" => Self::Delete,
            _ => return None,
        })
    }
}

impl FlowOrder {
    /// Whether it only shows something.
    pub fn only_shows(&self) -> bool {
        match self {
            Self::List(_) | Self::Examples | Self::Example(_) | Self::HowToMake => true,
            Self::New { .. } | Self::From(_) | Self::Adapt { .. } | Self::Write(_) => false,
            Self::One(_, deed) => deed.only_shows(),
        }
    }
}
