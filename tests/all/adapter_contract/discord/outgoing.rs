//! Posts, edits and threads, and what becomes of them when Discord is slow, cross or away.

use super::desk::Desk;
use super::stage::{ANN, BOB, ROOM, SOON, Stage, button, posting, town};
use crate::adapter_contract::long;
use chrono::{DateTime, Utc};
use proof::discord::{Fault, Route, SUPPRESS_EMBEDS, SUPPRESS_NOTIFICATIONS, Scope, permission};
use secretary::ports::chat::{Change, Chat, ChatError, Editing, Posting, Sent};
use secretary::ports::clock::Clock;
use secretary::secretary::ids::PersonId;
use secretary::secretary::inbound::{Account, ChatKind, Platform};
use secretary::secretary::message::{Block, Message, Span};
use secretary::secretary::ticket::task::Attached;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

fn hello() -> Message {
    Message::lines(["Hello."])
}

fn created(stage: &Stage) -> usize {
    stage.fake.calls().iter().filter(|call| call.route == Route::CreateMessage).count()
}

#[tokio::test]
async fn a_lost_answer_and_a_repetition_make_one_message() {
    for fault in [Fault::LoseAnswer, Fault::PerformedStatus(500), Fault::Status(502), Fault::Garbage, Fault::Drop] {
        let stage = Stage::open().await;
        stage.fake.fault(Route::CreateMessage, fault.clone());
        let lost = stage.post(&stage.room(), &hello(), "k1").await;
        assert_eq!(lost, Err(ChatError::Unclear), "{fault:?}");
        let sent = stage.post(&stage.room(), &hello(), "k1").await.unwrap();
        let messages = stage.fake.messages(ROOM);
        assert_eq!(messages.len(), 1, "{fault:?}: {}", stage.fake.transcript(ROOM));
        assert_eq!(messages[0].id.to_string(), sent.id);
        stage.behaved();
    }
}

/// A message whose sending went wrong like this, and the time at which it did.
async fn unclear(stage: &Stage, message: &Message, key: &str, fault: Fault) -> DateTime<Utc> {
    let since = stage.desk.wall.now();
    stage.fake.fault(Route::CreateMessage, fault);
    assert_eq!(stage.post(&stage.room(), message, key).await, Err(ChatError::Unclear));
    since
}

/// The same message again, by a process that may have been started since.
async fn again(stage: &Stage, message: &Message, key: &str, since: DateTime<Utc>) -> Result<Sent, ChatError> {
    stage.bot.post(Posting { unclear_since: Some(since), ..posting(&stage.room(), message, key) }).await
}

/// So long that Discord has forgotten all nonces.
fn later(stage: &Stage) {
    stage.fake.advance(Duration::from_secs(600));
    stage.desk.wall.0.fetch_add(600, Ordering::SeqCst);
}

#[tokio::test]
async fn long_after_a_lost_answer_the_message_is_looked_for() {
    let stage = Stage::open().await;
    let prompt = Message::lines(["Which one?"]).row(vec![button("This", 0), button("That", 1)]);
    for (n, message) in [hello(), prompt].iter().enumerate() {
        let key = format!("k{n}");
        let since = unclear(&stage, message, &key, Fault::LoseAnswer).await;
        // Much is said meanwhile.
        for word in 0..120 {
            stage.fake.say(ROOM, ANN, &format!("word {word}"));
        }
        later(&stage);
        let sent = again(&stage, message, &key, since).await.unwrap();
        let ours: Vec<String> = stage
            .fake
            .messages(ROOM)
            .iter()
            .filter(|m| m.author == stage.fake.bot_id())
            .map(|m| m.id.to_string())
            .collect();
        assert_eq!((ours.len(), ours.last()), (n + 1, Some(&sent.id)), "{}", stage.fake.transcript(ROOM));
    }
    let before = created(&stage);
    let other = Message::lines(["Something else."]);
    let since = unclear(&stage, &other, "k9", Fault::Status(502)).await;
    later(&stage);
    // Nothing is sent before it could be looked.
    stage.fake.fault(Route::GetMessages, Fault::Status(502));
    assert!(matches!(again(&stage, &other, "k9", since).await, Err(ChatError::Retry { .. })));
    assert_eq!(created(&stage), before + 1);
    let sent = again(&stage, &other, "k9", since).await.unwrap();
    assert_eq!(created(&stage), before + 2);
    assert_eq!(stage.fake.messages(ROOM).last().unwrap().id.to_string(), sent.id);
    stage.behaved();
}

