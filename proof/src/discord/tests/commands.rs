//! Limits of application commands.

use serde_json::{Value, json};

use super::client::call;
use super::{code, office};

fn command(name: &str, description: &str, options: Value) -> Value {
    json!({"name": name, "description": description, "options": options})
}

/// Bodies, and whether Discord takes them.
fn cases() -> Vec<(Value, bool)> {
    let option = |name: &str| json!({"type": 3, "name": name, "description": "d"});
    let options =
        |n: usize| Value::from((0..n).map(|i| option(&format!("o{i}"))).collect::<Vec<_>>());
    let choices = |n: usize| {
        let all: Vec<_> = (0..n)
            .map(|i| json!({"name": i.to_string(), "value": "v"}))
            .collect();
        json!([{"type": 3, "name": "o", "description": "d", "choices": all}])
    };
    let long = |n: usize| {
        let all: Vec<_> = (0..25)
            .map(|i| json!({"name": format!("{i:0100}"), "value": "v".repeat(n)}))
            .collect();
        let part =
            |name: &str| json!({"type": 3, "name": name, "description": "d", "choices": all});
        json!([part("a"), part("b")])
    };
    let late = json!([option("a"), {"type": 3, "name": "b", "description": "d", "required": true}]);
    let none = || json!([]);
    vec![
        (
            json!([command(&"n".repeat(32), &"d".repeat(100), options(25))]),
            true,
        ),
        (json!([command(&"n".repeat(33), "d", none())]), false),
        (json!([command("Name", "d", none())]), false),
        (json!([command("two words", "d", none())]), false),
        (json!([command("", "d", none())]), false),
        (json!([command("n", "", none())]), false),
        (json!([command("n", &"d".repeat(101), none())]), false),
        (json!([command("n", "d", options(26))]), false),
        (json!([command("n", "d", choices(25))]), true),
        (json!([command("n", "d", choices(26))]), false),
        (json!([command("n", "d", long(50))]), true),
        (json!([command("n", "d", long(61))]), false),
        (json!([command("n", "d", late)]), false),
        (
            json!([command("n", "d", none()), command("n", "d", none())]),
            false,
        ),
        (
            Value::from(
                (0..100)
                    .map(|i| command(&format!("n{i}"), "d", none()))
                    .collect::<Vec<_>>(),
            ),
            true,
        ),
        (
            Value::from(
                (0..101)
                    .map(|i| command(&format!("n{i}"), "d", none()))
                    .collect::<Vec<_>>(),
            ),
            false,
        ),
    ]
}

#[tokio::test]
async fn a_bulk_overwrite_is_validated_and_keeps_ids() {
    let discord = office().await;
    let path = format!("/applications/{}/commands", discord.application_id());
    let none = || json!([]);
    let cases = cases();
    let good = cases.iter().filter(|(_, fits)| *fits).count();
    for (number, (body, fits)) in cases.into_iter().enumerate() {
        let answer = call(&discord, "PUT", &path, body).await;
        assert_eq!(
            answer.status == 200,
            fits,
            "case {number}: {:?}",
            answer.json
        );
    }
    assert_eq!(discord.command_overwrites(), good);
    let first = call(
        &discord,
        "PUT",
        &path,
        json!([command("idea", "d", none())]),
    )
    .await;
    let again = call(
        &discord,
        "PUT",
        &path,
        json!([command("idea", "e", none())]),
    )
    .await;
    assert_eq!(first.json[0]["id"], again.json[0]["id"]);
    assert_eq!(
        call(&discord, "GET", &path, Value::Null).await.json,
        again.json
    );
}

#[tokio::test]
async fn guild_commands_and_foreign_applications() {
    let discord = office().await;
    let app = discord.application_id();
    let body = json!([command("idea", "d", json!([]))]);
    let guild = call(
        &discord,
        "PUT",
        &format!("/applications/{app}/guilds/1/commands"),
        body.clone(),
    )
    .await;
    assert_eq!(guild.json[0]["guild_id"], "1");
    assert_eq!(
        (
            discord.commands(Some(1)).len(),
            discord.commands(None).len()
        ),
        (1, 0)
    );
    let unknown = call(
        &discord,
        "PUT",
        &format!("/applications/{app}/guilds/9/commands"),
        body.clone(),
    )
    .await;
    assert_eq!(code(&unknown), 50001);
    let foreign = call(&discord, "PUT", "/applications/5/commands", body).await;
    assert_eq!(foreign.status, 403);
    let me = call(&discord, "GET", "/oauth2/applications/@me", Value::Null).await;
    assert_eq!(me.json["id"], app.to_string());
}
