//! A tool with an effect in the world, and the ledger of what it did there.

use crate::support::doubles::fuse::Fuse;
use crate::support::office::Office;
use async_trait::async_trait;
use secretary::ports::model::ToolSpec;
use secretary::ports::tool::{Answers, Policy, Repetition, Risk, Terms, Tool, ToolContext, ToolError, ToolOutput};
use serde_json::{Value, json};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};

/// Sends letters.
pub struct Letters {
    repetition: Repetition,
    policy: Policy,
    fuse: Arc<Fuse>,
    /// The keys of the letters sent, in order.
    sent: Mutex<Vec<String>>,
    /// Calls that came, sent or not.
    calls: AtomicU32,
    /// The next calls are done and not answered.
    silent: AtomicU32,
    /// The next calls are done and the process dies of them.
    deadly: AtomicU32,
    /// The next calls are done, and the database does not say so.
    unstored: AtomicU32,
}

impl Letters {
    pub fn sent(&self) -> usize {
        self.sent.lock().unwrap().len()
    }

    pub fn calls(&self) -> u32 {
        self.calls.load(Ordering::SeqCst)
    }

    /// The next calls are done, and nobody hears of it.
    pub fn falls_silent(&self, times: u32) {
        self.silent.store(times, Ordering::SeqCst);
    }

    /// The next calls are done, and the answer of the database is lost.
    pub fn is_unstored(&self, times: u32) {
        self.unstored.store(times, Ordering::SeqCst);
    }

    /// The next calls are done, and the process dies in the middle of them.
    pub fn is_deadly(&self, times: u32) {
        self.deadly.store(times, Ordering::SeqCst);
    }
}

/// Reads something, whosever it is.
pub struct Reading(Answers);

impl Reading {
    /// Notes.
    pub fn notes() -> Self {
        Self(Answers::Notes)
    }
}

#[async_trait]
impl Tool for Reading {
    fn spec(&self) -> ToolSpec {
        let parameters = json!({"type": "object", "additionalProperties": false, "required": [], "properties": {}});
        let description = "Reads what is there.".to_owned();
        ToolSpec { name: "peek".to_owned(), description, parameters, verbatim: Vec::new() }
    }

    fn terms(&self) -> Terms {
        Terms::reading(self.0)
    }

    async fn call(&self, _context: &ToolContext, _arguments: Value) -> Result<ToolOutput, ToolError> {
        Ok(ToolOutput::Text("Door code: 4711".to_owned()))
    }
}

fn one_less(left: &AtomicU32) -> bool {
    left.fetch_update(Ordering::SeqCst, Ordering::SeqCst, |n| n.checked_sub(1)).is_ok()
}

#[async_trait]
impl Tool for Letters {
    fn spec(&self) -> ToolSpec {
        let text = || json!({"type": "string"});
        ToolSpec {
            name: "send_letter".to_owned(),
            description: "Sends a letter to somebody.".to_owned(),
            parameters: json!({
                "type": "object", "additionalProperties": false, "required": ["to", "text"],
                "properties": {"to": text(), "text": text()}
            }),
            verbatim: Vec::new(),
        }
    }

    fn terms(&self) -> Terms {
        Terms::outside(self.repetition, self.policy, Risk::High)
    }

    async fn call(&self, context: &ToolContext, _arguments: Value) -> Result<ToolOutput, ToolError> {
        self.fuse.point("letter").await;
        self.calls.fetch_add(1, Ordering::SeqCst);
        let known = self.repetition == Repetition::Keyed && self.sent.lock().unwrap().contains(&context.key);
        if !known {
            self.sent.lock().unwrap().push(context.key.clone());
        }
        if one_less(&self.deadly) {
            self.fuse.blow().await;
        }
        self.fuse.point("letter sent").await;
        if one_less(&self.silent) {
            return Err(ToolError::Unclear("the connection was closed".to_owned()));
        }
        if one_less(&self.unstored) {
            return Err(ToolError::Later("the connection to the database broke".to_owned()));
        }
        Ok(ToolOutput::Text(format!("Sent as number {}.", self.sent())))
    }
}

impl Office {
    /// From the next start on, which is now, the planner may send letters.
    pub async fn sends_letters(&self, repetition: Repetition) -> Arc<Letters> {
        self.sends_letters_on(repetition, Policy::Never).await
    }

    /// The same, and people are asked before.
    pub async fn sends_letters_on(&self, repetition: Repetition, policy: Policy) -> Arc<Letters> {
        let letters = Arc::new(Letters {
            repetition,
            policy,
            fuse: self.0.fuse.clone(),
            sent: Mutex::default(),
            calls: AtomicU32::default(),
            silent: AtomicU32::default(),
            deadly: AtomicU32::default(),
            unstored: AtomicU32::default(),
        });
        self.gives("planner", letters.clone()).await;
        letters
    }
}
