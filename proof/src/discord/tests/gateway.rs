//! The gateway: handshake, intents, events, resume, faults.

use std::time::Duration;

use serde_json::json;

use super::client::{Heard, Socket, call};
use super::{SOON, office};
use crate::discord::{FakeDiscord, Violation};

const USUAL: u64 = 1 | 1 << 9 | 1 << 12;
const CONTENT: u64 = 1 << 15;

/// A connection with READY and GUILD_CREATE received; gives the session id too.
async fn online(discord: &FakeDiscord, intents: u64) -> (Socket, String) {
    let mut socket = Socket::connect(discord).await.unwrap();
    socket.identify(&discord.token(), intents).await;
    let ready = socket.event("READY").await;
    assert_eq!(
        ready["d"]["guilds"][0],
        json!({"id": "1", "unavailable": true})
    );
    assert_eq!(
        socket.event("GUILD_CREATE").await["d"]["channels"][0]["id"],
        "2"
    );
    let session = ready["d"]["session_id"].as_str().unwrap().to_owned();
    (socket, session)
}

#[tokio::test]
async fn hello_beats_and_ready() {
    let discord = office().await;
    discord.heartbeat_interval(Duration::from_secs(7));
    let address = call(&discord, "GET", "/gateway/bot", json!(null)).await;
    assert_eq!(address.json["url"], discord.url().replace("http", "ws"));
    assert_eq!(address.json["session_start_limit"]["max_concurrency"], 1);
    let mut socket = Socket::connect(&discord).await.unwrap();
    assert_eq!(socket.json().await["d"]["heartbeat_interval"], 7000);
    socket.say(&json!({"op": 1, "d": null})).await;
    assert_eq!(socket.json().await["op"], 11);
    let data = json!({"token": format!("Bot {}", discord.token()), "intents": USUAL});
    socket.say(&json!({"op": 2, "d": data})).await;
    let ready = socket.event("READY").await;
    assert_eq!(
        ready["d"]["application"]["id"],
        discord.application_id().to_string()
    );
    let link = discord.wait_ready(SOON).await.unwrap();
    assert_eq!((link.heartbeats, link.resumed), (1, false));
    socket.say(&json!({"op": 2, "d": data})).await;
    while let Heard::Json(_) = socket.hear().await {}
    assert_eq!(discord.connections()[0].close_code, Some(4005));
}

#[tokio::test]
async fn bad_identifies_are_closed_with_their_codes() {
    let discord = office().await;
    let token = discord.token();
    for (token, intents, code) in [
        ("wrong", USUAL, 4004),
        (token.as_str(), 1 << 60, 4013),
        (token.as_str(), USUAL | CONTENT, 4014),
    ] {
        let mut socket = Socket::connect(&discord).await.unwrap();
        socket.identify(token, intents).await;
        assert_eq!(socket.hear().await, Heard::Close(Some(code)));
    }
    discord.refuse_identify(4011);
    let mut socket = Socket::connect(&discord).await.unwrap();
    socket.identify(&token, USUAL).await;
    assert_eq!(socket.hear().await, Heard::Close(Some(4011)));
    let identifies = discord.identifies();
    assert!(identifies.len() == 4 && identifies.iter().all(|of| !of.accepted));
    assert!(matches!(
        discord.violations()[0],
        Violation::IdentifyTooSoon { .. }
    ));
    discord.advance(Duration::from_secs(5));
    online(&discord, USUAL).await;
    assert_eq!(discord.violations().len(), 3);
}

#[tokio::test]
async fn content_reaches_only_who_may_read_it() {
    let discord = office().await;
    let (mut plain, _) = online(&discord, USUAL).await;
    discord.say(2, 3, "secret");
    let event = plain.event("MESSAGE_CREATE").await;
    assert_eq!(
        (&event["d"]["content"], &event["d"]["guild_id"]),
        (&json!(""), &json!("1"))
    );
    let first = discord.say(2, 3, &format!("<@{}> hello", discord.bot_id()));
    assert!(
        plain.event("MESSAGE_CREATE").await["d"]["content"]
            .as_str()
            .unwrap()
            .ends_with("hello")
    );
    discord.say(discord.dm(3), 3, "private");
    let event = plain.event("MESSAGE_CREATE").await;
    assert_eq!(
        (&event["d"]["content"], &event["d"]["guild_id"]),
        (&json!("private"), &json!(null))
    );
    discord.reply(2, 3, first, "again");
    assert_eq!(plain.event("MESSAGE_CREATE").await["d"]["type"], 19);
    discord.message_content(true);
    discord.advance(Duration::from_secs(5));
    let (mut reader, _) = online(&discord, USUAL | CONTENT).await;
    discord.say(2, 3, "open");
    assert_eq!(reader.event("MESSAGE_CREATE").await["d"]["content"], "open");
    assert_eq!(plain.event("MESSAGE_CREATE").await["d"]["content"], "");
}

