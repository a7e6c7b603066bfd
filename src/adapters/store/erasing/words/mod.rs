//! Removes a person's name and words from a value that belongs to others. The rest of the value stays as it is.

pub(super) mod sent;
#[cfg(test)]
mod tests;

use super::beside::Others;
use super::said::{LONG, Said};
use super::verdicts::{self, FOR, LineEnds, Names, Whose};
use crate::secretary::people::names::FORMER;
use crate::secretary::wording::settings::privacy::ERASED;
use sent::Sent;
use serde_json::{Map, Value};

/// Fields that hold the name of a person and nothing else.
const NAMES: [&str; 3] = ["name", "by", "requester_name"];
/// Fields that hold ids and names of our own making.
const IDS: [&str; 27] = [
    "id",
    "key",
    "task",
    "run",
    "agent",
    "token",
    "room",
    "rooms",
    "slot",
    "ticket",
    "kind",
    "tool",
    "version",
    "decision",
    "requester",
    "shaped_by",
    "given_by",
    "workspace",
    "platform",
    "state",
    "owner",
    "person",
    "fitting",
    "needs",
    "home",
    "path",
    "handle",
];
/// The field of what a model wants a tool to be called with, whose keys are its own.
const ARGUMENTS: &str = "arguments";
/// Shorter words are no words of anybody.
const SHORT: usize = 3;

/// How a part of a value is changed.
#[derive(Clone, Copy, Debug)]
struct How {
    /// Words of fewer letters stay.
    least: usize,
    /// It is a part of what they made.
    theirs: bool,
    /// Its keys are none of ours, but a model's or a tool's.
    free: bool,
}

/// What is taken out.
#[derive(Clone, Debug)]
pub(super) struct Scrub {
    person: String,
    name: String,
    /// The longest first: one may be part of another.
    words: Vec<String>,
    /// Parts of answers to several questions.
    answers: Vec<String>,
    rooms: Vec<String>,
    sent: Sent,
    /// What others wrote as well, and keep.
    others: Others,
    /// The name goes out of sentences, too.
    in_sentences: bool,
    /// Where it stands in the reports that events of a ticket brought.
    ends: LineEnds,
}

impl Scrub {
    /// `rooms`: their direct chats, in which nothing of others stands any more.
    pub(super) fn new(person: &str, name: &str, said: Said, rooms: &[String]) -> Self {
        let Said { mut words, mut answers, homes, files: _ } = said;
        for list in [&mut words, &mut answers] {
            let inside: Vec<String> = list.iter().flat_map(|text| inside_json(text)).collect();
            list.extend(inside);
            list.retain(|word| word.chars().count() >= SHORT);
            list.sort_by(|one, other| other.len().cmp(&one.len()).then_with(|| one.cmp(other)));
            list.dedup();
        }
        let (person, name, rooms) = (person.to_owned(), name.to_owned(), rooms.to_vec());
        let (sent, others, ends) = (Sent::new(homes, &name), Others::default(), LineEnds::default());
        Self { person, name, words, answers, rooms, sent, others, in_sentences: false, ends }
    }

    /// What others wrote as well stays, but for what they made themself.
    pub(super) fn beside(self, others: Others) -> Self {
        Self { others, ..self }
    }

    /// For the events of this ticket, whose reports name those who decided.
    pub(super) fn reported(self, ticket: &str) -> Self {
        let ticket: Map<String, Value> = serde_json::from_str(ticket).unwrap_or_default();
        let ends = LineEnds::without(Whose { person: &self.person, name: &self.name }, &ticket);
        Self { ends, ..self }
    }

    /// For messages, in whose sentences the name may stand; `alone`: nobody else is called so.
    pub(super) fn in_messages(self, alone: bool) -> Self {
        Self { in_sentences: alone, ..self }
    }

