//! R8: the power goes. Lives are watched as they write, on a new database or one of an older version that is brought up to
//! date; they end, and of what they had not made durable only some is found. The next life goes on with that. Beside it,
//! the same is done for many other moments of each life, and what would have been found then is looked at.

use std::path::Path;
use std::time::{Duration, Instant};

use serde_json::json;

use crate::ledger::now_ms;
use crate::torture::power::{self, Disk, Watched};
use crate::torture::program::{House, Program};
use crate::torture::run::{Goal, Running, Setting, Trial, trials};
use crate::torture::trial::stage::Stage;
use crate::torture::trial::town::{FILE, Plan};
use crate::torture::{moment, older};

/// The goal.
pub const GOAL: Goal = Goal {
    id: "r8p",
    says: "Power lost while people write: whatever was not made durable may be gone, nothing acknowledged is, the file is whole.",
    full: 1_000,
    run,
};

/// Lives that lose power in a trial, and moments of each that are looked at beside its end. The first has just begun.
const LIVES: usize = 4;
const MOMENTS: usize = 11;
/// The longest people are at it in one life.
const BUSY: Duration = Duration::from_millis(1_500);
/// The longest the first life lasts.
const BEGUN: Duration = Duration::from_millis(400);
/// The longest until everything a life wrote is put down, and until a life has begun with what was found.
const LONG: Duration = Duration::from_secs(30);
/// What leads a life out of its house.
const OUTSIDE: [&str; 3] = ["TELEGRAM_BOT_TOKEN", "DISCORD_TOKEN", "OPENAI_BASE_URL"];

fn run(setting: &Setting) -> Running<'_> {
    let each = LIVES * (MOMENTS + 1);
    Box::pin(trials(setting, "r8p", each, move |_, seed| power_cuts(setting, seed, each)))
}

async fn power_cuts(setting: &Setting, seed: u64, each: usize) -> Result<Trial, String> {
    if !power::can_watch() {
        return Err("strace is needed, and must be allowed to watch processes".to_owned());
    }
    let plan = Plan { telegram: 3, discord: 1, thought: Duration::from_millis(80), ..Plan::default() };
    let stage = setting.stage("r8p", seed, plan).await?;
    if stage.percent(50) {
        older::lay(&stage.town, seed).await?;
    }
    let mut whole_since = u64::MAX;
    for life in 0..LIVES {
        let copies = watched_life(&stage, life, &mut whole_since).await?;
        for (name, at) in copies {
            // A database that is being made, or brought up to date, is told from one that is whole.
            if !well(&stage, &name).await? && (at > whole_since || !begins(&stage, &name).await?) {
                return Err(format!("{name}, the power gone in the middle, is not whole"));
            }
            stage.town.ledger.write("backup", json!({"file": name, "began": at}));
        }
    }
    stage.start().await?;
    stage.town.chats.iter().for_each(|chat| drop(stage.idea(*chat)));
    stage.finish().await?;
    Trial::end(&stage, each).await
}

/// A life that is watched and loses its power. Gives what would have been found at other moments, and when they were.
/// Puts down since when the database was certainly whole, the first time a life listens.
async fn watched_life(stage: &Stage, life: usize, whole_since: &mut u64) -> Result<Vec<(String, u64)>, String> {
    let folder = stage.town.folder.as_path();
    let trace = folder.join(format!("disk-{life}.trace"));
    let before = Disk::found(folder)?;
    stage.house.borrow_mut().watched = Some(trace.clone());
    stage.launch()?;
    stage.house.borrow_mut().watched = None;
    let process = stage.program.borrow().as_ref().and_then(Program::id);
    let process = process.ok_or("the program ended by itself")?;
    match life {
        0 => moment::pass(stage.within(BEGUN)).await,
        1 => {
            stage.listening().await?;
            *whole_since = now_ms();
            stage.connected().await?;
            stage.greet().await?;
            people(stage).await;
        }
        _ => people(stage).await,
    }
    stage.kill().await;
    put_down(&trace, process).await?;
    let watched = Watched::read(&trace, folder)?;
    let moments: Vec<usize> = (0..MOMENTS).map(|_| stage.below(watched.len() as u64) as usize).collect();
    let mut copies = Vec::new();
    let after = watched.replay(before, &moments, |at, disk| {
        let name = format!("moment-{life}-{}.db", copies.len());
        if disk.lose_power(folder, &name, &mut stage.chance.borrow_mut())? {
            copies.push((name, at));
        }
        Ok(())
    })?;
    after.lose_power(folder, FILE, &mut stage.chance.borrow_mut())?;
    std::fs::remove_file(&trace).map_err(|error| format!("{}: {error}", trace.display()))?;
    Ok(copies)
}

/// What people do in a life.
async fn people(stage: &Stage) {
    for _ in 0..2 {
        stage.idea(stage.town.chats[stage.below(4) as usize]);
        stage.busy(stage.within(BUSY / 2)).await;
    }
}

/// Waits until the end of the process has been put down, which is the last that is.
async fn put_down(trace: &Path, process: u32) -> Result<(), String> {
    let process = process.to_string();
    let ended = || {
        let text = std::fs::read(trace).unwrap_or_default();
        let last = String::from_utf8_lossy(&text[text.len().saturating_sub(200)..]).into_owned();
        let last = last.trim_end().lines().last()?;
        (last.starts_with(&process) && last.ends_with("+++")).then_some(())
    };
    moment::until(LONG, ended).await.ok_or(format!("{}: the end of the life is missing", trace.display()))
}

/// How the program would be started with another database, with nobody to talk to.
fn house_of(stage: &Stage, name: &str) -> House {
    let mut house = stage.house.borrow().clone();
    house.set("DATABASE_URL", &format!("sqlite://{name}"));
    house.set("DATA_DIR", "moment-files");
    for setting in OUTSIDE {
        house.unset(setting);
    }
    house
}

/// The program's own look at a database: whether it is whole.
async fn well(stage: &Stage, name: &str) -> Result<bool, String> {
    Ok(house_of(stage, name).ask(&["check"]).await?.well)
}

/// Whether a life can begin with a database, which is whole then.
async fn begins(stage: &Stage, name: &str) -> Result<bool, String> {
    let mut program = house_of(stage, name).start()?;
    let end = Instant::now() + LONG;
    let mut begun = false;
    while !begun && !program.ended() && Instant::now() < end {
        moment::pass(Duration::from_millis(50)).await;
        begun = well(stage, name).await?;
    }
    program.kill().await;
    Ok(begun)
}
