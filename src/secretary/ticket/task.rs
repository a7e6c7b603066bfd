//! A task: one piece of the plan of a ticket, done by one agent. Only the type; `lifecycle` changes it.

use crate::secretary::budget::cost::Usage;
use crate::secretary::chart::Chart;
use crate::secretary::ids::{DecisionId, RunId, TaskKey, TicketId};
use chrono::{DateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};

/// The most attempts of a task.
pub const MAX_ATTEMPTS: u32 = 3;

/// Where a task is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum TaskState {
    /// Not started.
    Pending,
    /// Given to an agent whose run has not begun.
    Claimed,
    /// A run is working on it.
    InProgress,
    /// It cannot continue by itself.
    Blocked(Blocked),
    /// Done, with a result.
    Completed,
    /// Given up, with a reason.
    Failed,
}

/// Why a task cannot continue by itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Blocked {
    /// A person must decide.
    Decision(DecisionId),
    /// A task it needs has failed.
    Dependency(TaskKey),
    /// Nobody on the roster fits or is free: why, for people.
    NoAgent(String),
    /// Somebody paused the work.
    Paused,
    /// An attempt failed; the next one begins at this moment.
    Retry(DateTime<Utc>),
}

/// A file that goes with a message, or that a task wrote.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Attached {
    /// The name people see ("report-12.md").
    pub name: String,
    /// The content, UTF-8; empty where `at` says where it lies.
    pub text: String,
    /// Where the content lies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<FileAt>,
    /// The size in bytes of what lies elsewhere.
    #[serde(default, skip_serializing_if = "none")]
    pub bytes: u64,
}

#[allow(clippy::trivially_copy_pass_by_ref)]
fn none(bytes: &u64) -> bool {
    *bytes == 0
}

/// Where the content of a file lies.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum FileAt {
    /// In the home of a ticket: an agent wrote it.
    Written {
        /// The ticket.
        ticket: TicketId,
        /// The path in its home.
        path: String,
    },
    /// Among the files that people sent.
    Received {
        /// The home of its message.
        home: String,
        /// Its name there.
        name: String,
    },
    /// In several files, which are sent as one archive.
    Archive {
        /// The name of each in the archive, and where it lies.
        files: Vec<(String, FileAt)>,
    },
    /// Nowhere: it is a picture that is drawn when it is sent.
    Drawn {
        /// Of what.
        chart: Box<Chart>,
    },
}

impl Attached {
    /// A text under a name.
    pub fn text(name: impl Into<String>, text: impl Into<String>) -> Self {
        Self { name: name.into(), text: text.into(), at: None, bytes: 0 }
    }

    /// Adds files to others; each takes the place of the one that it replaces.
    pub fn add(kept: &mut Vec<Self>, files: &[Self]) {
        kept.retain(|old| !files.iter().any(|new| (&new.name, &new.at) == (&old.name, &old.at)));
        kept.extend(files.iter().cloned());
    }
}

/// What a run leaves that did not come to its end.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Left {
    /// It changed something that a new run would repeat: the next attempt continues this one.
    #[serde(default)]
    pub acted: bool,
    /// The files it wrote.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub files: Vec<Attached>,
}

/// The most bytes of files that go along one by one; more go as an archive.
pub const MOST_ALONG: u64 = 10 * 1024 * 1024;
/// The most bytes of the files of one archive: with it a message fits on every platform (platform-facts D24).
const MOST_ARCHIVED: u64 = 9 * 1024 * 1024;
/// The most files that go along one by one.
const MOST_ONE_BY_ONE: usize = 10;

/// The files as they are sent: one by one, or where they are many or large in archives that every platform takes.
/// `archive`: the name of an archive by its number, from 1.
pub fn sent_along(files: Vec<Attached>, archive: impl Fn(usize) -> String) -> Vec<Attached> {
    let bytes = files.iter().map(|file| file.bytes.max(file.text.len() as u64)).sum::<u64>();
    if files.len() <= MOST_ONE_BY_ONE && bytes <= MOST_ALONG {
        return files;
    }
    let (mut sent, mut archives) = (Vec::new(), Vec::<Attached>::new());
    for file in files {
        let Some(at) = file.at.clone().filter(|_| file.bytes <= MOST_ARCHIVED) else {
            // What an older version kept as text, and what fills an archive alone.
            sent.push(file);
            continue;
        };
        match archives.last_mut() {
            Some(Attached { at: Some(FileAt::Archive { files }), bytes, .. })
                if *bytes + file.bytes <= MOST_ARCHIVED =>
            {
                *bytes += file.bytes;
                files.push((file.name, at));
            }
            Some(_) | None => {
                let (name, bytes) = (archive(archives.len() + 1), file.bytes);
                let at = Some(FileAt::Archive { files: vec![(file.name, at)] });
                archives.push(Attached { name, text: String::new(), at, bytes });
            }
        }
    }
    sent.extend(archives);
    sent
}

