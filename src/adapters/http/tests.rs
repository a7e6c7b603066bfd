//! Tests of the safe fetch with a tiny server, and with a listener that must never be reached.

use crate::adapters::http::*;
use crate::secretary::ids::PersonId;
use crate::secretary::policy::onward::Judged;
use crate::secretary::policy::{ApprovalPolicy, Mode};
use std::sync::atomic::{AtomicUsize, Ordering};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;

/// No rules, and nothing of anybody was read.
fn anywhere() -> Onward {
    let (person, mode) = (PersonId::new("p"), Mode::Manual);
    let leave = ApprovalPolicy {
        person,
        mode,
        rules: Vec::new(),
        read: Vec::new(),
        allowed_once: Vec::new(),
        words: Vec::new(),
    };
    Onward::judged(Judged { tool: "read_url".into(), leave, read: Vec::new(), made: false })
}

/// Serves the same raw answer to every request and counts connections.
#[allow(clippy::disallowed_methods, reason = "the server ends with the test")]
async fn serve(answer: impl Fn(&str) -> Vec<u8> + Send + Sync + 'static) -> (SocketAddr, Arc<AtomicUsize>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let addr = listener.local_addr().unwrap();
    let count = Arc::new(AtomicUsize::new(0));
    let counted = count.clone();
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            counted.fetch_add(1, Ordering::SeqCst);
            let mut request = Vec::new();
            let mut buffer = [0; 2048];
            while !request.windows(4).any(|w| w == b"\r\n\r\n") {
                match stream.read(&mut buffer).await {
                    Ok(n) if n > 0 => request.extend_from_slice(&buffer[..n]),
                    _ => break,
                }
            }
            let text = String::from_utf8_lossy(&request);
            let path = text.split(' ').nth(1).unwrap_or("/").to_owned();
            let _ = stream.write_all(&answer(&path)).await;
            let _ = stream.shutdown().await;
        }
    });
    (addr, count)
}

fn ok(kind: &str, body: &str) -> Vec<u8> {
    format!("HTTP/1.1 200 OK\r\nContent-Type: {kind}\r\nConnection: close\r\n\r\n{body}").into_bytes()
}

fn to(place: &str) -> Vec<u8> {
    format!("HTTP/1.1 302 Found\r\nLocation: {place}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n").into_bytes()
}

#[tokio::test]
async fn a_page_arrives_with_its_final_address() {
    let (addr, _) = serve(|path| match path {
        "/start" => to("/end"),
        _ => ok("text/html; charset=utf-8", "<p>größe</p>"),
    })
    .await;
    let page =
        SafeFetch::allowing(addr).unwrap().get(&format!("http://{addr}/start#x"), 1000, &anywhere()).await.unwrap();
    assert_eq!((page.status, page.content_type.as_str(), page.cut), (200, "text/html", false));
    assert_eq!((page.text.as_str(), page.url), ("<p>größe</p>", format!("http://{addr}/end")));
}

#[tokio::test]
async fn bodies_are_cut_also_after_decompression() {
    // 100 000 times "a", compressed with gzip.
    let bomb: Vec<u8> = {
        use base64::Engine as _;
        base64::engine::general_purpose::STANDARD.decode(GZIPPED).unwrap()
    };
    assert!(bomb.len() < 300);
    let (addr, _) = serve(move |_| {
        let mut answer =
            b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Encoding: gzip\r\nConnection: close\r\n\r\n"
                .to_vec();
        answer.extend_from_slice(&bomb);
        answer
    })
    .await;
    let page = SafeFetch::allowing(addr).unwrap().get(&format!("http://{addr}/"), 500, &anywhere()).await.unwrap();
    assert!(page.cut);
    assert_eq!(page.text, "a".repeat(500));
}

const GZIPPED: &str = "H4sIAAAAAAACA+3BMQEAAADCoKzrX8IaHkABAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAArwaH+uIboIYBAA==";

#[tokio::test]
async fn only_text_is_taken() {
    let (addr, _) = serve(|path| ok(if path == "/nul" { "text/plain" } else { "image/png" }, "a\0b")).await;
    let fetch = SafeFetch::allowing(addr).unwrap();
    for path in ["/nul", "/png"] {
        let result = fetch.get(&format!("http://{addr}{path}"), 100, &anywhere()).await;
        assert!(matches!(result, Err(FetchError::NotText(_))), "{result:?}");
    }
}

#[tokio::test]
async fn redirects_end() {
    let (addr, count) = serve(|_| to("/again")).await;
    let result = SafeFetch::allowing(addr).unwrap().get(&format!("http://{addr}/"), 100, &anywhere()).await;
    assert!(matches!(result, Err(FetchError::Unreachable(_))));
    assert_eq!(count.load(Ordering::SeqCst), MAX_REDIRECTS + 1);
}

#[tokio::test]
async fn who_does_not_answer_is_said_in_plain_words() {
    let addr = TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap();
    let result = SafeFetch::allowing(addr).unwrap().get(&format!("http://{addr}/"), 100, &anywhere()).await;
    assert_eq!(result.unwrap_err().to_string(), "the page could not be reached: nothing answers there");
}

