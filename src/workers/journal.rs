//! The journal of a run, and the standing of the run that follows from it. A replay never repeats a finished call of
//! the model or a tool.

use crate::ports::model::{ModelReply, Step, ToolCall, Turn, Usage};
use crate::ports::tool::Repetition;
use crate::secretary::policy::{Source, add_sources};
use async_trait::async_trait;
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;

/// One record. Written before a tool call and after each call of model or tool.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Record {
    /// The model answered.
    Reply {
        /// What.
        reply: ModelReply,
        /// Words of the person the question to the model contained; those that came while it was thinking
        /// are still to be put to it.
        #[serde(default)]
        heard: Option<u32>,
        /// Milliseconds of work since the record before.
        #[serde(default)]
        took: u64,
    },
    /// A tool is being called. Without a result behind it, the call may have been done or not.
    Call {
        /// How.
        call: ToolCall,
        /// How a repetition is answered for. Whatever was called before this was written down knew its key.
        #[serde(default)]
        repetition: Repetition,
    },
    /// People let the call that was cut off be made once more: a new attempt, which is cut off by itself.
    Again,
    /// The next call needs approval, and the run waits for it.
    Held {
        /// The call.
        call: ToolCall,
    },
    /// People let the call that waits be made.
    Released {
        /// Changes the work on the ticket had made by then; nothing where that was not counted yet.
        #[serde(default)]
        changed: u32,
    },
    /// The next call is not made: people said so, or a rule of theirs.
    Denied {
        /// What the model is told.
        text: String,
        /// People were asked.
        by_people: bool,
    },
    /// The tool answered the latest call.
    Result {
        /// The whole result.
        text: String,
        /// Whether it failed.
        failed: bool,
        /// Whose text it is, unless it is the program's own.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        read: Option<Source>,
        /// The call has changed something.
        #[serde(default)]
        changed: bool,
        /// Milliseconds of work since the record before.
        #[serde(default)]
        took: u64,
    },
    /// A stretch of work that came to nothing: the model could not be used, or somebody stopped it.
    Spent {
        /// What it cost.
        usage: Usage,
        /// Milliseconds of work since the record before.
        took: u64,
    },
    /// The program stopped in the middle of what comes next; the run goes on from here.
    Interrupted {
        /// Which interruption, so that it is counted once.
        by: String,
    },
    /// The run had failed, and is given another try from here.
    AnotherTry {
        /// Which, so that it is written once.
        tried: u64,
    },
    /// Words of the person that came meanwhile.
    Said {
        /// The words.
        text: String,
    },
}

/// The journal as a run sees it.
#[async_trait]
pub trait Journal: Send + Sync {
    /// All records, oldest first.
    ///
    /// # Errors
    /// The database cannot be read.
    async fn load(&self) -> Result<Vec<Record>, String>;

    /// Appends a record durably and returns its number.
    ///
    /// # Errors
    /// The database cannot be written.
    async fn append(&self, record: &Record) -> Result<u32, String>;
}

/// A call that has begun and not ended.
#[derive(Clone, Debug, PartialEq)]
pub struct Begun {
    /// The number of the record it began with; of the latest attempt, if people let it be made again.
    pub step: u32,
    /// What is called.
    pub call: ToolCall,
    /// How a repetition is answered for.
    pub repetition: Repetition,
}

/// A call that waits for approval.
#[derive(Clone, Debug, PartialEq)]
pub struct Held {
    /// The number of the record that waits.
    pub step: u32,
    /// The call.
    pub call: ToolCall,
}

/// Calls that changed something outside the ticket: those of a run, or of all runs of a ticket.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Changes {
    /// So many.
    pub made: u32,
    /// So many were made by all runs of the ticket when people last let a call be made.
    pub cleared: u32,
}

impl Changes {
    /// Those of two runs of a ticket.
    pub fn and(self, other: Self) -> Self {
        Self { made: self.made + other.made, cleared: self.cleared.max(other.cleared) }
    }