#[tokio::test]
async fn a_rate_limit_is_told_and_kept() {
    let stage = Stage::open().await;
    let retry_after = Duration::from_secs(40);
    stage.fake.fault(Route::CreateMessage, Fault::RateLimited { retry_after, scope: Scope::User });
    let refused = stage.post(&stage.room(), &hello(), "k1").await;
    assert_eq!(refused, Err(ChatError::Retry { after: retry_after }));
    let refused = stage.post(&stage.room(), &hello(), "k1").await;
    assert!(matches!(refused, Err(ChatError::Retry { after }) if after > Duration::from_secs(30)), "{refused:?}");
    assert_eq!(created(&stage), 1);
    // Another channel is another bucket; the whole bot is not.
    let dm = stage.place(stage.fake.dm(ANN), ChatKind::Direct);
    stage.post(&dm, &hello(), "k2").await.unwrap();
    stage.fake.fault(Route::CreateMessage, Fault::RateLimited { retry_after, scope: Scope::Global });
    let refused = stage.post(&dm, &hello(), "k3").await;
    assert_eq!(refused, Err(ChatError::Retry { after: retry_after }));
    let (place, message) = (stage.room(), hello());
    let edit = stage.bot.edit(Editing { place: &place, id: "1", change: Change::Part(&message, 0) }).await;
    assert!(matches!(edit, Err(ChatError::Retry { .. })), "{edit:?}");
    assert!(!stage.fake.calls().iter().any(|call| call.route == Route::EditMessage));
    stage.behaved();
}

#[tokio::test]
async fn a_bucket_used_up_is_not_called() {
    let stage = Stage::open().await;
    stage.fake.limit(Route::CreateMessage, 2, Duration::from_secs(30));
    stage.post(&stage.room(), &hello(), "k1").await.unwrap();
    stage.post(&stage.room(), &hello(), "k2").await.unwrap();
    let third = stage.post(&stage.room(), &hello(), "k3").await;
    assert!(matches!(third, Err(ChatError::Retry { .. })), "{third:?}");
    assert_eq!(created(&stage), 2);
    assert_eq!(stage.fake.invalid_requests(), 0);
}

#[tokio::test]
async fn a_room_without_permission_is_left_alone_until_somebody_writes() {
    let stage = Stage::open().await;
    stage.fake.bot_permissions(ROOM, permission::USUAL & !permission::SEND_MESSAGES);
    for _ in 0..5 {
        let refused = stage.post(&stage.room(), &hello(), "k1").await;
        assert!(matches!(refused, Err(ChatError::Gone(_))), "{refused:?}");
    }
    assert_eq!(created(&stage), 1);
    stage.fake.bot_permissions(ROOM, permission::USUAL);
    stage.fake.say(ROOM, ANN, &stage.mention("hello?"));
    stage.desk.wait_text("hello?").await;
    stage.post(&stage.room(), &hello(), "k1").await.unwrap();
    stage.fake.bot_permissions(ROOM, 0);
    let refused = stage.post(&stage.room(), &hello(), "k2").await;
    assert!(matches!(refused, Err(ChatError::Gone(_))), "{refused:?}");
    stage.behaved();
}

#[tokio::test]
async fn whatever_is_said_in_a_room_opens_it_again() {
    let stage = Stage::open().await;
    for (key, words) in [("k1", stage.mention("/list")), ("k2", "the second one".to_owned())] {
        stage.fake.bot_permissions(ROOM, permission::USUAL & !permission::SEND_MESSAGES);
        let refused = stage.post(&stage.room(), &hello(), key).await;
        assert!(matches!(refused, Err(ChatError::Gone(_))), "{refused:?}");
        stage.fake.bot_permissions(ROOM, permission::USUAL);
        let refused = stage.post(&stage.room(), &hello(), key).await;
        assert!(matches!(refused, Err(ChatError::Gone(_))), "nobody said anything: {refused:?}");
        let said = format!("m{}", stage.fake.say(ROOM, ANN, &words));
        stage.desk.wait_for("what was said", |event| event.event == said).await;
        stage.post(&stage.room(), &hello(), key).await.unwrap();
    }
    stage.behaved();
}

