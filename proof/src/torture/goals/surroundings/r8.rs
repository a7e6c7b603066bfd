//! R8: the disk is full again and again, in the middle of whatever is being done, and now and then the program is killed
//! while it is: what was acknowledged is kept, nothing else is acknowledged, and it goes on by itself.

use std::time::Duration;

use crate::torture::moment;
use crate::torture::run::{Goal, Running, Setting, Trial, trials};
use crate::torture::trial::town::Plan;

/// The goal.
pub const GOAL: Goal = Goal {
    id: "r8",
    says: "The disk is full at random moments, also when killed: nothing acknowledged is missing, the file is whole, it goes on.",
    full: 300,
    run,
};

/// Times without room in one trial.
const TIMES: usize = 8;
/// The longest without room.
const FULL: Duration = Duration::from_millis(900);

fn run(setting: &Setting) -> Running<'_> {
    Box::pin(trials(setting, "r8", TIMES, move |_, seed| full_disk(setting, seed)))
}

async fn full_disk(setting: &Setting, seed: u64) -> Result<Trial, String> {
    let stage = setting.stage("r8", seed, Plan { telegram: 4, discord: 3, ..Plan::default() }).await?;
    stage.start().await?;
    stage.greet().await?;
    for time in 0..TIMES {
        stage.short(stage.town.chats[stage.below(7) as usize]);
        moment::pass(stage.within(Duration::from_millis(60))).await;
        stage.full_disk(true).await?;
        for _ in 0..2 {
            stage.short(stage.town.chats[stage.below(7) as usize]);
        }
        if time % 3 == 0 {
            stage.idea(stage.town.chats[stage.below(7) as usize]);
        }
        moment::pass(stage.within(FULL)).await;
        if stage.percent(20) {
            stage.kill().await;
            stage.launch()?;
            stage.listening().await?;
        } else {
            stage.full_disk(false).await?;
        }
        stage.busy(stage.within(Duration::from_millis(700))).await;
    }
    stage.finish().await?;
    Trial::end(&stage, TIMES).await
}
