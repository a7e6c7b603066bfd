//! Posts to Telegram's webhook without its secret: none, blank, wrong and nearly right ones, in every place of a
//! request, with bodies that are huge, slow or never come, with headers of proxies, by other methods and paths.
//! Nothing is received, and no body is waited for. Unsafe settings do not start.

use crate::adapter_contract::telegram::desk::{Desk, with_ann};
use crate::adapter_contract::web::doubles::{Parts, Served};
use crate::siege::{Chance, Siege, full, most_memory, one_of, raw, status};
use proof::telegram::FakeTelegram;
use secretary::adapters::telegram::Webhook;
use secretary::config::Config;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// Requests in full.
const REQUESTS: usize = 10_000;
const SECRET: &str = "a-long_Secret-9-of-the-Hook";
const PATH: &str = "/telegram/webhook";
/// Bytes the process may grow by while huge bodies arrive, in MiB.
const RISE_MIB: u64 = 20;

/// The web server of the program with its webhook, as the program puts them together.
struct Open {
    desk: Desk,
    served: Served,
    _fake: FakeTelegram,
}

async fn open() -> Open {
    let (fake, _, _) = with_ann().await;
    let webhook = Webhook::new("https://bot.example.org/telegram/webhook", Some(SECRET)).unwrap();
    let desk = Desk::with(&fake, fake.token(), Some(webhook), Default::default());
    let served = Parts::default().serve(None, Some(desk.telegram.webhook_route())).await;
    Open { desk, served, _fake: fake }
}

fn update(n: u64) -> String {
    format!(
        "{{\"update_id\":{n},\"message\":{{\"message_id\":{n},\"date\":1,\"chat\":{{\"id\":7,\"type\":\"private\",\"first_name\":\"A\"}},\
         \"from\":{{\"id\":7,\"is_bot\":false,\"first_name\":\"A\"}},\"text\":\"let me in {n}\"}}}}"
    )
}

/// A secret that is none, but nearly.
fn near(chance: &mut Chance) -> String {
    let at = usize::try_from(chance.below(SECRET.len() as u64)).unwrap();
    match chance.below(13) {
        0 => String::new(),
        1 => " ".repeat(usize::try_from(1 + chance.below(30)).unwrap()),
        2 => SECRET[..at].to_owned(),
        3 => format!("{SECRET}{}", chance.below(10)),
        4 => SECRET.to_lowercase(),
        5 => SECRET.to_uppercase(),
        6 => SECRET.chars().rev().collect(),
        7 => {
            let mut bytes = SECRET.as_bytes().to_vec();
            bytes[at] = if bytes[at] == b'x' { b'y' } else { b'x' };
            String::from_utf8(bytes).unwrap()
        }
        8 => format!("\"{SECRET}\""),
        9 => format!("Bearer {SECRET}"),
        10 => format!("{SECRET},{SECRET}"),
        11 => SECRET.replace('-', "%2D"),
        _ => chance.word(),
    }
}

/// Where secrets are put that have no business there.
fn misplaced(chance: &mut Chance) -> (String, String) {
    let names = [
        "Authorization",
        "Cookie",
        "X-Telegram-Bot-Api-Secret",
        "X-Telegram-Bot-Api-Secret-Tokens",
        "X-Secret-Token",
        "Proxy-Authorization",
    ];
    let name = *one_of(chance, &names);
    match chance.below(3) {
        0 => (format!("{PATH}?secret_token={SECRET}"), String::new()),
        1 => (format!("{PATH}?X-Telegram-Bot-Api-Secret-Token={SECRET}"), format!("{name}: {SECRET}\r\n")),
        _ => (PATH.to_owned(), format!("{name}: {SECRET}\r\n")),
    }
}

