//! R2: Telegram's queue: batches whose answer is lost, numbers that begin anew, kills between a batch and its confirmation,
//! absences. Every message is answered once.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use crate::fault::Fault;
use crate::torture::chance::Chance;
use crate::torture::moment;
use crate::torture::run::{Goal, Running, Setting, Trial, trials};
use crate::torture::trial::town::Plan;

/// The goal.
pub const GOAL: Goal = Goal {
    id: "r2",
    says: "Telegram's queue with lost batches, new numbers, kills and absences: every message answered once.",
    full: 10_000,
    run,
};

/// People of one trial, and what each of them asks.
const PEOPLE: usize = 20;
const EACH: usize = 5;

fn run(setting: &Setting) -> Running<'_> {
    Box::pin(trials(setting, "r2", PEOPLE * EACH, move |_, seed| queue(setting, seed)))
}

async fn queue(setting: &Setting, seed: u64) -> Result<Trial, String> {
    let stage = setting.stage("r2", seed, Plan { telegram: PEOPLE, ..Plan::default() }).await?;
    let telegram = &stage.town.telegram;
    stage.start().await?;
    stage.greet().await?;
    let chance = Arc::new(Mutex::new(Chance::of(seed ^ 0xa2)));
    telegram.fault_when(move |call| {
        let lost = call.method == "getUpdates" && chance.lock().expect("nobody panics with it").percent(20);
        lost.then_some(Fault::LoseAnswer)
    });
    for round in 0..EACH {
        for chat in &stage.town.chats {
            stage.short(*chat);
            if stage.percent(5) {
                moment::pass(stage.within(Duration::from_millis(20))).await;
            }
        }
        match round {
            1 | 3 => {
                moment::pass(stage.within(Duration::from_millis(300))).await;
                stage.kill().await;
                moment::pass(stage.within(Duration::from_millis(200))).await;
                stage.start().await?;
            }
            // As after a week without any update: lower ones once, higher ones once.
            2 => {
                waits_for_none(&stage).await?;
                telegram.jump_update_ids(if stage.percent(50) { 17 } else { 900_000 });
            }
            _ => {}
        }
    }
    telegram.clear_faults();
    stage.finish().await?;
    Trial::end(&stage, PEOPLE * EACH).await
}

/// Numbers begin anew after a week in which nothing waited.
async fn waits_for_none(stage: &crate::torture::trial::stage::Stage) -> Result<(), String> {
    let telegram = &stage.town.telegram;
    telegram.clear_faults();
    let none = || telegram.pending_updates().is_empty().then_some(());
    moment::until(Duration::from_secs(40), none).await.ok_or_else(|| "updates are never confirmed".to_owned())
}
