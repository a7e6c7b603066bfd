//! Who does a task. Code chooses, the model only proposes: a named agent is checked, a zero match is no match.

mod capability_first;
mod round_robin;

use super::agent::Agent;
use super::ticket::Task;
use std::collections::BTreeMap;

/// What came of looking for somebody.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Choice {
    /// This agent, and why in a few words for people.
    Agent {
        /// The name.
        name: String,
        /// "2 of 2 skills", "named", "in turn".
        reason: String,
        /// Round robin was used: the ring moves on.
        ring_moved: bool,
    },
    /// Nobody has the skills: what is missing.
    NoneFits(String),
    /// Those who fit are busy: who.
    AllBusy(String),
}

/// What is known of the agents when one is chosen.
#[derive(Clone, Copy, Debug)]
pub struct Field<'a> {
    /// The agents.
    pub roster: &'a [Agent],
    /// Tasks in progress by agent.
    pub loads: &'a BTreeMap<String, u32>,
    /// Scores by agent; 50 for one nobody knows.
    pub scores: &'a BTreeMap<String, i64>,
    /// Where the ring of turns stands.
    pub ring: u64,
}

/// Chooses for a task. A pinned agent does it or nobody; with skills asked for, the best match wins, ties
/// by load, then score, then name; without any, agents take turns.
pub fn choose(task: &Task, field: Field<'_>) -> Choice {
    let Field { roster, loads, ring, .. } = field;
    let free = |agent: &Agent| loads.get(&agent.name).copied().unwrap_or(0) < agent.capacity;
    if let Some(name) = &task.pinned {
        return match roster.iter().find(|a| &a.name == name) {
            None => Choice::NoneFits(format!("there is no {name} any more")),
            Some(agent) if free(agent) => chosen(agent, "named", false),
            Some(agent) => Choice::AllBusy(format!("{} is busy", agent.title)),
        };
    }
    if roster.is_empty() {
        return Choice::NoneFits("there is no agent at all; add a file to the agents folder".to_owned());
    }
    if task.capabilities.is_empty() {
        let free: Vec<&Agent> = roster.iter().filter(|a| free(a)).collect();
        return match round_robin::pick(&free, ring) {
            Some(agent) => chosen(agent, "in turn", true),
            None => Choice::AllBusy("everybody is busy".to_owned()),
        };
    }
    let ranked = capability_first::rank(&task.capabilities, field);
    match (ranked.iter().find(|(a, _)| free(a)), ranked.first()) {
        (Some((agent, matched)), _) => {
            chosen(agent, &format!("{matched} of {} skills", task.capabilities.len()), false)
        }
        (None, Some((agent, _))) => Choice::AllBusy(format!("{} is busy", agent.title)),
        (None, None) => Choice::NoneFits(format!(
            "nobody here can do {} (an owner can add an agent to the folder “agents”)",
            task.capabilities.join(", ")
        )),
    }
}

fn chosen(agent: &Agent, reason: &str, ring_moved: bool) -> Choice {
    Choice::Agent { name: agent.name.clone(), reason: reason.to_owned(), ring_moved }
}

#[cfg(test)]
mod tests;
