//! How a prompt shows the files that people sent and the words that a message refers to. Both are data of others.

use super::quoted;
use super::slots::fence;
use crate::secretary::inbound::{FileKind, Reference, Referred};
use crate::secretary::received::{FileFault, MOST_PICTURES, ReceivedFile, Unreadable, paths};

/// The most characters of the texts of all files together.
const FILES_CHARS: usize = 3_000;
/// The most characters of all words that a message refers to.
const REFERRED_CHARS: usize = 3_000;

/// What a message refers to, each between tags. Without words a tag tells whose file it is, or who wrote what was passed
/// on.
pub(super) fn referred(refers: &[Referred]) -> String {
    let tells = |referred: &&Referred| referred.own || !referred.who.is_empty() || !referred.text.trim().is_empty();
    let share = REFERRED_CHARS / refers.len().max(1);
    refers
        .iter()
        .filter(tells)
        .map(|referred| {
            let how = match referred.how {
                Reference::Reply => "reply to",
                Reference::Quote => "quoted part",
                Reference::Preview => "link preview",
                Reference::Forward => "passed on",
            };
            let who = if referred.own { "the person" } else { referred.who.as_str() };
            let who = if who.is_empty() { String::new() } else { format!(" by={}", quoted(who)) };
            let text: String = referred.text.chars().take(share).collect();
            let text = if text.trim().is_empty() { text } else { format!("\n{}\n", fence("refers", &text)) };
            format!("<refers to={}{who}>{text}</refers>\n", quoted(how))
        })
        .collect()
}

/// The files that came with a message, with the beginning of their texts.
pub(super) fn files(files: &[ReceivedFile]) -> String {
    let share = FILES_CHARS / files.len().max(1);
    files
        .iter()
        .zip(abouts(files))
        .map(|(file, about)| {
            let text: String = file.beginning.chars().take(share).collect();
            let text = if text.is_empty() { String::new() } else { format!("{}\n", fence("file", &text)) };
            format!("<file name={} is={}>\n{text}</file>\n", quoted(&file.name), quoted(&about))
        })
        .collect()
}

/// The files of a ticket, by the path under which agents read them.
pub(super) fn listed(files: &[ReceivedFile]) -> String {
    let paths = paths(files).into_iter().zip(abouts(files));
    let lines: Vec<String> = paths.map(|(path, about)| format!("{} ({about})\n", quoted(&path))).collect();
    if lines.is_empty() { String::new() } else { format!("Files from people, for read_file:\n{}", lines.concat()) }
}

/// What each file is, for a model. Only the first pictures go along.
fn abouts(files: &[ReceivedFile]) -> Vec<String> {
    let mut pictures = 0;
    let counted = |file: &ReceivedFile| {
        pictures += usize::from(file.picture());
        about(file, pictures <= MOST_PICTURES)
    };
    files.iter().map(counted).collect()
}

fn about(file: &ReceivedFile, shown: bool) -> String {
    let kind = match file.kind {
        FileKind::Document => "document",
        FileKind::Picture => "picture",
        FileKind::Voice if file.of_others => "voice note",
        FileKind::Voice => "voice note, said by the person",
        FileKind::Audio => "sound file",
        FileKind::Video => "video",
    };
    let state = match file.fault {
        None if file.kind == FileKind::Picture && shown => "shown below".to_owned(),
        None if file.kind == FileKind::Picture => "not shown to you".to_owned(),
        None => format!("{} characters", file.chars),
        Some(fault) => format!("you cannot read it: {}", why(fault)),
    };
    let of = if file.of_others { ", from somebody else" } else { "" };
    format!("{kind}, {state}{of}")
}

fn why(fault: FileFault) -> &'static str {
    match fault {
        FileFault::TooLarge => "too large",
        FileFault::TooMany => "too many files",
        FileFault::DayFull => "too many files today",
        FileFault::Gone | FileFault::NotStored => "it could not be fetched",
        FileFault::Unreadable(Unreadable::Empty) => "it is empty",
        FileFault::Unreadable(Unreadable::Encrypted) => "it wants a password",
        FileFault::Unreadable(Unreadable::Broken) => "it is damaged",
        FileFault::Unreadable(Unreadable::TooMuch) => "it unpacks to too much",
        FileFault::Unreadable(Unreadable::OnlyPictures) => "its pages are pictures",
        FileFault::Unreadable(Unreadable::Unknown) => "a kind that is not read",
        FileFault::Unreadable(Unreadable::NotNow) => "not now",
        FileFault::Unseen => "you see no pictures",
        FileFault::Video => "videos are not watched",
        FileFault::NoVoice => "recordings are not written down here",
        FileFault::NotHeard => "it could not be listened to",
        FileFault::TooLong => "the recording is too long",
        FileFault::Silent => "nobody speaks in it",
    }
}
