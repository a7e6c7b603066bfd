//! Long polling, webhook, retention and identifiers.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use serde_json::{Value, json};

use super::*;
use crate::wire::Wire;

#[tokio::test]
async fn polling_confirms_limits_and_remembers_kinds() {
    let tg = open().await;
    for text in ["a", "b", "c"] {
        tg.say(ANN, ANN, text);
    }
    let first = poll(&tg, json!({"limit": 2, "allowed_updates": ["message"]})).await;
    assert_eq!(first.len(), 2);
    let id = first[1]["update_id"].as_i64().unwrap();
    assert_eq!(id, first[0]["update_id"].as_i64().unwrap() + 1);
    assert_eq!(
        poll(&tg, json!({})).await.len(),
        3,
        "not confirmed, so repeated"
    );
    let rest = poll(&tg, json!({"offset": id + 1})).await;
    assert_eq!(rest[0]["message"]["text"], "c");
    tg.edit(ANN, rest[0]["message"]["message_id"].as_i64().unwrap(), "d");
    assert_eq!(
        tg.pending_updates().len(),
        1,
        "edited_message was not asked for"
    );
    poll(&tg, json!({"offset": id + 2, "allowed_updates": []})).await;
    tg.react(ANN, ANN, 1, "👍");
    assert!(
        tg.pending_updates().is_empty(),
        "reactions are not in the default set"
    );
    assert!(tg.violations().is_empty());
    tg.say(ANN, ANN, "x");
    tg.say(ANN, ANN, "y");
    assert_eq!(
        poll(&tg, json!({"offset": -1, "limit": 500, "timeout": 51}))
            .await
            .len(),
        1
    );
    let bent = |what: &str| Violation::OutOfRange(what.into());
    assert_eq!(
        tg.violations(),
        [
            bent("getUpdates limit 500"),
            bent("getUpdates timeout 51"),
            Violation::NegativeOffset
        ]
    );
}

#[tokio::test]
async fn long_poll_wakes_conflicts_and_times_out() {
    let tg = open().await;
    let (woken, ()) = tokio::join!(poll(&tg, json!({"timeout": 50})), async {
        tg.wait_for(|tg| tg.is_polled().then_some(()), SOON)
            .await
            .unwrap();
        tg.say(ANN, ANN, "hello");
    });
    assert_eq!(woken[0]["message"]["text"], "hello");
    let offset = woken[0]["update_id"].as_i64().unwrap() + 1;
    let (older, newer) = tokio::join!(
        call(&tg, "getUpdates", json!({"offset": offset, "timeout": 50})),
        async {
            tg.wait_for(|tg| tg.is_polled().then_some(()), SOON)
                .await
                .unwrap();
            call(&tg, "getUpdates", json!({"offset": offset, "timeout": 0})).await
        }
    );
    refused(&older, 409, "terminated by other getUpdates request");
    accepted(&newer);
    assert_eq!(tg.violations(), [Violation::PollOverlap]);
    let (empty, ()) = tokio::join!(poll(&tg, json!({"offset": offset, "timeout": 50})), async {
        tg.wait_for(|tg| tg.is_polled().then_some(()), SOON)
            .await
            .unwrap();
        tg.advance(Duration::from_secs(50));
    });
    assert!(empty.is_empty());
}

#[tokio::test]
async fn updates_expire_and_ids_jump() {
    let tg = open().await;
    tg.freeze_at(Duration::from_secs(1_790_000_000));
    let keyboard = json!({"inline_keyboard": [[{"text": "Go", "callback_data": "go"}]]});
    let id = accepted(&send(&tg, json!({"text": "?", "reply_markup": keyboard})).await);
    tg.say(ANN, ANN, "text");
    tg.press(ANN, ANN, id, "Go");
    tg.advance(Duration::from_secs(149));
    assert_eq!(tg.pending_updates().len(), 2);
    tg.advance(Duration::from_secs(1));
    assert_eq!(tg.pending_updates().len(), 1, "presses are kept for 150 s");
    tg.advance(Duration::from_secs(86_400));
    assert_eq!((tg.pending_updates().len(), tg.expired_updates()), (0, 2));
    tg.say(ANN, ANN, "before");
    let before = poll(&tg, json!({})).await[0]["update_id"].as_i64().unwrap();
    tg.advance(Duration::from_secs(7 * 86_400));
    tg.say(ANN, ANN, "after");
    let after = poll(&tg, json!({"offset": before + 1})).await;
    assert_eq!(
        after[0]["message"]["text"], "after",
        "an offset of the old run confirms nothing of the new"
    );
    assert_ne!(after[0]["update_id"], before + 1);
    tg.jump_update_ids(5);
    tg.say(ANN, ANN, "jumped");
    assert_eq!(tg.pending_updates().last().unwrap()["update_id"], 5);
    let after = after[0]["update_id"].as_i64().unwrap();
    assert_eq!(poll(&tg, json!({"offset": after + 1})).await.len(), 1);
    assert!(poll(&tg, json!({"offset": 6})).await.is_empty());
}

