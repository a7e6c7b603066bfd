//! Breaks of the connection: nothing people wrote is lost, nothing is received twice.

use super::desk::Desk;
use super::stage::{ANN, BOB, GUILD, ROOM, SOON, Stage, town};
use proof::discord::{Fault, Route};
use secretary::adapters::discord::DiscordError;
use secretary::ports::chat::Chat;
use secretary::ports::clock::Clock;
use secretary::secretary::inbound::Platform::Discord;
use secretary::secretary::inbound::{ChatKind, Content, Place, ROLES_UNSEEN, Trouble};
use secretary::secretary::message::Message;
use serde_json::json;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

#[tokio::test]
async fn a_cut_connection_is_resumed() {
    let stage = Stage::open().await;
    let dm = stage.fake.dm(ANN);
    stage.fake.say(dm, ANN, "before");
    stage.desk.wait_text("before").await;
    stage.fake.gateway_close(4000);
    stage.fake.say(dm, ANN, "meanwhile");
    stage.desk.wait_text("meanwhile").await;
    stage.fake.say(dm, ANN, "after");
    stage.desk.wait_text("after").await;
    assert_eq!(stage.desk.texts(), ["before", "meanwhile", "after"]);
    assert_eq!((stage.fake.resumes(), stage.fake.identifies().len()), (1, 1));
    stage.behaved();
}

#[tokio::test]
async fn a_connection_that_went_silent_is_made_again() {
    let fake = town().await;
    fake.heartbeat_interval(Duration::from_millis(700));
    let stage = Stage::with(fake, Arc::new(Desk::new()));
    stage.ready().await;
    let dm = stage.fake.dm(ANN);
    stage.fake.say(dm, ANN, "before");
    stage.desk.wait_text("before").await;
    stage.fake.gateway_zombie();
    stage.fake.say(dm, ANN, "into the silence");
    stage.desk.wait_text("into the silence").await;
    stage.behaved();
}

#[tokio::test]
async fn a_new_session_catches_up_without_duplicates() {
    let stage = Stage::open().await;
    stage.desk.places.lock().unwrap().push(stage.room());
    let dm = stage.fake.dm(ANN);
    stage.fake.say(dm, ANN, "before");
    let marked = stage.fake.say(ROOM, ANN, &stage.mention("before too"));
    stage.desk.wait_text("before too").await;
    stage.desk.wait_mark(&format!("discord:last:{ROOM}"), &marked.to_string()).await;
    stage.fake.gateway_down(true);
    stage.fake.forget_sessions();
    stage.fake.gateway_cut();
    for n in 0..130 {
        stage.fake.say(ROOM, ANN, &format!("missed {n}"));
    }
    stage.fake.say(dm, ANN, "missed directly");
    stage.fake.gateway_down(false);
    stage.desk.wait_text("missed 129").await;
    stage.desk.wait_text("missed directly").await;
    stage.fake.wait_ready(SOON).await.unwrap();
    let last = stage.fake.say(ROOM, ANN, "after");
    stage.desk.wait_text("after").await;
    stage.desk.wait_mark(&format!("discord:last:{ROOM}"), &last.to_string()).await;
    let texts = stage.desk.texts();
    let missed: Vec<&String> = texts.iter().filter(|t| t.starts_with("missed ") && !t.ends_with("directly")).collect();
    assert_eq!(missed, (0..130).map(|n| format!("missed {n}")).collect::<Vec<_>>().iter().collect::<Vec<_>>());
    assert_eq!(stage.desk.duplicates.lock().unwrap().len(), 0);
    assert_eq!(stage.fake.identifies().len(), 2);
    stage.behaved();
}

/// What was written in a channel while a session was lost: the stage, its marked message and how far it is.
async fn missed(stage: &Stage, messages: usize) {
    stage.desk.places.lock().unwrap().push(stage.room());
    let marked = stage.fake.say(ROOM, ANN, &stage.mention("before"));
    stage.desk.wait_text("before").await;
    stage.desk.wait_mark(&format!("discord:last:{ROOM}"), &marked.to_string()).await;
    stage.fake.gateway_down(true);
    stage.fake.forget_sessions();
    stage.fake.gateway_cut();
    for n in 0..messages {
        stage.fake.say(ROOM, ANN, &format!("missed {n}"));
    }
}

