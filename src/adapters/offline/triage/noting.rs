//! Notes and lists: writing, adding, taking off, showing, finding. Nothing a person dictates is shortened or replaced:
//! a note is always added to.

use super::super::job::Job;
use super::super::words::{after, around, bare, capital, line, listed, parts};
use super::reading::{Answer, Reading, question};
use super::{Draft, Found, Step};
use crate::secretary::question::Subject;
use crate::secretary::wording::short;

const WHAT: &str = "What shall I write down?";
/// The most characters of a text in one instruction, which is cut at 4,000.
const PIECE: usize = 3_500;
/// The longest title made from a text.
const TITLE: usize = 48;

const WRITE: &[&str] = &[
    "note to self:",
    "note to self",
    "note that",
    "note down:",
    "note down",
    "note:",
    "notes:",
    "make a note that",
    "make a note of",
    "make a note about",
    "make a note:",
    "make a note",
    "take a note that",
    "take a note of",
    "take a note:",
    "take a note",
    "write a note that",
    "write a note saying",
    "write a note:",
    "write a note about",
    "write a note",
    "write down that",
    "write down:",
    "write down",
    "jot down",
    "remember that",
    "remember:",
    "remember to",
    "keep in mind that",
    "don't forget that",
    "save this:",
    "note",
    "notiz:",
    "notiere, dass",
    "notiere:",
    "notiere",
    "merk dir, dass",
    "merk dir dass",
    "merk dir:",
    "merk dir",
    "merke dir, dass",
    "merke dir",
    "schreib auf:",
    "schreib auf",
];
const FIND: &[&str] = &[
    "find notes about",
    "find notes on",
    "find notes with",
    "find notes",
    "find my notes about",
    "find my notes on",
    "find my note about",
    "find the note about",
    "find the notes about",
    "search notes for",
    "search my notes for",
    "search the notes for",
    "search in my notes for",
    "look in my notes for",
    "what did i note about",
    "what did i write down about",
    "what do my notes say about",
    "what do the notes say about",
    "notes about",
    "suche notizen zu",
    "finde notizen zu",
    "suche in meinen notizen nach",
];
const SHOW: &[&str] = &[
    "show me",
    "show",
    "list",
    "open",
    "read me",
    "read",
    "what's on",
    "what is on",
    "whats on",
    "what's in",
    "what is in",
    "display",
    "zeig mir",
    "zeige mir",
    "zeig",
    "zeige",
    "was steht auf",
    "was ist auf",
    "lies",
];
const THE: &[&str] =
    &["the", "my", "our", "all my", "all the", "all", "der", "die", "meiner", "meine", "unsere", "mir die"];

/// Recognises everything about notes and lists.
pub fn read(reading: &Reading) -> Option<Found> {
    let text = reading.text.as_str();
    if let Some(words) = after(text, FIND).map(bare).filter(|w| !w.is_empty()) {
        let title = format!("Find notes about {}", short(&words, 60));
        return Some(looking(title, Job::Find(short(&words, 190))));
    }
    if let Some(what) = after(text, SHOW) {
        return shown(what);
    }
    if let Some((items, list)) = moved(text, &["add", "put", "setze", "setz", "schreib", "schreibe"], ADD_TO) {
        let lines: Vec<String> = parts(&items, true).iter().map(|i| format!("- {i}")).collect();
        let named = listed(&parts(&items, true));
        let summary = format!("I add {} to the note “{list}”.", short(&named, 300));
        return (!lines.is_empty()).then(|| Found::Do(writing(&list, &lines.join("\n"), summary)));
    }
    if let Some((item, list)) =
        moved(text, &["remove", "delete", "take", "cross", "strike", "streiche", "nimm"], TAKE_OFF)
    {
        let title = format!("Take {} off {list}", short(&item, 40));
        let step = Step::new(&title, Job::Strike(list.clone(), item.clone()));
        return Some(Found::Do(Draft {
            summary: format!("I take “{}” off the note “{list}”.", short(&item, 200)),
            done_when: "The line is gone from the note".to_owned(),
            risk: 0.2,
            steps: vec![step],
            title,
            ..Draft::default()
        }));
    }
    let dictated = after(&reading.full, WRITE)?;
    Some(written(reading, dictated))
}

const ADD_TO: &[&str] = &[
    "to the",
    "to my",
    "to our",
    "to",
    "on the",
    "on my",
    "on our",
    "on",
    "onto the",
    "auf die",
    "auf meine",
    "auf unsere",
    "zur",
    "in the",
    "in my",
];
const TAKE_OFF: &[&str] =
    &["from the", "from my", "from our", "from", "off the", "off my", "off our", "off", "von der", "von meiner"];

/// What is to be put on or taken off which list: the last place in the text after which a list is named.
fn moved(text: &str, verbs: &[&str], links: &[&str]) -> Option<(String, String)> {
    let mut found = None;
    let body = after(text, verbs)?;
    let mut rest = body;
    for _ in 0..12 {
        let Some((_, tail)) = around(rest, links) else { break };
        if let Some(title) = list_title(tail) {
            let head = body.get(..body.len() - tail.len()).unwrap_or_default();
            let link = links.iter().find_map(|l| {
                let head = head.trim_end();
                let at = head.len().checked_sub(l.len())?;
                head.get(at..).filter(|end| end.eq_ignore_ascii_case(l)).and_then(|_| head.get(..at))
            });
            found = link.map(|what| (line(what), title));
        }
        rest = tail;
    }
    found.filter(|(what, _)| !bare(what).is_empty())
}

