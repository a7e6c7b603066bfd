//! Undelivered updates: identifiers, retention against the virtual clock, confirmation (platform-facts T1–T5, T8).

use std::collections::VecDeque;
use std::time::Duration;

use serde_json::{Value, json};

use crate::ledger::Ledger;

const DAY: Duration = Duration::from_secs(86_400);
const PRESS: Duration = Duration::from_secs(150);
const WEEK: Duration = Duration::from_secs(7 * 86_400);
/// Kinds that must be asked for by name (T8).
const NOT_DEFAULT: [&str; 3] = ["chat_member", "message_reaction", "message_reaction_count"];

/// One waiting update.
#[derive(Clone, Debug)]
pub(crate) struct Waiting {
    pub id: i64,
    /// Chat or sender whose order is kept when delivering to a webhook.
    pub lane: i64,
    pub json: Value,
    run: u64,
    expires: Duration,
}

#[derive(Debug)]
pub(crate) struct Queue {
    waiting: VecDeque<Waiting>,
    next_id: i64,
    /// Counts the sequential runs of identifiers; a jump begins a new one.
    run: u64,
    run_first: i64,
    last_at: Option<Duration>,
    allowed: Option<Vec<String>>,
    pub expired: usize,
    pub ledger: Option<Ledger>,
}

impl Default for Queue {
    fn default() -> Self {
        Self {
            waiting: VecDeque::new(),
            next_id: 1000,
            run: 0,
            run_first: 1000,
            last_at: None,
            allowed: None,
            expired: 0,
            ledger: None,
        }
    }
}

impl Queue {
    /// The next identifier will be `id`, unrelated to earlier ones.
    pub(crate) fn jump(&mut self, id: i64) {
        self.next_id = id;
        self.run_first = id;
        self.run += 1;
    }

    /// Empty list: back to the default set.
    pub(crate) fn allow(&mut self, kinds: Vec<String>) {
        self.allowed = Some(kinds).filter(|kinds| !kinds.is_empty());
    }

    pub(crate) fn allowed(&self) -> Option<&Vec<String>> {
        self.allowed.as_ref()
    }

    fn wants(&self, kind: &str) -> bool {
        match &self.allowed {
            Some(kinds) => kinds.iter().any(|k| k == kind),
            None => !NOT_DEFAULT.contains(&kind),
        }
    }

    /// Adds an update; None when its kind was not asked for.
    pub(crate) fn push(&mut self, kind: &str, lane: i64, body: Value, now: Duration) -> Option<i64> {
        if !self.wants(kind) {
            return None;
        }
        if self.last_at.is_some_and(|at| now.saturating_sub(at) >= WEEK) {
            // T5: after a quiet week the next id is unrelated; a lower one is the case that hurts watermarks.
            let other = (self.next_id.wrapping_mul(48_271) % 900_000).abs() + 1;
            self.jump(if other < self.next_id { other } else { other + 1_000_000 });
        }
        self.last_at = Some(now);
        let id = self.next_id;
        self.next_id += 1;
        let keep = if kind == "callback_query" { PRESS } else { DAY };
        let mut json = json!({"update_id": id});
        json[kind] = body;
        let written = &json[kind];
        self.note("update", || {
            json!({"update": id, "kind": kind, "lane": lane, "text": written["text"], "query": written["id"],
                "message": written["message_id"]})
        });
        self.waiting.push_back(Waiting { id, lane, json, run: self.run, expires: now + keep });
        Some(id)
    }

    pub(crate) fn expire(&mut self, now: Duration) {
        let before = self.waiting.len();
        self.leave("expired", |w| w.expires > now);
        self.expired += before - self.waiting.len();
    }

    /// Confirms everything before `offset`; an offset far beyond every known id means nothing (it is of an old run).
    pub(crate) fn confirm(&mut self, offset: i64) {
        if offset < 0 {
            let keep = usize::try_from(offset.unsigned_abs()).unwrap_or(usize::MAX);
            let first = self.waiting.len().checked_sub(keep).and_then(|drop| self.waiting.get(drop)).map(|w| w.id);
            if let Some(first) = first {
                self.leave("forgotten", |w| w.id >= first);
            }
            return;
        }
        let current = offset >= self.run_first && offset <= self.next_id + 10;
        let run = self.run;
        if current {
            self.leave("confirmed", |w| w.run == run && w.id >= offset);
            return;
        }
        let Some(at) = self.waiting.iter().position(|w| w.run != run && w.id + 1 == offset) else {
            return;
        };
        let gone: Vec<i64> = self.waiting.iter().take(at + 1).map(|w| w.id).collect();
        self.leave("confirmed", |w| !gone.contains(&w.id));
    }

    pub(crate) fn clear(&mut self) {
        self.leave("forgotten", |_| false);
    }

    pub(crate) fn batch(&self, limit: usize) -> Vec<Value> {
        self.waiting.iter().take(limit).map(|w| w.json.clone()).collect()
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &Waiting> {
        self.waiting.iter()
    }

    pub(crate) fn remove(&mut self, id: i64) {
        self.leave("confirmed", |w| w.id != id);
    }

    fn note(&self, kind: &str, entry: impl FnOnce() -> Value) {
        if let Some(ledger) = &self.ledger {
            ledger.write(kind, entry());
        }
    }

    /// Updates that are not to stay leave the queue for this reason.
    fn leave(&mut self, why: &str, stays: impl Fn(&Waiting) -> bool) {
        for gone in self.waiting.iter().filter(|w| !stays(w)) {
            self.note(why, || json!({"update": gone.id}));
        }
        self.waiting.retain(stays);
    }

    pub(crate) fn len(&self) -> usize {
        self.waiting.len()
    }
}
