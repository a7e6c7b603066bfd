//! R6: decisions are pressed by many at once, on every copy, also by somebody who may not, and while the program is killed.

use std::time::Duration;

use serde_json::json;

use crate::torture::moment;
use crate::torture::run::{Goal, Running, Setting, Trial, trials};
use crate::torture::trial::mind::{OPTIONS, word_in};
use crate::torture::trial::people::Manner;
use crate::torture::trial::stage::Stage;
use crate::torture::trial::town::{Chat, Plan};

/// The goal.
pub const GOAL: Goal = Goal {
    id: "r6",
    says: "Decisions pressed 2 to 20 times at once: one outcome each, by somebody who may, every press answered.",
    full: 10_000,
    run,
};

/// Chats of one trial in Telegram and in Discord.
const CHATS: (usize, usize) = (4, 4);
/// The group and the channel all decisions are asked in.
const GROUP: i64 = -1_001_000_000_077;
const CHANNEL: u64 = 800_000_000_000_000_020;
/// The most presses at once.
const PRESSES: u64 = 20;
const FEW: u64 = 5;

fn run(setting: &Setting) -> Running<'_> {
    let each = CHATS.0 + CHATS.1;
    Box::pin(trials(setting, "r6", each, move |_, seed| decisions(setting, seed)))
}

async fn decisions(setting: &Setting, seed: u64) -> Result<Trial, String> {
    let plan = Plan { telegram: CHATS.0, discord: CHATS.1, ..Plan::default() };
    let stage = setting.stage("r6", seed, plan).await?;
    // Discord gives three seconds for an answer, which a machine that is too busy may miss.
    stage.manner(Manner::Rush(if setting.clocks { PRESSES } else { FEW }));
    if setting.clocks {
        stage.town.ledger.write("rule", json!({"rule": "presses are answered"}));
    }
    stage.town.ledger.write("rule", json!({"rule": "no live prompts"}));
    stage.start().await?;
    stage.greet().await?;
    let watcher = observer(&stage).await?;
    decision_rooms(&stage).await?;
    let killed = stage.percent(40);
    stage.town.chats.iter().for_each(|chat| drop(stage.idea(*chat)));
    if killed {
        let end = std::time::Instant::now() + Duration::from_millis(2_500) + stage.within(Duration::from_secs(3));
        while std::time::Instant::now() < end {
            peek(&stage, watcher);
            stage.tend();
            moment::pass(Duration::from_millis(30)).await;
        }
        stage.kill().await;
        stage.start().await?;
    }
    let end = std::time::Instant::now() + Duration::from_secs(20);
    while std::time::Instant::now() < end && !stage.open_words().is_empty() {
        peek(&stage, watcher);
        moment::pass(Duration::from_millis(10)).await;
        stage.tend();
        moment::pass(Duration::from_millis(20)).await;
    }
    stage.finish().await?;
    Trial::end(&stage, CHATS.0 + CHATS.1).await
}

/// Somebody who may read and nothing else. Gives their account.
async fn observer(stage: &Stage) -> Result<i64, String> {
    let town = &stage.town;
    let Some(Chat::Telegram(owner)) = town.chats.first().copied() else { return Err("nobody in Telegram".to_owned()) };
    let code = |text: &str| {
        let after = text.split("/start ").nth(1)?;
        Some(after.split(|c: char| !c.is_ascii_alphanumeric() && c != '-').next()?.to_owned())
    };
    town.say(Chat::Telegram(owner), "/invite observer");
    let find = || town.seen(Chat::Telegram(owner)).iter().rev().find_map(|m| code(&m.text));
    let code = moment::until(Duration::from_secs(30), find).await.ok_or("no invitation came")?;
    let watcher = town.telegram.user(40, "Observer");
    town.telegram.say(watcher, watcher, &format!("/start {code}"));
    let greeted = || (!town.telegram.bot_messages(watcher).is_empty()).then_some(());
    moment::until(Duration::from_secs(30), greeted).await.ok_or("the observer was not greeted")?;
    Ok(watcher)
}

/// A group of Telegram and a channel of Discord, in which all decisions are asked.
async fn decision_rooms(stage: &Stage) -> Result<(), String> {
    let town = &stage.town;
    town.telegram.supergroup(GROUP, "Board", false);
    let guild = town.discord.guild(800_000_000_000_000_010, "Office");
    town.discord.channel(guild, CHANNEL, "decisions");
    let (Chat::Telegram(owner), Chat::Discord(other, _)) =
        (town.presser(Chat::Group(0), 0), town.presser(Chat::Channel(0), 0))
    else {
        return Err("nobody there to set up rooms".to_owned());
    };
    town.telegram.say(GROUP, owner, "/room decisions on");
    town.discord.wait_command("room", Duration::from_secs(30)).await.map_err(|why| why.to_string())?;
    town.discord.slash(CHANNEL, other, "room", json!({"purpose": "decisions", "switch": "on"}));
    *town.rooms.borrow_mut() = vec![Chat::Group(GROUP), Chat::Channel(CHANNEL)];
    let answered = |chat: Chat| town.seen(chat).iter().any(|m| m.text.contains("decisions"));
    let both = || town.rooms.borrow().iter().all(|room| answered(*room)).then_some(());
    moment::until(Duration::from_secs(30), both).await.ok_or_else(|| "the rooms were not set up".to_owned())
}

/// The observer presses what others are asked, before they do.
fn peek(stage: &Stage, watcher: i64) {
    let town = &stage.town;
    for message in town.seen(Chat::Group(GROUP)) {
        let Some(word) = word_in(&message.text) else { continue };
        if let Some(label) = message.labels.iter().find(|label| label.contains(OPTIONS[1])) {
            town.press(Chat::Telegram(watcher), &message, label, word, false);
        }
    }
}
