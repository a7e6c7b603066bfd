//! Addresses that lead inside, in every notation, straight, behind redirects and behind names that change their
//! answer, against the fetch that opens people's links. Listeners wait on this machine's own addresses at the
//! attacked port. The rule of what is inside is written once more in `targets`, from the registries and not from the code.

mod targets;

use crate::siege::{Chance, Siege, one_of};
use secretary::adapters::http::{Names, SafeFetch};
use secretary::ports::web::fetch::{Fetch, FetchError};
use secretary::secretary::ids::PersonId;
use secretary::secretary::policy::onward::{Judged, Onward};
use secretary::secretary::policy::{ApprovalPolicy, Mode, Rule, Then};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use targets::{any_inside, straight};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

/// Targets behind redirects and names in full; the straight ones are all tried each time.
const ROUNDABOUT: usize = 4_000;
/// Stands for the public internet.
const PUBLIC: IpAddr = IpAddr::V4(Ipv4Addr::new(127, 0, 0, 9));
/// Says the address of a proxy to the process that asks a page with it in its environment.
const PAGE: &str = "SIEGE_PAGE";

/// Listeners at every address of this machine that is not the public one; each counts who comes.
struct Sentinels {
    port: u16,
    came: Arc<AtomicUsize>,
}

/// A server at the public address: what it answers to a path, and what it was asked.
struct Outside {
    asked: Arc<Mutex<Vec<String>>>,
    answers: Arc<Mutex<String>>,
}

async fn stand() -> (Sentinels, Outside) {
    for _ in 0..50 {
        let public = TcpListener::bind(SocketAddr::new(PUBLIC, 0)).await.unwrap();
        let port = public.local_addr().unwrap().port();
        let inside = ["127.0.0.1", "127.0.0.2", "127.255.255.254", "::1"];
        let mut listeners = Vec::new();
        for ip in inside {
            match TcpListener::bind((ip, port)).await {
                Ok(listener) => listeners.push(listener),
                // A machine without the sixth version has no such loopback.
                Err(_) if ip == "::1" => {}
                Err(_) => break,
            }
        }
        if listeners.len() < 3 {
            continue;
        }
        let came = Arc::new(AtomicUsize::new(0));
        for listener in listeners {
            let came = came.clone();
            tokio::spawn(async move {
                while listener.accept().await.is_ok() {
                    came.fetch_add(1, Ordering::SeqCst);
                }
            });
        }
        let outside = Outside { asked: Arc::default(), answers: Arc::default() };
        tokio::spawn(serve(public, outside.asked.clone(), outside.answers.clone()));
        return (Sentinels { port, came }, outside);
    }
    panic!("no port is free at every address of this machine");
}

async fn serve(listener: TcpListener, asked: Arc<Mutex<Vec<String>>>, answers: Arc<Mutex<String>>) {
    while let Ok((mut stream, _)) = listener.accept().await {
        let request = read_head(&mut stream).await;
        asked.lock().unwrap().push(request);
        let answer = answers.lock().unwrap().clone();
        let _ = stream.write_all(answer.as_bytes()).await;
        let _ = stream.shutdown().await;
    }
}

async fn read_head(stream: &mut TcpStream) -> String {
    let (mut request, mut buffer) = (Vec::new(), [0; 2048]);
    while !request.windows(4).any(|w| w == b"\r\n\r\n") {
        match stream.read(&mut buffer).await {
            Ok(n) if n > 0 => request.extend_from_slice(&buffer[..n]),
            _ => break,
        }
    }
    String::from_utf8_lossy(&request).into_owned()
}

fn redirect(status: u16, to: &str) -> String {
    let cookies = "Set-Cookie: session=planted; Path=/\r\nWWW-Authenticate: Basic realm=\"x\"\r\n";
    format!("HTTP/1.1 {status} X\r\nLocation: {to}\r\n{cookies}Content-Length: 0\r\nConnection: close\r\n\r\n")
}

/// A server of names whose answers are used up one after another; the last one stays.
#[derive(Default)]
struct Rebinding(Mutex<Vec<Vec<IpAddr>>>);

impl Names for Rebinding {
    fn addresses(&self, _: &str) -> Vec<IpAddr> {
        let mut left = self.0.lock().unwrap();
        if left.len() > 1 { left.remove(0) } else { left.first().cloned().unwrap_or_default() }
    }
}

