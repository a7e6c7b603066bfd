//! Stopping, pausing and waiting for somebody to be free.

use crate::support::{Discord, Office, Telegram, TimeDelta, Voice, ask_for_decision, call, idea, json, said};
use secretary::ports::model::ModelError;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

stories![
    cancelled_in_the_middle_of_the_work,
    files_of_a_run_that_is_cancelled_are_kept,
    paused_in_the_middle_and_resumed,
    everything_paused,
    an_idea_in_a_pause_is_kept_as_it_was_understood,
    nobody_free_waits_and_goes_on_unaided,
    agreed_work_waits_for_the_word,
    work_is_paused_and_resumed_in_bare_words,
    of_several_cards_it_is_asked_which_is_to_pause,
    a_no_answers_whether_all_is_to_go_and_nothing_older,
];

async fn cancelled_in_the_middle_of_the_work() {
    let (office, mara) = Office::owned_by("Mara", Telegram).await;
    mara.says_meanwhile("Hosting", "/cancel 1");
    mara.wants_offers().await;
    mara.hears("#1 Cancelled by Mara. Nothing more happens here.").await;
    office.advance(TimeDelta::days(1)).await;
    mara.hears_nothing();
    mara.says("/cancel 1").await;
    mara.hears("#1 was already cancelled by Mara. /resume 1 takes it up again.").await;
}

async fn files_of_a_run_that_is_cancelled_are_kept() {
    let (office, mara) = Office::owned_by("Mara", Telegram).await;
    office.reads(|_| idea("The letter").no_tasks().task("t1", "writer", "Write it", &[]).into());
    office.works(|input| match input.steps.len() {
        0 => call("write_file", json!({"path": "draft.md", "text": "Dear Ana"})),
        _ => ask_for_decision(),
    });
    mara.says("write the letter").await;
    mara.hears_progress().await;
    mara.hears("One decision").await;
    mara.says("/cancel 1").await;
    mara.hears("#1 Cancelled by Mara. Nothing more happens here. /files 1 sends what was written.").await;
    mara.says("/files 1").await;
    mara.hears("#1 has 1 file:").await;
    mara.hears("<draft.md, ").await;
    mara.hears_nothing();
}

async fn paused_in_the_middle_and_resumed() {
    let (office, mara) = Office::owned_by("Mara", Discord).await;
    mara.says_meanwhile("Hosting", "/pause 1");
    mara.wants_offers().await;
    mara.hears("#1 Paused.").await;
    mara.reads("paused by Mara");
    let before = office.thoughts();
    office.advance(TimeDelta::days(1)).await;
    assert_eq!(office.thoughts(), before, "nothing is thought while paused");
    mara.says("/pause 1").await;
    mara.hears("#1 is paused already. /resume 1 lets it go on.").await;
    mara.presses("Resume").await;
    mara.hears("Take offer C").await;
}

async fn everything_paused() {
    let office = Office::deciding().await;
    let mara = office.owner("Mara", Telegram).await;
    mara.wants_offers().await;
    mara.hears("One decision").await;
    mara.says("/pause").await;
    mara.hears("All work is paused").await;
    let before = office.thoughts();
    mara.says("/new compare printers").await;
    mara.hears("All work is paused, so I start when somebody sends /resume.").await;
    mara.presses("★").await;
    office.advance(TimeDelta::hours(5)).await;
    assert_eq!(office.thoughts(), before, "nothing is thought while paused");
    mara.hears_nothing();
    mara.says("/pause all").await;
    mara.hears("All work is paused already.").await;
    mara.says("/resume").await;
    mara.hears("Work goes on").await;
    mara.hears("#2 ▸").await;
    mara.hears("#1 Hosting offers\nTake offer C").await;
    mara.hears("#2 One decision").await;
    mara.presses("★").await;
    mara.hears("#2 Hosting offers\nTake offer C").await;
}

async fn an_idea_in_a_pause_is_kept_as_it_was_understood() {
    let (office, mara) = Office::owned_by("Mara", Telegram).await;
    office.reads(|input| idea(if input.plan.is_some() { "The same bikes" } else { "Bikes" }).into());
    mara.says("/pause").await;
    mara.hears("All work is paused").await;
    mara.says("compare these two").await;
    mara.hears("#1 “compare these two” Got it.\nAll work is paused, so I start when somebody sends /resume.").await;
    mara.presses("Resume").await;
    mara.hears("Work goes on").await;
    mara.hears("▸").await;
    mara.hears("#1 The same bikes\nTake offer C").await;
}

