//! Little that becomes much. Pages that unfold a thousand or a million times, pages nested a million deep or made of
//! nothing but entities, JSON without an end, words that make readers go back again and again: each comes to a bounded text or to
//! a polite sentence, and whoever asks next is answered. The full size also judges time and memory.

use crate::adapter_contract::web::doubles::served;
use crate::siege::{Chance, Siege, full, most_memory, one_of};
use crate::support::{Office, Voice};
use async_trait::async_trait;
use reqwest::{Method, StatusCode};
use secretary::adapters::folder::Folder;
use secretary::adapters::http::SafeFetch;
use secretary::ports::tool::{Onward, Readable, Scope, ToolContext, ToolError, ToolOutput};
use secretary::ports::web::fetch::{Fetch, FetchError, Page};
use secretary::secretary::ids::{PersonId, RunId, TicketId, WorkspaceId};
use secretary::secretary::message::inbound::Platform::{Discord, Telegram};
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

/// Bits, the lowest first.
#[derive(Default)]
struct Bits {
    bytes: Vec<u8>,
    used: u32,
}

impl Bits {
    fn put(&mut self, value: u64, count: u32) {
        for n in 0..count {
            if self.used.is_multiple_of(8) {
                self.bytes.push(0);
            }
            *self.bytes.last_mut().unwrap() |= u8::from(value >> n & 1 == 1) << (self.used % 8);
            self.used += 1;
        }
    }
}

/// A gzip file of so many bytes, all the same: one letter, and the order to repeat it 258 times, again and again.
fn gzip_bomb(mib: usize) -> Vec<u8> {
    let mut bits = Bits::default();
    // The last block, with the fixed code; its words begin with their highest bit.
    bits.put(0b011, 3);
    let word = |bits: &mut Bits, code: u64, length: u32| (0..length).rev().for_each(|n| bits.put(code >> n & 1, 1));
    word(&mut bits, 0x30 + u64::from(b'a'), 8);
    for _ in 0..mib * 1024 * 1024 / 258 {
        word(&mut bits, 0b1100_0101, 8);
        word(&mut bits, 0, 5);
    }
    word(&mut bits, 0, 7);
    [&[0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3][..], &bits.bytes, &[0; 8]].concat()
}

/// A brotli file of so many times 16 MiB: each block is one letter and the order to repeat it sixteen million times.
fn brotli_bomb(blocks: usize) -> Vec<u8> {
    let mut bits = Bits::default();
    bits.put(0, 1);
    let length: u64 = (1 << 24) - 2;
    for _ in 0..blocks {
        // Not the last; six nibbles of length; compressed; one type of each kind; no postfix; one tree of each kind.
        bits.put(0, 1);
        bits.put(2, 2);
        bits.put(length - 1, 24);
        bits.put(0, 1);
        bits.put(0, 3);
        bits.put(0, 6);
        bits.put(0, 2);
        bits.put(0, 2);
        // Codes of one word each, which take no bits: the letter, one letter and a long copy, the distance of one.
        for (word, width) in [(u64::from(b'a'), 8), (399, 10), (16, 6)] {
            bits.put(0b0001, 4);
            bits.put(word, width);
        }
        bits.put(length - 1 - 2118, 24);
        bits.put(0, 1);
    }
    bits.put(0b11, 2);
    bits.bytes
}

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

/// A page, made when it is looked at: all at once they would be more than what is measured.
type Made = Box<dyn Fn() -> String>;

