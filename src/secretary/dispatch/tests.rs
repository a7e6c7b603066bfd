//! Who is chosen for what.

use super::{Choice, Field, Unfit};
use crate::secretary::agent::{Agent, Limits};
use crate::secretary::ticket::Task;
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
    let capabilities = skills.iter().map(|s| (*s).to_owned()).collect();
    Task { pinned: pinned.map(Into::into), capabilities, ..Task::new("t1", "x", "x") }
}

fn choose(task: &Task, roster: &[Agent], loads: &BTreeMap<String, u32>, ring: u64) -> Choice {
    super::choose(task, Field { roster, loads, scores: &BTreeMap::new(), ring })
}

fn name(choice: &Choice) -> &str {
    match choice {
        Choice::Agent { name, .. } => name,
        Choice::NoneFits | Choice::AllBusy(_) | Choice::Unfit(_) => "-",
    }
}

#[test]
fn the_best_match_wins_and_a_zero_match_is_none() {
    let roster = [agent("a", &["web"]), agent("b", &["web", "code"]), agent("c", &["sums"])];
    let none = BTreeMap::new();
    assert_eq!(name(&choose(&task(None, &["web", "code"]), &roster, &none, 0)), "b");
    assert_eq!(choose(&task(None, &["music"]), &roster, &none, 0), Choice::NoneFits);
    assert_eq!(choose(&task(None, &[]), &[], &none, 0), Choice::NoneFits);
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
    let gone = choose(&task(Some("ghost"), &["web"]), &roster, &BTreeMap::new(), 0);
    assert_eq!(gone, Choice::Unfit(Unfit::Gone("ghost".into())));
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

#[test]
fn a_pinned_agent_must_have_the_skills_unless_nobody_has_more() {
    let roster = [agent("a", &["web", "sums"]), agent("b", &["web"])];
    let none = BTreeMap::new();
    let lacks = choose(&task(Some("b"), &["web", "sums"]), &roster, &none, 0);
    assert_eq!(lacks, Choice::Unfit(Unfit::Lacks("b".into(), vec!["sums".into()])));
    assert_eq!(name(&choose(&task(Some("b"), &["web", "music"]), &roster, &none, 0)), "b");
    assert!(matches!(choose(&task(Some("b"), &["music"]), &roster, &none, 0), Choice::Unfit(Unfit::Lacks(..))));
    assert_eq!(name(&choose(&task(Some("b"), &[" WEB "]), &roster, &none, 0)), "b");
}

#[test]
fn what_was_shown_as_reading_only_goes_to_nobody_who_changes_things() {
    let roster = [Agent { mutates: true, ..agent("a", &["web", "code"]) }, agent("b", &["web"])];
    let none = BTreeMap::new();
    let shown = |pinned, skills: &[&str]| Task { reads_only: true, ..task(pinned, skills) };
    assert_eq!(name(&choose(&shown(None, &["web", "code"]), &roster, &none, 0)), "b");
    assert_eq!(name(&choose(&task(None, &["web", "code"]), &roster, &none, 0)), "a");
    assert_eq!(name(&choose(&shown(None, &[]), &roster, &none, 0)), "b");
    assert_eq!(choose(&shown(None, &["code"]), &roster, &none, 0), Choice::Unfit(Unfit::AllReach));
    assert_eq!(choose(&shown(Some("a"), &[]), &roster, &none, 0), Choice::Unfit(Unfit::Reaches("a".into())));
    let busy = BTreeMap::from([("b".to_owned(), 1)]);
    assert_eq!(choose(&shown(None, &["web"]), &roster, &busy, 0), Choice::AllBusy(Some("b".into())));
}

#[test]
fn people_may_choose_whoever_can_those_who_only_read_first() {
    let roster = [Agent { mutates: true, ..agent("a", &["web"]) }, agent("b", &["web"]), agent("c", &["sums"])];
    let field = Field { roster: &roster, loads: &BTreeMap::new(), scores: &BTreeMap::new(), ring: 0 };
    let names =
        |task: &Task| -> Vec<String> { super::candidates(task, field).into_iter().map(|a| a.name.clone()).collect() };
    assert_eq!(names(&task(Some("ghost"), &["web"])), ["b", "a"]);
    assert_eq!(names(&task(Some("ghost"), &[])), ["b", "c", "a"]);
    let fits = |task: &Task| super::fitting(task, field).len();
    assert_eq!((fits(&task(None, &["web"])), fits(&task(Some("ghost"), &[])), fits(&task(Some("c"), &[]))), (2, 0, 1));
}
