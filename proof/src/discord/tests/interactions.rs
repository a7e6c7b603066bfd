//! Interaction windows: first response, webhook, modal, autocomplete; and what people can do.

use std::time::Duration;

use serde_json::{Value, json};

use super::client::{Answer, call, raw};
use super::{SOON, button, code, office};
use crate::discord::{FakeDiscord, Handle, Violation};

async fn answer(discord: &FakeDiscord, handle: Handle, body: Value) -> Answer {
    let state = discord.interaction(handle);
    let path = format!("/interactions/{}/{}/callback", state.id, state.token);
    let headers = "content-type: application/json\r\n";
    raw(discord, "POST", &path, headers, body.to_string().as_bytes())
        .await
        .unwrap()
}

fn hook(discord: &FakeDiscord, handle: Handle, rest: &str) -> String {
    let token = discord.interaction(handle).token;
    format!("/webhooks/{}/{token}{rest}", discord.application_id())
}

fn typed(discord: &FakeDiscord) -> Handle {
    discord.allow_unregistered_commands();
    discord.slash(2, 3, "idea", json!({"text": "tent"}))
}

/// A message with button "A" and menu "m", as the bot posts it.
async fn asked(discord: &FakeDiscord) -> u64 {
    let options = json!([{"label": "One", "value": "1"}, {"label": "Two", "value": "2"}]);
    let menu =
        json!({"type": 1, "components": [{"type": 3, "custom_id": "m", "options": options}]});
    let mut off = button("off", "Off");
    off["components"][0]["disabled"] = json!(true);
    let body = json!({"content": "which?", "components": [button("a", "A"), menu, off]});
    call(discord, "POST", "/channels/2/messages", body).await;
    discord.messages(2).last().unwrap().id
}

#[tokio::test]
async fn the_first_response_must_come_once_and_within_3_s() {
    let discord = office().await;
    discord.freeze_clock();
    let (late, good) = (typed(&discord), typed(&discord));
    discord.advance(Duration::from_secs(3));
    let first = answer(
        &discord,
        good,
        json!({"type": 4, "data": {"content": "hi", "flags": 64}}),
    )
    .await;
    assert_eq!(first.status, 204);
    let again = answer(&discord, good, json!({"type": 5})).await;
    assert_eq!((again.status, code(&again)), (400, 40060));
    assert!(matches!(
        discord.violations()[..],
        [Violation::AckedTwice { .. }]
    ));
    let ack = discord.wait_ack(good, SOON).await.unwrap();
    assert_eq!((ack.kind, ack.after), (4, Duration::from_secs(3)));
    let reply = &discord.replies(good)[0];
    assert_eq!(
        (reply.content.as_str(), reply.ephemeral_for),
        ("hi", Some(3))
    );
    discord.advance(Duration::from_millis(1));
    let expired = answer(&discord, late, json!({"type": 5})).await;
    assert_eq!((expired.status, code(&expired)), (404, 10062));
    let list = call(&discord, "GET", "/channels/2/messages", Value::Null).await;
    assert_eq!(list.json, json!([]), "ephemeral messages are in no list");
}

