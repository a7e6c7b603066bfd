//! A decision: what is asked, its deadline, and the outcome. Who may decide is in `ticket::decisions`.

pub mod approval;
pub mod cut_off;
pub mod deadline;
pub mod prompt_loss;

use super::budget::Scope;
use super::decision::approval::{Permission, Permit, Proposed, Sure};
use super::decision::cut_off::{Reply, Ruling};
use super::decision::deadline::{Deadline, Policy};
use super::ids::{DecisionId, PersonId, RoomId, RunId, TaskKey, Token};
use crate::secretary::inbound::Platform;
use crate::secretary::policy::Quorum;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

/// A decision an agent wants from people.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Asked {
    /// The question, one sentence.
    pub question: String,
    /// What sort of question it is.
    #[serde(default)]
    pub kind: Kind,
    /// Why it comes up now.
    #[serde(default)]
    pub why: String,
    /// Two to eight options.
    pub options: Vec<AskedOption>,
    /// The index of the recommended one.
    #[serde(default)]
    pub recommended: Option<usize>,
    /// Why it is recommended.
    #[serde(default)]
    pub reason: String,
    /// By when an answer is wanted, if there is such a time, and what follows without one.
    #[serde(default)]
    pub deadline: Option<Deadline>,
}

/// What sort of question an agent asks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Kind {
    /// What was meant, where the idea leaves it open.
    Clarification,
    /// How something is done.
    Technical,
    /// What comes first.
    Priority,
    /// Permission to depart from what was agreed or is usual.
    Exception,
    /// Something it needs: access, material, money, time.
    Resource,
    /// Anything else.
    #[default]
    Other,
}

/// One way to decide.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AskedOption {
    /// A few words, for the button.
    pub label: String,
    /// What follows from it.
    #[serde(default)]
    pub impact: String,
    /// What speaks for it.
    #[serde(default)]
    pub pros: String,
    /// What speaks against it.
    #[serde(default)]
    pub cons: String,
}

/// What a decision is about; each kind has its own heading.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Subject {
    /// A question of the work itself, asked by an agent.
    Work,
    /// Whether a plan begins, where several must agree or somebody else than who sent it: start, or don't.
    Plan,
    /// A run has used up one of its limits.
    Limit,
    /// A task failed for good: try again, skip it or stop.
    Failure,
    /// The agent of a task is gone or may not do it: choose an agent, skip the task or stop.
    Assign,
    /// A tool call was interrupted with an unknown outcome: do it again, it was done, skip it.
    Unknown,
    /// A report was rated down: what should be different.
    Redo,
    /// A call that needs approval: make it, skip it, stop.
    Approval,
    /// A budget is used up: let it go further, finish with what there is, stop.
    Budget(Scope),
}

impl Subject {
    /// Whether an answer in somebody's own words is one.
    pub fn takes_words(self) -> bool {
        match self {
            Self::Work | Self::Redo | Self::Approval => true,
            Self::Plan | Self::Limit | Self::Budget(_) | Self::Failure | Self::Assign | Self::Unknown => false,
        }
    }

    /// Whether only owners can let the work continue; other deciders can only end it.
    pub fn goes_on_by_owners(self) -> bool {
        matches!(self, Self::Budget(Scope::Person | Scope::Day | Scope::Workspace))
    }

    /// Whether a run asks it and continues with the answer.
    pub fn of_a_run(self) -> bool {
        match self {
            Self::Work | Self::Limit | Self::Budget(_) | Self::Unknown | Self::Approval => true,
            Self::Plan | Self::Failure | Self::Assign | Self::Redo => false,
        }
    }
}

/// The state of a decision. Only `Open` can change, and only once.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum DecisionState {
    /// Waiting for a person.
    Open,
    /// Decided.
    Made(Verdict),
    /// No longer needed: the ticket was cancelled, perhaps by the deadline.
    Dropped,
}

