//! R1: the program is killed while five chats on two platforms are active and work is running; at random instants, and at
//! every failpoint.

use std::time::Duration;

use serde_json::json;

use crate::torture::run::{Goal, Running, Setting, Tally, Trial, trials};
use crate::torture::trial::town::Plan;
use crate::torture::{moment, program};

/// Killed at random instants.
pub const GOAL: Goal = Goal {
    id: "r1",
    says: "Killed at random instants under load: nothing lost, nothing done twice.",
    full: 3_000,
    run,
};

/// Killed at the failpoints.
pub const POINTS: Goal = Goal {
    id: "r1p",
    says: "Killed, and refused commits, at every failpoint (needs a program built with them): nothing lost, nothing done twice.",
    full: 2_000,
    run: run_points,
};

/// Kills of one trial.
const KILLS: usize = 4;
/// The longest time from one life's first look to its end.
const LIFE: Duration = Duration::from_millis(1_100);
/// The longest time between two lives.
const AWAY: Duration = Duration::from_millis(150);

fn run(setting: &Setting) -> Running<'_> {
    Box::pin(trials(setting, "r1", KILLS, move |_, seed| kills(setting, seed)))
}

/// Five chats, two of them in Discord.
fn plan() -> Plan {
    Plan { telegram: 3, discord: 2, thought: Duration::from_millis(120), ..Plan::default() }
}

async fn kills(setting: &Setting, seed: u64) -> Result<Trial, String> {
    let stage = setting.stage("r1", seed, plan()).await?;
    stage.start().await?;
    stage.greet().await?;
    for kill in 0..KILLS {
        // Somebody always says something new while the others are at it.
        if kill == 0 {
            stage.town.chats.iter().for_each(|chat| drop(stage.idea(*chat)));
        } else {
            let chat = stage.town.chats[stage.below(5) as usize];
            stage.idea(chat);
        }
        stage.busy(stage.within(LIFE)).await;
        stage.kill().await;
        moment::pass(stage.within(AWAY)).await;
        stage.launch()?;
        if kill + 1 == KILLS || stage.percent(70) {
            stage.listening().await?;
        }
    }
    stage.finish().await?;
    Trial::end(&stage, KILLS).await
}

fn run_points(setting: &Setting) -> Running<'_> {
    Box::pin(points(setting))
}

/// Every point in turn, each time at another pass of it.
async fn points(setting: &Setting) -> Tally {
    let names: Vec<String> = match program::ask(&setting.program, &["failpoints"]).await {
        Ok(list) => list.lines().map(str::to_owned).collect(),
        Err(why) => return Tally { notes: vec![format!("no failpoints in this program: {why}")], ..Tally::default() },
    };
    let reached = std::cell::RefCell::new(std::collections::BTreeSet::new());
    let (all, seen) = (&names, &reached);
    let mut tally = trials(setting, "r1p", 1, move |index, seed| async move {
        let name = &all[index % all.len()];
        let (trial, died) = at_point(setting, seed, name, index / all.len()).await?;
        if died {
            seen.borrow_mut().insert(name.clone());
        }
        Ok(trial)
    })
    .await;
    let missed: Vec<&String> = names.iter().filter(|name| !reached.borrow().contains(*name)).collect();
    tally.notes.push(format!("points: {} of {} ended the program", names.len() - missed.len(), names.len()));
    if !missed.is_empty() {
        tally.notes.push(format!("never reached: {missed:?}"));
    }
    tally
}

async fn at_point(setting: &Setting, seed: u64, name: &str, round: usize) -> Result<(Trial, bool), String> {
    let stage = setting.stage("r1p", seed, plan()).await?;
    let visit = 1 + stage.below(3 + round as u64);
    // At the start some places are visited once.
    let visit =
        if ["migrate", "start", "pairing", "stop"].iter().any(|rare| name.starts_with(rare)) { 1 } else { visit };
    let action = if stage.percent(80) { "kill" } else { "error" };
    stage.house.borrow_mut().set("FAILPOINT", &format!("{name}@{visit}={action}"));
    stage.town.ledger.write("failpoint", json!({"name": name, "visit": visit, "action": action}));
    stage.launch()?;
    stage.listening().await?;
    stage.revive().await?;
    stage.connected().await?;
    if stage.ended() {
        // Discord is not told anything before somebody listens there: it could not be known of later.
        stage.revive().await?;
        stage.connected().await?;
    }
    stage.greet().await?;
    stage.town.chats.iter().for_each(|chat| drop(stage.idea(*chat)));
    stage.finish().await?;
    let stops = name.starts_with("stop");
    let may_end_there = stops || (action == "kill" && stage.deaths.get() == 0);
    let ended_there = match stage.stop().await {
        Err(why) if !may_end_there => return Err(why),
        stopped => stopped.is_err() || stops,
    };
    if ended_there {
        // It ended at the point while it stopped: another life makes the end of the trial.
        stage.house.borrow_mut().unset("FAILPOINT");
        stage.kill().await;
        stage.deaths.set(stage.deaths.get() + 1);
        stage.start().await?;
    }
    let died = stage.deaths.get() > 0 || action == "error";
    Ok((Trial::end(&stage, 1).await?, died))
}
