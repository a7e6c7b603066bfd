//! Files that the page sends: uploaded one by one, named by a message, read by their handles, and removed after their day.
//! Files of the secretary: saved unchanged from their message, by nobody else, for 90 days.

use super::doubles::{Parts, Served, read, served};
use super::posting;
use axum::http::StatusCode;
use reqwest::{Method, Response};
use secretary::adapters::web::place;
use secretary::ports::chat::{Chat, ChatError, DownloadError, Downloads, Posting};
use secretary::secretary::ids::TicketId;
use secretary::secretary::inbound::{Attachment, Content, FileKind};
use secretary::secretary::message::Message;
use secretary::secretary::received::{MOST_BYTES, MOST_FILES, MOST_FILES_A_DAY};
use secretary::secretary::ticket::task::{Attached, FileAt};
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::atomic::Ordering;

impl Served {
    /// A file as our own page uploads it.
    pub async fn upload(&self, name: &str, media_type: &str, bytes: Vec<u8>) -> (StatusCode, Value) {
        let request = self.ask(Method::POST, "/api/files").query(&[("name", name), ("type", media_type)]);
        read(request.header("Content-Type", "application/octet-stream").body(bytes).send().await.unwrap()).await
    }

    /// The token of a file that is taken.
    async fn token(&self, name: &str, media_type: &str, bytes: Vec<u8>) -> String {
        let (status, body) = self.upload(name, media_type, bytes).await;
        assert_eq!(status, StatusCode::OK, "{body}");
        body["token"].as_str().unwrap().to_owned()
    }

    async fn say_with(&self, text: &str, id: &str, files: &[String]) -> (StatusCode, Value) {
        self.post("/api/say", json!({ "text": text, "id": id, "files": files })).await
    }

    async fn load(&self, path: &str) -> Response {
        self.ask(Method::GET, path).send().await.unwrap()
    }

    /// A file that is not there is a sentence, which a person may see instead of it.
    async fn has_no(&self, path: &str) {
        let (status, sentence) = read(self.load(path).await).await;
        assert_eq!(status, StatusCode::NOT_FOUND, "{path}");
        assert!(sentence.as_str().unwrap().starts_with("This file is no longer here."), "{path}: {sentence}");
    }

    /// The same chat after a restart of the program.
    async fn restarted(self) -> Served {
        let (ears, log) = (Arc::clone(&self.ears), Arc::clone(&self.log));
        let (files, clock) = (Arc::clone(&self.files), Arc::clone(&self.clock));
        drop(self);
        Parts { ears, log, files, clock, ..Parts::default() }.serve(None, None).await
    }
}

fn sent(content: &Content) -> (&str, &[Attachment]) {
    match content {
        Content::Text { text, attachments, .. } => (text, attachments),
        Content::Command { args, attachments, .. } => (args, attachments),
        other => panic!("neither words nor a command: {other:?}"),
    }
}

#[tokio::test]
async fn files_arrive_with_their_message_also_after_a_restart() {
    let chat = served().await;
    let pdf = chat.token("../Offer <1>.pdf", "application/pdf", b"%PDF".to_vec()).await;
    let picture = chat.token("a.png", "image/png", vec![1; 7]).await;
    let chat = chat.restarted().await;
    for _ in 0..2 {
        let (status, body) = chat.say_with("compare these", "c1", &[pdf.clone(), picture.clone()]).await;
        assert_eq!((status, body["id"].as_i64()), (StatusCode::OK, Some(1)), "a repetition counts once");
    }
    chat.say_with(" ", "c2", std::slice::from_ref(&picture)).await;
    chat.say_with("/new water the plants", "c3", std::slice::from_ref(&picture)).await;
    let heard = chat.ears.hears(3).await;
    let (words, files) = sent(&heard[0].content);
    let named = |name: &str, handle: &str, bytes, kind, media_type: &str| Attachment {
        name: name.into(),
        handle: handle.into(),
        bytes,
        album: None,
        kind,
        media_type: Some(media_type.into()),
        seconds: None,
    };
    let offer = named("Offer _1_.pdf", &pdf, 4, FileKind::Document, "application/pdf");
    let painted = named("a.png", &picture, 7, FileKind::Picture, "image/png");
    assert_eq!((words, files), ("compare these", &[offer.clone(), painted.clone()][..]));
    assert_eq!(sent(&heard[1].content), ("", std::slice::from_ref(&painted)));
    assert_eq!(sent(&heard[2].content), ("water the plants", std::slice::from_ref(&painted)));

    assert_eq!(chat.web.download(&offer, 4).await, Ok(b"%PDF".to_vec()));
    assert_eq!(chat.web.download(&offer, 3).await, Err(DownloadError::TooLarge));
    let shown = chat.get("/api/messages").await;
    let listed = json!([
        { "name": "Offer _1_.pdf", "bytes": 4, "kind": "Document" },
        { "name": "a.png", "bytes": 7, "kind": "Picture" },
    ]);
    assert_eq!(shown["messages"][0]["files"], listed);
    assert_eq!(shown["messages"][1]["message"]["blocks"], json!([]));
    assert!(!shown.to_string().contains(&pdf), "no page needs the handle");
}