async fn nobody_free_waits_and_goes_on_unaided() {
    let office = Office::new().await;
    let busy = Arc::new(AtomicBool::new(true));
    let held = busy.clone();
    office.reads(|input| idea(&input.idea).into());
    office.works(move |_| match held.load(Ordering::SeqCst) {
        true => Err(ModelError::Retry { after: std::time::Duration::from_secs(60) }),
        false => said("Done."),
    });
    let mara = office.owner("Mara", Discord).await;
    for n in 1..=3 {
        mara.says(&format!("/new compare offer {n}")).await;
        mara.hears("▸").await;
        mara.hears("The language model does not answer.").await;
    }
    mara.says("/new compare offer 4").await;
    let waits = mara.hears("#4 starts by itself as soon as somebody is free").await;
    assert!(!waits.contains("language model"), "{waits}");
    mara.says("/list").await;
    mara.hears("#4 … compare offer 4 · waiting").await;
    busy.store(false, Ordering::SeqCst);
    office.advance(TimeDelta::minutes(5)).await;
    for _ in 1..=4 {
        mara.hears("Take offer C").await;
    }
}

async fn work_is_paused_and_resumed_in_bare_words() {
    let office = Office::deciding().await;
    let mara = office.owner("Mara", Discord).await;
    mara.says("pause").await;
    mara.hears("There is nothing to pause just now.").await;
    mara.wants_offers().await;
    mara.hears("#1 One decision").await;
    mara.says("resume").await;
    mara.hears("Nothing is paused just now.").await;
    mara.says("Pause!").await;
    mara.hears("#1 Paused.").await;
    mara.says("resume").await;
    mara.hears("#1 The decision above is still needed.").await;
    // While all work is paused the bare word is about all of it.
    mara.says("/pause").await;
    mara.hears("All work is paused").await;
    mara.says("pause").await;
    mara.hears("All work is paused already.").await;
    mara.says("resume").await;
    mara.hears("Work goes on").await;
    mara.presses("★").await;
    mara.hears("Take offer C").await;
}

/// Mara with two cards that wait.
async fn two_cards(office: &Office) -> Voice {
    office.reads(|_| idea("Hosting offers").no_tasks().task("t1", "planner", "Note the offers", &[]).into());
    let mara = office.owner("Mara", Telegram).await;
    for (n, said) in [(1, "compare three hosting offers"), (2, "compare what the shop sells")] {
        mara.says(said).await;
        mara.hears(&format!("#{n} Here is what I'll do")).await;
    }
    mara
}

async fn of_several_cards_it_is_asked_which_is_to_pause() {
    let office = Office::new().await;
    let mara = two_cards(&office).await;
    mara.says("pause").await;
    mara.hears("Which one?\n[Pause #2 Hosting offers]\n[Pause #1 Hosting offers]").await;
    assert_eq!(mara.presses("Pause #1").await, "Paused.");
    mara.says("resume").await;
    mara.hears("#1 The card above waits for your Start.").await;
}

async fn agreed_work_waits_for_the_word() {
    let office = Office::new().await;
    office.settings(|s| s.auto_dispatch = false).await;
    let mara = office.owner("Mara", Telegram).await;
    mara.says("compare three hosting offers").await;
    mara.hears("Here is what I'll do").await;
    mara.presses("Start").await;
    mara.reads("Agreed by Mara. Work waits for your word.");
    mara.says("/dispatch 1").await;
    mara.hears("▸").await;
    mara.hears("#1 Started.").await;
    mara.hears("Take offer C").await;
}

async fn a_no_answers_whether_all_is_to_go_and_nothing_older() {
    let (office, mara) = Office::owned_by("Mara", Telegram).await;
    mara.says("remind me tomorrow at 9 to call Kim").await;
    mara.hears("call Kim").await;
    office.reads(|_| idea("Hosting offers").no_tasks().task("t1", "planner", "Ask for offers", &[]).into());
    mara.says("compare three hosting offers").await;
    mara.hears("Here is what I'll do").await;
    mara.says("/cancel all").await;
    mara.hears("Cancel 1 open ticket?").await;
    // No is the answer to that, and none to the card before it.
    mara.says("no").await;
    mara.hears("I leave it as it is").await;
    assert!(mara.offers("Start"), "{}", office.transcript());
    mara.lacks("Cancelled");
    mara.says("/schedules delete all").await;
    mara.hears("Delete 1 reminder?").await;
    mara.presses("Keep it").await;
    mara.says("/cancel all").await;
    mara.hears("Cancel 1 open ticket?").await;
    mara.presses("Cancel it").await;
    mara.reads("Cancelled by Mara: 1 ticket.");
    mara.presses("Undo").await;
    mara.hears("Here is what I'll do").await;
    mara.says("/schedules delete all").await;
    mara.hears("Delete 1 reminder?").await;
    mara.presses("Delete it").await;
    mara.hears("Deleted: the reminder “call Kim”.").await;
}