/// What was decided, by whom, when and where.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Verdict {
    /// The option, or none when the person wrote their own answer.
    pub option: Option<usize>,
    /// The answer in words: the option's label or what was written.
    pub text: String,
    /// Who; none when nobody answered in time and what was announced was taken.
    pub by: Option<PersonId>,
    /// Their name at the time; for nobody, words that say so.
    pub name: String,
    /// From which platform; none for nobody, and where those who had voted before were enough once others left.
    pub platform: Option<Platform>,
    /// When.
    pub at: DateTime<Utc>,
}

/// What somebody added to a decision: with the choice, or after it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Comment {
    /// The words.
    pub text: String,
    /// Who, by name.
    pub name: String,
    /// When.
    pub at: DateTime<Utc>,
}

/// What one person wants.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Vote {
    /// Who.
    pub by: PersonId,
    /// Who voted in their place.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deputy: Option<PersonId>,
    /// Their name at the time.
    pub name: String,
    /// The option; none for words of their own.
    pub option: Option<usize>,
    /// The option's label, or the words.
    pub text: String,
    /// When.
    pub at: DateTime<Utc>,
}

impl Vote {
    /// Whether somebody has this vote or gave it.
    pub fn of(&self, person: &PersonId) -> bool {
        self.by == *person || self.deputy.as_ref() == Some(person)
    }

    /// Whether two want the same.
    pub fn agrees(&self, other: &Self) -> bool {
        match (self.option, other.option) {
            (Some(one), Some(two)) => one == two,
            (None, None) => self.text.trim().to_lowercase() == other.text.trim().to_lowercase(),
            (Some(_), None) | (None, Some(_)) => false,
        }
    }
}

/// A decision of a ticket.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Decision {
    /// Unique inside its ticket ("d1").
    pub key: DecisionId,
    /// The task that waits for it.
    pub task: TaskKey,
    /// The run that asked, to be resumed with the answer.
    pub run: RunId,
    /// The step of the run's journal which the answer completes; none for decisions of the secretary itself.
    pub step: Option<u32>,
    /// What it is about.
    pub subject: Subject,
    /// The question as asked.
    pub asked: Asked,
    /// The token of its buttons.
    pub token: Token,
    /// The rooms of its prompt.
    pub rooms: Vec<RoomId>,
    /// The people who are asked: each has a turn for it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub asks: Vec<PersonId>,
    /// Who is shown it only once they have answered others.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub queued: Vec<PersonId>,
    /// When it was asked.
    pub asked_at: DateTime<Utc>,
    /// When people are reminded next.
    pub remind_at: DateTime<Utc>,
    /// Its state.
    pub state: DecisionState,
    /// Its deadline is over and what follows from that has happened.
    #[serde(default)]
    pub overdue: bool,
    /// The decision was undone once, so its run may have got another answer.
    #[serde(default)]
    pub reopened: bool,
    /// What was decided before, whose place it takes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub instead_of: Option<DecisionId>,
    /// What people added, oldest first.
    #[serde(default)]
    pub comments: Vec<Comment>,
    /// How many must agree.
    #[serde(default)]
    pub quorum: Quorum,
    /// Whether four eyes apply: authors do not decide.
    #[serde(default)]
    pub four_eyes: bool,
    /// What people want so far, where several must agree.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub votes: Vec<Vote>,
    /// Whether somebody is sure of what they chose, as long as that is asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sure: Option<Sure>,
    /// The call it is about, if it is about one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proposed: Option<Box<Proposed>>,
}

impl Decision {
    /// The names of who decided it and who added something.
    pub(super) fn names(&mut self) -> impl Iterator<Item = &mut String> {
        let verdict = match &mut self.state {
            DecisionState::Made(verdict) => Some(&mut verdict.name),
            DecisionState::Open | DecisionState::Dropped => None,
        };
        let votes = self.votes.iter_mut().map(|v| &mut v.name);
        let sure = self.sure.iter_mut().map(|s| &mut s.name);
        verdict.into_iter().chain(self.comments.iter_mut().map(|c| &mut c.name)).chain(votes).chain(sure)
    }

