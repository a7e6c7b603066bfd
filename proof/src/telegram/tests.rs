//! Every enforced rule of the fake Telegram, asked over a real socket.

use std::sync::Arc;
use std::sync::Mutex;
use std::time::Duration;

use serde_json::{Value, json};

use super::{FakeTelegram, Outcome, Violation};
use crate::fault::{Fault, Gate};
use crate::raw_http;
use crate::wire::Wire;

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
async fn text_limits() {
    let tg = open().await;
    accepted(&send(&tg, json!({"text": "ä".repeat(4096)})).await);
    accepted(
        &send(
            &tg,
            json!({"text": format!("<b>{}</b>", "x".repeat(4096)), "parse_mode": "HTML"}),
        )
        .await,
    );
    refused(
        &send(&tg, json!({"text": "x".repeat(4097)})).await,
        400,
        "message is too long",
    );
    refused(
        &send(&tg, json!({"text": "x".repeat(32_769)})).await,
        400,
        "text is too long",
    );
    refused(
        &send(&tg, json!({"text": " \n "})).await,
        400,
        "message text is empty",
    );
    refused(
        &send(&tg, json!({"text": "<b></b>", "parse_mode": "HTML"})).await,
        400,
        "message text is empty",
    );
    refused(
        &send(&tg, json!({"text": "*x*", "parse_mode": "MarkdownV2"})).await,
        400,
        "unsupported parse_mode",
    );
    accepted(
        &send(
            &tg,
            json!({"text": "<b>x</b> ".repeat(101), "parse_mode": "HTML"}),
        )
        .await,
    );
    assert_eq!(tg.messages(ANN).last().unwrap().entities.len(), 100);
    assert!(tg.violations().contains(&Violation::EntitiesDropped(1)));
}

#[tokio::test]
async fn html_is_parsed_like_documented() {
    let tg = open().await;
    let good = "😀 <b>bold <i>both</i></b> <a href=\"https://e.org/?a=1&amp;b=2\">link</a> &lt;&amp;&quot; \
                <pre><code class=\"language-rust\">a<b>c</b></code></pre> <span class=\"tg-spoiler\">s</span> \
                <blockquote expandable>q</blockquote> <tg-time unix=\"1792368000\" format=\"wDT\">soon</tg-time>";
    accepted(&send(&tg, json!({"text": good, "parse_mode": "HTML"})).await);
    let message = tg.messages(ANN).pop().unwrap();
    assert_eq!(message.text, "😀 bold both link <&\" ac s q soon");
    let found: Vec<(String, String)> = message
        .entities
        .iter()
        .map(|e| (e.kind.clone(), message.covered(e)))
        .collect();
    let wanted = [
        ("bold", "bold both"),
        ("italic", "both"),
        ("text_link", "link"),
        ("pre", "ac"),
        ("spoiler", "s"),
        ("expandable_blockquote", "q"),
        ("date_time", "soon"),
    ];
    assert_eq!(found, wanted.map(|(k, t)| (k.to_owned(), t.to_owned())));
    assert_eq!(message.entities[0].offset, 3, "offsets are UTF-16 units");
    assert_eq!(message.entities[2].extra["url"], "https://e.org/?a=1&b=2");
    assert_eq!(message.entities[3].extra["language"], "rust");
    for (bad, why) in [
        ("a < b", "Unclosed start tag"),
        ("<p>x</p>", "Unsupported start tag \"p\""),
        (
            "<b>x",
            "Can't find end tag corresponding to start tag \"b\"",
        ),
        (
            "<b><i>x</b></i>",
            "Unmatched end tag at byte offset 7, expected \"</i>\", found \"</b>\"",
        ),
        ("x</b>", "Unexpected end tag at byte offset 1"),
        ("<span>x</span>", "must have class"),
        (
            "<tg-time unix=\"1\" format=\"x\">x</tg-time>",
            "Invalid date-time format",
        ),
        ("<b", "Unclosed start tag"),
    ] {
        let answer = send(&tg, json!({"text": bad, "parse_mode": "HTML"})).await;
        refused(&answer, 400, "Bad Request: can't parse entities: ");
        refused(&answer, 400, why);
    }
    assert_eq!(tg.messages(ANN).len(), 1);
}

