//! Channels, threads, DMs and what the bot may do in them.

use serde_json::{Value, json};

use super::client::call;
use super::{code, office};
use crate::discord::{FakeDiscord, permission};

const POST: &str = "/channels/2/messages";

async fn post(discord: &FakeDiscord, channel: u64) -> u64 {
    let path = format!("/channels/{channel}/messages");
    code(&call(discord, "POST", &path, json!({"content": "x"})).await)
}

#[tokio::test]
async fn missing_permissions_and_places_have_their_codes() {
    let discord = office().await;
    assert_eq!(post(&discord, 2).await, 0);
    discord.bot_permissions(2, permission::USUAL & !permission::SEND_MESSAGES);
    assert_eq!(post(&discord, 2).await, 50013);
    discord.bot_permissions(2, 0);
    assert_eq!(post(&discord, 2).await, 50001);
    assert_eq!(discord.invalid_requests(), 2);
    assert_eq!(code(&call(&discord, "GET", POST, Value::Null).await), 50001);
    discord.bot_permissions(2, permission::VIEW_CHANNEL);
    assert_eq!(call(&discord, "GET", POST, Value::Null).await.json, json!([]));
    discord.delete_channel(2);
    assert_eq!(post(&discord, 2).await, 10003);
    assert_eq!(code(&call(&discord, "GET", "/channels/2", Value::Null).await), 10003);
}

#[tokio::test]
async fn a_dm_is_opened_once_and_may_be_closed() {
    let discord = office().await;
    let open = json!({"recipient_id": "3"});
    let first = call(&discord, "POST", "/users/@me/channels", open.clone()).await;
    let again = call(&discord, "POST", "/users/@me/channels", open).await;
    assert_eq!((first.json["type"].as_u64(), &first.json["id"]), (Some(1), &again.json["id"]));
    let dm = discord.dm(3);
    assert_eq!(post(&discord, dm).await, 0);
    discord.close_dms(3, true);
    assert_eq!(post(&discord, dm).await, 50007);
    let stranger = call(&discord, "POST", "/users/@me/channels", json!({"recipient_id": "8"})).await;
    assert_eq!(code(&stranger), 50033);
}

#[tokio::test]
async fn a_message_has_one_thread_with_a_proper_name() {
    let discord = office().await;
    let first = discord.say(2, 3, "idea");
    let path = format!("{POST}/{first}/threads");
    for bad in
        [json!({"name": ""}), json!({"name": "n".repeat(101)}), json!({"name": "n", "auto_archive_duration": 61})]
    {
        assert_eq!(code(&call(&discord, "POST", &path, bad).await), 50035);
    }
    let made = call(&discord, "POST", &path, json!({"name": "#1 tent", "auto_archive_duration": 10080})).await;
    assert_eq!((made.status, made.json["type"].as_u64()), (201, Some(11)));
    assert_eq!(made.json["id"], first.to_string());
    let thread = &discord.threads(2)[0];
    assert_eq!((thread.name.as_str(), thread.auto_archive_minutes), ("#1 tent", 10080));
    assert_eq!(discord.message(first).unwrap().thread, Some(first));
    assert_eq!(code(&call(&discord, "POST", &path, json!({"name": "n"})).await), 160_004);
    discord.max_active_threads(1);
    let second = format!("{POST}/{}/threads", discord.say(2, 3, "another"));
    assert_eq!(code(&call(&discord, "POST", &second, json!({"name": "n"})).await), 160_006);
    let inside = format!("/channels/{first}/messages/{first}/threads");
    assert_eq!(code(&call(&discord, "POST", &inside, json!({"name": "n"})).await), 50024);
    discord.bot_permissions(2, permission::USUAL & !permission::CREATE_PUBLIC_THREADS);
    assert_eq!(code(&call(&discord, "POST", &second, json!({"name": "n"})).await), 50013);
}

#[tokio::test]
async fn archived_threads_open_on_a_post_and_locked_ones_do_not() {
    let discord = office().await;
    let first = discord.say(2, 3, "idea");
    call(&discord, "POST", &format!("{POST}/{first}/threads"), json!({"name": "t"})).await;
    let there = format!("/channels/{first}");
    let sent = call(&discord, "POST", &format!("{there}/messages"), json!({"content": "a"})).await;
    let archived = call(&discord, "PATCH", &there, json!({"archived": true})).await;
    assert_eq!(archived.json["thread_metadata"]["archived"], true);
    let edit = format!("{there}/messages/{}", sent.json["id"].as_str().unwrap());
    assert_eq!(code(&call(&discord, "PATCH", &edit, json!({"content": "b"})).await), 50083);
    assert_eq!(post(&discord, first).await, 0);
    assert!(!discord.threads(2)[0].archived);
    discord.moderate_thread(first, true, true);
    assert_eq!(post(&discord, first).await, 160_005);
    assert_eq!(code(&call(&discord, "PATCH", &there, json!({"archived": false})).await), 160_005);
    discord.moderate_thread(first, false, false);
    discord.bot_permissions(2, permission::USUAL & !permission::SEND_MESSAGES_IN_THREADS);
    assert_eq!(post(&discord, first).await, 50013);
}

#[tokio::test]
async fn a_reaction_needs_a_message_a_known_emoji_and_its_right() {
    let discord = office().await;
    let said = discord.say(2, 3, "idea");
    let react = async |message: u64, emoji: &str| {
        let path = format!("{POST}/{message}/reactions/{emoji}/@me");
        let answer = call(&discord, "PUT", &path, Value::Null).await;
        (answer.status, code(&answer))
    };
    let eyes = "%F0%9F%91%80";
    for _ in 0..2 {
        assert_eq!(react(said, eyes).await, (204, 0));
    }
    assert_eq!(discord.reactions(said), ["👀"]);
    assert_eq!(react(said, "eyes").await, (400, 10014));
    assert_eq!(react(9, eyes).await, (404, 10008));
    for right in [permission::ADD_REACTIONS, permission::READ_MESSAGE_HISTORY] {
        discord.bot_permissions(2, permission::USUAL & !right);
        assert_eq!(react(said, eyes).await, (403, 50013));
    }
    discord.delete_message(said);
    assert!(discord.reactions(said).is_empty());
    assert_eq!(discord.violations(), vec![]);
}

#[tokio::test]
async fn typing_and_unknown_routes_are_noted() {
    let discord = office().await;
    assert_eq!(call(&discord, "POST", "/channels/2/typing", Value::Null).await.status, 204);
    assert_eq!(discord.typing(), [2]);
    assert_eq!(call(&discord, "GET", "/nonsense", Value::Null).await.status, 404);
    assert_eq!(discord.violations().len(), 1);
}
