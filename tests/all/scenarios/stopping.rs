//! Stopping, pausing and waiting for somebody to be free.

use super::deciding;
use crate::support::{Office, idea, said};
use chrono::TimeDelta;
use secretary::ports::model::ModelError;
use secretary::secretary::inbound::Platform::{Discord, Telegram};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

stories![
    cancelled_in_the_middle_of_the_work,
    paused_in_the_middle_and_resumed,
    everything_paused,
    nobody_free_waits_and_goes_on_unaided,
    agreed_work_waits_for_the_word,
];

async fn cancelled_in_the_middle_of_the_work() {
    let office = Office::new().await;
    let mara = office.owner("Mara", Telegram).await;
    mara.says_meanwhile("Hosting", "/cancel 1");
    mara.says("compare three hosting offers").await;
    mara.hears("Got it").await;
    mara.hears("▸").await;
    mara.hears("#1 Cancelled by Mara. Nothing more happens here.").await;
    office.advance(TimeDelta::days(1)).await;
    mara.hears_nothing();
    mara.says("/cancel 1").await;
    mara.hears("#1 was already cancelled by Mara. /resume 1 takes it up again.").await;
}

async fn paused_in_the_middle_and_resumed() {
    let office = Office::new().await;
    let mara = office.owner("Mara", Discord).await;
    mara.says_meanwhile("Hosting", "/pause 1");
    mara.says("compare three hosting offers").await;
    mara.hears("Got it").await;
    mara.hears("▸").await;
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
    let office = Office::new().await;
    deciding(&office);
    let mara = office.owner("Mara", Telegram).await;
    mara.says("compare three hosting offers").await;
    mara.hears("Got it").await;
    mara.hears("▸").await;
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
        mara.hears("Got it").await;
        mara.hears("▸").await;
        mara.hears("The language model does not answer.").await;
    }
    mara.says("/new compare offer 4").await;
    mara.hears("Got it").await;
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

async fn agreed_work_waits_for_the_word() {
    let office = Office::new().await;
    office.settings(|s| s.auto_dispatch = false).await;
    let mara = office.owner("Mara", Telegram).await;
    mara.says("compare three hosting offers").await;
    mara.hears("Got it").await;
    mara.hears("Here is what I'll do").await;
    mara.presses("Start").await;
    mara.reads("Agreed by Mara. Work waits for your word.");
    mara.says("/dispatch 1").await;
    mara.hears("▸").await;
    mara.hears("#1 Started.").await;
    mara.hears("Take offer C").await;
}
