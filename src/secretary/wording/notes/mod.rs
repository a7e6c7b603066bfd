//! Sentences about notes: one short message each, with its Undo.

pub mod lists;

use super::super::ids::NoteChangeId;
use super::super::message::action::NoteAct;
use super::super::message::keys::Keys;
use super::super::message::{Block, Message, Span};
use super::super::notes::{FULL, Hit, LONGEST, Note, Scope, Whose, Wish, is_list, items};
use crate::secretary::names::phrases::{count, plural, short};
use crate::secretary::ticket::task::Attached;
use chrono_tz::Tz;

/// The most characters of a note that are repeated.
const REPEATED: usize = 500;
/// The most characters shown in a message; more comes as a file.
const SHOWN: usize = 6_000;
/// Notes shown at once.
const MOST: usize = 8;
/// Notes and lists named in an overview.
pub(super) const NAMED: usize = 20;

/// Words were kept.
pub fn noted(title: Option<&str>, text: &str, change: &NoteChangeId, keys: &mut Keys) -> Message {
    let lead = title.map_or_else(|| "Noted: ".to_owned(), |title| format!("Noted under “{title}”: "));
    with_undo(said(&lead, text), change, keys)
}

/// A note reads differently now.
pub fn changed(text: &str, whose: Whose, change: &NoteChangeId, keys: &mut Keys) -> Message {
    with_undo(said(&format!("Changed{}: ", for_whom(whose)), text), change, keys)
}

/// A note was thrown away.
pub fn forgotten(text: &str, whose: Whose, change: &NoteChangeId, keys: &mut Keys) -> Message {
    with_undo(Message::lines([format!("Forgotten{}: {}", for_whom(whose), short(text, 200))]), change, keys)
}

/// Whom a change to a note concerns, where it is not plain.
fn for_whom(whose: Whose) -> &'static str {
    match whose {
        Whose::Shared => " for everybody",
        Whose::Plain | Whose::Own => "",
    }
}

/// What is somebody's own was asked for where others read along.
pub fn own_elsewhere() -> String {
    "Here everybody reads along. Tell me that in our direct chat, where I keep what is yours alone.".to_owned()
}

/// A lead and words in their lines, or the beginning of many.
fn said(lead: &str, text: &str) -> Message {
    let rows: Vec<&str> = text.lines().collect();
    if text.chars().count() <= REPEATED {
        return match rows.as_slice() {
            [] => Message::lines([lead]),
            [one] => Message::lines([format!("{lead}{one}")]),
            many => in_lines(Message::lines([lead.trim_end()]), &many.join("\n")),
        };
    }
    let beginning = rows.first().map(|row| short(row, 120)).unwrap_or_default();
    let size = format!(
        "Kept whole: {} characters in {}.",
        count(text.chars().count() as u64),
        plural(rows.len(), "line", "lines")
    );
    Message::lines([format!("{lead}{}…", beginning.trim_end_matches('…')), size])
}

/// The rows of a text as lines of their own.
fn in_lines(mut message: Message, text: &str) -> Message {
    for row in text.lines() {
        let block = if row.trim().is_empty() { Block::Gap } else { Block::Line(vec![Span::text(row)]) };
        message.blocks.push(block);
    }
    message
}

pub(super) fn with_undo(message: Message, change: &NoteChangeId, keys: &mut Keys) -> Message {
    let undo = NoteAct::Undo { change: change.clone() }.action();
    message.row(vec![keys.plain("Undo", undo)])
}

/// What stands where "Undo" was.
pub fn undone(title: &str, whose: Whose, now: Option<&Note>, was: Option<&Note>) -> Message {
    let line = match (now, was) {
        (Some(note), _) if is_list(&note.title) => format!("Undone. {}", lists::standing(note, whose)),
        (Some(note), _) => format!("Undone. It reads: {}", short(&note.text, 200)),
        (None, _) if is_list(title) => format!("Undone: there is no {} any more.", lists::lower(title)),
        (None, Some(note)) => format!("Undone, not noted: {}", short(&note.text, 200)),
        (None, None) => "Undone.".to_owned(),
    };
    Message::lines([line]).silently()
}

/// The short answer to the press.
pub const UNDONE: &str = "Undone.";

/// "Undo" pressed twice.
pub fn undone_already() -> String {
    "That is undone already.".to_owned()
}

/// "Undo" of what was changed again meanwhile.
pub fn changed_since() -> String {
    "That was changed again meanwhile, so I leave it as it is. “show my notes” shows everything.".to_owned()
}

/// What shall be kept.
pub fn ask_text() -> Message {
    Message { asks_text: true, ..Message::lines(["What shall I write down?"]) }
}

/// The words are kept already.
pub fn known(text: &str) -> String {
    format!("I have that noted already: {}", short(text, 200))
}

/// More than a note may have.
pub fn too_long(length: usize) -> String {
    format!(
        "That is {} characters, and a note can have {} at once. I kept nothing of it; send it in two or more notes.",
        count(length as u64),
        count(LONGEST as u64)
    )
}

/// A note that is full.
pub fn full(title: &str) -> String {
    format!(
        "“{title}” would be longer than {} characters, so I left it as it was. Begin another one.",
        count(FULL as u64)
    )
}