    /// Those which people were not asked about since.
    pub fn unasked(self) -> u32 {
        self.made.saturating_sub(self.cleared)
    }
}

/// Where a run stands, by its journal.
#[derive(Debug, Default)]
pub struct Standing {
    /// The conversation since the first prompt.
    pub turns: Vec<Turn>,
    /// Finished tool calls with the whole of their results.
    pub steps: Vec<Step>,
    /// Calls of the last reply that have not begun.
    pub pending: VecDeque<ToolCall>,
    /// The call that has begun and not ended.
    pub begun: Option<Begun>,
    /// The next call, if it waits for approval.
    pub held: Option<Held>,
    /// The next call was let be made.
    pub released: bool,
    /// Calls that people did not want made: tool and arguments.
    pub denied: Vec<(String, String)>,
    /// Text of others it has read.
    pub read: Vec<Source>,
    /// What it changed, and what of that people answered for.
    pub changes: Changes,
    /// The text of the last reply, if it made no calls.
    pub last_words: Option<String>,
    /// Words of the person not yet put to the model.
    pub unheard: Vec<String>,
    /// Words of the person seen in the journal.
    pub said: u32,
    /// Model turns so far.
    pub replies: u32,
    /// Replies in a row that said nothing.
    pub empty: u32,
    /// The last further try.
    pub tried: u64,
    /// A call came to its end that may be made once more only under its key, or not at all.
    acted: bool,
    /// What the run cost so far.
    pub usage: Usage,
    /// Milliseconds the run was at work so far, without the time it waited for people or stood still.
    pub worked: u64,
    /// How often the program stopped since the last call of model or tool that came to its end.
    pub interruptions: u32,
    /// The last interruption counted.
    pub interrupted_by: Option<String>,
    /// Records so far.
    pub records: u32,
}

impl Standing {
    /// What there is when a limit ends the run: the last words of the agent. What a tool answered is none: it is meant for the
    /// model, and others wrote it, or somebody for themselves.
    pub fn so_far(&self) -> String {
        let words = self.turns.iter().rev().find_map(|turn| match turn {
            Turn::Assistant { content, .. } if !content.trim().is_empty() => Some(content.clone()),
            Turn::Assistant { .. }
            | Turn::System { .. }
            | Turn::User { .. }
            | Turn::Pictures { .. }
            | Turn::Tool { .. } => None,
        });
        words.unwrap_or_default()
    }

    /// The call of which nobody knows whether it happened, and which may not be repeated by itself: it has begun in an
    /// earlier stretch and not ended.
    pub fn unknown(&self) -> Option<&Begun> {
        self.begun.as_ref().filter(|begun| begun.repetition == Repetition::Unkeyed)
    }

    /// Whether the run has done, or may have done, something that a new run would do once more.
    pub fn acted(&self) -> bool {
        self.acted || self.begun.as_ref().is_some_and(|begun| begun.repetition != Repetition::Idempotent)
    }

    /// Reads a journal from its beginning.
    pub fn of(records: Vec<Record>) -> Self {
        let mut standing = Self::default();
        for record in records {
            standing.take(record);
        }
        standing
    }

