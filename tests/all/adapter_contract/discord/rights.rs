//! What a room does not grant the bot costs no more than just that; what is no word of Discord's costs nothing.

use super::stage::{ANN, BOB, ROOM, SOON, Stage, posting};
use proof::discord::{Fault, Route, Scope, permission};
use secretary::ports::chat::{Chat, ChatError, Posting, Receipts};
use secretary::secretary::ids::PersonId;
use secretary::secretary::inbound::{Account, ChatKind, Content, Inbound, Platform};
use secretary::secretary::message::{Message, Span};
use secretary::secretary::ticket::task::Attached;
use serde_json::json;
use std::time::Duration;

const NO_FILE: &str =
    "The file could not be attached: I may not do that here. Ask an admin for the right “Attach Files”.";

fn hello() -> Message {
    Message::lines(["Hello."])
}

fn report() -> Message {
    let file = Attached::text("report-12.md".to_owned(), "# Report".to_owned());
    Message { file: Some(file), ..Message::lines(["The report."]) }
}

fn created(stage: &Stage) -> usize {
    stage.fake.calls().iter().filter(|call| call.route == Route::CreateMessage).count()
}

#[tokio::test]
async fn where_no_file_may_be_attached_the_words_come_and_say_so() {
    let stage = Stage::open().await;
    stage.fake.bot_permissions(ROOM, permission::USUAL & !permission::ATTACH_FILES);
    let sent = stage.post(&stage.room(), &report(), "k1").await.unwrap();
    assert_eq!(stage.post(&stage.room(), &report(), "k1").await, Ok(sent), "under one nonce");
    let messages = stage.fake.messages(ROOM);
    assert_eq!(messages.len(), 1, "{}", stage.fake.transcript(ROOM));
    assert_eq!(messages[0].content, format!("The report.\n{NO_FILE}"));
    assert!(messages[0].attachments.is_empty());
    // The room is open for all else, and for files as soon as they are granted.
    stage.post(&stage.room(), &hello(), "k2").await.unwrap();
    stage.fake.bot_permissions(ROOM, permission::USUAL);
    let sent = stage.post(&stage.room(), &report(), "k3").await.unwrap();
    let whole = stage.fake.message(sent.id.parse().unwrap()).unwrap();
    assert_eq!((whole.content.as_str(), whole.attachments.len()), ("The report.", 1));
    stage.behaved();
}

#[tokio::test]
async fn where_nothing_may_be_written_a_file_makes_no_difference() {
    let stage = Stage::open().await;
    stage.fake.bot_permissions(ROOM, permission::USUAL & !permission::SEND_MESSAGES);
    for _ in 0..3 {
        let refused = stage.post(&stage.room(), &report(), "k1").await;
        assert!(matches!(refused, Err(ChatError::Gone(_))), "{refused:?}");
    }
    assert_eq!(created(&stage), 2, "with the file and without it, then it is left alone");
    stage.behaved();
}

#[tokio::test]
async fn the_answer_to_a_command_is_filled_in_without_its_file() {
    let stage = Stage::open().await;
    let handle = stage.fake.slash(ROOM, ANN, "new", json!({"idea": "a logo"}));
    stage.fake.wait_ack(handle, SOON).await.unwrap();
    let event = stage.desk.wait_for("a command", |event| matches!(event.content, Content::Command { .. })).await;
    stage.fake.fault(Route::EditOriginal, Fault::Code(50013));
    let message = report();
    let answer = Posting { handle: event.handle.as_deref(), ..posting(&event.place, &message, "k1") };
    let sent = stage.bot.post(answer).await.unwrap();
    let reply = stage.fake.wait_reply(handle, |m| m.content.ends_with(NO_FILE), SOON).await.unwrap();
    assert_eq!((reply.id.to_string(), reply.attachments.len()), (sent.id, 0));
    assert_eq!(stage.fake.messages(ROOM).len(), 1, "{}", stage.fake.transcript(ROOM));
    stage.behaved();
}

