//! Commands, buttons, menus, forms and completions, each answered within three seconds.

use super::desk::text_of;
use super::stage::{ANN, BOB, ROOM, SOON, Stage, button, posting};
use proof::discord::{Fault, Route, Violation};
use secretary::ports::chat::Chat;
use secretary::ports::inbox::Ack;
use secretary::secretary::inbound::{Content, Inbound};
use secretary::secretary::message::{Form, Message};
use serde_json::json;
use std::sync::atomic::Ordering;

fn is_press(event: &Inbound) -> bool {
    matches!(event.content, Content::Press { .. })
}

async fn typed(stage: &Stage) -> Inbound {
    stage.desk.wait_for("a command", |e| matches!(e.content, Content::Command { .. })).await
}

#[tokio::test]
async fn a_command_is_deferred_and_its_answer_filled_in() {
    let stage = Stage::open().await;
    let handle = stage.fake.slash(ROOM, ANN, "revise", json!({"wish": "cheaper", "ticket": "12"}));
    let ack = stage.fake.wait_ack(handle, SOON).await.unwrap();
    assert_eq!(ack.kind, 5);
    let event = typed(&stage).await;
    assert_eq!(event.event, format!("i{}", handle.id()));
    assert_eq!(event.sender.language.as_deref(), Some("en"));
    let Content::Command { name, args, .. } = &event.content else { panic!() };
    assert_eq!((name.as_str(), args.as_str()), ("revise", "12 cheaper"));
    let message = Message::lines(["On it."]).row(vec![button("Stop", 0)]);
    let mut posting = posting(&event.place, &message, "k1");
    posting.handle = event.handle.as_deref();
    let first = stage.bot.post(posting.clone()).await.unwrap();
    let again = stage.bot.post(posting).await.unwrap();
    assert_eq!(first.id, again.id);
    let reply = stage.fake.wait_reply(handle, |m| m.content == "On it.", SOON).await.unwrap();
    assert_eq!((reply.id.to_string(), reply.buttons().len(), reply.ephemeral()), (first.id, 1, false));
    assert_eq!(stage.fake.messages(ROOM).len(), 1, "{}", stage.fake.transcript(ROOM));
    stage.behaved();
}

#[tokio::test]
async fn an_answer_faster_than_the_deferral_waits_for_it() {
    let stage = Stage::open().await;
    stage.desk.busy.send_replace(true);
    let handle = stage.fake.slash(ROOM, ANN, "new", json!({"idea": "a logo"}));
    let event = typed(&stage).await;
    let message = Message::lines(["Which colours?"]);
    let mut posting = posting(&event.place, &message, "k1");
    posting.handle = event.handle.as_deref();
    let free = async { stage.desk.busy.send_replace(false) };
    let (sent, _) = tokio::join!(stage.bot.post(posting), free);
    let reply = stage.fake.wait_reply(handle, |m| m.content == "Which colours?", SOON).await.unwrap();
    assert_eq!(reply.id.to_string(), sent.unwrap().id);
    assert_eq!(stage.fake.messages(ROOM).len(), 1, "{}", stage.fake.transcript(ROOM));
    stage.behaved();
}

#[tokio::test]
async fn a_handle_that_is_too_old_gives_an_ordinary_message() {
    let stage = Stage::open().await;
    let handle = stage.fake.slash(ROOM, ANN, "new", json!({"idea": "a logo"}));
    stage.fake.wait_ack(handle, SOON).await.unwrap();
    let event = typed(&stage).await;
    let (rest, expiry) = event.handle.as_deref().unwrap().rsplit_once(':').unwrap();
    let old = format!("{rest}:{}", expiry.parse::<i64>().unwrap() - 900);
    stage.fake.advance(std::time::Duration::from_secs(16 * 60));
    let message = Message::lines(["Done."]);
    for (key, handle) in [("k1", old.as_str()), ("k2", event.handle.as_deref().unwrap())] {
        let mut posting = posting(&event.place, &message, key);
        posting.handle = Some(handle);
        let sent = stage.bot.post(posting).await.unwrap();
        assert_eq!(stage.fake.message(sent.id.parse().unwrap()).unwrap().interaction, None);
    }
    stage.behaved();
}

