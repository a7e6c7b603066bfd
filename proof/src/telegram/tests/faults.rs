//! Tokens, flood limits, faults, and the waiting helpers.

use std::time::Duration;

use serde_json::{Value, json};

use super::*;
use crate::fault::{Fault, Gate};

#[tokio::test]
async fn tokens_spelling_and_encodings() {
    let tg = open().await;
    let url = format!("{}/bot1:wrong/getMe", tg.url());
    let wrong = raw_http::send("GET", &url, &[], b"").await.unwrap();
    assert_eq!(wrong.status, 401);
    refused(&wrong.json(), 401, "Unauthorized");
    let me = call(&tg, "GETME", json!({})).await;
    assert_eq!(me["result"]["username"], tg.bot_username());
    refused(
        &call(&tg, "sendNonsense", json!({})).await,
        404,
        "Not Found",
    );

    let base = format!("{}/bot{}/SendMessage", tg.url(), tg.token());
    let form = [("Content-Type", "application/x-www-form-urlencoded")];
    let body = b"chat_id=7&text=a+b&reply_parameters=%7B%22message_id%22%3A99%2C%22allow_sending_without_reply%22%3Atrue%7D";
    accepted(
        &raw_http::send("POST", &base, &form, body)
            .await
            .unwrap()
            .json(),
    );
    accepted(
        &raw_http::send("GET", &format!("{base}?chat_id=7&text=c%20d"), &[], b"")
            .await
            .unwrap()
            .json(),
    );
    let texts: Vec<String> = tg.messages(ANN).into_iter().map(|m| m.text).collect();
    assert_eq!(texts, ["a b", "c d"]);
    assert_eq!(tg.calls()[1].method, "sendMessage");
    assert_eq!(
        tg.violations(),
        [
            Violation::WrongToken,
            Violation::Unknown("sendNonsense".into())
        ]
    );
}

#[tokio::test]
async fn flood_limits_and_early_calls() {
    let tg = open().await;
    tg.freeze_at(Duration::from_secs(1_790_000_000));
    tg.enforce_rates(true);
    for _ in 0..3 {
        accepted(&send(&tg, json!({"text": "x"})).await);
    }
    let flood = send(&tg, json!({"text": "x"})).await;
    refused(&flood, 429, "Too Many Requests: retry after 1");
    assert_eq!(flood["parameters"]["retry_after"], 1);
    assert!(tg.violations().is_empty(), "the first 429 is no breach");
    refused(&send(&tg, json!({"text": "x"})).await, 429, "retry after 1");
    assert!(matches!(
        tg.violations()[..],
        [Violation::BeforeRetryAfter { .. }]
    ));
    tg.advance(Duration::from_secs(1));
    accepted(&send(&tg, json!({"text": "x"})).await);

    let group = tg.group(-5, "G", true);
    for _ in 0..20 {
        accepted(&send(&tg, json!({"chat_id": group, "text": "x"})).await);
        tg.advance(Duration::from_secs(1));
    }
    let full = send(&tg, json!({"chat_id": group, "text": "x"})).await;
    assert_eq!(full["parameters"]["retry_after"], 40);
    tg.advance(Duration::from_secs(40));
    accepted(&send(&tg, json!({"chat_id": group, "text": "x"})).await);
    tg.advance(Duration::from_secs(60));
    for user in 100..130 {
        tg.user(user, "U");
        tg.open_chat(user);
        accepted(&send(&tg, json!({"chat_id": user, "text": "x"})).await);
    }
    refused(&send(&tg, json!({"text": "x"})).await, 429, "Too Many");
}

