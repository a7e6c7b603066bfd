//! What is said about what is kept of people: what, how long, who sees it, and how it is handed out.

use super::super::keeping::Keeping;
use super::super::message::{Attached, Block, Message, Span};

/// "30 days", "a day", "until it is erased".
fn days(kept: Option<u16>) -> String {
    match kept {
        None => "until it is erased".to_owned(),
        Some(1) => "a day".to_owned(),
        Some(days) => format!("{days} days"),
    }
}

fn item(message: &mut Message, words: impl Into<String>) {
    message.blocks.push(Block::Item { depth: 0, number: None, spans: vec![Span::text(words)] });
}

/// What is kept, how long, who sees it, and what one can do about it. `name`: of the workspace, where there are several;
/// `reads`: a language model is connected.
pub fn notice(kept: &Keeping, name: Option<&str>, reads: bool) -> Message {
    let here = name.map_or_else(String::new, |name| format!(" in {name}"));
    let mut message = Message::default().spans(vec![Span::strong(format!("What I keep about you{here}"))]);
    item(&mut message, "Your name, accounts, role, time zone and language: while you belong here.");
    item(&mut message, "Your tickets, with what was said, done, decided and reported: until they are erased.");
    item(&mut message, "Your notes, lists and reminders: until you delete them.");
    item(&mut message, format!("Messages I could not send: {}. Of those I sent, I keep no words.", days(kept.outbox)));
    item(&mut message, format!("What agents did step by step for a closed ticket: {}.", days(kept.journal)));
    item(&mut message, format!("Messages of the web chat: {}.", days(kept.web)));
    item(&mut message, format!("What I could not read at all: {}.", days(kept.quarantine)));
    item(
        &mut message,
        "A log of who was allowed what: for good. It holds ids and numbers, no names and nothing you wrote.",
    );
    message.blocks.push(Block::Gap);
    message = message.spans(vec![Span::strong("Who sees it")]);
    item(
        &mut message,
        "What you write to me directly: you, and the approvers and owners here. Your own notes: only you.",
    );
    item(&mut message, "What is said in a group: everybody who belongs here.");
    item(&mut message, "Whoever runs this program can read its database and its backups.");
    let model = if reads {
        "The language model gets what it needs to work on an idea."
    } else {
        "No language model is connected: nothing leaves this program but what I post."
    };
    item(&mut message, model);
    message.blocks.push(Block::Gap);
    message.line("/export sends you all of it as a file.")
}

/// A wish that is only granted where nobody else reads along.
pub fn only_direct() -> String {
    "That is between you and me: write it to me in a direct chat, so that nobody else reads it.".to_owned()
}

/// One file of what is kept of somebody; `of`: which of how many.
pub fn file(of: (usize, usize), name: Option<&str>, text: String) -> Message {
    let here = name.map_or_else(String::new, |name| format!(" in {name}"));
    let (n, all) = of;
    let (called, line) = if all == 1 {
        ("my-data.json".to_owned(), format!("Here is everything I keep about you{here}. Any text editor opens it."))
    } else {
        (format!("my-data-{n}.json"), format!("Everything I keep about you{here}, part {n} of {all}."))
    };
    let message = Message { file: Some(Attached { name: called, text }), ..Message::lines([line]) };
    if n < all {
        return message;
    }
    message.line(
        "Not in it: what others wrote, and what agents did step by step. /privacy says how long all of it is kept.",
    )
}