#[tokio::test]
async fn a_deferral_fixes_visibility_and_is_filled_by_the_first_followup() {
    let discord = office().await;
    let handle = typed(&discord);
    assert_eq!(
        code(
            &call(
                &discord,
                "POST",
                &hook(&discord, handle, ""),
                json!({"content": "x"})
            )
            .await
        ),
        10015
    );
    answer(&discord, handle, json!({"type": 5, "data": {"flags": 64}})).await;
    assert!(discord.replies(handle).is_empty());
    let filled = call(
        &discord,
        "POST",
        &hook(&discord, handle, ""),
        json!({"content": "one"}),
    )
    .await;
    assert_eq!(filled.json["flags"], 64);
    call(
        &discord,
        "POST",
        &hook(&discord, handle, ""),
        json!({"content": "two"}),
    )
    .await;
    let original = hook(&discord, handle, "/messages/@original");
    call(&discord, "PATCH", &original, json!({"content": "three"})).await;
    assert_eq!(
        call(&discord, "GET", &original, Value::Null).await.json["content"],
        "three"
    );
    let replies: Vec<_> = discord
        .replies(handle)
        .into_iter()
        .map(|m| (m.content.clone(), m.ephemeral()))
        .collect();
    assert_eq!(
        replies,
        [("three".to_owned(), true), ("two".to_owned(), false)]
    );
    let open = typed(&discord);
    answer(&discord, open, json!({"type": 5})).await;
    call(
        &discord,
        "POST",
        &hook(&discord, open, ""),
        json!({"content": "s", "flags": 64}),
    )
    .await;
    assert!(!discord.replies(open)[0].ephemeral());
    assert!(matches!(
        discord.violations()[..],
        [Violation::EphemeralMismatch { .. }]
    ));
}

#[tokio::test]
async fn the_token_lives_15_minutes() {
    let discord = office().await;
    discord.freeze_clock();
    let handle = typed(&discord);
    answer(&discord, handle, json!({"type": 5})).await;
    let path = hook(&discord, handle, "/messages/@original");
    discord.advance(Duration::from_secs(900));
    assert_eq!(
        call(&discord, "PATCH", &path, json!({"content": "in time"}))
            .await
            .status,
        200
    );
    discord.advance(Duration::from_millis(1));
    let late = call(&discord, "PATCH", &path, json!({"content": "late"})).await;
    assert_eq!((late.status, code(&late)), (401, 50027));
    let strange = format!("/webhooks/{}/nobody", discord.application_id());
    assert_eq!(
        code(&call(&discord, "POST", &strange, json!({"content": "x"})).await),
        10015
    );
}

#[tokio::test]
async fn components_are_pressed_by_label_and_answered() {
    let discord = office().await;
    let message = asked(&discord).await;
    let pressed = discord.press(2, 3, message, "A");
    let data = json!({"content": "chose A", "components": []});
    assert_eq!(
        answer(&discord, pressed, json!({"type": 7, "data": data}))
            .await
            .status,
        204
    );
    let after = discord.message(message).unwrap();
    assert_eq!(
        (
            after.content.as_str(),
            after.edits.len(),
            after.buttons().len()
        ),
        ("chose A", 1, 0)
    );
    let forged = discord.press_forged(2, 3, "stolen");
    assert_eq!(
        answer(&discord, forged, json!({"type": 6})).await.status,
        204
    );
    let message = asked(&discord).await;
    let chosen = discord.select(2, 3, message, "m", &["Two"]);
    assert_eq!(
        code(
            &answer(
                &discord,
                chosen,
                json!({"type": 8, "data": {"choices": []}})
            )
            .await
        ),
        50035
    );
    answer(&discord, chosen, json!({"type": 6})).await;
    let path = hook(&discord, chosen, "/messages/@original");
    call(&discord, "PATCH", &path, json!({"content": "two"})).await;
    assert_eq!(discord.message(message).unwrap().content, "two");
}

#[tokio::test]
async fn people_cannot_press_what_is_not_there() {
    let discord = office().await;
    let message = asked(&discord).await;
    let pressed = discord.press(2, 3, message, "A");
    let data = json!({"content": "psst", "flags": 64, "components": [button("own", "Mine")]});
    answer(&discord, pressed, json!({"type": 4, "data": data})).await;
    let secret = discord.replies(pressed)[0].id;
    discord.press(2, 3, secret, "Mine");
    let fails =
        |act: &dyn Fn()| std::panic::catch_unwind(std::panic::AssertUnwindSafe(act)).is_err();
    assert!(fails(&|| _ = discord.press(2, 3, message, "B")));
    assert!(fails(&|| _ = discord.press(2, 3, message, "Off")));
    assert!(fails(&|| _ = discord.press(2, 4, secret, "Mine")));
    assert!(fails(&|| _ = discord.press(5, 3, message, "A")));
    assert!(fails(&|| _ = discord.select(2, 3, message, "m", &["3"])));
    assert!(fails(
        &|| _ = discord.select(2, 3, message, "m", &["1", "2"])
    ));
    assert!(fails(&|| _ = discord.slash(2, 3, "idea", json!({}))));
}