#[tokio::test]
async fn a_refused_command_is_answered_privately() {
    let stage = Stage::open().await;
    stage.desk.answer_with(|_| Ack::RefusePrivately("Only *members* may.".to_owned()));
    let handle = stage.fake.slash(ROOM, ANN, "new", json!({"idea": "a logo"}));
    let reply = stage.fake.wait_reply(handle, |m| m.ephemeral(), SOON).await.unwrap();
    assert_eq!(reply.content, "Only \\*members\\* may.");
    assert_eq!(stage.fake.interaction(handle).ack.unwrap().kind, 4);
    stage.behaved();
}

#[tokio::test]
async fn a_slow_refusal_takes_the_place_of_the_deferral() {
    let stage = Stage::open().await;
    stage.desk.busy.send_replace(true);
    stage.desk.answer_with(|_| Ack::RefusePrivately("Only members may.".to_owned()));
    let handle = stage.fake.slash(ROOM, ANN, "new", json!({"idea": "a logo"}));
    let ack = stage.fake.wait_ack(handle, SOON).await.unwrap();
    assert!(ack.kind == 5 && ack.after < std::time::Duration::from_secs(3), "{ack:?}");
    stage.desk.busy.send_replace(false);
    stage.fake.wait_reply(handle, |m| m.content == "Only members may.", SOON).await.unwrap();
    assert_eq!(stage.fake.messages(ROOM).len(), 1);
    stage.behaved();
}

#[tokio::test]
async fn what_something_on_the_way_refuses_is_answered_at_the_next_try() {
    let stage = Stage::open().await;
    stage.desk.answer_with(|_| Ack::Toast("Noted.".to_owned()));
    let message = stage.offer(&["A", "B"]).await;
    stage.fake.fault(Route::Callback, Fault::Status(403));
    let handle = stage.fake.press(ROOM, ANN, message, "A");
    let reply = stage.fake.wait_reply(handle, |m| m.content == "Noted.", SOON).await.unwrap();
    assert!(reply.ephemeral());
    stage.behaved();
}

#[tokio::test]
async fn a_press_is_received_and_its_toast_seen_by_the_presser_alone() {
    let stage = Stage::open().await;
    let message = stage.offer(&["A", "B"]).await;
    let handle = stage.fake.press(ROOM, ANN, message, "B");
    assert_eq!(stage.fake.wait_ack(handle, SOON).await.unwrap().kind, 6);
    let event = stage.desk.wait_for("a press", is_press).await;
    let expected = Content::Press { data: "1.token.1".to_owned(), message: Some(message.to_string()) };
    assert_eq!((event.content, event.handle), (expected, None));
    stage.desk.answer_with(|_| Ack::Toast("Already decided: B".to_owned()));
    let late = stage.fake.press(ROOM, ANN, message, "A");
    let reply = stage.fake.wait_reply(late, |m| m.content == "Already decided: B", SOON).await.unwrap();
    assert!(reply.ephemeral());
    stage.behaved();
}

#[tokio::test]
async fn a_slow_press_is_deferred_and_its_toast_follows() {
    let stage = Stage::open().await;
    let message = stage.offer(&["A", "B"]).await;
    stage.desk.busy.send_replace(true);
    stage.desk.answer_with(|_| Ack::Toast("Already decided: B".to_owned()));
    let handle = stage.fake.press(ROOM, ANN, message, "B");
    assert_eq!(stage.fake.wait_ack(handle, SOON).await.unwrap().kind, 6);
    stage.desk.busy.send_replace(false);
    let reply = stage.fake.wait_reply(handle, |m| m.content == "Already decided: B", SOON).await.unwrap();
    assert!(reply.ephemeral());
    assert_eq!(stage.fake.message(message).unwrap().content, "Which one?");
    stage.behaved();
}

#[tokio::test]
async fn a_deferral_whose_answer_was_lost_is_given_again_and_filled_in() {
    let stage = Stage::open().await;
    // The second one did arrive: Discord refuses the third as acknowledged already, which is as good as taken.
    stage.fake.fault(Route::Callback, Fault::Drop);
    stage.fake.fault(Route::Callback, Fault::LoseAnswer);
    let handle = stage.fake.slash(ROOM, ANN, "new", json!({"idea": "a logo"}));
    let event = typed(&stage).await;
    let message = Message::lines(["Which colours?"]);
    let mut posting = posting(&event.place, &message, "k1");
    posting.handle = event.handle.as_deref();
    stage.bot.post(posting).await.unwrap();
    stage.fake.wait_reply(handle, |m| m.content == "Which colours?", SOON).await.unwrap();
    assert_eq!(stage.fake.messages(ROOM).len(), 1, "{}", stage.fake.transcript(ROOM));
    assert_eq!(stage.fake.violations(), [Violation::AckedTwice { interaction: handle.id() }]);
}