#[tokio::test]
async fn interactions_carry_what_the_real_ones_do() {
    let discord = office().await;
    discord.allow_unregistered_commands();
    discord.member(1, 3, &[77], 8);
    let (mut socket, _) = online(&discord, USUAL).await;
    discord.slash(
        2,
        3,
        "idea",
        json!({"text": "tent", "ticket": 4, "urgent": true}),
    );
    let data = socket.event("INTERACTION_CREATE").await["d"].clone();
    assert_eq!(data["type"], 2);
    assert_eq!(
        (&data["member"]["permissions"], &data["member"]["roles"]),
        (&json!("8"), &json!(["77"]))
    );
    assert_eq!(
        (&data["context"], &data["authorizing_integration_owners"]),
        (&json!(0), &json!({"0": "1"}))
    );
    let kinds: Vec<_> = data["data"]["options"]
        .as_array()
        .unwrap()
        .iter()
        .map(|o| o["type"].clone())
        .collect();
    assert_eq!(kinds, [3, 4, 5]);
    discord.autocomplete(discord.dm(3), 3, "status", "ticket", "1");
    let data = socket.event("INTERACTION_CREATE").await["d"].clone();
    assert_eq!(
        (&data["context"], &data["user"]["id"], &data["member"]),
        (&json!(1), &json!("3"), &json!(null))
    );
    assert_eq!(data["data"]["options"][0]["focused"], true);
}

#[tokio::test]
async fn hidden_channels_and_unwanted_events_stay_silent() {
    let discord = office().await;
    discord.channel(1, 4, "hidden");
    discord.bot_permissions(4, 0);
    let mut socket = Socket::connect(&discord).await.unwrap();
    socket.identify(&discord.token(), 1).await;
    let guild = socket.event("GUILD_CREATE").await;
    assert_eq!(guild["d"]["channels"].as_array().unwrap().len(), 1);
    discord.say(4, 3, "hidden");
    discord.say(2, 3, "no intent for messages");
    discord.channel(1, 5, "new");
    let next = socket.json().await;
    assert_eq!(
        (&next["t"], &next["s"]),
        (&json!("CHANNEL_CREATE"), &json!(3))
    );
}

#[tokio::test]
async fn a_resume_replays_what_was_missed() {
    let discord = office().await;
    let (mut socket, session) = online(&discord, USUAL).await;
    discord.gateway_close(4000);
    assert_eq!(socket.hear().await, Heard::Close(Some(4000)));
    discord.say(2, 3, "missed");
    let mut again = Socket::connect(&discord).await.unwrap();
    again.resume(&discord.token(), &session, 2).await;
    assert_eq!(again.json().await["t"], "MESSAGE_CREATE");
    assert_eq!(again.json().await["t"], "RESUMED");
    assert!(discord.wait_ready(SOON).await.unwrap().resumed);
    assert_eq!((discord.resumes(), discord.identifies().len()), (1, 1));
}

#[tokio::test]
async fn sessions_end_by_age_by_goodbye_and_on_demand() {
    let discord = office().await;
    let refused = async |session: &str| {
        let mut socket = Socket::connect(&discord).await.unwrap();
        socket.resume(&discord.token(), session, 2).await;
        let said = socket.json().await;
        said["op"] == 9 && said["d"] == false
    };
    let fresh = async || {
        discord.advance(Duration::from_secs(5));
        online(&discord, USUAL).await
    };
    let (socket, session) = fresh().await;
    drop(socket);
    discord
        .wait_until("gone", SOON, || !discord.connections()[0].open)
        .await
        .unwrap();
    discord.advance(Duration::from_secs(181));
    assert!(refused(&session).await);
    let (socket, session) = fresh().await;
    let number = discord.connections().len() - 1;
    socket.close(1000).await;
    discord
        .wait_until("closed", SOON, || !discord.connections()[number].open)
        .await
        .unwrap();
    assert!(refused(&session).await);
    for code in [4007, 4009] {
        let (_socket, session) = fresh().await;
        discord.gateway_close(code);
        assert!(refused(&session).await);
    }
    discord.session_keeps(Duration::from_secs(180), 1);
    let (_socket, session) = fresh().await;
    discord.gateway_cut();
    discord.say(2, 3, "a");
    discord.say(2, 3, "b");
    assert!(refused(&session).await, "the buffer no longer reaches back");
}

