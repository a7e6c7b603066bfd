//! Addresses that lead inside, in every notation, straight, behind redirects and behind names that change their
//! answer, against the fetch that opens people's links. Listeners wait on this machine's own addresses at the
//! attacked port. The rule of what is inside is written here once more, from the registries and not from the code.

use crate::siege::{Chance, Siege, one_of};
use secretary::adapters::http::{Names, SafeFetch};
use secretary::ports::web::fetch::{Fetch, FetchError};
use secretary::secretary::ids::PersonId;
use secretary::secretary::policy::onward::{Judged, Onward};
use secretary::secretary::policy::{ApprovalPolicy, Mode, Rule, Then};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

/// Targets behind redirects and names in full; the straight ones are all tried each time.
const ROUNDABOUT: usize = 4_000;
/// Stands for the public internet.
const PUBLIC: IpAddr = IpAddr::V4(Ipv4Addr::new(127, 0, 0, 9));
/// Says the address of a proxy to the process that asks a page with it in its environment.
const PAGE: &str = "SIEGE_PAGE";

/// What is inside, or nobody's: loopback, private, link-local and metadata, carriers', reserved, several, documentation.
const INSIDE_V4: [&str; 26] = [
    "127.0.0.1",
    "127.0.0.2",
    "127.255.255.254",
    "0.0.0.0",
    "0.1.2.3",
    "10.0.0.1",
    "10.255.255.254",
    "172.16.0.1",
    "172.31.255.254",
    "192.168.0.1",
    "192.168.255.254",
    "169.254.0.1",
    "169.254.169.254",
    "169.254.170.2",
    "100.64.0.1",
    "100.100.100.200",
    "100.127.255.254",
    "192.0.0.192",
    "192.0.2.1",
    "198.18.0.1",
    "198.51.100.1",
    "203.0.113.1",
    "168.63.129.16",
    "224.0.0.1",
    "240.0.0.1",
    "255.255.255.255",
];

const INSIDE_V6: [&str; 24] = [
    "::",
    "::1",
    "::2",
    "100::1",
    "2001::1",
    "2001:2::1",
    "2001:10::1",
    "2001:20::1",
    "2001:db8::1",
    "3fff::1",
    "5f00::1",
    "fc00::1",
    "fd00::1",
    "fd00:ec2::254",
    "fd20:ce::254",
    "fe80::1",
    "febf::1",
    "fec0::1",
    "ff02::1",
    "ff05::2",
    "ff0e::1",
    "4000::1",
    "8000::1",
    "e000::1",
];

/// An address of four bytes inside one of sixteen, in all the ways there are.
fn within_v6(v4: Ipv4Addr) -> Vec<Ipv6Addr> {
    let [a, b, c, d] = v4.octets();
    let (high, low) = (u16::from_be_bytes([a, b]), u16::from_be_bytes([c, d]));
    let at_the_end = [
        [0, 0, 0, 0, 0, 0xffff],
        [0, 0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0xffff, 0],
        [0x64, 0xff9b, 0, 0, 0, 0],
        [0x64, 0xff9b, 1, 0, 0, 0],
        [0xfe80, 0, 0, 0, 0, 0x5efe],
        [0x2a00, 0x1450, 0, 0, 0, 0x5efe],
        [0x2a00, 0x1450, 0, 0, 0x0200, 0x5efe],
    ];
    let mut all: Vec<Ipv6Addr> =
        at_the_end.iter().map(|[a, b, c, d, e, f]| Ipv6Addr::new(*a, *b, *c, *d, *e, *f, high, low)).collect();
    // 6to4, and Teredo, which writes the address upside down.
    all.push(Ipv6Addr::new(0x2002, high, low, 0, 0, 0, 0, 1));
    all.push(Ipv6Addr::new(0x2001, 0, 0x4136, 0xe378, 0x8000, 0x63bf, !high, !low));
    all
}

