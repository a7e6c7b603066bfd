//! Texts made to ring everybody, to break out of markup, to show one address and lead to another, to turn the direction of
//! writing, to pile up marks, to be cut in the middle of a sign, through the writing of both platforms into servers that keep
//! their rules. What people would see and hear is judged by what stands there, read anew here.

use crate::adapter_contract::discord::stage::{ROOM, Stage};
use crate::adapter_contract::telegram::desk::{Desk, with_ann};
use crate::siege::{Chance, Siege, one_of};
use crate::support::{Office, hears};
use proof::discord::{Route, SUPPRESS_EMBEDS};
use secretary::ports::chat::{Chat, ChatError, Posting};
use secretary::secretary::inbound::Platform::Telegram;
use secretary::secretary::message::{Block, Message, Span};
use secretary::text::neutral;
use std::io::Write;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tracing_subscriber::layer::{Context, SubscriberExt};
use unicode_segmentation::UnicodeSegmentation;
use url::Url;

/// Texts in full, on each platform.
const TEXTS: usize = 20_000;
/// Texts that are said to an office whose log is read, in full.
const LOGGED: usize = 2_000;

/// What texts are made of.
const PIECES: [&str; 62] = [
    "@everyone",
    "@here",
    "<@42>",
    "<@!42>",
    "<@&77>",
    "<#20>",
    "</new:1>",
    "<t:0:R>",
    "<:a:1>",
    "<id:guide>",
    "@mara_k",
    "@eve_bot",
    "(@mara_k)",
    "@\u{200b}everyone",
    "@evеryone",
    "tg://user?id=7",
    "[Mara](tg://user?id=7)",
    "[bank.com](https://evil.example/?d=1)",
    "[x](javascript:alert(1))",
    "[ ](https://evil.example)",
    "<https://evil.example>",
    "https://evil.example/path?token=1#x",
    "http://127.0.0.1/",
    "evil.example",
    "![i](https://evil.example/p.png)",
    "[a]: https://evil.example",
    "<a href='https://evil.example'>x</a>",
    "<b>",
    "</b>",
    "<script>",
    "&lt;",
    "&amp;amp;",
    "&#64;everyone",
    "**",
    "__",
    "*",
    "_",
    "~~",
    "||",
    "`",
    "``",
    "```",
    "```rust\n",
    "~~~",
    "> ",
    "# ",
    "- ",
    "1. ",
    "| a | b |\n|---|---|\n| c | d |\n",
    "\n",
    "\r\n",
    "\t",
    "\\",
    "\0",
    "\u{1b}[31m",
    "\u{202e}",
    "\u{2066}",
    "\u{200b}",
    "e\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}",
    "👩\u{200d}👩\u{200d}👧\u{200d}👦",
    "🇩🇪🇫🇷",
    "ﷺ",
];

/// A text, sometimes long enough to be cut.
fn text(chance: &mut Chance) -> String {
    let mut text = String::new();
    let parts = if chance.percent(12) { 200 + chance.below(900) } else { 1 + chance.below(14) };
    let favourite = *one_of(chance, &PIECES);
    for _ in 0..parts {
        match chance.below(10) {
            0..=4 => text.push_str(one_of::<&str>(chance, &PIECES)),
            5 => text.push_str(favourite),
            6 => text.push_str(&chance.word()),
            7 => text.push(' '),
            8 => text.push(char::from_u32(u32::try_from(chance.below(0x11_0000)).unwrap()).unwrap_or('x')),
            _ => text.push_str(&favourite.repeat(usize::try_from(chance.below(4)).unwrap())),
        }
    }
    text
}

/// A message of it, as Markdown of a model or as words of code around somebody's.
fn message(chance: &mut Chance, text: &str) -> Message {
    let own = || text.to_owned();
    let block = match chance.below(9) {
        0..=3 => Block::Markdown(own()),
        4 => Block::Line(vec![Span::Text(own())]),
        5 => Block::Line(vec![Span::text("Decided by "), Span::Strong(own()), Span::text(": yes"), Span::Soft(own())]),
        6 => Block::Item {
            depth: 1,
            number: None,
            spans: vec![Span::Link { text: own(), url: "https://evil.example/a?b".to_owned() }, Span::Code(own())],
        },
        7 => Block::Code { language: own(), text: own() },
        _ => Block::Quote(vec![Span::Text(own()), Span::Struck(own())]),
    };
    Message { blocks: vec![Block::Line(vec![Span::text("Report")]), block], ..Message::default() }
}

/// Letters and digits, by which it shows whether words were lost.
fn letters(text: &str) -> String {
    text.chars().filter(char::is_ascii_alphanumeric).collect()
}

/// Whether a text is cut where one sign ends and the next begins.
fn well_cut(one: &str, next: &str) -> bool {
    let (Some(last), Some(first)) = (one.graphemes(true).next_back(), next.graphemes(true).next()) else { return true };
    // Longer than any real sign are only piles of marks, which may be cut.
    last.len() > 64 || first.len() > 64 || format!("{last}{first}").graphemes(true).count() == 2
}

