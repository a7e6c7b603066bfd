//! The pages for those who watch over the program: who may read them, and what stays refused.

use super::doubles::{Parts, Served};
use async_trait::async_trait;
use axum::http::StatusCode;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use reqwest::header::{AUTHORIZATION, HOST, RETRY_AFTER, WWW_AUTHENTICATE};
use secretary::adapters::web::Health;
use secretary::ports::watch::Watch;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A program in a state of one's choice.
#[derive(Default)]
struct Dial {
    leaving: AtomicBool,
    trouble: AtomicBool,
}

#[async_trait]
impl Watch for Dial {
    fn leaving(&self) -> bool {
        self.leaving.load(Ordering::SeqCst)
    }

    async fn unready(&self) -> Vec<String> {
        let reasons = ["telegram: it\nis starting".to_owned(), "database: the disk is full".to_owned()];
        if self.trouble.load(Ordering::SeqCst) { reasons.to_vec() } else { Vec::new() }
    }

    async fn figures(&self) -> String {
        "# TYPE a gauge\na 1\n".to_owned()
    }
}

async fn watched(password: Option<&str>, token: Option<&str>) -> (Served, Arc<Dial>) {
    let dial = Arc::new(Dial::default());
    let watch: Arc<dyn Watch> = dial.clone();
    (Parts::default().serve_watched(password, Some((watch, token))).await, dial)
}

/// A request as a machine sends it: no cookie, no origin. With an empty `key`, none.
async fn asks(chat: &Served, path: &str, key: &str) -> (StatusCode, String) {
    let mut asked = chat.client.get(chat.url(path));
    if !key.is_empty() {
        asked = asked.header(AUTHORIZATION, key);
    }
    let answer = asked.send().await.unwrap();
    (answer.status(), answer.text().await.unwrap())
}

fn basic(name: &str, password: &str) -> String {
    format!("Basic {}", STANDARD.encode(format!("{name}:{password}")))
}

#[tokio::test]
async fn it_lives_and_is_ready_or_says_why_not_line_by_line() {
    let (chat, dial) = watched(Some("hush-hush"), None).await;
    assert_eq!(asks(&chat, "/healthz", "").await, (StatusCode::OK, "alive\n".to_owned()));
    assert_eq!(asks(&chat, "/readyz", "").await, (StatusCode::OK, "ready\n".to_owned()));
    dial.trouble.store(true, Ordering::SeqCst);
    let lines = "telegram: it is starting\ndatabase: the disk is full\n".to_owned();
    assert_eq!(asks(&chat, "/readyz", "").await, (StatusCode::SERVICE_UNAVAILABLE, lines));
    assert_eq!(asks(&chat, "/healthz", "").await.0, StatusCode::OK, "it lives all the same");
}

#[tokio::test]
async fn without_a_password_the_figures_are_open_to_this_machine_and_to_no_page_of_others() {
    let (chat, _) = watched(None, None).await;
    assert_eq!(asks(&chat, "/metrics", "").await, (StatusCode::OK, "# TYPE a gauge\na 1\n".to_owned()));
    for path in ["/metrics", "/readyz", "/healthz"] {
        let rebound = chat.client.get(chat.url(path)).header(HOST, "evil.example:8787").send().await.unwrap();
        assert_eq!(rebound.status(), StatusCode::MISDIRECTED_REQUEST, "{path}");
        let foreign = chat.client.get(chat.url(path)).header("origin", "http://evil.example").send().await.unwrap();
        assert_eq!(foreign.status(), StatusCode::FORBIDDEN, "{path}");
        let written = chat.client.post(chat.url(path)).send().await.unwrap();
        assert_eq!(written.status(), StatusCode::FORBIDDEN, "{path}");
    }
}

#[tokio::test]
async fn with_a_password_the_figures_need_it() {
    let (chat, _) = watched(Some("hush-hush"), None).await;
    let bare = chat.client.get(chat.url("/metrics")).send().await.unwrap();
    assert_eq!(bare.status(), StatusCode::UNAUTHORIZED);
    assert_eq!(bare.headers()[WWW_AUTHENTICATE], "Basic realm=\"secretary\"");
    for wrong in [basic("x", "hush"), "Bearer hush-hush".to_owned(), "Basic !".to_owned(), basic("hush-hush", "")] {
        assert_eq!(asks(&chat, "/metrics", &wrong).await.0, StatusCode::UNAUTHORIZED, "{wrong}");
    }
    assert_eq!(asks(&chat, "/metrics", &basic("prometheus", "hush-hush")).await.0, StatusCode::OK);
    // Who has the key is no page in a browser: it may call the machine by any name.
    let named = chat.client.get(chat.url("/metrics")).header(HOST, "secretary:8787");
    let named = named.header(AUTHORIZATION, basic("", "hush-hush")).send().await.unwrap();
    assert_eq!(named.status(), StatusCode::OK);
    // The key of the figures opens nothing else.
    let other = chat.client.get(chat.url("/api/messages")).header(AUTHORIZATION, basic("", "hush-hush"));
    assert_eq!(other.send().await.unwrap().status(), StatusCode::UNAUTHORIZED);
    // Somebody who has logged in may look at them, too.
    let entered = chat.ask(reqwest::Method::POST, "/login").body("password=hush-hush");
    let entered = entered.header("content-type", "application/x-www-form-urlencoded").send().await.unwrap();
    let cookie = entered.headers()["set-cookie"].to_str().unwrap().split(';').next().unwrap().to_owned();
    let seen = chat.ask(reqwest::Method::GET, "/metrics").header("cookie", cookie).send().await.unwrap();
    assert_eq!(seen.status(), StatusCode::OK);
}

