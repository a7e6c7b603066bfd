//! Hundreds of lives, replays, and the proof that the invariants can fail.

use crate::broken::Broken;
use crate::invariants;
use crate::life::{Life, Wanted};
use crate::memory::{Door, Memory, Tables};
use crate::outside::around::Around;
use crate::process::{at_once, engine};
use crate::world::live;
use chrono::{DateTime, TimeDelta};
use secretary::ports::store::{Hands, NewOutboxRow, Store};
use secretary::secretary::effect::Effect;
use secretary::secretary::ids::{EffectId, RoomId, Slot};
use std::collections::BTreeSet;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

const SOUND: Wanted = Wanted::sound(200);

fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, std::num::NonZero::get)
}

/// Lives on all cores.
fn lives(seeds: std::ops::Range<u64>, wanted: Wanted) -> Vec<Life> {
    let next = AtomicU64::new(seeds.start);
    let all = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..cores() {
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
fn three_hundred_lives_keep_every_invariant() {
    let lives = lives(0..300, SOUND);
    let failed: Vec<String> = lives
        .iter()
        .filter_map(|life| Some((life.seed, life.violations.first()?)))
        .map(|(seed, first)| format!("--seed {seed}: {}: {}", first.invariant, first.what))
        .collect();
    assert!(failed.is_empty(), "{} of 300:\n{}", failed.len(), failed.join("\n"));
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

/// Each planted fault with the invariants that must notice it.
const PLANTED: [(Broken, &[&str]); Broken::ALL.len()] = [
    (Broken::ForgetsUniqueEvents, &["an_event_is_decided_once"]),
    (Broken::DropsCommits, &["no_acknowledged_input_is_lost"]),
    (Broken::LetsAnybody, &["nobody_acts_who_may_not"]),
    (Broken::RewritesVerdicts, &["a_decision_has_one_outcome"]),
    (Broken::SkipsVersions, &["versions_go_up_by_one"]),
    (Broken::RepeatsNumbers, &["numbers_are_unique"]),
    (Broken::AsksForever, &["at_most_two_rounds_of_questions"]),
    (
        Broken::DoesAgain,
        &[
            "what_is_done_is_not_done_again",
            "what_arrived_for_certain_is_not_sent_again",
            "a_finished_answer_is_not_asked_for_again",
        ],
    ),
    (Broken::FiresEarly, &["nothing_is_begun_before_its_time"]),
    (Broken::ForgetsTimers, &["who_is_waited_for_is_reminded"]),
    (Broken::JumpsTheQueue, &["a_lane_keeps_its_order"]),
    (Broken::KeepsLanes, &["work_that_is_held_calls_nobody"]),
    (Broken::ForgetsRuns, &["no_blocked_task_without_a_wake_up"]),
    (Broken::MixesWorkspaces, &["nothing_leaves_its_workspace"]),
    (Broken::ForgetsAnswers, &["a_finished_tool_call_is_not_repeated"]),
    (Broken::ForgetsDoubt, &["a_message_has_at_most_two_copies"]),
    (Broken::ForgetsPosts, &["no_button_for_what_is_decided"]),
    (Broken::KeepsButtons, &["no_button_for_what_is_decided"]),
    (Broken::ForgetsWaiting, &["no_blocked_task_without_a_wake_up"]),
    (Broken::ForgetsLoads, &["agents_do_what_they_can"]),
    (Broken::ReadsBadly, &["costs_never_shrink"]),
    (Broken::LosesReports, &["a_done_ticket_has_its_report"]),
    (Broken::ChangesHands, &["a_ticket_stays_itself"]),
    (Broken::DecidesForOthers, &["nobody_decides_who_may_not"]),
    (Broken::ForgetsWhoDecided, &["silence_decides_only_as_announced"]),
    (Broken::CountsBadly, &["attempts_are_bounded"]),
    (Broken::BeginsTooSoon, &["tasks_wait_for_what_they_need"]),
    (Broken::ReportsNothing, &["no_report_without_a_finished_task_or_a_reason"]),
    (Broken::LeavesOpen, &["a_closed_ticket_is_over"]),
    (Broken::PausesAtWork, &["a_paused_ticket_stands_still", "held_tickets_begin_nothing"]),
    (Broken::LosesWords, &["what_was_said_is_kept"]),
    (Broken::RepeatsKeys, &["keys_are_unique"]),
    (Broken::ForgetsAField, &["state_survives_serialisation"]),
    (Broken::DecidesByChance, &["a_step_done_twice_gives_the_same"]),
    (Broken::ForgetsThoughts, &["every_ticket_ends_or_waits_for_somebody"]),
    (Broken::LosesQuestions, &["every_question_stands_somewhere"]),
    (Broken::ForgetsAlarms, &["every_schedule_has_its_alarm"]),
    (Broken::KeepsCopies, &["one_live_keyboard_per_thing"]),
    (Broken::LeavesUndone, &["nothing_is_left_undone"]),
    (Broken::EmptiesMessages, &["a_message_can_be_shown"]),
    (Broken::Misdirects, &["strangers_hear_nothing_of_tickets"]),
    (Broken::WishesTwice, &["no_effect_has_an_id_twice"]),
    (Broken::RingsTwice, &["a_timer_fires_once"]),
    (Broken::ForgetsOutcomes, &["what_may_have_happened_is_asked_about"]),
    (Broken::ForgetsAttempts, &["what_may_have_happened_is_not_done_again_unasked"]),
    (Broken::NeverEnds, &["a_life_comes_to_rest"]),
    (Broken::FiresTwice, &["a_schedule_fires_once_for_a_moment"]),
    (Broken::SkipsSteps, &["journals_are_in_order"]),
    (Broken::ReadsJournalsBadly, &["requests_are_whole"]),
    (Broken::RefusesTickets, &["no_decision_fails"]),
    (Broken::Hesitates, &["deciding_never_waits"]),
    (Broken::BeginsTwice, &["a_run_does_one_thing_at_a_time"]),
    (Broken::BeginsAnew, &["a_new_run_follows_no_unknown_call"]),
    (Broken::ForgetsReading, &["foreign_text_changes_nothing_unasked"]),
    (Broken::ForgetsDeeds, &["a_new_run_does_nothing_that_is_done"]),
    (Broken::LosesAuditRows, &["the_audit_log_holds_together"]),
    (Broken::ForgetsToAudit, &["every_decision_is_audited"]),
    (Broken::ForgetsFourEyes, &["four_eyes_are_two_people"]),
    (Broken::ForgetsQuorums, &["as_many_agree_as_have_to"]),
    (Broken::ForgetsTurns, &["at_most_five_are_put_to_a_person"]),
    (Broken::ForgetsBudgets, &["no_call_begins_past_a_budget"]),
    (Broken::KeepsWhatWasSetAside, &["what_is_set_aside_is_known"]),
    (Broken::KeepsErasedHistory, &["what_is_erased_stands_nowhere", "an_erased_ticket_leaves_nothing"]),
    (Broken::KeepsTypedWords, &["what_is_erased_stands_nowhere"]),
    (Broken::ForgetsToErase, &["who_is_to_be_erased_is"]),
    (Broken::LosesFiles, &["every_file_is_kept_or_told"]),
    (Broken::ForgetsFiles, &["a_kept_file_is_not_fetched_again"]),
];

/// Lives a planted fault has to be noticed in.
const CHANCES: u64 = 2_000;
/// Seeds whose lives show the rarest faults. They are tried first, since a search through other lives takes minutes.
const KNOWN: [(Broken, u64); 8] = [
    (Broken::ForgetsTurns, 58),
    (Broken::BeginsAnew, 93),
    (Broken::ForgetsOutcomes, 93),
    (Broken::ForgetsReading, 103),
    (Broken::KeepsCopies, 104),
    (Broken::KeepsTypedWords, 158),
    (Broken::ForgetsDeeds, 286),
    (Broken::ForgetsAttempts, 1_156),
];

/// The invariants that did not notice a fault, and how many lives that took.
fn missed(broken: Broken, invariants: &'static [&'static str]) -> (Vec<&'static str>, u64) {
    let wanted = Wanted { broken: Some(broken), seeks: invariants, ..SOUND };
    let mut silent = invariants.to_vec();
    let known = KNOWN.iter().filter(|(of, _)| *of == broken).map(|(_, seed)| *seed);
    for (seed, lives) in known.chain(0..CHANCES).zip(1..) {
        let life = live(seed, &wanted);
        silent.retain(|name| life.violations.iter().all(|violation| violation.invariant != *name));
        if silent.is_empty() {
            return (silent, lives);
        }
    }
    (silent, CHANCES)
}

#[test]
fn every_planted_fault_is_noticed_by_its_invariants() {
    let faults: BTreeSet<String> = PLANTED.iter().map(|(broken, _)| format!("{broken:?}")).collect();
    assert_eq!(faults.len(), Broken::ALL.len(), "a fault is named twice");
    let next = AtomicUsize::new(0);
    let unnoticed = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..cores() {
            scope.spawn(|| {
                while let Some((broken, invariants)) = PLANTED.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let (silent, lives) = missed(*broken, invariants);
                    println!("{broken:?}: {lives} lives");
                    if !silent.is_empty() {
                        unnoticed.lock().unwrap().push((broken, silent));
                    }
                }
            });
        }
    });
    let unnoticed = unnoticed.into_inner().unwrap();
    assert!(unnoticed.is_empty(), "{unnoticed:?}");
}