#[tokio::test]
async fn where_nothing_earlier_may_be_read_an_answer_stands_by_itself() {
    let stage = Stage::open().await;
    let (place, message) = (stage.room(), report());
    let asked = stage.fake.say(ROOM, ANN, "a question").to_string();
    let answer = |key| Posting { reply_to: Some(asked.as_str()), ..posting(&place, &message, key) };
    stage.fake.bot_permissions(ROOM, permission::USUAL & !permission::READ_MESSAGE_HISTORY);
    let sent = stage.bot.post(answer("k1")).await.unwrap();
    assert_eq!(stage.bot.post(answer("k1")).await, Ok(sent.clone()), "under one nonce");
    let shown = stage.fake.message(sent.id.parse().unwrap()).unwrap();
    assert_eq!((shown.reply_to, shown.attachments.len()), (None, 1));
    // Where files may not be attached either, both are left out.
    let without = permission::READ_MESSAGE_HISTORY | permission::ATTACH_FILES;
    stage.fake.bot_permissions(ROOM, permission::USUAL & !without);
    let sent = stage.bot.post(answer("k2")).await.unwrap();
    let shown = stage.fake.message(sent.id.parse().unwrap()).unwrap();
    assert_eq!((shown.reply_to, shown.attachments.len()), (None, 0));
    assert!(shown.content.ends_with(NO_FILE), "{}", shown.content);
    stage.fake.bot_permissions(ROOM, permission::USUAL);
    let sent = stage.bot.post(answer("k3")).await.unwrap();
    assert_eq!(stage.fake.message(sent.id.parse().unwrap()).unwrap().reply_to, asked.parse().ok());
    stage.behaved();
}

#[tokio::test]
async fn a_receipt_is_a_reaction_and_where_none_may_be_set_the_room_stays_open() {
    let stage = Stage::open().await;
    let (place, idea) = (stage.room(), stage.fake.say(ROOM, ANN, &stage.mention("a logo")));
    for _ in 0..2 {
        stage.bot.seen(&place, &idea.to_string()).await.unwrap();
    }
    assert_eq!(stage.fake.reactions(idea), ["👀"]);
    for gone in ["77", "../@me", ""] {
        assert_eq!(stage.bot.seen(&place, gone).await, Err(ChatError::MessageGone), "{gone:?}");
    }
    stage.fake.bot_permissions(ROOM, permission::USUAL & !permission::ADD_REACTIONS);
    let other = stage.fake.say(ROOM, ANN, &stage.mention("a colour"));
    for _ in 0..2 {
        let refused = stage.bot.seen(&place, &other.to_string()).await;
        assert!(matches!(refused, Err(ChatError::Gone(_))), "{refused:?}");
    }
    assert!(stage.fake.reactions(other).is_empty());
    assert_eq!(stage.fake.invalid_requests(), 1, "asked once");
    stage.post(&place, &hello(), "k1").await.unwrap();
    // A wait of the reactions holds up no answer.
    let wait = Fault::RateLimited { retry_after: Duration::from_secs(9), scope: Scope::User };
    let direct = stage.place(stage.fake.dm(BOB), ChatKind::Direct);
    let said = stage.fake.say(stage.fake.dm(BOB), BOB, "a name");
    stage.fake.fault(Route::CreateReaction, wait);
    for _ in 0..2 {
        let later = stage.bot.seen(&direct, &said.to_string()).await;
        assert!(matches!(later, Err(ChatError::Retry { .. })), "{later:?}");
    }
    stage.post(&direct, &hello(), "k2").await.unwrap();
    stage.behaved();
}

#[tokio::test]
async fn a_refusal_that_is_no_word_of_discord_s_closes_no_room() {
    let stage = Stage::open().await;
    for (n, status) in [403, 404, 408].into_iter().enumerate() {
        let key = format!("k{n}");
        stage.fake.fault(Route::CreateMessage, Fault::Status(status));
        let refused = stage.post(&stage.room(), &hello(), &key).await;
        assert_eq!(refused, Err(ChatError::Retry { after: Duration::from_secs(30) }), "{status}");
        stage.post(&stage.room(), &hello(), &key).await.unwrap();
    }
    // What is too long stays so: it is said, and nothing waits behind it.
    stage.fake.fault(Route::CreateMessage, Fault::Status(413));
    let refused = stage.post(&stage.room(), &hello(), "long").await;
    assert!(matches!(refused, Err(ChatError::Refused(_))), "{refused:?}");
    assert_eq!((stage.fake.messages(ROOM).len(), stage.fake.invalid_requests()), (3, 1));
    stage.behaved();
}

