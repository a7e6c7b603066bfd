//! R14: two lives with one token over one database on a server; the one that has the bots is killed, or stands still and is
//! woken when it was replaced, while people write and press. On a file the second life refuses.

use std::time::Duration;

use crate::audit::{self, Finding};
use crate::postgres;
use crate::torture::moment;
use crate::torture::program::Program;
use crate::torture::run::{Goal, Running, Setting, Tally, Trial, trials};
use crate::torture::trial::stage::Stage;
use crate::torture::trial::town::{FILE, Plan};

/// The goal.
pub const GOAL: Goal = Goal {
    id: "r14",
    says: "Two lives on one token: one is killed, or frozen and woken, the other takes over within 15 s; nothing lost or twice.",
    full: 500,
    run,
};

/// Times one is lost in one trial.
const OVERLAPS: usize = 3;
/// The longest from one loss to the next.
const LIFE: Duration = Duration::from_millis(1_500);
/// The longest a life stands still without being given up: well below what the others wait.
const SHORT: Duration = Duration::from_secs(4);
/// The longest a life stands still after it was given up.
const STILL: Duration = Duration::from_secs(3);
/// One trial in so many is about a file instead.
const OF_A_FILE: usize = 10;

fn run(setting: &Setting) -> Running<'_> {
    Box::pin(async move {
        let Some(server) = postgres::server() else {
            return Tally { notes: vec!["skipped: PostgreSQL is not on this machine".to_owned()], ..Tally::default() };
        };
        trials(setting, "r14", OVERLAPS, move |index, seed| async move {
            if index % OF_A_FILE == OF_A_FILE - 1 {
                return on_a_file(setting, seed).await;
            }
            overlaps(setting, seed, server.fresh().await).await
        })
        .await
    })
}

fn plan(server: Option<String>) -> Plan {
    Plan { telegram: 3, discord: 2, thought: Duration::from_millis(120), server, ..Plan::default() }
}

async fn overlaps(setting: &Setting, seed: u64, server: String) -> Result<Trial, String> {
    let stage = setting.stage("r14", seed, plan(Some(server))).await?;
    stage.start().await?;
    stage.greet().await?;
    stage.town.chats.iter().for_each(|chat| drop(stage.idea(*chat)));
    let (took, other) = match lose_some(&stage).await {
        Ok(done) => done,
        Err(sentence) => return cut_short(&stage, sentence).await,
    };
    stage.finish().await?;
    other.stop().await?;
    let mut trial = Trial::end(&stage, OVERLAPS).await?;
    trial.figures.extend(took.iter().map(|t| ("taken over, s", t.as_secs_f64())));
    Ok(trial)
}

/// Loses the life with the bots again and again. Gives how long each taking over took, and the life that stands by then.
async fn lose_some(stage: &Stage) -> Result<(Vec<Duration>, Program), String> {
    let (mut other, mut took) = (stage.stand_by()?, Vec::new());
    for _ in 0..OVERLAPS {
        stage.busy(stage.within(LIFE)).await;
        stage.idea(stage.town.chats[stage.below(5) as usize]);
        stage.busy(stage.within(LIFE)).await;
        match stage.below(5) {
            0 => {
                stage.freeze(stage.within(SHORT)).await?;
                continue;
            }
            1 | 2 => took.push(stage.kill_one(other).await?),
            _ => took.push(stage.freeze_one(other, stage.within(STILL)).await?),
        }
        other = stage.stand_by()?;
    }
    Ok((took, other))
}

/// What Telegram would punish says more than that taking over went wrong.
async fn cut_short(stage: &Stage, sentence: String) -> Result<Trial, String> {
    stage.kill().await;
    stage.town.close();
    let mut findings = audit::folder(&stage.town.folder).await?;
    findings.retain(|finding| finding.rule == "punished");
    findings.push(Finding { rule: "taking over", sentence });
    Ok(Trial { findings, counts: OVERLAPS, figures: Vec::new() })
}

/// A second life on the same file refuses, says why, and does the first one no harm.
async fn on_a_file(setting: &Setting, seed: u64) -> Result<Trial, String> {
    let stage = setting.stage("r14", seed, plan(None)).await?;
    stage.start().await?;
    stage.greet().await?;
    let mut findings = Vec::new();
    for _ in 0..OVERLAPS {
        stage.town.chats.iter().for_each(|chat| drop(stage.idea(*chat)));
        moment::pass(stage.within(Duration::from_millis(300))).await;
        findings.extend(refused(&stage).await?);
        stage.busy(Duration::from_millis(200)).await;
    }
    stage.finish().await?;
    let mut trial = Trial::end(&stage, OVERLAPS).await?;
    trial.findings.extend(findings);
    Ok(trial)
}

async fn refused(stage: &Stage) -> Result<Option<Finding>, String> {
    let house = stage.house.borrow().clone();
    let said = house.ask(&[]).await?;
    let clear = said.text.contains(FILE) && said.text.lines().count() <= 3 && !said.text.contains("panicked");
    let sentence = format!("a second life on the same file ended with {:?}", said.text);
    Ok((said.well || !clear).then_some(Finding { rule: "second life", sentence }))
}
