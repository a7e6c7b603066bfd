//! The overview of the web chat: its shape, who asks for it, and what it says when it cannot be read.

use super::doubles::{Parts, read, served};
use reqwest::{Method, StatusCode};
use secretary::adapters::web::place;
use secretary::ports::web::overview::Section;
use secretary::secretary::message::{Block, Message};
use serde_json::json;
use std::sync::atomic::Ordering;

#[tokio::test]
async fn the_overview_holds_finished_messages_without_invisible_tricks() {
    let chat = served().await;
    let row = |cells: [&str; 2]| cells.map(str::to_owned).to_vec();
    let mut flow = Message::lines(["1. <img src=x>\u{202e}gpj.exe"]);
    flow.blocks.push(Block::Table(vec![row(["key", "price"]), row(["a", "7\u{200b}"])]));
    let sections = vec![
        Section { title: "Schedules".to_owned(), items: vec![Message::lines(["Nothing runs by the clock yet."])] },
        Section { title: "Flows".to_owned(), items: vec![flow] },
    ];
    *chat.overview.sections.lock().unwrap() = sections;
    let shown = chat.get("/api/overview").await;
    let wanted = [json!("Schedules"), json!("Flows")];
    assert_eq!([shown["sections"][0]["title"].clone(), shown["sections"][1]["title"].clone()], wanted);
    let blocks = &shown["sections"][1]["items"][0]["blocks"];
    assert_eq!(blocks[0], json!({ "Line": [{ "Text": "1. <img src=x>gpj.exe" }] }));
    assert_eq!(blocks[1], json!({ "Table": [["key", "price"], ["a", "7"]] }));
    let askers = chat.overview.askers.lock().unwrap().clone();
    assert_eq!((&askers[0].place, askers[0].sender.user.as_str()), (&place(), "local"));
    assert!(chat.ears.heard().is_empty(), "who only looks has said nothing");
    assert_eq!(chat.get("/api/commands").await["overview"], true);
}

#[tokio::test]
async fn an_overview_that_cannot_be_read_says_so_and_works_again() {
    let chat = served().await;
    chat.overview.broken.store(1, Ordering::SeqCst);
    let (status, body) = read(chat.ask(Method::GET, "/api/overview").send().await.unwrap()).await;
    assert_eq!(status, StatusCode::SERVICE_UNAVAILABLE);
    assert!(body["error"].as_str().unwrap().contains("Please try again."), "{body}");
    assert_eq!(chat.get("/api/overview").await, json!({ "sections": [] }));
}

#[tokio::test]
async fn what_goes_on_is_told_to_nobody_without_the_password() {
    let chat = Parts::default().serve(Some("open sesame"), None).await;
    let (status, _) = read(chat.ask(Method::GET, "/api/overview").send().await.unwrap()).await;
    assert_eq!(status, StatusCode::UNAUTHORIZED);
    assert!(chat.overview.askers.lock().unwrap().is_empty());
    let login = chat.ask(Method::POST, "/login").body("password=open+sesame").send().await.unwrap();
    let cookie = login.headers()["set-cookie"].to_str().unwrap().split(';').next().unwrap().to_owned();
    let inside = chat.ask(Method::GET, "/api/overview").header("Cookie", cookie).send().await.unwrap();
    assert_eq!(inside.status(), StatusCode::OK);
}
