//! The plan: requirement, questions, the triage of an idea, and the graph of tasks. Output of the model arrives in
//! these types and is checked here.

pub use super::round::question::Question;
use crate::secretary::ids::TaskKey;
use crate::secretary::when::When;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

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
    /// When it is to be done, and what people want to hear of, if anything is said about that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub timing: Option<Timing>,
    /// How much harm a mistake would do, 0 to 1.
    #[serde(default)]
    pub risk: f64,
    /// Why the idea cannot be done here at all, for people.
    #[serde(default)]
    pub beyond: Option<String>,
}

/// What a model writes in place of a condition to say: people want to hear of every result.
const ALWAYS: &str = "always";

/// Work that is to be done later, or again and again, as a model says it. What is empty stays as it was agreed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Timing {
    /// When; [`When::at_once`] takes the time of a plan off.
    pub when: When,
    /// What must hold for people to hear of a result; "always" takes the condition of a plan off.
    #[serde(default)]
    pub only_if: String,
}

impl Timing {
    /// The condition for a plan that has this one so far.
    pub fn condition(&self, kept: &str) -> String {
        let said = self.only_if.trim();
        if said.trim_end_matches('.').eq_ignore_ascii_case(ALWAYS) {
            return String::new();
        }
        if said.is_empty() { kept } else { said }.to_owned()
    }
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

/// The most tasks one plan may have.
pub const MAX_TASKS: usize = 12;
/// The most tasks one task may need: all others.
pub const MAX_NEEDS: usize = MAX_TASKS - 1;
/// The most skills one task may need.
pub const MAX_SKILLS: usize = 8;
/// The most checks of a requirement; as many resources and as many assumptions.
pub const MAX_CHECKS: usize = 8;

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
}

/// A plan whose needs can be met: each task keeps its needs of other tasks in the plan, once each, without those that
/// close a circle. Of a circle, the need of a task that stands later in the plan is lost.
///
/// # Errors
/// [`PlanFault`]; nothing of a faulty plan may reach dispatch.
pub fn mended(mut tasks: Vec<PlannedTask>) -> Result<Vec<PlannedTask>, PlanFault> {
    if tasks.is_empty() {
        return Err(PlanFault::Empty);
    }
    if tasks.len() > MAX_TASKS {
        return Err(PlanFault::TooMany(tasks.len()));
    }
    let mut places: BTreeMap<TaskKey, usize> = BTreeMap::new();
    for (place, task) in tasks.iter().enumerate() {
        if places.insert(task.key.clone(), place).is_some() {
            return Err(PlanFault::Twice(task.key.clone()));
        }
    }
    let wanted: Vec<Vec<TaskKey>> = tasks.iter_mut().map(|task| std::mem::take(&mut task.needs)).collect();
    // Needs of earlier tasks close no circle among themselves.
    for of_later in [false, true] {
        for (at, needs) in wanted.iter().enumerate() {
            for need in needs {
                let fits = places.get(need).is_some_and(|place| *place != at && (*place > at) == of_later);
                if fits && !tasks[at].needs.contains(need) && !waits_for(&tasks, need, &tasks[at].key) {
                    tasks[at].needs.push(need.clone());
                }
            }
        }
    }
    Ok(tasks)
}

/// Whether a task waits for another one, directly or not. The tasks have no circle.
fn waits_for(tasks: &[PlannedTask], task: &str, other: &str) -> bool {
    let needs = tasks.iter().find(|planned| planned.key == task).map(|planned| planned.needs.as_slice());
    needs.unwrap_or_default().iter().any(|need| need == other || waits_for(tasks, need, other))
}

#[cfg(test)]
mod tests {
    use crate::secretary::ticket::plan::*;

    fn plan(tasks: &[(&str, &[&str])]) -> Vec<PlannedTask> {
        let task = |(key, needs): &(&str, &[&str])| PlannedTask {
            key: (*key).to_owned(),
            needs: needs.iter().map(|need| (*need).to_owned()).collect(),
            ..PlannedTask::default()
        };
        tasks.iter().map(task).collect()
    }

    #[test]
    fn needs_that_cannot_be_met_are_lost_and_the_plan_stays() {
        for (proposed, kept) in [
            (plan(&[("t1", &[]), ("t2", &["t1"])]), plan(&[("t1", &[]), ("t2", &["t1"])])),
            (plan(&[("t2", &["t1"]), ("t1", &[])]), plan(&[("t2", &["t1"]), ("t1", &[])])),
            (plan(&[("t1", &["t9", "step 2", ""])]), plan(&[("t1", &[])])),
            (plan(&[("t1", &["t1"]), ("t2", &["t1", "t1"])]), plan(&[("t1", &[]), ("t2", &["t1"])])),
            (plan(&[("t1", &["t2"]), ("t2", &["t1"])]), plan(&[("t1", &[]), ("t2", &["t1"])])),
            (
                plan(&[("t1", &["t3"]), ("t2", &["t1"]), ("t3", &["t2"]), ("t4", &["t3", "t2"])]),
                plan(&[("t1", &[]), ("t2", &["t1"]), ("t3", &["t2"]), ("t4", &["t3", "t2"])]),
            ),
        ] {
            assert_eq!(mended(proposed.clone()), Ok(kept), "{proposed:?}");
        }
    }

    #[test]
    fn a_condition_is_kept_set_or_taken_off() {
        let said = |only_if: &str| {
            let timing = Timing { only_if: only_if.to_owned(), ..Timing::default() };
            timing.condition("below 100")
        };
        assert_eq!([said(" "), said("above 200"), said("Always.")], ["below 100", "above 200", ""]);
    }

    #[test]
    fn the_fullest_plan_keeps_one_order_of_its_tasks() {
        let keys: Vec<String> = (0..MAX_TASKS).map(|at| format!("t{at}")).collect();
        let all = |key: &String| PlannedTask { key: key.clone(), needs: keys.clone(), ..PlannedTask::default() };
        let mended = mended(keys.iter().map(all).collect()).unwrap();
        for (at, task) in mended.iter().enumerate() {
            assert_eq!(task.needs, keys[..at], "{}", task.key);
        }
        assert_eq!(mended.last().map(|task| task.needs.len()), Some(MAX_NEEDS));
    }

    #[test]
    fn a_plan_without_tasks_with_too_many_or_with_one_key_twice_is_none() {
        assert_eq!(mended(Vec::new()), Err(PlanFault::Empty));
        assert_eq!(mended(plan(&[("t1", &[][..]); MAX_TASKS + 1])), Err(PlanFault::TooMany(MAX_TASKS + 1)));
        assert_eq!(mended(plan(&[("t1", &[]), ("t1", &["t1"])])), Err(PlanFault::Twice("t1".to_owned())));
    }
}
