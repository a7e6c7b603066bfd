//! R10: the model fails in three calls of ten, in every way it can, and some agents call tools without end: every task comes
//! to its end, is asked about, or has failed with a reason.

use std::time::Duration;

use serde_json::Value;

use crate::audit::Finding;
use crate::model::Reply;
use crate::torture::chance::Chance;
use crate::torture::moment;
use crate::torture::run::{Goal, Running, Setting, Trial, trials};
use crate::torture::trial::stage::Stage;
use crate::torture::trial::town::{Chat, Plan};

/// The goal.
pub const GOAL: Goal = Goal {
    id: "r10",
    says: "The model fails in 30 % of its calls, and some agents never end: every task is done, asked about, or failed with a reason.",
    full: 2_000,
    run,
};

/// Chats of one trial, with one task each.
const CHATS: (usize, usize) = (6, 4);
/// What stands under work that is going on, or has not begun; any other button is for somebody who is asked, or rates.
const AT_WORK: [&str; 5] = ["Start", "Edit", "Cancel", "Pause", "Stop"];

fn run(setting: &Setting) -> Running<'_> {
    Box::pin(trials(setting, "r10", CHATS.0 + CHATS.1, move |_, seed| failing(setting, seed)))
}

async fn failing(setting: &Setting, seed: u64) -> Result<Trial, String> {
    let plan = Plan { telegram: CHATS.0, discord: CHATS.1, trouble: Some(Box::new(trouble)), ..Plan::default() };
    let stage = setting.stage("r10", seed, plan).await?;
    stage.start().await?;
    stage.greet().await?;
    for chat in &stage.town.chats {
        stage.task(*chat);
    }
    let began = std::time::Instant::now();
    while began.elapsed() < setting.patience && !hung(&stage).is_empty() {
        stage.tend();
        moment::pass(Duration::from_millis(50)).await;
    }
    let took = began.elapsed();
    let hung = hung(&stage);
    let mut trial = Trial::end(&stage, CHATS.0 + CHATS.1).await?;
    trial.figures.push(("until all had ended, s", took.as_secs_f64()));
    for word in hung {
        let sentence = format!("the task {word} has neither ended nor asked anybody after {took:?}");
        trial.findings.push(Finding { rule: "hung", sentence });
    }
    Ok(trial)
}

/// The words whose tasks have neither ended nor wait for anybody's answer.
fn hung(stage: &Stage) -> Vec<String> {
    let asks =
        |label: &String| !AT_WORK.contains(&label.as_str()) && !label.contains("opt") && !label.contains("Other");
    let settled = |chat: Chat| stage.town.seen(chat).iter().any(|m| m.labels.iter().any(asks));
    stage.town.chats.iter().filter(|chat| !settled(**chat)).map(|chat| format!("in {chat:?}")).collect()
}

/// What the model does instead of answering.
fn trouble(chance: &mut Chance, body: &Value) -> Option<Reply> {
    let works = body["tools"].is_array();
    // One word in eight gives an agent that never ends.
    let text = body["messages"].to_string();
    let endless = crate::torture::trial::mind::word_in(&text).is_some_and(|word| word.as_bytes()[2] % 8 == 0);
    if works && endless {
        return Some(Reply::tools(&[("list_notes", "{}")]));
    }
    if !chance.percent(30) {
        return None;
    }
    Some(match chance.below(14) {
        0 => Reply::server_error(500),
        1 => Reply::server_error(503),
        2 => Reply::rate_limited(Some(Duration::from_secs(1))),
        3 => Reply::rate_limited(None),
        4 => Reply::drop_connection(),
        5 => Reply::text("{\"why\": \"work\", \"intents\": [{\"kind\": \"idea\", \"questions\": [").finish("length"),
        6 => Reply::text("I'd rather talk about the weather.").no_finish(),
        7 => Reply::ok_error(502, "Provider returned error"),
        8 => Reply::refusal("I cannot help with that."),
        9 => {
            Reply::json(&serde_json::json!({"why": "why not", "intents": [{"kind": "dance", "item": "z", "tasks": 7}]}))
        }
        10 if works => Reply::tools(&[("launch_rocket", "{}")]),
        11 if works => Reply::tools(&[("write_note", "{\"title\": ")]),
        12 => Reply::empty_choices(),
        _ => Reply::raw(200, &[], "<html>a page</html>"),
    })
}
