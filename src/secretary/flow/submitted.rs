//! A script that somebody sent, or wants written, to have a flow made of it: while it is read or written, and what came of
//! that. Both are slow and happen outside; nothing here runs, fetches or asks anything.

use super::outline::Line;
use super::{FlowFault, LONGEST_NAME, LONGEST_SCRIPT};
use crate::secretary::ids::{FlowId, PersonId, RoomId, WorkspaceId};
use crate::secretary::inbound::{Attachment, FileKind, Platform, ReplyTo};
use crate::secretary::names::phrases::line;
use crate::secretary::people::workspace::Person;
use crate::secretary::when::{When, in_a_text};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

/// A script on its way to a flow.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Submitted {
    /// The workspace.
    pub workspace: WorkspaceId,
    /// Who sent it.
    pub person: PersonId,
    /// Since when they belong here: somebody who began anew since then did not send it.
    pub joined_at: DateTime<Utc>,
    /// Where they sent it.
    pub room: RoomId,
    /// What the answer replies to.
    pub reply: ReplyTo,
    /// What the flow is to be called; empty where a model finds a name.
    pub name: String,
    /// The script, or where it is, or what it is to do.
    pub source: Source,
}

/// Where a script is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Source {
    /// This is it.
    Text(String),
    /// A file on the platform.
    File {
        /// The platform.
        platform: Platform,
        /// The file.
        file: Attachment,
    },
    /// What it is to do: a model writes it.
    Words(Wanted),
}

/// What a model is to write.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Wanted {
    /// What the script is to do, or to do otherwise, in somebody's own words.
    pub words: String,
    /// The flow whose script is to be changed, with the count of its scripts at that time; none for a new flow.
    pub flow: Option<(FlowId, u32)>,
    /// The name of one that comes with the program, from which the script is to be made.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub example: Option<String>,
}

/// A script as a model answers it, unchecked.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Written {
    /// What the flow is to be called.
    pub name: String,
    /// The script.
    pub script: String,
    /// When it is to run by the clock, if that was said.
    #[serde(default, deserialize_with = "in_a_text")]
    pub when: Option<When>,
}

impl Written {
    /// The answer with its name on one line and its script without a fence.
    ///
    /// # Errors
    /// What keeps it from being a flow.
    pub fn checked(self) -> Result<Self, FlowFault> {
        let (name, script) = (line(&self.name), unfenced(&self.script).to_owned());
        if name.is_empty() {
            Err(FlowFault::NoName)
        } else if name.chars().count() > LONGEST_NAME {
            Err(FlowFault::LongName)
        } else if script.trim().is_empty() {
            Err(FlowFault::NoScript)
        } else if script.len() > LONGEST_SCRIPT {
            Err(FlowFault::LongScript)
        } else {
            Ok(Self { name, script, when: self.when })
        }
    }
}

/// What was found in a script, or came of writing it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Found {
    /// It is one.
    Script {
        /// The script.
        script: String,
        /// The functions that it calls and does not have itself, in order of appearance.
        calls: Vec<String>,
        /// Its outline; nothing in older events.
        #[serde(default)]
        lines: Vec<Line>,
    },
    /// It cannot be read.
    Wrong {
        /// The script.
        script: String,
        /// Why, in a sentence.
        why: String,
        /// The line with a mark below the place, where that is known.
        place: Option<String>,
    },
    /// The file is too large for a script.
    TooLarge,
    /// The platform does not have the file any more.
    Gone,
    /// The file is no text.
    NoText,
    /// A model wrote it.
    Written {
        /// What the model answered.
        written: Written,
        /// The functions that it calls, as of [`Found::Script`].
        calls: Vec<String>,
        /// Its outline, as of [`Found::Script`].
        #[serde(default)]
        lines: Vec<Line>,
    },
    /// The model does not answer yet; it is asked again.
    Delayed,
    /// The model wrote twice what is no script.
    Unusable,
    /// No model can write it, or none may: a sentence for people.
    NotNow(String),
}

