//! Words of others: a text that others typed as well is not the erased person's alone and stays with the others. So
//! nobody can blank the words of others by repeating them before erasing their own.

use super::super::database::statement::query;
use super::super::database::tx::DbTx;
use super::said::{LONG, Said, texts, typed_texts};
use super::words::sent::Sent;
use crate::ports::store::Stored;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// Stands between the texts of others, and in none of them.
const BETWEEN: char = '\u{1}';
/// Tickets looked at together.
const PAGE: i64 = 500;

/// An event: its version, who is behind it, and its body.
type Happened = (i64, Option<String>, String);

/// What others wrote.
#[derive(Clone, Debug, Default)]
pub(super) struct Others {
    /// The texts of people.
    said: String,
    /// What stood there already when it was typed, whoever or whatever wrote it.
    before: BTreeSet<String>,
}

impl Others {
    pub(super) fn add(&mut self, text: &str) {
        for text in [text.trim().to_owned(), text.split_whitespace().collect::<Vec<_>>().join(" ")] {
            self.said.push(BETWEEN);
            self.said.push_str(&text);
            self.said.push(BETWEEN);
        }
    }

    /// Together with what others wrote in another ticket.
    pub(super) fn and_said(mut self, there: &Self) -> Self {
        self.said.push_str(&there.said);
        self
    }

    /// Whether somebody else wrote this, too.
    pub(super) fn said(&self, word: &str) -> bool {
        let within = |word: &str| {
            let long = word.chars().count() >= LONG;
            if long { self.said.contains(word) } else { self.said.contains(&format!("{BETWEEN}{word}{BETWEEN}")) }
        };
        within(word) || plain(word).is_some_and(|word| within(&word))
    }

    /// Whether it is not the words of whoever typed it alone.
    pub(super) fn have(&self, word: &str) -> bool {
        self.before.contains(word) || plain(word).is_some_and(|word| self.before.contains(&word)) || self.said(word)
    }

    /// Notes what of their words stood in a ticket before it was typed or sent there; elsewhere typed words stand in it by
    /// chance.
    fn note_before(&mut self, person: &str, theirs: &Said, events: &[Happened]) {
        let mut typed_at: BTreeMap<String, i64> = BTreeMap::new();
        let mut others = Vec::new();
        let files = Sent::new(theirs.homes.clone(), "");
        for (version, actor, body) in events {
            if actor.as_deref() == Some(person) {
                let mut said = Said::default();
                said.typed(body);
                for word in said.words {
                    typed_at.entry(word).or_insert(*version);
                }
            } else {
                let without = files.taken_out(body, |_| true);
                let texts = texts(without.as_ref().unwrap_or(body));
                others.extend(texts.into_iter().map(|text| (*version, text)));
            }
        }
        for file in &theirs.files {
            // Without an event that brought it, it came with the idea.
            let came =
                events.iter().find(|(_, _, body)| body.contains(&file.home)).map_or(0, |(version, _, _)| *version);
            let mut said = Said::default();
            said.sent(file.clone());
            for word in said.words {
                typed_at.entry(word).or_insert(came);
            }
        }
        for word in &theirs.words {
            let until = typed_at.get(word).copied().unwrap_or(i64::MAX);
            let long = word.chars().count() >= LONG;
            let stands = |text: &str| if long { text.contains(word.as_str()) } else { text.trim() == word };
            if others.iter().any(|(version, text)| *version < until && stands(text)) {
                self.before.insert(word.clone());
            }
        }
    }
}

/// What stands there in quotes, as part of JSON.
fn plain(word: &str) -> Option<String> {
    if word.contains('\\') { serde_json::from_str(&format!("\"{word}\"")).ok() } else { None }
}

fn idea(body: &str) -> Option<String> {
    let ticket: Value = serde_json::from_str(body).ok()?;
    ticket.get("idea").and_then(Value::as_str).map(str::to_owned)
}