    /// The value without any of it, if there was any; `fits` says whether what came out can still be read.
    pub(super) fn taken_out(&self, body: &str, fits: impl Fn(&str) -> bool) -> Option<String> {
        let before: Value = serde_json::from_str(body).ok()?;
        let whole = |least: usize| {
            let mut value = before.clone();
            self.sent.take_out(&mut value);
            self.change(&mut value, "", How { least, theirs: false, free: false });
            (value != before).then(|| value.to_string()).filter(|text| fits(text))
        };
        // Somebody's only word may be the name of a state; then the word stays.
        [SHORT, LONG, usize::MAX].into_iter().find_map(whole)
    }

    fn change(&self, value: &mut Value, key: &str, how: How) {
        match value {
            Value::String(text) => {
                if NAMES.contains(&key) {
                    self.rename(text);
                }
                let ours = IDS.contains(&key);
                if !ours || how.free {
                    // Where a model has a word of its own for one of ours, only long words are surely theirs.
                    let how = if ours { How { least: how.least.max(LONG), ..how } } else { how };
                    self.change_within(text, key, how);
                    self.replace(text, key, how);
                }
            }
            Value::Array(list) => {
                list.retain(|value| value.as_str().is_none_or(|text| !self.rooms.iter().any(|room| room == text)));
                for value in list {
                    self.change(value, key, how);
                }
            }
            Value::Object(map) => {
                let theirs = if how.free { how.theirs } else { self.made(map) };
                let others = map.get("by").and_then(Value::as_str).is_some_and(|by| by != self.name);
                let file = !how.free && map.contains_key("home");
                let whose = Whose { person: &self.person, name: &self.name };
                let names = if how.free { None } else { Names::without(whose, map) };
                if !how.free {
                    verdicts::out_of_reports(whose, map);
                    verdicts::out_of_event(&self.ends, map);
                }
                for (key, value) in map.iter_mut() {
                    match value {
                        // The bytes of a file of others lie under its name.
                        Value::String(_) if key == "name" && file => {}
                        Value::String(name) if key == "name" && theirs && !how.free => *name = former(name),
                        // Of two people of one name, only one is meant where it is said who.
                        Value::String(name) if key == "name" && others && *name == self.name => {}
                        value => {
                            let theirs = theirs && (how.free || value.is_string());
                            let free = how.free || key == ARGUMENTS;
                            self.change(value, key, How { theirs, free, ..how });
                        }
                    }
                }
                if let Some(names) = names {
                    names.put(map);
                }
                if how.free {
                    self.change_keys(map, how);
                }
            }
            Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
    }

    /// Changes what stands in a text that is JSON itself: words may be written there in another way, with escapes.
    fn change_within(&self, text: &mut String, key: &str, how: How) {
        if !text.trim_start().starts_with(['{', '[', '"']) {
            return;
        }
        let Ok(before) = serde_json::from_str::<Value>(text) else { return };
        let mut value = before.clone();
        self.change(&mut value, key, How { free: true, ..how });
        if value != before {
            *text = value.to_string();
        }
    }

    /// Keys that a model chose may be words of theirs, too.
    fn change_keys(&self, map: &mut Map<String, Value>, how: How) {
        let keys: Vec<String> = map.keys().filter(|key| key.chars().count() >= LONG).cloned().collect();
        for key in keys {
            let mut next = key.clone();
            self.replace(&mut next, "", How { least: how.least.max(LONG), ..how });
            if next != key
                && let Some(value) = map.remove(&key)
            {
                while map.contains_key(&next) {
                    next.push('*');
                }
                map.insert(next, value);
            }
        }
    }

    /// Whether they are who made this, whatever they were called then: it says so, or says in their words what they said.
    fn made(&self, map: &Map<String, Value>) -> bool {
        match (map.get("by"), map.get("text")) {
            (Some(by), _) => *by == self.person.as_str(),
            (None, Some(Value::String(text))) => {
                let named = map.get("name").is_some_and(|name| *name == self.name.as_str());
                let said = self.words.iter().find(|word| *word == text.trim());
                said.is_some_and(|word| named || !self.others.have(word))
            }
            (None, _) => false,
        }
    }

    /// Takes the name out of "Kim", "Kim for Jo" and "Jo for Kim".
    fn rename(&self, text: &mut String) {
        if *text == self.name {
            FORMER.clone_into(text);
        } else if let Some((deputy, away)) = text.split_once(FOR) {
            let called = |name: &str| if name == self.name { FORMER.to_owned() } else { name.to_owned() };
            *text = format!("{}{FOR}{}", called(deputy), called(away));
        }
    }

    fn replace(&self, text: &mut String, key: &str, How { least, theirs, .. }: How) {
        for word in self.words.iter().filter(|word| word.chars().count() >= least) {
            let goes = || theirs || !self.others.have(word);
            if text.trim() == word {
                if goes() {
                    ERASED.clone_into(text);
                }
            } else if word.chars().count() >= LONG {
                if text.contains(word.as_str()) && goes() {
                    *text = text.replace(word.as_str(), ERASED);
                }
                let mut at = 0;
                while let Some((from, to)) = shortened(&text[at..], word).map(|(from, to)| (at + from, at + to)) {
                    let piece = text[from..to].trim_end_matches('…').trim_end();
                    if theirs || !self.others.said(piece) {
                        text.replace_range(from..to, ERASED);
                        at = from + ERASED.len();
                    } else {
                        at = to;
                    }
                }
            }
        }
        // What was ticked stands before what was added to it.
        let given = text.rsplit("; ").next().unwrap_or_default().trim();
        if key == "answers"
            && least == SHORT
            && self.answers.iter().any(|part| part == given)
            && (theirs || !self.others.said(given))
        {
            ERASED.clone_into(text);
        }
        if self.in_sentences && least < usize::MAX {
            self.rename_in(text);
        }
    }

    /// Takes the name out where it stands as a word of its own.
    fn rename_in(&self, text: &mut String) {
        let mut at = 0;
        while let Some(from) = text.get(at..).and_then(|rest| rest.find(&self.name)).map(|found| at + found) {
            let to = from + self.name.len();
            let (before, after) = (text[..from].chars().next_back(), text[to..].chars().next());
            if [before, after].into_iter().flatten().any(char::is_alphanumeric) {
                at = to;
            } else {
                text.replace_range(from..to, FORMER);
                at = from + FORMER.len();
            }
        }
    }
}

/// A text as it stands in JSON that is part of another text, perhaps cut off: with what has to be escaped there, and with
/// all that is not ASCII escaped as well.
fn inside_json(text: &str) -> Vec<String> {
    let quoted = Value::from(text).to_string();
    let quoted = quoted.get(1..quoted.len() - 1).unwrap_or_default().to_owned();
    let escaped = |c: char| -> String {
        if c.is_ascii() {
            return c.to_string();
        }
        c.encode_utf16(&mut [0; 2]).iter().map(|unit| format!("\\u{unit:04x}")).collect()
    };
    let long = text.chars().count() >= LONG && !text.is_ascii();
    let all: Option<String> = long.then(|| quoted.chars().map(escaped).collect());
    std::iter::once(quoted).chain(all).collect()
}

/// The name of who made something, without it: a deputy's stays.
fn former(name: &str) -> String {
    name.rsplit_once(FOR).map_or_else(|| FORMER.to_owned(), |(deputy, _)| format!("{deputy}{FOR}{FORMER}"))
}

/// Where the beginning of a word stands in a text, cut off with an ellipsis.
fn shortened(text: &str, word: &str) -> Option<(usize, usize)> {
    let head: String = word.chars().take(LONG).collect();
    text.match_indices(&head).find_map(|(from, _)| {
        let same = text[from..].chars().zip(word.chars()).take_while(|(one, other)| one == other);
        let to = from + same.map(|(letter, _)| letter.len_utf8()).sum::<usize>();
        text[to..].starts_with('…').then_some((from, to + '…'.len_utf8()))
    })
}
