//! A thousand lives, replays, and the proof that the invariants can fail.

use crate::broken::Broken;
use crate::invariants;
use crate::life::{Life, Wanted};
use crate::world::live;
use std::collections::BTreeSet;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

const SOUND: Wanted = Wanted { events: 200, story: false, broken: None };

/// Lives on all cores.
fn lives(seeds: std::ops::Range<u64>, wanted: Wanted) -> Vec<Life> {
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let next = AtomicU64::new(seeds.start);
    let all = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..cores {
            scope.spawn(|| {
                loop {
                    let seed = next.fetch_add(1, Ordering::Relaxed);
                    if seed >= seeds.end {
                        return;
                    }
                    let life = live(seed, &wanted);
                    all.lock().unwrap().push(life);
                }
            });
        }
    });
    all.into_inner().unwrap()
}

#[test]
fn a_thousand_lives_keep_every_invariant() {
    let lives = lives(0..1_000, SOUND);
    let failed: Vec<String> = lives
        .iter()
        .filter_map(|life| Some((life.seed, life.violations.first()?)))
        .map(|(seed, first)| format!("--seed {seed}: {}: {}", first.invariant, first.what))
        .collect();
    assert!(failed.is_empty(), "{} of 1000:\n{}", failed.len(), failed.join("\n"));
    assert!(lives.iter().all(|life| life.events >= SOUND.events), "a life with too few events");
    let hashes: BTreeSet<u64> = lives.iter().map(|life| life.hash).collect();
    assert_eq!(hashes.len(), lives.len(), "two seeds lived the same life");
}

#[test]
fn a_life_replays_bit_by_bit() {
    for seed in [1, 7, 4_711, u64::MAX] {
        let first = live(seed, &Wanted { story: true, ..SOUND });
        let again = live(seed, &Wanted { story: true, ..SOUND });
        assert_eq!(first, again, "seed {seed}");
        assert!(first.story.len() > 200, "a story is told");
        assert_eq!(live(seed, &SOUND).hash, first.hash, "telling it changes nothing");
    }
}

#[test]
fn the_invariants_have_names_of_their_own() {
    let names = invariants::names();
    let unique: BTreeSet<&str> = names.iter().copied().collect();
    assert_eq!(unique.len(), names.len());
    assert!(names.len() >= 25, "{names:?}");
}

/// Each planted fault with the invariant that must notice it.
const PLANTED: [(Broken, &str); 21] = [
    (Broken::ForgetsUniqueEvents, "an_event_is_decided_once"),
    (Broken::DropsCommits, "no_acknowledged_input_is_lost"),
    (Broken::LetsAnybody, "nobody_acts_who_may_not"),
    (Broken::RewritesVerdicts, "a_decision_has_one_outcome"),
    (Broken::SkipsVersions, "versions_go_up_by_one"),
    (Broken::RepeatsNumbers, "numbers_are_unique"),
    (Broken::AsksForever, "at_most_two_rounds_of_questions"),
    (Broken::DoesAgain, "what_is_done_is_not_done_again"),
    (Broken::FiresEarly, "nothing_is_begun_before_its_time"),
    (Broken::ForgetsTimers, "who_is_waited_for_is_reminded"),
    (Broken::JumpsTheQueue, "a_lane_keeps_its_order"),
    (Broken::KeepsLanes, "work_that_is_held_calls_nobody"),
    (Broken::ForgetsRuns, "no_blocked_task_without_a_wake_up"),
    (Broken::ForgetsAnswers, "a_finished_tool_call_is_not_repeated"),
    (Broken::ForgetsDoubt, "a_message_has_at_most_two_copies"),
    (Broken::ForgetsPosts, "no_button_for_what_is_decided"),
    (Broken::KeepsButtons, "no_button_for_what_is_decided"),
    (Broken::ForgetsWaiting, "no_blocked_task_without_a_wake_up"),
    (Broken::ForgetsLoads, "agents_do_what_they_can"),
    (Broken::ReadsBadly, "costs_never_shrink"),
    (Broken::LosesReports, "a_done_ticket_has_its_report"),
];

#[test]
fn every_planted_fault_is_noticed_by_its_invariant() {
    let mut missed = Vec::new();
    for (broken, invariant) in PLANTED {
        assert!(invariants::names().contains(&invariant), "{invariant} is no invariant");
        let wanted = Wanted { broken: Some(broken), ..SOUND };
        let notices = |life: &Life| life.violations.iter().any(|violation| violation.invariant == invariant);
        if !(0..400).any(|seed| notices(&live(seed, &wanted))) {
            missed.push((broken, invariant));
        }
    }
    assert!(missed.is_empty(), "{missed:?}");
    let planted: BTreeSet<String> = PLANTED.iter().map(|(broken, _)| format!("{broken:?}")).collect();
    assert_eq!(planted.len(), Broken::ALL.len());
}
