//! Notes and lists that come as a correction, an answer or a part of something else: jobs for the tools. What is said
//! by itself is done at once, without a ticket. Nothing a person dictates is shortened or replaced: a note is always
//! added to.

use super::super::job::Job;
use super::super::words::{after, bare, listed};
use super::reading::{Answer, Reading, something};
use super::{Draft, Found, Step};
use crate::secretary::notes::{self, List, Wish, titled};
use crate::secretary::wording::short;

const WHAT: &str = "What shall I write down?";
/// The most characters of a text in one instruction, which is cut at 4,000.
const PIECE: usize = 3_500;
/// The longest title a person gives.
const TITLE: usize = 48;

/// Recognises what the tools can do with notes and lists.
pub fn read(reading: &Reading) -> Option<Found> {
    match notes::read(&reading.full)?.wish {
        Wish::Keep { text } => Some(written(reading, &text)),
        Wish::KeepWhat => Some(written(reading, "")),
        Wish::Find { words, explicit: true } => {
            let title = format!("Find notes about {}", short(&words, 60));
            Some(looking(title, Job::Find(short(&words, 190))))
        }
        Wish::ShowAll | Wish::ShowLists => Some(looking("List the notes".to_owned(), Job::List)),
        Wish::Show { name } | Wish::ShowList { list: List::Named(name) } => {
            Some(looking(format!("Show {name}"), Job::Show(name)))
        }
        Wish::Add { items, list: List::Named(list) } | Wish::Begin { title: list, items } if !items.is_empty() => {
            let lines: Vec<String> = items.iter().map(|i| format!("- {i}")).collect();
            let summary = format!("I add {} to the note “{list}”.", short(&listed(&items), 300));
            Some(Found::Do(writing(&list, &lines.join("\n"), summary)))
        }
        Wish::TakeOff { items, list: List::Named(list) } => Some(Found::Do(striking(&items, &list))),
        Wish::Find { .. }
        | Wish::ShowList { .. }
        | Wish::Add { .. }
        | Wish::TakeOff { .. }
        | Wish::IsOn { .. }
        | Wish::Done { .. }
        | Wish::Begin { .. }
        | Wish::Clear { .. }
        | Wish::Drop { .. }
        | Wish::Forget { .. }
        | Wish::Rewrite { .. }
        | Wish::Correct { .. }
        | Wish::UndoLast => None,
    }
}

fn striking(items: &[String], list: &str) -> Draft {
    let step = |item: &String| {
        let job = Job::Strike(list.to_owned(), item.clone());
        Step { after: true, ..Step::new(&format!("Take {} off {list}", short(item, 40)), job) }
    };
    Draft {
        title: format!("Take {} off {list}", short(&listed(items), 40)),
        summary: format!("I take “{}” off the note “{list}”.", short(&listed(items), 200)),
        done_when: "It is gone from the note".to_owned(),
        risk: 0.2,
        steps: items.iter().map(step).collect(),
        ..Draft::default()
    }
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
    for edit in reading.corrections() {
        if let Some(name) = after(edit, &["call it", "title:", "name it", "nenn sie"]) {
            title = Some(short(&bare(name), TITLE));
        } else if let Some(more) = after(edit, &["and", "also", "plus", "add", "und", "auch"]) {
            text = format!("{text}\n{more}").trim().to_owned();
        } else {
            text = after(edit, &["no,", "instead:", "rather:", "nein,"]).unwrap_or(edit).to_owned();
        }
    }
    if bare(&text).is_empty() {
        return Found::Ask(vec![something(WHAT)], Draft { title: "Write a note".into(), ..Draft::default() });
    }
    let (own, body) = titled(&text);
    let title = title.filter(|t| !t.is_empty()).unwrap_or(own);
    let summary = format!("I write down “{}” in the note “{title}”.", short(&body, 300));
    Found::Do(Draft { took_edits: true, ..writing(&title, &body, summary) })
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
