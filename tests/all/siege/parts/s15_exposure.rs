//! Other pages in the visitor's browser, names that somebody points at this machine, forms sent from elsewhere,
//! WebSockets, and tokens in addresses, against the web chat and the pages of health, with and without a password. Who may
//! change or read what is written down here once more, by the sending browser's rules.

use crate::adapter_contract::web::doubles::{Parts, Served};
use crate::siege::{Chance, Siege, one_of, raw, status};
use async_trait::async_trait;
use secretary::config::Config;
use secretary::ports::chat::{Chat, Posting};
use secretary::ports::watch::Watch;
use secretary::ports::web::overview::Section;
use secretary::secretary::message::Message;
use std::sync::Arc;

/// Requests in full.
const REQUESTS: usize = 10_000;
const PASSWORD: &str = "a-long-and-private-phrase";
const TOKEN: &str = "a-long-random-word-for-the-scraper";
/// A word of the chat, one of the figures.
const SAID: &str = "zebrafinch";
const FIGURE: &str = "secretary_goldcrest_total";

struct Quiet;

#[async_trait]
impl Watch for Quiet {
    fn leaving(&self) -> bool {
        false
    }

    async fn unready(&self) -> Vec<String> {
        Vec::new()
    }

    async fn figures(&self) -> String {
        format!("{FIGURE} 1\n")
    }
}

/// A web chat in which something was said and goes on, and who logged in.
struct Site {
    served: Served,
    locked: bool,
    keyed: bool,
    cookie: String,
}

async fn site(locked: bool, keyed: bool) -> Site {
    let watch: Arc<dyn Watch> = Arc::new(Quiet);
    let password = locked.then_some(PASSWORD);
    let served = Parts::default().serve_watched(password, Some((watch, keyed.then_some(TOKEN)))).await;
    let place = secretary::adapters::web::place();
    let message = Message::lines([SAID]);
    let post = Posting {
        to: &place,
        message: &message,
        part: 0,
        key: "k",
        reply_to: None,
        handle: None,
        unclear_since: None,
        file: None,
        people: &[],
    };
    served.web.post(post).await.unwrap();
    let section = Section { title: SAID.to_owned(), items: Vec::new() };
    served.overview.sections.lock().unwrap().push(section);
    let own = served.addr;
    let form = format!("password={PASSWORD}");
    let login = format!(
        "POST /login HTTP/1.1\r\nHost: {own}\r\nOrigin: http://{own}\r\nConnection: close\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: {}\r\n\r\n{form}",
        form.len()
    );
    let answer = raw(own, login.as_bytes()).await;
    let cookie =
        answer.lines().find_map(|line| line.to_lowercase().starts_with("set-cookie: ").then(|| line[12..].to_owned()));
    let cookie = cookie.and_then(|line| line.split(';').next().map(str::to_owned)).unwrap_or_default();
    assert_eq!(cookie.is_empty(), !locked, "{answer}");
    Site { served, locked, keyed, cookie }
}

/// One request, as a browser or somebody by hand sends it.
#[derive(Debug)]
struct Ask {
    method: &'static str,
    path: String,
    host: String,
    origin: Option<String>,
    site: Option<&'static str>,
    cookie: Option<String>,
    authorization: Option<String>,
    websocket: bool,
    body: String,
}

