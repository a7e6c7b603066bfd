//! R7: reminders fall due while the program is there, killed, stopped or away: each comes once. The sweep over zones and
//! years is a matter of the rules and not of a process.

use std::time::Duration;

use crate::torture::moment;
use crate::torture::run::{Goal, Running, Setting, Trial, trials};
use crate::torture::trial::town::Plan;

/// The goal.
pub const GOAL: Goal = Goal {
    id: "r7",
    says: "Reminders that fall due while the program is killed, stopped or away: each comes exactly once.",
    full: 1_000,
    run,
};

/// People of one trial, and how many reminders each orders.
const PEOPLE: usize = 5;
const EACH: usize = 2;
/// Seconds until a reminder is due.
const DUE: u64 = 5;

fn run(setting: &Setting) -> Running<'_> {
    Box::pin(trials(setting, "r7", PEOPLE * EACH, move |_, seed| reminders(setting, seed)))
}

async fn reminders(setting: &Setting, seed: u64) -> Result<Trial, String> {
    let stage = setting.stage("r7", seed, Plan { telegram: PEOPLE, ..Plan::default() }).await?;
    stage.start().await?;
    stage.greet().await?;
    for _ in 0..EACH {
        for chat in &stage.town.chats {
            stage.reminder(*chat, DUE);
        }
        moment::pass(stage.within(Duration::from_millis(1_200))).await;
    }
    moment::pass(Duration::from_millis(1_500) + stage.within(Duration::from_secs(2))).await;
    if stage.percent(50) {
        stage.kill().await;
    } else {
        stage.stop().await?;
    }
    moment::pass(stage.within(Duration::from_secs(5))).await;
    stage.start().await?;
    moment::pass(stage.within(Duration::from_secs(2))).await;
    if stage.percent(30) {
        stage.kill().await;
        stage.start().await?;
    }
    stage.finish().await?;
    Trial::end(&stage, PEOPLE * EACH).await
}