#[tokio::test]
async fn a_person_is_written_to_directly_unless_they_do_not_want_it() {
    let stage = Stage::open().await;
    let mut place = stage.place(0, ChatKind::Direct);
    place.chat = format!("user:{ANN}");
    stage.post(&place, &hello(), "k1").await.unwrap();
    assert_eq!(stage.fake.messages(stage.fake.dm(ANN)).len(), 1);
    stage.fake.close_dms(BOB, true);
    place.chat = format!("user:{BOB}");
    for _ in 0..3 {
        let refused = stage.post(&place, &hello(), "k2").await;
        assert!(matches!(refused, Err(ChatError::Gone(_))), "{refused:?}");
    }
    assert_eq!(created(&stage), 2);
    stage.behaved();
}

#[tokio::test]
async fn a_thread_is_opened_once_and_woken_when_archived() {
    let stage = Stage::open().await;
    let root = stage.post(&stage.room(), &hello(), "k1").await.unwrap();
    let thread = stage.bot.open_thread(&stage.room(), &root.id, &"A logo ".repeat(40)).await.unwrap().unwrap();
    let again = stage.bot.open_thread(&stage.room(), &root.id, "A logo").await.unwrap().unwrap();
    assert_eq!((thread.chat.as_str(), thread.kind), (again.chat.as_str(), ChatKind::Group));
    assert_eq!(stage.fake.threads(ROOM).len(), 1);
    let id: u64 = thread.chat.parse().unwrap();
    let sent = stage.post(&thread, &hello(), "k2").await.unwrap();
    stage.fake.say(id, ANN, &stage.mention("in the thread"));
    assert_eq!(stage.desk.wait_text("in the thread").await.place.chat, thread.chat);
    stage.fake.moderate_thread(id, true, false);
    let message = Message::lines(["Changed."]);
    stage.bot.edit(Editing { place: &thread, id: &sent.id, change: Change::Part(&message, 0) }).await.unwrap();
    stage.fake.fault(Route::CreateMessage, Fault::Code(50083));
    stage.post(&thread, &hello(), "k3").await.unwrap();
    stage.fake.moderate_thread(id, true, true);
    let locked = stage.post(&thread, &hello(), "k4").await;
    assert!(matches!(locked, Err(ChatError::Gone(_))), "{locked:?}");
    stage.behaved();
}

#[tokio::test]
async fn where_there_are_no_threads_there_is_none() {
    let stage = Stage::open().await;
    let dm = stage.place(stage.fake.dm(ANN), ChatKind::Direct);
    let sent = stage.post(&dm, &hello(), "k1").await.unwrap();
    assert_eq!(stage.bot.open_thread(&dm, &sent.id, "A logo").await, Ok(None));
    let root = stage.post(&stage.room(), &hello(), "k2").await.unwrap();
    stage.fake.bot_permissions(ROOM, permission::USUAL & !permission::CREATE_PUBLIC_THREADS);
    assert_eq!(stage.bot.open_thread(&stage.room(), &root.id, "A logo").await, Ok(None));
    stage.post(&stage.room(), &hello(), "k3").await.unwrap();
    stage.fake.fault(Route::StartThread, Fault::Status(503));
    assert_eq!(stage.bot.open_thread(&stage.room(), &root.id, "A logo").await, Err(ChatError::Unclear));
}

#[tokio::test]
async fn nobody_is_notified_but_those_who_must_act() {
    let stage = Stage::open().await;
    let person = PersonId::new("ann");
    let people = [(person.clone(), Account { platform: Platform::Discord, user: ANN.to_string() })];
    let message = Message {
        mentions: vec![person.clone()],
        blocks: vec![
            Block::Line(vec![Span::Person { id: person, name: "Ann".to_owned() }, Span::text(" decides.")]),
            Block::Line(vec![Span::text(format!("@everyone @here <@{BOB}> <@&5> https://example.org"))]),
            Block::Markdown(format!("**@everyone** `<@{BOB}>` <@{BOB}>")),
            Block::Code { language: String::new(), text: format!("@everyone <@{BOB}>") },
        ],
        ..Message::default()
    };
    let place = stage.room();
    let mut posting = posting(&place, &message, "k1");
    posting.people = &people;
    let sent = stage.bot.post(posting).await.unwrap();
    let shown = stage.fake.message(sent.id.parse().unwrap()).unwrap();
    assert_eq!(shown.pings, [format!("user:{ANN}")], "{}", shown.content);
    assert_eq!(shown.flags, SUPPRESS_EMBEDS);
    stage.post(&place, &hello().silently(), "k2").await.unwrap();
    assert_eq!(stage.fake.messages(ROOM)[1].flags, SUPPRESS_EMBEDS | SUPPRESS_NOTIFICATIONS);
    stage.behaved();
}

