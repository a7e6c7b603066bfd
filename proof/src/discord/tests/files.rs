//! Files of people, their addresses, and messages that are passed on, changed and unfolded.

use std::time::Duration;

use serde_json::{Value, json};

use super::client::{call, fetch};
use super::office;
use crate::discord::{Fault, Route, Scope, Violation};

const POST: &str = "/channels/2/messages";

#[tokio::test]
async fn an_address_works_for_a_day_and_only_as_it_was_signed() {
    let discord = office().await;
    discord.message_content(true);
    discord.freeze_clock();
    let id = discord.send(2, 3, "", &[("plan.json", "application/json", b"{\"a\": 1}")]);
    let path = format!("{POST}/{id}");
    let told = async || call(&discord, "GET", &path, Value::Null).await.json["attachments"][0].clone();
    let file = told().await;
    assert_eq!((file["size"].as_u64(), file["content_type"].as_str()), (Some(8), Some("application/json")));
    let address = file["url"].as_str().unwrap().to_owned();
    let got = fetch(&discord, &address, "").await;
    assert_eq!((got.status, got.json["a"].as_u64(), got.header("content-length")), (200, Some(1), Some("8")));
    let forged = address.replace("ex=", "ex=f");
    assert_eq!(fetch(&discord, &forged, "").await.status, 404);
    assert_eq!(fetch(&discord, address.split('?').next().unwrap(), "").await.status, 404);
    discord.advance(Duration::from_secs(24 * 3600 + 1));
    assert_eq!(fetch(&discord, &address, "").await.status, 404);
    let fresh = told().await["url"].as_str().unwrap().to_owned();
    assert_eq!(fetch(&discord, &fresh, "").await.status, 200);
    assert!(discord.violations().is_empty());
    fetch(&discord, &fresh, "authorization: Bot x\r\n").await;
    assert!(matches!(discord.violations()[..], [Violation::TokenGivenAway(_)]));
    discord.fault(Route::Attachment, Fault::RateLimited { retry_after: Duration::from_secs(7), scope: Scope::Shared });
    assert_eq!(fetch(&discord, &fresh, "").await.header("retry-after"), Some("7"));
    discord.delete_message(id);
    assert_eq!(fetch(&discord, &fresh, "").await.status, 404);
}

#[tokio::test]
async fn a_message_passed_on_stays_as_it_was() {
    let discord = office().await;
    discord.message_content(true);
    let robot = discord.robot(4, "Shop");
    let first = discord.post_embeds(2, robot, &[json!({"title": "Chairs"})]);
    let forwarded = discord.forward(2, 3, first);
    discord.unfurl(first, &[]);
    let spoken = discord.forward(2, 3, discord.speak(2, 3, 4, b"OggS"));
    let get = async |id: u64| call(&discord, "GET", &format!("{POST}/{id}"), Value::Null).await.json;
    let told = get(forwarded).await;
    assert_eq!((&told["content"], &told["message_reference"]["type"]), (&json!(""), &json!(1)));
    assert_eq!(told["message_snapshots"][0]["message"]["embeds"][0]["title"], "Chairs");
    let voice = get(spoken).await["message_snapshots"][0]["message"].clone();
    assert_eq!(
        (voice["flags"].as_u64(), voice["attachments"][0]["duration_secs"].as_f64()),
        (Some(1 << 13), Some(4.0))
    );
    discord.message_content(false);
    assert_eq!(get(forwarded).await["message_snapshots"], json!([]));
}

#[tokio::test]
async fn only_changed_words_are_an_edit() {
    let discord = office().await;
    discord.message_content(true);
    let id = discord.say(2, 3, "lunch?");
    let get = async || call(&discord, "GET", &format!("{POST}/{id}"), Value::Null).await.json;
    discord.unfurl(id, &[json!({"type": "link", "url": "https://a.example"})]);
    assert_eq!(get().await["edited_timestamp"], Value::Null);
    discord.amend(id, &format!("<@{}> lunch", discord.bot_id()));
    let told = get().await;
    assert!(told["edited_timestamp"].is_string());
    assert_eq!(
        (&told["content"], told["mentions"][0]["bot"].as_bool()),
        (&json!(format!("<@{}> lunch", discord.bot_id())), Some(true))
    );
}