fn made(chance: &mut Chance, site: &Site, n: u64) -> Ask {
    let (own, port) = (site.served.addr.to_string(), site.served.addr.port());
    let paths = [
        "/api/say",
        "/api/press",
        "/api/form",
        "/api/messages",
        "/api/commands",
        "/api/overview",
        "/api/events",
        "/login",
        "/logout",
        "/",
        "/app.js",
        "/metrics",
        "/healthz",
        "/readyz",
        "/nothing",
    ];
    let mut path = one_of(chance, &paths).to_string();
    let changes = ["/api/say", "/api/press", "/api/form", "/login", "/logout"].contains(&path.as_str());
    let method = if changes && chance.percent(80) {
        "POST"
    } else {
        *one_of(chance, &["GET", "GET", "POST", "PUT", "DELETE", "OPTIONS", "HEAD"])
    };
    if chance.percent(25) {
        // Whoever puts a token where logs and histories keep it.
        let secret = site.cookie.split('=').nth(1).unwrap_or("x");
        let query = [
            format!("token={TOKEN}"),
            format!("password={PASSWORD}"),
            format!("secretary_session={secret}"),
            format!("session={secret}"),
            format!("access_token={TOKEN}"),
            format!("authorization=Bearer%20{TOKEN}"),
        ];
        path = format!("{path}?{}", one_of(chance, &query));
    }
    let hosts = [
        "evil.example",
        "localhost.evil.example",
        "127.0.0.1.nip.io",
        "bot.example.org",
        "0.0.0.0",
        "192.168.1.5",
        "[::]",
        "127.1",
        "localhost.",
        "user@127.0.0.1",
    ];
    let host = match chance.below(10) {
        0..=5 => own.clone(),
        6 => format!("localhost:{port}"),
        7 => format!("{}:{}", one_of(chance, &["127.0.0.1", "localhost"]), 1 + chance.below(60_000)),
        _ => format!("{}:{port}", one_of(chance, &hosts)),
    };
    let origin = match chance.below(10) {
        0..=3 => Some(format!("http://{host}")),
        4 => None,
        5 => Some("null".to_owned()),
        6 => Some(format!("https://{host}")),
        7 => Some(format!("http://{host}.evil.example")),
        8 => Some(format!("http://127.0.0.1:{}", 1 + chance.below(60_000))),
        _ => Some("https://evil.example".to_owned()),
    };
    let fetch = *one_of(
        chance,
        &[None, None, Some("same-origin"), Some("same-site"), Some("cross-site"), Some("none"), Some("other")],
    );
    let cookie = match chance.below(6) {
        0 | 1 => None,
        2 => Some(format!("secretary_session={}", chance.word())),
        3 => Some(site.cookie.to_uppercase()),
        _ => Some(site.cookie.clone()),
    };
    let authorization = match chance.below(8) {
        0 => Some(format!("Bearer {}", chance.word())),
        1 => Some("Bearer ".to_owned()),
        2 => Some(format!("Basic {TOKEN}")),
        _ => None,
    };
    let body = match path.as_str() {
        "/api/press" => format!("{{\"data\":\"1.t.0\",\"message\":1,\"id\":\"p{n}\"}}"),
        "/api/form" => format!("{{\"data\":\"1.t.0\",\"text\":\"x\",\"id\":\"f{n}\"}}"),
        _ => format!("{{\"text\":\"let me in\",\"id\":\"s{n}\"}}"),
    };
    Ask { method, path, host, origin, site: fetch, cookie, authorization, websocket: chance.percent(15), body }
}

/// The rules once more: whether a request may change or read anything of the chat.
fn may(ask: &Ask, site: &Site) -> bool {
    let port = site.served.addr.port();
    let home = [format!("127.0.0.1:{port}"), format!("localhost:{port}"), format!("[::1]:{port}")];
    let ours = home.contains(&ask.host);
    let reading = ["GET", "HEAD"].contains(&ask.method);
    let same = ask.origin.as_ref().is_some_and(|origin| *origin == format!("http://{}", ask.host));
    let from_us = match ask.site {
        None | Some("same-origin") => true,
        Some("none") => reading,
        Some(_) => false,
    };
    let session = !site.locked || ask.cookie.as_ref().is_some_and(|cookie| *cookie == site.cookie);
    ours && session && from_us && (same || (reading && ask.origin.is_none()))
}

