//! Taking somebody's name and words out of a value that belongs to others: what was theirs is replaced where it stands,
//! and everything else stays as it is.

use super::beside::Others;
use super::said::Said;
use super::verdicts::{self, LineEnds, Names, Whose};
use crate::secretary::wording::settings::privacy::{ERASED, FORMER};
use serde_json::{Map, Value};

/// Fields that hold the name of a person and nothing else.
const NAMES: [&str; 3] = ["name", "by", "requester_name"];
/// Fields that hold ids and names of our own making.
const IDS: [&str; 24] = [
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
];
/// The field of what a model wants a tool to be called with, whose keys are its own.
const ARGUMENTS: &str = "arguments";
/// Words of fewer letters are replaced only where they are all that is said.
const LONG: usize = 8;
/// Shorter ones are no words of anybody.
const SHORT: usize = 3;
/// Between whoever decided and in whose place.
const FOR: &str = " for ";

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
        let Said { mut words, mut answers } = said;
        for list in [&mut words, &mut answers] {
            let inside: Vec<String> = list.iter().flat_map(|text| inside_json(text)).collect();
            list.extend(inside);
            list.retain(|word| word.chars().count() >= SHORT);
            list.sort_by(|one, other| other.len().cmp(&one.len()).then_with(|| one.cmp(other)));
            list.dedup();
        }
        let (person, name, rooms) = (person.to_owned(), name.to_owned(), rooms.to_vec());
        let (others, ends) = (Others::default(), LineEnds::default());
        Self { person, name, words, answers, rooms, others, in_sentences: false, ends }
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
                let whose = Whose { person: &self.person, name: &self.name };
                let names = if how.free { None } else { Names::without(whose, map) };
                if !how.free {
                    verdicts::out_of_reports(whose, map);
                    verdicts::out_of_event(&self.ends, map);
                }
                for (key, value) in map.iter_mut() {
                    match value {
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

#[cfg(test)]
mod tests {
    use crate::adapters::store::erasing::words::*;
    use crate::secretary::wording::short;
    use serde_json::json;

    fn scrub(words: &[&str]) -> Scrub {
        let words = words.iter().map(|word| (*word).to_owned()).collect();
        Scrub::new("p1", "Kim", Said { words, answers: Vec::new() }, &["r-kim".to_owned()])
    }

    fn without(scrub: &Scrub, before: &Value) -> Value {
        scrub.taken_out(&before.to_string(), |_| true).map_or_else(|| before.clone(), |out| out.parse().unwrap())
    }

    #[test]
    fn names_and_words_go_and_nothing_else_does() {
        let words = ["only with a notice of three months", "yes"];
        let before = json!({
            "title": "Ask Kim",
            "decisions": [
                {"key": "d1", "state": {"Made": {"by": "p1", "name": "Kim", "text": words[0]}}},
                {"key": "d2", "state": {"Made": {"by": "p2", "name": "Kim", "text": "yes, do"}}},
            ],
            "comments": [{"name": "Kim", "text": "yes"}],
            "hold": {"cancelled": {"by": "Kim", "reason": ""}},
            "result": format!("The person decided: {}.", words[0]),
            "arguments": format!("{{\"text\":\"{}\"}}", words[0]),
            "rooms": ["r-kim", "r-jo"],
            "n": 3,
        });
        let after = json!({
            "title": "Ask Kim",
            "decisions": [
                {"key": "d1", "state": {"Made": {"by": "p1", "name": FORMER, "text": ERASED}}},
                {"key": "d2", "state": {"Made": {"by": "p2", "name": "Kim", "text": "yes, do"}}},
            ],
            "comments": [{"name": FORMER, "text": ERASED}],
            "hold": {"cancelled": {"by": FORMER, "reason": ""}},
            "result": format!("The person decided: {ERASED}."),
            "arguments": format!("{{\"text\":\"{ERASED}\"}}"),
            "rooms": ["r-jo"],
            "n": 3,
        });
        let out = scrub(&words).taken_out(&before.to_string(), |_| true).unwrap();
        assert_eq!(serde_json::from_str::<Value>(&out).unwrap(), after);
        assert_eq!(scrub(&words).taken_out(&json!({"name": "Jo", "text": "later"}).to_string(), |_| true), None);
    }

    #[test]
    fn words_go_from_json_inside_of_texts_however_they_are_written_there() {
        let word = "Grüne Zebras im Garten";
        let escaped = "Gr\\u00fcne Zebras im\\u0020Garten";
        let quoted = format!(r#"{{"title":"Plan","list":["{escaped}"],"Kim: {escaped}":1,"person":"{escaped}"}}"#);
        let deeper = Value::from(quoted.as_str()).to_string();
        let before = json!({
            "reply": {"calls": [{"id": "c1", "name": "write_note", "arguments": quoted}]},
            "text": deeper,
            "cut": "{\"title\":\"Plan\",\"text\":\"Gr\\u00fcne Zebras im Garten, and",
            "proposed": {"arguments": {word: [1], "Grüne Zebras im Garten!": 2, "path": word}},
            "not theirs": r#"{ "a": "Gr\u00fcn" }"#,
        });
        let left = format!(r#"{{"Kim: {ERASED}":1,"list":["{ERASED}"],"person":"{ERASED}","title":"Plan"}}"#);
        let after = json!({
            "reply": {"calls": [{"id": "c1", "name": "write_note", "arguments": left}]},
            "text": Value::from(left.as_str()).to_string(),
            "cut": format!("{{\"title\":\"Plan\",\"text\":\"{ERASED}, and"),
            "proposed": {"arguments": {ERASED: [1], format!("{ERASED}!"): 2, "path": ERASED}},
            "not theirs": r#"{ "a": "Gr\u00fcn" }"#,
        });
        assert_eq!(without(&scrub(&[word]), &before), after);
        // Keys of our own are what they are.
        let ours = json!({"decisions": [], "comments": {"arguments": {"decisions": 1, "Decisions": "decisions"}}});
        let out = without(&scrub(&["decisions"]), &ours);
        assert_eq!(out, json!({"decisions": [], "comments": {"arguments": {ERASED: 1, "Decisions": ERASED}}}));
    }

    #[test]
    fn a_word_that_is_the_name_of_a_state_stays_and_the_name_goes_all_the_same() {
        let body = json!({"stage": {"Closed": "Cancelled"}, "by": "Kim"}).to_string();
        let fits = |text: &str| text.contains("\"Cancelled\"");
        let out = scrub(&["Cancelled"]).taken_out(&body, fits).unwrap();
        assert!(out.contains(FORMER) && fits(&out), "{out}");
    }

    #[test]
    fn shortened_copies_of_long_words_go() {
        let wish = "only with a notice of three months and never, never by telephone, as was said before";
        let before = json!({
            "title": format!("Revise: {}", short(wish, 60)),
            "rest": format!("“{}” and “{}”", short(wish, 30), short(wish, 40)),
            "other": "only with…",
        });
        let after = json!({
            "title": format!("Revise: {ERASED}"),
            "rest": format!("“{ERASED}” and “{ERASED}”"),
            "other": format!("{ERASED}"),
        });
        assert_eq!(without(&scrub(&[wish]), &before), after);
        let not_theirs = json!({"title": "only with care…", "n": "only"});
        assert_eq!(without(&scrub(&[wish]), &not_theirs), not_theirs);
    }

    #[test]
    fn what_others_wrote_as_well_stays_where_it_is_not_theirs() {
        let idea = "compare three hosting offers for the shop and say which";
        let mut others = Others::default();
        others.add(idea);
        let before = json!({
            "idea": idea,
            "title": short(idea, 30),
            "decisions": [{"state": {"Made": {"by": "p1", "name": "Kim", "text": idea}}}],
            "comments": [{"name": "Jo", "text": idea}, {"name": "Kim", "text": idea}],
            "rest": "by all means, but soon",
        });
        let mut after = before.clone();
        after["decisions"][0]["state"]["Made"] = json!({"by": "p1", "name": FORMER, "text": ERASED});
        after["comments"][1] = json!({"name": FORMER, "text": ERASED});
        after["rest"] = format!("{ERASED}, but soon").into();
        let longer = format!("{idea} and more");
        assert_eq!(without(&scrub(&[idea, &longer, "by all means"]).beside(others), &before), after);
    }

    #[test]
    fn parts_of_answers_go_where_answers_stand() {
        let said = Said { words: Vec::new(), answers: vec!["blue".to_owned(), "500".to_owned()] };
        let scrub = Scrub::new("p1", "Kim", said, &[]);
        let before = json!({"rounds": [{"answers": ["blue", "Red; 500", "green", null], "questions": ["blue"]}]});
        let after = json!({"rounds": [{"answers": [ERASED, ERASED, "green", null], "questions": ["blue"]}]});
        assert_eq!(without(&scrub, &before), after);
    }

    #[test]
    fn names_go_whatever_they_were_then_and_in_whose_place_somebody_decided() {
        let before = json!([
            {"by": "p1", "name": "Kimberly"},
            {"by": "p2", "name": "Kim for Jo"},
            {"by": "p1", "name": "Jo for Kim"},
            {"name": "Kimberly", "text": "by all means"},
            {"name": "Jo", "text": "Kim, Kimberly and “Kim”"},
        ]);
        let mut after = json!([
            {"by": "p1", "name": FORMER},
            {"by": "p2", "name": format!("{FORMER} for Jo")},
            {"by": "p1", "name": format!("Jo for {FORMER}")},
            {"name": FORMER, "text": ERASED},
            {"name": "Jo", "text": "Kim, Kimberly and “Kim”"},
        ]);
        assert_eq!(without(&scrub(&["by all means"]), &before), after);
        after[4]["text"] = format!("{FORMER}, Kimberly and “{FORMER}”").into();
        assert_eq!(without(&scrub(&["by all means"]).in_messages(true), &before), after);
    }
}
