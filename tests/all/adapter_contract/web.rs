//! The web chat over real sockets: what is said, pressed and filled in, live events, and the guards.

#![allow(clippy::unwrap_used, clippy::expect_used)]

pub mod doubles;
pub mod files;
mod guards;
mod hooks;
mod listening;
mod overview;
mod watched;

use axum::http::StatusCode;
use doubles::{PATIENCE, Parts, read, served};
use reqwest::Method;
use secretary::adapters::web::{WebError, place};
use secretary::ports::chat::{Change, Chat, ChatError, Editing, Posting, Receipts};
use secretary::ports::inbox::Ack;
use secretary::secretary::inbound::{Content, Platform};
use secretary::secretary::message::{Block, Button, Form, Look, Message, Span};
use secretary::secretary::ticket::task::Attached;
use serde_json::json;
use std::sync::atomic::Ordering;
use tokio::io::{AsyncReadExt, AsyncWriteExt};

pub fn posting<'a>(place: &'a secretary::secretary::inbound::Place, message: &'a Message, key: &'a str) -> Posting<'a> {
    Posting {
        to: place,
        message,
        part: 0,
        key,
        reply_to: None,
        handle: None,
        unclear_since: None,
        file: None,
        people: &[],
    }
}

#[tokio::test]
async fn what_is_said_stands_in_the_chat_and_reaches_the_secretary() {
    let chat = served().await;
    let (status, body) = chat.say("compare three\nhosting offers", "c-1").await;
    assert_eq!((status, &body), (StatusCode::OK, &json!({ "id": 1, "ack": { "kind": "defer" } })));
    let heard = chat.ears.heard();
    assert_eq!(heard.len(), 1);
    assert_eq!((heard[0].event.as_str(), heard[0].sender.user.as_str()), ("say:c-1", "local"));
    assert_eq!((heard[0].place.platform, heard[0].sender.name.as_str()), (Platform::Web, "You"));
    let text = Content::Text {
        message: "1".into(),
        text: "compare three\nhosting offers".into(),
        addressed: true,
        reply_to: None,
        attachments: vec![],
        forwarded: false,
        refers: Vec::new(),
    };
    assert_eq!(heard[0].content, text);
    let kept = chat.get("/api/messages").await;
    assert_eq!(kept["messages"][0]["client"], "c-1");
    assert_eq!(kept["messages"][0]["author"], "person");
    assert_eq!(kept["messages"][0]["message"]["blocks"][1], json!({ "Line": [{ "Text": "hosting offers" }] }));
    assert_eq!((kept["seq"].as_i64(), kept["more"].as_bool()), (Some(1), Some(false)));
}

#[tokio::test]
async fn a_slash_makes_a_command_whose_answer_comes_as_a_message() {
    let chat = served().await;
    *chat.ears.answer.lock().unwrap() = Ack::Toast("Nothing open.".into());
    let body = json!({ "text": " /Report daily 18:00", "id": "c1", "reply_to": 7 });
    let (_, body) = chat.post("/api/say", body).await;
    assert_eq!(body["ack"], json!({ "kind": "defer" }));
    let command = Content::Command {
        message: Some("1".into()),
        name: "report".into(),
        args: "daily 18:00".into(),
        reply_to: Some("7".into()),
        attachments: Vec::new(),
        refers: Vec::new(),
    };
    assert_eq!(chat.ears.heard()[0].content, command);
}

#[tokio::test]
async fn a_repeated_request_counts_once_even_after_a_failure() {
    let chat = served().await;
    chat.log.broken.store(1, Ordering::SeqCst);
    assert_eq!(chat.say("an idea", "same").await.0, StatusCode::SERVICE_UNAVAILABLE);
    chat.ears.broken.store(1, Ordering::SeqCst);
    let (status, body) = chat.say("an idea", "same").await;
    assert_eq!(status, StatusCode::SERVICE_UNAVAILABLE);
    assert!(body["error"].as_str().unwrap().contains("nothing is lost"));
    for _ in 0..3 {
        let (status, body) = chat.say("an idea", "same").await;
        assert_eq!((status, body["id"].as_i64()), (StatusCode::OK, Some(1)));
    }
    assert_eq!(chat.log.entries().len(), 1);
    assert_eq!(chat.ears.heard().len(), 1);
    let press = json!({ "data": "1.tok.0", "message": 1, "id": "same" });
    chat.post("/api/press", press.clone()).await;
    chat.post("/api/press", press).await;
    assert_eq!(chat.ears.heard().len(), 2, "a press under the id of a text is another event");
}