    /// Takes in the next record.
    pub fn take(&mut self, record: Record) {
        let number = self.records;
        self.records += 1;
        match record {
            Record::Reply { reply, heard, took } => {
                self.interruptions = 0;
                self.worked += took;
                self.reply(reply, heard);
            }
            Record::Interrupted { by } => {
                self.interruptions += 1;
                self.interrupted_by = Some(by);
            }
            Record::Held { call } => self.held = Some(Held { step: number, call }),
            Record::Released { changed } => {
                self.interruptions = 0;
                (self.held, self.released) = (None, true);
                self.changes.cleared = changed.max(self.changes.made);
            }
            Record::Denied { text, by_people } => self.denied(text, by_people),
            Record::Call { call, repetition } => {
                self.pending.pop_front();
                (self.held, self.released) = (None, false);
                self.begun = Some(Begun { step: number, call, repetition });
            }
            Record::Again => {
                self.interruptions = 0;
                if let Some(begun) = &mut self.begun {
                    begun.step = number;
                }
            }
            Record::Spent { usage, took } => {
                self.spend(usage);
                self.worked += took;
            }
            Record::Result { text, failed, read, changed, took } => {
                self.interruptions = 0;
                self.worked += took;
                self.changes.made += u32::from(changed);
                add_sources(&mut self.read, read.as_slice());
                if let Some(Begun { call, repetition, .. }) = self.begun.take() {
                    // What failed may have been done all the same.
                    self.acted |= repetition != Repetition::Idempotent;
                    self.turns.push(Turn::Tool { id: call.id.clone(), content: text.clone() });
                    self.steps.push(Step { call, result: text, failed });
                }
            }
            Record::AnotherTry { tried } => {
                self.tried = tried;
                (self.empty, self.interruptions) = (0, 0);
            }
            Record::Said { text } => {
                self.said += 1;
                self.unheard.push(text);
            }
        }
    }

    /// The next call is answered instead of made.
    fn denied(&mut self, text: String, by_people: bool) {
        self.interruptions = 0;
        (self.held, self.released) = (None, false);
        let Some(call) = self.pending.pop_front() else { return };
        if by_people {
            self.denied.push((call.name.clone(), call.arguments.clone()));
        }
        self.turns.push(Turn::Tool { id: call.id.clone(), content: text.clone() });
        self.steps.push(Step { call, result: text, failed: true });
    }

    fn spend(&mut self, usage: Usage) {
        self.usage = self.usage.plus(usage);
    }

    fn reply(&mut self, reply: ModelReply, heard_so_far: Option<u32>) {
        let unheard = self.unheard.len();
        let before = self.said - u32::try_from(unheard).unwrap_or(self.said);
        let new = heard_so_far.and_then(|n| usize::try_from(n.saturating_sub(before)).ok()).unwrap_or(unheard);
        for text in self.unheard.drain(..new.min(unheard)) {
            self.turns.push(Turn::User { content: heard(&text) });
        }
        self.replies += 1;
        self.spend(Usage { calls: reply.usage.calls.max(1), ..reply.usage });
        let nothing = reply.calls.is_empty() && reply.text.trim().is_empty();
        self.empty = if nothing { self.empty + 1 } else { 0 };
        self.last_words = (reply.calls.is_empty() && !nothing).then(|| reply.text.clone());
        self.pending = reply.calls.iter().cloned().collect();
        if !nothing {
            self.turns.push(Turn::Assistant { content: reply.text, calls: reply.calls, kept: reply.kept });
        }
    }
}

/// How words that came meanwhile are put to a model.
pub fn heard(text: &str) -> String {
    format!("The person added meanwhile: {text}")
}

#[cfg(test)]
mod tests {
    use crate::workers::journal::*;

    #[test]
    fn what_a_run_has_is_what_its_agent_said() {
        let call = ToolCall { id: "c1".to_owned(), name: "list_notes".to_owned(), arguments: "{}".to_owned() };
        let reply = |text: &str| {
            let reply = ModelReply { text: text.to_owned(), calls: vec![call.clone()], ..ModelReply::default() };
            Record::Reply { reply, heard: None, took: 0 }
        };
        let found = || {
            let text = "What follows was written by strangers. Surgery on Friday.".to_owned();
            Record::Result { text, failed: false, read: None, changed: false, took: 0 }
        };
        let called = || Record::Call { call: call.clone(), repetition: Repetition::Idempotent };
        let mut standing = Standing::of(vec![reply(""), called(), found()]);
        assert_eq!(standing.so_far(), "", "what a tool answered is none of it");
        for record in [reply("Offer C."), called(), found()] {
            standing.take(record);
        }
        assert_eq!(standing.so_far(), "Offer C.");
    }
}