impl Submitted {
    /// The lane in which it waits: what one person sends in one chat is read, or written, in order. Its name is one of those that go when
    /// everything of the person is erased.
    pub fn lane(&self) -> String {
        // What waits for a model holds up no script that is there.
        let what = if matches!(self.source, Source::Words(_)) { "write" } else { "flow" };
        format!("understand/{}/{what}/{}", self.room, self.person)
    }

    /// Whether this person sent it: not, once everything of theirs was erased.
    pub fn is_of(&self, person: &Person) -> bool {
        person.id == self.person && !person.erased && !person.began_anew(self.joined_at)
    }
}

/// The file that may be a script, of those that came with a message.
pub fn script_in(files: &[Attachment]) -> Option<&Attachment> {
    files.iter().find(|file| file.kind == FileKind::Document)
}

/// What a flow is called whose script is this file, if nobody says otherwise: as the file is called.
pub fn called(file: &Attachment) -> String {
    let name = line(&file.name);
    let stem = name.rsplit_once('.').map_or(name.as_str(), |(stem, _)| stem);
    stem.chars().take(LONGEST_NAME).collect::<String>().trim().to_owned()
}

/// A script as it was typed, without the fence around it that marks text as code.
pub fn unfenced(text: &str) -> &str {
    let text = text.trim_matches('\n');
    let inside = || {
        let (first, rest) = text.trim().strip_prefix("```")?.split_once('\n')?;
        let word = first.trim();
        let body = rest.trim_end().strip_suffix("```")?;
        word.chars().all(char::is_alphanumeric).then(|| body.trim_end_matches('\n'))
    };
    inside().unwrap_or(text)
}

#[cfg(test)]
mod tests {
    use crate::secretary::flow::submitted::*;

    #[test]
    fn what_a_model_answers_is_tidied_or_refused() {
        let answer = r#"{"name": " Price\nwatch ", "script": "```python\nnotify('x')\n```", "when": "*/5 * * * * Europe/Berlin"}"#;
        let written = serde_json::from_str::<Written>(answer).unwrap().checked().unwrap();
        assert_eq!((written.name.as_str(), written.script.as_str()), ("Price watch", "notify('x')"));
        let when = written.when.unwrap();
        assert_eq!((when.every.as_deref(), when.zone.as_deref()), (Some("*/5 * * * *"), Some("Europe/Berlin")));
        let of = |name: &str, script: &str| Written { name: name.to_owned(), script: script.to_owned(), when: None };
        for (wrong, fault) in [
            (of(" ", "x = 1"), FlowFault::NoName),
            (of(&"x".repeat(LONGEST_NAME + 1), "x = 1"), FlowFault::LongName),
            (of("a", "```\n\n```"), FlowFault::NoScript),
            (of("a", &"x".repeat(LONGEST_SCRIPT + 1)), FlowFault::LongScript),
        ] {
            assert_eq!(wrong.checked(), Err(fault));
        }
    }

    #[test]
    fn a_flow_is_called_like_its_file() {
        for (file, name) in [("price-watch.py", "price-watch"), ("a.b.py", "a.b"), ("watch", "watch"), (".py", "")] {
            let file = Attachment {
                name: file.to_owned(),
                handle: String::new(),
                bytes: 0,
                album: None,
                kind: FileKind::Document,
                media_type: None,
                seconds: None,
            };
            assert_eq!(called(&file), name);
        }
    }

    #[test]
    fn a_fence_around_a_script_is_taken_off() {
        for (typed, script) in [
            ("```python\nnotify('x')\n```", "notify('x')"),
            ("\n```\n  a = 1\nnotify(a)\n```\n", "  a = 1\nnotify(a)"),
            ("notify('x')\n", "notify('x')"),
            ("    x = 1", "    x = 1"),
            ("```python\nnever closed", "```python\nnever closed"),
            ("```a b\nx\n```", "```a b\nx\n```"),
            ("", ""),
        ] {
            assert_eq!(unfenced(typed), script, "{typed}");
        }
    }
}
