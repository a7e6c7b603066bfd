//! R17: the program is told to stop while it is at work, and goes on at the next start as if nothing had been.

use std::time::Duration;

use crate::torture::run::{Goal, Running, Setting, Trial, trials};
use crate::torture::trial::town::Plan;

/// The goal.
pub const GOAL: Goal = Goal {
    id: "r17",
    says: "Told to stop under load: gone within 5 s, nothing lost, and no copy because of the stop.",
    full: 1_000,
    run,
};

/// Stops of one trial.
const STOPS: usize = 4;
/// The longest time from one life's first look to its end.
const LIFE: Duration = Duration::from_millis(1_500);

fn run(setting: &Setting) -> Running<'_> {
    Box::pin(trials(setting, "r17", STOPS, move |_, seed| stops(setting, seed)))
}

async fn stops(setting: &Setting, seed: u64) -> Result<Trial, String> {
    let plan = Plan { telegram: 3, discord: 2, thought: Duration::from_millis(120), ..Plan::default() };
    let stage = setting.stage("r17", seed, plan).await?;
    stage.start().await?;
    stage.greet().await?;
    let mut took = Vec::new();
    for stop in 0..STOPS {
        if stop == 0 {
            stage.town.chats.iter().for_each(|chat| drop(stage.idea(*chat)));
        } else {
            stage.idea(stage.town.chats[stage.below(5) as usize]);
        }
        stage.busy(stage.within(LIFE)).await;
        took.push(stage.stop().await?);
        stage.launch()?;
        stage.listening().await?;
    }
    stage.finish().await?;
    let mut trial = Trial::end(&stage, STOPS).await?;
    trial.figures.extend(took.iter().map(|t| ("stop, s", t.as_secs_f64())));
    Ok(trial)
}
