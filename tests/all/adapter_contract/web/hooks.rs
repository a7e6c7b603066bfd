//! Webhooks over a real socket: what is taken, and each way in which a request is turned away.

use super::doubles::{Parts, Served};
use async_trait::async_trait;
use axum::http::StatusCode;
use chrono::TimeDelta;
use reqwest::header::{ALLOW, CONTENT_TYPE, HOST, RETRY_AFTER};
use secretary::ports::clock::Clock;
use secretary::ports::inbox::ReceiveError;
use secretary::ports::triggers::hooks::{HookAnswer, HookCall, Hooks};
use secretary::ports::triggers::signature::signature;
use secretary::secretary::flow::trigger::HookSecret;
use serde_json::{Value, json};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

const SECRET: &str = "a-secret-for-the-test";

/// One webhook, "orders", that remembers what came.
#[derive(Default)]
struct Book {
    calls: Mutex<Vec<HookCall>>,
    /// What a new event is answered instead of being taken.
    refuses: Mutex<Option<HookAnswer>>,
    broken: AtomicBool,
}

#[async_trait]
impl Hooks for Book {
    async fn secret(&self, hook: &str) -> Result<Option<HookSecret>, ReceiveError> {
        Ok((hook == "orders").then(|| HookSecret::new(SECRET)))
    }

    async fn submit(&self, call: HookCall) -> Result<HookAnswer, ReceiveError> {
        if self.broken.load(Ordering::SeqCst) {
            return Err(ReceiveError::Storage("the disk is full".into()));
        }
        if let Some(answer) = *self.refuses.lock().unwrap() {
            return Ok(answer);
        }
        let mut calls = self.calls.lock().unwrap();
        if calls.iter().any(|known| known.key == call.key) {
            return Ok(HookAnswer::Known);
        }
        calls.push(call);
        Ok(HookAnswer::Accepted)
    }
}

impl Book {
    fn bodies(&self) -> Vec<Value> {
        self.calls.lock().unwrap().iter().map(|call| call.body.clone()).collect()
    }
}

async fn hooked(password: Option<&str>) -> (Served, Arc<Book>) {
    let (parts, book) = (Parts::default(), Arc::new(Book::default()));
    let web = parts.web("127.0.0.1:0", password).unwrap().hooked_by(book.clone());
    (parts.serves(web, None).await, book)
}

/// The headers of a request that was signed so many seconds ago.
fn signed(chat: &Served, secret: &str, ago: i64, body: &[u8]) -> Vec<(&'static str, String)> {
    let at = (chat.clock.now() - TimeDelta::seconds(ago)).timestamp().to_string();
    let given = format!("sha256={}", signature(secret, &at, None, body));
    vec![("X-Secretary-Timestamp", at), ("X-Secretary-Signature", given)]
}

/// The same for an event with a name.
fn named(chat: &Served, ago: i64, name: &str, body: &[u8]) -> Vec<(&'static str, String)> {
    let at = (chat.clock.now() - TimeDelta::seconds(ago)).timestamp().to_string();
    let given = format!("sha256={}", signature(SECRET, &at, Some(name), body));
    vec![("X-Secretary-Timestamp", at), ("X-Secretary-Signature", given), ("X-Secretary-Id", name.to_owned())]
}