#[tokio::test]
async fn a_token_of_their_own_takes_the_place_of_the_password() {
    for password in [None, Some("hush-hush")] {
        let (chat, _) = watched(password, Some("a-word-for-the-scraper")).await;
        let bare = chat.client.get(chat.url("/metrics")).send().await.unwrap();
        assert_eq!(
            (bare.status(), bare.headers()[WWW_AUTHENTICATE].as_bytes()),
            (StatusCode::UNAUTHORIZED, &b"Bearer"[..])
        );
        assert_eq!(asks(&chat, "/metrics", &basic("", "hush-hush")).await.0, StatusCode::UNAUTHORIZED);
        assert_eq!(asks(&chat, "/metrics", "bearer a-word-for-the-scraper").await.0, StatusCode::OK);
        assert_eq!(asks(&chat, "/readyz", "").await.0, StatusCode::OK);
    }
}

#[tokio::test]
async fn guessing_the_key_is_slow_and_locks_nobody_out_of_the_chat() {
    let (chat, _) = watched(Some("hush-hush"), None).await;
    for _ in 0..10 {
        assert_eq!(asks(&chat, "/metrics", &basic("", "guess")).await.0, StatusCode::UNAUTHORIZED);
    }
    assert_eq!(asks(&chat, "/metrics", &basic("", "hush-hush")).await.0, StatusCode::TOO_MANY_REQUESTS);
    let entered = chat.ask(reqwest::Method::POST, "/login").body("password=hush-hush");
    let entered = entered.header("content-type", "application/x-www-form-urlencoded").send().await.unwrap();
    assert_eq!(entered.status(), StatusCode::SEE_OTHER);
    chat.clock.forward(chrono::TimeDelta::seconds(61));
    assert_eq!(asks(&chat, "/metrics", &basic("", "hush-hush")).await.0, StatusCode::OK);
}

#[tokio::test]
async fn on_the_way_out_nothing_is_taken_in_and_one_may_still_look() {
    let (chat, dial) = watched(None, None).await;
    dial.leaving.store(true, Ordering::SeqCst);
    dial.trouble.store(true, Ordering::SeqCst);
    let said = chat.ask(reqwest::Method::POST, "/api/say").json(&serde_json::json!({"text": "hello", "id": "a"}));
    let said = said.send().await.unwrap();
    assert_eq!((said.status(), &said.headers()[RETRY_AFTER]), (StatusCode::SERVICE_UNAVAILABLE, &"2".parse().unwrap()));
    assert!(said.text().await.unwrap().contains("Nothing is lost"));
    assert!(chat.ears.heard().is_empty() && chat.log.entries().is_empty());
    assert_eq!(asks(&chat, "/readyz", "").await.0, StatusCode::SERVICE_UNAVAILABLE);
    assert_eq!(asks(&chat, "/healthz", "").await.0, StatusCode::OK);
    assert_eq!(asks(&chat, "/metrics", "").await.0, StatusCode::OK);
}

/// The pages of health at an address of their own; gives it.
async fn by_themselves(token: Option<&'static str>) -> String {
    let _ = rustls::crypto::ring::default_provider().install_default();
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    let pages = Health::new(Arc::new(Dial::default()), token, Parts::default().clock);
    tokio::spawn(pages.serve(listener, tokio_util::sync::CancellationToken::new()));
    url
}

#[tokio::test]
async fn a_process_without_the_chat_has_the_pages_of_health_at_an_address_of_their_own() {
    let url = by_themselves(None).await;
    let client = reqwest::Client::builder().no_proxy().build().unwrap();
    for (path, expected) in [("/healthz", "alive\n"), ("/readyz", "ready\n"), ("/metrics", "# TYPE a gauge\na 1\n")] {
        let answer = client.get(format!("{url}{path}")).send().await.unwrap();
        assert_eq!((answer.status(), answer.text().await.unwrap().as_str()), (StatusCode::OK, expected), "{path}");
    }
    let rebound = client.get(format!("{url}/metrics")).header(HOST, "evil.example").send().await.unwrap();
    assert_eq!(rebound.status(), StatusCode::MISDIRECTED_REQUEST);
    let chat = client.get(&url).send().await.unwrap();
    assert_eq!(chat.status(), StatusCode::NOT_FOUND);
    assert!(chat.text().await.unwrap().contains("The web chat is at WEB_ADDR."));
}

#[tokio::test]
async fn figures_at_an_address_of_their_own_need_the_token_where_there_is_one() {
    let url = by_themselves(Some("canary-0123456789")).await;
    let client = reqwest::Client::builder().no_proxy().build().unwrap();
    let asks = async |key: &str| {
        let asked = client.get(format!("{url}/metrics")).header(HOST, "scraped.example").header(AUTHORIZATION, key);
        asked.send().await.unwrap().status()
    };
    assert_eq!(asks("Bearer canary-0123456789").await, StatusCode::OK);
    assert_eq!(asks("Bearer canary").await, StatusCode::UNAUTHORIZED);
    assert_eq!(
        asks(&basic("any", "canary-0123456789")).await,
        StatusCode::UNAUTHORIZED,
        "no password is asked for here"
    );
    assert_eq!(client.get(format!("{url}/metrics")).send().await.unwrap().status(), StatusCode::UNAUTHORIZED);
}
