//! Pieces of one message: the rest of a paste that the app cut, what was passed on together with a comment, files beside
//! their words, the files of an album. Apps send each as a message of its own. Shape and time decide, never the words.

use super::spoken::Spoken;
use crate::secretary::inbound::{Content, FileKind, Inbound, Platform};
use chrono::{DateTime, TimeDelta, Utc};

/// The most time between two texts of one message. Telegram tells whole seconds.
const TEXTS: TimeDelta = TimeDelta::seconds(2);
/// The most time between files and their words.
const FILES: TimeDelta = TimeDelta::seconds(6);
/// The most time between the files of an album.
const ALBUM: TimeDelta = TimeDelta::seconds(15);
/// How long files without words wait for words.
pub const WAIT_FOR_WORDS: TimeDelta = TimeDelta::seconds(4);
/// How long a text that the app may have cut, or words that were passed on, wait for the rest.
pub const WAIT_FOR_REST: TimeDelta = TimeDelta::milliseconds(1_500);
/// A text of so many characters may be the beginning of one that the app cut: near the limits of the platforms
/// (platform-facts T20, D20), since apps cut at the end of a line or a word.
const CUT_TELEGRAM: usize = 3_900;
const CUT_DISCORD: usize = 1_900;

/// How a message looks to its neighbours.
struct Shape<'a> {
    words: bool,
    forwarded: bool,
    files: bool,
    cut: bool,
    album: Option<&'a str>,
}

fn shape(inbound: &Inbound) -> Option<Shape<'_>> {
    let Content::Text { text, forwarded, attachments, .. } = &inbound.content else { return None };
    Some(Shape {
        // What is spoken is said in words, too.
        words: !forwarded && (!text.trim().is_empty() || attachments.iter().any(|file| file.kind == FileKind::Voice)),
        forwarded: *forwarded,
        files: !attachments.is_empty(),
        cut: !forwarded && cut(inbound.place.platform, text),
        album: attachments.iter().find_map(|file| file.album.as_deref()),
    })
}

/// Whether a message is a piece of the one that waits.
pub fn belongs(first: &Spoken, next: &Inbound) -> bool {
    if first.edits {
        return false;
    }
    let all = || std::iter::once(&first.inbound).chain(&first.pieces);
    let Some(last) = all().next_back() else { return false };
    let gap = (next.sent_at - last.sent_at).abs();
    let (Some(before), Some(now)) = (shape(last), shape(next)) else { return false };
    let of_album = now.album.is_some() && all().filter_map(shape).any(|shape| shape.album == now.album);
    if of_album {
        return gap <= ALBUM;
    }
    let spoken = all().filter_map(shape).any(|shape| shape.words);
    let passed_on = all().filter_map(shape).all(|shape| shape.forwarded);
    let with_files = all().filter_map(shape).any(|shape| shape.files);
    if now.forwarded {
        return gap <= TEXTS;
    }
    if now.words {
        // The rest of a paste, the comment behind what was passed on, or the words of files.
        return (before.cut || passed_on) && gap <= TEXTS || with_files && !spoken && gap <= FILES;
    }
    now.files && gap <= FILES && !passed_on
}

/// Whether a text may be the beginning of one that the app cut.
pub fn cut(platform: Platform, text: &str) -> bool {
    let full = match platform {
        Platform::Telegram => CUT_TELEGRAM,
        Platform::Discord => CUT_DISCORD,
        Platform::Web => usize::MAX,
    };
    text.chars().count() >= full
}

/// The most characters of a message.
fn limit(platform: Platform) -> usize {
    match platform {
        Platform::Telegram => 4_096,
        Platform::Discord => 2_000,
        Platform::Web => usize::MAX,
    }
}

/// The characters of a text, as the apps of a platform count them at the limit.
fn length(platform: Platform, text: &str) -> usize {
    match platform {
        Platform::Telegram | Platform::Web => text.encode_utf16().count(),
        Platform::Discord => text.chars().count(),
    }
}

/// Whether a message without words of the sender belongs to what they said at this moment, which is understood already.
pub fn follows(next: &Inbound, said_at: DateTime<Utc>) -> bool {
    let gap = next.sent_at - said_at;
    let Some(now) = shape(next).filter(|_| gap >= TimeDelta::zero()) else { return false };
    (now.forwarded && gap <= TEXTS) || (!now.words && !now.forwarded && now.files && gap <= FILES)
}

/// How long a message waits for its rest; none for one that looks whole.
pub fn waits(spoken: &Spoken) -> Option<TimeDelta> {
    let last = spoken.pieces.last().unwrap_or(&spoken.inbound);
    let shape = shape(last)?;
    if spoken.text().trim().is_empty() && shape.files && !shape.words {
        return Some(WAIT_FOR_WORDS);
    }
    (shape.cut || shape.album.is_some() || (shape.forwarded && spoken.passed_on())).then_some(WAIT_FOR_REST)
}

/// The message with one piece more.
pub fn join(mut first: Spoken, next: Inbound) -> Spoken {
    first.pieces.push(next);
    first.words = None;
    let passed_on = first.passed_on();
    let mut words = String::new();
    let mut full = false;
    // A command stood before the words of the first message: a slash, its name and a blank.
    let command = first.command.as_ref().map_or(0, |name| name.encode_utf16().count() + 2);
    let lengths = std::iter::once(command).chain(std::iter::repeat(0));
    for (inbound, before) in std::iter::once(&first.inbound).chain(&first.pieces).zip(lengths) {
        let (Some(shape), Content::Text { text, .. }) = (shape(inbound), &inbound.content) else { continue };
        let counts = !text.trim().is_empty() && shape.forwarded == passed_on;
        if counts {
            // An app cuts at a line or a blank where there is one, else inside a word at the limit.
            let within = full && !words.ends_with(char::is_whitespace) && !text.starts_with(char::is_whitespace);
            if !words.is_empty() && !within {
                words.push('\n');
            }
            words.push_str(text);
            full = !shape.forwarded && before + length(inbound.place.platform, text) == limit(inbound.place.platform);
        }
    }
    first.words = Some(words);
    first
}

#[cfg(test)]
mod tests;