#[tokio::test]
async fn a_long_message_comes_in_parts_with_its_file_and_buttons_last() {
    let stage = Stage::open().await;
    let code = (0..300).map(|n| format!("let x{n} = {n};")).collect::<Vec<_>>().join("\n");
    let mut message = hello().row(vec![button("Good", 0)]);
    message.blocks.push(Block::Code { language: "rust".to_owned(), text: code.clone() });
    message.file = Some(Attached::text("report-12.md".to_owned(), code));
    let (place, mut part) = (stage.room(), 0);
    loop {
        let key = format!("k{part}");
        let mut posting = posting(&place, &message, &key);
        posting.part = part;
        let sent = stage.bot.post(posting).await.unwrap();
        part += 1;
        if !sent.more {
            break;
        }
    }
    let messages = stage.fake.messages(ROOM);
    assert!(messages.len() == part && part > 2);
    let (last, others) = messages.split_last().unwrap();
    assert_eq!((last.buttons().len(), last.attachments[0].filename.as_str()), (1, "report-12.md"));
    assert!(others.iter().all(|m| m.buttons().is_empty() && m.attachments.is_empty()));
    assert!(messages.iter().all(|m| m.content.matches("```").count().is_multiple_of(2)));
    stage.behaved();
}

#[tokio::test]
async fn a_report_of_ten_thousand_characters_is_whole() {
    let stage = Stage::open().await;
    let (message, text) = long::report();
    let (place, mut part) = (stage.room(), 0);
    loop {
        let key = format!("k{part}");
        let mut posting = posting(&place, &message, &key);
        posting.part = part;
        let sent = stage.bot.post(posting).await.unwrap();
        part += 1;
        if !sent.more {
            break;
        }
    }
    let messages = stage.fake.messages(ROOM);
    let shown: String = messages.iter().map(|m| format!("{}\n", m.content)).collect();
    long::is_whole(&shown);
    assert!(messages.iter().all(|m| m.content.matches("```").count().is_multiple_of(2)));
    let file = messages.iter().find_map(|m| m.attachments.first()).unwrap();
    assert_eq!((file.filename.as_str(), file.bytes.as_slice()), ("report-12.md", text.as_bytes()));
    stage.behaved();
}

#[tokio::test]
async fn a_list_of_links_is_cut_between_its_lines() {
    let stage = Stage::open().await;
    let (place, message) = (stage.room(), long::links());
    for part in 0.. {
        let key = format!("k{part}");
        let posting = Posting { part, ..posting(&place, &message, &key) };
        if !stage.bot.post(posting).await.unwrap().more {
            break;
        }
    }
    let messages = stage.fake.messages(ROOM);
    long::is_cut_between_lines(&messages.iter().map(|m| m.content.as_str()).collect::<Vec<_>>());
    stage.behaved();
}

#[tokio::test]
async fn an_edit_changes_the_text_and_takes_the_buttons_away() {
    let stage = Stage::open().await;
    let id = stage.offer(&["A", "B"]).await;
    let (place, message, text) = (stage.room(), Message::lines(["Decided: B"]), id.to_string());
    let editing = Editing { place: &place, id: &text, change: Change::Part(&message, 0) };
    stage.fake.fault(Route::EditMessage, Fault::LoseAnswer);
    assert_eq!(stage.bot.edit(editing).await, Err(ChatError::Unclear));
    stage.bot.edit(editing).await.unwrap();
    let shown = stage.fake.message(id).unwrap();
    assert_eq!((shown.content.as_str(), shown.buttons().len()), ("Decided: B", 0));
    stage.fake.delete_message(id);
    assert_eq!(stage.bot.edit(editing).await, Err(ChatError::MessageGone));
    stage.fake.delete_channel(ROOM);
    assert!(matches!(stage.bot.edit(editing).await, Err(ChatError::Deleted(_))));
}