impl DbTx {
    /// What others wrote in a ticket, and what of somebody's words stood in it before.
    pub(super) async fn others_in(&mut self, ticket: &str, person: &str, theirs: &Said) -> Stored<Others> {
        let mut others = Others::default();
        for body in self.names("SELECT body FROM tickets WHERE id = $1", ticket).await? {
            if let Some(idea) = idea(&body) {
                others.add(&idea);
            }
        }
        let sql = "SELECT version, actor, body FROM events WHERE ticket = $1 ORDER BY version";
        let events: Vec<Happened> = self.all(query(sql).bind(ticket)).await?;
        for (_, actor, body) in &events {
            if actor.as_deref().is_some_and(|actor| actor != person) {
                for text in &typed_texts(body) {
                    others.add(text);
                }
            }
        }
        let sql = "SELECT name FROM received_files WHERE ticket = $1 AND person <> $2";
        for name in self.column::<String>(query(sql).bind(ticket).bind(person)).await? {
            others.add(&name);
        }
        others.note_before(person, theirs, &events);
        Ok(others)
    }

    /// What others wrote in all tickets of theirs, and what of these words stood there before.
    pub(super) async fn others_here(&mut self, here: &str, person: &str, typed: &Said) -> Stored<Others> {
        let mut others = Others::default();
        let mut from = String::new();
        loop {
            let sql = "SELECT id, body FROM tickets WHERE workspace = $1 AND requester <> $2 AND id > $3 \
                       ORDER BY id LIMIT $4";
            let page = query(sql).bind(here).bind(person).bind(&from).bind(PAGE);
            let tickets: Vec<(String, String)> = self.all(page).await?;
            let Some((last, _)) = tickets.last() else { break };
            from.clone_from(last);
            for (_, body) in &tickets {
                if let Some(idea) = idea(body) {
                    others.add(&idea);
                }
            }
            let sql = "SELECT e.body FROM events AS e JOIN tickets AS t ON t.id = e.ticket WHERE t.workspace = $1 \
                       AND t.requester <> $2 AND t.id >= $3 AND t.id <= $4 AND e.actor <> $2";
            let (first, last) = (&tickets[0].0, &from);
            let asked = query(sql).bind(here).bind(person).bind(first).bind(last);
            for body in self.column::<String>(asked).await? {
                for text in &typed_texts(&body) {
                    others.add(text);
                }
            }
        }
        let sql = "SELECT DISTINCT name FROM received_files WHERE workspace = $1 AND person <> $2";
        for name in self.column::<String>(query(sql).bind(here).bind(person)).await? {
            others.add(&name);
        }
        let sql = "SELECT DISTINCT e.ticket FROM events AS e JOIN tickets AS t ON t.id = e.ticket \
                   WHERE e.actor = $1 AND t.requester <> $1";
        for ticket in self.names(sql, person).await? {
            let there = self.others_in(&ticket, person, typed).await?;
            others.before.extend(there.before);
        }
        Ok(others)
    }
}

#[cfg(test)]
mod tests {
    use crate::adapters::store::erasing::beside::*;

    fn happened(version: i64, actor: Option<&str>, body: &str) -> Happened {
        (version, actor.map(str::to_owned), body.to_owned())
    }

    #[test]
    fn what_stood_there_first_is_of_others() {
        let events = [
            happened(1, None, r#"{"Read":{"title":"Compare three hosting offers","questions":["blue"]}}"#),
            happened(2, Some("p1"), r#"{"DecisionMade":{"text":"Compare three hosting offers"}}"#),
            happened(3, Some("p1"), r#"{"Added":{"text":"only with a notice"}}"#),
            happened(4, None, r#"{"Read":{"title":"Offers, only with a notice"}}"#),
        ];
        let words = ["Compare three hosting offers", "only with a notice", "blue", "Offers"].map(str::to_owned);
        let mut others = Others::default();
        others.note_before("p1", &Said { words: words.to_vec(), ..Said::default() }, &events);
        assert!(others.have(&words[0]) && others.have("blue"));
        assert!(!others.have(&words[1]), "it stands there because it was typed");
        assert!(!others.have("Offers"), "a short word counts as a whole");
    }

    #[test]
    fn so_is_what_others_typed_too() {
        let mut others = Others::default();
        others.add("say \"hello world\"\n to Jo");
        others.add(" yes ");
        assert!(others.said("hello world") && others.said("yes") && others.said("say \\\"hello world\\\""));
        assert!(!others.said("say") && !others.said("es") && !others.said("hello there"));
    }
}