#[tokio::test]
async fn silence_ends_too() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let addr = listener.local_addr().unwrap();
    let fetch = SafeFetch { total: Duration::from_millis(100), ..SafeFetch::allowing(addr).unwrap() };
    let result = fetch.get(&format!("http://{addr}/"), 100, &anywhere()).await;
    assert!(matches!(result, Err(FetchError::Unreachable(_))), "{result:?}");
}

/// Every way to write an address of this machine or its network, with the sentinel's port.
fn ways_in(port: u16) -> Vec<String> {
    [
        "127.0.0.1",
        "localhost",
        "LOCALHOST",
        "localhost.",
        "a.localhost",
        "127.1",
        "127.0.1",
        "2130706433",
        "0x7f000001",
        "0x7f.1",
        "0177.0.0.1",
        "017700000001",
        "127.0.0.1.",
        "0",
        "0.0.0.0",
        "[::]",
        "[::1]",
        "[::ffff:127.0.0.1]",
        "[::ffff:7f00:1]",
        "[::127.0.0.1]",
        "[64:ff9b::127.0.0.1]",
        "[64:ff9b:1::7f00:1]",
        "[2002:7f00:1::]",
        "127.0.0.1%2e",
        "１２７.０.０.１",
        "①②⑦.0.0.1",
        "10.0.0.1",
        "169.254.169.254",
        "[fd00:ec2::254]",
        "192.168.1.1",
        "[fe80::1]",
    ]
    .iter()
    .map(|host| format!("http://{host}:{port}/"))
    .collect()
}

#[tokio::test]
async fn forbidden_targets_are_never_connected_to() {
    let (sentinel, reached) = serve(|_| ok("text/plain", "secret")).await;
    let strict = SafeFetch::new().unwrap();
    let port = sentinel.port();
    let mut targets = ways_in(port);
    targets.extend([
        format!("http://user@127.0.0.1:{port}/"),
        format!("http://user:pass@example.org:{port}/"),
        format!("ftp://127.0.0.1:{port}/"),
        "file:///etc/passwd".into(),
        "gopher://127.0.0.1/".into(),
        "data:text/plain,hi".into(),
        "javascript:alert(1)".into(),
        String::new(),
        "http://".into(),
        format!("http://{}", "x".repeat(9000)),
    ]);
    for target in &targets {
        let result = strict.get(target, 100, &anywhere()).await;
        assert!(matches!(result, Err(FetchError::Forbidden(_))), "{target}: {result:?}");
        assert_eq!(strict.refuses(target), result.err(), "{target}: known before anything is looked up");
    }
    assert!(strict.refuses("http://example.org:22/").is_some());
    for fine in ["example.org", "http://example.org:8080/x", "https://1.1.1.1/"] {
        assert_eq!(strict.refuses(fine), None, "{fine}");
    }
    assert_eq!(reached.load(Ordering::SeqCst), 0);
}

#[tokio::test]
async fn redirects_to_forbidden_targets_are_never_followed() {
    let (sentinel, reached) = serve(|_| ok("text/plain", "secret")).await;
    let port = sentinel.port();
    let (addr, served) = serve(move |path| {
        let index: usize = path.trim_start_matches('/').parse().unwrap_or(0);
        to(&ways_in(port).into_iter().chain(["file:///etc/passwd".into()]).nth(index).unwrap_or_default())
    })
    .await;
    let fetch = SafeFetch::allowing(addr).unwrap();
    for index in 0..=ways_in(port).len() {
        let result = fetch.get(&format!("http://{addr}/{index}"), 100, &anywhere()).await;
        // An address nobody can read is refused as well, only under another name.
        assert!(result.is_err(), "{index}: {result:?}");
    }
    assert_eq!(reached.load(Ordering::SeqCst), 0);
    assert_eq!(served.load(Ordering::SeqCst), ways_in(port).len() + 1);
}

#[tokio::test]
async fn names_which_resolve_inside_are_never_connected_to() {
    let (sentinel, reached) = serve(|_| ok("text/plain", "secret")).await;
    for found in [vec![sentinel], vec!["93.184.216.34:0".parse().unwrap(), sentinel]] {
        let fetch = SafeFetch::over(None, Lookup::Fixed(found.clone()));
        let result = fetch.get(&format!("http://rebound.example:{}/", sentinel.port()), 100, &anywhere()).await;
        assert!(matches!(result, Err(FetchError::Forbidden(_))), "{result:?}");
        // The address allowed in tests is allowed as a literal only.
        let fetch = SafeFetch::over(Some(sentinel), Lookup::Fixed(found));
        assert!(fetch.get(&format!("http://rebound.example:{}/", sentinel.port()), 100, &anywhere()).await.is_err());
    }
    assert_eq!(reached.load(Ordering::SeqCst), 0);
}

#[tokio::test]
async fn only_the_one_allowed_address_is_open_in_tests() {
    let (allowed, _) = serve(|_| ok("text/plain", "open")).await;
    let (other, reached) = serve(|_| ok("text/plain", "closed")).await;
    let fetch = SafeFetch::allowing(allowed).unwrap();
    assert_eq!(fetch.get(&format!("http://{allowed}/"), 100, &anywhere()).await.unwrap().text, "open");
    assert!(fetch.get(&format!("http://{other}/"), 100, &anywhere()).await.is_err());
    assert_eq!(reached.load(Ordering::SeqCst), 0);
    assert!(SafeFetch::allowing("10.0.0.1:80".parse().unwrap()).is_err());
}
