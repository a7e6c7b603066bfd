//! P2: a press on a decision → answered on the platform; → the run goes on (its next request reaches the model); → the
//! outcome stands in the prompt.

use crate::process::{self, Secretary, World};
use crate::raw::Raw;
use crate::seed;
use crate::table::{self, Spread};
use proof::model::Reply;
use proof::telegram::FakeTelegram;
use serde_json::{Value, json};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::time::{MissedTickBehavior, interval, sleep};

const FIRST: u64 = 20_000;
const PRESSES: u64 = 400;
/// Between two presses: 20 a second; each lets a run, a report and its messages follow.
const PACE: Duration = Duration::from_millis(50);

/// When the run about a person's idea went on.
type Resumed = Arc<Mutex<HashMap<String, Instant>>>;

/// Measures and prints.
pub async fn measure(raw: &Raw) -> anyhow::Result<()> {
    let folder = tempfile::tempdir()?;
    seed::prepared(folder.path(), FIRST..FIRST + PRESSES).await?;
    let world = World::thinking().await;
    let (fake, resumed) = (world.bot()?, Resumed::default());
    let script = resumed.clone();
    let secretary = Secretary::start(folder.path(), &world)?;
    secretary.polled(fake).await?;
    sleep(Duration::from_secs(2)).await;
    // Only now: the first requests try out what the server can do and need its own answers.
    world.mind()?.answer_with(move |body| answer(body, &script));
    let mut pace = interval(PACE);
    pace.set_missed_tick_behavior(MissedTickBehavior::Delay);
    for user in FIRST..FIRST + PRESSES {
        pace.tick().await;
        let chat = fake.user(i64::try_from(user)?, "Person");
        fake.say(chat, chat, &format!("Write a slogan for shop {user}."));
    }
    let all_asked = || (FIRST..FIRST + PRESSES).all(|user| prompt(fake, user).is_some());
    process::until("every decision prompt", Duration::from_secs(120), all_asked).await?;
    sleep(Duration::from_secs(2)).await;
    press(fake, &resumed, raw).await
}

async fn press(fake: &FakeTelegram, resumed: &Resumed, raw: &Raw) -> anyhow::Result<()> {
    let mut pressed: HashMap<String, Press> = HashMap::new();
    let mut pace = interval(PACE);
    pace.set_missed_tick_behavior(MissedTickBehavior::Delay);
    for user in FIRST..FIRST + PRESSES {
        let Some((message, label)) = prompt(fake, user) else { continue };
        pace.tick().await;
        let chat = i64::try_from(user)?;
        let (at, since) = (fake.now(), Instant::now());
        pressed.insert(fake.press(chat, chat, message, &label), Press { user, message, at, since });
    }
    let count = || resumed.lock().unwrap_or_else(PoisonError::into_inner).len();
    process::until("every run going on", Duration::from_secs(60), || count() >= pressed.len()).await?;
    let edited = || pressed.values().filter_map(|press| outcome(fake, press)).collect::<Vec<_>>();
    process::until("every outcome", Duration::from_secs(60), || edited().len() >= pressed.len()).await?;
    let mut answered = Vec::new();
    for call in fake.calls().iter().filter(|c| c.method == "answerCallbackQuery") {
        if let Some(press) = call.body["callback_query_id"].as_str().and_then(|id| pressed.get(id)) {
            answered.push(call.at.saturating_sub(press.at));
        }
    }
    anyhow::ensure!(answered.len() == pressed.len(), "{} of {} presses were answered", answered.len(), pressed.len());
    anyhow::ensure!(fake.violations().is_empty(), "{:?}", fake.violations());
    let went_on = resumed.lock().unwrap_or_else(PoisonError::into_inner);
    let runs =
        pressed.values().filter_map(|press| Some(went_on.get(&press.user.to_string())?.duration_since(press.since)));
    let (answered, runs, outcomes) = (Spread::of(answered), Spread::of(runs.collect()), Spread::of(edited()));
    let (goal, peers) = ("p50 ≤ 8 ms, p99 ≤ 30 ms", "36–95 ms … 2,400–3,500 ms");
    let beside = |spread: &Spread| format!("{:.1} × two commits and a round trip", spread.times(raw.floor()));
    table::row(
        "P2",
        "press → answered on the platform, 400 presses at 20/s",
        &answered.say(),
        goal,
        peers,
        &beside(&answered),
    );
    table::row("P2", "press → work resumed (next request at the model)", &runs.say(), goal, peers, &beside(&runs));
    table::row("", "press → the outcome stands in the prompt", &outcomes.say(), "≤ 2 s", "", &beside(&outcomes));
    Ok(())
}

/// One press: whose, on which message, and when by the clock of the fake and by ours.
struct Press {
    user: u64,
    message: i64,
    at: Duration,
    since: Instant,
}

/// How long it took until the pressed message said what was decided.
fn outcome(fake: &FakeTelegram, press: &Press) -> Option<Duration> {
    let chat = i64::try_from(press.user).ok()?;
    let said = |call: &&proof::telegram::Call| {
        let number = |field: &str| call.body[field].as_i64().or_else(|| call.body[field].as_str()?.parse().ok());
        call.method == "editMessageText"
            && number("chat_id") == Some(chat)
            && number("message_id") == Some(press.message)
            && call.body["text"].as_str().is_some_and(|text| text.contains('✔'))
    };
    fake.calls().iter().find(said).map(|call| call.at.saturating_sub(press.at))
}

/// The decision prompt in a chat: its message and the label of its first button.
fn prompt(fake: &FakeTelegram, user: u64) -> Option<(i64, String)> {
    let chat = i64::try_from(user).ok()?;
    let asked = fake.bot_messages(chat).into_iter().find(|m| m.text.contains("One decision"))?;
    let label = asked.labels().first().map(|label| (*label).to_owned())?;
    Some((asked.id, label))
}

/// A model that plans one task, asks one decision, and is content with the answer.
fn answer(body: &Value, resumed: &Resumed) -> Reply {
    let name = body["response_format"]["json_schema"]["name"].as_str().unwrap_or_default();
    if name == "understanding" {
        return Reply::json(&understanding());
    }
    let tools = body["tools"].as_array().map(Vec::as_slice).unwrap_or_default();
    if !tools.iter().any(|tool| tool["function"]["name"] == "ask_decision") {
        return Reply::text("The slogan is ready: fresh every day.");
    }
    let turns = body["messages"].as_array().map(Vec::as_slice).unwrap_or_default();
    if !turns.iter().any(|turn| turn["role"] == "tool") {
        let asked = json!({"question": "Which tone?", "options": [{"label": "Warm"}, {"label": "Witty"}]});
        return Reply::tools(&[("ask_decision", &asked.to_string())]);
    }
    let text = body["messages"].to_string();
    if let Some(user) = text.split("for shop ").nth(1).and_then(|rest| rest.get(..5)) {
        let mut resumed = resumed.lock().unwrap_or_else(PoisonError::into_inner);
        resumed.entry(user.to_owned()).or_insert_with(Instant::now);
    }
    Reply::text("Fresh every day.")
}

/// A message that means a clear idea of one task.
pub fn understanding() -> Value {
    let task = json!({"key": "t1", "title": "Write the slogan", "instruction": "Write a slogan.", "agent": null,
        "capabilities": ["writing"], "needs": []});
    let idea = json!({
        "kind": "idea", "title": "Slogan", "summary": "A slogan for the shop.", "done_when": ["It is short"], "due": "",
        "assumptions": [], "questions": [], "tasks": [task], "risk": 0.1, "beyond": null,
    });
    json!({"why": "It takes work.", "intents": [idea]})
}
