//! The shapes of messages: what they refer to, what they pass on, and what is changed in them.

use super::desk::Desk;
use super::stage::{ANN, BOB, ROOM, SOON, Stage, town};
use secretary::secretary::inbound::{Content, Inbound, Reference, Referred};
use secretary::secretary::message::Message;
use serde_json::json;
use std::sync::Arc;

const ROBOT: u64 = 32;

/// The event of a message.
async fn event_of(stage: &Stage, message: u64) -> Inbound {
    stage.desk.wait_for("the message", |event| event.event == format!("m{message}")).await
}

/// What a message refers to, and the message it replies to.
async fn refers(stage: &Stage, message: u64) -> (Vec<Referred>, Option<String>) {
    match event_of(stage, message).await.content {
        Content::Text { refers, reply_to, addressed: true, .. } => (refers, reply_to),
        other => panic!("{other:?}"),
    }
}

/// The changes of a message that arrived: the words, and whether they are meant for the bot.
fn changes(stage: &Stage, of: u64) -> Vec<(String, bool)> {
    let changed = |event: Inbound| match event.content {
        Content::Edited { message, text, addressed } if message == of.to_string() => Some((text, addressed)),
        _ => None,
    };
    stage.desk.received().into_iter().filter_map(changed).collect()
}

async fn wait_change(stage: &Stage, text: &str) {
    let fits = |event: &Inbound| matches!(&event.content, Content::Edited { text: now, .. } if now == text);
    stage.desk.wait_for(text, fits).await;
}

#[tokio::test]
async fn a_reply_tells_what_somebody_else_said() {
    let stage = Stage::open().await;
    let first = stage.fake.send(ROOM, BOB, "We need 40 chairs by Friday", &[("hall.png", "image/png", b"\x89PNG")]);
    let plan = stage.mention("make a plan from this");
    let (told, reply_to) = refers(&stage, stage.fake.reply(ROOM, ANN, first, &plan)).await;
    assert_eq!(reply_to, Some(first.to_string()));
    let [one] = &told[..] else { panic!("{told:?}") };
    assert_eq!((one.how, one.who.as_str(), one.own), (Reference::Reply, "Bob", false));
    assert_eq!((one.text.as_str(), one.attachments.len()), ("We need 40 chairs by Friday", 1));
    assert!(refers(&stage, stage.fake.reply(ROOM, BOB, first, &plan)).await.0[0].own);
    // What the bot said itself is known; what was deleted is not.
    let sent = stage.post(&stage.room(), &Message::lines(["Which colours?"]), "k1").await.unwrap();
    let (told, reply_to) = refers(&stage, stage.fake.reply(ROOM, ANN, sent.id.parse().unwrap(), "green")).await;
    assert_eq!((told, reply_to), (vec![], Some(sent.id)));
    stage.fake.delete_message(first);
    assert!(refers(&stage, stage.fake.reply(ROOM, ANN, first, &plan)).await.0.is_empty());
    stage.behaved();
}

#[tokio::test]
async fn without_the_content_intent_a_reply_tells_nothing() {
    let fake = town().await;
    fake.message_content(false);
    let stage = Stage::with(fake, Arc::new(Desk::new()));
    stage.ready().await;
    let first = stage.fake.say(ROOM, BOB, "We need 40 chairs");
    assert!(refers(&stage, stage.fake.reply(ROOM, ANN, first, &stage.mention("plan this"))).await.0.is_empty());
    stage.behaved();
}

#[tokio::test]
async fn a_message_passed_on_is_read_with_its_embeds() {
    let stage = Stage::open().await;
    stage.fake.robot(ROBOT, "Shop");
    let embeds = [json!({"title": "Spring offer", "description": "Chairs, 4.50 EUR", "type": "rich"})];
    let offer = stage.fake.post_embeds(ROOM, ROBOT, &embeds);
    let event = event_of(&stage, stage.fake.forward(stage.fake.dm(ANN), ANN, offer)).await;
    let Content::Text { text, forwarded: true, reply_to: None, .. } = event.content else { panic!("{event:?}") };
    assert_eq!(text, "Spring offer\nChairs, 4.50 EUR");
    stage.behaved();
}

#[tokio::test]
async fn a_command_typed_above_a_picture_is_the_command() {
    let stage = Stage::open().await;
    let picture = ("roses.jpg", "image/jpeg", &b"\xff\xd8"[..]);
    let event = event_of(&stage, stage.fake.send(stage.fake.dm(ANN), ANN, "/new water the plants", &[picture])).await;
    let Content::Command { name, args, attachments, .. } = event.content else { panic!("{event:?}") };
    assert_eq!((name.as_str(), args.as_str(), attachments.len()), ("new", "water the plants", 1));
    stage.behaved();
}

#[tokio::test]
async fn changed_words_arrive_once_and_tell_whether_they_are_meant_for_the_bot() {
    let stage = Stage::open().await;
    let (room, direct) = (stage.fake.say(ROOM, ANN, "a logo"), stage.fake.say(stage.fake.dm(ANN), ANN, "a tent"));
    event_of(&stage, direct).await;
    stage.fake.amend(room, "a green logo");
    wait_change(&stage, "a green logo").await;
    stage.fake.amend(room, &stage.mention("a blue logo"));
    wait_change(&stage, "a blue logo").await;
    // In a form that nobody knows yet.
    stage.fake.distort("MESSAGE_UPDATE", |update| update["pinned"] = json!("new"));
    stage.fake.amend(direct, "a lighter tent");
    wait_change(&stage, "a lighter tent").await;
    // A preview changes no words, whether somebody did before or not.
    let other = stage.fake.say(ROOM, ANN, "see https://a.example");
    for message in [other, room] {
        stage.fake.unfurl(message, &[json!({"type": "link", "title": "A", "url": "https://a.example"})]);
    }
    stage.fake.say(ROOM, ANN, "after");
    stage.desk.wait_text("after").await;
    let said = |words: &str, to_us| (words.to_owned(), to_us);
    assert_eq!(changes(&stage, room), [said("a green logo", false), said("a blue logo", true)]);
    assert_eq!(changes(&stage, direct), [said("a lighter tent", true)]);
    assert!(changes(&stage, other).is_empty());
    stage.behaved();
}

#[tokio::test]
async fn words_changed_while_the_bot_was_away_are_found() {
    let mut stage = Stage::open().await;
    stage.desk.places.lock().unwrap().push(stage.room());
    let dm = stage.fake.dm(ANN);
    let (direct, heard) = (stage.fake.say(dm, ANN, "a tent"), stage.fake.say(dm, ANN, "a kite"));
    let room = stage.fake.say(ROOM, ANN, &stage.mention("a logo"));
    for message in [heard, room] {
        event_of(&stage, message).await;
    }
    stage.fake.amend(heard, "a red kite");
    wait_change(&stage, "a red kite").await;
    stage.stop().await.unwrap();
    stage.fake.amend(direct, "a lighter tent");
    stage.fake.amend(room, &stage.mention("a blue logo"));
    let late = stage.fake.say(dm, ANN, "a hat");
    stage.fake.amend(late, "a large hat");
    stage.restart();
    stage.fake.wait_ready(SOON).await.unwrap();
    wait_change(&stage, "a lighter tent").await;
    wait_change(&stage, "a blue logo").await;
    stage.desk.wait_text("a large hat").await;
    assert_eq!(changes(&stage, heard).len(), 1, "it was heard before");
    assert!(changes(&stage, late).is_empty(), "nobody read it as it was");
    stage.behaved();
}
