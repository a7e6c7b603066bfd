//! Editing what stands already: in all its parts, once however often it is tried, and what is left of it.

use super::desk::*;
use super::sending::{button, edit, refuse};
use proof::fault::Fault;
use proof::telegram::FakeTelegram;
use secretary::ports::chat::{Change, Chat, ChatError, Editing};
use secretary::secretary::inbound::{ChatKind, Place};
use secretary::secretary::message::{Block, Message, Span};
use secretary::secretary::ticket::task::Attached;
use std::time::Duration;

#[tokio::test]
async fn a_closed_topic_that_takes_no_edit_leaves_the_chat_open() {
    let (fake, ann, _) = with_ann().await;
    let forum = fake.forum(-1_000_000_000_064, "Office", false);
    let thread = fake.topic(forum, ann, "Boats");
    let desk = Desk::at(&fake);
    let to = Place { thread: Some(thread.to_string()), ..place(forum, ChatKind::Group) };
    let sent = desk.post(&to, &Message::lines(["before"])).await.unwrap();
    let edits = |fake: &FakeTelegram| fake.calls().iter().filter(|call| call.method == "editMessageText").count();
    fake.fault("editMessageText", refuse(400, "Bad Request: TOPIC_CLOSED"));
    let refused = edit(&desk, &to, &sent.id, &Message::lines(["after"])).await;
    assert!(matches!(refused, Err(ChatError::Refused(_))), "{refused:?}");
    assert_eq!(edits(&fake), 1, "the same again helps nobody");
    edit(&desk, &to, &sent.id, &Message::lines(["after"])).await.unwrap();
    clean(&fake);
}

#[tokio::test]
async fn edits_are_idempotent_and_know_when_the_message_is_gone() {
    let (fake, ann, place) = with_ann().await;
    let desk = Desk::at(&fake);
    let open = Message::lines(["Start?"]).row(vec![button("Go", "1.t.0")]);
    let sent = desk.post(&place, &open).await.unwrap();
    let id: i64 = sent.id.parse().unwrap();
    edit(&desk, &place, &sent.id, &open).await.expect("not modified counts as done");
    edit(&desk, &place, &sent.id, &Message::lines(["Ann: Go"])).await.unwrap();
    let seen = fake.message(ann, id).unwrap();
    assert_eq!((seen.text.as_str(), seen.buttons.len()), ("Ann: Go", 0));
    let long = Message { blocks: vec![Block::Line(vec![Span::text("word ".repeat(2_000))])], ..open.clone() };
    assert_eq!(edit(&desk, &place, &sent.id, &long).await, Ok(3));
    let seen = fake.message(ann, id).unwrap();
    assert!(seen.text.starts_with("word") && seen.text.chars().count() <= 4_096);
    assert_eq!(seen.buttons.len(), 0, "they stand under the last part");
    fake.fault("editMessageText", refuse(400, "Bad Request: can't parse entities: no"));
    edit(&desk, &place, &sent.id, &Message::lines(["plain"])).await.unwrap();
    fake.fault("editMessageText", Fault::LoseAnswer);
    assert_eq!(edit(&desk, &place, &sent.id, &Message::lines(["lost"])).await, Err(ChatError::Unclear));
    edit(&desk, &place, &sent.id, &Message::lines(["lost"])).await.expect("repeating is harmless");
    for gone in ["99999", "0", "x"] {
        assert_eq!(edit(&desk, &place, gone, &open).await, Err(ChatError::MessageGone), "{gone}");
    }
    clean(&fake);
}

#[tokio::test]
async fn every_part_is_edited_and_what_is_left_over_goes() {
    let (fake, ann, place) = with_ann().await;
    let desk = Desk::at(&fake);
    let long = |word: &str| Message::lines((0..400).map(|n| format!("{n} {word} of several words in a long line")));
    let before = long("before").row(vec![button("Go", "1.t.0")]);
    let mut ids = Vec::new();
    loop {
        let sent = desk.post_part(&place, &before, ids.len(), None).await.unwrap();
        ids.push(sent.id);
        if !sent.more {
            break;
        }
    }
    assert!(ids.len() > 3, "{}", ids.len());
    let change = async |id: &str, change: Change<'_>| desk.telegram.edit(Editing { place: &place, id, change }).await;
    let after = long("after").row(vec![button("Stop", "1.t.1")]);
    let parts = change(&ids[0], Change::Part(&after, 0)).await.unwrap();
    for (n, id) in ids.iter().enumerate().skip(1) {
        assert_eq!(change(id, Change::Part(&after, n)).await, Ok(parts));
    }
    let seen = fake.bot_messages(ann);
    assert!(seen.iter().all(|m| m.text.contains("after") && !m.text.contains("before")));
    assert_eq!(seen.iter().map(|m| m.labels().len()).sum::<usize>(), 1, "under the last part");

    let over = Message::lines(["over"]).row(vec![button("Again", "1.t.2")]);
    for (n, id) in ids.iter().enumerate() {
        // Twice: an edit whose answer was lost is made again.
        for _ in 0..2 {
            assert_eq!(change(id, Change::Part(&over, n)).await, Ok(1));
        }
    }
    let seen = fake.bot_messages(ann);
    assert_eq!(seen.iter().map(|m| m.text.as_str()).collect::<Vec<_>>(), ["over"]);
    assert_eq!(change(&ids[0], Change::NoButtons).await, Ok(1));
    assert_eq!(change(&ids[0], Change::NoButtons).await, Ok(1), "an identical change counts as done");
    assert_eq!(fake.bot_messages(ann)[0].labels(), Vec::<String>::new());
    clean(&fake);
}

#[tokio::test]
async fn what_is_too_old_to_be_deleted_is_emptied_and_a_file_stays() {
    let (fake, ann, place) = with_ann().await;
    let desk = Desk::at(&fake);
    let message = Message { file: Some(Attached::text("a.md", "# a")), ..Message::lines(["x"]) };
    let text = desk.post_part(&place, &message, 0, None).await.unwrap().id;
    let file = desk.post_part(&place, &message, 1, None).await.unwrap().id;
    let change = async |id: &str, change: Change<'_>| desk.telegram.edit(Editing { place: &place, id, change }).await;
    let changed = Message { file: message.file.clone(), ..Message::lines(["y"]) };
    assert_eq!(change(&text, Change::Part(&changed, 0)).await, Ok(2));
    assert_eq!(change(&file, Change::Part(&changed, 1)).await, Ok(2));
    let second = desk.post(&place, &Message::lines(["second part"])).await.unwrap().id;
    fake.advance(Duration::from_secs(49 * 3600));
    for _ in 0..2 {
        assert_eq!(change(&second, Change::Part(&Message::lines(["over"]), 1)).await, Ok(1));
    }
    let seen: Vec<String> = fake.bot_messages(ann).into_iter().map(|m| m.text).collect();
    assert_eq!(seen, ["y", "", "…"]);
    clean(&fake);
}