#[test]
fn every_invariant_is_proven_by_a_planted_fault() {
    let proven: BTreeSet<&str> = PLANTED.iter().flat_map(|(_, invariants)| invariants.iter().copied()).collect();
    let names: BTreeSet<&str> = invariants::names().into_iter().collect();
    assert_eq!(proven, names);
}

/// Otherwise what does end the program would take everything with it that was being done at the same moments.
#[test]
fn what_the_program_did_not_outlive_twice_is_done_alone() {
    let now = DateTime::from_timestamp(1_800_000_000, 0).unwrap();
    let (around, memory) = (Around::new(1, now, false), Memory::holding(Tables::default(), None));
    let row = |id: &str| NewOutboxRow {
        id: EffectId::new(id),
        lane: id.to_owned(),
        ticket: None,
        effect: Effect::Bare { room: RoomId::new("r"), slot: Slot::new(id) },
        due_at: now,
    };
    let filled = at_once(async {
        let mut tx = Door(memory.clone()).begin().await?;
        for id in ["a", "b"] {
            tx.enqueue(&row(id), now).await?;
        }
        for ends in 0..2 {
            if ends == 1 {
                tx.enqueue(&row("once"), now).await?;
            }
            tx.claim(now, 9, &Hands::All).await?;
            tx.recover(now, false).await?;
        }
        tx.enqueue(&row("new"), now).await?;
        tx.commit().await
    });
    assert_eq!(filled, Some(Ok(())));
    let engine = engine(&around, &memory);
    let claimed = || -> Vec<String> {
        let rows = at_once(engine.claim()).unwrap().unwrap();
        rows.iter().map(|row| row.row.id.to_string()).collect()
    };
    assert_eq!(claimed(), ["a", "new"]);
    around.lock().now += TimeDelta::seconds(1);
    assert_eq!(claimed(), [] as [String; 0], "as long as that one is being done");
    let kept: Vec<u32> = memory.tables().outbox.values().map(|row| row.cut_off).collect();
    assert_eq!(kept, [2, 2, 1, 0], "waiting is no attempt");
}
