//! R3: sends go wrong: one in ten is turned away before it is accepted, two in ten are accepted and the answer is lost, with
//! resets, pages of proxies and bad answers. In some chats what goes wrong is certain, so that no bug is spared by chance.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use crate::discord::{Fault as Broken, Route};
use crate::fault::Fault;
use crate::torture::chance::Chance;
use crate::torture::moment;
use crate::torture::run::{Goal, Running, Setting, Trial, trials};
use crate::torture::trial::town::{Chat, Plan, Seen, Town};

/// The goal.
pub const GOAL: Goal = Goal {
    id: "r3",
    says: "Sends fail or lose their answer: Discord shows each once, Telegram never more copies than it may, in order.",
    full: 10_000,
    run,
};

/// Chats of one trial in Telegram and in Discord, and sends that come of an idea: card, progress, prompt, report.
const CHATS: (usize, usize) = (8, 4);
const SENDS: usize = 4;
/// The chats of Telegram in which no question gets through, and in which every answer to a post is lost.
const CURSED: usize = 0;
const DEAF: usize = 1;
/// How often everybody says hello afterwards, as long as something has not come.
const HELLOS: u32 = 3;
/// Ideas of each chat.
const IDEAS: usize = 2;

fn run(setting: &Setting) -> Running<'_> {
    let each = (CHATS.0 + CHATS.1) * IDEAS * SENDS;
    Box::pin(trials(setting, "r3", each, move |_, seed| sends(setting, seed, each)))
}

async fn sends(setting: &Setting, seed: u64, each: usize) -> Result<Trial, String> {
    let plan = Plan { telegram: CHATS.0, discord: CHATS.1, ..Plan::default() };
    let mut stage = setting.stage("r3", seed, plan).await?;
    stage.patience = setting.patience / HELLOS;
    stage.start().await?;
    stage.greet().await?;
    spoil(&stage.town, seed);
    // Where every answer is lost, a question stands twice before somebody looks.
    stage.slow.set(stage.town.chats.get(DEAF).copied());
    for _ in 0..IDEAS {
        stage.town.chats.iter().for_each(|chat| drop(stage.idea(*chat)));
    }
    // The trouble lasts for a while, then it is over; what was put aside comes when somebody is there again.
    let end = std::time::Instant::now() + Duration::from_secs(25);
    while std::time::Instant::now() < end && !stage.open_words().is_empty() {
        stage.tend();
        moment::pass(Duration::from_millis(50)).await;
    }
    stage.town.telegram.clear_faults();
    stage.town.discord.clear_faults();
    stage.quiet().await;
    // What was on its way then may turn out to be unclear after they were there: it comes when they are there once more.
    for _ in 0..HELLOS {
        for chat in &stage.town.chats {
            stage.town.say(*chat, &told(&stage.town.seen(*chat)).unwrap_or_else(|| "hello".to_owned()));
        }
        stage.finish().await?;
        if stage.open_words().is_empty() {
            break;
        }
    }
    press_the_rest(&stage.town);
    stage.quiet().await;
    let mut trial = Trial::end(&stage, each).await?;
    trial.findings.extend(leftover(&stage.town));
    Ok(trial)
}

/// What somebody sends who reads that a message may be missing, and which command tells.
fn told(seen: &[Seen]) -> Option<String> {
    let newest = seen.iter().rev().find(|message| message.text.contains("may be missing"))?;
    let (_, behind) = newest.text.split_once("/show ")?;
    let number: String = behind.chars().take_while(char::is_ascii_digit).collect();
    (!number.is_empty()).then(|| format!("/show {number}"))
}

/// Calls go wrong from now on. In the first chat of Telegram no question gets through and nobody can tell; in the second
/// every answer to a post is lost; in the others the first post is turned away once, with more waiting behind it.
fn spoil(town: &Town, seed: u64) {
    let chance = Arc::new(Mutex::new(Chance::of(seed ^ 0x5e)));
    let telegram = |number: usize| match town.chats.get(number) {
        Some(Chat::Telegram(user)) => *user,
        _ => 0,
    };
    let (cursed, deaf, mut begun) = (telegram(CURSED), telegram(DEAF), BTreeSet::new());
    spoil_discord(town, &chance);
    town.telegram.fault_when(move |call| {
        if matches!(call.method.as_str(), "getUpdates" | "getMe" | "answerCallbackQuery") {
            return None;
        }
        let question = call.body["text"].as_str().is_some_and(|text| text.contains("Which one"));
        if question && call.body["chat_id"] == cursed {
            return Some(Fault::ServerError { status: 504 });
        }
        let turned_away = Fault::Refuse { code: 500, description: "Internal Server Error".to_owned() };
        if call.method == "sendMessage" {
            if call.body["chat_id"] == deaf {
                return Some(Fault::LoseAnswer);
            }
            if begun.insert(call.body["chat_id"].to_string()) {
                return Some(turned_away);
            }
        }
        let mut chance = chance.lock().expect("nobody panics with it");
        match chance.below(100) {
            0..2 => Some(Fault::ServerError { status: 502 }),
            2..4 => Some(Fault::ServerError { status: 503 }),
            4..7 => Some(Fault::ServerError { status: 504 }),
            7..10 => Some(turned_away),
            10..25 => Some(Fault::LoseAnswer),
            25..30 => Some(Fault::MalformedJson),
            _ => None,
        }
    });
}

/// In the last chat of Discord every second post loses its answer, which is the first try of each.
fn spoil_discord(town: &Town, chance: &Arc<Mutex<Chance>>) {
    let chance = Arc::clone(chance);
    let deaf = match town.chats.last() {
        Some(Chat::Discord(_, channel)) => format!("/{channel}/"),
        _ => String::new(),
    };
    let mut posts = 0;
    town.discord.fault_by(move |route, path| {
        if !matches!(route, Route::CreateMessage | Route::EditMessage) {
            return None;
        }
        if route == Route::CreateMessage && path.contains(&deaf) {
            posts += 1;
            return (posts % 2 == 1).then_some(Broken::LoseAnswer);
        }
        let mut chance = chance.lock().expect("nobody panics with it");
        match chance.below(100) {
            0..4 => Some(Broken::Status(502)),
            4..7 => Some(Broken::Drop),
            7..10 => Some(Broken::Status(500)),
            10..20 => Some(Broken::LoseAnswer),
            20..25 => Some(Broken::PerformedStatus(504)),
            25..30 => Some(Broken::Garbage),
            _ => None,
        }
    });
}

/// Somebody presses every live button of a decision there still is: a copy nobody knew of is known by it.
fn press_the_rest(town: &Town) {
    for seen in town.all_seen() {
        if let Some(label) = seen.labels.iter().find(|label| label.contains("opt"))
            && let Some(word) = crate::torture::trial::mind::word_in(&seen.text)
        {
            town.press(seen.chat, &seen, label, word, true);
        }
    }
}

/// Of each decision, at most one copy may have live buttons once every copy was pressed.
fn leftover(town: &Town) -> Vec<crate::audit::Finding> {
    let live = |chat: &Chat| {
        let seen = town.seen(*chat);
        seen.into_iter().filter(|m| m.labels.iter().any(|label| label.contains("opt"))).collect::<Vec<_>>()
    };
    let mut findings = Vec::new();
    for message in town.chats.iter().flat_map(live) {
        let sentence = format!("pressed, and its buttons are still there: {:?}", message.text);
        findings.push(crate::audit::Finding { rule: "keyboard", sentence });
    }
    findings
}
