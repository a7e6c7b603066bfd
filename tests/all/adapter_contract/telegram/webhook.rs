//! The webhook over a real socket: only Telegram may speak, and 200 means stored.

use super::desk::*;
use proof::telegram::FakeTelegram;
use secretary::adapters::telegram::Webhook;
use secretary::secretary::inbound::Content;
use std::time::Duration;
use tokio::task::JoinHandle;

const SECRET: &str = "a-long_secret-9";

struct Served {
    desk: Desk,
    url: String,
    server: JoinHandle<()>,
}

impl Drop for Served {
    fn drop(&mut self) {
        self.server.abort();
    }
}

async fn serve(fake: &FakeTelegram) -> Served {
    let listener = tokio::net::TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
    let root = format!("http://{}", listener.local_addr().unwrap());
    let webhook = Webhook::new(&root, Some(SECRET)).unwrap();
    let mut desk = Desk::with(fake, fake.token(), Some(webhook), Default::default());
    let router = desk.telegram.webhook_route();
    let server = tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
    desk.run();
    fake.wait_calls("setWebhook", 1, SOON).await.unwrap();
    Served { desk, url: format!("{root}/telegram/webhook"), server }
}

async fn post(url: &str, secret: Option<&str>, body: &[u8]) -> u16 {
    let request = reqwest::Client::new().post(url).body(body.to_vec());
    let request = match secret {
        Some(secret) => request.header("X-Telegram-Bot-Api-Secret-Token", secret),
        None => request,
    };
    request.send().await.unwrap().status().as_u16()
}

#[tokio::test]
async fn an_update_is_taken_in_and_repeated_until_it_is_stored() {
    let (fake, ann, _) = with_ann().await;
    fake.say(ann, ann, "before the start");
    let served = serve(&fake).await;
    served.desk.notebook.text("before the start").await;
    served.desk.notebook.refuse(1);
    fake.say(ann, ann, "hello");
    let refused = |fake: &FakeTelegram| served.desk.telegram.health().contains("disk").then_some(fake.now());
    served.desk.notebook.tried(2).await;
    fake.wait_for(refused, SOON).await.expect("the trouble is shown");
    assert_eq!(fake.pending_updates().len(), 1, "kept by the platform");
    // Longer than it keeps presses.
    served.desk.clock.advance(Duration::from_secs(150));
    assert_eq!(served.desk.notebook.returns(), 0);
    // The platform waits a second of its clock from when it noted the 503, which may be a moment from now.
    for _ in 0..100 {
        fake.advance(Duration::from_secs(1));
        if tokio::time::timeout(Duration::from_millis(100), served.desk.notebook.text("hello")).await.is_ok() {
            break;
        }
    }
    served.desk.notebook.text("hello").await;
    confirmed(&fake).await;
    assert_eq!(served.desk.notebook.returns(), 1, "open prompts are shown anew");
    assert!(served.desk.telegram.health().contains("by webhook"), "{}", served.desk.telegram.health());
    assert!(!fake.calls().iter().any(|call| call.method == "getUpdates"));
    clean(&fake);
}

#[tokio::test]
async fn nobody_else_gets_in() {
    let (fake, _, _) = with_ann().await;
    let served = serve(&fake).await;
    let update = br#"{"update_id":1,"message":{"message_id":1,"date":1,"chat":{"id":7,"type":"private","first_name":"A"},"from":{"id":7,"is_bot":false,"first_name":"A"},"text":"let me in"}}"#;
    for secret in [None, Some(""), Some("a-long_secret-8"), Some("a-long_secret-9x")] {
        assert_eq!(post(&served.url, secret, update).await, 401, "{secret:?}");
    }
    assert!(served.desk.notebook.taken().is_empty());
    assert_eq!(post(&served.url, Some(SECRET), update).await, 200);
    served.desk.notebook.text("let me in").await;
    assert_eq!(post(&served.url, Some(SECRET), b"\xff not json").await, 200);
    served.desk.notebook.find("the nonsense", |i| matches!(i.content, Content::Unsupported { .. })).await;
    assert_eq!(post(&served.url, Some(SECRET), &vec![b' '; 1024 * 1024 + 1]).await, 413);
}

#[tokio::test]
async fn without_a_webhook_there_is_no_route() {
    let fake = FakeTelegram::start().await;
    let desk = Desk::at(&fake);
    let listener = tokio::net::TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
    let url = format!("http://{}/telegram/webhook", listener.local_addr().unwrap());
    let router = desk.telegram.webhook_route();
    let server = tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
    assert_eq!(post(&url, Some(SECRET), b"{}").await, 404);
    server.abort();
}
