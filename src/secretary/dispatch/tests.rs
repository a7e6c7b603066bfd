//! Tests of dispatch: which agent is chosen for which task.

use super::{Choice, Field, Unfit};
use crate::secretary::agent::Agent;
use crate::secretary::ids::RunId;
use crate::secretary::ticket::Task;
use std::collections::BTreeMap;

fn agent(name: &str, skills: &[&str]) -> Agent {
    let capabilities = skills.iter().map(|s| (*s).to_owned()).collect();
    Agent { capabilities, capacity: 1, ..Agent::gone(name) }
}

fn task(pinned: Option<&str>, skills: &[&str]) -> Task {
    let capabilities = skills.iter().map(|s| (*s).to_owned()).collect();
    Task { pinned: pinned.map(Into::into), capabilities, ..Task::new("t1", "x", "x") }
}

fn choose(task: &Task, roster: &[Agent], loads: &BTreeMap<String, u32>) -> Choice {
    in_turn(task, roster, loads, "")
}

fn in_turn(task: &Task, roster: &[Agent], loads: &BTreeMap<String, u32>, last_in_turn: &str) -> Choice {
    super::choose(task, Field { roster, loads, scores: &BTreeMap::new(), last_in_turn })
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
    assert_eq!(name(&choose(&task(None, &["web", "code"]), &roster, &none)), "b");
    assert_eq!(choose(&task(None, &["music"]), &roster, &none), Choice::NoneFits);
    assert_eq!(choose(&task(None, &[]), &[], &none), Choice::NoneFits);
}

#[test]
fn ties_go_by_load_then_name_and_busy_ones_are_left_out() {
    let roster = [agent("b", &["web"]), agent("a", &["web"])];
    assert_eq!(name(&choose(&task(None, &["web"]), &roster, &BTreeMap::new())), "a");
    let busy = BTreeMap::from([("a".to_owned(), 1)]);
    assert_eq!(name(&choose(&task(None, &["web"]), &roster, &busy)), "b");
    let all = BTreeMap::from([("a".to_owned(), 1), ("b".to_owned(), 1)]);
    assert!(matches!(choose(&task(None, &["web"]), &roster, &all), Choice::AllBusy(_)));
}

#[test]
fn a_pinned_task_goes_to_nobody_else() {
    let roster = [agent("a", &["web"]), agent("b", &["web"])];
    let busy = BTreeMap::from([("b".to_owned(), 1)]);
    assert!(matches!(choose(&task(Some("b"), &["web"]), &roster, &busy), Choice::AllBusy(_)));
    let gone = choose(&task(Some("ghost"), &["web"]), &roster, &BTreeMap::new());
    assert_eq!(gone, Choice::Unfit(Unfit::Gone("ghost".into())));
}

#[test]
fn whoever_is_busy_is_passed_over_and_nobody_else_loses_a_turn() {
    let roster = [agent("a", &[]), agent("b", &[]), agent("c", &[])];
    let busy = |name: &str| BTreeMap::from([(name.to_owned(), 1)]);
    let (none, a, b, c) = (BTreeMap::new(), busy("a"), busy("b"), busy("c"));
    assert_eq!(turns(&roster, &[&none, &a, &none, &none]), ["a", "b", "c", "a"]);
    assert_eq!(turns(&roster, &[&a, &none, &b, &none]), ["b", "c", "a", "b"]);
    // However the others come and go, who is always free is never left out for longer than one round.
    let order = turns(&roster, &[&a, &b, &a, &b, &c, &a, &b, &c]);
    assert!(
        order.windows(4).all(|four| ["a", "b", "c"].iter().filter(|n| four.contains(&(**n).to_owned())).count() >= 2)
    );
    // One who is gone leaves the place between the others.
    assert_eq!(name(&in_turn(&task(None, &[]), &[agent("a", &[]), agent("c", &[])], &none, "b")), "c");
}

/// Who gets one task after the other, with the others busy as given.
fn turns(roster: &[Agent], busy: &[&BTreeMap<String, u32>]) -> Vec<String> {
    let mut order: Vec<String> = Vec::new();
    for loads in busy {
        let last = order.last().cloned().unwrap_or_default();
        order.push(name(&in_turn(&task(None, &[]), roster, loads, &last)).to_owned());
    }
    order
}

#[test]
fn a_better_record_wins_a_tie() {
    let roster = [agent("a", &["web"]), agent("b", &["web"])];
    let scores = BTreeMap::from([("a".to_owned(), 40)]);
    let field = Field { roster: &roster, loads: &BTreeMap::new(), scores: &scores, last_in_turn: "" };
    assert_eq!(name(&super::choose(&task(None, &["web"]), field)), "b");
}