#[tokio::test]
async fn keyboards() {
    let tg = open().await;
    let one = |button: Value| json!({"text": "?", "reply_markup": {"inline_keyboard": [[button]]}});
    for data in ["", &"x".repeat(65)] {
        let answer = send(&tg, one(json!({"text": "b", "callback_data": data}))).await;
        refused(&answer, 400, "BUTTON_DATA_INVALID");
    }
    accepted(
        &send(
            &tg,
            one(json!({"text": "b", "callback_data": "x".repeat(64), "style": "danger"})),
        )
        .await,
    );
    refused(
        &send(&tg, one(json!({"text": "b"}))).await,
        400,
        "Text buttons are unallowed",
    );
    refused(
        &send(&tg, one(json!({"text": "", "callback_data": "x"}))).await,
        400,
        "must be non-empty",
    );
    refused(
        &send(
            &tg,
            one(json!({"text": "b", "callback_data": "x", "style": "pink"})),
        )
        .await,
        400,
        "style",
    );
    let row = vec![json!({"text": "b", "callback_data": "x"}); 5];
    let many = |rows: usize| json!({"text": "?", "reply_markup": {"inline_keyboard": vec![row.clone(); rows]}});
    accepted(&send(&tg, many(20)).await);
    refused(&send(&tg, many(21)).await, 400, "reply markup is too long");
    let force = |hint: String| {
        let markup = json!({"force_reply": true, "input_field_placeholder": hint});
        json!({"text": "?", "reply_markup": markup})
    };
    refused(&send(&tg, force("x".repeat(65))).await, 400, "placeholder");
    accepted(&send(&tg, force("yes?".into())).await);
    assert!(tg.messages(ANN).pop().unwrap().force_reply);
}

#[tokio::test]
async fn replies_topics_and_flags() {
    let tg = open().await;
    refused(
        &send(
            &tg,
            json!({"text": "x", "reply_parameters": {"message_id": 99}}),
        )
        .await,
        400,
        "to be replied not found",
    );
    let to = tg.say(ANN, ANN, "hello");
    let quote = |q: &str| json!({"text": "x", "reply_parameters": {"message_id": to, "quote": q}});
    refused(&send(&tg, quote("bye")).await, 400, "QUOTE_TEXT_INVALID");
    let mut body = quote("hell");
    body["disable_notification"] = json!(true);
    body["link_preview_options"] = json!({"is_disabled": true});
    accepted(&send(&tg, body).await);
    let sent = tg.messages(ANN).pop().unwrap();
    assert_eq!(
        (sent.reply_to, sent.silent, sent.link_preview_disabled),
        (Some(to), true, true)
    );

    let forum = tg.forum(-100_500, "F", true);
    let thread = tg.topic(forum, ANN, "Plans");
    accepted(
        &send(
            &tg,
            json!({"chat_id": forum, "text": "x", "message_thread_id": thread}),
        )
        .await,
    );
    assert_eq!(tg.messages(forum)[0].thread, Some(thread));
    for wrong in [1, 4242] {
        let answer = send(
            &tg,
            json!({"chat_id": forum, "text": "x", "message_thread_id": wrong}),
        )
        .await;
        refused(&answer, 400, "Bad Request: message thread not found");
    }
    let made = call(
        &tg,
        "createForumTopic",
        json!({"chat_id": forum, "name": "T"}),
    )
    .await;
    accepted(&made);
    refused(
        &call(
            &tg,
            "createForumTopic",
            json!({"chat_id": forum, "name": "x".repeat(129)}),
        )
        .await,
        400,
        "TOPIC_TITLE",
    );
    refused(
        &call(
            &tg,
            "createForumTopic",
            json!({"chat_id": ANN, "name": "T"}),
        )
        .await,
        400,
        "not a forum",
    );
    tg.private_topics(true);
    accepted(
        &call(
            &tg,
            "createForumTopic",
            json!({"chat_id": ANN, "name": "T"}),
        )
        .await,
    );
    tg.delete_topic(forum, thread);
    let answer = send(
        &tg,
        json!({"chat_id": forum, "text": "x", "message_thread_id": thread}),
    )
    .await;
    refused(&answer, 400, "message thread not found");
}