#[tokio::test]
async fn no_link_leads_inside_however_it_is_written() {
    let mut siege = Siege::of("s07");
    let (sentinels, _outside) = stand().await;
    let fetch = SafeFetch::new().unwrap();
    let targets = straight(sentinels.port);
    assert!(targets.len() > 400, "{}", targets.len());
    for (n, target) in targets.iter().enumerate() {
        let said = fetch.get(target, 1_000, &Onward::default()).await;
        let came = sentinels.came.swap(0, Ordering::SeqCst);
        let refused = matches!(said, Err(FetchError::Forbidden(_)));
        siege.judge(n as u64, came == 0 && refused, || format!("{target:?}: {came} connections, {said:?}"));
    }
    siege.holds("targets straight", "connections");
}

#[tokio::test]
async fn no_way_round_leads_inside() {
    let mut siege = Siege::of("s07");
    let (sentinels, outside) = stand().await;
    let names = Arc::new(Rebinding::default());
    let fetch = SafeFetch::resolving(PUBLIC, names.clone()).unwrap();
    let port = sentinels.port;
    let targets = straight(port);
    for seed in Siege::seeds(ROUNDABOUT) {
        let mut chance = Chance::of(seed);
        outside.asked.lock().unwrap().clear();
        let inside = any_inside(&mut chance);
        let status = *one_of(&mut chance, &[301, 302, 303, 307, 308]);
        let (way, first, answers, to) = match chance.below(4) {
            // A page outside sends on to an address inside.
            0 => ("redirect", "outside.example", vec![vec![PUBLIC]], one_of(&mut chance, &targets).clone()),
            // A name that is outside when it is first asked for, and inside at the next hop.
            1 => {
                let hops = usize::try_from(1 + chance.below(4)).unwrap();
                let mut answers = vec![vec![PUBLIC]; hops];
                answers.push(vec![inside]);
                ("rebinding", "rebound.example", answers, format!("http://rebound.example:{port}/again"))
            }
            // Answers that are mixed, in any order.
            2 => {
                let mut mixed = vec![PUBLIC; usize::try_from(1 + chance.below(3)).unwrap()];
                let at = usize::try_from(chance.below(mixed.len() as u64 + 1)).unwrap();
                mixed.insert(at, inside);
                ("mixed", "mixed.example", vec![mixed], format!("http://mixed.example:{port}/"))
            }
            _ => (
                "name",
                *one_of(
                    &mut chance,
                    &["metadata.google.internal", "127.0.0.1.nip.example", "router", "xn--a.example", "bücher.example"],
                ),
                vec![vec![inside]],
                String::new(),
            ),
        };
        *names.0.lock().unwrap() = answers.clone();
        let to = to.replace(['\r', '\n'], "");
        *outside.answers.lock().unwrap() = redirect(status, &to);
        let said = fetch.get(&format!("http://{first}:{port}/start?key=planted"), 1_000, &under(Vec::new())).await;
        let came = sentinels.came.swap(0, Ordering::SeqCst);
        let asked = outside.asked.lock().unwrap().len();
        let holds = came == 0 && said.is_err() && asked <= 6;
        siege.judge(seed, holds, || format!("{way} {answers:?} → {to:?}: {came} connections, {asked} asked, {said:?}"));
    }
    siege.holds("roundabout targets", "connections");
}

/// A fetch to which every name is outside, the server that answers there, and its port.
async fn in_public() -> (SafeFetch, Outside, u16) {
    let (sentinels, outside) = stand().await;
    let names = Arc::new(Rebinding(Mutex::new(vec![vec![PUBLIC]])));
    (SafeFetch::resolving(PUBLIC, names).unwrap(), outside, sentinels.port)
}

#[tokio::test]
async fn what_follows_a_redirect_carries_nothing_and_ends() {
    let mut siege = Siege::of("s07");
    let (fetch, outside, port) = in_public().await;
    for seed in Siege::seeds(1_000) {
        let mut chance = Chance::of(seed);
        outside.asked.lock().unwrap().clear();
        let status = *one_of(&mut chance, &[301, 302, 303, 307, 308]);
        // Each hop is another origin.
        let to = format!("http://{}.example:{port}/next", chance.word());
        *outside.answers.lock().unwrap() = redirect(status, &to);
        let said = fetch.get(&format!("http://first.example:{port}/?key=planted"), 1_000, &under(Vec::new())).await;
        let asked = outside.asked.lock().unwrap().clone();
        let carried = asked.iter().enumerate().find(|(n, request)| {
            let small = request.to_lowercase();
            let own = ["cookie:", "authorization:", "referer:", "proxy-", "content-length:", "content-type:"];
            own.iter().any(|header| small.contains(header))
                || (*n > 0 && small.contains("planted"))
                || !small.starts_with("get ")
        });
        // The first and five more.
        siege.judge(seed, asked.len() == 6 && said.is_err() && carried.is_none(), || {
            format!("{} hops, {said:?}, {carried:?}", asked.len())
        });
    }
    siege.holds("rows of redirects over origins", "that carried anything or went on");
}