#[tokio::test]
async fn faults() {
    let tg = open().await;
    tg.freeze_at(Duration::from_secs(1_790_000_000));
    let text = json!({"chat_id": ANN, "text": "x"});
    tg.fault("sendMessage", Fault::TooManyRequests { retry_after: 30 });
    assert_eq!(
        send(&tg, text.clone()).await["parameters"]["retry_after"],
        30
    );
    tg.advance(Duration::from_secs(29));
    refused(&send(&tg, text.clone()).await, 429, "retry after 1");
    assert_eq!(tg.violations().len(), 1);
    tg.advance(Duration::from_secs(1));
    tg.fault("sendMessage", Fault::ServerError { status: 502 });
    let page = try_call(&tg, "sendMessage", text.clone()).await.unwrap();
    assert_eq!(
        (page.status, page.header("content-type")),
        (502, Some("text/html"))
    );
    tg.fault("*", Fault::DropBeforeReading);
    assert!(try_call(&tg, "sendMessage", text.clone()).await.is_err());
    let description = "Forbidden: bot was blocked by the user".to_owned();
    tg.fault(
        "sendMessage",
        Fault::Refuse {
            code: 403,
            description,
        },
    );
    refused(&send(&tg, text.clone()).await, 403, "blocked");
    assert!(tg.messages(ANN).is_empty());
    tg.fault("sendMessage", Fault::LoseAnswer);
    assert!(try_call(&tg, "sendMessage", text.clone()).await.is_err());
    assert_eq!(tg.messages(ANN).len(), 1);
    tg.fault("sendMessage", Fault::MalformedJson);
    let cut = try_call(&tg, "sendMessage", text.clone()).await.unwrap();
    assert!(serde_json::from_slice::<Value>(&cut.body).is_err());
    assert_eq!(tg.messages(ANN).len(), 2);
}

#[tokio::test]
async fn held_chosen_and_down() {
    let tg = open().await;
    let text = json!({"chat_id": ANN, "text": "x"});
    let gate = tg.hold("sendMessage");
    let (held, ()) = tokio::join!(send(&tg, text.clone()), async {
        assert!(gate.arrived(1, SOON).await);
        assert!(tg.messages(ANN).is_empty());
        assert_eq!(tg.calls().last().unwrap().outcome, Outcome::Waiting);
        gate.release();
    });
    accepted(&held);
    assert_eq!(tg.messages(ANN).len(), 1);
    tg.fault_when(|call| {
        (call.body["text"] == "bad").then_some(Fault::ServerError { status: 500 })
    });
    accepted(&send(&tg, text.clone()).await);
    let page = try_call(&tg, "sendMessage", json!({"chat_id": ANN, "text": "bad"}))
        .await
        .unwrap();
    assert_eq!(page.status, 500);
    tg.clear_faults();
    let gate = tg.hold("sendMessage");
    {
        let gone = try_call(&tg, "sendMessage", json!({"chat_id": ANN, "text": "late"}));
        tokio::select! {
            _ = gone => panic!("held"),
            arrived = gate.arrived(1, SOON) => assert!(arrived),
        }
    }
    gate.release();
    tg.wait_message(ANN, |m| m.text == "late", SOON)
        .await
        .unwrap();
    tg.fault("sendMessage", Fault::LoseAnswer);
    assert!(
        try_call(&tg, "sendMessage", json!({"chat_id": 1, "text": "x"}))
            .await
            .is_err()
    );
    assert!(matches!(
        tg.calls().last().unwrap().outcome,
        Outcome::Refused(400, _)
    ));
    tg.go_down().await;
    assert!(try_call(&tg, "getMe", json!({})).await.is_err());
    tg.come_up().await;
    accepted(&call(&tg, "getMe", json!({})).await);
}

#[tokio::test]
async fn waiting_for_what_the_bot_does() {
    let tg = open().await;
    let (found, _) = tokio::join!(tg.wait_message(ANN, |m| m.text == "two", SOON), async {
        send(&tg, json!({"text": "one"})).await;
        send(&tg, json!({"text": "two"})).await
    });
    assert_eq!(found.unwrap().sequence, 2);
    let none = tg
        .wait_message(ANN, |m| m.text == "three", Duration::from_millis(1))
        .await;
    assert!(none.unwrap_err().contains("bot: two"));
    assert_eq!(
        tg.wait_calls("sendMessage", 2, SOON).await.unwrap().len(),
        2
    );
    assert!(!Gate::new().arrived(1, Duration::from_millis(1)).await);
    assert_eq!(
        tg.inject("poll_answer", json!({"poll_id": "1"})),
        Some(1000)
    );
}