/// An answer that is lost is asked for once more; a refusal is none, and nobody is asked about twice.
#[tokio::test]
async fn who_wrote_meanwhile_has_the_roles_they_have_on_the_server() {
    for (fault, roles, calls) in
        [(None, "42", 1), (Some(Fault::Status(503)), "42", 2), (Some(Fault::Code(50001)), ROLES_UNSEEN, 1)]
    {
        let stage = Stage::open().await;
        stage.fake.member(GUILD, ANN, &[42], 0);
        if let Some(fault) = fault {
            stage.fake.fault(Route::GetMember, fault);
        }
        missed(&stage, 3).await;
        stage.fake.gateway_down(false);
        for n in 0..3 {
            let event = stage.desk.wait_text(&format!("missed {n}")).await;
            assert_eq!(event.sender.roles, [roles], "message {n}");
        }
        assert_eq!(stage.fake.calls().iter().filter(|call| call.route == Route::GetMember).count(), calls);
        stage.behaved();
    }
}

#[tokio::test]
async fn a_database_that_fails_for_a_moment_loses_no_missed_message() {
    let stage = Stage::open().await;
    missed(&stage, 3).await;
    stage.desk.forgetful.store(2, Ordering::SeqCst);
    stage.fake.gateway_down(false);
    stage.fake.wait_ready(SOON).await.unwrap();
    stage.fake.say(ROOM, ANN, "live");
    stage.desk.wait_text("live").await;
    stage.desk.wait_text("missed 2").await;
    for n in 0..3 {
        assert!(stage.desk.texts().contains(&format!("missed {n}")), "{:?}", stage.desk.texts());
    }
    assert_eq!(stage.desk.forgetful.load(Ordering::SeqCst), 0);
    stage.behaved();
}

#[tokio::test]
async fn more_than_can_be_read_is_said_once() {
    let stage = Stage::open().await;
    missed(&stage, 1_003).await;
    stage.fake.gateway_down(false);
    stage.desk.wait_text("missed 999").await;
    stage.desk.wait_for("the gap", |event| event.content == Content::Missed && event.place == stage.room()).await;
    assert!(!stage.desk.texts().contains(&"missed 1002".to_owned()));
    stage.behaved();
}

#[tokio::test]
async fn a_restart_catches_up_and_registers_nothing_anew() {
    let mut stage = Stage::open().await;
    stage.desk.places.lock().unwrap().push(stage.room());
    let dm = stage.fake.dm(ANN);
    stage.fake.say(dm, ANN, "before");
    stage.desk.wait_text("before").await;
    stage.post(&stage.room(), &Message::lines(["I begin here."]), "k1").await.unwrap();
    stage.desk.wait_for("nothing more", |_| true).await;
    stage.stop().await.unwrap();
    assert_eq!(stage.bot.health(), "stopped");
    stage.fake.say(dm, ANN, "while you slept");
    stage.fake.say(ROOM, ANN, "here, too");
    stage.restart();
    stage.desk.wait_text("while you slept").await;
    stage.desk.wait_text("here, too").await;
    stage.fake.wait_ready(SOON).await.unwrap();
    stage.fake.say(dm, ANN, "good morning");
    stage.desk.wait_text("good morning").await;
    assert_eq!(stage.fake.command_overwrites(), 1);
    assert_eq!(stage.desk.marks.borrow()["discord:identifies"].split(':').nth(1), Some("2"));
    stage.behaved();
}

/// The program was killed when it remembered this; these words are said while it is down, and the next one is told them.
async fn said_after_a_kill(stage: &mut Stage, heir: Desk, channel: u64, words: &str) {
    stage.stop().await.unwrap();
    let said = format!("m{}", stage.fake.say(channel, ANN, words));
    stage.desk = Arc::new(heir);
    stage.restart();
    stage.desk.wait_text(words).await;
    stage.fake.wait_ready(SOON).await.unwrap();
    assert_eq!(stage.desk.received().iter().filter(|event| event.event == said).count(), 1);
}

