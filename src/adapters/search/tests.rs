//! Tests of the search services with a tiny server: what is sent, what is read, and that no key shows.

use crate::adapters::search::*;
use crate::ports::web::search::{Hit, Search};
use std::net::SocketAddr;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;
use tokio::sync::oneshot;

const KEY: &str = "sesame-4711";

/// Answers one request and hands out what was asked.
#[allow(clippy::disallowed_methods, reason = "the server ends with the test")]
async fn serve_once(status: &'static str, body: &'static str) -> (SocketAddr, oneshot::Receiver<String>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let addr = listener.local_addr().unwrap();
    let (tell, asked) = oneshot::channel();
    tokio::spawn(async move {
        let (mut stream, _) = listener.accept().await.unwrap();
        let mut request = String::new();
        let mut buffer = [0; 4096];
        loop {
            let n = stream.read(&mut buffer).await.unwrap();
            request.push_str(&String::from_utf8_lossy(&buffer[..n]));
            let wanted = request.split_once("\r\n\r\n").map(|(head, body)| {
                let length = head
                    .to_lowercase()
                    .split_once("content-length: ")
                    .and_then(|(_, l)| l.split("\r\n").next().and_then(|l| l.parse::<usize>().ok()));
                body.len() >= length.unwrap_or(0)
            });
            if n == 0 || wanted == Some(true) {
                break;
            }
        }
        let answer = format!("HTTP/1.1 {status}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}", body.len());
        stream.write_all(answer.as_bytes()).await.unwrap();
        let _ = tell.send(request);
    });
    (addr, asked)
}

fn hit() -> Vec<Hit> {
    vec![Hit { title: "A & B".into(), url: "https://e.org/".into(), snippet: "some words 1 < 2".into() }]
}

#[tokio::test]
async fn searxng_is_asked_for_json() {
    let (addr, asked) = serve_once(
        "200 OK",
        r#"{"results":[{"url":"https://e.org/","title":"A &amp; B","content":"some <b>words</b> 1 < 2"},{"url":"x"}]}"#,
    )
    .await;
    let hits = SearXng::new(&format!("http://{addr}/sx/")).unwrap().search("a b&c", 1).await.unwrap();
    assert_eq!(hits, hit());
    assert!(asked.await.unwrap().starts_with("GET /sx/search?q=a+b%26c&format=json HTTP/1.1"));
}

#[tokio::test]
async fn brave_gets_its_key_in_a_header() {
    let (addr, asked) = serve_once(
        "200 OK",
        r#"{"web":{"results":[{"url":"https://e.org/","title":"A &amp; B","description":"some <strong>words</strong> 1 < 2"}]}}"#,
    )
    .await;
    let hits = Brave::at(&format!("http://{addr}"), KEY).unwrap().search("q", 5).await.unwrap();
    assert_eq!(hits, hit());
    let asked = asked.await.unwrap();
    assert!(asked.starts_with("GET /res/v1/web/search?q=q&count=5 "));
    assert!(asked.to_lowercase().contains("x-subscription-token: sesame-4711\r\n"));
}

#[tokio::test]
async fn tavily_gets_its_key_as_a_bearer() {
    let (addr, asked) =
        serve_once("200 OK", r#"{"results":[{"url":"https://e.org/","title":"A & B","content":"some words 1 < 2"}]}"#)
            .await;
    let hits = Tavily::at(&format!("http://{addr}"), KEY).unwrap().search("q", 5).await.unwrap();
    assert_eq!(hits, hit());
    let asked = asked.await.unwrap();
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
        let (addr, _asked) = serve_once(status, body).await;
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