#[tokio::test]
async fn whoever_is_named_in_a_later_part_is_notified_by_that_part() {
    let stage = Stage::open().await;
    let (ann, bob) = (PersonId::new("ann"), PersonId::new("bob"));
    let account = |user: u64| Account { platform: Platform::Discord, user: user.to_string() };
    let people = [(ann.clone(), account(ANN)), (bob.clone(), account(BOB))];
    let person = |id: &PersonId, name: &str| Span::Person { id: id.clone(), name: name.to_owned() };
    let mut message = Message::default().spans(vec![person(&ann, "Ann"), Span::text(" asks.")]);
    message.blocks.extend(Message::lines((0..150).map(|n| format!("{n} of several words in a long line"))).blocks);
    message = message.spans(vec![person(&bob, "Bob"), Span::text(" decides.")]);
    message.mentions = vec![ann, bob];
    let (place, mut part) = (stage.room(), 0);
    loop {
        let key = format!("k{part}");
        let posting = Posting { part, people: &people, ..posting(&place, &message, &key) };
        let sent = stage.bot.post(posting).await.unwrap();
        part += 1;
        if !sent.more {
            break;
        }
    }
    let pings: Vec<Vec<String>> = stage.fake.messages(ROOM).into_iter().map(|message| message.pings).collect();
    assert!(pings.len() > 2 && pings.concat().len() == 2, "{pings:?}");
    assert_eq!(pings.first(), Some(&vec![format!("user:{ANN}")]));
    assert_eq!(pings.last(), Some(&vec![format!("user:{BOB}")]));
    stage.behaved();
}

#[tokio::test]
async fn a_room_that_was_refused_before_a_start_is_tried_again() {
    let mut stage = Stage::open().await;
    let chat = ROOM.to_string();
    stage.desk.closed.lock().unwrap().push(stage.room());
    let is_open = |event: &Inbound| event.content == Content::Reachable { yes: true } && event.place.chat == chat;
    stage.stop().await.unwrap();
    stage.restart();
    stage.desk.wait_for("the open room", is_open).await;
    // And whenever what may be done there changes, though nothing was refused since the start.
    let so_far = stage.desk.received().iter().filter(|event| is_open(event)).count();
    changed(&stage).await;
    let once_more = |events: &Vec<Inbound>| events.iter().filter(|event| is_open(event)).count() > so_far;
    stage.desk.wait_until("the room once more", once_more).await;
    stage.behaved();
}

/// Somebody changes the room, of which Discord tells; whoever may change it may do so with our token as well.
async fn changed(stage: &Stage) {
    stage.fake.bot_permissions(ROOM, permission::USUAL | permission::MANAGE_CHANNELS);
    let client = reqwest::Client::builder().no_proxy().build().unwrap();
    let request = client.patch(format!("{}/api/v10/channels/{ROOM}", stage.fake.url()));
    let request =
        request.header("authorization", format!("Bot {}", stage.fake.token())).json(&json!({"name": "ideas"}));
    assert_eq!(request.send().await.unwrap().status(), 200);
}

#[tokio::test]
async fn a_room_that_is_changed_is_tried_again() {
    let stage = Stage::open().await;
    stage.fake.bot_permissions(ROOM, permission::USUAL & !permission::SEND_MESSAGES);
    let refused = stage.post(&stage.room(), &hello(), "k1").await;
    assert!(matches!(refused, Err(ChatError::Gone(_))), "{refused:?}");
    changed(&stage).await;
    let is_open = Content::Reachable { yes: true };
    let event = stage.desk.wait_for("the open room", |event| event.content == is_open).await;
    assert_eq!(event.place, stage.room());
    stage.post(&stage.room(), &hello(), "k1").await.unwrap();
    // A change of a room that refused nothing is no news.
    changed(&stage).await;
    stage.fake.say(ROOM, ANN, &stage.mention("a logo"));
    stage.desk.wait_text("a logo").await;
    assert_eq!(stage.desk.received().iter().filter(|event| event.content == is_open).count(), 1);
    stage.behaved();
}