#[tokio::test]
async fn presses_and_forms_are_answered_within_the_request() {
    let chat = served().await;
    let form = Form { title: "Another answer".into(), label: "Your words".into(), filled: "so far".into() };
    chat.ears.forms.lock().unwrap().insert("1.tok.2".into(), form);
    let (_, body) = chat.post("/api/press", json!({ "data": "1.tok.2", "message": 3, "id": "p1" })).await;
    let opened = json!({ "kind": "form", "data": "1.tok.2", "title": "Another answer", "label": "Your words", "filled": "so far" });
    assert_eq!(body["ack"], opened);
    assert!(chat.ears.heard().is_empty(), "a press that opens a form is not received");

    *chat.ears.answer.lock().unwrap() = Ack::RefusePrivately("Only approvers may press this.".into());
    let (_, body) = chat.post("/api/press", json!({ "data": "1.tok.0", "message": 3, "id": "p2" })).await;
    assert_eq!(body["ack"], json!({ "kind": "refusal", "text": "Only approvers may press this." }));
    let press = Content::Press { data: "1.tok.0".into(), message: Some("3".into()) };
    assert_eq!(chat.ears.heard()[0].content, press);

    *chat.ears.answer.lock().unwrap() = Ack::Defer;
    let (_, body) = chat.post("/api/form", json!({ "data": "1.tok.2", "text": "monthly\u{0} only", "id": "f1" })).await;
    assert_eq!(body["ack"], json!({ "kind": "defer" }));
    let form = Content::Form { data: "1.tok.2".into(), text: "monthly\u{fffd} only".into() };
    assert_eq!(chat.ears.heard()[1].content, form);
}

#[tokio::test]
async fn the_zone_of_the_browser_comes_along_if_there_is_such_a_zone() {
    let chat = served().await;
    let zones = [("Europe/Lisbon", Some("Europe/Lisbon")), ("Etc/Unknown", None), ("<b>/", None)];
    for (n, (zone, _)) in zones.iter().enumerate() {
        let said = json!({ "text": "hello", "id": format!("c{n}"), "zone": zone });
        assert_eq!(chat.post("/api/say", said).await.0, StatusCode::OK, "{zone}");
    }
    chat.post("/api/press", json!({ "data": "1.tok.0", "id": "p1", "zone": "Asia/Tokyo" })).await;
    let heard: Vec<Option<String>> = chat.ears.heard().into_iter().map(|i| i.sender.zone).collect();
    let wanted = zones.iter().map(|(_, zone)| *zone).chain([Some("Asia/Tokyo")]);
    assert_eq!(heard, wanted.map(|z| z.map(str::to_owned)).collect::<Vec<_>>());
}

#[tokio::test]
async fn the_language_of_the_browser_comes_along_with_all_it_sends() {
    let chat = served().await;
    let sent = [
        ("/api/say", json!({ "text": "hallo", "id": "c1" }), Some("de-CH,de;q=0.9,en;q=0.8")),
        ("/api/press", json!({ "data": "1.tok.0", "id": "p1" }), Some("en;q=0.5, fr")),
        ("/api/form", json!({ "data": "1.tok.2", "text": "sí", "id": "f1" }), Some("<b>, es;q=0.1")),
        ("/api/say", json!({ "text": "hello", "id": "c2" }), Some("*")),
        ("/api/say", json!({ "text": "hello", "id": "c3" }), None),
    ];
    for (path, body, language) in &sent {
        let mut request = chat.ask(Method::POST, path).json(body);
        if let Some(language) = language {
            request = request.header("Accept-Language", *language);
        }
        assert_eq!(request.send().await.unwrap().status(), StatusCode::OK, "{path}");
    }
    let heard: Vec<Option<String>> = chat.ears.heard().into_iter().map(|i| i.sender.language).collect();
    let wanted = [Some("de-CH"), Some("fr"), Some("es"), None, None];
    assert_eq!(heard, wanted.map(|language| language.map(str::to_owned)));
}