#[tokio::test]
async fn zombies_and_half_open_connections_go_silent_and_can_be_resumed() {
    let discord = office().await;
    for half_open in [false, true] {
        discord.advance(Duration::from_secs(5));
        let (mut socket, session) = online(&discord, USUAL).await;
        let beats = discord.connections().last().unwrap().heartbeats;
        if half_open {
            discord.gateway_half_open();
        } else {
            discord.gateway_zombie();
        }
        socket.say(&json!({"op": 1, "d": 2})).await;
        discord.say(2, 3, "unheard");
        if !half_open {
            let number = discord.connections().len() - 1;
            let beaten = || discord.connections()[number].heartbeats > beats;
            discord.wait_until("a beat", SOON, beaten).await.unwrap();
        }
        let mut again = Socket::connect(&discord).await.unwrap();
        again.resume(&discord.token(), &session, 2).await;
        assert_eq!(again.event("MESSAGE_CREATE").await["s"], 3);
        assert_eq!(
            socket.hear().await,
            Heard::Cut,
            "silent until it is replaced"
        );
        again.say(&json!({"op": 1, "d": 3})).await;
        while again.json().await["op"] != 11 {}
    }
}

#[tokio::test]
async fn op_7_op_9_and_a_gateway_that_is_down() {
    let discord = office().await;
    let (mut socket, session) = online(&discord, USUAL).await;
    discord.gateway_reconnect();
    assert_eq!(socket.json().await["op"], 7);
    discord.gateway_invalid_session(true);
    let said = socket.json().await;
    assert_eq!((&said["op"], &said["d"]), (&json!(9), &json!(true)));
    discord.gateway_invalid_session(false);
    assert_eq!(socket.json().await["d"], false);
    discord.say(2, 3, "lost to the gateway");
    assert_eq!(discord.messages(2).len(), 1);
    discord.gateway_down(true);
    assert!(
        Socket::connect(&discord)
            .await
            .err()
            .unwrap()
            .contains("503")
    );
    discord.gateway_down(false);
    let mut again = Socket::connect(&discord).await.unwrap();
    again.resume(&discord.token(), &session, 2).await;
    assert_eq!(again.json().await["op"], 9);
    discord.advance(Duration::from_secs(5));
    let data = json!({"token": discord.token(), "intents": USUAL});
    again.say(&json!({"op": 2, "d": data})).await;
    assert_eq!(
        again.event("READY").await["s"],
        1,
        "identify anew on the same connection"
    );
}

#[tokio::test]
async fn too_many_and_too_long_sends_and_the_daily_quota() {
    let discord = office().await;
    let (mut socket, _) = online(&discord, USUAL).await;
    for _ in 0..120 {
        socket.say(&json!({"op": 1, "d": null})).await;
    }
    while let Heard::Json(_) = socket.hear().await {}
    assert_eq!(discord.connections()[0].close_code, Some(4008));
    let mut socket = Socket::connect(&discord).await.unwrap();
    socket.json().await;
    socket.say(&json!({"op": 1, "d": "x".repeat(4096)})).await;
    assert_eq!(socket.hear().await, Heard::Close(Some(4002)));
    let misused = |of: &Violation| matches!(of, Violation::GatewayMisuse(_));
    assert_eq!(
        discord.violations().iter().filter(|of| misused(of)).count(),
        2
    );
    let token = discord.token();
    for _ in 0..999 {
        discord.advance(Duration::from_secs(5));
        let mut socket = Socket::connect(&discord).await.unwrap();
        socket.identify(&token, USUAL).await;
        socket.event("READY").await;
    }
    discord.advance(Duration::from_secs(5));
    let mut socket = Socket::connect(&discord).await.unwrap();
    socket.identify(&token, USUAL).await;
    assert_eq!(socket.hear().await, Heard::Close(Some(4004)));
    assert!(discord.violations().contains(&Violation::IdentifyQuota));
}
