//! An agent: the profile of a worker. `workers::roster` reads it from files; workers that another agent proposed live with
//! their piece of work. This is only the shape: it chooses nobody and runs nothing.

use super::names::phrases::short;
use serde::{Deserialize, Serialize};

/// Tools every agent has, whatever its file says.
pub const FOR_ALL: [&str; 2] = ["ask_decision", "report_progress"];
/// The tools that set up lasting work. They are for agents of files alone: no worker ever has one, so that workers make no
/// workers.
pub const SETS_UP: [&str; 2] = ["spawn_worker", "delegate"];
/// The most tools of a worker.
pub const MOST_TOOLS: usize = 10;
/// The most workers of one piece of work, and the most steps that are set up at once.
pub const MOST_WORKERS: usize = 8;
/// Tasks a worker may have in progress at once: those of its own work, which has fewer steps.
const CAPACITY: u32 = 100;
/// The most characters of what a worker does, in a list.
const DOES: usize = 160;

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
    /// Whether it sets up work instead of doing it. It gets no work but what a plan gives to it by name or skill.
    pub fn sets_up(&self) -> bool {
        self.tools.iter().any(|tool| SETS_UP.contains(&tool.as_str()))
    }

    /// Whether the skills of a task say if it can have the task. A worker was made for its task, and who sets up work
    /// needs none of the skills that the work needs.
    pub fn has_skills(&self) -> bool {
        !self.capabilities.is_empty() && !self.sets_up()
    }

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

/// A worker: an agent that was made for one piece of work. People see it on the card of the work, and it exists once they
/// agree.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Worker {
    /// The lower-case name by which tasks name it ("price_checker"). Stored under a key that no name of a person has.
    #[serde(rename = "called")]
    pub name: String,
    /// What people read ("Price checker").
    pub title: String,
    /// Its instructions; the first line says what it does.
    pub prompt: String,
    /// The names of its tools, at most [`MOST_TOOLS`].
    pub tools: Vec<String>,
    /// Whether any of them changes something outside the ticket.
    pub mutates: bool,
}

impl Worker {
    /// What it does: the first line of its instructions.
    pub fn does(&self) -> String {
        short(self.prompt.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or_default(), DOES)
    }

    /// The worker as an agent, with the usual limits.
    pub fn agent(&self) -> Agent {
        let granted = self.tools.iter().filter(|tool| !SETS_UP.contains(&tool.as_str()));
        Agent {
            title: self.title.clone(),
            description: self.does(),
            tools: granted.take(MOST_TOOLS).cloned().collect(),
            prompt: self.prompt.clone(),
            mutates: self.mutates,
            capacity: CAPACITY,
            ..Agent::gone(&self.name)
        }
    }
}

/// The workers that were made for one piece of work.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Team {
    /// The workers, each name once.
    pub workers: Vec<Worker>,
    /// The number of the ticket that proposed them.
    #[serde(default)]
    pub from: Option<i64>,
}

/// A lower-case name of an agent or a tool, at most 64 characters (platform-facts L6).
pub fn is_name(text: &str) -> bool {
    text.len() <= 64
        && text.starts_with(|c: char| c.is_ascii_lowercase())
        && text.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_' || c == '-')
}

/// Whether an agent with these tools may change something outside the ticket. `outside` says it of one tool. Who reads
/// notes and opens addresses can carry notes away: that wants a go, as changing something does.
pub fn changes_outside(tools: &[String], outside: &dyn Fn(&str) -> bool) -> bool {
    let has = |names: &[&str]| tools.iter().any(|tool| names.contains(&tool.as_str()));
    let carries = has(&["read_url"]) && has(&["read_note", "search_notes", "list_notes"]);
    carries || tools.iter().any(|tool| outside(tool))
}

#[cfg(test)]
mod tests {
    use crate::secretary::agent::*;

    fn worker(tools: &[&str]) -> Worker {
        Worker {
            name: "price_checker".to_owned(),
            title: "Price checker".to_owned(),
            prompt: "\n  Looks up the price of X.\nOpen https://example.org/x.".to_owned(),
            tools: tools.iter().map(|tool| (*tool).to_owned()).collect(),
            mutates: false,
        }
    }

    #[test]
    fn a_worker_is_an_agent_that_can_make_no_other() {
        let agent = worker(&["web_search", "spawn_worker", "read_url", "delegate"]).agent();
        assert_eq!((agent.name.as_str(), agent.title.as_str()), ("price_checker", "Price checker"));
        assert_eq!(agent.description, "Looks up the price of X.");
        assert_eq!(agent.tools, ["web_search", "read_url"]);
        assert!(!agent.sets_up() && !agent.has_skills());
        let eleven = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k"];
        assert_eq!(worker(&eleven).agent().tools.len(), MOST_TOOLS);
    }

    #[test]
    fn notes_that_could_be_carried_away_count_as_a_change() {
        let tools = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
        let outside = |tool: &str| tool == "write_note";
        assert!(changes_outside(&tools(&["write_note"]), &outside));
        assert!(changes_outside(&tools(&["read_url", "list_notes"]), &outside));
        assert!(!changes_outside(&tools(&["web_search", "list_notes"]), &outside));
        assert!(!changes_outside(&tools(&["read_url"]), &outside));
    }
}