/// The title of a list or note as people name it: "shopping list", "note Garden".
fn list_title(words: &str) -> Option<String> {
    let words = bare(words);
    let words = after(&words, THE).unwrap_or(&words);
    if words.chars().count() > TITLE {
        return None;
    }
    if let Some(name) = after(words, &["note called", "note about", "note", "notes on", "notiz"]) {
        let name = bare(name);
        return (!name.is_empty()).then(|| capital(&name));
    }
    let lower = words.to_lowercase();
    (lower.ends_with("list") || lower.ends_with("liste")).then(|| capital(words))
}

fn shown(what: &str) -> Option<Found> {
    let words = bare(what);
    let rest = after(&words, THE).unwrap_or(&words);
    if matches!(rest.to_lowercase().as_str(), "notes" | "notizen" | "lists" | "note" | "listen") {
        return Some(looking("List the notes".to_owned(), Job::List));
    }
    let title = list_title(&words)?;
    Some(looking(format!("Show {title}"), Job::Show(title)))
}

fn looking(title: String, job: Job) -> Found {
    let summary = match &job {
        Job::Show(title) => format!("I show the note “{title}”."),
        _ => "I look into the notes and show what is there.".to_owned(),
    };
    let steps = vec![Step::new(&title, job)];
    Found::Do(Draft { title, summary, done_when: "What the notes have is shown".to_owned(), steps, ..Draft::default() })
}

/// A dictated note, with the corrections to it.
fn written(reading: &Reading, dictated: &str) -> Found {
    let mut text = dictated.trim_start_matches([',', ':', ' ']).trim().to_owned();
    if let (true, Answer::Said(words)) = (bare(&text).is_empty(), reading.answer(WHAT)) {
        text = words;
    }
    let mut title = None;
    for edit in reading.edits.iter().filter(|e| !Reading::only_due(e)) {
        if let Some(name) = after(edit, &["call it", "title:", "name it", "nenn sie"]) {
            title = Some(short(&bare(name), TITLE));
        } else if let Some(more) = after(edit, &["and", "also", "plus", "add", "und", "auch"]) {
            text = format!("{text}\n{more}").trim().to_owned();
        } else {
            text = after(edit, &["no,", "instead:", "rather:", "nein,"]).unwrap_or(edit).to_owned();
        }
    }
    if bare(&text).is_empty() {
        return Found::Ask(
            vec![question(Subject::Missing, WHAT, &[], "")],
            Draft { title: "Write a note".into(), ..Draft::default() },
        );
    }
    let (own, body) = titled(&text);
    let title = title.filter(|t| !t.is_empty()).unwrap_or(own);
    let summary = format!("I write down “{}” in the note “{title}”.", short(&body, 300));
    Found::Do(Draft { took_edits: true, ..writing(&title, &body, summary) })
}

/// The title and the text of a dictated note: "Garden: beans left", else the first words are the title.
fn titled(text: &str) -> (String, String) {
    let text = after(text, &["called", "titled", "named"]).unwrap_or(text);
    if let Some((head, body)) = text.split_once(": ") {
        let head = line(head);
        let name = head.chars().count() <= TITLE && head.split(' ').count() <= 5 && !head.contains("//");
        if name && head.starts_with(char::is_alphabetic) && !body.trim().is_empty() {
            return (capital(&head), body.trim().to_owned());
        }
    }
    let words: Vec<&str> = text.split_whitespace().take(7).collect();
    let title = bare(&short(&words.join(" "), TITLE));
    let title = if title.is_empty() { "Note".to_owned() } else { capital(&title) };
    (title, text.to_owned())
}

/// The steps of writing a text, in order, each short enough for an instruction.
fn writing(title: &str, text: &str, summary: String) -> Draft {
    let pieces = pieces(text);
    let several = pieces.len() > 1;
    let step = |(index, piece): (usize, String)| {
        let name =
            if several { format!("writing part {} of {title}", index + 1) } else { format!("writing “{title}”") };
        Step { after: index > 0, ..Step::new(&name, Job::Keep(title.to_owned(), piece)) }
    };
    Draft {
        title: format!("Note: {title}"),
        summary,
        done_when: format!("The note “{title}” has it"),
        risk: 0.1,
        steps: pieces.into_iter().enumerate().map(step).collect(),
        ..Draft::default()
    }
}

/// A text in pieces of bounded size, divided at line ends or spaces where there are any.
fn pieces(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some((limit, _)) = rest.char_indices().nth(PIECE) {
        let head = rest.get(..limit).unwrap_or_default();
        let end = head.rfind('\n').or_else(|| head.rfind(' ')).filter(|at| at * 2 > limit).unwrap_or(limit);
        found.push(rest.get(..end).unwrap_or_default().trim().to_owned());
        rest = rest.get(end..).unwrap_or_default();
    }
    found.push(rest.trim().to_owned());
    found.retain(|p| !p.is_empty());
    found
}
