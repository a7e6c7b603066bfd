//! Little that becomes much. Pages that unfold a thousand or a million times, pages nested a million deep or made of
//! nothing but entities, JSON without an end, words that make readers go back again and again: each comes to a bounded text or to
//! a polite sentence, and whoever asks next is answered. The full size also judges time and memory.

mod bombs;

use crate::adapter_contract::web::doubles::served;
use crate::siege::{Chance, Siege, full, most_memory};
use crate::support::{Office, Voice};
use async_trait::async_trait;
use bombs::{brotli_bomb, gzip_bomb, pages, words};
use reqwest::{Method, StatusCode};
use secretary::adapters::folder::Folder;
use secretary::adapters::http::SafeFetch;
use secretary::ports::tool::{Onward, Readable, Scope, ToolContext, ToolError, ToolOutput};
use secretary::ports::web::fetch::{Fetch, FetchError, Page};
use secretary::secretary::ids::{PersonId, RunId, TicketId, WorkspaceId};
use secretary::secretary::inbound::Platform::{Discord, Telegram};
use secretary::tools::{ToolParts, all};
use serde_json::json;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;

/// What one bomb may take, and the whole process.
const LONGEST: Duration = Duration::from_secs(5);
const MOST_MIB: u64 = 256;
/// The most characters a model is given of one page, with what is said around it.
const MOST_CHARS: usize = 16_000;

async fn serve(encoding: &'static str, body: Vec<u8>) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let addr = listener.local_addr().unwrap();
    let head = format!(
        "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Encoding: {encoding}\r\nConnection: close\r\n\r\n"
    );
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            let mut buffer = [0; 2048];
            let _ = stream.read(&mut buffer).await;
            let _ = stream.write_all(head.as_bytes()).await;
            let _ = stream.write_all(&body).await;
            let _ = stream.shutdown().await;
        }
    });
    addr
}

/// Judges what took part of the time and memory there is, at the full size.
fn bounded(began: Instant) -> bool {
    !full() || (began.elapsed() <= LONGEST && most_memory() <= MOST_MIB)
}

#[tokio::test]
async fn what_unfolds_is_cut() {
    let mut siege = Siege::of("s16");
    let (gzip, brotli) = (gzip_bomb(if full() { 256 } else { 24 }), brotli_bomb(if full() { 64 } else { 2 }));
    assert!(brotli.len() < 2_000 && gzip.len() < 2_000_000);
    let most = 2 * 1024 * 1024;
    for (n, (encoding, bomb)) in [("gzip", gzip), ("br", brotli)].into_iter().enumerate() {
        let addr = serve(encoding, bomb.clone()).await;
        let fetch = SafeFetch::allowing(addr).unwrap();
        for limit in [0, 1, 500, 65_536, most, usize::MAX] {
            let began = Instant::now();
            let got = fetch.get(&format!("http://{addr}/"), limit, &Onward::default()).await;
            let held = limit.min(8 * 1024 * 1024);
            let cut = got
                .as_ref()
                .is_ok_and(|page| page.cut && page.text.len() == held && page.text.bytes().all(|b| b == b'a'));
            siege.judge(n as u64, cut && bounded(began), || {
                format!("{encoding} {limit}: {:?} bytes in {:?}", got.map(|p| (p.text.len(), p.cut)), began.elapsed())
            });
        }
        // What breaks off, and what is none.
        for broken in [bomb[..bomb.len() / 2].to_vec(), bomb[..9].to_vec(), vec![0xff; 4_096], Vec::new()] {
            let addr = serve(encoding, broken).await;
            let began = Instant::now();
            let got = SafeFetch::allowing(addr)
                .unwrap()
                .get(&format!("http://{addr}/"), 10_000_000, &Onward::default())
                .await;
            let polite = match &got {
                Ok(page) => page.text.len() <= 8 * 1024 * 1024,
                Err(error) => error.to_string().len() < 300,
            };
            siege.judge(n as u64, polite && bounded(began), || format!("{encoding}: {:?}", got.map(|p| p.text.len())));
        }
    }
    siege.holds("compressed pages", "that unfolded");
}

