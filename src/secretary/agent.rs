//! An agent: the profile of a worker. `workers::roster` reads it from files; this is only the shape.

use serde::{Deserialize, Serialize};

/// A worker's role, skills, tools and limits.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Agent {
    /// The stable lower-case name ("researcher").
    pub name: String,
    /// What people read ("Researcher").
    pub title: String,
    /// One sentence on what it does.
    pub description: String,
    /// What it can do; dispatch matches these.
    pub capabilities: Vec<String>,
    /// The names of the tools it may use.
    pub tools: Vec<String>,
    /// The model it wants, if not the purpose's.
    #[serde(default)]
    pub model: Option<String>,
    /// How far one run may go.
    pub limits: Limits,
    /// Its instructions, the fixed part of each of its prompts.
    pub prompt: String,
    /// Whether any of its tools changes something outside the ticket.
    #[serde(default)]
    pub mutates: bool,
    /// How many tasks it may have in progress at once.
    pub capacity: u32,
}

impl Agent {
    /// As it is today for a run that began with it as it was then: what was taken from it since the run has no more, and
    /// what it got since was not there when the run began. `minutes`: how long people let the run take, if they said so.
    pub fn as_begun(&self, then: &Self, minutes: Option<u32>) -> Self {
        let tools = self.tools.iter().filter(|tool| then.tools.contains(tool)).cloned().collect();
        Self { tools, limits: self.limits.within(minutes), ..self.clone() }
    }

    /// Somebody who was at work and is not there any more: known by name only, able to do nothing.
    pub fn gone(name: &str) -> Self {
        Self {
            name: name.to_owned(),
            title: name.to_owned(),
            description: String::new(),
            capabilities: Vec::new(),
            tools: Vec::new(),
            model: None,
            limits: Limits::default(),
            prompt: String::new(),
            mutates: false,
            capacity: 0,
        }
    }
}

/// The limits of one run; reaching one ends it with what it has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limits {
    /// Model turns.
    pub turns: u32,
    /// Tool calls.
    pub tool_calls: u32,
    /// Tokens, in and out together.
    pub tokens: u64,
    /// Wall time in seconds.
    pub seconds: u64,
    /// Characters of one tool result that reach the model; the rest is readable on request.
    pub result_chars: usize,
}

impl Limits {
    /// These, with as many minutes as people gave the task.
    pub fn within(self, minutes: Option<u32>) -> Self {
        Self { seconds: minutes.map_or(self.seconds, |minutes| u64::from(minutes) * 60), ..self }
    }
}

impl Default for Limits {
    /// 40 turns, 60 tool calls, 200,000 tokens, 30 minutes, 12,000 characters of a result.
    fn default() -> Self {
        Self { turns: 40, tool_calls: 60, tokens: 200_000, seconds: 1_800, result_chars: 12_000 }
    }
}