/// A request of somebody who does not know the secret, and whether its body follows.
fn forged(chance: &mut Chance, seed: u64) -> (String, &'static str) {
    let (mut path, mut headers) = (PATH.to_owned(), String::new());
    let mut method = "POST";
    match chance.below(8) {
        0 => {}
        1..=3 => {
            let name = *one_of(
                chance,
                &[
                    "X-Telegram-Bot-Api-Secret-Token",
                    "x-telegram-bot-api-secret-token",
                    "X-TELEGRAM-BOT-API-SECRET-TOKEN",
                ],
            );
            headers = format!("{name}: {}\r\n", near(chance));
        }
        4 => (path, headers) = misplaced(chance),
        5 => {
            // The first counts, as for any header that must be there once.
            headers = format!(
                "X-Telegram-Bot-Api-Secret-Token: {}\r\nX-Telegram-Bot-Api-Secret-Token: wrong\r\n",
                near(chance)
            );
        }
        6 => {
            path = one_of(
                chance,
                &[
                    "/telegram/webhook/",
                    "/telegram//webhook",
                    "/Telegram/Webhook",
                    "/telegram/webhook/../webhook",
                    "/telegram/webhook%00",
                    "/telegram/webhook;x",
                    "//telegram/webhook",
                    "/telegram",
                    "/webhook",
                ],
            )
            .to_string();
            headers = format!("X-Telegram-Bot-Api-Secret-Token: {SECRET}\r\n");
        }
        _ => {
            method = *one_of(chance, &["GET", "PUT", "DELETE", "PATCH", "OPTIONS", "HEAD", "TRACE", "QUERY"]);
            headers = format!("X-Telegram-Bot-Api-Secret-Token: {SECRET}\r\n");
        }
    }
    if chance.percent(50) {
        let proxies = [
            "X-Forwarded-For: 149.154.167.220",
            "X-Real-IP: 149.154.167.220",
            "Forwarded: for=149.154.160.1;host=api.telegram.org;proto=https",
            "X-Forwarded-Host: api.telegram.org",
            "X-Forwarded-Proto: https",
            "X-Original-URL: /telegram/webhook",
            "X-HTTP-Method-Override: POST",
            "User-Agent: TelegramBot (like TwitterBot)",
            "Origin: https://api.telegram.org",
        ];
        headers.push_str(one_of::<&str>(chance, &proxies));
        headers.push_str("\r\n");
    }
    let body = update(seed);
    let (length, sent, kind) = match chance.below(6) {
        // A body that never comes, and one of a hundred megabytes of which nothing comes: the answer must not wait for them.
        0 => (format!("Content-Length: {}\r\n", body.len()), String::new(), "no body"),
        1 => ("Content-Length: 104857600\r\n".to_owned(), String::new(), "huge, none sent"),
        2 => ("Content-Length: 104857600\r\n".to_owned(), "x".repeat(70_000), "huge, begun"),
        3 => ("Transfer-Encoding: chunked\r\n".to_owned(), "5\r\n{\"upd".to_owned(), "chunks without an end"),
        4 => (format!("Content-Length: {}\r\n", body.len()), body[..3].to_owned(), "slow"),
        _ => (format!("Content-Length: {}\r\n", body.len()), body, "whole"),
    };
    let head = format!(
        "{method} {path} HTTP/1.1\r\nHost: bot.example.org\r\nConnection: close\r\nContent-Type: application/json\r\n{headers}{length}\r\n"
    );
    (head + &sent, kind)
}

