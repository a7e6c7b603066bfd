//! Judges what the two heard and thought: by the record, the messages, the files sent with them, and the requests to the model.

use super::{MARKS, side};
use crate::support::Office;
use std::collections::BTreeMap;

/// What the two heard and thought so far, as far as it was looked at.
#[derive(Default)]
pub struct Seen {
    /// Lines of the record, requests to the model, messages.
    lines: usize,
    put: usize,
    messages: usize,
    /// Whose thread it is, by its chat.
    threads: BTreeMap<String, &'static str>,
}

/// The canaries of the other one in a text.
pub fn foreign(text: &str, mark: &str) -> bool {
    MARKS.iter().filter(|other| **other != mark).any(|other| text.contains(&format!("{other}canary")))
}

/// Whose chat it is, by the title the record has for it.
fn of_title(header: &str) -> Option<&'static str> {
    MARKS
        .into_iter()
        .find(|mark| header.starts_with(&format!("[{mark} ")) || header.starts_with(&format!("[Group {mark}")))
}

impl Seen {
    /// What of the other's came to anybody since it was looked last, while somebody of `acting` did something.
    pub fn looks(&mut self, office: &Office, acting: &'static str) -> Vec<String> {
        let mut found = Vec::new();
        // Every version of every message, in the order in which it was said.
        let record = office.transcript();
        let mut here = None;
        for (n, line) in record.lines().enumerate() {
            if line.starts_with('[') && line.ends_with(']') {
                here = of_title(line);
            } else if n >= self.lines && here.is_some_and(|mark| foreign(line, mark)) {
                found.push(format!("said in a chat of {here:?}: {line}"));
            }
        }
        self.lines = record.lines().count();
        // Threads have no names of their own there, and files stand there by their names alone.
        let stands = office.stands();
        for message in stands.iter().filter(|m| m.who == "Bot") {
            let chat = &message.place.chat;
            let title = message.place.title.as_ref().map(|title| format!("[{title}"));
            let whose = title.and_then(|title| of_title(&title));
            let whose = whose.unwrap_or_else(|| *self.threads.entry(chat.clone()).or_insert(acting));
            if foreign(&message.text, whose) || foreign(&message.first, whose) {
                found.push(format!("stands in a chat of {whose}: {}", message.first));
            }
        }
        for message in stands.iter().skip(self.messages).filter(|m| m.who == "Bot") {
            let Some(whose) = of_title(&format!("[{}", message.place.title.as_deref().unwrap_or_default())) else {
                continue;
            };
            let name = message.first.rsplit_once("\n<").and_then(|(_, rest)| rest.split_once(", "));
            if let Some((name, _)) = name.filter(|(name, _)| name.contains('.'))
                && foreign(&office.file(name), whose)
            {
                found.push(format!("a file in a chat of {whose}: {}", message.first));
            }
        }
        self.messages = stands.len();
        // Who a thought is for is known by the work it is about, and before there is any by who acts.
        let put = office.asked_of_the_model();
        for request in &put[self.put..] {
            let sides: Vec<&str> = MARKS.into_iter().filter(|mark| request.contains(&side(mark))).collect();
            let whose = match sides.as_slice() {
                [one] => *one,
                _ => acting,
            };
            if sides.len() > 1 || foreign(request, whose) {
                found.push(format!("thought for {whose}: {request}"));
            }
        }
        self.put = put.len();
        found
    }
}
