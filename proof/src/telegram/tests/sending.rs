//! Texts, markup, keyboards, edits, presses and files.

use std::time::Duration;

use serde_json::{Value, json};

use super::*;

#[tokio::test]
async fn text_limits() {
    let tg = open().await;
    accepted(&send(&tg, json!({"text": "ä".repeat(4096)})).await);
    accepted(&send(&tg, json!({"text": format!("<b>{}</b>", "x".repeat(4096)), "parse_mode": "HTML"})).await);
    refused(&send(&tg, json!({"text": "x".repeat(4097)})).await, 400, "message is too long");
    refused(&send(&tg, json!({"text": "x".repeat(32_769)})).await, 400, "text is too long");
    refused(&send(&tg, json!({"text": " \n "})).await, 400, "message text is empty");
    refused(&send(&tg, json!({"text": "<b></b>", "parse_mode": "HTML"})).await, 400, "message text is empty");
    refused(&send(&tg, json!({"text": "*x*", "parse_mode": "MarkdownV2"})).await, 400, "unsupported parse_mode");
    accepted(&send(&tg, json!({"text": "<b>x</b> ".repeat(101), "parse_mode": "HTML"})).await);
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
    let found: Vec<(String, String)> = message.entities.iter().map(|e| (e.kind.clone(), message.covered(e))).collect();
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
        ("<b>x", "Can't find end tag corresponding to start tag \"b\""),
        ("<b><i>x</b></i>", "Unmatched end tag at byte offset 7, expected \"</i>\", found \"</b>\""),
        ("x</b>", "Unexpected end tag at byte offset 1"),
        ("<span>x</span>", "must have class"),
        ("<tg-time unix=\"1\" format=\"x\">x</tg-time>", "Invalid date-time format"),
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
    accepted(&send(&tg, one(json!({"text": "b", "callback_data": "x".repeat(64), "style": "danger"}))).await);
    refused(&send(&tg, one(json!({"text": "b"}))).await, 400, "Text buttons are unallowed");
    refused(&send(&tg, one(json!({"text": "", "callback_data": "x"}))).await, 400, "must be non-empty");
    refused(&send(&tg, one(json!({"text": "b", "callback_data": "x", "style": "pink"}))).await, 400, "style");
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
async fn replies_and_flags() {
    let tg = open().await;
    refused(
        &send(&tg, json!({"text": "x", "reply_parameters": {"message_id": 99}})).await,
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
    assert_eq!((sent.reply_to, sent.silent, sent.link_preview_disabled), (Some(to), true, true));
}

#[tokio::test]
async fn edits_deletes_and_reactions() {
    let tg = open().await;
    let keyboard = json!({"inline_keyboard": [[{"text": "A", "callback_data": "a"}]]});
    let id = accepted(&send(&tg, json!({"text": "one", "reply_markup": keyboard})).await);
    let edit = |text: &str, markup: Option<&Value>| json!({"chat_id": ANN, "message_id": id, "text": text, "reply_markup": markup});
    refused(&call(&tg, "editMessageText", edit("one", Some(&keyboard))).await, 400, "message is not modified");
    accepted(&call(&tg, "editMessageText", edit("two", None)).await);
    let now = tg.message(ANN, id).unwrap();
    assert_eq!((now.text.as_str(), now.buttons.len(), now.edits.len()), ("two", 0, 1));
    accepted(&call(&tg, "editMessageReplyMarkup", edit("", Some(&keyboard))).await);
    refused(&call(&tg, "editMessageReplyMarkup", edit("", Some(&keyboard))).await, 400, "is not modified");
    let other = json!({"chat_id": ANN, "message_id": 999, "text": "x"});
    refused(&call(&tg, "editMessageText", other).await, 400, "message to edit not found");
    let theirs = tg.say(ANN, ANN, "mine");
    let body = json!({"chat_id": ANN, "message_id": theirs, "text": "x"});
    refused(&call(&tg, "editMessageText", body).await, 400, "message can't be edited");
    let thumb = json!({"type": "emoji", "emoji": "👍"});
    let react = |list: Value| json!({"chat_id": ANN, "message_id": theirs, "reaction": list});
    accepted(&call(&tg, "setMessageReaction", react(json!([thumb]))).await);
    refused(&call(&tg, "setMessageReaction", react(json!([thumb, thumb]))).await, 400, "REACTIONS_TOO_MANY");
    assert_eq!(tg.message(ANN, theirs).unwrap().bot_reaction.as_deref(), Some("👍"));
    for (reaction, why) in [
        (json!([{"type": "emoji", "emoji": "🐢"}]), "REACTION_INVALID"),
        (json!([{"type": "emoji"}]), "REACTION_INVALID"),
        (json!([{"type": "paid"}]), "invalid reaction type"),
        (json!([{"emoji": "👍"}]), "invalid reaction type"),
        (thumb.clone(), "expected an Array of ReactionType"),
    ] {
        refused(&call(&tg, "setMessageReaction", react(reaction)).await, 400, why);
    }
    let gone = json!({"chat_id": ANN, "message_id": 999, "reaction": [thumb]});
    refused(&call(&tg, "setMessageReaction", gone).await, 400, "message to react not found");
    accepted(&call(&tg, "setMessageReaction", react(json!([]))).await);
    assert_eq!(tg.message(ANN, theirs).unwrap().bot_reaction, None);
    let young = accepted(&send(&tg, json!({"text": "young"})).await);
    let delete = |id: i64| json!({"chat_id": ANN, "message_id": id});
    accepted(&call(&tg, "deleteMessage", delete(young)).await);
    refused(&call(&tg, "deleteMessage", delete(young)).await, 400, "message to delete not found");
    tg.advance(Duration::from_secs(48 * 3600));
    refused(&call(&tg, "deleteMessage", delete(id)).await, 400, "can't be deleted");
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
    assert_eq!(updates[1]["callback_query"]["message"]["date"], 0, "an InaccessibleMessage");
    let answer = |id: &str, text: &str| json!({"callback_query_id": id, "text": text});
    refused(&call(&tg, "answerCallbackQuery", answer(&query, &"x".repeat(201))).await, 400, "TOO_LONG");
    refused(&call(&tg, "answerCallbackQuery", answer("1", "")).await, 400, "query is too old");
    accepted(&call(&tg, "answerCallbackQuery", answer(&query, "ok")).await);
    assert_eq!(tg.answers()[0].text, "ok");
    accepted(&call(&tg, "answerCallbackQuery", answer(&query, "again")).await);
    assert_eq!(tg.violations(), [Violation::AnsweredTwice(query)]);
    assert_eq!(tg.answers().len(), 1);
    let late = tg.press(ANN, ANN, id, "a");
    tg.advance(Duration::from_secs(16));
    refused(&call(&tg, "answerCallbackQuery", answer(&late, "")).await, 400, "response timeout expired");
}

fn multipart(name: &str, bytes: &[u8], caption: &str) -> Vec<u8> {
    let mut body = Vec::new();
    for (field, value) in [("chat_id", "7"), ("caption", caption), ("document", "attach://f")] {
        body.extend(format!("--B\r\nContent-Disposition: form-data; name=\"{field}\"\r\n\r\n{value}\r\n").bytes());
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
    let send = async |body: Vec<u8>| raw_http::send("POST", &url, &headers, &body).await.unwrap().json();
    accepted(&send(multipart("report.md", b"# hi", "the report")).await);
    let document = tg.documents(ANN).pop().unwrap();
    assert_eq!((document.name.as_str(), document.bytes.as_slice()), ("report.md", &b"# hi"[..]));
    assert_eq!(tg.messages(ANN)[0].text, "the report");
    refused(&send(multipart("r", b"x", &"c".repeat(1025))).await, 400, "caption is too long");
    refused(&send(multipart("r", b"", "c")).await, 400, "file must be non-empty");
    refused(&send(multipart("r", &vec![0; 50 * 1024 * 1024 + 1], "c")).await, 413, "Request Entity Too Large");

    tg.upload(ANN, ANN, "in.txt", "text/plain", b"content", "look");
    tg.upload(ANN, ANN, "big", "x/y", &vec![0; 20 * 1024 * 1024 + 1], "");
    let updates = poll(&tg, json!({})).await;
    let file = |at: usize| json!({"file_id": updates[at]["message"]["document"]["file_id"]});
    assert_eq!(updates[0]["message"]["caption"], "look");
    let path = call(&tg, "getFile", file(0)).await["result"]["file_path"].as_str().unwrap().to_owned();
    refused(&call(&tg, "getFile", file(1)).await, 400, "file is too big");
    let address = format!("{}/file/bot{}/{path}", tg.url(), tg.token());
    let fetch = async || raw_http::send("GET", &address, &[], b"").await.unwrap();
    assert_eq!(fetch().await.body, b"content");
    tg.advance(Duration::from_secs(3_600));
    assert_eq!(fetch().await.status, 404, "a link is valid for an hour");
    call(&tg, "getFile", file(0)).await;
    assert_eq!(fetch().await.body, b"content");
    let foreign = raw_http::send("GET", &format!("{}/file/bot1:x/{path}", tg.url()), &[], b"").await;
    assert_eq!(foreign.unwrap().status, 404);
}
