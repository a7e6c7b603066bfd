//! R13: an older database is brought up to date and killed meanwhile; backups are written while people write, and killed;
//! the last one is put back, killed meanwhile, also where the database is gone or broken. Then people go on.

use std::time::Duration;

use serde_json::json;

use crate::ledger::now_ms;
use crate::torture::run::{Goal, Running, Setting, Trial, trials};
use crate::torture::trial::stage::Stage;
use crate::torture::trial::town::{FILE, Plan};
use crate::torture::{moment, older};

/// The goal.
pub const GOAL: Goal = Goal {
    id: "r13",
    says: "Killed while it upgrades an older database, backs up or restores: either old or new, nothing lost, and it goes on.",
    full: 700,
    run,
};

/// Kills while the database is brought up to date, while a backup is written, and while one is put back.
const UPGRADES: usize = 3;
const BACKUPS: usize = 2;
const RESTORES: usize = 2;
/// The longest until such a kill.
const UPGRADE: Duration = Duration::from_millis(150);
const COMMAND: Duration = Duration::from_millis(120);
/// What is kept under another name has the second in it.
const ANOTHER_NAME: Duration = Duration::from_millis(1_050);
/// The last backup.
const LAST: &str = "last.db";

fn run(setting: &Setting) -> Running<'_> {
    let each = UPGRADES + BACKUPS + RESTORES;
    Box::pin(trials(setting, "r13", each, move |_, seed| keeping(setting, seed, each)))
}

async fn keeping(setting: &Setting, seed: u64, each: usize) -> Result<Trial, String> {
    let plan = Plan { telegram: 3, discord: 2, thought: Duration::from_millis(80), ..Plan::default() };
    let stage = setting.stage("r13", seed, plan).await?;
    older::lay(&stage.town, seed).await?;
    upgrade(&stage).await?;
    stage.start().await?;
    stage.greet().await?;
    stage.town.chats.iter().for_each(|chat| drop(stage.idea(*chat)));
    stage.busy(stage.within(Duration::from_millis(900))).await;
    for number in 0..BACKUPS {
        stage.idea(stage.town.chats[stage.below(5) as usize]);
        stage.busy(stage.within(Duration::from_millis(200))).await;
        cut_backup(&stage, &format!("cut-{number}.db")).await?;
    }
    stage.idea(stage.town.chats[stage.below(5) as usize]);
    backup(&stage, "busy.db").await?;
    stage.finish().await?;
    stage.stop().await?;
    backup(&stage, LAST).await?;
    restore(&stage).await?;
    stage.start().await?;
    stage.town.chats.iter().for_each(|chat| drop(stage.idea(*chat)));
    stage.finish().await?;
    Trial::end(&stage, each).await
}

/// Lives that are killed while they bring the database up to date.
async fn upgrade(stage: &Stage) -> Result<(), String> {
    for number in 0..UPGRADES {
        if number == 0 {
            let side = if stage.percent(50) { "before" } else { "after" };
            stage.house.borrow_mut().set("FAILPOINT", &format!("migrate/{side}@1=kill"));
        }
        stage.launch()?;
        moment::pass(stage.within(UPGRADE)).await;
        stage.kill().await;
        stage.house.borrow_mut().unset("FAILPOINT");
    }
    Ok(())
}

/// A command of the program that must end well.
async fn well(stage: &Stage, arguments: &[&str]) -> Result<(), String> {
    let house = stage.house.borrow().clone();
    let said = house.ask(arguments).await?;
    if said.well { Ok(()) } else { Err(format!("{arguments:?} ended with {:?}", said.text)) }
}

async fn backup(stage: &Stage, name: &str) -> Result<(), String> {
    let began = now_ms();
    well(stage, &["backup", name]).await?;
    stage.town.ledger.write("backup", json!({"file": name, "began": began}));
    Ok(())
}

/// What stands under its name after a kill must be a whole backup, or nothing.
async fn cut_backup(stage: &Stage, name: &str) -> Result<(), String> {
    let (began, house) = (now_ms(), stage.house.borrow().clone());
    house.cut_off(&["backup", name], stage.within(COMMAND)).await?;
    if stage.town.folder.join(name).exists() {
        stage.town.ledger.write("backup", json!({"file": name, "began": began}));
    }
    Ok(())
}

/// The last backup is put back in place of a database that is whole, gone or broken.
async fn restore(stage: &Stage) -> Result<(), String> {
    let (file, house) = (stage.town.folder.join(FILE), stage.house.borrow().clone());
    let failed = |error: std::io::Error| format!("{}: {error}", file.display());
    let whole = match stage.below(4) {
        0 | 1 => true,
        2 => {
            std::fs::remove_file(&file).map_err(failed)?;
            false
        }
        _ => {
            std::fs::write(&file, b"no database any more".repeat(1_000)).map_err(failed)?;
            false
        }
    };
    let arguments = ["restore", "--replace", LAST];
    for _ in 0..RESTORES {
        house.cut_off(&arguments, stage.within(COMMAND)).await?;
        if whole {
            well(stage, &["check"]).await?;
        }
        moment::pass(ANOTHER_NAME).await;
    }
    well(stage, &arguments).await?;
    well(stage, &["check"]).await
}
