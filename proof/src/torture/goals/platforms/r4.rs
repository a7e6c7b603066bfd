//! R4: the gateway of Discord breaks in every way while people go on writing; and the program is away for a while.

use std::time::Duration;

use crate::torture::moment;
use crate::torture::run::{Goal, Running, Setting, Trial, trials};
use crate::torture::trial::stage::Stage;
use crate::torture::trial::town::Plan;

/// The goal.
pub const GOAL: Goal = Goal {
    id: "r4",
    says: "Discord's gateway closes, asks to resume or not, falls silent, is away: every message is answered once.",
    full: 1_000,
    run,
};

/// Faults of one trial.
const FAULTS: usize = 6;
/// People.
const PEOPLE: usize = 4;
/// The codes a client may go on after.
const CODES: [u16; 9] = [1000, 4000, 4001, 4002, 4003, 4005, 4007, 4008, 4009];

fn run(setting: &Setting) -> Running<'_> {
    Box::pin(trials(setting, "r4", FAULTS, move |_, seed| gateway(setting, seed)))
}

async fn gateway(setting: &Setting, seed: u64) -> Result<Trial, String> {
    let stage = setting.stage("r4", seed, Plan { discord: PEOPLE, ..Plan::default() }).await?;
    stage.town.discord.heartbeat_interval(Duration::from_millis(700));
    stage.start().await?;
    stage.greet().await?;
    for number in 0..FAULTS {
        somebody(&stage);
        if number + 1 == FAULTS {
            stage.kill().await;
            somebody(&stage);
            moment::pass(stage.within(Duration::from_millis(500))).await;
            somebody(&stage);
            stage.launch()?;
        } else {
            trouble(&stage).await;
        }
        moment::pass(stage.within(Duration::from_millis(300))).await;
        somebody(&stage);
        stage.connected().await?;
    }
    stage.finish().await?;
    Trial::end(&stage, FAULTS).await
}

fn somebody(stage: &Stage) {
    let chat = stage.town.chats[stage.below(PEOPLE as u64) as usize];
    stage.short(chat);
}

async fn trouble(stage: &Stage) {
    let discord = &stage.town.discord;
    match stage.below(8) {
        0 => discord.gateway_cut(),
        1 => discord.gateway_reconnect(),
        2 => discord.gateway_invalid_session(true),
        3 => discord.gateway_invalid_session(false),
        4 => discord.gateway_zombie(),
        5 => discord.gateway_half_open(),
        6 => {
            discord.gateway_down(true);
            discord.gateway_cut();
            discord.forget_sessions();
            somebody(stage);
            moment::pass(stage.within(Duration::from_secs(2))).await;
            discord.gateway_down(false);
        }
        _ => discord.gateway_close(CODES[stage.below(CODES.len() as u64) as usize]),
    }
}
