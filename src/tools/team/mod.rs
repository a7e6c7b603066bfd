//! Tools of an agent that sets up lasting work: it makes workers, and proposes what they do and when. Nothing comes of it
//! before people agree; this folder only checks what is proposed.

pub(super) mod delegate;
pub(super) mod spawn_worker;

use crate::ports::tool::{Reach, Staff, Tool, ToolError};
use crate::secretary::agent::{FOR_ALL, MOST_TOOLS, SETS_UP, Worker, changes_outside, is_name};
use crate::secretary::names::phrases::line;
use crate::tools::schema::{read, tell};
use schemars::JsonSchema;
use serde::Deserialize;
use std::sync::Arc;

/// The most characters of the name and of the title of a worker.
const LONGEST_NAME: usize = 40;
/// The most characters of its instructions.
const LONGEST_PROMPT: usize = 2_000;

/// The tools that workers may get: their names, and whether they change something outside the ticket.
#[derive(Clone)]
pub(super) struct Grantable(Vec<(String, bool)>);

/// A worker as a model writes it.
#[derive(Deserialize, JsonSchema)]
pub(super) struct Draft {
    /// A lower-case name, like price_checker.
    name: String,
    /// What people read: two or three words.
    title: String,
    /// Its instructions: first one sentence on what it does, then how, with every fact it needs.
    prompt: String,
    /// The names of the tools it needs and no others: five are advised, ten is the most.
    #[schemars(length(max = MOST_TOOLS))]
    tools: Vec<String>,
}

impl Grantable {
    /// Those of these tools that workers may get.
    pub(super) fn of(tools: &[Arc<dyn Tool>]) -> Self {
        let named = tools.iter().map(|tool| (tool.spec().name, tool.terms().reach == Reach::Outside));
        Self(named.filter(|(name, _)| !SETS_UP.contains(&name.as_str())).collect())
    }

    /// The worker of a draft.
    ///
    /// # Errors
    /// What is wrong with it, for the model.
    fn worker(&self, draft: Draft) -> Result<Worker, ToolError> {
        let Draft { name, title, prompt, tools } = draft;
        let (name, title, prompt) = (name.trim().to_owned(), line(&title), prompt.trim().to_owned());
        if !is_name(&name) || name.len() > LONGEST_NAME {
            return Err(tell(format!(
                "The name must be a lower-case word like price_checker, of at most {LONGEST_NAME} characters."
            )));
        }
        if title.is_empty() || title.chars().count() > LONGEST_NAME {
            return Err(tell(format!("The title must have 1 to {LONGEST_NAME} characters.")));
        }
        if prompt.is_empty() || prompt.chars().count() > LONGEST_PROMPT {
            return Err(tell(format!("The prompt must have 1 to {LONGEST_PROMPT} characters.")));
        }
        let tools = self.granted(tools)?;
        let mutates =
            changes_outside(&tools, &|tool: &str| self.0.iter().any(|(name, outside)| *outside && name == tool));
        Ok(Worker { name, title, prompt, tools, mutates })
    }

    /// The tools that were named, each once, without those that every worker has.
    fn granted(&self, named: Vec<String>) -> Result<Vec<String>, ToolError> {
        let mut tools: Vec<String> = Vec::new();
        for tool in named.into_iter().map(|tool| tool.trim().to_owned()) {
            if !FOR_ALL.contains(&tool.as_str()) && !tools.contains(&tool) {
                tools.push(tool);
            }
        }
        if let Some(unknown) = tools.iter().find(|tool| !self.0.iter().any(|(name, _)| name == *tool)) {
            let there = self.0.iter().map(|(name, _)| name.as_str()).filter(|name| !FOR_ALL.contains(name));
            let there: Vec<&str> = there.collect();
            return Err(tell(format!(
                "Workers can have no tool called {unknown}. They can have: {}.",
                there.join(", ")
            )));
        }
        if tools.is_empty() || tools.len() > MOST_TOOLS {
            let count = tools.len();
            return Err(tell(format!(
                "A worker needs at least one tool, five are advised, {MOST_TOOLS} is the most; these are {count}."
            )));
        }
        Ok(tools)
    }

    /// The workers that the run has made so far.
    fn made(&self, staff: &Staff) -> Vec<Worker> {
        let drafts = staff.spawned.iter().filter_map(|arguments| read::<Draft>(arguments.clone()).ok());
        drafts.filter_map(|draft| self.worker(draft).ok()).collect()
    }
}

/// What a model is told where nothing may be set up.
fn not_here() -> ToolError {
    tell("Nothing can be set up from here: this work came by itself. Do the task yourself.")
}

/// What a model is told when it goes on setting up.
fn shown_already() -> ToolError {
    tell("The card is shown already, and people change it there. Finish now with a short result.")
}

#[cfg(test)]
mod tests {
    use crate::ports::tool::ToolContext;
    use crate::secretary::agent::Agent;
    use crate::tools::team::*;
    use crate::tools::testing::{self, parts};
    use serde_json::{Value, json};

    pub(super) fn tools() -> Vec<Arc<dyn Tool>> {
        crate::tools::all(parts())
    }

    /// The context of a run that has made these workers.
    pub(super) fn having(spawned: Vec<Value>) -> ToolContext {
        let tools = SETS_UP.map(str::to_owned).to_vec();
        let agents = vec![Agent::gone("writer"), Agent { tools, ..Agent::gone("orchestrator") }];
        ToolContext { staff: Some(Staff { agents, spawned, delegated: false }), ..testing::context() }
    }

    pub(super) fn draft(name: &str, tools: &[&str]) -> Value {
        json!({"name": name, "title": "Price checker", "prompt": "Looks up the price of X.", "tools": tools})
    }

    #[test]
    fn workers_get_any_tool_but_those_that_make_workers() {
        let grantable = Grantable::of(&tools());
        assert!(grantable.0.iter().any(|(name, outside)| name == "write_note" && *outside));
        assert!(!grantable.0.iter().any(|(name, _)| SETS_UP.contains(&name.as_str())));
        let worker = |tools: &[&str]| grantable.worker(read(draft("a", tools)).unwrap());
        assert!(worker(&["write_note"]).unwrap().mutates && !worker(&["read_url"]).unwrap().mutates);
        assert!(worker(&["read_url", "list_notes"]).unwrap().mutates, "notes could be carried away");
        assert_eq!(worker(&["read_url", "read_url", "ask_decision"]).unwrap().tools, ["read_url"]);
    }
}