#[tokio::test]
async fn a_message_that_was_not_handed_over_keeps_its_files() {
    let chat = served().await;
    let token = chat.token("notes.txt", "text/plain", b"milk".to_vec()).await;
    chat.ears.broken.store(1, Ordering::SeqCst);
    assert_eq!(chat.say_with("", "c1", std::slice::from_ref(&token)).await.0, StatusCode::SERVICE_UNAVAILABLE);
    let chat = chat.restarted().await;
    let heard = chat.ears.hears(1).await;
    let (words, files) = sent(&heard[0].content);
    assert_eq!((words, files.len(), files[0].handle.as_str()), ("", 1, token.as_str()));
    assert_eq!(chat.web.download(&files[0], MOST_BYTES).await, Ok(b"milk".to_vec()));
}

#[tokio::test]
async fn what_is_too_much_or_not_a_file_gets_a_sentence() {
    let chat = served().await;
    let most = usize::try_from(MOST_BYTES).unwrap();
    let whole = chat.token("whole.bin", "", vec![7; most]).await;
    let other = chat.token("other.bin", "", vec![7; most]).await;
    for (name, bytes, status, words) in [
        ("large.bin", vec![7; most + 1], StatusCode::PAYLOAD_TOO_LARGE, "20 MB"),
        ("empty.txt", Vec::new(), StatusCode::BAD_REQUEST, "empty"),
    ] {
        let (refused, body) = chat.upload(name, "", bytes).await;
        assert_eq!(refused, status, "{name}");
        assert!(body["error"].as_str().unwrap().contains(words), "{body}");
    }
    let typed = |path: &str, kind: &str| chat.ask(Method::POST, path).header("Content-Type", kind).body("x").send();
    let form = typed("/api/files?name=x", "text/plain").await.unwrap();
    assert_eq!(form.status(), StatusCode::UNSUPPORTED_MEDIA_TYPE, "a form of another page could send that");
    let nameless = typed("/api/files", "application/octet-stream").await.unwrap();
    assert_eq!(nameless.status(), StatusCode::BAD_REQUEST);

    let third = chat.token("third.bin", "", vec![7; most / 2 + 1]).await;
    let (status, body) = chat.say_with("x", "c1", &[whole.clone(), other, third]).await;
    assert_eq!((status, body["error"].as_str().unwrap().contains("50 MB")), (StatusCode::PAYLOAD_TOO_LARGE, true));
    let (status, body) = chat.say_with("x", "c2", &vec![whole.clone(); MOST_FILES + 1]).await;
    assert_eq!((status, body["error"].as_str().unwrap().contains("10 files")), (StatusCode::BAD_REQUEST, true));
    chat.files.broken.store(1, Ordering::SeqCst);
    assert_eq!(chat.upload("a.txt", "", vec![1]).await.0, StatusCode::SERVICE_UNAVAILABLE);
    assert_eq!(chat.upload("a.txt", "", vec![1]).await.0, StatusCode::OK);
    assert!(chat.ears.heard().is_empty() && chat.log.entries().is_empty());
}

#[tokio::test]
async fn only_own_uploads_can_be_sent() {
    let chat = served().await;
    let token = chat.token("a.txt", "text/plain", b"mine".to_vec()).await;
    let (home, about) = (format!("r-web-{}", &token[..8]), format!("{token}.json"));
    let of_another = |written: &[u8]| {
        let written = std::str::from_utf8(written).unwrap();
        assert!(written.contains("\"owner\":\"local\""), "{written}");
        written.replace("\"owner\":\"local\"", "\"owner\":\"another\"").into_bytes()
    };
    chat.files.kept.send_modify(|kept| {
        let written = kept.get_mut(&(home.clone(), about.clone())).unwrap();
        *written = of_another(written);
    });
    let unknown = format!("{}{}", &token[..8], "f".repeat(24));
    for token in [token.as_str(), unknown.as_str(), "", "../x", "20261123/../r-web-days/removed0x"] {
        let (status, body) = chat.say_with("x", "c1", &[token.to_owned()]).await;
        assert_eq!((status, body["error"].is_string()), (StatusCode::GONE, true), "{token}");
    }
    assert!(chat.ears.heard().is_empty() && chat.log.entries().is_empty());
}