#[tokio::test]
async fn modals_have_limits_and_are_submitted() {
    let discord = office().await;
    let message = asked(&discord).await;
    let input = |label: &str, most: u64| json!({"type": 4, "custom_id": "why", "style": 2, "label": label, "max_length": most});
    let row = |part: Value| json!({"type": 1, "components": [part]});
    let modal = |title: &str, rows: Vec<Value>| json!({"custom_id": "q", "title": title, "components": rows});
    let good = || row(input("Why?", 4000));
    let named = |n: usize| -> Vec<Value> {
        let mut rows = vec![good(); n];
        for (i, row) in rows.iter_mut().enumerate() {
            row["components"][0]["custom_id"] = json!(i.to_string());
        }
        rows
    };
    let bad = vec![
        modal(&"t".repeat(46), vec![good()]),
        modal("", vec![good()]),
        modal("t", vec![]),
        modal("t", named(6)),
        modal("t", vec![good(), good()]),
        modal("t", vec![row(input(&"l".repeat(46), 10))]),
        modal("t", vec![row(input("l", 4001))]),
        modal("t", vec![button("a", "A")]),
    ];
    let pressed = discord.press(2, 3, message, "A");
    for (number, data) in bad.into_iter().enumerate() {
        let refused = answer(&discord, pressed, json!({"type": 9, "data": data})).await;
        assert_eq!(code(&refused), 50035, "case {number}");
    }
    let data = modal(&"t".repeat(45), vec![good()]);
    assert_eq!(
        answer(&discord, pressed, json!({"type": 9, "data": data}))
            .await
            .status,
        204
    );
    assert_eq!(
        discord.wait_modal(pressed, SOON).await.unwrap()["custom_id"],
        "q"
    );
    let submitted = discord.submit_modal(pressed, &[("why", "because")]);
    let nested = answer(
        &discord,
        submitted,
        json!({"type": 9, "data": modal("t", vec![good()])}),
    )
    .await;
    assert_eq!(code(&nested), 50035, "a modal cannot answer a modal");
    answer(
        &discord,
        submitted,
        json!({"type": 4, "data": {"content": "noted"}}),
    )
    .await;
    let noted = discord
        .wait_reply(submitted, |m| m.content == "noted", SOON)
        .await
        .unwrap();
    assert!(!noted.ephemeral());
    let deferred = discord.press(2, 3, message, "A");
    answer(&discord, deferred, json!({"type": 6})).await;
    let late = json!({"type": 9, "data": modal("t", named(5))});
    assert_eq!(code(&answer(&discord, deferred, late).await), 40060);
}

#[tokio::test]
async fn autocomplete_takes_25_choices() {
    let discord = office().await;
    discord.allow_unregistered_commands();
    let handle = discord.autocomplete(2, 3, "status", "ticket", "1");
    let choices = |n: usize| {
        let all: Vec<_> = (0..n)
            .map(|i| json!({"name": i.to_string(), "value": i}))
            .collect();
        json!({"type": 8, "data": {"choices": all}})
    };
    assert_eq!(code(&answer(&discord, handle, choices(26)).await), 50035);
    assert_eq!(
        code(&answer(&discord, handle, json!({"type": 5})).await),
        50035
    );
    assert_eq!(answer(&discord, handle, choices(25)).await.status, 204);
    assert_eq!(discord.wait_choices(handle, SOON).await.unwrap().len(), 25);
}
