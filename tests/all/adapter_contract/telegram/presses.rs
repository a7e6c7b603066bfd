//! Pressed buttons: stored, then answered once and in time.

use super::desk::*;
use proof::fault::Fault;
use proof::telegram::FakeTelegram;
use secretary::ports::inbox::{Ack, Marks};
use secretary::secretary::inbound::Content;
use secretary::secretary::message::{Button, Look, Message};
use serde_json::json;
use std::time::Duration;

async fn prompt(desk: &Desk, place: &secretary::secretary::inbound::Place) -> i64 {
    let button = Button { label: "Go".into(), data: "1.token.0".into(), look: Look::Good, form: None };
    let sent = desk.post(place, &Message::lines(["Start?"]).row(vec![button])).await.unwrap();
    sent.id.parse().unwrap()
}

async fn answered(fake: &FakeTelegram, count: usize) {
    let answers = fake.wait_for(|fake| (fake.answers().len() >= count).then_some(()), SOON).await;
    assert!(answers.is_some(), "{:?}", fake.answers());
}

#[tokio::test]
async fn a_press_is_stored_and_answered_once() {
    let (fake, ann, place) = with_ann().await;
    let desk = Desk::running(&fake);
    let message = prompt(&desk, &place).await;
    desk.notebook.answer(Some(Ack::Toast("Started".into())));
    desk.notebook.refuse(1);
    let query = fake.press(ann, ann, message, "Go");
    desk.clock.next_wait().await;
    assert!(fake.answers().is_empty(), "answered before it was stored");
    desk.clock.pass().await;
    answered(&fake, 1).await;
    let pressed = Content::Press { data: "1.token.0".into(), message: Some(message.to_string()) };
    let inbound = desk.notebook.find("the press", |i| i.content == pressed).await;
    assert_eq!(inbound.handle, Some(query.clone()));
    assert_eq!(inbound.sender.user, ann.to_string());
    let answer = &fake.answers()[0];
    assert_eq!((answer.query_id.as_str(), answer.text.as_str(), answer.alert), (query.as_str(), "Started", false));
    clean(&fake);
}

#[tokio::test]
async fn a_refusal_is_an_alert_for_the_presser() {
    let (fake, ann, place) = with_ann().await;
    let desk = Desk::running(&fake);
    let message = prompt(&desk, &place).await;
    desk.notebook.answer(Some(Ack::RefusePrivately("Not yours to decide. ".repeat(30))));
    fake.press(ann, ann, message, "Go");
    answered(&fake, 1).await;
    let answer = &fake.answers()[0];
    assert!(answer.alert && answer.text.chars().count() <= 200 && answer.text.starts_with("Not yours"));
    clean(&fake);
}

#[tokio::test]
async fn a_slow_decision_is_not_waited_for() {
    let (fake, ann, place) = with_ann().await;
    let desk = Desk::running(&fake);
    let message = prompt(&desk, &place).await;
    desk.notebook.answer(None);
    fake.press(ann, ann, message, "Go");
    fake.say(ann, ann, "meanwhile");
    desk.notebook.text("meanwhile").await;
    assert!(desk.clock.pass().await < Duration::from_secs(1));
    answered(&fake, 1).await;
    assert_eq!(fake.answers()[0].text, "");
    clean(&fake);
}

#[tokio::test]
async fn an_answer_that_came_too_late_is_let_be_and_a_lost_one_is_repeated() {
    let (fake, ann, place) = with_ann().await;
    let desk = Desk::running(&fake);
    let message = prompt(&desk, &place).await;
    fake.set_answer_window(Duration::ZERO);
    fake.press(ann, ann, message, "Go");
    fake.wait_calls("answerCallbackQuery", 1, SOON).await.unwrap();
    fake.set_answer_window(Duration::from_secs(15));
    fake.fault("answerCallbackQuery", Fault::ServerError { status: 502 });
    fake.press(ann, ann, message, "Go");
    desk.clock.pass().await;
    answered(&fake, 1).await;
    let calls = fake.wait_calls("answerCallbackQuery", 3, SOON).await.unwrap();
    assert_eq!(calls.len(), 3, "{calls:?}");
    clean(&fake);
}

#[tokio::test]
async fn forged_data_and_an_inaccessible_message_are_passed_on() {
    let (fake, ann, _) = with_ann().await;
    let desk = Desk::running(&fake);
    fake.press_forged(ann, ann, 99_999, "no button has this");
    let forged = Content::Press { data: "no button has this".into(), message: Some("99999".into()) };
    let inbound = desk.notebook.find("the press", |i| i.content == forged).await;
    assert_eq!(inbound.place.chat, ann.to_string());
    answered(&fake, 1).await;
    clean(&fake);
}

/// Else the client of whoever presses shows a spinner.
#[tokio::test]
async fn a_query_that_is_no_press_of_ours_is_answered_without_words() {
    let (fake, ann, _) = with_ann().await;
    let desk = Desk::running(&fake);
    desk.notebook.answer(Some(Ack::Toast("Started".into())));
    let from = json!({ "id": ann, "is_bot": false, "first_name": "Ann" });
    let inline = json!({ "id": "77", "from": from, "chat_instance": "1", "inline_message_id": "a", "data": "x" });
    let game =
        json!({ "id": "78", "from": from, "chat_instance": "1", "inline_message_id": "b", "game_short_name": "g" });
    let unknown = json!({ "id": "79", "from": "nobody" });
    let under = json!({ "message_id": 3, "date": 1, "chat": { "id": ann, "type": "private", "first_name": "Ann" } });
    let dataless = json!({ "id": "80", "from": from, "chat_instance": "1", "message": under, "game_short_name": "g" });
    for body in [inline, game, unknown, dataless] {
        fake.inject("callback_query", body);
    }
    let calls = fake.wait_calls("answerCallbackQuery", 4, SOON).await.unwrap();
    let mut asked: Vec<&str> = calls.iter().filter_map(|call| call.body["callback_query_id"].as_str()).collect();
    asked.sort_unstable();
    assert_eq!(asked, ["77", "78", "79", "80"]);
    assert!(calls.iter().all(|call| call.body["text"].is_null()), "{calls:?}");
}

/// Whether they were answered before the stop nobody knows.
#[tokio::test]
async fn presses_from_shortly_before_a_stop_are_answered_at_the_start() {
    let (fake, ann, place) = with_ann().await;
    let desk = Desk::at(&fake);
    let message = prompt(&desk, &place).await;
    let query = fake.press(ann, ann, message, "Go");
    desk.marks.set_mark(RECEIVED, &format!("q{query}")).await.unwrap();
    let mut next = Desk::with(&fake, fake.token(), None, desk.marks.clone());
    next.notebook.answer(Some(Ack::Toast("Started".into())));
    next.run();
    answered(&fake, 1).await;
    assert_eq!((fake.answers()[0].query_id.as_str(), fake.answers()[0].text.as_str()), (query.as_str(), "Started"));
    // That it comes with the next batch, too, is no reason for a second answer.
    next.notebook.find("the press", |inbound| inbound.handle == Some(query.clone())).await;
    assert_eq!(fake.answers().len(), 1);
}
