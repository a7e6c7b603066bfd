//! Message limits, nonces, mentions, edits, the list.

use std::time::Duration;

use serde_json::{Value, json};

use super::client::{call, raw, upload};
use super::{button, code, office};

const POST: &str = "/channels/2/messages";

#[tokio::test]
async fn the_token_is_needed() {
    let discord = office().await;
    let bare = raw(&discord, "GET", "/users/@me", "", b"").await.unwrap();
    assert_eq!((bare.status, discord.invalid_requests()), (401, 1));
    let me = call(&discord, "GET", "/users/@me", Value::Null).await;
    assert_eq!(me.json["id"], discord.bot_id().to_string());
}

#[tokio::test]
async fn content_has_2000_code_points_and_is_not_empty() {
    let discord = office().await;
    let fits = call(&discord, "POST", POST, json!({"content": "ä".repeat(2000)})).await;
    assert_eq!(fits.status, 200);
    let long = call(&discord, "POST", POST, json!({"content": "ä".repeat(2001)})).await;
    assert_eq!((long.status, code(&long)), (400, 50035));
    assert!(long.json["errors"]["content"]["_errors"].is_array());
    for empty in [
        json!({}),
        json!({"content": " "}),
        json!({"components": [button("a", "A")]}),
    ] {
        assert_eq!(code(&call(&discord, "POST", POST, empty).await), 50006);
    }
    assert_eq!(discord.messages(2).len(), 1);
}

#[tokio::test]
async fn components_keep_the_legacy_layout() {
    let discord = office().await;
    let row = |parts: Vec<Value>| json!({"type": 1, "components": parts});
    let one = |id: &str, label: &str| button(id, label)["components"][0].clone();
    let menu = |options: Vec<Value>| json!({"type": 3, "custom_id": "m", "options": options});
    let choice = |label: String| json!({"label": label, "value": label});
    let many = |n: usize| {
        (0..n)
            .map(|i| one(&format!("b{i}"), "x"))
            .collect::<Vec<_>>()
    };
    let choices = |n: usize| (0..n).map(|i| choice(format!("o{i}"))).collect::<Vec<_>>();
    let cases: Vec<(Vec<Value>, bool)> = vec![
        (vec![row(many(5))], true),
        (vec![row(many(6))], false),
        (
            (0..5).map(|i| button(&format!("b{i}"), "x")).collect(),
            true,
        ),
        (
            (0..6).map(|i| button(&format!("b{i}"), "x")).collect(),
            false,
        ),
        (vec![row(vec![])], false),
        (vec![button(&"i".repeat(100), &"l".repeat(80))], true),
        (vec![button(&"i".repeat(101), "x")], false),
        (vec![button("", "x")], false),
        (vec![button("a", &"l".repeat(81))], false),
        (vec![button("a", "")], false),
        (vec![button("a", "x"), button("a", "y")], false),
        (vec![row(vec![menu(choices(25))])], true),
        (vec![row(vec![menu(choices(26))])], false),
        (vec![row(vec![menu(vec![])])], false),
        (vec![row(vec![menu(vec![choice("c".repeat(100))])])], true),
        (vec![row(vec![menu(vec![choice("c".repeat(101))])])], false),
        (
            vec![row(vec![menu(vec![
                choice("c".into()),
                choice("c".into()),
            ])])],
            false,
        ),
        (vec![row(vec![menu(choices(1)), one("a", "x")])], false),
        (vec![one("a", "x")], false),
    ];
    for (number, (components, fits)) in cases.into_iter().enumerate() {
        let answer = call(
            &discord,
            "POST",
            POST,
            json!({"content": "x", "components": components}),
        )
        .await;
        assert_eq!(
            answer.status == 200,
            fits,
            "case {number}: {:?}",
            answer.json
        );
        assert!(fits || code(&answer) == 50035, "case {number}");
    }
}

#[tokio::test]
async fn embeds_and_components_v2_have_their_limits() {
    let discord = office().await;
    let embed = |n: usize| json!({"embeds": [{"description": "d".repeat(n)}]});
    assert_eq!(call(&discord, "POST", POST, embed(4096)).await.status, 200);
    assert_eq!(
        code(&call(&discord, "POST", POST, embed(4097)).await),
        50035
    );
    let sum =
        json!({"embeds": [{"description": "d".repeat(4000)}, {"description": "d".repeat(2001)}]});
    assert_eq!(code(&call(&discord, "POST", POST, sum).await), 50035);
    let v2 = |n: usize, content: &str| {
        let texts = vec![json!({"type": 10, "content": "t"}); n];
        json!({"flags": 1 << 15, "content": content, "components": texts})
    };
    assert_eq!(call(&discord, "POST", POST, v2(40, "")).await.status, 200);
    assert_eq!(code(&call(&discord, "POST", POST, v2(41, "")).await), 50035);
    assert_eq!(
        code(&call(&discord, "POST", POST, v2(1, "no")).await),
        50035
    );
}

#[tokio::test]
async fn a_nonce_makes_one_message_within_its_window() {
    let discord = office().await;
    discord.freeze_clock();
    let body = json!({"content": "once", "nonce": "n".repeat(25), "enforce_nonce": true});
    let first = call(&discord, "POST", POST, body.clone()).await;
    assert_eq!(first.json["nonce"], "n".repeat(25));
    discord.advance(Duration::from_secs(180));
    let again = call(&discord, "POST", POST, body.clone()).await;
    assert_eq!(first.json["id"], again.json["id"]);
    assert_eq!(discord.messages(2).len(), 1);
    discord.advance(Duration::from_secs(1));
    let later = call(&discord, "POST", POST, body).await;
    assert_ne!(first.json["id"], later.json["id"]);
    let free = json!({"content": "twice", "nonce": "n".repeat(25)});
    assert_ne!(
        call(&discord, "POST", POST, free).await.json["id"],
        later.json["id"]
    );
    let long = json!({"content": "x", "nonce": "n".repeat(26)});
    assert_eq!(code(&call(&discord, "POST", POST, long).await), 50035);
}

