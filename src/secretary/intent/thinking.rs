//! Requests to a thinking engine: the purpose with its input as data. How an engine answers is not said here.

pub mod fitting;

use super::UnderstandInput;
use crate::secretary::agent::Agent;
use crate::secretary::inbound::Referred;
use crate::secretary::policy::Source;
use crate::secretary::received::ReceivedFile;
use crate::secretary::ticket::plan::{Question, Requirement};
use serde::{Deserialize, Serialize};

/// What a request is for, with its input as data.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Purpose {
    /// Understand a message; the reply's text is an [`Understanding`](super::Understanding) as JSON.
    Understand(Box<UnderstandInput>),
    /// Read the idea of a ticket once more, with what was answered and corrected since; the reply's text is an
    /// [`Understanding`](super::Understanding) with one idea, or a [`Triage`](crate::secretary::ticket::plan::Triage), as JSON.
    Triage(TriageInput),
    /// One turn of an agent at a task; the reply is tool calls or the final text.
    Work(Box<WorkInput>),
    /// Write the report of a ticket; the reply's text is Markdown.
    Report(ReportInput),
    /// Write the script of a flow; the reply's text is a [`Written`](crate::secretary::flow::submitted::Written) as JSON.
    FlowScript(Box<ScriptInput>),
}

impl Purpose {
    /// The stable name, for metrics and the choice of a model.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Understand(_) | Self::Triage(_) => "triage",
            Self::Work(_) | Self::FlowScript(_) => "work",
            Self::Report(_) => "report",
        }
    }
}

/// The JSON schema of an answer, as text: the properties stand in the order they are to be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Schema(String);

impl Schema {
    /// A schema of this text, which must be a JSON object.
    pub fn new(text: String) -> Self {
        Self(text)
    }

    /// The text.
    pub fn text(&self) -> &str {
        &self.0
    }

    /// The names of the properties an answer must have.
    pub fn required(&self) -> Vec<String> {
        let value: serde_json::Value = serde_json::from_str(&self.0).unwrap_or_default();
        let names = value.get("required").and_then(serde_json::Value::as_array).cloned().unwrap_or_default();
        names.iter().filter_map(|name| name.as_str().map(str::to_owned)).collect()
    }
}

/// The input of a triage.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct TriageInput {
    /// The person's own words.
    pub idea: String,
    /// Questions asked so far with their answers, in order.
    pub answered: Vec<(Question, String)>,
    /// Corrections the person made to the card.
    pub edits: Vec<String>,
    /// What was agreed so far or, before a plan, how the words were understood: only in it stands what they refer to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plan: Option<Requirement>,
    /// The steps of the plan so far, in a few words each.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub steps: Vec<String>,
    /// When the plan so far is to be carried out, in words; none for at once.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub timing: Option<String>,
    /// The files that people sent with it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub files: Vec<ReceivedFile>,
    /// What the message refers to: words of others.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub refers: Vec<Referred>,
    /// No more questions may be asked: assume instead.
    pub must_assume: bool,
    /// The present moment in the person's zone, as people write it, with the zone ("Mon 24 Nov, 09:00 (Berlin)").
    pub now: String,
    /// When it was sent, if that is a while ago: words such as "tomorrow" count from then, and it may be settled by now.
    #[serde(default)]
    pub sent: Option<String>,
    /// The person's language ("en").
    pub language: String,
    /// The agents there are.
    pub roster: Vec<Agent>,
}

/// The input of one agent turn.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct WorkInput {
    /// The agent at work.
    pub agent: Agent,
    /// The task's title.
    pub title: String,
    /// The task's full instruction.
    pub instruction: String,
    /// What was agreed.
    pub requirement: Requirement,
    /// How many minutes people gave it, if they did.
    #[serde(default)]
    pub minutes: Option<u32>,
    /// The person's own words, then the answers and additions they gave, then what was decided before.
    pub said: Vec<String>,
    /// Text of others that the work on the ticket has read before.
    #[serde(default)]
    pub read: Vec<Source>,
    /// The files that people sent with the idea.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub files: Vec<ReceivedFile>,
    /// What the message refers to: words of others.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub refers: Vec<Referred>,
    /// Results of the tasks this one needs: (title, result).
    pub results: Vec<(String, String)>,
    /// The tool calls made so far in this run with their results, in order.
    pub steps: Vec<Step>,
    /// The present moment in the person's zone.
    pub now: String,
}

/// One tool call of a run and its result.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Step {
    /// The call.
    pub call: ToolCall,
    /// What the tool answered, as the model sees it.
    pub result: String,
    /// Whether it failed.
    pub failed: bool,
}

/// What the writer of a report answers where its person is not to hear of the result.
pub const NOTHING_TO_TELL: &str = "NOTHING TO TELL";

/// The input of a report.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ReportInput {
    /// The person's own words.
    pub idea: String,
    /// What was agreed.
    pub requirement: Requirement,
    /// What the messages refer to: words of others.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub refers: Vec<Referred>,
    /// Each task: title, agent's title, whether it was completed, its result or the reason it failed.
    pub results: Vec<TaskOutcome>,
    /// Decisions people made: (question, answer, who).
    pub decisions: Vec<(String, String, String)>,
    /// The report people want done again, if there was one.
    #[serde(default)]
    pub earlier: Option<String>,
    /// What must hold for the person to hear of it; empty if they always want to.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub only_if: String,
    /// The person's language.
    pub language: String,
}

/// The input of a script that is written for a flow.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ScriptInput {
    /// What it is to do, or to do otherwise, in the person's own words.
    pub words: String,
    /// The name and the script of the flow that is to be changed; none for a new one.
    pub flow: Option<(String, String)>,
    /// The present moment in the person's zone.
    pub now: String,
    /// The person's language ("en").
    pub language: String,
}

/// How a task ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TaskOutcome {
    /// The task's title.
    pub title: String,
    /// The agent's title.
    pub agent: String,
    /// Completed or failed.
    pub done: bool,
    /// Calls of tools that worked: with none, nothing was looked up, written or set for it.
    #[serde(default)]
    pub used: u32,
    /// The result, or why it failed.
    pub text: String,
}

/// A call a model wants made.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ToolCall {
    /// The model's id of the call.
    pub id: String,
    /// The tool's name, unchecked.
    pub name: String,
    /// The arguments as the model wrote them: JSON text, perhaps broken.
    pub arguments: String,
}
