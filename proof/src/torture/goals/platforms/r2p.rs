//! R2 for presses: the program is away for longer than Telegram keeps a press. What was pressed meanwhile is forgotten; every
//! open question is shown anew, is pressed again, and comes to its end.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use crate::audit::Finding;
use crate::torture::moment;
use crate::torture::run::{Goal, Running, Setting, Trial, trials};
use crate::torture::trial::mind::OPTIONS;
use crate::torture::trial::people::Manner;
use crate::torture::trial::stage::Stage;
use crate::torture::trial::town::{Chat, Plan};

/// The goal.
pub const GOAL: Goal = Goal {
    id: "r2p",
    says: "Away for longer than Telegram keeps presses: every open question is shown anew within 60 s and comes to its end.",
    full: 200,
    run,
};

/// People of one trial, each with an open question.
const PEOPLE: usize = 20;
/// Telegram keeps a press for 150 s (platform-facts T2).
const AWAY: Duration = Duration::from_secs(156);
/// By then every open question is shown anew.
const ANEW: Duration = Duration::from_secs(60);

fn run(setting: &Setting) -> Running<'_> {
    Box::pin(trials(setting, "r2p", PEOPLE, move |_, seed| forgotten(setting, seed)))
}

async fn forgotten(setting: &Setting, seed: u64) -> Result<Trial, String> {
    let stage = setting.stage("r2p", seed, Plan { telegram: PEOPLE, ..Plan::default() }).await?;
    stage.start().await?;
    stage.greet().await?;
    stage.manner(Manner::Later);
    stage.town.chats.iter().for_each(|chat| drop(stage.idea(*chat)));
    let end = Instant::now() + setting.patience;
    while !stage.town.chats.iter().all(|chat| asked(&stage, *chat)) {
        if Instant::now() > end {
            return Err("not everybody was asked".to_owned());
        }
        stage.busy(Duration::from_millis(50)).await;
    }
    stage.quiet().await;
    stage.kill().await;
    stage.manner(Manner::Calm);
    stage.tend();
    stage.manner(Manner::Later);
    moment::pass(AWAY).await;
    let before = stage.town.telegram.calls().len();
    stage.start().await?;
    let began = Instant::now();
    let anew = moment::until(ANEW, || (changed(&stage, before).len() == PEOPLE).then(|| began.elapsed())).await;
    let missing = PEOPLE - changed(&stage, before).len();
    stage.manner(Manner::Calm);
    stage.finish().await?;
    let mut trial = Trial::end(&stage, PEOPLE).await?;
    match anew {
        Some(took) => trial.figures.push(("all shown anew, s", took.as_secs_f64())),
        None => trial.findings.push(Finding {
            rule: "forgotten",
            sentence: format!("{missing} open questions were not shown anew within {ANEW:?}"),
        }),
    }
    Ok(trial)
}

/// Whether a question stands in this chat.
fn asked(stage: &Stage, chat: Chat) -> bool {
    stage.town.seen(chat).iter().any(|m| m.labels.iter().any(|label| label.contains(OPTIONS[0])))
}

/// The chats in which a question was changed since so many calls had been made.
fn changed(stage: &Stage, before: usize) -> BTreeSet<String> {
    let calls = stage.town.telegram.calls();
    let edits = calls.iter().skip(before).filter(|call| call.method.starts_with("editMessage"));
    let asks = edits.filter(|call| call.body.to_string().contains(OPTIONS[0]));
    asks.map(|call| call.body["chat_id"].to_string()).collect()
}