#[tokio::test]
async fn mentions_ring_unless_forbidden_and_are_counted() {
    let discord = office().await;
    let send = async |allowed: Value| {
        let mut body = json!({"content": "hi <@3> <@&9> @everyone"});
        if !allowed.is_null() {
            body["allowed_mentions"] = allowed;
        }
        call(&discord, "POST", POST, body).await.status
    };
    assert_eq!(send(Value::Null).await, 200);
    assert_eq!(discord.unintended_pings(), 3);
    assert_eq!(send(json!({"parse": []})).await, 200);
    assert_eq!(send(json!({"parse": [], "users": ["3"]})).await, 200);
    assert_eq!(discord.unintended_pings(), 3);
    let pings: Vec<_> = discord.messages(2).into_iter().map(|m| m.pings).collect();
    assert_eq!(pings[0].len(), 3);
    assert!(pings[1].is_empty());
    assert_eq!(pings[2], ["user:3"]);
    assert_eq!(send(json!({"parse": ["users"], "users": ["3"]})).await, 400);
    let ids: Vec<String> = (0..101).map(|id| id.to_string()).collect();
    assert_eq!(send(json!({"parse": [], "users": ids})).await, 400);
    let first = discord.say(2, 3, "idea").to_string();
    let reply = json!({"content": "ok", "message_reference": {"message_id": first}});
    call(&discord, "POST", POST, reply.clone()).await;
    assert_eq!(discord.unintended_pings(), 4);
    let mut gone = reply;
    gone["message_reference"]["message_id"] = json!("77");
    assert_eq!(code(&call(&discord, "POST", POST, gone).await), 50035);
}

#[tokio::test]
async fn files_arrive_with_their_bytes_up_to_10_mib() {
    let discord = office().await;
    let payload = json!({"content": "report", "attachments": [{"id": 0, "filename": "report.md"}]});
    let sent = upload(&discord, POST, &payload, b"# Report").await;
    assert_eq!(sent.status, 200);
    assert_eq!(sent.json["attachments"][0]["size"], 8);
    let message = &discord.messages(2)[0];
    assert_eq!(message.attachments[0].filename, "report.md");
    assert_eq!(message.attachments[0].bytes, b"# Report");
    let big = vec![b'x'; 10 * 1024 * 1024 + 1];
    let refused = upload(&discord, POST, &payload, &big).await;
    assert_eq!((refused.status, code(&refused)), (413, 40005));
}

#[tokio::test]
async fn edits_are_kept_and_only_own_messages_change() {
    let discord = office().await;
    let sent = call(
        &discord,
        "POST",
        POST,
        json!({"content": "a", "components": [button("x", "X")]}),
    )
    .await;
    let path = format!("{POST}/{}", sent.json["id"].as_str().unwrap());
    let edited = call(&discord, "PATCH", &path, json!({"content": "b"})).await;
    assert_eq!(edited.json["content"], "b");
    call(&discord, "PATCH", &path, json!({"components": []})).await;
    let message = &discord.messages(2)[0];
    let before: Vec<_> = message.edits.iter().map(|e| e.content.as_str()).collect();
    assert_eq!((before, message.buttons().len()), (vec!["a", "b"], 0));
    assert_eq!(
        code(&call(&discord, "PATCH", &path, json!({"content": ""})).await),
        50006
    );
    let theirs = format!("{POST}/{}", discord.say(2, 3, "mine"));
    assert_eq!(
        code(&call(&discord, "PATCH", &theirs, json!({"content": "b"})).await),
        50005
    );
    assert_eq!(
        call(&discord, "DELETE", &path, Value::Null).await.status,
        204
    );
    assert_eq!(
        code(&call(&discord, "PATCH", &path, json!({"content": "b"})).await),
        10008
    );
}

#[tokio::test]
async fn the_list_pages_from_an_id_newest_first() {
    let discord = office().await;
    let ids: Vec<u64> = (0..5).map(|n| discord.say(2, 3, &n.to_string())).collect();
    let page = call(
        &discord,
        "GET",
        &format!("{POST}?after={}&limit=2", ids[0]),
        Value::Null,
    )
    .await;
    let got: Vec<&str> = page
        .json
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|m| m["id"].as_str())
        .collect();
    assert_eq!(got, [ids[2].to_string(), ids[1].to_string()]);
    let newest = call(&discord, "GET", &format!("{POST}?limit=1"), Value::Null).await;
    assert_eq!(newest.json[0]["id"], ids[4].to_string());
    assert_eq!(
        newest.json[0]["content"], "",
        "no content without the intent"
    );
    discord.message_content(true);
    let readable = call(&discord, "GET", &format!("{POST}?limit=1"), Value::Null).await;
    assert_eq!(readable.json[0]["content"], "4");
    for bad in ["0", "101", "x"] {
        let answer = call(&discord, "GET", &format!("{POST}?limit={bad}"), Value::Null).await;
        assert_eq!(code(&answer), 50035);
    }
}