/// Signs that turn or hide what follows.
fn tricky(text: &str) -> bool {
    text.chars().any(|c| matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{200e}' | '\u{200f}' | '\0' | '\u{1b}' | '\r' | '\u{7f}'))
}

fn host(url: &str) -> String {
    Url::parse(url).ok().and_then(|url| url.host_str().map(str::to_owned)).unwrap_or_default()
}

/// Whom Telegram rings for a text by itself: names behind an @, outside of code.
fn rings(text: &str, quiet: &[(usize, usize)]) -> Option<String> {
    let units: Vec<u16> = text.encode_utf16().collect();
    let word = |unit: u16| char::from_u32(u32::from(unit)).is_some_and(|c| c.is_ascii_alphanumeric() || c == '_');
    for (at, unit) in units.iter().enumerate() {
        let open = *unit == u16::from(b'@') && !(at > 0 && word(units[at - 1]));
        if !open || quiet.iter().any(|(from, to)| (*from..*to).contains(&at)) {
            continue;
        }
        let name: Vec<u16> = units[at + 1..].iter().copied().take_while(|unit| word(*unit)).collect();
        if name.len() >= 3 {
            return Some(String::from_utf16_lossy(&name));
        }
    }
    None
}

/// What is wrong with a message as it stands in Telegram.
fn wrong_on_telegram(post: &proof::telegram::Message) -> Option<String> {
    let of = |kind: &str| post.entities.iter().filter(|e| e.kind == kind).collect::<Vec<_>>();
    let code: Vec<(usize, usize)> =
        of("code").into_iter().chain(of("pre")).map(|e| (e.offset, e.offset + e.length)).collect();
    if let Some(name) = rings(&post.text, &code) {
        return Some(format!("@{name} is rung"));
    }
    if !post.link_preview_disabled || tricky(&post.text) || !of("text_mention").is_empty() {
        return Some("a preview, a trick or a mention".to_owned());
    }
    of("text_link").into_iter().find_map(|link| {
        let url = link.extra["url"].as_str().unwrap_or_default();
        let units: Vec<u16> = post.text.encode_utf16().skip(link.offset).take(link.length).collect();
        let label = String::from_utf16_lossy(&units);
        let host = host(url);
        let plain = host.strip_prefix("www.").unwrap_or(&host);
        let hides = !url.starts_with("http") || plain.is_empty() || !label.contains(plain);
        hides.then(|| format!("{label:?} leads to {url}"))
    })
}

#[tokio::test]
async fn on_telegram_nobody_is_rung_nothing_hides_and_nothing_is_lost() {
    let mut siege = Siege::of("s10");
    // A chat is read as a whole each time: it stays short.
    for seeds in Siege::seeds(TEXTS).chunks(100) {
        let (fake, ann, place) = with_ann().await;
        let desk = Desk::at(&fake);
        for seed in seeds {
            let mut chance = Chance::of(*seed);
            let text = text(&mut chance);
            let message = message(&mut chance, &text);
            let (before, mut part, mut wrong) = (fake.bot_messages(ann).len(), 0, None);
            loop {
                match desk.post_part(&place, &message, part, None).await {
                    Ok(sent) if sent.more => part += 1,
                    Ok(_) => break,
                    Err(error) => {
                        wrong = Some(format!("lost: {error:?}"));
                        break;
                    }
                }
            }
            let shown = fake.bot_messages(ann).split_off(before);
            wrong = shown.iter().find_map(wrong_on_telegram).or(wrong);
            let words: String = shown.iter().map(|post| post.text.as_str()).collect();
            let whole = match &message.blocks[1] {
                Block::Line(spans) if spans.len() == 1 => letters(&words).contains(&letters(&neutral(&text))),
                _ => true,
            };
            let cuts = shown.windows(2).all(|pair| well_cut(&pair[0].text, &pair[1].text));
            if !whole || !cuts {
                wrong = Some(format!("whole: {whole}, well cut: {cuts}"));
            }
            let visible = !letters(&neutral(&text)).is_empty();
            siege.judge(*seed, wrong.is_none() && (!visible || !shown.is_empty()), || format!("{wrong:?} of {text:?}"));
        }
        assert_eq!(fake.violations(), vec![]);
    }
    siege.holds("texts on Telegram", "that ring, hide or are lost");
}

/// The links of Discord's Markdown, as a reader sees them: words, and where they lead.
fn links(content: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for (at, _) in content.match_indices("](") {
        let Some(end) = content[at..].find(')') else { continue };
        let before = &content[..at];
        // The nearest bracket that is not escaped.
        let begins = before.match_indices('[').rev().find(|(open, _)| !before[..*open].ends_with('\\'));
        let (Some((open, _)), false) = (begins, before.ends_with('\\')) else { continue };
        let label: String = before[open + 1..].chars().filter(|c| *c != '\\' && *c != '\u{200b}').collect();
        found.push((label, content[at + 2..at + end].to_owned()));
    }
    found
}

/// A bot on a Discord that does not count what is posted.
async fn unhurried() -> Stage {
    let stage = Stage::open().await;
    stage.fake.limit(Route::CreateMessage, 1_000_000, Duration::from_secs(1));
    stage
}

#[tokio::test]
async fn on_discord_nobody_is_rung_nothing_unfolds_and_nothing_is_lost() {
    let mut siege = Siege::of("s10");
    let mut stage = unhurried().await;
    for seed in Siege::seeds(TEXTS) {
        let mut chance = Chance::of(seed);
        let text = text(&mut chance);
        let message = message(&mut chance, &text);
        let (mut before, mut part, mut lost) = (stage.fake.messages(ROOM).len(), 0, None);
        loop {
            let key = format!("k{seed}/{part}");
            let room = stage.room();
            let posting = Posting {
                to: &room,
                message: &message,
                part,
                key: &key,
                reply_to: None,
                handle: None,
                unclear_since: None,
                file: None,
                people: &[],
            };
            match stage.bot.post(posting).await {
                Ok(sent) if sent.more => part += 1,
                Ok(_) => break,
                // A bot keeps to fifty calls a second; another one goes on at once.
                Err(ChatError::Retry { .. }) => {
                    stage.behaved();
                    stage = unhurried().await;
                    (before, part) = (0, 0);
                }
                Err(error) => {
                    lost = Some(error);
                    break;
                }
            }
        }
        let shown = stage.fake.messages(ROOM).split_off(before);
        let mut wrong = lost.map(|error| format!("lost: {error:?}"));
        for post in &shown {
            // In code nobody is rung, and it is to be copied as it is.
            let loud = |word: &str| post.content.contains(word) && !post.content.contains('`');
            let rings = stage.fake.unintended_pings() > 0 || loud("@everyone") || loud("@here");
            if rings || post.flags & SUPPRESS_EMBEDS == 0 || !post.embeds.is_empty() || tricky(&post.content) {
                wrong = Some(format!("a ring ({rings}), a preview or a trick"));
            }
            // In code brackets are brackets.
            if !post.content.contains('`') {
                for (label, url) in links(&post.content) {
                    let host = host(&url);
                    if url.starts_with("http") && !label.contains(host.strip_prefix("www.").unwrap_or(&host)) {
                        wrong = Some(format!("{label:?} leads to {url}"));
                    }
                }
            }
        }
        let words: String = shown.iter().map(|post| post.content.as_str()).collect();
        let whole = match &message.blocks[1] {
            Block::Line(spans) if spans.len() == 1 => letters(&words).contains(&letters(&neutral(&text))),
            _ => true,
        };
        let cuts = shown.windows(2).all(|pair| well_cut(&pair[0].content, &pair[1].content));
        if !whole || !cuts {
            wrong = Some(format!("whole: {whole}, well cut: {cuts}"));
        }
        let visible = !letters(&neutral(&text)).is_empty();
        siege.judge(seed, wrong.is_none() && (!visible || !shown.is_empty()), || {
            format!("{wrong:?} of {text:?}\n{words}")
        });
    }
    stage.behaved();
    siege.holds("texts on Discord", "that ring, unfold or are lost");
}

/// Counts what is logged, before it is written.
struct Counts(Arc<AtomicUsize>);

impl<S: tracing::Subscriber> tracing_subscriber::Layer<S> for Counts {
    fn on_event(&self, _: &tracing::Event<'_>, _: Context<'_, S>) {
        self.0.fetch_add(1, Ordering::SeqCst);
    }
}

#[derive(Clone, Default)]
struct Kept(Arc<Mutex<Vec<u8>>>);

impl Write for Kept {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[tokio::test]
async fn every_event_of_the_log_is_one_line_whatever_people_write() {
    let mut siege = Siege::of("s10");
    let (kept, count) = (Kept::default(), Arc::new(AtomicUsize::new(0)));
    let writer = kept.clone();
    let lines = tracing_subscriber::fmt::layer().json().with_writer(move || writer.clone());
    // Nothing below: libraries say nothing of what people write there, and the program keeps them silent.
    let only_ours = tracing_subscriber::filter::filter_fn(|about| about.target().starts_with("secretary"));
    let subscriber = tracing_subscriber::registry().with(only_ours).with(Counts(count.clone())).with(lines);
    let _listens = hears(subscriber);
    let office = Office::offline().await;
    office.is_not_listened_to();
    let mara = office.owner("Mara", Telegram).await;
    for seed in Siege::seeds(LOGGED) {
        let mut chance = Chance::of(seed);
        kept.0.lock().unwrap().clear();
        count.store(0, Ordering::SeqCst);
        let words = text(&mut chance);
        if chance.percent(70) {
            mara.says(&words).await;
        } else {
            office.stranger(&words, Telegram).says(&format!("/start {words}")).await;
        }
        let said = String::from_utf8_lossy(&kept.0.lock().unwrap()).into_owned();
        let whole =
            said.lines().all(|line| serde_json::from_str::<serde_json::Value>(line).is_ok_and(|line| line.is_object()));
        let (lines, events) = (said.lines().count(), count.load(Ordering::SeqCst));
        siege.judge(seed, whole && lines == events && events > 0, || {
            format!("{lines} lines for {events} events: {said}")
        });
    }
    siege.holds("things said to an office whose log is read", "that broke a line");
}
