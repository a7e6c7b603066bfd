//! Tests of the safe fetch with a tiny server, and with a listener that must never be reached.

use crate::adapters::http::*;
use std::sync::atomic::{AtomicUsize, Ordering};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;

/// Whether a request has come to its end.
fn is_whole(request: &str) -> bool {
    let Some((head, body)) = request.split_once("\r\n\r\n") else { return false };
    let head = head.to_lowercase();
    let length: Option<usize> = head.lines().find_map(|line| line.strip_prefix("content-length: ")?.parse().ok());
    body.len() >= length.unwrap_or(0)
}

/// Serves a raw answer to every request, which it is given whole, and counts connections.
#[allow(clippy::disallowed_methods, reason = "the server ends with the test")]
pub(crate) async fn serve(answer: impl Fn(&str) -> Vec<u8> + Send + Sync + 'static) -> (SocketAddr, Arc<AtomicUsize>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let addr = listener.local_addr().unwrap();
    let count = Arc::new(AtomicUsize::new(0));
    let counted = count.clone();
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            counted.fetch_add(1, Ordering::SeqCst);
            let mut request = String::new();
            let mut buffer = [0; 4096];
            while !is_whole(&request) {
                match stream.read(&mut buffer).await {
                    Ok(n) if n > 0 => request.push_str(&String::from_utf8_lossy(&buffer[..n])),
                    _ => break,
                }
            }
            let _ = stream.write_all(&answer(&request)).await;
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
    let end = |request: &str| {
        if request.starts_with("GET /end ") { ok("text/html; charset=utf-8", "<p>größe</p>") } else { to("/end") }
    };
    let (addr, _) = serve(end).await;
    let page = SafeFetch::allowing(addr)
        .unwrap()
        .get(&format!("http://{addr}/start#x"), 1000, &Onward::default())
        .await
        .unwrap();
    assert_eq!((page.status, page.content_type.as_str(), page.cut), (200, "text/html", false));
    assert_eq!((page.text.as_str(), page.url), ("<p>größe</p>", format!("http://{addr}/end")));
}

#[tokio::test]
async fn only_text_is_taken() {
    let (addr, _) = serve(|asked| ok(if asked.contains(" /nul ") { "text/plain" } else { "image/png" }, "a\0b")).await;
    let fetch = SafeFetch::allowing(addr).unwrap();
    for path in ["/nul", "/png"] {
        let result = fetch.get(&format!("http://{addr}{path}"), 100, &Onward::default()).await;
        assert!(matches!(result, Err(FetchError::NotText(_))), "{result:?}");
    }
}

#[tokio::test]
async fn who_does_not_answer_is_said_in_plain_words() {
    let addr = TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap();
    let result = SafeFetch::allowing(addr).unwrap().get(&format!("http://{addr}/"), 100, &Onward::default()).await;
    assert_eq!(result.unwrap_err().to_string(), "the page could not be reached: nothing answers there");
}

#[tokio::test]
async fn silence_ends_too() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let addr = listener.local_addr().unwrap();
    let fetch = SafeFetch { total: Duration::from_millis(100), ..SafeFetch::allowing(addr).unwrap() };
    let result = fetch.get(&format!("http://{addr}/"), 100, &Onward::default()).await;
    assert!(matches!(result, Err(FetchError::Unreachable(_))), "{result:?}");
}

/// What leads inside is attacked by the siege (`s07_ssrf`); here, that it is known beforehand.
#[tokio::test]
async fn forbidden_targets_are_known_before_anything_is_looked_up() {
    let strict = SafeFetch::new().unwrap();
    for target in [
        "http://127.0.0.1/",
        "http://127.0.0.1%2e/",
        "http://①②⑦.0.0.1/",
        "http://a.localhost/",
        "http://[64:ff9b::127.0.0.1]/",
        "http://user@127.0.0.1/",
        "http://user:pass@example.org/",
        "http://example.org:22/",
        "ftp://127.0.0.1/",
        "file:///etc/passwd",
        "data:text/plain,hi",
        "http://",
        "",
    ] {
        let result = strict.get(target, 100, &Onward::default()).await;
        assert!(matches!(result, Err(FetchError::Forbidden(_))), "{target}: {result:?}");
        assert_eq!(strict.refuses(target), result.err(), "{target}");
    }
    for fine in ["example.org", "http://example.org:8080/x", "https://1.1.1.1/"] {
        assert_eq!(strict.refuses(fine), None, "{fine}");
    }
}

/// Answers every name with one address.
struct Always(IpAddr);

impl Names for Always {
    fn addresses(&self, _: &str) -> Vec<IpAddr> {
        vec![self.0]
    }
}

#[tokio::test]
async fn the_address_allowed_in_tests_is_allowed_as_a_literal_only() {
    let (sentinel, reached) = serve(|_| ok("text/plain", "secret")).await;
    let names = Arc::new(Always(sentinel.ip()));
    let fetch = SafeFetch::over(Some(sentinel), Lookup::Told { public: IpAddr::from([127, 0, 0, 9]), names });
    let result = fetch.get(&format!("http://rebound.example:{}/", sentinel.port()), 100, &Onward::default()).await;
    assert!(matches!(result, Err(FetchError::Forbidden(_))), "{result:?}");
    assert_eq!(reached.load(Ordering::SeqCst), 0);
}

#[tokio::test]
async fn only_the_one_allowed_address_is_open_in_tests() {
    let (allowed, _) = serve(|_| ok("text/plain", "open")).await;
    let (other, reached) = serve(|_| ok("text/plain", "closed")).await;
    let fetch = SafeFetch::allowing(allowed).unwrap();
    assert_eq!(fetch.get(&format!("http://{allowed}/"), 100, &Onward::default()).await.unwrap().text, "open");
    assert!(fetch.get(&format!("http://{other}/"), 100, &Onward::default()).await.is_err());
    assert_eq!(reached.load(Ordering::SeqCst), 0);
    assert!(SafeFetch::allowing("10.0.0.1:80".parse().unwrap()).is_err());
}
