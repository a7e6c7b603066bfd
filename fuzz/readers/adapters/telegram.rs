//! The readers and the writer of this adapter for arbitrary input (`crate::fuzzing`), with the promises that only
//! this adapter knows. It sends nothing.

use super::receive::inbound;
use super::receive::inbound::Us;
use super::send::client::Failure;
use super::send::{client, keyboard, render};
use crate::secretary::inbound::{Content, Inbound};
use crate::secretary::message::{Block, Button};
use chrono::{DateTime, Utc};
use serde_json::Value;
use serde_json::value::RawValue;
use std::sync::OnceLock;
use std::time::Duration;

/// Reads markup as Telegram documents it: the text, and where each entity begins and how long it is, in UTF-16 units.
pub type Parser = fn(&str) -> Result<(String, Vec<(usize, usize)>), String>;

/// The parser the fuzzer hands in: its fake has one, the product none.
static PARSER: OnceLock<Parser> = OnceLock::new();

/// Says how markup is read; the first call counts.
pub fn reads_with(parser: Parser) {
    let _ = PARSER.set(parser);
}

/// The parser: in tests the one of the fake.
#[cfg(test)]
fn parser() -> Option<Parser> {
    let fake: Parser = |source| {
        let (text, entities) = proof::telegram::parse_html(source)?;
        Ok((text, entities.iter().map(|entity| (entity.offset, entity.length)).collect()))
    };
    PARSER.get().copied().or(Some(fake))
}

/// The parser, once somebody handed one in.
#[cfg(not(test))]
fn parser() -> Option<Parser> {
    PARSER.get().copied()
}

/// Updates of one answer that are read.
const BATCH: usize = 100;
/// What one message may have (platform-facts T20, T21): visible UTF-16 units, bytes with the markup, entities.
const UNITS: usize = 4_096;
const BYTES: usize = 32_768;
const ENTITIES: usize = 100;

/// Reads a text as one update, and as the answer to `getUpdates`.
pub fn updates(text: &str, now: DateTime<Utc>) -> Vec<Inbound> {
    let us = Us { id: "77".to_owned(), username: "OurBot".to_owned() };
    let read = |raw: &str| {
        let inbound = inbound::read(raw, &us, now);
        assert_eq!(inbound, inbound::read(raw, &us, now), "the same update gives the same event");
        assert_eq!(inbound.place.bot, us.id);
        said_to_us_is_answered(raw, &inbound);
        inbound
    };
    let mut found = vec![read(text)];
    for status in [200, 404, 502] {
        match client::decode::<Vec<Box<RawValue>>>(status, text.as_bytes()) {
            Ok(batch) => found.extend(batch.iter().take(BATCH).map(|raw| read(raw.get()))),
            Err(Failure::Answer { retry_after, .. }) => {
                assert!(retry_after.is_none_or(|wait| wait <= Duration::from_secs(86_400)));
            }
            Err(Failure::Unsent(words) | Failure::Lost(words)) => assert!(!words.is_empty()),
        }
    }
    found
}

/// What a person says to the bot alone is understood or answered, unless it is a note of Telegram's own.
fn said_to_us_is_answered(raw: &str, inbound: &Inbound) {
    let update: Value = serde_json::from_str(raw).unwrap_or(Value::Null);
    let Some(fields) = update.as_object() else { return };
    let only = fields.keys().all(|key| key == "update_id" || key == "message");
    let message = &update["message"];
    let direct = message["chat"]["type"] == "private" && message["chat"]["id"].as_i64().is_some_and(|id| id != 0);
    if let Content::Unsupported { to_us: false, kind, .. } = &inbound.content
        && only
        && direct
    {
        let reason = kind.starts_with("message:") || kind.starts_with("foreign_") || kind == "command_for_another_bot";
        assert!(reason, "dropped as {kind}");
    }
}

/// Writes blocks: what Telegram is sent has the form it documents, and keeps its limits.
pub fn parts(blocks: &[Block]) -> Vec<String> {
    let parts = render::parts(blocks);
    assert_eq!(parts, render::parts(blocks), "the same message gives the same parts");
    // Of signs nobody sees there may be nothing to show; who writes such a message is told that it could not be sent.
    let seen = parts.iter().any(|part| !render::plain_text(part).trim().is_empty());
    let parse = parser().unwrap_or_else(|| panic!("nobody said how markup is read"));
    let mut shown = Vec::with_capacity(parts.len());
    for part in &parts {
        let source = render::html(part, &|_| Some(u64::MAX));
        let (text, entities) = parse(&source).unwrap_or_else(|why| panic!("{why}: {source}"));
        let units = text.encode_utf16().count();
        assert!(units <= UNITS, "{units} units are visible");
        assert!(source.len() <= BYTES && entities.len() <= ENTITIES, "{} bytes", source.len());
        assert!(!seen || !text.trim().is_empty(), "nothing is visible");
        assert!(entities.iter().all(|(offset, length)| *length > 0 && offset + length <= units));
        assert!(render::plain_text(part).encode_utf16().count() <= UNITS);
        shown.push(text);
    }
    shown
}

/// Writes buttons: their data is as given, and fits.
pub fn buttons(rows: &[Vec<Button>]) {
    let Some(keyboard) = keyboard::inline(rows) else { return };
    let rows = keyboard["inline_keyboard"].as_array().map(Vec::as_slice).unwrap_or_default();
    let all: Vec<&Value> = rows.iter().filter_map(Value::as_array).flatten().collect();
    assert!(!all.is_empty() && all.len() <= 100 && rows.iter().all(|row| row.as_array().is_some_and(|r| r.len() <= 8)));
    for button in all {
        let field = |name: &str| button[name].as_str().unwrap_or_default();
        assert!((1..=64).contains(&field("callback_data").len()) && !field("text").is_empty());
    }
}