/// Sends an event as a program behind a proxy does. Gives the status and the sentence.
async fn sends(chat: &Served, hook: &str, headers: &[(&'static str, String)], body: &[u8]) -> (StatusCode, String) {
    let mut request = chat.client.post(chat.url(&format!("/hook/{hook}"))).header(HOST, "secretary.example.org");
    for (name, value) in headers {
        request = request.header(*name, value);
    }
    let answer = request.body(body.to_vec()).send().await.unwrap();
    assert_eq!(answer.headers()[CONTENT_TYPE], "text/plain; charset=utf-8");
    let status = answer.status();
    (status, answer.text().await.unwrap())
}

#[tokio::test]
async fn a_signed_event_is_taken_once_with_and_without_a_password_of_the_page() {
    for password in [None, Some("hush-hush")] {
        let (chat, book) = hooked(password).await;
        let body = br#"{"n": 7}"#;
        let headers = signed(&chat, SECRET, 20, body);
        let (status, said) = sends(&chat, "orders", &headers, body).await;
        assert_eq!((status, said.as_str()), (StatusCode::ACCEPTED, "Taken. The flow begins when its turn comes.\n"));
        let (status, said) = sends(&chat, "orders", &headers, body).await;
        assert_eq!(status, StatusCode::OK, "{said}");
        let text = "not JSON: é".as_bytes();
        assert_eq!(sends(&chat, "orders", &signed(&chat, SECRET, 0, text), text).await.0, StatusCode::ACCEPTED);
        assert_eq!(book.bodies(), [json!({"n": 7}), json!("not JSON: é")]);
        assert!(chat.ears.heard().is_empty(), "it is no message");
    }
}

#[tokio::test]
async fn while_all_work_is_paused_the_sender_hears_when_the_flow_begins() {
    let (chat, book) = hooked(None).await;
    *book.refuses.lock().unwrap() = Some(HookAnswer::Held);
    let (status, said) = sends(&chat, "orders", &signed(&chat, SECRET, 0, b"{}"), b"{}").await;
    assert!(status == StatusCode::ACCEPTED && said.starts_with("Taken. All work is paused"), "{said}");
}

#[tokio::test]
async fn a_name_makes_two_sendings_one_event() {
    let (chat, book) = hooked(None).await;
    for (ago, status) in [(9, StatusCode::ACCEPTED), (3, StatusCode::OK)] {
        assert_eq!(sends(&chat, "orders", &named(&chat, ago, "delivery 7", b"{}"), b"{}").await.0, status);
    }
    assert_eq!(book.bodies().len(), 1);
    let long = named(&chat, 0, &"x".repeat(201), b"{}");
    assert_eq!(sends(&chat, "orders", &long, b"{}").await.0, StatusCode::BAD_REQUEST);
}

#[tokio::test]
async fn whoever_reads_a_request_can_give_it_no_other_name() {
    let (chat, book) = hooked(None).await;
    let mut taken = named(&chat, 3, "delivery 7", b"{}");
    assert_eq!(sends(&chat, "orders", &taken, b"{}").await.0, StatusCode::ACCEPTED);
    taken[2].1 = "delivery 8".to_owned();
    assert_eq!(sends(&chat, "orders", &taken, b"{}").await.0, StatusCode::UNAUTHORIZED);
    taken.pop();
    assert_eq!(sends(&chat, "orders", &taken, b"{}").await.0, StatusCode::UNAUTHORIZED);
    let mut unnamed = signed(&chat, SECRET, 2, b"a.b");
    assert_eq!(sends(&chat, "orders", &unnamed, b"a.b").await.0, StatusCode::ACCEPTED);
    unnamed.push(("X-Secretary-Id", "a".to_owned()));
    assert_eq!(sends(&chat, "orders", &unnamed, b"b").await.0, StatusCode::UNAUTHORIZED);
    assert_eq!(book.bodies().len(), 2);
}

#[tokio::test]
async fn who_does_not_know_the_secret_learns_nothing() {
    let (chat, book) = hooked(None).await;
    let (body, other): (&[u8], &[u8]) = (br#"{"n": 1}"#, br#"{"n": 2}"#);
    let right = signed(&chat, SECRET, 0, body);
    let [time, given] = [right[0].clone(), right[1].clone()];
    let short = (given.0, given.1[..70].to_owned());
    let upper = (given.0, given.1.replace("sha256=", "SHA256="));
    let mut said = std::collections::BTreeSet::new();
    for (hook, headers, body) in [
        ("orders", signed(&chat, "another secret", 0, body), body),
        ("orders", right.clone(), other),
        ("nothing", right.clone(), body),
        ("nothing", signed(&chat, "there is no such webhook", 0, body), body),
        ("orders", vec![time.clone()], body),
        ("orders", vec![time.clone(), short], body),
        ("orders", vec![time.clone(), upper], body),
        ("orders", vec![time, given.clone(), given.clone()], body),
    ] {
        let (status, sentence) = sends(&chat, hook, &headers, body).await;
        assert_eq!(status, StatusCode::UNAUTHORIZED, "{hook}: {headers:?}");
        said.insert(sentence);
    }
    assert_eq!(said.len(), 1, "{said:?}");
    for headers in [
        signed(&chat, SECRET, 301, body),
        signed(&chat, SECRET, -301, body),
        vec![given],
        vec![("X-Secretary-Timestamp", "soon".to_owned()), right[1].clone()],
    ] {
        let (status, sentence) = sends(&chat, "orders", &headers, body).await;
        assert!(status == StatusCode::UNAUTHORIZED && sentence.contains("X-Secretary-Timestamp"), "{sentence}");
    }
    // A replay is too old after five minutes.
    chat.clock.forward(TimeDelta::seconds(301));
    assert_eq!(sends(&chat, "orders", &right, body).await.0, StatusCode::UNAUTHORIZED);
    assert!(book.bodies().is_empty());
}

#[tokio::test]
async fn what_cannot_be_taken_says_why() {
    let (chat, book) = hooked(None).await;
    let send = async |body: &[u8]| sends(&chat, "orders", &signed(&chat, SECRET, 0, body), body).await;
    let (status, said) = send("x".repeat(32 * 1024 + 1).as_bytes()).await;
    assert!(status == StatusCode::PAYLOAD_TOO_LARGE && said.contains("32 KiB"), "{said}");
    assert_eq!(send("x".repeat(32 * 1024).as_bytes()).await.0, StatusCode::ACCEPTED);
    let (status, said) = send(&[0xff, 0xfe]).await;
    assert!(status == StatusCode::BAD_REQUEST && said.contains("JSON or UTF-8"), "{said}");
    *book.refuses.lock().unwrap() = Some(HookAnswer::NotRunning);
    let (status, said) = send(b"{}").await;
    assert!(status == StatusCode::CONFLICT && said.contains("agreed"), "{said}");
    book.broken.store(true, Ordering::SeqCst);
    assert_eq!(send(b"{}").await.0, StatusCode::SERVICE_UNAVAILABLE);
    let asked = chat.client.get(chat.url("/hook/orders")).send().await.unwrap();
    assert_eq!((asked.status(), &asked.headers()[ALLOW]), (StatusCode::METHOD_NOT_ALLOWED, &"POST".parse().unwrap()));
}

#[tokio::test]
async fn too_many_events_say_when_to_come_again() {
    let (chat, book) = hooked(None).await;
    let until = chat.clock.now() + TimeDelta::seconds(90);
    for (refused, wait) in [(HookAnswer::TooMany(until), "90"), (HookAnswer::Behind, "600")] {
        *book.refuses.lock().unwrap() = Some(refused);
        let mut request = chat.client.post(chat.url("/hook/orders")).body("{}");
        for (name, value) in signed(&chat, SECRET, 0, b"{}") {
            request = request.header(name, value);
        }
        let answer = request.send().await.unwrap();
        assert_eq!(
            (answer.status(), &answer.headers()[RETRY_AFTER]),
            (StatusCode::TOO_MANY_REQUESTS, &wait.parse().unwrap())
        );
    }
}

#[tokio::test]
async fn a_web_chat_without_webhooks_takes_none() {
    let chat = Parts::default().serve(None, None).await;
    assert_eq!(sends(&chat, "orders", &signed(&chat, SECRET, 0, b"{}"), b"{}").await.0, StatusCode::UNAUTHORIZED);
}
