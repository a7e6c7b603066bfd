//! Who is chosen for what.

use super::{Choice, Field};
use crate::secretary::agent::{Agent, Limits};
use crate::secretary::ticket::{Task, TaskState};
use std::collections::BTreeMap;

fn agent(name: &str, skills: &[&str]) -> Agent {
    Agent {
        name: name.into(),
        title: name.into(),
        description: String::new(),
        capabilities: skills.iter().map(|s| (*s).to_owned()).collect(),
        tools: Vec::new(),
        model: None,
        limits: Limits::default(),
        prompt: String::new(),
        mutates: false,
        capacity: 1,
    }
}

fn task(pinned: Option<&str>, skills: &[&str]) -> Task {
    Task {
        key: "t1".into(),
        title: "x".into(),
        instruction: "x".into(),
        pinned: pinned.map(Into::into),
        capabilities: skills.iter().map(|s| (*s).to_owned()).collect(),
        needs: Vec::new(),
        state: TaskState::Pending,
        agent: None,
        attempts: 0,
        run: None,
        extended: 0,
        told: 0,
        spent: crate::secretary::thinking::Usage::default(),
        result: String::new(),
        failure: None,
    }
}

fn choose(task: &Task, roster: &[Agent], loads: &BTreeMap<String, u32>, ring: u64) -> Choice {
    super::choose(task, Field { roster, loads, scores: &BTreeMap::new(), ring })
}

fn name(choice: &Choice) -> &str {
    match choice {
        Choice::Agent { name, .. } => name,
        Choice::NoneFits(_) | Choice::AllBusy(_) => "-",
    }
}

#[test]
fn the_best_match_wins_and_a_zero_match_is_none() {
    let roster = [agent("a", &["web"]), agent("b", &["web", "code"]), agent("c", &["sums"])];
    let none = BTreeMap::new();
    assert_eq!(name(&choose(&task(None, &["web", "code"]), &roster, &none, 0)), "b");
    assert_eq!(
        choose(&task(None, &["music"]), &roster, &none, 0),
        Choice::NoneFits("nobody here can do music (an owner can add an agent to the folder “agents”)".into())
    );
}

#[test]
fn ties_go_by_load_then_name_and_busy_ones_are_left_out() {
    let roster = [agent("b", &["web"]), agent("a", &["web"])];
    assert_eq!(name(&choose(&task(None, &["web"]), &roster, &BTreeMap::new(), 0)), "a");
    let busy = BTreeMap::from([("a".to_owned(), 1)]);
    assert_eq!(name(&choose(&task(None, &["web"]), &roster, &busy, 0)), "b");
    let all = BTreeMap::from([("a".to_owned(), 1), ("b".to_owned(), 1)]);
    assert!(matches!(choose(&task(None, &["web"]), &roster, &all, 0), Choice::AllBusy(_)));
}

#[test]
fn a_pinned_task_goes_to_nobody_else() {
    let roster = [agent("a", &["web"]), agent("b", &["web"])];
    let busy = BTreeMap::from([("b".to_owned(), 1)]);
    assert!(matches!(choose(&task(Some("b"), &["web"]), &roster, &busy, 0), Choice::AllBusy(_)));
    assert!(matches!(choose(&task(Some("ghost"), &[]), &roster, &BTreeMap::new(), 0), Choice::NoneFits(_)));
}

#[test]
fn without_skills_they_take_turns() {
    let roster = [agent("c", &[]), agent("a", &[]), agent("b", &[])];
    let order: Vec<String> =
        (0..4).map(|ring| name(&choose(&task(None, &[]), &roster, &BTreeMap::new(), ring)).to_owned()).collect();
    assert_eq!(order, ["a", "b", "c", "a"]);
}

#[test]
fn a_better_record_wins_a_tie() {
    let roster = [agent("a", &["web"]), agent("b", &["web"])];
    let scores = BTreeMap::from([("a".to_owned(), 40)]);
    let field = Field { roster: &roster, loads: &BTreeMap::new(), scores: &scores, ring: 0 };
    assert_eq!(name(&super::choose(&task(None, &["web"]), field)), "b");
}
