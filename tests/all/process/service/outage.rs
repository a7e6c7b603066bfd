//! Outages of the platforms, as the built program lives through them.

use crate::process::program::{House, SOON};
use proof::discord::{FakeDiscord, Fault as Broken, Route};
use proof::fault::Fault;
use proof::telegram::{Call, FakeTelegram, Message};

#[tokio::test]
async fn what_falls_into_an_outage_of_telegram_comes_once_it_is_over() {
    let telegram = FakeTelegram::start().await;
    let house = House::of_ann(&telegram);
    let program = house.run();
    program.address().await;
    telegram.say(7, 7, "hello");
    telegram.wait_message(7, |m| m.text.contains("Hello!"), SOON).await.unwrap();
    // A gateway in front of Telegram answers for it; what people write still arrives.
    let before = telegram.wait_calls("getMe", 1, SOON).await.unwrap().len();
    telegram.fault_when(|call| (call.method != "getUpdates").then_some(Fault::ServerError { status: 504 }));
    telegram.say(7, 7, "/list");
    telegram.wait_calls("getMe", before + 2, SOON).await.unwrap();
    let sent = telegram.calls().iter().filter(|call| call.method == "sendMessage").count();
    assert_eq!(sent, 2, "the greeting and one try; nothing is sent blindly while Telegram does not answer");
    telegram.clear_faults();
    telegram.wait_message(7, |m| m.text.contains("Nothing open"), SOON).await.unwrap();
    let shown = telegram.bot_messages(7).iter().filter(|m| m.text.contains("Nothing open")).count();
    println!("{}", telegram.transcript(7));
    assert_eq!(shown, 1);
    program.stop().await;
}

#[tokio::test]
async fn what_falls_into_an_outage_of_discord_stands_there_once() {
    let discord = FakeDiscord::start().await.unwrap();
    let ann = 700_000_000_000_000_007;
    discord.user(ann, "Ann");
    let mut house = House::new();
    house.set("SECRETARY_OWNERS", &format!("discord:{ann}"));
    house.set("DISCORD_TOKEN", &discord.token()).set("DISCORD_API_URL", &discord.url());
    let program = house.run();
    discord.wait_ready(SOON).await.unwrap();
    let chat = discord.dm(ann);
    // Each try but the last is performed or not, and never answered.
    for fault in [Broken::LoseAnswer, Broken::Status(502), Broken::Drop] {
        discord.fault(Route::CreateMessage, fault);
    }
    discord.say(chat, ann, "/list");
    let tries = || discord.calls().iter().filter(|call| call.route == Route::CreateMessage).count();
    discord.wait_until("four tries", SOON, || tries() >= 4).await.unwrap();
    println!("{}", discord.transcript(chat));
    let ours = discord.messages(chat).iter().filter(|m| m.author == discord.bot_id()).count();
    assert_eq!(ours, 1);
    program.stop().await;
}

#[tokio::test]
async fn what_stands_open_is_shown_as_alive_after_minutes_away() {
    let telegram = FakeTelegram::start().await;
    let house = House::of_ann(&telegram);
    let program = house.run();
    program.address().await;
    telegram.say(7, 7, "ask us: pizza or pasta?");
    let asked = telegram.wait_message(7, |m| m.button("pizza").is_some(), SOON).await.unwrap();
    program.stop().await;
    // A break of a second changes nothing.
    let program = house.run();
    program.address().await;
    telegram.say(7, 7, "/list");
    telegram.wait_message(7, |m| m.text.contains("#1") && m.id > asked.id, SOON).await.unwrap();
    let id = |call: &Call| call.body["message_id"].as_i64().or_else(|| call.body["message_id"].as_str()?.parse().ok());
    let of_it = |call: &&Call| call.method == "editMessageText" && id(call) == Some(asked.id);
    let edits = || telegram.calls().iter().filter(of_it).count();
    let before = edits();
    program.stop().await;
    house.was_stopped_earlier(600).await;
    let program = house.run();
    let alive = |m: &Message| m.id == asked.id && m.text.contains("please press it again");
    let shown = telegram.wait_message(7, alive, SOON).await.unwrap();
    assert_eq!((before, edits()), (0, 1), "{}", telegram.transcript(7));
    assert_eq!(shown.labels(), asked.labels());
    telegram.press(7, 7, asked.id, "pizza");
    telegram.wait_message(7, |m| m.id == asked.id && !m.text.contains("press it again"), SOON).await.unwrap();
    println!("{}", telegram.transcript(7));
    program.stop().await;
}
