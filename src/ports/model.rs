//! The model: one request with a typed purpose, one reply. The offline adapter answers by purpose; a language model
//! gets the messages.

use crate::secretary::budget::Barred;
pub use crate::secretary::budget::cost::Usage;
use crate::secretary::intent::check::lenient;
pub use crate::secretary::intent::thinking::{
    Purpose, ReportInput, Schema, ScriptInput, Step, TaskOutcome, ToolCall, TriageInput, WorkInput,
};
use crate::secretary::intent::{Intent, Understanding};
use crate::secretary::settings::model_capabilities::ModelCapabilities;
use crate::secretary::ticket::plan::{Kind, Triage};
use async_trait::async_trait;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::collections::BTreeMap;
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
        /// What the server put beside them.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        kept: Option<Kept>,
    },
    /// Pictures that people sent, for a model that sees.
    Pictures {
        /// In order.
        pictures: Vec<Picture>,
    },
    /// The result of one call.
    Tool {
        /// The id of the call.
        id: String,
        /// The text.
        content: String,
    },
}

/// What a server put beside an answer and its calls, such as thoughts and signatures. It goes back as it came, to the same
/// model on the same server and to no other; people never see it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Kept {
    /// The server and the model.
    pub model: String,
    /// Fields beside the text and the calls.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub message: Map<String, Value>,
    /// Fields of each call, by its id.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub calls: BTreeMap<String, Map<String, Value>>,
}

impl Kept {
    /// The bytes it takes, near enough.
    pub fn length(&self) -> usize {
        let fields = |fields: &Map<String, Value>| {
            fields.iter().map(|(name, value)| name.len() + value.to_string().len()).sum::<usize>()
        };
        fields(&self.message) + self.calls.values().map(fields).sum::<usize>()
    }
}

/// A picture as a model sees it.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Picture {
    /// Its name, for the words beside it.
    pub name: String,
    /// Its bytes as they were sent, at most 20 MB: PNG, JPEG, WebP or GIF. The adapter scales it to the model's limits.
    pub bytes: Vec<u8>,
}

/// The most tokens that a model counts for one picture, as it is sent.
pub const PICTURE_TOKENS: u64 = 3_200;

impl std::fmt::Debug for Picture {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Picture({:?}, {} bytes)", self.name, self.bytes.len())
    }
}

/// A recording of speech.
#[derive(Clone, PartialEq, Eq)]
pub struct Recording {
    /// Its file name with an ending that tells its format ("voice.ogg").
    pub name: String,
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// How many seconds it plays, if known.
    pub seconds: Option<u32>,
    /// How long the server may take.
    pub deadline: Duration,
}

/// Bytes a second of a recording whose length is not known: fewer than most have, so that it counts as long rather than
/// short.
const BYTES_A_SECOND: usize = 4_000;

impl Recording {
    /// How many seconds it plays, estimated from its size where that is not known.
    pub fn length(&self) -> u64 {
        let estimated = || u64::try_from(self.bytes.len().div_ceil(BYTES_A_SECOND)).unwrap_or(u64::MAX);
        self.seconds.map_or_else(estimated, u64::from)
    }
}

impl std::fmt::Debug for Recording {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Recording({:?}, {} bytes, {:?} s)", self.name, self.bytes.len(), self.seconds)
    }
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
    /// The arguments whose texts arrive as the model wrote them, such as what a file is to hold: they are not shown in a
    /// chat. An adapter takes the marks of thoughts and calls out of all others.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub verbatim: Vec<String>,
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
    /// How long the call may take in all, as long as its answer flows: an adapter gives up a silent server earlier.
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
    /// What the server put beside them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kept: Option<Kept>,
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
    /// Its answers took longer than they may, more than once: an owner must act.
    #[error("the model is too slow: {0}")]
    TooSlow(String),
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

/// What a thinking engine hears and sees. The defaults are those of an engine that reads words only.
#[async_trait]
pub trait Senses: Send + Sync {
    /// The words of a recording. The reply has the words as text.
    ///
    /// # Errors
    /// See [`Failure`]. [`ModelError::Impossible`] where no server for recordings is set or the server has none.
    async fn words_of(&self, _recording: &Recording) -> Result<ModelReply, Failure> {
        Err(ModelError::Impossible("no model writes down recordings".to_owned()).into())
    }

    /// Whether a model sees pictures, as far as known: also true as long as nobody tried. [`Turn::Pictures`] may be sent
    /// only then, in requests of [`Purpose::Triage`], [`Purpose::Understand`] and [`Purpose::Work`]: these then go to the model that sees. The
    /// first such request tries it out where that was not done before. A model that turns out not to see is told in words that
    /// there was a picture.
    fn sees(&self) -> bool {
        false
    }

    /// Finds out whether a model sees, where nobody tried, and returns what that cost. [`Senses::sees`] knows it afterwards,
    /// unless the try itself failed.
    async fn try_sight(&self) -> Usage {
        Usage::default()
    }
}

/// A thinking engine. It never retries beyond one repair of a bad answer.
#[async_trait]
pub trait Model: Senses + Send + Sync {
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
    let wrong = |e| ModelError::Unusable(format!("the understanding is not of the agreed shape: {e}"));
    let answer = serde_json::from_str(&reply.text).map_err(wrong)?;
    serde_json::from_value(lenient(answer, &[])).map_err(wrong)
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