#[tokio::test]
async fn edits_deletes_and_reactions() {
    let tg = open().await;
    let keyboard = json!({"inline_keyboard": [[{"text": "A", "callback_data": "a"}]]});
    let id = accepted(&send(&tg, json!({"text": "one", "reply_markup": keyboard})).await);
    let edit = |text: &str, markup: Option<&Value>| json!({"chat_id": ANN, "message_id": id, "text": text, "reply_markup": markup});
    refused(
        &call(&tg, "editMessageText", edit("one", Some(&keyboard))).await,
        400,
        "message is not modified",
    );
    accepted(&call(&tg, "editMessageText", edit("two", None)).await);
    let now = tg.message(ANN, id).unwrap();
    assert_eq!(
        (now.text.as_str(), now.buttons.len(), now.edits.len()),
        ("two", 0, 1)
    );
    accepted(&call(&tg, "editMessageReplyMarkup", edit("", Some(&keyboard))).await);
    refused(
        &call(&tg, "editMessageReplyMarkup", edit("", Some(&keyboard))).await,
        400,
        "is not modified",
    );
    let other = json!({"chat_id": ANN, "message_id": 999, "text": "x"});
    refused(
        &call(&tg, "editMessageText", other).await,
        400,
        "message to edit not found",
    );
    let theirs = tg.say(ANN, ANN, "mine");
    let body = json!({"chat_id": ANN, "message_id": theirs, "text": "x"});
    refused(
        &call(&tg, "editMessageText", body).await,
        400,
        "message can't be edited",
    );
    let thumb = json!({"type": "emoji", "emoji": "👍"});
    let react = |list: Value| json!({"chat_id": ANN, "message_id": theirs, "reaction": list});
    accepted(&call(&tg, "setMessageReaction", react(json!([thumb]))).await);
    refused(
        &call(&tg, "setMessageReaction", react(json!([thumb, thumb]))).await,
        400,
        "REACTIONS_TOO_MANY",
    );
    assert_eq!(
        tg.message(ANN, theirs).unwrap().bot_reaction.as_deref(),
        Some("👍")
    );
    let young = accepted(&send(&tg, json!({"text": "young"})).await);
    let delete = |id: i64| json!({"chat_id": ANN, "message_id": id});
    accepted(&call(&tg, "deleteMessage", delete(young)).await);
    refused(
        &call(&tg, "deleteMessage", delete(young)).await,
        400,
        "message to delete not found",
    );
    tg.advance(Duration::from_secs(48 * 3600));
    refused(
        &call(&tg, "deleteMessage", delete(id)).await,
        400,
        "can't be deleted",
    );
    accepted(&call(&tg, "editMessageText", edit("late edits are fine", None)).await);
}

#[tokio::test]
async fn presses_and_their_answers() {
    let tg = open().await;
    let keyboard = json!({"inline_keyboard": [[{"text": "A", "callback_data": "a"}]]});
    let id = accepted(&send(&tg, json!({"text": "?", "reply_markup": keyboard})).await);
    let query = tg.press(ANN, ANN, id, "A");
    tg.press_forged(ANN, ANN, 999, "forged");
    let updates = poll(&tg, json!({})).await;
    assert_eq!(updates[0]["callback_query"]["data"], "a");
    assert_eq!(updates[0]["callback_query"]["message"]["text"], "?");
    assert_eq!(
        updates[1]["callback_query"]["message"]["date"], 0,
        "an InaccessibleMessage"
    );
    let answer = |id: &str, text: &str| json!({"callback_query_id": id, "text": text});
    refused(
        &call(&tg, "answerCallbackQuery", answer(&query, &"x".repeat(201))).await,
        400,
        "TOO_LONG",
    );
    refused(
        &call(&tg, "answerCallbackQuery", answer("1", "")).await,
        400,
        "query is too old",
    );
    accepted(&call(&tg, "answerCallbackQuery", answer(&query, "ok")).await);
    assert_eq!(tg.answers()[0].text, "ok");
    accepted(&call(&tg, "answerCallbackQuery", answer(&query, "again")).await);
    assert_eq!(tg.violations(), [Violation::AnsweredTwice(query)]);
    assert_eq!(tg.answers().len(), 1);
    let late = tg.press(ANN, ANN, id, "a");
    tg.advance(Duration::from_secs(16));
    refused(
        &call(&tg, "answerCallbackQuery", answer(&late, "")).await,
        400,
        "response timeout expired",
    );
}

fn multipart(name: &str, bytes: &[u8], caption: &str) -> Vec<u8> {
    let mut body = Vec::new();
    for (field, value) in [
        ("chat_id", "7"),
        ("caption", caption),
        ("document", "attach://f"),
    ] {
        body.extend(
            format!("--B\r\nContent-Disposition: form-data; name=\"{field}\"\r\n\r\n{value}\r\n")
                .bytes(),
        );
    }
    let head = format!(
        "--B\r\nContent-Disposition: form-data; name=\"f\"; filename=\"{name}\"\r\nContent-Type: text/markdown\r\n\r\n"
    );
    body.extend(head.bytes());
    body.extend(bytes);
    body.extend(b"\r\n--B--\r\n");
    body
}