#[tokio::test]
async fn what_is_said_after_a_kill_is_read_however_new_the_channel_is() {
    let mut stage = Stage::open().await;
    let room = stage.room();
    stage.desk.places.lock().unwrap().push(room);
    // A channel and a direct chat whose very first sign was a command, taken in a moment before the kill.
    for (channel, user) in [(ROOM, BOB), (stage.fake.dm(ANN), ANN)] {
        let command = stage.fake.slash(channel, user, "new", json!({"idea": "a logo"}));
        stage.desk.wait_for("a command", |event| event.event == format!("i{}", command.id())).await;
        let heir = stage.desk.after_a_kill();
        stage.fake.wait_ack(command, SOON).await.unwrap();
        said_after_a_kill(&mut stage, heir, channel, &format!("while you were away from {channel}")).await;
    }
    // The thread of a ticket, killed as soon as it is open.
    let root = stage.post(&stage.room(), &Message::lines(["#12"]), "k1").await.unwrap();
    let thread = stage.bot.open_thread(&stage.room(), &root.id, "#12").await.unwrap().unwrap();
    stage.desk.places.lock().unwrap().push(thread.clone());
    let heir = stage.desk.after_a_kill();
    said_after_a_kill(&mut stage, heir, thread.chat.parse().unwrap(), "price, and under 500").await;
    stage.behaved();
}

#[tokio::test]
async fn a_place_known_without_a_mark_is_read_from_the_last_sign_of_life() {
    let (fake, desk) = (town().await, Arc::new(Desk::new()));
    let alive = desk.wall.now().timestamp().to_string();
    desk.marks.send_modify(|marks| drop(marks.insert("discord:alive".to_owned(), alive)));
    let dm = fake.dm(ANN);
    for (channel, kind) in [(ROOM, ChatKind::Group), (dm, ChatKind::Direct)] {
        let (bot, chat) = (fake.bot_id().to_string(), channel.to_string());
        desk.places.lock().unwrap().push(Place { platform: Discord, bot, chat, thread: None, kind, title: None });
    }
    fake.say(ROOM, ANN, "nobody heard this");
    fake.say(dm, ANN, "nor this");
    let stage = Stage::with(fake, desk);
    stage.desk.wait_text("nobody heard this").await;
    stage.desk.wait_text("nor this").await;
    stage.behaved();
}

#[tokio::test]
async fn a_wrong_token_ends_with_one_clear_sentence() {
    let fake = town().await;
    let wrong = format!("{}x", fake.token());
    let mut stage = Stage::with_token(fake, Arc::new(Desk::new()), &wrong);
    let error = stage.ended().await.unwrap_err();
    assert_eq!(error, DiscordError::Token);
    assert_eq!(error.to_string(), "Discord refuses the bot token; check DISCORD_TOKEN");
    assert!(stage.fake.identifies().is_empty() && stage.fake.invalid_requests() == 1);
    assert!(stage.bot.health().contains("DISCORD_TOKEN"));
    assert_eq!(stage.bot.bot_id(), stage.fake.bot_id().to_string());
}

#[tokio::test]
async fn a_token_refused_by_the_gateway_ends_it_too() {
    let fake = town().await;
    fake.refuse_identify(4004);
    let mut stage = Stage::with(fake, Arc::new(Desk::new()));
    assert_eq!(stage.ended().await, Err(DiscordError::Token));
    stage.desk.wait_for("the trouble", |event| event.content == Content::Trouble(Trouble::Token)).await;
    let fake = town().await;
    fake.refuse_identify(4013);
    let mut stage = Stage::with(fake, Arc::new(Desk::new()));
    assert!(matches!(stage.ended().await, Err(DiscordError::Gateway(_))));
    stage.desk.wait_for("the trouble", |event| event.content == Content::Trouble(Trouble::Refused)).await;
}

#[tokio::test]
async fn a_server_that_is_away_at_the_start_is_tried_again() {
    let fake = town().await;
    fake.fault(Route::Me, Fault::Drop);
    fake.fault(Route::GatewayBot, Fault::Status(503));
    // The library asks for the address as well; then it would fall back to the real gateway.
    fake.fault(Route::Gateway, Fault::Status(503));
    let stage = Stage::with(fake, Arc::new(Desk::new()));
    stage.ready().await;
    assert!(stage.bot.health().starts_with("connected as"), "{}", stage.bot.health());
    stage.behaved();
}

#[tokio::test]
async fn nobody_joins_more_than_500_times_a_day() {
    let desk = Arc::new(Desk::new());
    let now = desk.wall.now().timestamp();
    desk.marks.send_modify(|marks| drop(marks.insert("discord:identifies".to_owned(), format!("{}:500", now - 60))));
    let mut stage = Stage::with(town().await, desk);
    let rests = async {
        while !stage.bot.health().contains("resting until") {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(SOON, rests).await.unwrap();
    stage.stop().await.unwrap();
    assert!(stage.fake.calls().is_empty() && stage.fake.identifies().is_empty());
}