#[tokio::test]
async fn posts_and_edits_reach_every_open_page_in_order() {
    let chat = served().await;
    let here = place();
    let mut first = chat.listen(0, None).await;
    let mut second = chat.listen(0, None).await;
    chat.say("an idea", "c1").await;
    let question = Message::lines(["Which one?"]);
    let sent = chat.web.post(posting(&here, &question, "e1")).await.unwrap();
    assert_eq!((sent.id.as_str(), sent.more), ("2", false));
    assert_eq!(chat.web.post(posting(&here, &question, "e1")).await.unwrap(), sent, "the same key, the same message");
    let decided = Message::lines(["Decided"]);
    chat.web.edit(Editing { place: &here, id: "2", change: Change::Part(&decided, 0) }).await.unwrap();
    chat.web.typing(&here).await;
    for page in [&mut first, &mut second] {
        let (mut words, mut last) = (Vec::new(), 0);
        while words.last().map(String::as_str) != Some("Decided") {
            let heard = page.next().await.unwrap();
            if heard.event == "message" {
                let seq: i64 = heard.id.parse().unwrap();
                assert!(seq > last);
                last = seq;
                words.push(heard.words());
            }
        }
        assert_eq!(words.first().map(String::as_str), Some("an idea"));
        assert_eq!(last, 3);
    }
    let mut late = chat.listen(0, Some("2")).await;
    let heard = late.next().await.unwrap();
    assert_eq!((heard.id.as_str(), heard.words().as_str()), ("3", "Decided"), "a page goes on where it was");
    chat.web.typing(&here).await;
    let heard = late.next().await.unwrap();
    assert_eq!((heard.event.as_str(), heard.id.as_str(), heard.json()), ("typing", "", json!({ "ms": 5000 })));
}

#[tokio::test]
async fn a_receipt_is_a_tick_that_stays_with_the_message() {
    let chat = served().await;
    let here = place();
    chat.say("an idea", "c1").await;
    let mut page = chat.listen(0, None).await;
    assert_eq!(page.next().await.unwrap().json()["seen"], false);
    for _ in 0..2 {
        chat.web.seen(&here, "1").await.unwrap();
    }
    let heard = page.next().await.unwrap();
    assert_eq!((heard.id.as_str(), heard.words().as_str()), ("2", "an idea"));
    assert_eq!(heard.json()["seen"], true);
    let kept = chat.get("/api/messages").await;
    assert_eq!((kept["seq"].as_i64(), &kept["messages"][0]["seen"]), (Some(2), &json!(true)), "one tick");
    for gone in ["9", "x"] {
        assert_eq!(chat.web.seen(&here, gone).await, Err(ChatError::MessageGone), "{gone}");
    }
}

#[tokio::test]
async fn a_page_that_knows_more_than_the_record_begins_anew() {
    let chat = served().await;
    chat.say("one", "c1").await;
    let mut page = chat.listen(1, None).await;
    chat.say("two", "c2").await;
    assert_eq!(page.next().await.unwrap().words(), "two");
    let mut lost = chat.listen(900, None).await;
    assert_eq!(lost.next().await.unwrap().event, "reset");
    let mut odd = chat.listen(-5, Some("not a number")).await;
    assert_eq!(odd.next().await.unwrap().words(), "one");
}

#[tokio::test]
async fn history_comes_in_screens() {
    let chat = served().await;
    let here = place();
    for n in 0..130 {
        let message = Message::lines([format!("n{n}")]);
        chat.web.post(posting(&here, &message, &format!("k{n}"))).await.unwrap();
    }
    let newest = chat.get("/api/messages").await;
    assert_eq!(newest["messages"].as_array().unwrap().len(), 100);
    assert_eq!((newest["messages"][0]["id"].as_i64(), newest["more"].as_bool()), (Some(31), Some(true)));
    assert_eq!(newest["seq"], 130);
    let before = chat.get("/api/messages?before=31").await;
    assert_eq!((before["messages"].as_array().unwrap().len(), before["more"].as_bool()), (30, Some(false)));
    let since = chat.get("/api/messages?after=128").await;
    assert_eq!((since["messages"].as_array().unwrap().len(), since["seq"].as_i64()), (2, Some(130)));
    let nothing = chat.get("/api/messages?after=130").await;
    assert_eq!((nothing["messages"].as_array().unwrap().len(), nothing["seq"].as_i64()), (0, Some(130)));
    let (status, _) = read(chat.ask(Method::GET, "/api/messages?after=x").send().await.unwrap()).await;
    assert_eq!(status, StatusCode::BAD_REQUEST);
}

