//! Work by the clock: the time that is agreed with a plan, what an agent proposes to set up with a time, and what a run of
//! a schedule knows of it.

use super::hold::Hold;
use super::plan::{Kind, PlannedTask, Requirement, Triage};
use super::{Stage, Task, TaskState, Ticket};
use crate::secretary::agent::{Agent, Team, Worker};
use crate::secretary::ids::{FlowRunId, ScheduleId, TicketId};
use crate::secretary::people::workspace::Person;
use crate::secretary::when::{self, Rule};
use chrono::{DateTime, Utc};
use chrono_tz::Tz;
use serde::{Deserialize, Serialize};

/// The most characters of a condition.
pub const LONGEST_CONDITION: usize = 200;

/// When a plan is to be carried out, if not at once. Its start makes a schedule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Standing {
    /// When.
    pub rule: Rule,
    /// The IANA zone the rule is read in.
    pub zone: String,
    /// The next times, at most three, as the card shows them.
    pub next: Vec<DateTime<Utc>>,
    /// What must hold for people to hear of a result; empty if they always want to.
    #[serde(default)]
    pub only_if: String,
    /// A time of day was named that counts in the zone of its person, known or not.
    #[serde(default)]
    pub own_clock: bool,
}

impl Standing {
    /// The time of a plan, with its next times from `now`.
    pub fn new(rule: Rule, zone: Tz, only_if: String, now: DateTime<Utc>) -> Self {
        let next = when::next_three(&rule, zone, now);
        Self { rule, zone: zone.name().to_owned(), next, only_if, own_clock: false }
    }

    /// The same, where a time of day was named in the zone of its person.
    pub fn by_own_clock(self, own_clock: bool) -> Self {
        Self { own_clock, ..self }
    }

    /// The same time as it stands now, with a condition.
    pub fn under(self, only_if: String, now: DateTime<Utc>) -> Self {
        let (zone, own_clock) = (self.tz(), self.own_clock);
        Self::new(self.rule, zone, only_if, now).by_own_clock(own_clock)
    }

    /// The zone, UTC should the stored name be unknown to this build.
    pub fn tz(&self) -> Tz {
        self.zone.parse().unwrap_or(Tz::UTC)
    }
}

/// What an agent proposes to set up. Nothing of it happens before people agree.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SetUp {
    /// What is done each time, and what counts as done.
    pub requirement: Requirement,
    /// The steps of each time.
    pub steps: Vec<PlannedTask>,
    /// The workers made for them.
    pub workers: Vec<Worker>,
    /// When, and when people hear of it.
    pub standing: Standing,
    /// The number of a flow that runs instead of steps.
    #[serde(default)]
    pub flow: Option<i64>,
}

impl SetUp {
    /// The ticket whose card proposes it, before its first event. It stands where the ticket stands that it comes from,
    /// for the same person, and counts as having read the same: a model that read it wrote the steps.
    pub fn ticket(&self, from: &Ticket, (id, number): (TicketId, i64), person: &Person, now: DateTime<Utc>) -> Ticket {
        let typed = from.rounds.iter().flat_map(super::Round::typed);
        // What people said themselves; nothing that a model wrote counts as their words.
        let words: Vec<&str> = std::iter::once(&from.idea)
            .chain(typed)
            .chain(&from.edits)
            .chain(&from.additions)
            .map(String::as_str)
            .collect();
        let task = |step: &PlannedTask| Task {
            pinned: step.agent.clone(),
            needs: step.needs.clone(),
            ..Task::new(step.key.clone(), step.title.clone(), step.instruction.clone())
        };
        Ticket {
            direct: from.direct,
            read: from.read.clone(),
            shaped_by: from.shaped_by.clone(),
            requirement: self.requirement.clone(),
            standing: Some(Box::new(self.standing.clone())),
            team: Some(Box::new(Team { workers: self.workers.clone(), from: Some(from.number) })),
            tasks: self.steps.iter().map(task).collect(),
            ..Ticket::new(id, number, (from.priority, words.join("\n")), person, from.room.clone(), now)
        }
    }

    /// It as the plan of its ticket.
    pub fn triage(&self) -> Triage {
        Triage {
            kind: Kind::Idea,
            requirement: self.requirement.clone(),
            tasks: self.steps.clone(),
            risk: 1.0,
            ..Triage::default()
        }
    }
}