/// A task of the plan.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Task {
    /// Unique in the ticket ("t1").
    pub key: TaskKey,
    /// A few words.
    pub title: String,
    /// The full instruction.
    pub instruction: String,
    /// The agent it is pinned to.
    pub pinned: Option<String>,
    /// Every agent can do it, so agents take turns with such tasks.
    #[serde(default)]
    pub in_turn: bool,
    /// People were told that the agent changes nothing outside the ticket.
    #[serde(default)]
    pub reads_only: bool,
    /// The skills it needs.
    pub capabilities: Vec<String>,
    /// The tasks before it.
    pub needs: Vec<TaskKey>,
    /// Where it is.
    pub state: TaskState,
    /// The agent at it.
    pub agent: Option<String>,
    /// Why this agent, in a few words: "2 of 2 skills". Empty where people chose.
    #[serde(default)]
    pub chosen: String,
    /// While no agent works on it: the names of those who could, best first.
    #[serde(default)]
    pub fitting: Vec<String>,
    /// Attempts begun, at most [`MAX_ATTEMPTS`].
    pub attempts: u32,
    /// How often a run of it continued after the program ended in the middle.
    #[serde(default)]
    pub restarts: u32,
    /// The run of the present attempt.
    pub run: Option<RunId>,
    /// The runs of earlier attempts, whose changes still count.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub former_runs: Vec<RunId>,
    /// The run changed something that a new one would repeat: another attempt by the same agent continues it.
    #[serde(default)]
    pub acted: bool,
    /// The version of the ticket at which this run got another try; 0 for none.
    #[serde(default)]
    pub tried: u64,
    /// How often its limits were extended by a person.
    pub extended: u32,
    /// How many words were sent to the run while it was working.
    #[serde(default)]
    pub told: u32,
    /// What the present run cost so far, as counted in the ticket.
    #[serde(default)]
    pub spent: Usage,
    /// Calls of the agent's own tools that worked: what was looked up, written or set for the result.
    #[serde(default)]
    pub used: u32,
    /// The result, or what there is of it.
    pub result: String,
    /// Why the last attempt failed; told to the next one.
    pub failure: Option<String>,
    /// Whether the trouble may pass by itself.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub may_pass: bool,
    /// It failed, and people decided to continue without it.
    #[serde(default)]
    pub left_out: bool,
}

impl Task {
    /// The runs of all its attempts.
    pub fn runs(&self) -> impl Iterator<Item = &RunId> {
        self.run.iter().chain(&self.former_runs)
    }

    /// A new task for any agent, without dependencies.
    pub fn new(key: impl Into<TaskKey>, title: impl Into<String>, instruction: impl Into<String>) -> Self {
        Self {
            key: key.into(),
            title: title.into(),
            instruction: instruction.into(),
            pinned: None,
            in_turn: false,
            reads_only: false,
            capabilities: Vec::new(),
            needs: Vec::new(),
            state: TaskState::Pending,
            agent: None,
            chosen: String::new(),
            fitting: Vec::new(),
            attempts: 0,
            restarts: 0,
            run: None,
            former_runs: Vec::new(),
            acted: false,
            tried: 0,
            extended: 0,
            told: 0,
            spent: Usage::default(),
            used: 0,
            result: String::new(),
            failure: None,
            may_pass: false,
            left_out: false,
        }
    }

    /// The agent whose run changed something that must not be repeated; none once people chose another one.
    pub fn bound_to(&self) -> Option<&String> {
        let chosen = |agent: &&String| self.pinned.as_ref().is_none_or(|pinned| pinned == *agent);
        self.agent.as_ref().filter(|_| self.acted && self.run.is_some()).filter(chosen)
    }

    /// The one agent that must do it, if any: the one it is bound to, else the pinned one.
    pub fn meant_for(&self) -> Option<&String> {
        self.bound_to().or(self.pinned.as_ref())
    }

    /// Whether it continues by itself: an agent works on it or will in a moment.
    pub fn going_on(&self) -> bool {
        matches!(self.state, TaskState::Claimed | TaskState::InProgress | TaskState::Blocked(Blocked::Retry(_)))
    }

    /// How long the next attempt waits after this many.
    pub fn back_off(&self) -> TimeDelta {
        if self.attempts <= 1 { TimeDelta::seconds(5) } else { TimeDelta::seconds(30) }
    }
}
