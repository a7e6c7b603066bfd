//! Row 148: work places orders with a server that carries out whatever it reads, and is killed while it does, or never
//! hears an answer. What became of such an order is asked, and it is placed again only if somebody says so.

use std::time::{Duration, Instant};

use serde_json::json;

use crate::tools::{Care, Caring, Mishap};
use crate::torture::chance::Chance;
use crate::torture::run::{Goal, Running, Setting, Tally, Trial, trials};
use crate::torture::trial::stage::Stage;
use crate::torture::trial::town::Plan;
use crate::torture::{moment, program};

/// The goal.
pub const GOAL: Goal = Goal {
    id: "r148",
    says: "Orders that cannot be repeated, killed and unanswered (needs a program built with failpoints): none placed again unasked.",
    full: 1_000,
    run,
};

/// Chats of one trial, with one order each.
const CHATS: (usize, usize) = (3, 2);
/// Kills of one trial, beside those at a point.
const KILLS: usize = 2;
/// The longest time from one life's first look to its end.
const LIFE: Duration = Duration::from_millis(2_000);
/// The longest time between two lives.
const AWAY: Duration = Duration::from_millis(150);
/// The longest an order is in work.
const WORK: Duration = Duration::from_millis(250);
/// Between two looks of people.
const LOOK: Duration = Duration::from_millis(30);
/// Points around a call of a tool. Behind the call, and before its result is written down, it matters most.
const POINTS: [&str; 9] = [
    "tool/before",
    "tool/after",
    "tool/after",
    "journal/call/before",
    "journal/call/after",
    "journal/result/before",
    "journal/result/before",
    "journal/result/after",
    "journal/again/after",
];

fn run(setting: &Setting) -> Running<'_> {
    Box::pin(with_points(setting))
}

async fn with_points(setting: &Setting) -> Tally {
    if let Err(why) = program::ask(&setting.program, &["failpoints"]).await {
        let note = format!("no failpoints in this program, and so no tool that places orders: {why}");
        return Tally { notes: vec![note], ..Tally::default() };
    }
    trials(setting, "r148", CHATS.0 + CHATS.1, move |_, seed| orders(setting, seed)).await
}

async fn orders(setting: &Setting, seed: u64) -> Result<Trial, String> {
    let thought = Duration::from_millis(80);
    let orders = Some(caring(Chance::of(seed.wrapping_add(148))));
    let plan = Plan { telegram: CHATS.0, discord: CHATS.1, thought, orders, ..Plan::default() };
    let stage = setting.stage("r148", seed, plan).await?;
    arm(&stage);
    stage.start().await?;
    stage.greet().await?;
    stage.town.chats.iter().for_each(|chat| drop(stage.order(*chat)));
    for _ in 0..KILLS {
        let end = Instant::now() + stage.within(LIFE);
        while Instant::now() < end && !stage.ended() {
            stage.tend();
            moment::pass(LOOK).await;
        }
        stage.kill().await;
        moment::pass(stage.within(AWAY)).await;
        arm(&stage);
        stage.launch()?;
        if stage.percent(70) {
            stage.listening().await?;
        }
    }
    stage.finish().await?;
    Trial::end(&stage, CHATS.0 + CHATS.1).await
}

/// The next life ends at one of the points, or does not.
fn arm(stage: &Stage) {
    if !stage.percent(60) {
        stage.house.borrow_mut().unset("FAILPOINT");
        return;
    }
    let name = POINTS[stage.below(POINTS.len() as u64) as usize];
    let visit = 1 + stage.below(3);
    // A commit can fail, too; a call cannot.
    let fails = name.starts_with("journal") && name.ends_with("before") && stage.percent(25);
    let action = if fails { "error" } else { "kill" };
    stage.house.borrow_mut().set("FAILPOINT", &format!("{name}@{visit}={action}"));
    stage.town.ledger.write("failpoint", json!({"name": name, "visit": visit, "action": action}));
}

/// Half of the orders are carried out and answered; all take a moment.
fn caring(mut chance: Chance) -> Caring {
    Box::new(move || {
        let mishap = match chance.below(100) {
            0..20 => Some(Mishap::LoseAnswer),
            20..32 => Some(Mishap::Drop),
            32..40 => Some(Mishap::Reset),
            40..50 => Some(Mishap::Refuse(503)),
            _ => None,
        };
        Care { takes: chance.within(WORK), mishap }
    })
}