#[tokio::test]
async fn what_could_never_be_acknowledged_is_answered_by_an_ordinary_message() {
    let stage = Stage::open().await;
    for fault in [Fault::Drop, Fault::Code(10062)] {
        stage.fake.fault_times(Route::Callback, 100, &fault);
        let handle = stage.fake.slash(ROOM, ANN, "new", json!({"idea": "a logo"}));
        let event = stage.desk.wait_for("the command", |e| e.event == format!("i{}", handle.id())).await;
        let words = format!("Which colours, after {fault:?}?");
        let message = Message::lines([words.clone()]);
        let mut posting = posting(&event.place, &message, "k1");
        posting.key = &words;
        posting.handle = event.handle.as_deref();
        let sent = stage.bot.post(posting).await.unwrap();
        assert_eq!(stage.fake.message(sent.id.parse().unwrap()).unwrap().interaction, None);
        stage.fake.clear_faults();
    }
    stage.behaved();
}

#[tokio::test]
async fn what_concerns_one_person_alone_is_seen_by_them_alone() {
    let stage = Stage::open().await;
    let handle = stage.fake.slash(ROOM, ANN, "start", json!({"code": "ABCD-2345"}));
    let event = typed(&stage).await;
    let message = Message::lines(["Welcome, Ann."]);
    let mut posting = posting(&event.place, &message, "k1");
    posting.handle = event.handle.as_deref();
    stage.bot.post(posting).await.unwrap();
    let reply = stage.fake.wait_reply(handle, |m| m.content == "Welcome, Ann.", SOON).await.unwrap();
    assert!(reply.ephemeral());
    stage.behaved();
}

#[tokio::test]
async fn more_than_five_options_are_a_menu() {
    let stage = Stage::open().await;
    let message = stage.offer(&["A", "B", "C", "D", "E", "F", "G"]).await;
    assert!(stage.fake.message(message).unwrap().buttons().is_empty());
    let handle = stage.fake.select(ROOM, ANN, message, "", &["F"]);
    assert_eq!(stage.fake.wait_ack(handle, SOON).await.unwrap().kind, 6);
    let event = stage.desk.wait_for("a choice", is_press).await;
    assert!(matches!(event.content, Content::Press { data, .. } if data == "1.token.5"));
    stage.behaved();
}

#[tokio::test]
async fn a_form_is_opened_and_sent_off() {
    let stage = Stage::open().await;
    let message = stage.offer(&["A", "Other…"]).await;
    let form = Form { title: "Another wish".to_owned(), label: "Your wish".to_owned(), filled: "Blue".to_owned() };
    stage.desk.open_form(Ack::OpenForm { data: "1.token.1".to_owned(), form });
    let opened = stage.fake.press(ROOM, ANN, message, "Other…");
    let modal = stage.fake.wait_modal(opened, SOON).await.unwrap();
    assert_eq!(modal["title"], "Another wish");
    let sent = stage.fake.submit_modal(opened, &[("text", "Green, please")]);
    assert_eq!(stage.fake.wait_ack(sent, SOON).await.unwrap().kind, 6);
    let event = stage.desk.wait_for("a form", |e| matches!(e.content, Content::Form { .. })).await;
    let expected = Content::Form { data: "1.token.1".to_owned(), text: "Green, please".to_owned() };
    assert_eq!(event.content, expected);
    assert!(!stage.desk.received().iter().any(is_press));
    stage.behaved();
}

#[tokio::test]
async fn a_form_calls_people_by_name() {
    let stage = Stage::open().await;
    let message = stage.offer(&["A", "Other…"]).await;
    stage.fake.say(ROOM, BOB, "hi");
    stage.desk.wait_text("hi").await;
    let form = Form { title: "Your answer".to_owned(), label: "Your answer".to_owned(), filled: String::new() };
    stage.desk.open_form(Ack::OpenForm { data: "1.token.1".to_owned(), form });
    let opened = stage.fake.press(ROOM, ANN, message, "Other…");
    stage.fake.wait_modal(opened, SOON).await.unwrap();
    stage.fake.submit_modal(opened, &[("text", &format!("Ask <@{BOB}> and <@99>"))]);
    let event = stage.desk.wait_for("a form", |e| matches!(e.content, Content::Form { .. })).await;
    let expected = Content::Form { data: "1.token.1".to_owned(), text: "Ask @Bob and @someone".to_owned() };
    assert_eq!(event.content, expected);
    stage.behaved();
}