async fn besieged(siege: &mut Siege, site: &Site, seed: u64) {
    let mut chance = Chance::of(seed);
    let ask = made(&mut chance, site, seed);
    let mut request = format!("{} {} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n", ask.method, ask.path, ask.host);
    if ask.websocket {
        request = request.replace("Connection: close", "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==");
    }
    let mut add = |name: &str, value: Option<&str>| {
        if let Some(value) = value {
            request.push_str(&format!("{name}: {value}\r\n"));
        }
    };
    add("Origin", ask.origin.as_deref());
    add("Sec-Fetch-Site", ask.site);
    add("Cookie", ask.cookie.as_deref().filter(|cookie| !cookie.is_empty()));
    add("Authorization", ask.authorization.as_deref());
    if !["GET", "HEAD", "OPTIONS"].contains(&ask.method) {
        request.push_str(&format!(
            "Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{}",
            ask.body.len(),
            ask.body
        ));
    } else {
        request.push_str("\r\n");
    }
    let before = site.served.ears.heard().len();
    // An open stream of events, or a connection somebody wants to change, ends when its first words are read.
    let answer = if ask.path.starts_with("/api/events") || ask.websocket {
        beginning(site, &request).await
    } else {
        raw(site.served.addr, request.as_bytes()).await
    };
    let heard = site.served.ears.heard().len() - before;
    let small = answer.to_lowercase();
    let told = answer.contains(SAID);
    let figures = answer.contains(FIGURE);
    let allowed = may(&ask, site);
    let key = site.keyed || site.locked;
    let whole = status(&answer) != 0
        && (allowed || (heard == 0 && !told))
        && !(figures && key && !(allowed && site.locked))
        && status(&answer) != 101
        && !small.contains("access-control-allow")
        && !small.lines().any(|line| {
            line.starts_with("location:") && (line.contains("token") || line.contains("session") || line.contains('?'))
        })
        && !answer.contains(PASSWORD)
        && !answer.contains(TOKEN);
    siege.judge(seed, whole, || {
        format!("{ask:?}\nallowed: {allowed}, heard {heard}, told {told}, figures {figures}\n{answer:.600}")
    });
}

async fn beginning(site: &Site, request: &str) -> String {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    let mut stream = tokio::net::TcpStream::connect(site.served.addr).await.unwrap();
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut said = Vec::new();
    let mut buffer = [0; 4096];
    while !said.windows(4).any(|w| w == b"\r\n\r\n") {
        match tokio::time::timeout(crate::siege::ANSWER, stream.read(&mut buffer)).await {
            Ok(Ok(n)) if n > 0 => said.extend_from_slice(&buffer[..n]),
            _ => break,
        }
    }
    String::from_utf8_lossy(&said).into_owned()
}

/// A chat with and without a password, with and without a key for its figures.
async fn all_sites() -> [Site; 4] {
    [site(false, false).await, site(true, false).await, site(true, true).await, site(false, true).await]
}

#[tokio::test]
async fn no_other_page_changes_or_reads_anything() {
    let mut siege = Siege::of("s15");
    let mut sites = all_sites().await;
    let mut allowed = 0;
    for (n, seed) in Siege::seeds(REQUESTS).into_iter().enumerate() {
        // Whoever logs in for the sixty-fourth time ends the first session, which is the page's own.
        if n > 0 && n % 400 == 0 {
            sites = all_sites().await;
        }
        let site = &sites[usize::try_from(seed % 4).unwrap()];
        allowed += usize::from(may(&made(&mut Chance::of(seed), site, seed), site));
        besieged(&mut siege, site, seed).await;
    }
    println!("s15: {allowed} of these were the page's own");
    // The page itself gets in: what is refused is what is foreign.
    for site in &sites {
        let own = site.served.addr;
        let body = "{\"text\":\"hello\",\"id\":\"own\"}";
        let request = format!(
            "POST /api/say HTTP/1.1\r\nHost: {own}\r\nOrigin: http://{own}\r\nConnection: close\r\nCookie: {}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            site.cookie,
            body.len()
        );
        let answer = raw(own, request.as_bytes()).await;
        assert_eq!(status(&answer), 200, "{answer}");
    }
    siege.holds("requests from elsewhere", "that changed or read anything");
}

#[test]
fn whoever_sets_nothing_listens_to_this_machine_alone() {
    let config = Config::from_env(&|_| None).unwrap();
    assert!(config.web.addr.ip().is_loopback() && config.web.health_addr.is_none(), "{:?}", config.web);
}
