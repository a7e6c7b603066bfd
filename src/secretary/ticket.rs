//! A ticket: one idea on its way to a report, with its tasks and decisions. The shape and what can be
//! read off it; how it changes is in `step` and `stages`.

use super::decision::Decision;
use super::ids::{DecisionId, PersonId, RoomId, RunId, Slot, TaskKey, TicketId, Token, WorkspaceId};
use super::message::Attached;
use super::plan::{Question, Requirement};
use super::thinking::Usage;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// How urgent an idea is; the queue takes the most urgent first, then the oldest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Priority {
    /// At once.
    Urgent,
    /// Soon.
    High,
    /// In its turn.
    #[default]
    Medium,
    /// When there is time.
    Low,
}

/// Where a ticket is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Stage {
    /// Received; being read.
    Intake,
    /// Questions are open, or their answers are being read.
    Clarifying,
    /// The card is shown and waits for a go.
    Confirming,
    /// Tasks are being done.
    Working,
    /// The report is being written.
    Reporting,
    /// Over.
    Closed(Ending),
}

/// How a ticket ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Ending {
    /// With a report.
    Done,
    /// Without one, for a reason that was said.
    Failed,
    /// Somebody called it off.
    Cancelled,
    /// It was small talk or an addition to another ticket, and is not listed.
    Folded,
}

/// One message of questions.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Round {
    /// The questions, one to three.
    pub questions: Vec<Question>,
    /// The answers so far, by question.
    pub answers: Vec<Option<String>>,
    /// What is ticked of questions that take several answers, before "Done".
    #[serde(default)]
    pub ticked: Vec<Vec<usize>>,
    /// The token of its buttons.
    pub token: Token,
    /// Every question is answered or left to the secretary.
    pub closed: bool,
    /// When people are reminded of it.
    pub remind_at: DateTime<Utc>,
}

/// Where a task is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum TaskState {
    /// Not started.
    Pending,
    /// Given to an agent whose run has not begun.
    Claimed,
    /// A run is at it.
    InProgress,
    /// It cannot go on by itself.
    Blocked(Blocked),
    /// Done, with a result.
    Completed,
    /// Given up, with a reason.
    Failed,
}

/// Why a task cannot go on by itself.
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
    /// The skills it needs.
    pub capabilities: Vec<String>,
    /// The tasks before it.
    pub needs: Vec<TaskKey>,
    /// Where it is.
    pub state: TaskState,
    /// The agent at it.
    pub agent: Option<String>,
    /// Attempts begun, at most [`MAX_ATTEMPTS`].
    pub attempts: u32,
    /// The run of the present attempt.
    pub run: Option<RunId>,
    /// How often its limits were extended by a person.
    pub extended: u32,
    /// How many words were told to the run while it was at work.
    #[serde(default)]
    pub told: u32,
    /// What the present run cost so far, as counted in the ticket.
    #[serde(default)]
    pub spent: Usage,
    /// The result, or what there is of it.
    pub result: String,
    /// Why the last attempt failed; told to the next one.
    pub failure: Option<String>,
}

/// Attempts of a task in all.
pub const MAX_ATTEMPTS: u32 = 3;
/// Rounds of questions a ticket may have.
pub const MAX_ROUNDS: usize = 2;

/// A report as sent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Report {
    /// Markdown.
    pub text: String,
    /// When.
    pub at: DateTime<Utc>,
    /// The last rating: good or not, and by whom.
    pub rated: Option<(bool, PersonId)>,
}

/// Why a ticket stands still although nobody has to decide.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Waiting {
    /// The language model does not answer since then.
    Model(DateTime<Utc>),
    /// A person must set something up: the sentence said to them.
    Setup(String),
    /// The questions were not answered after a reminder.
    Answers,
}

/// One idea on its way to a report.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Ticket {
    /// Its id.
    pub id: TicketId,
    /// Its workspace.
    pub workspace: WorkspaceId,
    /// The number people see, counted per workspace.
    pub number: i64,
    /// Who sent it.
    pub requester: PersonId,
    /// Their name.
    pub requester_name: String,
    /// Where it came from.
    pub room: RoomId,
    /// It came in a direct chat: only the requester, approvers and owners may see it.
    pub direct: bool,
    /// Files came with the idea; they are not read.
    #[serde(default)]
    pub unread_files: bool,
    /// The person's own words, whole.
    pub idea: String,
    /// A few of them.
    pub title: String,
    /// How urgent.
    pub priority: Priority,
    /// Where it is.
    pub stage: Stage,
    /// Somebody paused it.
    pub paused: bool,
    /// The questions asked, at most [`MAX_ROUNDS`].
    pub rounds: Vec<Round>,
    /// Corrections to the card.
    pub edits: Vec<String>,
    /// Words added while it was being worked on.
    pub additions: Vec<String>,
    /// What was agreed.
    pub requirement: Requirement,
    /// The plan.
    pub tasks: Vec<Task>,
    /// The decisions.
    pub decisions: Vec<Decision>,
    /// Files its tasks wrote, to be sent along with the report.
    #[serde(default)]
    pub files: Vec<Attached>,
    /// The reports, oldest first.
    pub reports: Vec<Report>,
    /// What the thinking cost.
    pub usage: Usage,
    /// Why it stands still, if it does.
    pub waiting: Option<Waiting>,
    /// The line under the progress.
    pub doing: String,
    /// The ticket it may be an addition to.
    #[serde(default)]
    pub beside: Option<(TicketId, i64)>,
    /// The token of the buttons of its present card, progress and report.
    pub token: Option<Token>,
    /// The rooms each of its messages stands in.
    pub shown: BTreeMap<Slot, Vec<RoomId>>,
    /// The thinking it waits for, counted, so that an overtaken answer is recognised.
    pub asked: u32,
    /// When it came.
    pub created_at: DateTime<Utc>,
    /// When it last changed.
    pub updated_at: DateTime<Utc>,
    /// When work began, for the time shown in progress.
    pub started_at: Option<DateTime<Utc>>,
    /// Changes so far; every step adds one.
    pub version: u64,
}