/// What opens a ticket whose work nobody has to agree to any more.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Opener {
    /// A schedule.
    Schedule(ScheduleId),
    /// A call of a run of a flow, by its place.
    Flow(FlowRunId, u32),
    /// Somebody who tries a plan that waits for an agreement: its tools do nothing.
    Trial,
}

/// Of a ticket that opened by itself: what opened it, and how.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ByClock {
    /// What opened it.
    pub by: Opener,
    /// When it was due, if it begins much later.
    #[serde(default)]
    pub late: Option<String>,
    /// What must hold for people to hear of the result; empty if they always want to.
    #[serde(default)]
    pub only_if: String,
}

impl Ticket {
    /// What is kept of a ticket for each time its plan is carried out: the words, the agreement and the plan, as if
    /// nothing of it was done.
    pub fn template(&self) -> Self {
        let fresh = |task: &Task| Task {
            pinned: task.pinned.clone().or_else(|| task.agent.clone()),
            agent: task.agent.clone(),
            capabilities: task.capabilities.clone(),
            needs: task.needs.clone(),
            reads_only: task.reads_only,
            ..Task::new(task.key.clone(), task.title.clone(), task.instruction.clone())
        };
        Self {
            stage: Stage::Intake,
            paused: false,
            hold: Hold::default(),
            tasks: self.tasks.iter().map(fresh).collect(),
            title: self.short_title(),
            standing: None,
            go: None,
            decisions: Vec::new(),
            allowed_once: Vec::new(),
            files: Vec::new(),
            written: Vec::new(),
            reports: Vec::new(),
            usage: crate::secretary::budget::cost::Usage::default(),
            waiting: None,
            doing: String::new(),
            token: None,
            shown: std::collections::BTreeMap::new(),
            asked: 0,
            started_at: None,
            version: 0,
            ..self.clone()
        }
    }

    /// A new ticket that carries out a template.
    pub fn of_template(template: &Self, (id, number): (TicketId, i64), by: ByClock, now: DateTime<Utc>) -> Self {
        Self { id, number, by_clock: Some(by), created_at: now, updated_at: now, ..template.clone() }
    }

    /// The time of a plan that people agreed to: a schedule carries it out, and this ticket is over.
    pub fn ordered(&self) -> Option<&Standing> {
        self.standing.as_deref().filter(|_| self.folded())
    }

    /// The workers made for its plan.
    pub fn workers(&self) -> &[Worker] {
        self.team.as_ref().map(|team| team.workers.as_slice()).unwrap_or_default()
    }

    /// Those of them that have a step of it.
    pub fn workers_at_it(&self) -> impl Iterator<Item = &Worker> {
        self.workers().iter().filter(move |worker| {
            let mut named = self.tasks.iter().filter_map(|task| task.agent.as_ref().or(task.pinned.as_ref()));
            named.any(|name| *name == worker.name)
        })
    }

    /// Whoever may work on it: the workers made for its plan, and these agents.
    pub fn roster(&self, agents: &[Agent]) -> Vec<Agent> {
        self.workers().iter().map(Worker::agent).chain(agents.iter().cloned()).collect()
    }

    /// Whether people hear of it only under a condition or not at all, so that it works without a word.
    pub fn quiet(&self) -> bool {
        self.of_flow() || self.by_clock.as_ref().is_some_and(|by| !by.only_if.is_empty())
    }

    /// Whether a flow takes its results, so that nobody needs a report.
    pub fn of_flow(&self) -> bool {
        self.by_clock.as_ref().is_some_and(|by| matches!(by.by, Opener::Flow(..)))
    }

    /// Whether something of it did not work that nobody chose to leave out: of work by the clock nobody is asked.
    pub fn in_part(&self) -> bool {
        self.by_clock.is_some() && !self.all_done()
    }

    /// Whether it only tries a plan, with tools that do nothing.
    pub fn is_trial(&self) -> bool {
        self.by_clock.as_ref().is_some_and(|by| by.by == Opener::Trial)
    }

    /// Whether each of its tasks was done.
    pub fn all_done(&self) -> bool {
        self.tasks.iter().all(|task| task.state == TaskState::Completed)
    }
}
