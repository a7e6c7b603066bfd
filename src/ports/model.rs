//! The model: one request with a typed purpose, one reply. The offline adapter answers by purpose; a language model
//! gets the messages.

use crate::secretary::budget::Barred;
pub use crate::secretary::budget::cost::Usage;
pub use crate::secretary::intent::thinking::{
    Purpose, ReportInput, Schema, Step, TaskOutcome, ToolCall, TriageInput, WorkInput,
};
use crate::secretary::intent::{Intent, Understanding};
use crate::secretary::settings::model_capabilities::ModelCapabilities;
use crate::secretary::ticket::plan::{Kind, Triage};
use async_trait::async_trait;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::time::Duration;

/// A message of a model conversation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "role", rename_all = "snake_case")]
pub enum Turn {
    /// Instructions; the fixed part first, so that servers can cache it.
    System {
        /// The text.
        content: String,
    },
    /// What people and results say.
    User {
        /// The text.
        content: String,
    },
    /// What the model said.
    Assistant {
        /// The text, possibly empty.
        content: String,
        /// The calls it made.
        calls: Vec<ToolCall>,
    },
    /// The result of one call.
    Tool {
        /// The id of the call.
        id: String,
        /// The text.
        content: String,
    },
}

/// A tool as a model sees it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ToolSpec {
    /// The name, `[a-z_]{1,64}`.
    pub name: String,
    /// What it does and when to use it.
    pub description: String,
    /// The JSON schema of its arguments.
    pub parameters: Value,
}

/// One request.
#[derive(Clone, Debug)]
pub struct ModelRequest {
    /// What it is for.
    pub purpose: Purpose,
    /// The conversation, for models that read.
    pub turns: Vec<Turn>,
    /// The tools it may call.
    pub tools: Vec<ToolSpec>,
    /// The answer must be JSON of this schema, under this name.
    pub schema: Option<(String, Schema)>,
    /// The model to use instead of the purpose's.
    pub model: Option<String>,
    /// The most tokens the answer may have.
    pub max_output_tokens: u32,
    /// How long the call may take in all.
    pub deadline: Duration,
    /// The most answers that may be paid for: the first one, and repairs of unusable ones.
    pub answers: u32,
}

/// The most answers of one request: the first one, one more without streaming, and a repair.
pub const ANSWERS: u32 = 3;

/// One reply.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ModelReply {
    /// The text, possibly empty beside calls.
    pub text: String,
    /// The calls.
    pub calls: Vec<ToolCall>,
    /// What it cost.
    pub usage: Usage,
}

/// Why there is no usable reply, in terms of what to do.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ModelError {
    /// Down, overloaded or too slow: again after this long.
    #[error("the model does not answer; again in {after:?}")]
    Retry {
        /// How long to wait at least.
        after: Duration,
    },
    /// Other calls have reserved the rest of a budget: try again when one of them may be over. The model was not
    /// asked.
    #[error("other calls have set aside what is left of a budget")]
    Queued {
        /// How long to wait.
        after: Duration,
    },
    /// The account has no credit left: an owner must act.
    #[error("the model account is out of credit: {0}")]
    Quota(String),
    /// The key is wrong, the model does not exist, the request is refused: an owner must act.
    #[error("the model refuses: {0}")]
    Refused(String),
    /// An answer came but cannot be used (cut off, refused, wrong shape); one repair was tried.
    #[error("the model's answer cannot be used: {0}")]
    Unusable(String),
    /// A budget does not allow the call, which was not made: people must extend it.
    #[error("a budget does not allow it")]
    Barred(Barred),
    /// The work cannot be done, and trying again would not help: a sentence for people. Only the built-in grammar
    /// says this.
    #[error("the work cannot be done: {0}")]
    Impossible(String),
}

/// No usable reply, and what it cost: unusable answers are paid for, too.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// Why.
    pub error: ModelError,
    /// What the answers that came cost.
    pub usage: Usage,
}

impl From<ModelError> for Failure {
    fn from(error: ModelError) -> Self {
        Self { error, usage: Usage::default() }
    }
}

/// A thinking engine. It never retries beyond one repair of a bad answer.
#[async_trait]
pub trait Model: Send + Sync {
    /// Answers one request.
    ///
    /// # Errors
    /// See [`Failure`].
    async fn ask(&self, request: &ModelRequest) -> Result<ModelReply, Failure>;

    /// Whether this is a language model; the built-in grammar is none.
    fn reads(&self) -> bool;

    /// A line for `/settings`: the server and the models in use.
    fn describe(&self) -> String;

    /// The capabilities of the model, for `/settings model` and for the size of requests; the built-in grammar has
    /// none.
    fn capabilities(&self) -> ModelCapabilities {
        ModelCapabilities::default()
    }
}

/// The understanding in a reply's text.
///
/// # Errors
/// [`ModelError::Unusable`] with what is wrong with it.
pub fn understanding_of(reply: &ModelReply) -> Result<Understanding, ModelError> {
    serde_json::from_str(&reply.text)
        .map_err(|e| ModelError::Unusable(format!("the understanding is not of the agreed shape: {e}")))
}

/// The triage in a reply's text: an understanding with one idea, or a triage itself.
///
/// # Errors
/// [`ModelError::Unusable`] with what is wrong with it.
pub fn triage_of(reply: &ModelReply) -> Result<Triage, ModelError> {
    if let Ok(triage) = serde_json::from_str::<Triage>(&reply.text) {
        return Ok(triage);
    }
    let understanding = understanding_of(reply)?;
    let first = understanding.intents.into_iter().next();
    match first {
        Some(Intent::Idea(idea)) => Ok(idea.triage()),
        Some(Intent::Reply { text }) => Ok(Triage { kind: Kind::Talk, reply: text, ..Triage::default() }),
        _ => Err(ModelError::Unusable("the idea of the ticket is wanted, and nothing else".to_owned())),
    }
}
