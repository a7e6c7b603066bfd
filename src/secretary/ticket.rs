//! A ticket: one idea on its way to a report, with tasks and decisions. The type and what can be read from it;
//! `lifecycle` changes it.

mod called;
pub mod decisions;
pub mod event;
pub mod facts;
pub mod hold;
mod opened;
pub mod plan;
pub mod plan_edit;
mod receiving;
pub mod report;
pub mod round;
pub mod standing;
pub mod task;
pub(super) mod timer;

use super::decision::{Decision, Subject, Verdict};
use super::ids::{DecisionId, PersonId, RoomId, Slot, TicketId, Token, WorkspaceId};
use super::policy::Source;
use super::ticket::hold::Hold;
use super::ticket::plan::Requirement;
pub use super::ticket::report::Report;
pub use super::ticket::round::{MAX_ROUNDS, Round};
use super::ticket::standing::{ByClock, Standing};
pub use super::ticket::task::{Blocked, MAX_ATTEMPTS, Task, TaskState};
use crate::secretary::agent::Team;
use crate::secretary::budget::cost::Usage;
use crate::secretary::inbound::Referred;
use crate::secretary::received::ReceivedFile;
use crate::secretary::ticket::task::Attached;
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
    /// The card is shown and waits for a start.
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
    /// Somebody cancelled it.
    Cancelled,
    /// It was small talk, or became part of another ticket or a schedule, and is not listed.
    Folded,
}

/// Why a ticket waits although nobody has to decide.
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
    /// The files that people sent with the idea, and later.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub received: Vec<ReceivedFile>,
    /// What its words refer to: words of others, for the most part.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub refers: Vec<Referred>,
    /// The person's own words, whole.
    pub idea: String,
    /// A few of them.
    pub title: String,
    /// How urgent.
    pub priority: Priority,
    /// Where it is.
    pub stage: Stage,
    /// It is paused, by itself or with all work.
    pub paused: bool,
    /// Its pauses, the question before a stop, and its cancellation.
    #[serde(default)]
    pub hold: Hold,
    /// The questions asked, at most [`MAX_ROUNDS`].
    pub rounds: Vec<Round>,
    /// Who else changed its plan.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub shaped_by: Vec<PersonId>,
    /// Corrections to the card.
    pub edits: Vec<String>,
    /// Words added while it was being worked on.
    pub additions: Vec<String>,
    /// Somebody sent `/clarify`: until the next questions or card it asks, whatever the settings say.
    #[serde(default)]
    pub curious: bool,
    /// How often its card was withdrawn for questions, or shown anew after an undone cancellation.
    #[serde(default)]
    pub taken_back: usize,
    /// The person who started the plan, if any, and when. Work may then wait for somebody's word.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub go: Option<Box<Verdict>>,
    /// How its words were understood in the conversation they were said in, before there was a plan.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub understood: Option<Box<Requirement>>,
    /// What was agreed.
    pub requirement: Requirement,
    /// When the plan is to be carried out, if not at once.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub standing: Option<Box<Standing>>,
    /// The time that was said for its plan cannot be, and it has no other one.
    #[serde(default)]
    pub untimed: bool,
    /// The schedule that opened it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by_clock: Option<ByClock>,
    /// The workers that were made for its plan.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub team: Option<Box<Team>>,
    /// The plan.
    pub tasks: Vec<Task>,
    /// The changes of the proposed plan, as sentences for people.
    #[serde(default)]
    pub replanned: Vec<String>,
    /// How many minutes each of its tasks may take, where people said so on its card.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub minutes: Option<u32>,
    /// The decisions.
    pub decisions: Vec<Decision>,
    /// The sources of foreign text that its work has read or that it came with.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub read: Vec<Source>,
    /// Tools that somebody approved once.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub allowed_once: Vec<String>,
    /// Files its tasks wrote, to be sent along with the report.
    #[serde(default)]
    pub files: Vec<Attached>,
    /// All files its tasks wrote, also those that were sent.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub written: Vec<Attached>,
    /// The reports, oldest first.
    pub reports: Vec<Report>,
    /// The usage of the model.
    pub usage: Usage,
    /// Why it waits, if it does.
    pub waiting: Option<Waiting>,
    /// The line under the progress.
    pub doing: String,
    /// The token of the buttons of its present card, progress and report.
    pub token: Option<Token>,
    /// The rooms of each of its messages.
    pub shown: BTreeMap<Slot, Vec<RoomId>>,
    /// The number of the model request it waits for, so that a superseded answer is recognised.
    pub asked: u32,
    /// When it came.
    pub created_at: DateTime<Utc>,
    /// When it last changed.
    pub updated_at: DateTime<Utc>,
    /// When work began.
    pub started_at: Option<DateTime<Utc>>,
    /// The number of changes so far.
    pub version: u64,
}