#[tokio::test]
async fn documents_both_ways() {
    let tg = open().await;
    let url = format!("{}/bot{}/sendDocument", tg.url(), tg.token());
    let headers = [("Content-Type", "multipart/form-data; boundary=B")];
    let send = async |body: Vec<u8>| {
        raw_http::send("POST", &url, &headers, &body)
            .await
            .unwrap()
            .json()
    };
    accepted(&send(multipart("report.md", b"# hi", "the report")).await);
    let document = tg.documents(ANN).pop().unwrap();
    assert_eq!(
        (document.name.as_str(), document.bytes.as_slice()),
        ("report.md", &b"# hi"[..])
    );
    assert_eq!(tg.messages(ANN)[0].text, "the report");
    refused(
        &send(multipart("r", b"x", &"c".repeat(1025))).await,
        400,
        "caption is too long",
    );
    refused(
        &send(multipart("r", b"", "c")).await,
        400,
        "file must be non-empty",
    );
    refused(
        &send(multipart("r", &vec![0; 50 * 1024 * 1024 + 1], "c")).await,
        413,
        "Request Entity Too Large",
    );

    tg.upload(ANN, ANN, "in.txt", "text/plain", b"content", "look");
    tg.upload(ANN, ANN, "big", "x/y", &vec![0; 20 * 1024 * 1024 + 1], "");
    let updates = poll(&tg, json!({})).await;
    let file = |at: usize| json!({"file_id": updates[at]["message"]["document"]["file_id"]});
    assert_eq!(updates[0]["message"]["caption"], "look");
    let path = call(&tg, "getFile", file(0)).await["result"]["file_path"]
        .as_str()
        .unwrap()
        .to_owned();
    refused(&call(&tg, "getFile", file(1)).await, 400, "file is too big");
    let fetched = raw_http::send(
        "GET",
        &format!("{}/file/bot{}/{path}", tg.url(), tg.token()),
        &[],
        b"",
    )
    .await;
    assert_eq!(fetched.unwrap().body, b"content");
    let foreign =
        raw_http::send("GET", &format!("{}/file/bot1:x/{path}", tg.url()), &[], b"").await;
    assert_eq!(foreign.unwrap().status, 404);
}

#[tokio::test]
async fn commands_and_descriptions() {
    let tg = open().await;
    let set = async |name: &str, description: &str, count: usize| {
        let list = vec![json!({"command": name, "description": description}); count];
        call(&tg, "setMyCommands", json!({"commands": list})).await
    };
    accepted(&set("a_1", "x", 100).await);
    refused(&set("a", "x", 101).await, 400, "BOT_COMMANDS_TOO_MUCH");
    for name in ["", "Abc", "a-b", &"a".repeat(33)] {
        refused(&set(name, "x", 1).await, 400, "BOT_COMMAND_INVALID");
    }
    refused(&set("a", "", 1).await, 400, "DESCRIPTION_INVALID");
    refused(
        &set("a", &"x".repeat(257), 1).await,
        400,
        "DESCRIPTION_INVALID",
    );
    let scoped = |scope: Value, language: &str| json!({"commands": [{"command": "b", "description": "x"}], "scope": scope, "language_code": language});
    let private = json!({"type": "all_private_chats"});
    accepted(&call(&tg, "setMyCommands", scoped(private.clone(), "de")).await);
    refused(
        &call(&tg, "setMyCommands", scoped(private.clone(), "deu")).await,
        400,
        "language code",
    );
    refused(
        &call(&tg, "setMyCommands", scoped(json!({"type": "moon"}), "")).await,
        400,
        "BotCommandScope",
    );
    assert_eq!(tg.commands(&private, "de").unwrap()[0]["command"], "b");
    let got = call(
        &tg,
        "getMyCommands",
        json!({"scope": private, "language_code": "de"}),
    )
    .await;
    assert_eq!(got["result"][0]["command"], "b");
    accepted(
        &call(
            &tg,
            "setMyDescription",
            json!({"description": "x".repeat(512)}),
        )
        .await,
    );
    refused(
        &call(
            &tg,
            "setMyDescription",
            json!({"description": "x".repeat(513)}),
        )
        .await,
        400,
        "too long",
    );
    accepted(
        &call(
            &tg,
            "sendChatAction",
            json!({"chat_id": ANN, "action": "typing"}),
        )
        .await,
    );
    refused(
        &call(
            &tg,
            "sendChatAction",
            json!({"chat_id": ANN, "action": "sing"}),
        )
        .await,
        400,
        "wrong parameter",
    );
    assert_eq!(tg.actions(ANN), ["typing"]);
    accepted(&call(&tg, "getChat", json!({"chat_id": ANN})).await);
    let draft = |id: i64| json!({"chat_id": ANN, "draft_id": id, "text": "…"});
    accepted(&call(&tg, "sendMessageDraft", draft(1)).await);
    refused(
        &call(&tg, "sendMessageDraft", draft(0)).await,
        400,
        "non-zero",
    );
}