#[tokio::test]
async fn uploads_are_kept_for_a_day_and_bounded_on_each() {
    let chat = served().await;
    let token = chat.token("a.txt", "text/plain", b"milk".to_vec()).await;
    chat.clock.forward(chrono::TimeDelta::hours(24));
    let chat = chat.restarted().await;
    assert_eq!(chat.say_with("x", "c1", std::slice::from_ref(&token)).await.0, StatusCode::OK);
    let later = chat.token("b.txt", "text/plain", b"bread".to_vec()).await;
    chat.clock.forward(chrono::TimeDelta::hours(24));
    let chat = chat.restarted().await;
    chat.files.loses("r-web-20261123").await;
    assert_eq!(chat.say_with("x", "c2", std::slice::from_ref(&token)).await.0, StatusCode::GONE);
    let heard = chat.ears.hears(1).await;
    let (_, files) = sent(&heard[0].content);
    assert!(matches!(chat.web.download(&files[0], MOST_BYTES).await, Err(DownloadError::Gone(_))));
    assert_eq!(chat.say_with("x", "c3", &[later]).await.0, StatusCode::OK, "that of yesterday is there");

    for n in 0..2 * MOST_FILES_A_DAY {
        assert_eq!(chat.upload("x", "", vec![1]).await.0, StatusCode::OK, "{n}");
    }
    let (status, body) = chat.upload("x", "", vec![1]).await;
    assert_eq!((status, body["error"].as_str().unwrap().contains("tomorrow")), (StatusCode::TOO_MANY_REQUESTS, true));
    chat.clock.forward(chrono::TimeDelta::hours(24));
    assert_eq!(chat.upload("x", "", vec![1]).await.0, StatusCode::OK);
}

/// A message with a file of a ticket.
pub fn along(name: &str, bytes: u64) -> Message {
    let at = FileAt::Written { ticket: TicketId::new("t-hidden"), path: "out/hidden.html".into() };
    let file = Attached { name: name.into(), text: String::new(), at: Some(at), bytes };
    Message { file: Some(file), ..Message::lines(["#12"]) }
}

#[tokio::test]
async fn a_file_of_the_secretary_is_saved_unchanged_also_after_a_restart() {
    let chat = served().await;
    let (here, message) = (place(), along("Übersicht.html", 9));
    let bytes: Vec<u8> = (0..=255).cycle().take(70_000).collect();
    let sending = Posting { file: Some(&bytes), ..posting(&here, &message, "e1/0") };
    chat.files.broken.store(1, Ordering::SeqCst);
    assert!(matches!(chat.web.post(sending.clone()).await, Err(ChatError::Retry { .. })));
    assert!(chat.log.entries().is_empty(), "no message stands there without its file");
    for _ in 0..2 {
        assert_eq!(chat.web.post(sending.clone()).await.unwrap().id, "1");
    }
    let shown = chat.get("/api/messages").await["messages"][0].clone();
    let link = json!({ "name": "Übersicht.html", "bytes": 70_000, "url": "/api/files/1" });
    assert_eq!((&shown["message"]["file"], &shown["files"]), (&link, &json!([])));
    assert!(!shown.to_string().contains("hidden"), "no page needs to know where it lies: {shown}");

    chat.clock.forward(chrono::TimeDelta::days(90));
    let chat = chat.restarted().await;
    let answer = chat.load("/api/files/1").await;
    assert_eq!(answer.status(), StatusCode::OK);
    for (name, value) in [
        ("content-type", "application/octet-stream"),
        ("x-content-type-options", "nosniff"),
        ("content-disposition", "attachment; filename=\"_bersicht.html\"; filename*=UTF-8''%C3%9Cbersicht.html"),
    ] {
        assert_eq!(answer.headers()[name], value);
    }
    assert!(answer.bytes().await.unwrap() == bytes);

    chat.clock.forward(chrono::TimeDelta::days(1));
    let chat = chat.restarted().await;
    chat.files.loses("r-web-sent-20261123").await;
    chat.has_no("/api/files/1").await;
}

#[tokio::test]
async fn only_whoever_is_in_the_chat_gets_a_file_and_only_one_that_was_sent() {
    let parts = Parts::default();
    let (log, files) = (Arc::clone(&parts.log), Arc::clone(&parts.files));
    let chat = parts.serve(None, None).await;
    let (here, message) = (place(), along("a.bin", 9));
    chat.web.post(Posting { file: Some(b"bytes"), ..posting(&here, &message, "e1/0") }).await.unwrap();
    chat.web.post(posting(&here, &message, "e2/0")).await.unwrap();
    let text = Message { file: Some(Attached::text("report.md", "# x")), ..Message::default() };
    chat.web.post(posting(&here, &text, "e3/0")).await.unwrap();
    let upload = chat.token("mine.txt", "text/plain", b"mine".to_vec()).await;
    chat.say_with("x", "c1", &[upload]).await;
    let shown = chat.get("/api/messages").await;
    assert_eq!(shown["messages"][1]["message"]["file"], json!({ "name": "a.bin", "bytes": 9 }), "nothing to load");
    for path in ["2", "3", "4", "5", "0", "-1", "x", "9223372036854775807", "..%2f1"] {
        chat.has_no(&format!("/api/files/{path}")).await;
    }
    let elsewhere = chat.client.get(chat.url("/api/files/1")).header("Sec-Fetch-Site", "cross-site");
    assert_eq!(elsewhere.send().await.unwrap().status(), StatusCode::FORBIDDEN);
    assert_eq!(chat.load("/api/files/1").await.bytes().await.unwrap(), "bytes");
    let locked = Parts { log, files, ..Parts::default() }.serve(Some("hush-hush"), None).await;
    assert_eq!(locked.load("/api/files/1").await.status(), StatusCode::UNAUTHORIZED);
}
