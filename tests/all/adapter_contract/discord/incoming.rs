//! Messages of people: where, who, and whether they are meant for the bot.

use super::desk::{Desk, text_of};
use super::stage::{ANN, BOB, ROOM, SOON, Stage, town};
use secretary::secretary::inbound::{ChatKind, Content, Trouble};
use secretary::secretary::message::Message;
use std::sync::Arc;
use std::sync::atomic::Ordering;

#[tokio::test]
async fn a_direct_conversation() {
    let stage = Stage::open().await;
    let dm = stage.fake.dm(ANN);
    let id = stage.fake.say(dm, ANN, "  a lighter tent ");
    let event = stage.desk.wait_text("a lighter tent").await;
    assert_eq!((event.event, &event.place), (format!("m{id}"), &stage.place(dm, ChatKind::Direct)));
    assert_eq!((event.sender.user.as_str(), event.sender.name.as_str(), event.sender.bot), ("30", "Ann", false));
    assert!(matches!(event.content, Content::Text { addressed: true, forwarded: false, reply_to: None, .. }));
    stage.post(&event.place, &Message::lines(["For how many people?"]), "k1").await.unwrap();
    stage.fake.wait_message(dm, |m| m.content == "For how many people?", SOON).await.unwrap();
    stage.fake.say(dm, ANN, "two");
    stage.desk.wait_text("two").await;
    assert_eq!(stage.desk.texts(), ["a lighter tent", "two"]);
    stage.behaved();
}

#[tokio::test]
async fn in_a_server_mentions_and_replies_are_meant_for_the_bot() {
    let stage = Stage::open().await;
    stage.fake.say(ROOM, BOB, "lunch?");
    stage.fake.say(ROOM, ANN, &stage.mention("a logo, please"));
    let sent = stage.post(&stage.room(), &Message::lines(["Which colours?"]), "k1").await.unwrap();
    stage.fake.reply(ROOM, ANN, sent.id.parse().unwrap(), "green");
    let addressed = |content: &Content| match content {
        Content::Text { addressed, reply_to, .. } => (*addressed, reply_to.clone()),
        _ => panic!("no text"),
    };
    let green = stage.desk.wait_text("green").await;
    assert_eq!(addressed(&green.content), (true, Some(sent.id)));
    assert_eq!(green.place, stage.room());
    let logo = stage.desk.wait_text("a logo, please").await;
    assert_eq!(addressed(&logo.content), (true, None));
    let lunch = stage.desk.wait_text("lunch?").await;
    assert_eq!(addressed(&lunch.content), (false, None));
    stage.behaved();
}

#[tokio::test]
async fn the_order_of_a_channel_is_kept() {
    let stage = Stage::open().await;
    let dm = stage.fake.dm(ANN);
    for n in 0..60 {
        stage.fake.say(dm, ANN, &format!("word {n}"));
    }
    assert_eq!(stage.desk.wait_texts(60).await, (0..60).map(|n| format!("word {n}")).collect::<Vec<_>>());
}