#[tokio::test]
async fn replies_survive_what_they_reply_to_and_nonsense_is_refused() {
    let stage = Stage::open().await;
    let (place, message) = (stage.room(), hello());
    let asked = stage.fake.say(ROOM, ANN, "a question").to_string();
    let mut answer = posting(&place, &message, "k1");
    answer.reply_to = Some(&asked);
    let sent = stage.bot.post(answer.clone()).await.unwrap();
    assert_eq!(stage.fake.message(sent.id.parse().unwrap()).unwrap().reply_to, asked.parse().ok());
    stage.fake.delete_message(asked.parse().unwrap());
    answer.key = "k2";
    stage.bot.post(answer).await.unwrap();
    let empty = stage.post(&place, &Message::default(), "k3").await;
    assert!(matches!(empty, Err(ChatError::Refused(_))), "{empty:?}");
    let mut odd = place.clone();
    odd.chat = "20/../../users/@me".to_owned();
    assert!(matches!(stage.post(&odd, &hello(), "k4").await, Err(ChatError::Gone(_))));
    stage.bot.typing(&place).await;
    assert_eq!(stage.fake.typing(), [ROOM]);
    stage.behaved();
}

#[tokio::test]
async fn a_token_withdrawn_ends_everything() {
    let mut stage = Stage::open().await;
    stage.fake.set_token("another");
    let refused = stage.post(&stage.room(), &hello(), "k1").await;
    let Err(ChatError::Barred(why)) = refused else { panic!("{refused:?}") };
    assert!(why.contains("DISCORD_TOKEN"), "{why}");
    let calls = stage.fake.calls().len();
    assert!(stage.post(&stage.room(), &hello(), "k2").await.is_err());
    assert_eq!(stage.fake.calls().len(), calls);
    assert!(stage.ended().await.unwrap_err().to_string().contains("DISCORD_TOKEN"));
}

#[tokio::test]
async fn a_server_that_is_away_is_tried_again_later() {
    let stage = Stage::with(town().await, Arc::new(Desk::new()));
    stage.ready().await;
    let (place, bot) = (stage.room(), Arc::clone(&stage.bot));
    stage.fake.wait_command("new", SOON).await.unwrap();
    drop(stage);
    let message = hello();
    let first = bot.post(posting(&place, &message, "k1")).await;
    assert!(matches!(first, Err(ChatError::Retry { .. } | ChatError::Unclear)), "{first:?}");
    let second = bot.post(posting(&place, &message, "k1")).await;
    assert!(matches!(second, Err(ChatError::Retry { .. })), "{second:?}");
}

#[tokio::test]
async fn every_part_is_edited_and_what_is_left_over_goes() {
    let stage = Stage::open().await;
    let long = |word: &str| Message::lines((0..150).map(|n| format!("{n} {word} of several words in a long line")));
    let (place, before) = (stage.room(), long("before").row(vec![button("Go", 0)]));
    let mut ids = Vec::new();
    loop {
        let key = format!("k/{}", ids.len());
        let sent = stage.bot.post(Posting { part: ids.len(), ..posting(&place, &before, &key) }).await.unwrap();
        ids.push(sent.id);
        if !sent.more {
            break;
        }
    }
    assert!(ids.len() > 2, "{}", ids.len());
    let change = async |id: &str, change: Change<'_>| stage.bot.edit(Editing { place: &place, id, change }).await;
    let after = long("after").row(vec![button("Stop", 1)]);
    let parts = change(&ids[0], Change::Part(&after, 0)).await.unwrap();
    for (n, id) in ids.iter().enumerate().skip(1) {
        assert_eq!(change(id, Change::Part(&after, n)).await, Ok(parts));
    }
    let seen = stage.fake.messages(ROOM);
    assert!(seen.iter().all(|m| m.content.contains("after") && !m.content.contains("before")));
    assert_eq!(seen.iter().map(|m| m.buttons().len()).sum::<usize>(), 1, "under the last part");
    let over = Message::lines(["over"]).row(vec![button("Again", 2)]);
    for (n, id) in ids.iter().enumerate() {
        // Twice: an edit whose answer was lost is made again.
        for _ in 0..2 {
            assert_eq!(change(id, Change::Part(&over, n)).await, Ok(1));
        }
    }
    assert_eq!(change(&ids[0], Change::NoButtons).await, Ok(1));
    let seen = stage.fake.messages(ROOM);
    assert_eq!(seen.iter().map(|m| (m.content.as_str(), m.buttons().len())).collect::<Vec<_>>(), [("over", 0)]);
    stage.behaved();
}