/// What counts on every hop: these rules, and nothing of anybody was read.
fn under(rules: Vec<Rule>) -> Onward {
    let (person, mode) = (PersonId::new("p"), Mode::AllowList);
    let leave = ApprovalPolicy { person, mode, rules, read: Vec::new(), allowed_once: Vec::new(), words: Vec::new() };
    Onward::judged(Judged { tool: "read_url".into(), leave, read: Vec::new(), made: false })
}

#[tokio::test]
async fn no_redirect_leads_to_a_site_that_a_rule_keeps_work_from() {
    let mut siege = Siege::of("s07");
    let (fetch, outside, port) = in_public().await;
    for seed in Siege::seeds(1_000) {
        let mut chance = Chance::of(seed);
        outside.asked.lock().unwrap().clear();
        let status = *one_of(&mut chance, &[301, 302, 303, 307, 308]);
        let site = format!("{}{}.example", chance.word(), chance.below(100));
        let written = match chance.below(4) {
            0 => site.to_uppercase(),
            1 => format!("{site}."),
            2 => format!("%{:02x}{}", site.as_bytes()[0], &site[1..]),
            _ => site.clone(),
        };
        *outside.answers.lock().unwrap() = redirect(status, &format!("http://{written}:{port}/next"));
        let then = *one_of(&mut chance, &[Then::Ask, Then::Refuse]);
        let with =
            vec![("url".to_owned(), one_of(&mut chance, &[format!("{site}*"), format!("http://{site}/*")]).clone())];
        let (tool, by, at) = ("read_url".to_owned(), "Olga".to_owned(), chrono::DateTime::UNIX_EPOCH);
        let onward =
            under(vec![Rule { tool, with, then, by, only_for: None, free: Vec::new(), granted: Vec::new(), at }]);
        let said = fetch.get(&format!("http://first.example:{port}/"), 1_000, &onward).await;
        let asked = outside.asked.lock().unwrap().len();
        let holds = asked == 1 && matches!(said, Err(FetchError::Elsewhere(_)));
        siege.judge(seed, holds, || format!("{written} {then:?}: {asked} asked, {said:?}"));
    }
    siege.holds("redirects to what a rule names", "that were followed");
}

#[tokio::test]
async fn no_page_is_asked_of_a_proxy_in_the_environment() {
    // The process with a proxy in its environment is this very test once more.
    if let Some(page) = crate::siege::wish(PAGE) {
        let page: SocketAddr = page.parse().unwrap();
        let got =
            SafeFetch::allowing(page).unwrap().get(&format!("http://{page}/"), 100, &Onward::default()).await.unwrap();
        assert_eq!(got.text, "open");
        return;
    }
    let (sentinels, outside) = stand().await;
    *outside.answers.lock().unwrap() =
        "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nConnection: close\r\n\r\nopen".to_owned();
    let proxy = format!("http://127.0.0.1:{}", sentinels.port);
    let mut child = Command::new(std::env::current_exe().unwrap());
    child.args(["--exact", "siege::parts::s07_ssrf::no_page_is_asked_of_a_proxy_in_the_environment", "--nocapture"]);
    for name in ["HTTP_PROXY", "http_proxy", "HTTPS_PROXY", "https_proxy", "ALL_PROXY", "all_proxy"] {
        child.env(name, &proxy);
    }
    child.env(PAGE, format!("{PUBLIC}:{}", sentinels.port)).env_remove("NO_PROXY").env_remove("no_proxy");
    let said = tokio::task::spawn_blocking(move || child.output().unwrap()).await.unwrap();
    assert!(said.status.success(), "{}", String::from_utf8_lossy(&said.stdout));
    assert_eq!(sentinels.came.load(Ordering::SeqCst), 0, "the proxy was asked");
    assert_eq!(outside.asked.lock().unwrap().len(), 1);
}
