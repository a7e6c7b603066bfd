//! Receiving when something is wrong: each trouble is said, waited out, and over when it is over.

use super::desk::*;
use proof::fault::Fault;
use proof::telegram::{FakeTelegram, Violation};
use secretary::ports::chat::ChatError;
use secretary::secretary::inbound::{Content, Trouble};
use secretary::secretary::message::Message;
use std::time::Duration;
use tokio_util::sync::CancellationToken;

const fn secs(seconds: u64) -> Duration {
    Duration::from_secs(seconds)
}

#[tokio::test]
async fn a_wrong_token_is_said_and_ends_the_run() {
    let (fake, _, place) = with_ann().await;
    let mut desk = Desk::with(&fake, "1:wrong", None, Default::default());
    desk.run();
    desk.ended().await;
    let health = desk.telegram.health();
    assert!(health.contains("TELEGRAM_BOT_TOKEN") && health.contains("401"), "{health}");
    assert!(!health.contains("wrong"), "the token must not be shown: {health}");
    let refused = desk.post(&place, &Message::lines(["x"])).await.unwrap_err();
    assert!(matches!(&refused, ChatError::Barred(why) if why.contains("TELEGRAM_BOT_TOKEN")), "{refused:?}");
    assert_eq!(fake.violations(), [Violation::WrongToken], "asked once and never again");
    desk.notebook.find("the trouble", |inbound| inbound.content == Content::Trouble(Trouble::Token)).await;
}

#[tokio::test]
async fn a_token_that_is_refused_for_a_moment_is_tried_again() {
    let (fake, ann, _) = with_ann().await;
    let unauthorized = || Fault::Refuse { code: 401, description: "Unauthorized".into() };
    fake.fault("getUpdates", unauthorized());
    fake.say(ann, ann, "hello");
    let desk = Desk::running(&fake);
    desk.clock.pass().await;
    desk.notebook.text("hello").await;
    assert!(desk.telegram.health().contains("connected"), "{}", desk.telegram.health());
    for _ in 0..4 {
        fake.fault("getUpdates", unauthorized());
    }
    fake.say(ann, ann, "again");
    for _ in 0..4 {
        desk.clock.pass().await;
    }
    desk.notebook.text("again").await;
    desk.notebook.find("the trouble", |inbound| inbound.content == Content::Trouble(Trouble::Token)).await;
}

#[tokio::test]
async fn a_method_a_server_does_not_know_says_nothing_about_the_token() {
    let (fake, ann, place) = with_ann().await;
    let unknown = || Fault::Refuse { code: 404, description: "Not Found: method not found".into() };
    fake.fault("getUpdates", unknown());
    let desk = Desk::running(&fake);
    assert!(desk.clock.next_wait().await <= secs(1), "a token would be waited for longer");
    let health = desk.telegram.health();
    assert!(health.contains("method not found") && !health.contains("TELEGRAM_BOT_TOKEN"), "{health}");
    desk.clock.pass().await;
    fake.say(ann, ann, "hello");
    desk.notebook.text("hello").await;
    fake.fault("sendMessage", unknown());
    let kept = desk.post(&place, &Message::lines(["x"])).await.unwrap_err();
    assert!(matches!(&kept, ChatError::Barred(why) if !why.contains("TELEGRAM_BOT_TOKEN")), "{kept:?}");
    desk.post(&place, &Message::lines(["x"])).await.unwrap();
    clean(&fake);
}

#[tokio::test]
async fn a_token_without_form_is_not_even_tried() {
    let fake = FakeTelegram::start().await;
    let mut desk = Desk::with(&fake, "../getMe", None, Default::default());
    desk.run();
    desk.ended().await;
    assert!(desk.telegram.health().contains("TELEGRAM_BOT_TOKEN"));
    clean(&fake);
}

