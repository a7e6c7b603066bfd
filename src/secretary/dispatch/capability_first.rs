//! The choice by capability: the best match of skills wins; ties go by load, record and name. An agent without any
//! match is never chosen.

use super::Field;
use crate::secretary::agent::Agent;

/// The agents with at least one of the skills and how many, best first.
pub fn rank<'a>(wanted: &[String], field: Field<'a>) -> Vec<(&'a Agent, usize)> {
    let Field { roster, loads, scores, .. } = field;
    let matched = |agent: &Agent| wanted.iter().filter(|skill| has(agent, skill)).count();
    let load = |agent: &Agent| loads.get(&agent.name).copied().unwrap_or(0);
    let score = |agent: &Agent| scores.get(&agent.name).copied().unwrap_or(50);
    let mut ranked: Vec<(&Agent, usize)> = roster.iter().map(|a| (a, matched(a))).filter(|(_, m)| *m > 0).collect();
    ranked.sort_by(|(a, m), (b, n)| {
        n.cmp(m).then(load(a).cmp(&load(b))).then(score(b).cmp(&score(a))).then(a.name.cmp(&b.name))
    });
    ranked
}

/// Whether an agent has a skill.
pub fn has(agent: &Agent, skill: &str) -> bool {
    agent.capabilities.iter().any(|c| c.eq_ignore_ascii_case(skill.trim()))
}