#[tokio::test]
async fn who_can_be_written_to() {
    let tg = FakeTelegram::start().await;
    tg.user(ANN, "Ann");
    refused(
        &send(&tg, json!({"text": "x"})).await,
        403,
        "bot can't initiate conversation with a user",
    );
    refused(
        &send(&tg, json!({"chat_id": 8, "text": "x"})).await,
        400,
        "chat not found",
    );
    tg.say(ANN, ANN, "/start");
    accepted(&send(&tg, json!({"text": "x"})).await);
    tg.block(ANN);
    refused(
        &send(&tg, json!({"text": "x"})).await,
        403,
        "Forbidden: bot was blocked by the user",
    );
    tg.unblock(ANN);
    accepted(&send(&tg, json!({"text": "x"})).await);
    let kinds = poll(&tg, json!({})).await;
    assert_eq!(
        kinds[1]["my_chat_member"]["new_chat_member"]["status"],
        "kicked"
    );
    assert_eq!(
        kinds[2]["my_chat_member"]["new_chat_member"]["status"],
        "member"
    );
    tg.deactivate(ANN);
    refused(
        &send(&tg, json!({"text": "x"})).await,
        403,
        "user is deactivated",
    );

    let group = tg.group(-5, "G", true);
    let new = tg.migrate(group, ANN);
    let moved = send(&tg, json!({"chat_id": group, "text": "x"})).await;
    refused(&moved, 400, "upgraded to a supergroup");
    assert_eq!(moved["parameters"]["migrate_to_chat_id"], new);
    accepted(&send(&tg, json!({"chat_id": new, "text": "x"})).await);
    let pending = tg.pending_updates();
    assert!(
        pending
            .iter()
            .any(|u| u["message"]["migrate_to_chat_id"] == new)
    );
    assert!(
        pending
            .iter()
            .any(|u| u["message"]["migrate_from_chat_id"] == group)
    );
    tg.kick_bot(new, ANN);
    refused(
        &send(&tg, json!({"chat_id": new, "text": "x"})).await,
        403,
        "bot was kicked from the supergroup chat",
    );
}

#[tokio::test]
async fn privacy_mode_and_anonymous_admins() {
    let tg = open().await;
    let group = tg.supergroup(-1_007, "G", true);
    let heard = || {
        tg.pending_updates()
            .iter()
            .filter(|u| u["message"].is_object())
            .count()
    };
    tg.say(group, ANN, "chatter");
    tg.say(group, ANN, "@fake_secretary_bot look");
    tg.say(group, ANN, "/idea");
    tg.say(group, ANN, "/idea@another_bot x");
    assert_eq!(heard(), 0);
    tg.say(group, ANN, "/idea@fake_secretary_bot x");
    assert_eq!(heard(), 1);
    let id = accepted(&send(&tg, json!({"chat_id": group, "text": "which?"})).await);
    tg.say_reply(group, ANN, id, "that one");
    tg.say(group, ANN, "/status");
    assert_eq!(
        heard(),
        3,
        "a reply to it, and a general command after it spoke"
    );
    tg.make_admin(group);
    tg.say(group, ANN, "chatter");
    tg.say_anonymously(group, "boss");
    assert_eq!(heard(), 5);
    let last = tg.pending_updates().pop().unwrap();
    assert_eq!(last["message"]["sender_chat"]["id"], group);
    assert_eq!(last["message"]["from"]["username"], "GroupAnonymousBot");
    let open = tg.group(-8, "Open", false);
    tg.say(open, ANN, "chatter");
    assert_eq!(heard(), 6);
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
    let gate = tg.hold("sendMessage");
    let (held, ()) = tokio::join!(send(&tg, text.clone()), async {
        assert!(gate.arrived(1, SOON).await);
        assert_eq!(tg.messages(ANN).len(), 2);
        assert_eq!(tg.calls().last().unwrap().outcome, Outcome::Waiting);
        gate.release();
    });
    accepted(&held);
    assert_eq!(tg.messages(ANN).len(), 3);
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