/// The notations of an address in a link.
fn spellings(v4: Ipv4Addr) -> Vec<String> {
    let [a, b, c, d] = v4.octets();
    let number = u32::from(v4);
    let rest = number & 0x00ff_ffff;
    let wide = |text: &str| -> String {
        let widened = text.chars().map(|c| match c {
            '0'..='9' => char::from_u32(u32::from(c) - 0x30 + 0xff10).unwrap(),
            other => other,
        });
        widened.collect()
    };
    let plain = v4.to_string();
    vec![
        plain.clone(),
        format!("{plain}."),
        number.to_string(),
        format!("{number:#x}"),
        format!("0{number:o}"),
        format!("{a:#x}.{b:#x}.{c:#x}.{d:#x}"),
        format!("0{a:o}.0{b:o}.0{c:o}.0{d:o}"),
        format!("000{a:o}.{b}.{c:#X}.{d}"),
        format!("{a}.{rest}"),
        format!("{a}.{b}.{}", u16::from_be_bytes([c, d])),
        format!("{a:#x}.{rest}"),
        wide(&plain),
        plain.replace('.', "。"),
        plain.replace('.', "%2e"),
        plain.bytes().map(|b| format!("%{b:02X}")).collect(),
    ]
}

/// Every straight target: links, with the port where listeners stand.
fn straight(port: u16) -> Vec<String> {
    let mut hosts = Vec::new();
    for text in INSIDE_V4 {
        let v4: Ipv4Addr = text.parse().unwrap();
        hosts.extend(spellings(v4));
        for v6 in within_v6(v4) {
            hosts.push(format!("[{v6}]"));
            let words: Vec<String> = v6.segments().iter().map(|s| format!("{s:04X}")).collect();
            hosts.push(format!("[{}]", words.join(":")));
        }
        hosts.push(format!("[::ffff:{text}]"));
        hosts.push(format!("[64:ff9b::{text}]"));
    }
    hosts.extend(INSIDE_V6.iter().map(|v6| format!("[{v6}]")));
    hosts.extend(["[fe80::1%25lo]", "[fe80::1%lo]", "[::1%251]", "[v1.::1]", "[127.0.0.1]"].map(str::to_owned));
    let names =
        ["localhost", "LocalHost", "localhost.", "a.localhost", "x.y.LOCALHOST.", "ｌｏｃａｌｈｏｓｔ", "ⓛⓞⓒⓐⓛⓗⓞⓢⓣ"];
    hosts.extend(names.map(str::to_owned));
    let mut all: Vec<String> = hosts.iter().map(|host| format!("http://{host}:{port}/")).collect();
    all.extend(hosts.iter().step_by(7).map(|host| format!("https://{host}:{port}/x?y#z")));
    // What looks like one host and is another, and whoever gives a name and a password away.
    for host in ["127.0.0.1", "[::1]", "localhost"] {
        for trick in [
            format!("http://example.org@{host}:{port}/"),
            format!("http://example.org:80@{host}:{port}/"),
            format!("http://:secret@{host}:{port}/"),
            format!("http://{host}:{port}\\@example.org/"),
            format!("http:\\\\{host}:{port}\\"),
            format!("http:{host}:{port}/"),
            format!("http:////{host}:{port}/"),
            format!("{host}:{port}/"),
            format!("//{host}:{port}/"),
            format!(" \t http://{host}:{port}/\n"),
            format!("ht\ntp://{host}:{port}/"),
            format!("http://{host}:{port}/%2e%2e/"),
            format!("HTTP://{host}:{port}"),
        ] {
            all.push(trick);
        }
        for scheme in
            ["file", "gopher", "ftp", "ws", "wss", "ldap", "dict", "tftp", "sftp", "jar", "netdoc", "unix", "blob"]
        {
            all.push(format!("{scheme}://{host}:{port}/"));
        }
    }
    for text in
        ["", "http://", "file:///etc/passwd", "data:text/plain,x", "javascript:alert(1)", "about:blank", "mailto:a@b.c"]
    {
        all.push(text.to_owned());
    }
    for other in ["22", "25", "6379", "11211", "0", "65536", "-1", "80x"] {
        all.push(format!("http://example.org:{other}/"));
    }
    all.push(format!("http://{}.example.org/", "a".repeat(9_000)));
    all
}

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

fn any_inside(chance: &mut Chance) -> IpAddr {
    match chance.below(3) {
        0 => one_of(chance, &INSIDE_V6).parse().unwrap(),
        1 => one_of(chance, &INSIDE_V4).parse::<IpAddr>().unwrap(),
        _ => {
            let v4: Ipv4Addr = one_of(chance, &INSIDE_V4).parse().unwrap();
            IpAddr::V6(*one_of(chance, &within_v6(v4)))
        }
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