#[tokio::test]
async fn who_does_not_know_the_secret_is_not_heard_and_not_waited_for() {
    let mut siege = Siege::of("s05");
    let open = open().await;
    for seed in Siege::seeds(REQUESTS) {
        let mut chance = Chance::of(seed);
        let (request, kind) = forged(&mut chance, seed);
        let answer = raw(open.served.addr, request.as_bytes()).await;
        let refused = (400..500).contains(&status(&answer));
        let heard = open.desk.notebook.taken().len() + open.served.ears.heard().len();
        // Neither the secret nor how near a guess was is told.
        let silent = !answer.contains(SECRET) && answer.len() < 1_500;
        siege.judge(seed, refused && heard == 0 && silent, || {
            format!("{kind}: {request:.400}\n→ {answer:.300} ({heard} heard)")
        });
    }
    // The very same server lets Telegram in: it is the secret that was missing. (Before its name is known it asks to come again.)
    let body = update(1);
    let told = format!(
        "POST {PATH} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nX-Telegram-Bot-Api-Secret-Token: {SECRET}\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    );
    assert_eq!(status(&raw(open.served.addr, told.as_bytes()).await), 503);
    siege.holds("requests without the secret", "taken in or waited for");
}

#[tokio::test]
async fn bodies_of_a_hundred_megabytes_are_not_read() {
    let mut siege = Siege::of("s05");
    let open = open().await;
    let size = if full() { 100 } else { 8 } * 1024 * 1024;
    let before = most_memory();
    for seed in 1..=20_u64 {
        // Also Telegram itself may not send this much.
        let secret = if seed % 4 == 0 { SECRET } else { "wrong" };
        let mut stream = TcpStream::connect(open.served.addr).await.unwrap();
        let head = format!(
            "POST {PATH} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nX-Telegram-Bot-Api-Secret-Token: {secret}\r\nContent-Length: {size}\r\n\r\n"
        );
        stream.write_all(head.as_bytes()).await.unwrap();
        let (mut sent, chunk) = (0, vec![b' '; 64 * 1024]);
        while sent < size
            && tokio::time::timeout(Duration::from_secs(10), stream.write_all(&chunk))
                .await
                .is_ok_and(|done| done.is_ok())
        {
            sent += chunk.len();
        }
        let mut answer = Vec::new();
        let _ = tokio::time::timeout(Duration::from_secs(10), stream.read_to_end(&mut answer)).await;
        let said = status(&String::from_utf8_lossy(&answer));
        // Whoever goes on writing may lose the answer with the connection; what counts is that it ended early.
        let ended = said == 401 || said == 413 || (said == 0 && sent < size);
        siege.judge(seed, ended && open.desk.notebook.taken().is_empty(), || {
            format!("{secret}: {said}, {sent} of {size} bytes went out")
        });
    }
    let rise = most_memory() - before;
    siege.judge(0, !full() || rise < RISE_MIB, || format!("the process grew by {rise} MiB"));
    siege.holds("huge bodies", "that were read");
}

fn starts(settings: &[(&str, &str)]) -> Result<Config, String> {
    let lookup = |name: &str| settings.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned());
    Config::from_env(&lookup).map_err(|error| error.to_string())
}

#[test]
fn what_would_leave_the_door_open_does_not_start() {
    let mut siege = Siege::of("s05");
    let hook = [("TELEGRAM_BOT_TOKEN", "1:a"), ("TELEGRAM_WEBHOOK_URL", "https://x.example/telegram/webhook")];
    let blanks = [
        "",
        " ",
        "\t",
        "\n",
        "\r\n",
        "\u{a0}",
        "\u{200b}",
        "\u{feff}",
        "\u{3164}",
        "\u{2800}",
        "\0",
        "        ",
        "\u{200b}\u{200b}\u{200b}\u{200b}\u{200b}\u{200b}\u{200b}\u{200b}\u{200b}",
    ];
    let mut n = 0;
    let mut refused = |settings: &[(&str, &str)], names: &str| {
        n += 1;
        let said = starts(settings);
        let holds = said.as_ref().is_err_and(|why| why.contains(names));
        siege.judge(n, holds, || format!("{settings:?} starts: {:?}", said.map(|_| ())));
    };
    refused(&hook, "TELEGRAM_WEBHOOK_SECRET");
    for secret in blanks.iter().copied().chain(["s", "secret", "seven-7", "with space", "grüße-grüße", "a\nb-c-d-e-f"])
    {
        let with = [hook[0], hook[1], ("TELEGRAM_WEBHOOK_SECRET", secret)];
        refused(&with, "TELEGRAM_WEBHOOK_SECRET");
    }
    for address in [
        "0.0.0.0:8787",
        "[::]:8787",
        "192.168.1.5:80",
        "10.0.0.1:1",
        "[2001:db8::1]:80",
        "[::ffff:192.168.1.5]:80",
        "169.254.1.1:80",
    ] {
        refused(&[("WEB_ADDR", address)], "WEB_PASSWORD");
        refused(&[("HEALTH_ADDR", address)], "METRICS_TOKEN");
        for blank in blanks {
            refused(&[("WEB_ADDR", address), ("WEB_PASSWORD", blank)], "WEB_PASSWORD");
            refused(&[("HEALTH_ADDR", address), ("METRICS_TOKEN", blank)], "METRICS_TOKEN");
        }
    }
    // Nothing set listens to this machine alone.
    let usual = starts(&[]).unwrap();
    siege.judge(0, usual.web.addr.ip().is_loopback() && usual.web.health_addr.is_none(), || format!("{:?}", usual.web));
    siege.holds("settings", "that start with an open door");
}
