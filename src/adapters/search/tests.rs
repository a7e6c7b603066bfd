//! Tests of the search services with a tiny server: what is sent, what is read, and that no key shows.

use crate::adapters::http::tests::serve;
use crate::adapters::search::*;
use crate::ports::web::search::{Hit, Search};
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use tokio::net::TcpListener;

const KEY: &str = "sesame-4711";

/// Gives this answer to each request, and keeps what was asked last.
async fn answering(status: &str, body: &str) -> (SocketAddr, Arc<Mutex<String>>) {
    let answer = format!("HTTP/1.1 {status}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}", body.len());
    let asked = Arc::new(Mutex::new(String::new()));
    let kept = asked.clone();
    let (addr, _) = serve(move |request| {
        *kept.lock().unwrap() = request.to_owned();
        answer.clone().into_bytes()
    })
    .await;
    (addr, asked)
}

fn hit() -> Vec<Hit> {
    vec![Hit { title: "A & B".into(), url: "https://e.org/".into(), snippet: "some words 1 < 2".into() }]
}

#[tokio::test]
async fn searxng_is_asked_for_json() {
    let (addr, asked) = answering(
        "200 OK",
        r#"{"results":[{"url":"https://e.org/","title":"A &amp; B","content":"some <b>words</b> 1 < 2"},{"url":"x"}]}"#,
    )
    .await;
    let hits = SearXng::new(&format!("http://{addr}/sx/")).unwrap().search("a b&c", 1).await.unwrap();
    assert_eq!(hits, hit());
    assert!(asked.lock().unwrap().starts_with("GET /sx/search?q=a+b%26c&format=json HTTP/1.1"));
}

#[tokio::test]
async fn brave_gets_its_key_in_a_header() {
    let (addr, asked) = answering(
        "200 OK",
        r#"{"web":{"results":[{"url":"https://e.org/","title":"A &amp; B","description":"some <strong>words</strong> 1 < 2"}]}}"#,
    )
    .await;
    let hits = Brave::at(&format!("http://{addr}"), KEY).unwrap().search("q", 5).await.unwrap();
    assert_eq!(hits, hit());
    let asked = asked.lock().unwrap().clone();
    assert!(asked.starts_with("GET /res/v1/web/search?q=q&count=5 "));
    assert!(asked.to_lowercase().contains("x-subscription-token: sesame-4711\r\n"));
}

#[tokio::test]
async fn tavily_gets_its_key_as_a_bearer() {
    let (addr, asked) =
        answering("200 OK", r#"{"results":[{"url":"https://e.org/","title":"A & B","content":"some words 1 < 2"}]}"#)
            .await;
    let hits = Tavily::at(&format!("http://{addr}"), KEY).unwrap().search("q", 5).await.unwrap();
    assert_eq!(hits, hit());
    let asked = asked.lock().unwrap().clone();
    assert!(asked.starts_with("POST /search "));
    assert!(asked.to_lowercase().contains("authorization: bearer sesame-4711\r\n"));
    assert!(asked.contains(r#""max_results":5"#) && asked.contains(r#""query":"q""#));
}

#[tokio::test]
async fn failures_say_what_to_do_and_never_the_key() {
    for (status, body, word) in [
        ("403 Forbidden", "sesame-4711", "403"),
        ("429 Too Many Requests", "", "no more searches"),
        ("500 Oops", "sesame-4711", "500"),
        ("302 Found", "", "302"),
        ("200 OK", "sesame-4711", "something other"),
    ] {
        let (addr, _asked) = answering(status, body).await;
        let service = Brave::at(&format!("http://{addr}"), KEY).unwrap();
        let error = service.search("q", 5).await.unwrap_err();
        assert!(error.to_string().contains(word), "{error}");
        assert!(!format!("{error} {error:?} {service:?}").contains(KEY));
    }
    let closed = TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap();
    let service = SearXng::new(&format!("http://u:{KEY}@{closed}")).unwrap();
    let error = service.search("q", 5).await.unwrap_err();
    assert!(!format!("{error} {error:?} {service:?}").contains(KEY));
    assert!(!format!("{:?}", Tavily::new(KEY).unwrap()).contains(KEY));
    assert!(SearXng::new("ftp://x").is_err() && SearXng::new("").is_err());
}