impl Ticket {
    /// The name of one of its messages.
    pub fn slot(&self, name: &str) -> Slot {
        Slot::new(format!("{}/{name}", self.id))
    }

    /// The round that waits for answers.
    pub fn open_round(&self) -> Option<(usize, &Round)> {
        match self.stage {
            Stage::Clarifying => self.rounds.iter().enumerate().find(|(_, r)| !r.closed),
            Stage::Intake | Stage::Confirming | Stage::Working | Stage::Reporting | Stage::Closed(_) => None,
        }
    }

    /// A decision by key.
    pub fn decision(&self, key: &DecisionId) -> Option<&Decision> {
        self.decisions.iter().find(|d| &d.key == key)
    }

    /// The decisions that wait for a person.
    pub fn open_decisions(&self) -> impl Iterator<Item = &Decision> {
        self.decisions.iter().filter(|d| d.open())
    }

    /// A task by key.
    pub fn task(&self, key: &str) -> Option<&Task> {
        self.tasks.iter().find(|t| t.key == key)
    }

    /// A task by key, to change it.
    pub fn task_mut(&mut self, key: &str) -> Option<&mut Task> {
        self.tasks.iter_mut().find(|t| t.key == key)
    }

    /// Whether it is over.
    pub fn closed(&self) -> bool {
        matches!(self.stage, Stage::Closed(_))
    }

    /// Whether lists leave it out.
    pub fn folded(&self) -> bool {
        matches!(self.stage, Stage::Closed(Ending::Folded))
    }

    /// The one word of its status that people see, also the status stored for lists.
    pub fn status(&self) -> Status {
        match self.stage {
            Stage::Closed(Ending::Done) => Status::Done,
            Stage::Closed(Ending::Failed) => Status::Failed,
            Stage::Closed(Ending::Cancelled | Ending::Folded) => Status::Cancelled,
            _ if self.paused => Status::Paused,
            Stage::Intake | Stage::Reporting if self.waiting.is_some() => Status::Waiting,
            Stage::Clarifying if self.waiting.is_some() && self.open_round().is_none() => Status::Waiting,
            Stage::Intake => Status::New,
            Stage::Clarifying => Status::Asking,
            Stage::Confirming => Status::Confirming,
            Stage::Working => self.working_status(),
            Stage::Reporting => Status::Reporting,
        }
    }

    fn working_status(&self) -> Status {
        let running = self.tasks.iter().any(|t| matches!(t.state, TaskState::Claimed | TaskState::InProgress));
        if self.open_decisions().next().is_some() {
            Status::Deciding
        } else if !running || self.waiting.is_some() {
            Status::Waiting
        } else {
            Status::Working
        }
    }
}

/// The status people see.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Status {
    /// Received.
    New,
    /// Questions are open.
    Asking,
    /// The card waits for a go.
    Confirming,
    /// Work goes on.
    Working,
    /// A person must decide.
    Deciding,
    /// Nobody free, or something is not set up, or the model is down.
    Waiting,
    /// Somebody paused it.
    Paused,
    /// The report is being written.
    Reporting,
    /// Done.
    Done,
    /// Failed.
    Failed,
    /// Called off.
    Cancelled,
}

impl Status {
    /// Every status, in the order people see them.
    pub const ALL: [Self; 11] = [
        Self::New,
        Self::Asking,
        Self::Confirming,
        Self::Working,
        Self::Deciding,
        Self::Waiting,
        Self::Paused,
        Self::Reporting,
        Self::Done,
        Self::Failed,
        Self::Cancelled,
    ];

    /// The stable name in the database.
    pub fn name(self) -> &'static str {
        match self {
            Self::New => "new",
            Self::Asking => "asking",
            Self::Confirming => "confirming",
            Self::Working => "working",
            Self::Deciding => "deciding",
            Self::Waiting => "waiting",
            Self::Paused => "paused",
            Self::Reporting => "reporting",
            Self::Done => "done",
            Self::Failed => "failed",
            Self::Cancelled => "cancelled",
        }
    }

    /// The status of a stable name.
    pub fn of_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|s| s.name() == name)
    }
}
