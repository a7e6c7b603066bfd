//! Dispatch: who does a task. Code chooses; the model only proposes. A proposed agent is checked, an agent without a
//! match is not chosen, and nobody gets a task with more rights than people were shown.

mod capability_first;
pub mod record;
mod round_robin;

use super::decision::Subject;
use super::ticket::{Task, Ticket};
use crate::secretary::agent::Agent;
use std::collections::{BTreeMap, BTreeSet};

/// The result of the choice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Choice {
    /// This agent, and why in a few words for people.
    Agent {
        /// The name.
        name: String,
        /// "2 of 2 skills", "in turn"; empty for the one a plan named.
        reason: String,
        /// Round robin was used: this one had the last turn now.
        in_turn: bool,
    },
    /// Nobody has any of the skills the task needs; on an empty roster, nobody at all.
    NoneFits,
    /// Those who fit are busy: the title of the best, or nobody in particular.
    AllBusy(Option<String>),
    /// The one it was meant for cannot have it: people choose another.
    Unfit(Unfit),
}

/// Why a task cannot go to its intended agent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unfit {
    /// That agent is not on the roster: its name.
    Gone(String),
    /// That agent lacks skills: its title and the skills.
    Lacks(String, Vec<String>),
    /// That agent may change things outside, and people were shown otherwise: its title.
    Reaches(String),
    /// All who could do it may change things outside, and people were shown otherwise.
    AllReach,
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
    /// Who had the last turn.
    pub last_in_turn: &'a str,
}

/// Chooses for a task. The agent it is meant for does it or nobody; with skills asked for, the best match wins, ties
/// by load, then score, then name; without any, agents take turns.
pub fn choose(task: &Task, field: Field<'_>) -> Choice {
    let free = |agent: &Agent| field.loads.get(&agent.name).copied().unwrap_or(0) < agent.capacity;
    if let Some(name) = task.meant_for() {
        let reason = task.bound_to().map_or("", |_| &task.chosen);
        return match meant(task, name, field) {
            Err(unfit) => Choice::Unfit(unfit),
            Ok(agent) if free(agent) => chosen(agent, reason, false),
            Ok(agent) => Choice::AllBusy(Some(agent.title.clone())),
        };
    }
    let able = able(task, field);
    let allowed: Vec<&Agent> = able.iter().map(|(agent, _)| *agent).filter(|a| allowed(task, a)).collect();
    if able.is_empty() {
        return Choice::NoneFits;
    }
    if allowed.is_empty() {
        return Choice::Unfit(Unfit::AllReach);
    }
    let ready: Vec<&Agent> = allowed.iter().copied().filter(|a| free(a)).collect();
    if task.capabilities.is_empty() {
        return match round_robin::pick(&ready, field.last_in_turn) {
            Some(agent) => chosen(agent, "in turn", true),
            None => Choice::AllBusy(None),
        };
    }
    match ready.first() {
        Some(agent) => {
            let matched = able.iter().find(|(a, _)| a.name == agent.name).map_or(0, |(_, matched)| *matched);
            chosen(agent, &format!("{matched} of {} skills", task.capabilities.len()), false)
        }
        None => Choice::AllBusy(allowed.first().map(|a| a.title.clone())),
    }
}

/// Those who could do a task if they were free, best first: the one it is meant for, or all who match and may.
pub fn fitting<'a>(task: &Task, field: Field<'a>) -> Vec<&'a Agent> {
    match task.meant_for() {
        Some(name) => meant(task, name, field).into_iter().collect(),
        None => able(task, field).into_iter().map(|(agent, _)| agent).filter(|a| allowed(task, a)).collect(),
    }
}

/// The agents that people may choose for a task, whatever was intended: best match first, among equals those that
/// change nothing outside.
pub fn candidates<'a>(task: &Task, field: Field<'a>) -> Vec<&'a Agent> {
    let mut able = able(task, field);
    able.sort_by_key(|(agent, matched)| (std::cmp::Reverse(*matched), agent.mutates));
    able.into_iter().map(|(agent, _)| agent).collect()
}

/// Whether the first of these candidates is better than the next one: it has more of the skills, or changes nothing outside
/// where the other may.
pub fn fits_best(task: &Task, candidates: &[&Agent]) -> bool {
    let has = |agent: &Agent| task.capabilities.iter().filter(|skill| capability_first::has(agent, skill)).count();
    match candidates {
        [] => false,
        [one] => has(one) > 0,
        [one, next, ..] => has(one) > has(next) || (has(one) > 0 && next.mutates && !one.mutates),
    }
}

/// Whether a changed roster concerns a ticket: other agents could do a waiting task, or an agent is back whose
/// replacement people were asked for.
pub fn concerns(ticket: &Ticket, roster: &[Agent]) -> bool {
    let (loads, scores) = (BTreeMap::new(), BTreeMap::new());
    let field = Field { roster, loads: &loads, scores: &scores, last_in_turn: "" };
    let others = |task: &Task| {
        let now: BTreeSet<&String> = fitting(task, field).into_iter().map(|a| &a.name).collect();
        now != task.fitting.iter().collect() || matches!(choose(task, field), Choice::Unfit(_))
    };
    let back = |task: &Task| task.meant_for().is_some() && !matches!(choose(task, field), Choice::Unfit(_));
    let asked = ticket.open_decisions().filter(|d| d.subject == Subject::Assign);
    ticket.waiting_tasks().any(others) || asked.filter_map(|d| ticket.task(&d.task)).any(back)
}

/// Whether anybody on the roster has a skill.
pub fn anybody_can(roster: &[Agent], skill: &str) -> bool {
    roster.iter().any(|agent| capability_first::has(agent, skill))
}

/// The intended agent of a task, if it exists and may do the task. An agent that has changed something for it keeps
/// it; for any other, nobody may match more skills.
fn meant<'a>(task: &Task, name: &str, field: Field<'a>) -> Result<&'a Agent, Unfit> {
    let Some(agent) = field.roster.iter().find(|a| a.name == name) else { return Err(Unfit::Gone(name.to_owned())) };
    if !allowed(task, agent) {
        return Err(Unfit::Reaches(agent.title.clone()));
    }
    if task.bound_to() == Some(&agent.name) {
        return Ok(agent);
    }
    let ranked = capability_first::rank(&task.capabilities, field);
    let own = ranked.iter().find(|(a, _)| a.name == agent.name).map_or(0, |(_, matched)| *matched);
    let best = ranked.first().map_or(0, |(_, matched)| *matched);
    if task.capabilities.is_empty() || (own > 0 && own == best) {
        return Ok(agent);
    }
    let lacks = task.capabilities.iter().filter(|skill| !capability_first::has(agent, skill)).cloned().collect();
    Err(Unfit::Lacks(agent.title.clone(), lacks))
}

/// All with at least one of the skills and how many, best first; everybody if no skill is asked for, but for those who set
/// up work instead of doing it.
fn able<'a>(task: &Task, field: Field<'a>) -> Vec<(&'a Agent, usize)> {
    if task.capabilities.is_empty() {
        return field.roster.iter().filter(|a| !a.sets_up()).map(|a| (a, 0)).collect();
    }
    capability_first::rank(&task.capabilities, field)
}

fn allowed(task: &Task, agent: &Agent) -> bool {
    !(task.reads_only && agent.mutates)
}

fn chosen(agent: &Agent, reason: &str, in_turn: bool) -> Choice {
    Choice::Agent { name: agent.name.clone(), reason: reason.to_owned(), in_turn }
}

#[cfg(test)]
mod tests;