/// One page, whatever is asked for.
struct OnePage(String, &'static str);

#[async_trait]
impl Fetch for OnePage {
    async fn get(&self, url: &str, most: usize, _: &Onward) -> Result<Page, FetchError> {
        let text = self.0[..self.0.floor_char_boundary(most)].to_owned();
        Ok(Page { url: url.to_owned(), status: 200, content_type: self.1.to_owned(), text, cut: self.0.len() > most })
    }
}

#[tokio::test]
async fn a_page_made_to_be_too_much_becomes_a_bounded_text_or_a_sentence() {
    let mut siege = Siege::of("s16");
    let parts = if full() { 1_000_000 } else { 20_000 };
    for (n, (what, kind, page)) in pages(parts).into_iter().enumerate() {
        let began = Instant::now();
        let tools = all(ToolParts {
            fetch: Arc::new(OnePage(page(), kind)),
            search: None,
            notes: Arc::new(crate::siege::parts::s08_files::NoNotes),
            files: Arc::new(Folder::new("")),
            scripts: Arc::new(()),
            charts: Arc::new(secretary::adapters::charts::Plotters),
            parse_when: Arc::new(|_, _, _| Err("no".to_owned())),
            sum: Arc::new(|_| None),
        });
        let tool = tools.iter().find(|tool| tool.spec().name == "read_url").unwrap();
        let workspace = WorkspaceId::new("w");
        let context = ToolContext {
            notes: Scope::everybody(workspace.clone()),
            workspace,
            ticket: TicketId::new("T/1"),
            number: 1,
            person: PersonId::new("p"),
            run: RunId::new("r"),
            received: Vec::new(),
            staff: None,
            for_script: false,
            key: "k".to_owned(),
            now: chrono::DateTime::UNIX_EPOCH,
            zone: chrono_tz::UTC,
            onward: Onward::default(),
            readable: Readable::default(),
        };
        let said = tool.call(&context, json!({"url": "https://e.org/a", "from": null})).await;
        let holds = match &said {
            Ok(ToolOutput::Text(text)) => text.chars().count() <= MOST_CHARS,
            Err(ToolError::TellModel(words)) => words.chars().count() < 300,
            _ => false,
        };
        siege.judge(n as u64, holds && bounded(began), || {
            let said = format!("{said:?}");
            format!("{what}: {} characters in {:?}, {} MiB: {:.200}", said.len(), began.elapsed(), most_memory(), said)
        });
    }
    siege.holds("pages", "that were too much");
}

#[tokio::test]
async fn json_without_an_end_is_refused_in_a_sentence() {
    let mut siege = Siege::of("s16");
    let chat = served().await;
    let deep = if full() { 1_000_000 } else { 100_000 };
    let nested = |open: &str, close: &str, depth: usize| format!("{}{}", open.repeat(depth), close.repeat(depth));
    let mut bodies = vec![
        nested("[", "]", deep),
        "[".repeat(deep),
        nested("{\"a\":", "1}", deep),
        "{\"text\":".repeat(deep / 8),
        format!("{{\"text\": {}, \"id\": \"a\"}}", nested("[", "]", deep / 2)),
        format!("{{\"text\": \"{}\", \"id\": \"a\"}}", "\\u0000".repeat(deep * 2)),
        format!("{{\"text\": \"x\", \"id\": \"{}\"}}", "a".repeat(deep)),
        format!("{{\"text\": \"x\", \"id\": \"a\", \"reply_to\": {}}}", "9".repeat(deep)),
        format!("{{\"text\": \"x\", \"id\": \"a\", \"reply_to\": 1e{}}}", "9".repeat(deep)),
        format!("{{{}}}", "\"text\":\"x\",".repeat(deep / 8)),
        "9".repeat(deep),
        "\"".to_owned() + &"\\".repeat(deep),
        " ".repeat(deep),
        String::new(),
    ];
    bodies.extend([1, 127, 128, 129, 1_000, 10_000].map(|depth| nested("[", "]", depth)));
    for (n, body) in bodies.into_iter().enumerate() {
        let began = Instant::now();
        for path in ["/api/say", "/api/press", "/api/form"] {
            let ask = chat.ask(Method::POST, path).header("content-type", "application/json").body(body.clone());
            let answer = ask.send().await.unwrap();
            let status = answer.status();
            let said = answer.text().await.unwrap();
            let polite = status.is_client_error() && said.chars().count() < 400 && said.contains("error");
            siege.judge(n as u64, polite && bounded(began), || format!("{path} {:.60}…: {status} {said:.300}", body));
        }
    }
    assert!(chat.ears.heard().is_empty(), "nothing of it was heard");
    assert_eq!(chat.say("hello", "last").await.0, StatusCode::OK, "whoever asks next is answered");
    siege.holds("bodies of JSON", "that were not refused");
}

#[tokio::test]
async fn words_made_to_be_read_forever_are_answered() {
    // In so many, the office takes a new book: the doubles of the platforms keep all they were ever sent.
    const A_BOOK: usize = 30;
    let mut siege = Siege::of("s16");
    let seeds = Siege::seeds(3_000);
    for book in seeds.chunks(A_BOOK) {
        let office = Office::offline().await;
        office.is_not_listened_to();
        let mara = office.owner("Mara", Telegram).await;
        let kim = office.owner("Kim", Discord).await;
        for seed in book {
            words_are_answered(&mut siege, &office, [&mara, &kim], *seed).await;
        }
    }
    siege.holds("texts", "without an answer");
}

async fn words_are_answered(siege: &mut Siege, office: &Office, [mara, kim]: [&Voice; 2], seed: u64) {
    let mut chance = Chance::of(seed);
    let text = words(&mut chance);
    // As long as a platform lets it be: the web chat takes most.
    let text = text.chars().take(100_000).collect::<String>();
    let who = if chance.percent(50) { mara } else { kim };
    let (before, began) = (office.transcript().len(), Instant::now());
    who.says(&text).await;
    let answered = office.transcript().len() > before + 1;
    siege.judge(seed, answered && bounded(began), || format!("{:.100} …: {answered}, {:?}", text, began.elapsed()));
}