impl Ticket {
    /// The name of one of its messages.
    pub fn slot(&self, name: &str) -> Slot {
        Slot::new(format!("{}/{name}", self.id))
    }

    /// The name of the present progress message: a revised ticket gets a new one below its report.
    pub fn progress_name(&self) -> String {
        match self.reports.len() {
            0 => "progress".to_owned(),
            n => format!("progress{n}"),
        }
    }

    /// The round that waits for answers.
    pub fn open_round(&self) -> Option<(usize, &Round)> {
        match self.stage {
            Stage::Clarifying => self.rounds.iter().enumerate().find(|(_, r)| !r.closed),
            Stage::Intake | Stage::Confirming | Stage::Working | Stage::Reporting | Stage::Closed(_) => None,
        }
    }

    /// Which version of the card it shows: an older one may not start a newer plan.
    pub fn card(&self) -> usize {
        self.edits.len() + self.taken_back
    }

    /// A decision by key.
    pub fn decision(&self, key: &DecisionId) -> Option<&Decision> {
        self.decisions.iter().find(|d| &d.key == key)
    }

    /// The decisions that wait for a person.
    pub fn open_decisions(&self) -> impl Iterator<Item = &Decision> {
        self.decisions.iter().filter(|d| d.open())
    }

    /// The open question whether its plan may start, if more than one vote is needed.
    pub fn asked_to_begin(&self) -> Option<&Decision> {
        self.open_decisions().find(|d| d.subject == Subject::Plan)
    }

    /// Those of them that people were shown.
    pub fn shown_decisions(&self) -> impl Iterator<Item = &Decision> {
        self.open_decisions().filter(|d| !d.waits())
    }

    /// When the last of its decisions ended; the start of its plan is one.
    pub fn decided_at(&self) -> Option<DateTime<Utc>> {
        self.decisions.iter().filter_map(Decision::ended_at).chain(self.go.iter().map(|go| go.at)).max()
    }

    /// A task by key.
    pub fn task(&self, key: &str) -> Option<&Task> {
        self.tasks.iter().find(|t| t.key == key)
    }

    /// A task by key, to change it.
    pub fn task_mut(&mut self, key: &str) -> Option<&mut Task> {
        self.tasks.iter_mut().find(|t| t.key == key)
    }

    /// The tasks that begin as soon as one of those who could do them is free.
    pub fn waiting_tasks(&self) -> impl Iterator<Item = &Task> {
        let looks = self.stage == Stage::Working && !self.paused && !matches!(self.waiting, Some(Waiting::Setup(_)));
        let waits = |t: &&Task| matches!(t.state, TaskState::Blocked(Blocked::NoAgent(_)));
        self.tasks.iter().filter(move |_| looks).filter(waits)
    }

    /// How many of its tasks each agent works on.
    pub fn at_work(&self) -> BTreeMap<&str, u32> {
        let mut found = BTreeMap::new();
        for task in self.tasks.iter().filter(|t| matches!(t.state, TaskState::Claimed | TaskState::InProgress)) {
            if let Some(agent) = task.agent.as_deref().filter(|_| !self.closed()) {
                *found.entry(agent).or_insert(0) += 1;
            }
        }
        found
    }

    /// Whether it is over.
    pub fn closed(&self) -> bool {
        matches!(self.stage, Stage::Closed(_))
    }

    /// Whether work on its plan has begun, and is not over.
    pub fn under_way(&self) -> bool {
        matches!(self.stage, Stage::Working | Stage::Reporting)
    }

    /// Whether lists omit it.
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
            Stage::Intake | Stage::Reporting if self.waiting.is_some() => self.working_status(),
            Stage::Clarifying if self.waiting.is_some() && self.open_round().is_none() => Status::Waiting,
            Stage::Intake => Status::New,
            Stage::Clarifying => Status::Asking,
            Stage::Confirming if self.asked_to_begin().is_some() => Status::Deciding,
            Stage::Confirming => Status::Confirming,
            Stage::Working => self.working_status(),
            Stage::Reporting => Status::Reporting,
        }
    }

    fn working_status(&self) -> Status {
        let running = self.tasks.iter().any(Task::going_on);
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
    /// The card waits for a start.
    Confirming,
    /// Work is running.
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
    /// Cancelled.
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