#[tokio::test]
async fn ticket_numbers_are_completed() {
    let stage = Stage::open().await;
    let handle = stage.fake.autocomplete(ROOM, ANN, "revise", "ticket", "1");
    let choices = stage.fake.wait_choices(handle, SOON).await.unwrap();
    assert_eq!((choices.len(), choices[3]["value"].as_str()), (25, Some("13")));
    assert!(stage.desk.received().is_empty());
    stage.behaved();
}

#[tokio::test]
async fn a_press_that_cannot_be_stored_says_so() {
    let stage = Stage::open().await;
    let message = stage.offer(&["A", "B"]).await;
    stage.desk.broken.store(true, Ordering::SeqCst);
    let handle = stage.fake.press(ROOM, ANN, message, "B");
    let reply = stage.fake.wait_reply(handle, |m| m.ephemeral(), SOON).await.unwrap();
    assert!(reply.content.contains("try again"), "{}", reply.content);
    stage.desk.broken.store(false, Ordering::SeqCst);
    let again = stage.fake.press(ROOM, ANN, message, "B");
    assert_eq!(stage.fake.wait_ack(again, SOON).await.unwrap().kind, 6);
    assert_eq!(stage.desk.received().iter().filter(|e| is_press(e)).count(), 1);
    stage.behaved();
}

#[tokio::test]
async fn an_interaction_of_an_unknown_form_is_kept_and_answered() {
    let stage = Stage::open().await;
    stage.fake.distort("INTERACTION_CREATE", |event| event["data"] = json!("invented next year"));
    let handle = stage.fake.slash(ROOM, ANN, "new", json!({"idea": "a logo"}));
    let event = stage.desk.wait_for("what cannot be read", |e| matches!(e.content, Content::Unsupported { .. })).await;
    let Content::Unsupported { kind, raw, to_us } = &event.content else { panic!() };
    assert!(kind == "interaction" && *to_us && raw.contains("invented next year") && !raw.contains("token"), "{raw}");
    assert_eq!((event.event.as_str(), event.sender.user.as_str()), (&*format!("i{}", handle.id()), &*ANN.to_string()));
    assert_eq!(stage.fake.wait_ack(handle, SOON).await.unwrap().kind, 5);
    let message = Message::lines(["I can't read that kind of message yet."]);
    let mut posting = posting(&event.place, &message, "k1");
    posting.handle = event.handle.as_deref();
    stage.bot.post(posting).await.unwrap();
    stage.fake.wait_reply(handle, |m| m.content.starts_with("I can't read"), SOON).await.unwrap();
    stage.behaved();
}

#[tokio::test]
async fn a_message_of_an_unknown_form_is_read_as_far_as_it_can_be() {
    let stage = Stage::open().await;
    stage.fake.distort("MESSAGE_CREATE", |event| {
        event["components"] = json!([{"type": 99, "id": "x"}]);
        event["embeds"] = json!("none");
        event["author"]["avatar"] = json!(5);
    });
    stage.fake.say(ROOM, ANN, &stage.mention("a logo, please"));
    let event = stage.desk.wait_for("the words", |e| text_of(e) == Some("a logo, please")).await;
    assert!(matches!(event.content, Content::Text { addressed: true, .. }));
    assert_eq!((event.sender.user.clone(), event.place.clone()), (ANN.to_string(), stage.room()));
    // Not even the frame can be read: in a direct chat it is to us, and is kept.
    let direct = stage.fake.dm(ANN);
    stage.fake.distort("MESSAGE_CREATE", |event| event["type"] = json!("a new one"));
    stage.fake.say(direct, ANN, "hello?");
    let event = stage.desk.wait_for("what cannot be read", |e| matches!(e.content, Content::Unsupported { .. })).await;
    let Content::Unsupported { raw, to_us, .. } = &event.content else { panic!() };
    assert!(*to_us && raw.contains("hello?"), "{raw}");
    assert_eq!(event.place.chat, direct.to_string());
    // Other kinds pass by, and what comes after them is heard.
    stage.fake.distort("MESSAGE_CREATE", |event| *event = json!([1]));
    stage.fake.say(direct, ANN, "lost");
    stage.fake.say(direct, ANN, "after all that");
    stage.desk.wait_for("the next", |e| text_of(e) == Some("after all that")).await;
    stage.behaved();
}