#[test]
fn a_pinned_agent_must_have_the_skills_unless_nobody_has_more() {
    let roster = [agent("a", &["web", "sums"]), agent("b", &["web"])];
    let none = BTreeMap::new();
    let lacks = choose(&task(Some("b"), &["web", "sums"]), &roster, &none);
    assert_eq!(lacks, Choice::Unfit(Unfit::Lacks("b".into(), vec!["sums".into()])));
    assert_eq!(name(&choose(&task(Some("b"), &["web", "music"]), &roster, &none)), "b");
    assert!(matches!(choose(&task(Some("b"), &["music"]), &roster, &none), Choice::Unfit(Unfit::Lacks(..))));
    assert_eq!(name(&choose(&task(Some("b"), &[" WEB "]), &roster, &none)), "b");
}

#[test]
fn who_has_done_something_of_it_stays_with_it() {
    let roster = [agent("a", &["web", "sums"]), agent("b", &["web"])];
    let none = BTreeMap::new();
    let run = Some(RunId::new("r"));
    let acted = Task { agent: Some("b".into()), run, acted: true, ..task(None, &["web", "sums"]) };
    assert_eq!(name(&choose(&acted, &roster, &none)), "b");
    let busy = BTreeMap::from([("b".to_owned(), 1)]);
    assert_eq!(choose(&acted, &roster, &busy), Choice::AllBusy(Some("b".into())));
    assert_eq!(choose(&acted, &roster[..1], &none), Choice::Unfit(Unfit::Gone("b".into())));
    let given_away = Task { pinned: Some("a".into()), ..acted };
    assert_eq!(name(&choose(&given_away, &roster, &none)), "a");
}

#[test]
fn what_was_shown_as_reading_only_goes_to_nobody_who_changes_things() {
    let roster = [Agent { mutates: true, ..agent("a", &["web", "code"]) }, agent("b", &["web"])];
    let none = BTreeMap::new();
    let shown = |pinned, skills: &[&str]| Task { reads_only: true, ..task(pinned, skills) };
    assert_eq!(name(&choose(&shown(None, &["web", "code"]), &roster, &none)), "b");
    assert_eq!(name(&choose(&task(None, &["web", "code"]), &roster, &none)), "a");
    assert_eq!(name(&choose(&shown(None, &[]), &roster, &none)), "b");
    assert_eq!(choose(&shown(None, &["code"]), &roster, &none), Choice::Unfit(Unfit::AllReach));
    assert_eq!(choose(&shown(Some("a"), &[]), &roster, &none), Choice::Unfit(Unfit::Reaches("a".into())));
    let busy = BTreeMap::from([("b".to_owned(), 1)]);
    assert_eq!(choose(&shown(None, &["web"]), &roster, &busy), Choice::AllBusy(Some("b".into())));
}

#[test]
fn people_may_choose_whoever_can_those_who_only_read_first() {
    let roster = [Agent { mutates: true, ..agent("a", &["web"]) }, agent("b", &["web"]), agent("c", &["sums"])];
    let field = Field { roster: &roster, loads: &BTreeMap::new(), scores: &BTreeMap::new(), last_in_turn: "" };
    let names =
        |task: &Task| -> Vec<String> { super::candidates(task, field).into_iter().map(|a| a.name.clone()).collect() };
    assert_eq!(names(&task(Some("ghost"), &["web"])), ["b", "a"]);
    assert_eq!(names(&task(Some("ghost"), &[])), ["b", "c", "a"]);
    let fits = |task: &Task| super::fitting(task, field).len();
    assert_eq!((fits(&task(None, &["web"])), fits(&task(Some("ghost"), &[])), fits(&task(Some("c"), &[]))), (2, 0, 1));
}

#[test]
fn who_sets_up_work_gets_none_unless_it_is_named_or_has_the_skill() {
    let tools = vec!["delegate".to_owned()];
    let roster = [agent("b", &["web"]), Agent { tools, ..agent("a", &["watching"]) }];
    let none = BTreeMap::new();
    assert_eq!(name(&choose(&task(None, &[]), &roster, &none)), "b");
    assert_eq!(choose(&task(None, &[]), &roster[1..], &none), Choice::NoneFits);
    assert_eq!(name(&choose(&task(Some("a"), &[]), &roster, &none)), "a");
    assert_eq!(name(&choose(&task(None, &["watching"]), &roster, &none)), "a");
}
