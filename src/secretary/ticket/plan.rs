//! The plan: requirement, questions, the triage of an idea, and the graph of tasks. Output of the model arrives in
//! these types and is checked here.

pub use super::round::question::Question;
use crate::secretary::agent::Agent;
use crate::secretary::ids::TaskKey;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// The reading of an idea by the model.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Triage {
    /// What kind of message it is.
    pub kind: Kind,
    /// For small talk and simple questions: the whole answer. Otherwise empty.
    #[serde(default)]
    pub reply: String,
    /// What is unclear, most important first.
    #[serde(default)]
    pub questions: Vec<Question>,
    /// What will be done.
    pub requirement: Requirement,
    /// The tasks it takes.
    #[serde(default)]
    pub tasks: Vec<PlannedTask>,
    /// How much harm a mistake would do, 0 to 1.
    #[serde(default)]
    pub risk: f64,
    /// Why the idea cannot be done here at all, for people.
    #[serde(default)]
    pub beyond: Option<String>,
}

/// The kind of a message that may be an idea.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// Work to be done. Older triages could say that it belongs to another ticket.
    #[default]
    #[serde(alias = "addition")]
    Idea,
    /// Something to answer at once, without work.
    Talk,
}

/// What will be done and what counts as done.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Requirement {
    /// A few words.
    pub title: String,
    /// What will be done, one or two sentences.
    pub summary: String,
    /// What counts as done.
    #[serde(default)]
    pub done_when: Vec<String>,
    /// By when, in words; empty when nothing was said.
    #[serde(default)]
    pub due: String,
    /// How much work it is, in a few words; empty when nothing can be said.
    #[serde(default)]
    pub effort: String,
    /// What is needed besides the agents: pages, files, access.
    #[serde(default)]
    pub resources: Vec<String>,
    /// The assumptions.
    #[serde(default)]
    pub assumptions: Vec<String>,
}

/// A task as planned.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlannedTask {
    /// Unique in the plan ("t1").
    pub key: TaskKey,
    /// A few words, shown in progress.
    pub title: String,
    /// The full instruction for the agent.
    pub instruction: String,
    /// The agent named for it, if any: then only this agent does it.
    #[serde(default)]
    pub agent: Option<String>,
    /// The skills it needs.
    #[serde(default)]
    pub capabilities: Vec<String>,
    /// The tasks that must be completed before.
    #[serde(default)]
    pub needs: Vec<TaskKey>,
}

/// Why a plan cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlanFault {
    /// No task at all.
    #[error("the plan has no task")]
    Empty,
    /// More tasks than a ticket may have.
    #[error("the plan has {0} tasks; at most {max} are allowed", max = MAX_TASKS)]
    TooMany(usize),
    /// Two tasks share a key.
    #[error("two tasks are called {0}")]
    Twice(TaskKey),
    /// A task needs one that is not there.
    #[error("{task} needs {missing}, which is not in the plan")]
    Missing {
        /// The task.
        task: TaskKey,
        /// What it needs.
        missing: TaskKey,
    },
    /// The needs go round in a circle.
    #[error("the tasks wait for each other in a circle")]
    Circle,
    /// An agent that does not exist.
    #[error("there is no agent called {0}")]
    UnknownAgent(String),
}

/// The most tasks one plan may have.
pub const MAX_TASKS: usize = 12;

/// Checks a plan: keys unique, needs known and free of circles, named agents on the roster.
///
/// # Errors
/// The first [`PlanFault`] found; nothing of a faulty plan may reach dispatch.
pub fn check(tasks: &[PlannedTask], roster: &[Agent]) -> Result<(), PlanFault> {
    if tasks.is_empty() {
        return Err(PlanFault::Empty);
    }
    if tasks.len() > MAX_TASKS {
        return Err(PlanFault::TooMany(tasks.len()));
    }
    let mut needs: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for task in tasks {
        let set = task.needs.iter().map(String::as_str).collect();
        if needs.insert(&task.key, set).is_some() {
            return Err(PlanFault::Twice(task.key.clone()));
        }
        if let Some(name) = &task.agent
            && !roster.iter().any(|a| &a.name == name)
        {
            return Err(PlanFault::UnknownAgent(name.clone()));
        }
    }
    for task in tasks {
        if let Some(missing) = task.needs.iter().find(|n| !needs.contains_key(n.as_str())) {
            return Err(PlanFault::Missing { task: task.key.clone(), missing: missing.clone() });
        }
    }
    let mut left = needs;
    while !left.is_empty() {
        let free: Vec<&str> = left.iter().filter(|(_, n)| n.is_empty()).map(|(k, _)| *k).collect();
        if free.is_empty() {
            return Err(PlanFault::Circle);
        }
        for key in &free {
            left.remove(key);
        }
        for set in left.values_mut() {
            set.retain(|k| !free.contains(k));
        }
    }
    Ok(())
}