#[tokio::test]
async fn content_reaches_the_page_as_a_tree_without_tricks() {
    let chat = served().await;
    let link = Span::Link { text: "bank.com".into(), url: "https://evil.example/login".into() };
    let message = Message {
        blocks: vec![
            Block::Line(vec![link, Span::text("\u{202e}<b>x</b>")]),
            Block::Markdown("**bold** <i>no</i>".into()),
        ],
        buttons: vec![vec![Button { label: "Go\u{200b}".into(), data: "1.t.0".into(), look: Look::Good, form: None }]],
        file: Some(Attached::text("report.md", "# x")),
        ..Message::default()
    };
    chat.web.post(posting(&place(), &message, "k")).await.unwrap();
    let shown = chat.get("/api/messages").await["messages"][0]["message"].clone();
    assert_eq!(shown["blocks"][0]["Line"][0]["Link"]["text"], "bank.com (evil.example)");
    assert_eq!(shown["blocks"][0]["Line"][1]["Text"], "<b>x</b>");
    assert_eq!(shown["blocks"][1]["Line"][0]["Strong"], "bold");
    assert!(!shown.to_string().contains("Markdown"));
    assert_eq!(shown["buttons"][0][0]["label"], "Go");
    assert_eq!(shown["file"]["text"], "# x");
}

#[tokio::test]
async fn a_report_of_ten_thousand_characters_is_whole() {
    let chat = served().await;
    let (message, text) = super::long::report();
    chat.web.post(posting(&place(), &message, "k")).await.unwrap();
    let shown = chat.get("/api/messages").await["messages"][0]["message"].clone();
    super::long::is_whole(&shown["blocks"].to_string());
    assert_eq!((&shown["file"]["name"], &shown["file"]["text"]), (&json!("report-12.md"), &json!(text)));
}

#[tokio::test]
async fn what_was_recorded_but_not_received_is_handed_over_at_the_next_start() {
    let parts = Parts::default();
    let (log, ears) = (std::sync::Arc::clone(&parts.log), std::sync::Arc::clone(&parts.ears));
    let chat = parts.serve(None, None).await;
    chat.say("answered", "c1").await;
    chat.web.post(posting(&place(), &Message::lines(["Got it."]), "k")).await.unwrap();
    chat.say("received", "c2").await;
    ears.broken.store(1, Ordering::SeqCst);
    assert_eq!(chat.say("/list all", "c3").await.0, StatusCode::SERVICE_UNAVAILABLE);
    let clock = std::sync::Arc::clone(&chat.clock);
    drop(chat);
    let again = Parts { ears: std::sync::Arc::clone(&ears), log, clock, ..Parts::default() }.serve(None, None).await;
    let heard = again.ears.hears(3).await;
    let events: Vec<_> = heard.iter().map(|h| h.event.as_str()).collect();
    assert_eq!(events, ["say:c1", "say:c2", "say:c3"]);
    assert!(matches!(&heard[2].content, Content::Command { name, args, .. } if name == "list" && args == "all"));
}

#[tokio::test]
async fn the_chat_port_says_what_to_do_when_something_fails() {
    let chat = served().await;
    let (here, hello) = (place(), Message::lines(["hello"]));
    let mut elsewhere = place();
    elsewhere.chat = "other".into();
    assert!(matches!(chat.web.post(posting(&elsewhere, &hello, "a")).await, Err(ChatError::Refused(_))));
    let mut second = posting(&here, &hello, "a");
    second.part = 1;
    assert!(matches!(chat.web.post(second).await, Err(ChatError::Refused(_))));
    chat.log.broken.store(2, Ordering::SeqCst);
    assert!(matches!(chat.web.post(posting(&here, &hello, "a")).await, Err(ChatError::Retry { .. })));
    let edit = |id| Editing { place: &here, id, change: Change::Part(&hello, 0) };
    assert!(matches!(chat.web.edit(edit("1")).await, Err(ChatError::Retry { .. })));
    for gone in ["1", "x", "", "99999999999999999999"] {
        assert_eq!(chat.web.edit(edit(gone)).await, Err(ChatError::MessageGone), "{gone}");
    }
    let sent = chat.web.post(posting(&here, &hello, "a")).await.unwrap();
    assert_eq!(chat.web.edit(edit(&sent.id)).await, Ok(1), "an identical edit counts as done");
    assert_eq!(chat.web.open_thread(&here, &sent.id, "title").await, Ok(None));
}

#[tokio::test]
async fn the_stop_ends_open_streams_and_the_server() {
    let mut chat = served().await;
    let mut page = chat.listen(0, None).await;
    chat.say("one", "c1").await;
    assert_eq!(page.next().await.unwrap().words(), "one");
    chat.stop.cancel();
    assert_eq!(page.next().await, None);
    tokio::time::timeout(PATIENCE, &mut chat.running).await.unwrap().unwrap().unwrap();
}