/// What strangers may put on a page, of about so many parts.
fn pages(parts: usize) -> Vec<(&'static str, &'static str, Made)> {
    let html = "text/html";
    let nested = move |open: &'static str, close: &'static str| -> Made {
        Box::new(move || format!("{}x{}", open.repeat(parts), close.repeat(parts)))
    };
    let of = |made: fn(usize) -> String| -> Made { Box::new(move || made(parts)) };
    vec![
        ("elements nested", html, nested("<div>", "</div>")),
        ("elements without an end", html, of(|parts| "<b><i><p>".repeat(parts))),
        ("ends without a beginning", html, of(|parts| "</div></b>".repeat(parts))),
        ("entities", html, of(|parts| "&amp;&#x41;&hellip;".repeat(parts))),
        ("entities that are none", html, of(|parts| "&".repeat(parts) + &"&#99999999999;".repeat(parts / 4))),
        ("entities of entities", html, of(|parts| "&amp;amp;amp;amp;".repeat(parts))),
        (
            "a doctype of laughs",
            html,
            of(|parts| format!("<!DOCTYPE x [{}]>&l9;", "<!ENTITY l9 \"&l8;&l8;&l8;\">".repeat(parts / 10))),
        ),
        ("tables in tables", html, nested("<table><tr><td>", "</td></tr></table>")),
        (
            "a wide table",
            html,
            of(|parts| format!("<table>{}</table>", format!("<tr>{}</tr>", "<td>x".repeat(parts / 20)).repeat(20))),
        ),
        (
            "a cell over everything",
            html,
            of(|parts| {
                format!("<table><tr><td colspan=99999999 rowspan=99999999>x{}</table>", "<tr><td>y".repeat(parts / 10))
            }),
        ),
        ("lists in lists", html, nested("<ul><li>", "</li></ul>")),
        ("quotes in quotes", html, nested("<blockquote>", "</blockquote>")),
        ("a tag with attributes", html, of(|parts| format!("<a {}>x</a>", "y=z ".repeat(parts)))),
        ("an attribute without an end", html, of(|parts| format!("<a href=\"{}", "x".repeat(parts * 4)))),
        ("comments without an end", html, of(|parts| "<!--".repeat(parts))),
        ("links", html, of(|parts| "<a href='https://e.org/a'>x</a> ".repeat(parts / 4))),
        ("one word", html, of(|parts| "x".repeat(parts * 8))),
        ("one title", html, of(|parts| format!("<title>{}</title>", "x".repeat(parts * 4)))),
        ("preformatted", html, nested("<pre>\n", "</pre>")),
        ("spaces", html, of(|parts| " \n\t".repeat(parts))),
        ("marks above one letter", html, of(|parts| format!("e{}", "\u{301}".repeat(parts)))),
        ("a drawing", html, nested("<svg><g>", "</g></svg>")),
        ("JSON nested", "application/json", nested("[", "]")),
        ("JSON of objects", "application/json", nested("{\"a\":", "}")),
        (
            "XML of laughs",
            "application/xml",
            of(|parts| format!("<!DOCTYPE l [{}]><l>&l9;</l>", "<!ENTITY l9 '&l8;&l8;'>".repeat(parts / 10))),
        ),
        ("one line of text", "text/plain", of(|parts| "x ".repeat(parts * 4))),
    ]
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

/// Words at which a careless reader would go back again and again, or forth without an end.
fn words(chance: &mut Chance) -> String {
    let parts = usize::try_from(1 + chance.below(if full() { 20_000 } else { 400 })).unwrap();
    let unit = *one_of(
        chance,
        &[
            "(",
            "((1+",
            "9^",
            "1+",
            "9*9^9^",
            "-",
            "1,",
            "1.",
            "in 1 ",
            "at ",
            "every ",
            "every monday and ",
            "remind me to ",
            "remind me ",
            "undo ",
            "not ",
            "and ",
            "1) x\n",
            "- [ ] x\n",
            "* ",
            "**",
            "_*",
            "`",
            "```\n",
            "> ",
            "# ",
            "[a](",
            "![",
            "<",
            "|a|b\n|-|-\n",
            "\u{301}",
            "👩\u{200d}",
            "\u{202e}",
            "\u{1f1e9}",
            "ﷺ",
            "a\u{300}",
            "/",
            "/list ",
            "@everyone ",
            "https://e.org/?a=",
            "#1 ",
            "1:",
            "00:00 ",
            "2026-11-",
            "tomorrow ",
            "euro in dollar ",
            "km in miles ",
            "half a ",
            "the day after ",
            "note that ",
            "add ",
            "aaaaaaaaaa",
            "\n",
            " \t",
            "\"",
            "'",
            "what is ",
            "20% of ",
            "sqrt(",
            "cancel ",
            "yes ",
            "no, ",
        ],
    );
    let lead = *one_of(
        chance,
        &[
            "",
            "",
            "remind me ",
            "what is ",
            "note ",
            "add ",
            "every ",
            "/remind ",
            "/report ",
            "calculate ",
            "cancel #",
        ],
    );
    let tail = *one_of(chance, &["", "", "x", ")", "!", " at 9", " tomorrow", "1", "\""]);
    format!("{lead}{}{tail}", unit.repeat(parts))
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