    /// Whether it is a question of the work itself and not the approval of a call.
    pub fn of_work(&self) -> bool {
        self.subject == Subject::Work && self.proposed.is_none()
    }

    /// Whether a step asks it, which may be finished with what it has.
    pub fn of_a_step(&self) -> bool {
        !self.task.is_empty()
    }

    /// Whether it still waits for a person.
    pub fn open(&self) -> bool {
        matches!(self.state, DecisionState::Open)
    }

    /// Whether nobody was asked yet, since all its deciders have the most open prompts before it.
    pub fn waits(&self) -> bool {
        self.open() && self.rooms.is_empty() && !self.queued.is_empty()
    }

    /// Whether this person is called to it: not while they have as many before them as one person is shown.
    pub fn calls(&self, person: &PersonId) -> bool {
        !self.queued.contains(person)
    }

    /// The verdict, once there is one.
    pub fn verdict(&self) -> Option<&Verdict> {
        match &self.state {
            DecisionState::Made(verdict) => Some(verdict),
            DecisionState::Open | DecisionState::Dropped => None,
        }
    }

    /// When it was decided, by a person or by what was announced for silence; none while open or when just dropped.
    pub fn ended_at(&self) -> Option<DateTime<Utc>> {
        self.verdict().map(|v| v.at).or_else(|| self.called_off())
    }

    /// The deadline, if the ticket was cancelled because nobody answered by then.
    pub fn called_off(&self) -> Option<DateTime<Utc>> {
        let over = self.overdue && self.state == DecisionState::Dropped;
        self.asked.deadline.filter(|deadline| over && deadline.policy == Policy::Cancel).map(|deadline| deadline.at)
    }

    /// The deadline that still lies ahead of it.
    pub fn deadline(&self) -> Option<Deadline> {
        self.asked.deadline.filter(|_| self.open() && !self.overdue)
    }

    /// The answer for the waiting run and the step of its journal, once there is a verdict.
    pub fn reply(&self) -> Option<(u32, Reply)> {
        let reply = if self.subject == Subject::Unknown {
            Reply::Ruling(*Ruling::ALL.get(self.verdict()?.option?)?)
        } else if self.subject == Subject::Approval {
            Reply::Permission(self.permission()?)
        } else {
            Reply::Answer(self.answer()?)
        };
        self.step.zip(Some(reply))
    }

    /// The name of the message which says that an option was taken from silence or unasked.
    pub fn taken_name(&self) -> String {
        format!("{}/taken", self.key)
    }

    /// What people chose about a call; none for words of their own, which allow nothing.
    pub fn permit(&self) -> Option<Permit> {
        self.proposed.as_ref()?.chosen(self.verdict()?.option)
    }

    /// Whether the call it is about may be made, once there is a verdict. Nothing but a person allows one.
    fn permission(&self) -> Option<Permission> {
        let verdict = self.verdict()?;
        let denied = || match verdict.option {
            Some(_) => String::new(),
            None => verdict.text.clone(),
        };
        Some(match self.permit().filter(|_| verdict.by.is_some()) {
            Some(Permit::Once | Permit::Always) => Permission::Given,
            Some(Permit::LeftOut | Permit::Stop) | None => Permission::Denied(denied()),
        })
    }

    /// What the run that asked is told, once there is a verdict.
    pub fn answer(&self) -> Option<String> {
        let verdict = self.verdict()?;
        let mut answer = match verdict.by {
            Some(_) => format!("The person decided: {}", verdict.text),
            None if !self.overdue => {
                format!("People left questions like this one to you, so your recommendation counts: {}", verdict.text)
            }
            None => format!("Nobody answered in time, so as announced your recommendation counts: {}", verdict.text),
        };
        for comment in self.comments.iter().filter(|c| c.at == verdict.at) {
            answer.push_str(&format!(". They add: {}", comment.text));
        }
        Some(answer)
    }
}
