//! R5: limits: the platforms' own rates hold, three calls in ten are refused for a while, and one chat hangs.

use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use crate::audit::Finding;
use crate::discord::{Fault as Broken, Route, Scope};
use crate::fault::Fault;
use crate::torture::chance::Chance;
use crate::torture::moment;
use crate::torture::run::{Goal, Running, Setting, Trial, trials};
use crate::torture::trial::stage::Stage;
use crate::torture::trial::town::{Chat, Plan};

/// The goal.
pub const GOAL: Goal = Goal {
    id: "r5",
    says: "Rates enforced, 30 % of calls refused for a while, one chat hanging: no call too early, nothing lost, nobody held up.",
    full: 10_000,
    run,
};

/// Chats of one trial, and what is asked in each.
const CHATS: (usize, usize) = (16, 4);
const EACH: usize = 5;
/// How long one chat hangs; the others must be answered while it does. Where times are not judged, it hangs longer.
const HANGS: Duration = Duration::from_secs(8);
const HANGS_LONG: Duration = Duration::from_secs(60);

fn run(setting: &Setting) -> Running<'_> {
    let each = (CHATS.0 + CHATS.1) * EACH;
    Box::pin(trials(setting, "r5", each, move |_, seed| limits(setting, seed, each)))
}

async fn limits(setting: &Setting, seed: u64, each: usize) -> Result<Trial, String> {
    let plan = Plan { telegram: CHATS.0, discord: CHATS.1, rates: true, ..Plan::default() };
    let stage = setting.stage("r5", seed, plan).await?;
    stage.start().await?;
    stage.greet().await?;
    let held_up = hanging(&stage).await;
    storm(&stage, seed);
    for _ in 1..EACH {
        stage.town.chats.iter().for_each(|chat| drop(stage.short(*chat)));
    }
    moment::pass(Duration::from_secs(6)).await;
    stage.town.telegram.clear_faults();
    stage.town.discord.clear_faults();
    stage.finish().await?;
    let mut trial = Trial::end(&stage, each).await?;
    let invalid = stage.town.discord.invalid_requests();
    trial.figures.push(("refused calls to Discord", invalid as f64));
    match held_up {
        Ok(slowest) => trial.figures.push(("beside a chat that hangs, s", slowest.as_secs_f64())),
        Err(sentence) => trial.findings.push(Finding { rule: "held up", sentence }),
    }
    Ok(trial)
}

/// One chat's first message hangs; everybody else is answered meanwhile. Gives the longest wait of the others.
async fn hanging(stage: &Stage) -> Result<Duration, String> {
    let town = &stage.town;
    let Some(Chat::Telegram(blocked)) = town.chats.first().copied() else { return Ok(Duration::ZERO) };
    let gate = crate::fault::Gate::new();
    let held = gate.clone();
    town.telegram.fault_when(move |call| {
        let here = call.method == "sendMessage" && call.body["chat_id"] == blocked;
        here.then(|| Fault::Hold(held.clone()))
    });
    let began = Instant::now();
    let first = stage.short(Chat::Telegram(blocked));
    moment::pass(Duration::from_millis(300)).await;
    town.chats.iter().skip(1).for_each(|chat| drop(stage.short(*chat)));
    let others = || stage.open_words().iter().all(|word| *word == first).then(|| began.elapsed());
    let hangs = if stage.clocks { HANGS } else { HANGS_LONG };
    let done = moment::until(hangs, others).await;
    town.telegram.clear_faults();
    gate.release();
    done.ok_or_else(|| {
        format!("{} others were not answered in {hangs:?} beside a chat that hangs", stage.open_words().len())
    })
}

fn storm(stage: &Stage, seed: u64) {
    let chance = Arc::new(Mutex::new(Chance::of(seed ^ 0xf5)));
    let of_discord = Arc::clone(&chance);
    stage.town.telegram.fault_when(move |call| {
        let mut chance = chance.lock().expect("nobody panics with it");
        let sends = matches!(call.method.as_str(), "sendMessage" | "editMessageText");
        let refuse = sends && chance.percent(30);
        refuse.then(|| Fault::TooManyRequests { retry_after: 1 + chance.below(3) })
    });
    stage.town.discord.fault_by(move |route, _| {
        let mut chance = of_discord.lock().expect("nobody panics with it");
        if route != Route::CreateMessage || !chance.percent(30) {
            return None;
        }
        let scope = [Scope::User, Scope::Shared, Scope::Global][chance.below(3) as usize];
        Some(Broken::RateLimited { retry_after: Duration::from_millis(300 + chance.below(1_500)), scope })
    });
}
