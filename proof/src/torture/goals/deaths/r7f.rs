//! R7, flows: runs of flows that people agreed to are killed on their way: each says everything once, keeps each row once,
//! and comes to its end.

use std::time::Duration;

use crate::torture::moment;
use crate::torture::run::{Goal, Running, Setting, Trial, trials};
use crate::torture::trial::mind::{BOTH, REPLY, ROWS};
use crate::torture::trial::stage::Stage;
use crate::torture::trial::town::Plan;

/// The goal.
pub const GOAL: Goal = Goal {
    id: "r7f",
    says: "Flows that are killed on their way: each message comes once, each row is kept once, each run ends.",
    full: 1_000,
    run,
};

/// Chats of one trial, with one flow each.
const CHATS: (usize, usize) = (3, 2);
/// Kills of one trial. After three at one step of a run people hear that it was interrupted, which is an end of its own.
const KILLS: usize = 2;
/// The longest time from one life's first look to its end: a run is agreed to, begins and waits a second meanwhile.
const LIFE: Duration = Duration::from_millis(2_000);
/// The longest time between two lives.
const AWAY: Duration = Duration::from_millis(300);

fn run(setting: &Setting) -> Running<'_> {
    Box::pin(trials(setting, "r7f", KILLS, move |_, seed| flows(setting, seed)))
}

async fn flows(setting: &Setting, seed: u64) -> Result<Trial, String> {
    let plan = Plan { telegram: CHATS.0, discord: CHATS.1, ..Plan::default() };
    let stage = setting.stage("r7f", seed, plan).await?;
    stage.start().await?;
    stage.greet().await?;
    stage.town.chats.iter().for_each(|chat| drop(stage.flow(*chat)));
    for _ in 0..KILLS {
        stage.busy(stage.within(LIFE)).await;
        stage.kill().await;
        moment::pass(stage.within(AWAY)).await;
        stage.launch()?;
        stage.listening().await?;
    }
    stage.finish().await?;
    let trial = Trial::end(&stage, KILLS).await?;
    kept_once(&stage)?;
    Ok(trial)
}

/// Every run tells at its end how many rows there are of its word.
fn kept_once(stage: &Stage) -> Result<(), String> {
    let ends = stage.town.all_seen().into_iter().filter(|message| message.text.contains(REPLY));
    for text in ends.map(|message| message.text) {
        let rows = text.split(ROWS).nth(1).and_then(|rows| rows.split_whitespace().next());
        if rows.is_some_and(|rows| rows != BOTH) {
            return Err(format!("a run kept other than {BOTH} rows: {text}"));
        }
    }
    Ok(())
}
