//! Rate limits and REST faults.

use std::time::Duration;

use serde_json::{Value, json};

use super::client::{attempt, call};
use super::{SOON, code, office};
use crate::discord::{Fault, Route, Scope, Violation};

const POST: &str = "/channels/2/messages";

fn hi() -> Value {
    json!({"content": "hi"})
}

#[tokio::test]
async fn a_bucket_runs_dry_and_early_calls_are_noted() {
    let discord = office().await;
    discord.freeze_clock();
    discord.channel(1, 5, "other");
    discord.limit(Route::CreateMessage, 1, Duration::from_millis(1500));
    let first = call(&discord, "POST", POST, hi()).await;
    assert_eq!(first.header("X-RateLimit-Limit"), Some("1"));
    assert_eq!(first.header("X-RateLimit-Remaining"), Some("0"));
    assert_eq!(first.header("X-RateLimit-Reset-After"), Some("1.500"));
    assert!(first.header("X-RateLimit-Bucket").is_some());
    let refused = call(&discord, "POST", POST, hi()).await;
    assert_eq!((refused.status, refused.json["retry_after"].as_f64()), (429, Some(1.5)));
    assert_eq!(refused.json["global"], false);
    assert_eq!(refused.header("X-RateLimit-Scope"), Some("user"));
    assert_eq!(refused.header("Retry-After"), Some("2"));
    assert!(discord.violations().is_empty(), "the first 429 is nobody's fault");
    assert_eq!(call(&discord, "POST", "/channels/5/messages", hi()).await.status, 200);
    discord.advance(Duration::from_millis(1000));
    assert_eq!(call(&discord, "POST", POST, hi()).await.status, 429);
    let left = Duration::from_millis(500);
    let route = Route::CreateMessage;
    assert_eq!(discord.violations(), [Violation::BeforeRetryAfter { route, left }]);
    discord.advance(left);
    assert_eq!(call(&discord, "POST", POST, hi()).await.status, 200);
    assert_eq!(discord.invalid_requests(), 2);
}

#[tokio::test]
async fn global_and_shared_limits() {
    let discord = office().await;
    discord.freeze_clock();
    discord.global_limit(2, Duration::from_secs(1));
    for expected in [200, 200, 429] {
        assert_eq!(call(&discord, "GET", "/users/@me", Value::Null).await.status, expected);
    }
    discord.advance(Duration::from_secs(1));
    let shared = Fault::RateLimited { retry_after: Duration::from_secs(2), scope: Scope::Shared };
    let before = discord.invalid_requests();
    discord.fault(Route::Me, shared);
    let refused = call(&discord, "GET", "/users/@me", Value::Null).await;
    assert_eq!(refused.header("X-RateLimit-Scope"), Some("shared"));
    assert_eq!(discord.invalid_requests(), before);
    discord.advance(Duration::from_secs(2));
    let global = Fault::RateLimited { retry_after: Duration::from_secs(2), scope: Scope::Global };
    discord.fault_any(global);
    assert_eq!(call(&discord, "GET", "/users/@me", Value::Null).await.json["global"], true);
    let other = call(&discord, "POST", POST, hi()).await;
    assert_eq!(other.header("X-RateLimit-Global"), Some("true"));
    assert_eq!(discord.violations().len(), 1);
}

#[tokio::test]
async fn faults_before_and_after_the_effect() {
    let discord = office().await;
    for (fault, status, performed) in [
        (Fault::Status(502), 502, false),
        (Fault::Code(50001), 403, false),
        (Fault::Code(160_005), 400, false),
        (Fault::PerformedStatus(500), 500, true),
        (Fault::Garbage, 200, true),
    ] {
        let before = discord.messages(2).len();
        discord.fault(Route::CreateMessage, fault.clone());
        let answer = call(&discord, "POST", POST, hi()).await;
        assert_eq!(answer.status, status, "{fault:?}");
        assert_eq!(discord.messages(2).len() > before, performed, "{fault:?}");
        assert_eq!(discord.calls().last().unwrap().performed, performed);
    }
    for (fault, performed) in [(Fault::Drop, false), (Fault::LoseAnswer, true)] {
        let before = discord.messages(2).len();
        discord.fault(Route::CreateMessage, fault);
        assert!(attempt(&discord, "POST", POST, &hi()).await.is_err());
        assert_eq!(discord.messages(2).len() > before, performed);
    }
    assert_eq!(call(&discord, "POST", POST, hi()).await.status, 200);
}

#[tokio::test]
async fn held_calls_wait_and_happen_even_when_the_caller_left() {
    let discord = office().await;
    for (fault, at_once) in [(Fault::Hold, 0), (Fault::HoldAnswer, 1)] {
        let before = discord.messages(2).len();
        discord.fault(Route::CreateMessage, fault);
        let body = hi();
        let (answer, ()) = tokio::join!(attempt(&discord, "POST", POST, &body), async {
            discord.wait_until("held", SOON, || discord.held() == 1).await.unwrap();
            assert_eq!(discord.messages(2).len(), before + at_once);
            discord.release_held();
        });
        assert_eq!(answer.unwrap().status, 200);
    }
    discord.fault(Route::CreateMessage, Fault::Hold);
    let body = hi();
    tokio::select! {
        _ = attempt(&discord, "POST", POST, &body) => panic!("answered"),
        held = discord.wait_until("held", SOON, || discord.held() == 1) => held.unwrap(),
    }
    discord.release_held();
    discord.wait_message(2, |m| m.content == "hi", SOON).await.unwrap();
    discord.wait_until("late effect", SOON, || discord.messages(2).len() == 3).await.unwrap();
}

#[tokio::test]
async fn faults_can_be_chosen_and_cleared_and_calls_are_logged() {
    let discord = office().await;
    discord.fault_by(|route, _| (route == Route::Typing).then_some(Fault::Status(503)));
    let typing = "/channels/2/typing";
    assert_eq!(call(&discord, "POST", typing, Value::Null).await.status, 503);
    assert_eq!(call(&discord, "POST", POST, hi()).await.status, 200);
    discord.clear_faults();
    assert_eq!(call(&discord, "POST", typing, Value::Null).await.status, 204);
    let logged = discord.wait_call(|of| of.route == Route::CreateMessage, SOON).await.unwrap();
    assert_eq!((logged.body, logged.status), (hi(), 200));
    let old = discord.token();
    discord.set_token("new");
    assert_ne!(old, discord.token());
    assert_eq!(code(&call(&discord, "GET", "/users/@me", Value::Null).await), 0);
}

#[tokio::test]
async fn nothing_answers_after_the_drop() {
    let discord = office().await;
    let address = discord.url().trim_start_matches("http://").to_owned();
    let mut idle = tokio::net::TcpStream::connect(&address).await.unwrap();
    call(&discord, "GET", "/users/@me", Value::Null).await;
    drop(discord);
    let mut byte = [0];
    let ended = tokio::io::AsyncReadExt::read(&mut idle, &mut byte).await;
    assert!(matches!(ended, Ok(0) | Err(_)));
}
