//! Sentences about files that people sent: what was heard in a recording, what could not be read and what to send instead,
//! and what to do with files that came without words.

use crate::secretary::ids::PersonId;
use crate::secretary::inbound::FileKind;
use crate::secretary::message::action::Action;
use crate::secretary::message::keys::Keys;
use crate::secretary::message::{Block, Message, Span};
use crate::secretary::names::phrases::{count, listed, plural, short};
use crate::secretary::received::{
    FileFault, LONGEST_RECORDING, MOST_BYTES, MOST_BYTES_TOGETHER, MOST_FILES, ReceivedFile, Unreadable,
};
use crate::secretary::ticket::Ticket;
use crate::secretary::wording::hidden_credentials;

/// The words of a recording, as they were understood.
pub fn heard(words: &str) -> Message {
    let mut message = Message::default();
    message.blocks.push(Block::Quote(vec![Span::text("🎤 "), Span::text(words)]));
    message.silently()
}

/// What the sender is to know of files: what could not be read, with what to send instead, and that something in them was
/// hidden; none where there is nothing to say. `told`: whether the sender knows of something hidden.
pub fn notice(files: &[ReceivedFile], told: bool) -> Option<Message> {
    let mut faults: Vec<(FileFault, Vec<String>)> = Vec::new();
    for file in files {
        let Some(fault) = file.fault else { continue };
        let name = format!("“{}”", short(&file.name, 60));
        match faults.iter_mut().find(|(known, _)| *known == fault) {
            Some((_, names)) => names.push(name),
            None => faults.push((fault, vec![name])),
        }
    }
    let hidden = files.iter().any(|file| file.hid) && !told;
    let lines = faults.iter().map(|(fault, names)| sentence(*fault, &listed(names)));
    let lines: Vec<String> = lines.chain(hidden.then(|| hidden_credentials::hidden().to_owned())).collect();
    (!lines.is_empty()).then(|| Message::lines(lines).silently())
}

fn sentence(fault: FileFault, names: &str) -> String {
    let megabytes = |bytes: u64| bytes / (1024 * 1024);
    match fault {
        FileFault::TooLarge => format!(
            "I can't take {names}: a file may have {} MB, all of one message {} MB. Send a smaller one, or a part of it.",
            megabytes(MOST_BYTES),
            megabytes(MOST_BYTES_TOGETHER)
        ),
        FileFault::TooMany => {
            format!("I left out {names}: I take {MOST_FILES} files at a time. Send the rest once more.")
        }
        FileFault::DayFull => {
            format!("I can't take {names} today: you have sent as much as I keep in a day. Try again tomorrow.")
        }
        FileFault::Gone => format!("I could not get {names}. Please send it again."),
        FileFault::NotStored => format!("I can't keep {names} at the moment. Please send it again later."),
        FileFault::Unreadable(Unreadable::Empty) => {
            format!("There is nothing in {names}. Please check it and send it again.")
        }
        FileFault::Unreadable(Unreadable::Encrypted) => {
            format!("{names} wants a password, so I can't read it. Send it without one, or paste the text.")
        }
        FileFault::Unreadable(Unreadable::Broken) => {
            format!("I can't open {names}; it seems to be damaged. Send it again, or as a PDF or text.")
        }
        FileFault::Unreadable(Unreadable::TooMuch) => {
            format!("{names} holds more than I can unpack. Send the part that matters, or paste the text.")
        }
        FileFault::Unreadable(Unreadable::OnlyPictures) => {
            format!("There is no text in {names}, only pictures of it. Send the pages as photos, or paste the text.")
        }
        FileFault::Unreadable(Unreadable::Unknown) => {
            format!(
                "I can't read {names}. Send me text, tables, PDF, Word or e-mail files, or pictures; of an archive the files in it."
            )
        }
        FileFault::Unreadable(Unreadable::NotNow) => {
            format!("I could not read {names} just now. Please send it again in a moment.")
        }
        FileFault::Unseen => {
            format!("I keep {names}, but my language model sees no pictures. Tell me in words what matters in it.")
        }
        FileFault::Video => format!("I can't watch {names}. Tell me in words what matters in it, or send a picture."),
        FileFault::NoVoice => format!("I can't listen to {names} here. Please type what you said."),
        FileFault::NotHeard => {
            format!("I could not listen to {names} just now. Please type what you said, or send it again later.")
        }
        FileFault::TooLong => {
            format!("{names} is longer than {} minutes. Send it in shorter parts, or type it.", LONGEST_RECORDING / 60)
        }
        FileFault::Silent => format!("I hear nobody speak in {names}. Please say it again, or type it."),
    }
}

/// Asks what to do with files that this person sent without words.
pub fn what_to_do(files: &[ReceivedFile], by: &PersonId, keys: &mut Keys) -> Message {
    let names: Vec<String> = files.iter().map(|file| format!("“{}”", short(&file.name, 60))).collect();
    let (them, it) = if files.len() > 1 { ("these files", "them") } else { ("this", "it") };
    let pictures = files.iter().all(|file| file.kind == FileKind::Picture);
    let mut message =
        Message::lines([format!("I have {}. What should I do with {them}? Press, or tell me.", listed(&names))]);
    let offers = if pictures {
        [format!("Describe {it}"), format!("Read out the text in {it}")]
    } else {
        [format!("Summarise {it}"), format!("List the dates and tasks in {it}")]
    };
    for offer in offers {
        let action = Action::WithFiles { text: offer.clone(), files: files.to_vec(), by: Some(by.clone()) };
        message = message.row(vec![keys.plain(&offer, action)]);
    }
    message.row(vec![keys.plain("Keep it", Action::Leave)])
}

/// The files of a ticket, in a list; they follow.
pub fn files_of(ticket: &Ticket) -> Message {
    let sizes = |bytes: u64| {
        if bytes < 2_000 { format!("{bytes} bytes") } else { format!("{} kB", count(bytes.div_ceil(1_000))) }
    };
    let written = ticket.written.iter().map(|file| (file.name.clone(), file.bytes, "written for it"));
    let sent = ticket.received.iter().filter(|file| file.kept());
    let sent = sent.map(|file| (file.name.clone(), file.bytes, "sent by people"));
    let files: Vec<(String, u64, &str)> = written.chain(sent).collect();
    let number = Span::Strong(format!("#{}", ticket.number));
    if files.is_empty() {
        return Message::default().spans(vec![number, Span::text(" has no files.")]);
    }
    let head = format!(" has {}:", plural(files.len(), "file", "files"));
    let mut message = Message::default().spans(vec![number, Span::text(head)]);
    for (name, bytes, whose) in files {
        let spans = vec![Span::text(format!("{name}, {}, {whose}", sizes(bytes)))];
        message.blocks.push(Block::Item { depth: 0, number: None, spans });
    }
    message
}

/// A file came with a command that has no use for one.
pub fn not_used() -> &'static str {
    "I did not use the file: this command takes none. Send it with words, or with /new."
}