/// Keeps a thread busy in turns of 15 ms until nobody wants it any more.
async fn keep_busy(over: tokio_util::sync::CancellationToken) {
    while !over.is_cancelled() {
        let until = std::time::Instant::now() + std::time::Duration::from_millis(15);
        while std::time::Instant::now() < until {
            std::hint::spin_loop();
        }
        tokio::task::yield_now().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_order_of_a_channel_is_kept_while_all_threads_are_busy() {
    let stage = Stage::open().await;
    let dm = stage.fake.dm(ANN);
    let over = tokio_util::sync::CancellationToken::new();
    let _ends = over.clone().drop_guard();
    let busy: Vec<_> = (0..2).map(|_| tokio::spawn(keep_busy(over.clone()))).collect();
    // The first of each burst begins a batch; the others come while it is gathered.
    let parts = ["a", "b", "c", "d", "e", "f", "g", "h"];
    for n in 0..40 {
        for part in parts {
            stage.fake.say(dm, ANN, &format!("{n}{part}"));
        }
        stage.desk.wait_texts(parts.len() * (n + 1)).await;
    }
    over.cancel();
    for thread in busy {
        thread.await.unwrap();
    }
    let said = (0..40).flat_map(|n| parts.map(|part| format!("{n}{part}")));
    assert_eq!(stage.desk.texts(), said.collect::<Vec<_>>());
}

#[tokio::test]
async fn what_cannot_be_stored_is_tried_again() {
    let stage = Stage::open().await;
    let dm = stage.fake.dm(ANN);
    stage.desk.broken.store(true, Ordering::SeqCst);
    stage.fake.say(dm, ANN, "first");
    stage.fake.say(dm, ANN, "second");
    let mut refusals = stage.desk.refusals.subscribe();
    tokio::time::timeout(SOON, refusals.wait_for(|n| *n >= 2)).await.unwrap().unwrap();
    stage.desk.broken.store(false, Ordering::SeqCst);
    stage.desk.wait_text("second").await;
    assert_eq!(stage.desk.texts(), ["first", "second"]);
}

#[tokio::test]
async fn a_deleted_channel_can_no_longer_be_reached() {
    let stage = Stage::open().await;
    stage.fake.delete_channel(ROOM);
    let event = stage.desk.wait_for("the end of the room", |e| e.place.chat == ROOM.to_string()).await;
    assert_eq!(event.content, Content::Deleted);
}

#[tokio::test]
async fn a_server_joined_makes_its_rooms_reachable() {
    let stage = Stage::open().await;
    stage.desk.closed.lock().unwrap().push(stage.place(55, ChatKind::Group));
    stage.fake.channel(50, 55, "hall");
    stage.fake.guild(50, "Elsewhere");
    stage.desk.wait_for("the hall", |e| e.content == Content::Reachable { yes: true }).await;
    // What could be reached all the time is no news.
    assert_eq!(stage.desk.received().iter().map(|e| e.place.chat.as_str()).collect::<Vec<_>>(), ["55"]);
}

#[tokio::test]
async fn without_the_content_intent_mentions_still_arrive() {
    let fake = town().await;
    fake.message_content(false);
    let mut stage = Stage::with(fake, Arc::new(Desk::new()));
    stage.ready().await;
    let identifies = stage.fake.identifies();
    assert_eq!(identifies.iter().map(|i| i.accepted).collect::<Vec<_>>(), [false, true]);
    stage.fake.say(ROOM, BOB, "not for the bot");
    stage.fake.say(ROOM, ANN, &stage.mention("a logo"));
    stage.desk.wait_text("a logo").await;
    assert_eq!(stage.desk.received().iter().filter_map(text_of).collect::<Vec<_>>(), ["a logo"]);
    assert!(stage.bot.health().contains("message content intent"), "{}", stage.bot.health());
    stage.desk.wait_for("the trouble", |event| event.content == Content::Trouble(Trouble::NoContent)).await;

    // The next start knows and does not ask in vain; a day later it asks again.
    let asked = async |stage: &mut Stage, accepted: &[bool]| {
        stage.stop().await.unwrap();
        stage.restart();
        let all = || stage.fake.identifies().iter().map(|i| i.accepted).collect::<Vec<_>>();
        stage.fake.wait_until("the identifies", SOON, || all().len() >= accepted.len()).await.unwrap();
        assert_eq!(all(), accepted);
    };
    asked(&mut stage, &[false, true, true]).await;
    assert!(stage.bot.health().contains("message content intent"), "{}", stage.bot.health());
    stage.ready().await;
    stage.fake.message_content(true);
    stage.desk.wall.0.store(25 * 3600, Ordering::SeqCst);
    stage.fake.advance(std::time::Duration::from_secs(25 * 3600));
    asked(&mut stage, &[false, true, true, true]).await;
    stage.fake.wait_ready(SOON).await.unwrap();
    assert!(!stage.bot.health().contains("message content intent"), "{}", stage.bot.health());
    stage.behaved();
}