/// What notes say about a question.
pub fn found(hits: &[Hit], scope: &Scope, zone: Tz) -> Message {
    if let [one] = hits {
        return in_lines(Message::default(), &one.shown).spans(vec![Span::Soft(noted_on(&one.note, scope, zone))]);
    }
    let mut message = Message::lines([format!("{} fit:", plural(hits.len(), "note", "notes"))]);
    for hit in hits.iter().take(MOST) {
        message.blocks.push(item(vec![
            Span::text(format!("{} ", short(&hit.shown, 300))),
            Span::Soft(noted_on(&hit.note, scope, zone)),
        ]));
    }
    if hits.len() > MOST {
        message = message.line(format!("… and {} more. Another word narrows it.", hits.len() - MOST));
    }
    message
}

pub(super) fn item(spans: Vec<Span>) -> Block {
    Block::Item { depth: 0, number: None, spans }
}

/// "(“Garden”, Mon 23 Nov)".
fn noted_on(note: &Note, scope: &Scope, zone: Tz) -> String {
    let day = note.updated_at.with_timezone(&zone).format("%a %-d %b");
    let begins = short(&note.text, 48).to_lowercase();
    let own = note.title.to_lowercase();
    let says = begins.trim_end_matches('…').starts_with(own.trim_end_matches('…'));
    let shared = if scope.whose(&note.owner) == Whose::Shared { ", shared" } else { "" };
    if says { format!("(noted {day}{shared})") } else { format!("(“{}”, {day}{shared})", note.title) }
}

/// No note fits.
pub fn none_found(words: &str, any: bool) -> Message {
    let line = format!("I have no note about “{}”.", short(words, 80));
    let next = if any { "“show my notes” shows all of them." } else { FIRST };
    Message::lines([format!("{line} {next}")])
}

const FIRST: &str = "Tell me for example: note that the wifi password is on the fridge";

/// One note, whole.
pub fn note(note: &Note, scope: &Scope, zone: Tz) -> Message {
    let title = lists::headed(&note.title, scope.whose(&note.owner));
    let head = Message::default().spans(vec![Span::strong(title)]);
    if note.text.chars().count() <= SHOWN {
        return in_lines(head, &note.text).spans(vec![Span::Soft(noted_on(note, scope, zone))]);
    }
    let file = Attached::text("note.txt".to_owned(), note.text.clone());
    let size = count(note.text.chars().count() as u64);
    let head = head.line(short(&note.text, 300)).line(format!("All {size} characters are in the file."));
    Message { file: Some(file), ..head }
}

/// All notes, the newest first.
pub fn all(notes: &[Note], scope: &Scope, zone: Tz) -> Message {
    let (lists, notes): (Vec<&Note>, Vec<&Note>) = notes.iter().partition(|n| is_list(&n.title));
    if lists.is_empty() && notes.is_empty() {
        return Message::lines([format!("No notes yet. {FIRST}")]);
    }
    let mut message = Message::default();
    if !notes.is_empty() {
        message = message.spans(vec![Span::strong("Notes")]);
    }
    for note in notes.iter().take(NAMED) {
        let spans = vec![Span::text(format!("{} ", short(&note.text, 120))), Span::Soft(noted_on(note, scope, zone))];
        message.blocks.push(item(spans));
    }
    if notes.len() > NAMED {
        message = message.line(format!("… and {} more. Ask for one: find my notes on …", notes.len() - NAMED));
    }
    overview(message, &lists, scope)
}

/// All lists.
pub fn lists(notes: &[Note], scope: &Scope) -> Message {
    let lists: Vec<&Note> = notes.iter().filter(|n| is_list(&n.title)).collect();
    if lists.is_empty() {
        return Message::lines(["No lists yet. Tell me for example: add milk and eggs to the shopping list"]);
    }
    overview(Message::default(), &lists, scope)
}

fn overview(mut message: Message, lists: &[&Note], scope: &Scope) -> Message {
    if !lists.is_empty() {
        message = message.spans(vec![Span::strong("Lists")]);
    }
    for list in lists.iter().take(NAMED) {
        let things = items(&list.text);
        let what = if things.is_empty() { "empty".to_owned() } else { short(&things.join(", "), 120) };
        message
            .blocks
            .push(item(vec![Span::text(format!("{}: {what}", lists::headed(&list.title, scope.whose(&list.owner))))]));
    }
    message
}

/// Several notes may be meant: one button each, by what is to be done with the one that is pressed.
pub fn which_note(hits: &[Hit], scope: &Scope, wish: impl Fn(String) -> Wish, keys: &mut Keys) -> Message {
    let mut message = Message::lines(["Several notes fit. Which one?"]);
    for hit in hits.iter().take(5) {
        let called = scope.called(&hit.note.owner, &hit.note.title);
        let label = short(&called, 50);
        message = message.row(vec![keys.plain(label, NoteAct::Do { wish: Box::new(wish(called)) }.action())]);
    }
    message
}

/// How `/note` is used.
pub fn how_to() -> &'static str {
    "Please say what to keep. For example: /note the spare key is under the pot"
}