#[tokio::test]
async fn an_unreachable_server_is_tried_again_and_again() {
    let (fake, ann, _) = with_ann().await;
    fake.go_down().await;
    let desk = Desk::running(&fake);
    for most in [1, 2, 4, 8] {
        let wait = desk.clock.pass().await;
        assert!(wait <= secs(most) && wait >= secs(most) * 4 / 5, "{wait:?}");
    }
    desk.clock.next_wait().await;
    assert!(desk.telegram.health().contains("cannot reach Telegram"), "{}", desk.telegram.health());
    fake.come_up().await;
    desk.clock.pass().await;
    fake.say(ann, ann, "hello");
    desk.notebook.text("hello").await;
    assert!(desk.telegram.health().contains("connected"));
    clean(&fake);
}

#[tokio::test]
async fn a_broken_poll_is_repeated_with_the_same_offset() {
    let (fake, ann, _) = with_ann().await;
    fake.say(ann, ann, "hello");
    fake.fault("getUpdates", Fault::ServerError { status: 502 });
    fake.fault("getUpdates", Fault::LoseAnswer);
    fake.fault("getUpdates", Fault::MalformedJson);
    fake.fault("getUpdates", Fault::Refuse { code: 500, description: "Internal Server Error".into() });
    let desk = Desk::running(&fake);
    for _ in 0..4 {
        desk.clock.pass().await;
    }
    desk.notebook.text("hello").await;
    confirmed(&fake).await;
    assert_eq!(desk.notebook.taken().len(), 1);
}

#[tokio::test]
async fn the_wait_telegram_asks_for_is_kept() {
    let (fake, ann, _) = with_ann().await;
    fake.fault("getUpdates", Fault::TooManyRequests { retry_after: 7 });
    fake.fault("getMe", Fault::TooManyRequests { retry_after: 5 });
    let desk = Desk::running(&fake);
    for seconds in [5, 7] {
        assert_eq!(desk.clock.next_wait().await, secs(seconds));
        fake.advance(secs(seconds));
        desk.clock.pass().await;
    }
    fake.say(ann, ann, "hello");
    desk.notebook.text("hello").await;
    clean(&fake);
}

#[tokio::test]
async fn a_second_poller_is_named_and_waited_out() {
    let (fake, ann, _) = with_ann().await;
    let desk = Desk::running(&fake);
    fake.wait_for(|fake| fake.is_polled().then_some(()), SOON).await.expect("polling");
    let other = Desk::running(&fake);
    assert!(desk.clock.next_wait().await <= secs(1), "often it is only our own poll from before a restart");
    assert!(desk.telegram.health().contains("another program"), "{}", desk.telegram.health());
    other.kill(&fake).await;
    desk.clock.pass().await;
    fake.say(ann, ann, "hello");
    desk.notebook.text("hello").await;
}

#[tokio::test]
async fn a_refused_menu_does_not_keep_the_bot_silent() {
    let (fake, ann, _) = with_ann().await;
    fake.fault("setMyCommands", Fault::Refuse { code: 400, description: "Bad Request: BOT_COMMAND_INVALID".into() });
    fake.fault("deleteWebhook", Fault::ServerError { status: 502 });
    let mut desk = Desk::at(&fake);
    desk.telegram = desk.telegram.clone().with_commands(vec![("new".into(), "An idea".into())]);
    desk.run();
    desk.clock.pass().await;
    fake.say(ann, ann, "hello");
    desk.notebook.text("hello").await;
}

#[tokio::test]
async fn stopping_ends_the_run_and_loses_nothing() {
    let (fake, ann, _) = with_ann().await;
    let desk = Desk::at(&fake);
    desk.notebook.hang();
    let stop = CancellationToken::new();
    let telegram = desk.telegram.clone();
    let run = tokio::spawn({
        let stop = stop.clone();
        async move { telegram.run(stop).await }
    });
    fake.say(ann, ann, "hello");
    desk.notebook.tried(1).await;
    stop.cancel();
    tokio::time::timeout(SOON, run).await.expect("run ends").unwrap();
    assert_eq!(desk.telegram.health(), "Telegram: stopped");
    assert_eq!(fake.pending_updates().len(), 1);
    clean(&fake);
}