#[tokio::test]
async fn webhook_parameters() {
    let tg = open().await;
    let url = "http://127.0.0.1:1/";
    refused(
        &call(&tg, "setWebhook", json!({"url": "http://example.org/x"})).await,
        400,
        "HTTPS URL must be provided",
    );
    refused(
        &call(
            &tg,
            "setWebhook",
            json!({"url": url, "secret_token": "a b"}),
        )
        .await,
        400,
        "unallowed characters",
    );
}

#[tokio::test]
async fn webhook_posts_with_secret_and_retries() {
    use axum::http::{HeaderMap, StatusCode};
    let tg = open().await;
    let seen: Arc<Mutex<Vec<(String, Value)>>> = Arc::default();
    let news = Arc::new(tokio::sync::Notify::new());
    let (inner, bell) = (Arc::clone(&seen), Arc::clone(&news));
    let hook = move |headers: HeaderMap, body: axum::Json<Value>| async move {
        let secret = headers["x-telegram-bot-api-secret-token"]
            .to_str()
            .unwrap()
            .to_owned();
        let mut seen = inner.lock().unwrap();
        seen.push((secret, body.0));
        bell.notify_one();
        if seen.len() == 1 {
            StatusCode::SERVICE_UNAVAILABLE
        } else {
            StatusCode::OK
        }
    };
    let wire = Wire::serve(axum::Router::new().fallback(hook))
        .await
        .unwrap();
    let url = format!("http://{}/hook", wire.addr());
    accepted(
        &call(
            &tg,
            "setWebhook",
            json!({"url": url, "secret_token": "s3cret"}),
        )
        .await,
    );
    refused(
        &call(&tg, "getUpdates", json!({})).await,
        409,
        "can't use getUpdates method while webhook is active",
    );
    tg.say(ANN, ANN, "hello");
    tokio::time::timeout(SOON, news.notified()).await.unwrap();
    let failed = |tg: &FakeTelegram| tg.shared.peek(|s| s.webhook.last_error.clone());
    tg.wait_for(failed, SOON).await.unwrap();
    let info = call(&tg, "getWebhookInfo", json!({})).await;
    assert_eq!(info["result"]["pending_update_count"], 1);
    assert!(
        info["result"]["last_error_message"]
            .as_str()
            .unwrap()
            .contains("503")
    );
    tg.advance(Duration::from_secs(2));
    tg.wait_for(|tg| tg.pending_updates().is_empty().then_some(()), SOON)
        .await
        .unwrap();
    let seen = seen.lock().unwrap().clone();
    assert_eq!(seen.len(), 2);
    assert_eq!(seen[0], seen[1]);
    assert_eq!(seen[0].0, "s3cret");
    accepted(&call(&tg, "deleteWebhook", json!({"drop_pending_updates": true})).await);
    assert_eq!(tg.violations(), [Violation::DroppedPending]);
    assert!(poll(&tg, json!({})).await.is_empty());
}

#[tokio::test]
async fn a_poller_that_hangs_up_frees_its_place() {
    let tg = open().await;
    {
        let poller = call(&tg, "getUpdates", json!({"timeout": 50}));
        tokio::select! {
            _ = poller => panic!("nothing happened"),
            polled = tg.wait_for(|tg| tg.is_polled().then_some(()), SOON) => polled.unwrap(),
        }
    }
    tg.wait_for(|tg| (!tg.is_polled()).then_some(()), SOON)
        .await
        .unwrap();
    assert!(poll(&tg, json!({})).await.is_empty());
    assert!(tg.violations().is_empty());
}
