//! Every enforced rule of the fake Telegram, asked over a real socket.

mod chats;
mod faults;
mod sending;
mod updates;

use std::time::Duration;

use serde_json::{Value, json};

use super::{FakeTelegram, Outcome, Violation};
use crate::raw_http;

const SOON: Duration = Duration::from_secs(10);
const ANN: i64 = 7;

async fn call(tg: &FakeTelegram, method: &str, body: Value) -> Value {
    try_call(tg, method, body).await.unwrap().json()
}

async fn try_call(
    tg: &FakeTelegram,
    method: &str,
    body: Value,
) -> std::io::Result<raw_http::Answer> {
    let url = format!("{}/bot{}/{method}", tg.url(), tg.token());
    let headers = [("Content-Type", "application/json")];
    raw_http::send("POST", &url, &headers, body.to_string().as_bytes()).await
}

async fn send(tg: &FakeTelegram, mut body: Value) -> Value {
    if body["chat_id"].is_null() {
        body["chat_id"] = json!(ANN);
    }
    call(tg, "sendMessage", body).await
}

fn refused(answer: &Value, code: u16, part: &str) {
    assert_eq!(answer["ok"], json!(false), "{answer}");
    assert_eq!(answer["error_code"], json!(code), "{answer}");
    let text = answer["description"].as_str().unwrap();
    assert!(text.contains(part), "{text:?} lacks {part:?}");
}

fn accepted(answer: &Value) -> i64 {
    assert_eq!(answer["ok"], json!(true), "{answer}");
    answer["result"]["message_id"].as_i64().unwrap_or(0)
}

async fn open() -> FakeTelegram {
    let tg = FakeTelegram::start().await;
    tg.user(ANN, "Ann");
    tg.open_chat(ANN);
    tg
}

async fn poll(tg: &FakeTelegram, body: Value) -> Vec<Value> {
    call(tg, "getUpdates", body).await["result"]
        .as_array()
        .unwrap()
        .clone()
}
